"""SimRobot to SimRobot: the same physics, nothing lost, and writing what was written changes nothing."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

import scenec
from tests.converters.simrobot.legal_text import refusals_of

FIXTURES = Path(__file__).parents[3] / "fixtures"
SCENES = sorted(path for suffix in ("ros2", "ros3") for path in FIXTURES.rglob(f"*.{suffix}"))

LOST_BY_THE_SOURCE = {
    "fork_attributes": {"attribute-of-fork-dropped"},
}
"""Content that the reader cannot interpret, for any target."""


def close(one: Any, other: Any) -> bool:
    """Equal up to 1e-12 in numbers."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(close(one[key], other[key]) for key in one if key != "source")
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    return bool(one == other)


@pytest.mark.findings("attribute-of-fork-dropped", "capsule-degenerate")
@pytest.mark.parametrize("path", SCENES, ids=lambda path: path.name)
def test_physics_is_the_same_and_the_bytes_are_a_fixed_point(path: Path, tmp_path: Path) -> None:
    lenient = "fork" in path.name
    for folder in ("once", "twice"):
        (tmp_path / folder).mkdir()
    once, twice = tmp_path / "once" / path.name, tmp_path / "twice" / path.name
    report = scenec.convert(path, once, lenient=lenient)
    lost = {finding.code for finding in report.findings if finding.is_loss or (finding.level != "note" and not finding.ineffective)}
    assert lost == LOST_BY_THE_SOURCE.get(path.stem, set())
    assert refusals_of(once) == [] or path.stem == "core3_release", "what the newest release of the core refuses is kept as it is"
    before, after = (scenec.read(each, lenient=lenient)[0].physics() for each in (path, once))
    if not lenient:  # its fractional colours are rounded
        assert close(before.to_json(), after.to_json())
    scenec.convert(once, twice)
    assert once.read_bytes() == twice.read_bytes()
