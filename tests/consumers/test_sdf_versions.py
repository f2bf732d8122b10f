"""Flattened models and old versions load in Gazebo's and Drake's parsers, at the same poses."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scenec
from tests.consumers.sdf_consumers import ConsumerMissingError, Summary, load_with_drake, load_with_libsdformat

pytestmark = pytest.mark.findings("*", reason="the programs that load the result judge it")
LOADERS = [load_with_libsdformat, load_with_drake]
Load = Callable[..., Summary]

FRAME = (
    '<model name="m"><link name="base"/><model name="n"><pose>0 10 0 0 0 0</pose><frame name="F"><pose>1 0 0 0 0 0</pose></frame>'
    '<link name="a"><pose relative_to="F">0 0 1 0 0 0</pose></link></model></model>'
)
DOOR = (
    '<model name="m"><link name="base"/><model name="n"><static>true</static><pose>1 10 0 0 0 0</pose>'
    '<link name="a"><pose>0 0 1 0 0 0</pose></link></model></model>'
)
JOINT = (
    '<world name="w"><model name="m"><link name="base"/><model name="n"><pose>1 10 0 0 0 0</pose><link name="b"/>'
    '<link name="a"><pose>0 0 1 0 0 0</pose></link><joint name="j" type="revolute"><parent>b</parent><child>a</child>'
    "<axis><xyz>0 1 0</xyz></axis></joint></model></model></world>"
)
PLACED = (
    '<model name="m"><link name="base"><pose>9 9 9 0 0 0</pose></link>'
    '<link name="n_a"><pose frame="base">1 10 1 0 0 0</pose></link></model>'
)
CASES: dict[str, tuple[str, str, dict[str, Any]]] = {
    "a frame of a flattened model": ("1.8", FRAME, {"flatten": True}),
    "a flattened static model": ("1.8", DOOR, {"flatten": True}),
    "a joint of a nested model in 1.4": ("1.8", JOINT, {"to": "sdformat@1.4"}),
    "a joint of a flattened model in 1.6": ("1.8", JOINT, {"to": "sdformat@1.6", "flatten": True}),
    "a pose whose frame the source ignored": ("1.7", PLACED, {"to": "sdformat@1.6"}),
}


@pytest.mark.parametrize("load", LOADERS)
@pytest.mark.parametrize("case", CASES)
def test_a_consumer_finds_the_link_where_it_was(case: str, load: Load, tmp_path: Path) -> None:
    version, content, options = CASES[case]
    (tmp_path / "a.sdf").write_text(f'<sdf version="{version}">{content}</sdf>')
    scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf", **options)
    try:
        seen = load(tmp_path / "out" / "a.sdf")
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
    assert seen["errors"] == []
    link = next(link for link in seen["links"] if link["path"].endswith("n_a"))
    assert link["pose"][:3] == pytest.approx([1, 10, 1], abs=1e-12)
