"""Refused files, tolerated files, and the possible content of a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.converters.sdformat.reading import read, read_model, read_text

BODY = '<link name="a"/>'
FIXTURES = sorted(path for path in Path("fixtures/sdformat").rglob("*") if path.suffix in (".sdf", ".world"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('<sdf><model name="m"/></sdf>', "lacks the attribute version"),
        ("<mujoco/>", "outermost element is <mujoco>"),
        ('<robot name="r"/>', "URDF"),
        ('<sdf version="1.7"><model/></sdf>', 'lacks the attribute "name"'),
        ('<sdf version="1.7"><model name=""/></sdf>', "is empty"),
        ('<sdf version="1.8"><model name="m"><link name="a::b"/></model></sdf>', "::"),
        ('<sdf version="1.7"><model name="m"><pose relative_to="x">0 0 0 0 0 0</pose><link name="a"/></model></sdf>', "relative"),
        ('<sdf version="1.7"><model name="m"><link name="a"><pose>1 2 3</pose></link></model></sdf>', "3 values"),
        ('<sdf version="1.7"><model name="m"><static>yes</static><link name="a"/></model></sdf>', "neither true nor false"),
        ('<sdf version="1.7"><world name="w"><gravity>1, 2, 3</gravity></world></sdf>', "no number"),
    ],
)
def test_what_libsdformat_refuses_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(scenec.ScenecError, match=rf"scene\.sdf:1:\d+: .*{message}"):
        read_text(text)


def test_a_value_that_no_field_takes_is_checked_all_the_same() -> None:
    with pytest.raises(scenec.ScenecError, match="no number"):
        read_model(f"{BODY}".replace("/>", '><projector name="p"><fov>wide</fov></projector></link>'))


def test_negative_friction_is_refused() -> None:
    surface = "<surface><friction><ode><mu>-1</mu></ode></friction></surface>"
    with pytest.raises(scenec.ScenecError, match="at least 0"):
        read_model(f'<link name="a"><collision name="c"><geometry/>{surface}</collision></link>')


def test_numbers_are_read_as_leniently_as_the_reference_does() -> None:
    mass = read_model('<link name="a"><inertial><mass> 3kg </mass></inertial></link>').link("m::a").mass
    assert mass == 3


def test_the_first_of_two_counts_and_the_second_is_reported() -> None:
    result = read_model('<link name="a"><pose>1 0 0 0 0 0</pose><pose>2 0 0 0 0 0</pose></link>')
    assert result.link("m::a").pose[0] == 1
    assert "element-repeated-ineffective" in result.codes


def test_the_shape_is_chosen_by_kind_not_by_order() -> None:
    geometry = "<geometry><sphere><radius>2</radius></sphere><box><size>1 2 3</size></box></geometry>"
    assert read_model(f'<link name="a"><collision name="c">{geometry}</collision></link>').collision("m::a::c").type == "box"


def test_a_link_without_inertial_weighs_one_kilogram() -> None:
    link = read_model(BODY).link("m::a")
    assert (link.mass, link.inertia[0][0], link.com) == (1, 1, (0, 0, 0))


def test_implausible_inertia_is_reported_and_kept() -> None:
    inertia = "<inertia><ixx>1</ixx><iyy>1</iyy><izz>9</izz></inertia>"
    result = read_model(f'<link name="a"><inertial>{inertia}</inertial></link>')
    assert result.errors == {"sdf-link-inertia-refused"}
    assert result.link("m::a").inertia[2][2] == 9


def test_a_second_model_in_a_file_is_an_error_and_left_out() -> None:
    result = read(f'<model name="m">{BODY}</model><model name="n">{BODY}</model>')
    assert result.errors == {"root-element-repeated-invalid"}
    assert [link.path for link in result.physics.links] == ["m::a"]


def test_an_unknown_version_is_an_error_and_read_as_the_newest() -> None:
    assert read_model(BODY, "1.13").errors == {"sdformat-version-invalid"}


def test_blanks_before_the_xml_declaration_are_tolerated_with_a_note() -> None:
    result = read_text(f'\n<?xml version="1.0"?><sdf version="1.7"><model name="m">{BODY}</model></sdf>')
    assert (result.codes, len(result.physics.links)) == ({"xml-tolerated"}, 1)


def test_xml_that_only_libsdformat_reads_is_read_with_a_note() -> None:
    result = read_text('<sdf version="1.7"><model name="R & D"canonical_link="a"><link name="a"/></model></sdf>')
    assert [(each.code, each.source and each.source.column) for each in result.findings] == [("xml-tolerated", 35), ("xml-tolerated", 39)]
    assert [link.path for link in result.physics.links] == ["R & D::a"]


def test_the_dialect_of_2012_is_read_with_one_note() -> None:
    result = read_text(
        '<gazebo version="1.2"><model name="m"><link name="a"/><link name="b"><pose>0 0 1 0 0 1.5707963267948966</pose></link>'
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz></axis></joint></model></gazebo>'
    )
    assert [(finding.code, finding.level) for finding in result.findings] == [("sdformat-root-kept", "note")]
    assert result.joint("m::j").axes[0].axis == pytest.approx((1, 0, 0), abs=1e-12)


def test_the_attributes_of_the_first_version_are_the_elements_of_later_ones() -> None:
    result = read_text(
        '<gazebo version="1.0"><model name="m" static="0"><origin pose="0 0 2 0 0 0"/>'
        '<link name="a" gravity="0"><inertial mass="3"><inertia ixx="1" iyy="2" izz="2.5" ixy="0" ixz="0" iyz="0"/></inertial>'
        '<collision name="c"><geometry><box size="1 2 3"/></geometry></collision>'
        '<visual name="v"><origin pose="0 1 0 0 0 0"/><geometry><sphere radius="0.5"/></geometry>'
        '<material><diffuse rgba="1 0 0 1"/></material></visual></link><link name="b"/>'
        '<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 1 0"><limit lower="-1" upper="2"/></axis></joint>'
        "</model></gazebo>"
    )
    link, (axis,) = result.link("m::a"), result.joint("m::j").axes
    assert {finding.level for finding in result.findings} == {"note"}
    assert (link.mass, link.pose[2], link.inertia[2][2], link.visuals[0].pose[1]) == (3, 2, 2.5, 1)
    assert (link.collisions[0].size, link.visuals[0].color) == ({"x": 1, "y": 2, "z": 3}, (1, 0, 0, 1))
    assert (axis.axis, axis.lower, axis.upper) == ((0, 1, 0), -1, 2)


def test_gravity_moves_from_the_engine_to_the_world() -> None:
    old = '<world name="w"><physics type="ode"><gravity>0 0 -1.6</gravity><update_rate>100</update_rate></physics></world>'
    assert read(old, "1.3").physics.gravity == (0, 0, -1.6)
    assert read(old, "1.3").scene.worlds[0].profiles[0].update_rate == 100
    assert read('<world name="w"/>').physics.gravity == (0, 0, -9.8)


def test_an_unknown_element_is_kept_with_a_note_that_names_a_near_one() -> None:
    result = read_model('<link name="a"><sensor name="s" type="imu"><alwayson>1</alwayson></sensor></link>')
    assert [(finding.code, finding.hint) for finding in result.findings] == [("element-misspelt", "Did you mean <always_on>?")]
    assert [extra.key for extra in result.scene.links[0].sensors[0].extras] == ["alwayson"]


def test_custom_elements_and_attributes_are_kept_without_a_word() -> None:
    result = read('<model name="m" own:kind="x"><link name="a"><own:note a="1">text</own:note></link></model>', '1.7" xmlns:own="urn:own')
    assert result.findings == []
    assert [extra.key for extra in result.scene.links[0].extras] == ["own:note"]
    assert [extra.key for extra in result.scene.models[0].extras] == ["@own:kind"]


def test_an_unknown_attribute_is_kept_with_a_note_that_names_a_near_one() -> None:
    result = read_model('<link name="a"><pose relativeto="__model__">1 0 0 0 0 0</pose></link>')
    assert [(finding.code, finding.hint) for finding in result.findings] == [("attribute-misspelt", "Did you mean relative_to?")]
    assert [extra.key for extra in result.scene.links[0].extras] == ["pose@relativeto"]


@pytest.mark.parametrize(("inner", "level"), [("true", "note"), ("false", "warning")])
def test_models_nested_in_a_static_model_are_static(inner: str, level: str) -> None:
    result = read_model(f'<static>true</static><model name="n"><static>{inner}</static><link name="a"/></model>')
    assert result.link("m::n::a").static
    assert [(finding.code, finding.level) for finding in result.findings] == [("model-static-ineffective", level)]


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.stem)
def test_of_a_large_file_whose_tree_is_given_up_the_report_says_the_same(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = scenec.convert(path, tmp_path / "kept.scene")
    for number in ("converters.sdformat.read.scene.LARGE", "converters.sdformat.read.model.MANY"):
        monkeypatch.setattr(f"scenec.{number}", 0)
    for number in ("_PIECE", "_FOLDED"):
        monkeypatch.setattr(f"scenec.syntax.xml_plain.{number}", 50)
    given_up = scenec.convert(path, tmp_path / "given_up.scene")
    assert given_up.findings == kept.findings
    assert list(given_up.ledger) == list(kept.ledger)


@pytest.mark.parametrize("inside", ["<!-- c -->", "<b/>", "<![CDATA[ ]]>"])
def test_a_number_with_something_inside_is_cut_off_there_as_for_libsdformat(inside: str, tmp_path: Path) -> None:
    path = tmp_path / "a.sdf"
    path.write_text(f'<sdf version="1.7"><model name="m"><link name="a"><pose>0 0 1 {inside} 0 0 0</pose></link></model></sdf>')
    with pytest.raises(scenec.ReadError, match="expected 6 numbers"):
        scenec.read(path)
    path.write_text(f'<sdf version="1.7"><model name="m"><link name="a"><inertial><mass>1{inside}2</mass></inertial></link></model></sdf>')
    scene, report = scenec.read(path)
    assert scene.links[0].inertial is not None and scene.links[0].inertial.mass == 1
    assert "xml-tolerated" in {finding.code for finding in report.findings}


def test_the_declared_encoding_is_ignored_as_by_libsdformat(tmp_path: Path) -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?><sdf version="1.7"><model name="fünf"><link name="a"/></model></sdf>'
    (tmp_path / "a.sdf").write_bytes(text.encode())
    assert scenec.read(tmp_path / "a.sdf")[0].models[0].name == "fünf"
    (tmp_path / "a.sdf").write_bytes(text.encode("latin-1"))
    assert scenec.read(tmp_path / "a.sdf")[0].models[0].name == "fünf"
