"""The loaders see what is in a file: a link and a joint placed by hand, one tensor turned by a quarter."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.consumers.sdf_consumers import ConsumerMissingError, Summary, differences, load_with_drake, load_with_libsdformat

ARM = """<sdf version="1.7"><world name="w"><model name="arm"><pose>0 0 1 0 0 0</pose>
  <link name="base"><inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>
  <link name="fore"><pose>1 0 0 0 0 1.5707963267948966</pose><inertial><pose>0.5 0 0 0 0 0</pose><mass>3</mass>
    <inertia><ixx>0.5</ixx><iyy>0.8</iyy><izz>0.9</izz></inertia></inertial></link>
  <joint name="elbow" type="revolute"><parent>base</parent><child>fore</child>
    <axis><xyz>1 0 0</xyz><limit><lower>-1</lower><upper>2</upper></limit></axis></joint>
</model></world></sdf>"""

EXPECTED: Summary = {
    "links": [
        {
            "path": "arm::base",
            "static": False,
            "mass": 2,
            "pose": [0, 0, 1, 1, 0, 0, 0],
            "com": [0, 0, 1],
            "inertia": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
        },
        {
            "path": "arm::fore",
            "static": False,
            "mass": 3,
            "pose": [1, 0, 1, math.sqrt(0.5), 0, 0, math.sqrt(0.5)],
            "com": [1, 0.5, 1],
            "inertia": [[0.8, 0, 0], [0, 0.5, 0], [0, 0, 0.9]],
        },
    ],
    "joints": [
        {
            "path": "arm::elbow",
            "parent": "arm::base",
            "child": "arm::fore",
            "anchor": [1, 0, 1],
            "axes": [{"axis": [0, 1, 0], "lower": -1, "upper": 2}],
        }
    ],
}


@pytest.mark.parametrize("load", [load_with_libsdformat, load_with_drake])
def test_a_consumer_sees_world_poses_inertia_about_the_centre_of_mass_and_the_axis_in_the_world(
    load: Callable[[Path], Summary], tmp_path: Path
) -> None:
    (tmp_path / "arm.sdf").write_text(ARM)
    try:
        seen = load(tmp_path / "arm.sdf")
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
    assert differences(EXPECTED, seen) == []


@pytest.mark.parametrize("load", [load_with_libsdformat, load_with_drake])
def test_a_file_that_a_consumer_refuses_is_a_difference(load: Callable[[Path], Summary], tmp_path: Path) -> None:
    (tmp_path / "arm.sdf").write_text(ARM.replace("<parent>base<", "<parent>nobody<"))
    try:
        seen = load(tmp_path / "arm.sdf")
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
    assert "nobody" in " ".join(differences(EXPECTED, seen))


def test_a_wrong_mass_is_named_with_its_link() -> None:
    heavier = {"errors": [], "joints": EXPECTED["joints"], "links": [EXPECTED["links"][0] | {"mass": 2.1}, EXPECTED["links"][1]]}
    (line,) = differences(EXPECTED, heavier)
    assert line.startswith("link arm::base: mass")


def test_drake_finds_the_packages_of_the_search_path(tmp_path: Path) -> None:
    (tmp_path / "robot_description").mkdir()
    (tmp_path / "robot_description" / "part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    body = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    visual = '<visual><geometry><mesh filename="package://robot_description/part.obj"/></geometry></visual>'
    path = tmp_path / "r.urdf"
    path.write_text(f'<robot name="r"><link name="a">{body}{visual}</link></robot>', encoding="utf-8")
    try:
        seen = load_with_drake(path, [tmp_path])
    except ConsumerMissingError as missing:
        pytest.skip(str(missing))
    assert (seen["errors"], [link["path"] for link in seen["links"]]) == ([], ["r::a"])
