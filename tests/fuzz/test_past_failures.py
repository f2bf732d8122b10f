"""Faults that the fuzzer found stay corrected: every file in `cases/`, to every format, under all that must hold for any input."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.fuzz.judge import judge
from benchmarks.fuzz.past import cases_of

CASES = sorted(path for path in (Path(__file__).parent / "cases").iterdir())


@pytest.mark.sweep
@pytest.mark.findings("*", reason="damaged input; promises that hold for any input are judged")
@pytest.mark.parametrize("path", CASES, ids=lambda path: path.name)
@pytest.mark.filterwarnings("default")  # a warning is a failure that the judge tells
def test_an_input_that_failed_once_is_converted_or_refused(path: Path, tmp_path: Path) -> None:
    failures = [
        f"{case.source} to {case.target}: {failure} {failure.detail}"
        for case in cases_of(path)
        for failure in judge(case, tmp_path / "place", thorough=True).failures
    ]
    assert failures == [], "\n".join(failures)
