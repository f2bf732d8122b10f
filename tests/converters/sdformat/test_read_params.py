"""Changes that an include makes inside its model: what libsdformat's parameter passing does with <experimental:params>."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.converters.sdformat.reading import Read, read_file

LAMP = (
    '<sdf version="1.8"><model name="lamp"><link name="foot"><inertial><mass>2</mass></inertial>'
    '<visual name="disc"><geometry><cylinder><radius>0.1</radius><length>0.02</length></cylinder></geometry></visual></link>'
    "<include><uri>bulb.sdf</uri></include></model></sdf>"
)
BULB = (
    '<sdf version="1.8"><model name="bulb"><link name="glass"><pose>0 0 0.5 0 0 0</pose>'
    '<sensor name="eye" type="camera"><update_rate>30</update_rate></sensor></link></model></sdf>'
)


def read_lamp(folder: Path, params: str) -> Read:
    (folder / "lamp.sdf").write_text(LAMP)
    (folder / "bulb.sdf").write_text(BULB)
    (folder / "room.sdf").write_text(
        '<sdf version="1.8"><world name="w"><include><uri>lamp.sdf</uri>'
        f"<experimental:params>{params}</experimental:params></include></world></sdf>"
    )
    return read_file(folder / "room.sdf")


def test_an_element_is_added_below_the_one_named(tmp_path: Path) -> None:
    geometry = "<geometry><sphere><radius>0.3</radius></sphere></geometry>"
    result = read_lamp(tmp_path, f'<collision element_id="bulb::glass" name="hull" action="add">{geometry}</collision>')
    assert result.errors == set()
    assert [shape.size for shape in result.link("lamp::bulb::glass").collisions] == [{"radius": 0.3}]


def test_a_link_is_added_to_the_model_itself(tmp_path: Path) -> None:
    result = read_lamp(tmp_path, '<link element_id="" name="shade" action="add"><pose>0 0 1 0 0 0</pose></link>')
    assert result.link("lamp::shade").pose[2] == 1


def test_a_part_is_not_found_by_a_name_of_one_character(tmp_path: Path) -> None:
    """As by libsdformat 12.3, which finds it below another one."""
    lamp, short = LAMP, LAMP.replace('name="foot"', 'name="f"')
    assert lamp != short
    (tmp_path / "lamp.sdf").write_text(short)
    (tmp_path / "bulb.sdf").write_text(BULB)
    params = '<experimental:params><visual element_id="f::disc" action="remove"/></experimental:params>'
    room = f'<sdf version="1.8"><world name="w"><include><uri>lamp.sdf</uri>{params}</include></world></sdf>'
    (tmp_path / "room.sdf").write_text(room)
    result = read_file(tmp_path / "room.sdf")
    assert len(result.link("lamp::f").visuals) == 1
    assert "include-parameter-invalid" in result.codes


def test_an_element_is_removed(tmp_path: Path) -> None:
    result = read_lamp(tmp_path, '<visual element_id="foot::disc" action="remove"/>')
    assert (result.link("lamp::foot").visuals, result.errors) == ((), set())


def test_an_element_is_replaced(tmp_path: Path) -> None:
    sphere = "<geometry><sphere><radius>0.3</radius></sphere></geometry>"
    result = read_lamp(tmp_path, f'<visual element_id="foot::disc" name="ball" action="replace">{sphere}</visual>')
    assert [(shape.path, shape.size) for shape in result.link("lamp::foot").visuals] == [("lamp::foot::ball", {"radius": 0.3})]


def test_values_are_modified_where_they_stand(tmp_path: Path) -> None:
    result = read_lamp(tmp_path, '<link element_id="foot" action="modify"><inertial><mass>7</mass></inertial></link>')
    assert (result.link("lamp::foot").mass, result.errors) == (7, set())
    assert {"include-override-ineffective"} == result.codes  # the 2 kg of the included file


def test_children_may_have_actions_of_their_own(tmp_path: Path) -> None:
    params = (
        '<sensor element_id="bulb::glass::eye"><update_rate action="modify">5</update_rate><always_on action="add">1</always_on></sensor>'
        '<visual element_id="foot::disc"><geometry action="replace"><sphere><radius>0.3</radius></sphere></geometry></visual>'
    )
    result = read_lamp(tmp_path, params)
    (eye,) = next(link for link in result.scene.links if link.name == "glass").sensors
    assert (eye.update_rate, eye.always_on, result.errors) == (5, True, set())
    assert [shape.size for shape in result.link("lamp::foot").visuals] == [{"radius": 0.3}]


@pytest.mark.parametrize(
    "params",
    [
        '<visual action="remove"/>',
        '<visual element_id="foot::" action="remove"/>',
        '<visual element_id="foot::disc" action="paint"/>',
        '<visual element_id="foot::nothing" action="remove"/>',
        '<visual element_id="foot" action="add"/>',
        '<visual element_id="foot" name="disc" action="add"/>',
        '<chair element_id="foot" name="c" action="add"/>',
        '<plugin element_id="foot" name="p" action="add"/>',
        '<link element_id="foot"><gravity>0</gravity></link>',
        '<link element_id="foot"><gravity action="modify">0</gravity></link>',
        '<link element_id="foot" action="modify"><inertial><mass>heavy</mass></inertial></link>',
    ],
)
def test_what_cannot_be_done_is_an_error_and_the_model_stays(tmp_path: Path, params: str) -> None:
    result = read_lamp(tmp_path, params)
    assert result.errors == {"include-parameter-invalid"}
    assert len(result.link("lamp::foot").visuals) == 1
