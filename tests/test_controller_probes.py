"""The table of docs/comparison.md on controllers: what scenec makes of each, measured by reading the result back."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scripts.controller_probes import PROBES, Probe, measured, state


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.source)
def test_a_controller_is_converted_with_ready(probe: Probe) -> None:
    assert set(measured(probe).values()) <= {"converted", "adapted"}


def test_a_controller_that_is_not_in_the_result_is_reported(tmp_path: Path) -> None:
    (probe,) = (each for each in PROBES if each.source == "MJCF")
    source = tmp_path / probe.file
    source.write_text(probe.text)
    assert state(tmp_path / "result.sdf", scenec.convert(source, tmp_path / "result.sdf")) == "reported", "without --ready"
