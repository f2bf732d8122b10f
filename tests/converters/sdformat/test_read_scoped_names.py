"""Flat names of old worlds: ``arm::hand`` becomes a link of a nested model, and everything stays where it was."""

from __future__ import annotations

from tests.converters.sdformat.reading import Read, read

ARM = (
    '<link name="base"/>'
    '<frame name="arm::__model__" attached_to="arm::upper"><pose relative_to="__model__">0 0 1 0 0 0</pose></frame>'
    '<link name="arm::upper"><pose relative_to="arm::__model__">1 0 0 0 0 0</pose></link>'
    '<link name="arm::hand::palm"><pose relative_to="arm::upper">0 1 0 0 0 0</pose></link>'
    '<joint name="arm::j" type="fixed"><parent>arm::upper</parent><child>arm::hand::palm</child></joint>'
    '<joint name="mount" type="fixed"><parent>base</parent><child>arm::upper</child></joint>'
)


def read_robot(content: str, version: str = "1.7") -> Read:
    return read(f'<world name="w"><model name="r">{content}</model></world>', version)


def test_names_become_nested_models_that_outer_references_still_reach() -> None:
    result = read_robot(ARM)
    assert [model.name for model in result.scene.models] == ["r", "arm"]
    assert [link.path for link in result.physics.links] == ["r::base", "r::arm::upper", "r::arm::hand::palm"]
    assert result.link("r::arm::upper").pose[:3] == (1, 0, 1)
    assert result.link("r::arm::hand::palm").pose[:3] == (1, 1, 1)
    assert result.joint("r::mount").child == "r::arm::upper"
    assert result.errors == set()


def test_a_group_that_refers_to_what_is_outside_stays_flat() -> None:
    result = read_robot('<link name="base"/><link name="arm::upper"><pose relative_to="base">1 0 0 0 0 0</pose></link>')
    assert [model.name for model in result.scene.models] == ["r"]
    assert result.link("r::arm::upper").pose[:3] == (1, 0, 0)


def test_a_group_placed_without_a_frame_stands_in_the_model_around_as_for_libsdformat() -> None:
    """The frame is attached to a link that is posed in it: a circle, if the pose were taken to be in that link."""
    result = read_robot(ARM.replace('<pose relative_to="__model__">0 0 1', "<pose>0 0 1"))
    assert [model.name for model in result.scene.models] == ["r", "arm"]
    assert result.link("r::arm::upper").pose[:3] == (1, 0, 1)
    assert result.errors == set()


def test_a_group_placed_in_another_frame_keeps_the_names_of_its_shapes_and_sensors() -> None:
    content = ARM.replace("</link>", '<visual name="arm::v"><geometry><empty/></geometry></visual><sensor name="s" type="imu"/></link>')
    content = (
        content.replace('<pose relative_to="__model__">', '<pose relative_to="mark">')
        + '<frame name="mark"><pose>0 0 5 0 0 0</pose></frame>'
    )
    upper = read_robot(content).link("r::arm::upper")
    assert upper.pose[:3] == (1, 0, 6)
    assert [sensor.path for sensor in upper.sensors] == ["r::arm::upper::s"]
