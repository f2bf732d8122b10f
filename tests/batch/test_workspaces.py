"""Workspaces of ROS as libraries: packages, macros, and files of one name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scenec.batch.entries import survey
from scenec.batch.result import Migrated
from tests.batch.conftest import content, put, scene
from tests.batch.test_migration import migrate

XACRO = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
MACRO = f'<robot {XACRO}><xacro:macro name="hand" params="prefix"><link name="${{prefix}}palm"/></xacro:macro></robot>'
PROGRAM = f'<robot name="hand" {XACRO}><xacro:include filename="$(find hand_description)/urdf/hand_macro.xacro"/>{{}}</robot>'
EXPANSION = '<robot name="hand"><link name="g_palm"/></robot>'
PACKAGE = "<package><name>{}</name></package>"
MODEL = '<sdf version="1.9"><model name="{}"><link name="l"/></model></sdf>'


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """Two packages: a hand as a macro, a program and its expansion, and a cell that takes the macro by $(find)."""
    root = tmp_path / "src"
    put(root, "hand/package.xml", PACKAGE.format("hand_description"))
    put(root, "hand/urdf/hand_macro.xacro", MACRO)
    put(root, "hand/urdf/hand.urdf.xacro", PROGRAM.format('<xacro:hand prefix="g_"/>'))
    put(root, "hand/urdf/hand.urdf", EXPANSION)
    put(root, "apps/bringup/package.xml", PACKAGE.format("bringup"))
    put(root, "apps/bringup/urdf/cell.urdf.xacro", PROGRAM.format('<xacro:hand prefix="left_"/>'))
    return root


def results(root: Path, target: Path, to: str = "sdformat", **options: Any) -> dict[str, Migrated]:
    return {each.source or each.target: each for each in migrate(root, target, to, **options)}


def statuses(root: Path, target: Path) -> dict[str, str]:
    return {name: f"{each.status} {each.note or each.target}" for name, each in results(root, target).items()}


def skipped(root: Path, *include: str) -> dict[str, str]:
    return {each.path: each.why for each in survey(str(root), include).skipped}


def test_a_workspace_without_faults_has_no_failures(workspace: Path, tmp_path: Path) -> None:
    assert statuses(workspace, tmp_path / "out") == {
        "apps/bringup/urdf/cell.urdf.xacro": "converted apps/bringup/urdf/cell.sdf",
        "hand/urdf/hand.urdf": "skipped expansion of hand.urdf.xacro",
        "hand/urdf/hand.urdf.xacro": "converted hand/urdf/hand.sdf",
        "hand/urdf/hand_macro.xacro": "skipped part of hand/urdf/hand.urdf.xacro",
    }
    assert b"left_palm" in content(tmp_path / "out")["apps/bringup/urdf/cell.sdf"]


def test_a_second_run_changes_nothing(workspace: Path, tmp_path: Path) -> None:
    first = statuses(workspace, tmp_path / "out")
    before = content(tmp_path / "out")
    assert statuses(workspace, tmp_path / "out") == {name: said.replace("converted", "unchanged") for name, said in first.items()}
    assert content(tmp_path / "out") == before


def test_another_robot_of_that_name_is_no_expansion(workspace: Path, tmp_path: Path) -> None:
    put(workspace, "hand/urdf/hand.urdf", EXPANSION.replace("g_palm", "fist"))
    found = statuses(workspace, tmp_path / "out")
    assert found["hand/urdf/hand.urdf"] == "converted hand/urdf/hand.sdf"
    assert found["hand/urdf/hand.urdf.xacro"] == "converted hand/urdf/hand_urdf_xacro.sdf"
    assert b"fist" in content(tmp_path / "out")["hand/urdf/hand.sdf"]


def test_a_program_of_another_name_has_no_expansions(tmp_path: Path) -> None:
    """Not even in the folder of a package, which may stand for its robot."""
    put(tmp_path, "src/hand/package.xml", PACKAGE.format("hand"))
    put(tmp_path, "src/hand/left.urdf.xacro", EXPANSION)
    put(tmp_path, "src/hand/right.urdf", EXPANSION)
    found = statuses(tmp_path / "src", tmp_path / "out")
    assert found == {"hand/left.urdf.xacro": "converted hand/left.sdf", "hand/right.urdf": "converted hand/right.sdf"}


def test_a_program_that_is_added_takes_the_place_of_its_expansion(workspace: Path, tmp_path: Path) -> None:
    program = workspace / "hand/urdf/hand.urdf.xacro"
    text = program.read_text()
    program.unlink()
    assert statuses(workspace, tmp_path / "out")["hand/urdf/hand.urdf"] == "converted hand/urdf/hand.sdf"
    program.write_text(text)
    found = statuses(workspace, tmp_path / "out")
    assert found["hand/urdf/hand.urdf.xacro"] == "converted hand/urdf/hand.sdf"
    assert {each.partition(" ")[0] for each in found.values()} == {"unchanged", "converted", "skipped"}


def test_what_lies_there_already_changes_no_name(workspace: Path, tmp_path: Path) -> None:
    """The names of outputs come from the names of sources alone."""
    put(workspace, "hand/urdf/hand.sdf", MODEL.format("hand"))
    put(workspace, "hand/urdf/hand.urdf", EXPANSION.replace("g_palm", "fist"))
    late = workspace / "hand/urdf/hand.sdf"
    text = late.read_text()
    late.unlink()
    results(workspace, tmp_path / "grown", to="mjcf")
    late.write_text(text)
    results(workspace, tmp_path / "grown", to="mjcf", prune=True)
    results(workspace, tmp_path / "new", to="mjcf")
    assert content(tmp_path / "grown") == content(tmp_path / "new")
    assert {"hand/urdf/hand.xml", "hand/urdf/hand_urdf.xml", "hand/urdf/hand_urdf_xacro.xml"} <= set(content(tmp_path / "new"))


def test_files_of_two_formats_and_one_name_are_both_converted(tmp_path: Path) -> None:
    put(tmp_path, "lib/hand.sdf", MODEL.format("hand"))
    put(tmp_path, "lib/hand.urdf", EXPANSION)
    put(tmp_path, "lib/hand_urdf.ros2", scene("other"))
    found = results(tmp_path / "lib", tmp_path / "out", to="mjcf")
    assert {name: (each.status, each.target) for name, each in found.items()} == {
        "hand.sdf": ("converted", "hand.xml"),
        "hand.urdf": ("converted", "hand_urdf-2.xml"),
        "hand_urdf.ros2": ("converted", "hand_urdf.xml"),
    }


def test_of_two_scenes_of_one_name_that_of_the_format_of_the_target_keeps_it(tmp_path: Path) -> None:
    """Other scenes include it by that name."""
    put(tmp_path, "lib/b.ros2", scene("ball"))
    put(tmp_path, "lib/b.sdf", MODEL.format("box"))
    put(tmp_path, "lib/a.sdf", '<sdf version="1.9"><world name="w"><include><uri>b.sdf</uri></include></world></sdf>')
    found = results(tmp_path / "lib", tmp_path / "out", to="sdformat@1.9")
    assert {name: (each.status, each.target) for name, each in found.items()} == {
        "a.sdf": ("converted", "a.sdf"),
        "b.ros2": ("converted", "b_ros2.sdf"),
        "b.sdf": ("converted", "b.sdf"),
    }
    assert b"box" in content(tmp_path / "out")["b.sdf"]


def test_an_included_file_leaves_the_place_of_a_scene_to_it(tmp_path: Path) -> None:
    """The box is no scene of the migration, and comes along with the world, which is converted first."""
    put(tmp_path, "lib/b.ros2", scene("ball"))
    put(tmp_path, "lib/b.sdf", MODEL.format("box"))
    put(tmp_path, "lib/a.sdf", '<sdf version="1.9"><world name="w"><include><uri>b.sdf</uri></include></world></sdf>')
    found = results(tmp_path / "lib", tmp_path / "out", to="sdformat@1.9", exclude=["b.sdf"])
    assert {name: (each.status, each.target) for name, each in found.items()} == {
        "a.sdf": ("converted", "a.sdf"),
        "b.ros2": ("converted", "b.sdf"),
    }
    made = content(tmp_path / "out")
    assert b"ball" in made["b.sdf"] and b"box" in made["b-2.sdf"] and b"<uri>b-2.sdf</uri>" in made["a.sdf"]


def test_two_robots_in_the_folder_of_a_package_keep_their_names(tmp_path: Path) -> None:
    put(tmp_path, "src/hand/package.xml", PACKAGE.format("hand"))
    put(tmp_path, "src/hand/left.urdf", EXPANSION)
    put(tmp_path, "src/hand/right.urdf", EXPANSION)
    assert [each.target for each in results(tmp_path / "src", tmp_path / "a").values()] == ["hand/left.sdf", "hand/right.sdf"]
    assert [each.target for each in results(tmp_path / "src", tmp_path / "b", to="urdf").values()] == ["hand/left.urdf", "hand/right.urdf"]


@pytest.mark.parametrize(
    "name", ["$(find hand_description)/urdf/base.xacro", "base.xacro", "../urdf/base.xacro", "package://hand_description/urdf/base.xacro"]
)
def test_what_another_file_includes_is_a_part(workspace: Path, name: str) -> None:
    """In each way to name it: a piece of a robot has links, and yet is no robot."""
    put(workspace, "hand/urdf/base.xacro", f'<robot name="base" {XACRO}><link name="base"/></robot>')
    put(workspace, "hand/urdf/whole.xacro", f'<robot name="whole" {XACRO}><xacro:include filename="{name}"/></robot>')
    assert skipped(workspace)["hand/urdf/base.xacro"] == "part of hand/urdf/whole.xacro"


def test_a_part_of_several_files_names_the_nearest(workspace: Path) -> None:
    assert skipped(workspace)["hand/urdf/hand_macro.xacro"] == "part of hand/urdf/hand.urdf.xacro"


def test_a_file_that_is_left_out_still_has_parts(workspace: Path) -> None:
    found = survey(str(workspace), exclude=["hand.urdf.xacro", "cell*", "hand.urdf"])
    assert [each.path for each in found.entries] == []


@pytest.mark.parametrize(
    "text",
    [
        MACRO,
        MACRO.replace("<robot", '<robot name="hand"'),
        f'<robot {XACRO}><xacro:if value="1"><xacro:property name="a" value="1"/></xacro:if></robot>',
        f'<robot name="colours" {XACRO}><material name="red"><color rgba="1 0 0 1"/></material></robot>',
        f'<robot name="all" {XACRO}><xacro:include filename="hand_macro.xacro"/></robot>',
    ],
)
def test_macros_and_settings_alone_make_no_robot(workspace: Path, text: str) -> None:
    put(workspace, "hand/urdf/more.xacro", text)
    assert skipped(workspace)["hand/urdf/more.xacro"].startswith("part without links")
    assert skipped(workspace, "more.xacro") == {"hand/urdf/more.xacro": skipped(workspace)["hand/urdf/more.xacro"]}


def test_a_program_that_turns_out_to_make_no_link_is_no_failure(workspace: Path, tmp_path: Path) -> None:
    """The macro that is called makes no link."""
    macro = '<xacro:macro name="colours" params=""><material name="red"/></xacro:macro>'
    put(workspace, "hand/urdf/colours.xacro", f'<robot name="c" {XACRO}><link name="l"/></robot>')
    assert statuses(workspace, tmp_path / "out")["hand/urdf/colours.xacro"].startswith("converted")
    put(workspace, "hand/urdf/colours.xacro", f"<robot {XACRO}>{macro}<xacro:colours/></robot>")
    found = statuses(workspace, tmp_path / "out")
    assert found["hand/urdf/colours.xacro"].startswith("skipped part without links")
    assert found["hand/urdf/colours.sdf"].startswith("stale")


def test_settings_in_a_plain_file_are_a_part_and_a_robot_without_links_is_a_fault(tmp_path: Path) -> None:
    put(tmp_path, "src/colours.urdf", '<robot name="c"><material name="red"><color rgba="1 0 0 1"/></material></robot>')
    put(tmp_path, "src/empty.urdf", '<robot name="e"/>')
    found = results(tmp_path / "src", tmp_path / "out")
    assert [(name, each.status) for name, each in found.items()] == [("colours.urdf", "skipped"), ("empty.urdf", "failed")]


def test_files_that_include_each_other_do_not_vanish(tmp_path: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        put(tmp_path, f"{name}.xacro", f'<robot name="{name}" {XACRO}><xacro:include filename="{other}.xacro"/><link name="l"/></robot>')
    found = survey(str(tmp_path))
    assert ([each.path for each in found.entries], [each.path for each in found.skipped]) == (["a.xacro"], ["b.xacro"])


@pytest.mark.parametrize("name", ["$(find hand_description)/urdf/tip_$(arg kind).xacro", "../urdf/tip_$(arg kind).xacro"])
def test_a_part_under_a_computed_name_may_fail_by_itself(workspace: Path, tmp_path: Path, name: str) -> None:
    piece = '<joint name="j" type="fixed"><parent link="base"/><child link="tip"/></joint><link name="tip"/>'
    include = f'<xacro:arg name="kind" default="short"/><xacro:include filename="{name}"/>'
    put(workspace, "hand/urdf/tip_short.xacro", f'<robot name="tip" {XACRO}>{piece}</robot>')
    put(workspace, "hand/urdf/whole.xacro", f'<robot name="whole" {XACRO}><link name="base"/>{include}</robot>')
    found = statuses(workspace, tmp_path / "out")
    assert found["hand/urdf/tip_short.xacro"] == "skipped part of hand/urdf/whole.xacro, cannot be read by itself"
    assert found["hand/urdf/whole.xacro"].startswith("converted")


def test_a_file_of_mjcf_that_a_scene_includes_may_be_a_robot_or_a_part(tmp_path: Path) -> None:
    put(tmp_path, "lib/arm.xml", '<mujoco><worldbody><body name="arm"><geom size="1"/></body></worldbody></mujoco>')
    put(tmp_path, "lib/touch.xml", '<mujoco><contact><exclude body1="arm" body2="world"/></contact></mujoco>')
    put(tmp_path, "lib/scene.xml", '<mujoco><include file="arm.xml"/><include file="touch.xml"/></mujoco>')
    assert statuses(tmp_path / "lib", tmp_path / "out") == {
        "arm.xml": "converted arm.sdf",
        "scene.xml": "converted scene.sdf",
        "touch.xml": "skipped part of scene.xml, cannot be read by itself",
    }
    (tmp_path / "lib/scene.xml").unlink()
    assert statuses(tmp_path / "lib", tmp_path / "out")["touch.xml"].startswith("failed")


def test_a_program_without_its_arguments_is_one_failure_that_says_what_to_give(workspace: Path, tmp_path: Path) -> None:
    put(workspace, "hand/urdf/asks.xacro", f'<robot name="$(arg name)" {XACRO}><xacro:arg name="name"/><link name="l"/></robot>')
    found = results(workspace, tmp_path / "out")
    assert [name for name, each in found.items() if each.status == "failed"] == ["hand/urdf/asks.xacro"]
    assert "give --parameter name:=VALUE" in found["hand/urdf/asks.xacro"].error
    put(
        workspace,
        "hand/urdf/gives.xacro",
        f'<robot {XACRO}><xacro:arg name="name" default="n"/><xacro:include filename="asks.xacro"/></robot>',
    )
    assert statuses(workspace, tmp_path / "out")["hand/urdf/asks.xacro"] == "skipped part of hand/urdf/gives.xacro"


def test_programs_of_other_files_are_no_robots(workspace: Path) -> None:
    put(workspace, "hand/config/hand.srdf.xacro", f'<robot name="hand" {XACRO}><xacro:hand/></robot>')
    put(workspace, "hand/launch/start.xacro", "<launch/>")
    found = survey(str(workspace))
    assert not [each.path for each in found.entries if "config" in each.path or "launch" in each.path]
    assert {each.path: each.why for each in found.skipped}["hand/launch/start.xacro"] == "no scene: its outermost element is <launch>"


def test_each_checkout_finds_its_own_package(tmp_path: Path) -> None:
    """Packages of one name in several folders: the nearest counts."""
    for checkout in ("new", "old"):
        put(tmp_path, f"src/{checkout}/parts/package.xml", PACKAGE.format("parts"))
        put(tmp_path, f"src/{checkout}/parts/arm.xacro", f'<robot {XACRO}><link name="{checkout}"/></robot>')
        include = '<xacro:include filename="$(find parts)/arm.xacro"/>'
        put(tmp_path, f"src/{checkout}/more/cell/cell.xacro", f'<robot name="cell" {XACRO}>{include}</robot>')
    results(tmp_path / "src", tmp_path / "out")
    made = content(tmp_path / "out")
    assert {name: text.count(b'<link name="old">') for name, text in made.items()} == {
        "new/more/cell/cell.sdf": 0,
        "old/more/cell/cell.sdf": 1,
    }


def test_models_of_gazebo_in_a_package_are_found(tmp_path: Path) -> None:
    put(tmp_path, "src/pkg/models/crate/model.config", "<model><name>crate</name><sdf version='1.9'>model.sdf</sdf></model>")
    put(tmp_path, "src/pkg/models/crate/model.sdf", MODEL.format("crate"))
    world = '<sdf version="1.9"><world name="w"><include><uri>model://crate</uri></include></world></sdf>'
    put(tmp_path, "src/worlds/w.sdf", world)
    found = results(tmp_path / "src", tmp_path / "out", to="mjcf")
    assert {name: each.status for name, each in found.items()} == {"pkg/models/crate/model.sdf": "converted", "worlds/w.sdf": "converted"}
    assert b"crate" in content(tmp_path / "out")["worlds/w.xml"]
