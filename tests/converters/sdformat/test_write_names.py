"""Names: unique among all siblings, none reserved, and every reference follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import scenec
from scenec import ir
from scenec.converters.sdformat.names import escaped, unescaped
from tests.converters.sdformat.writing import joint, link, pose, scene, write


@pytest.mark.parametrize(
    ("name", "legal"),
    [
        ("arm", "arm"),
        ("left arm", "left arm"),
        ("a::b", "a%3A%3Ab"),
        ("world", "%77orld"),
        ("__model__", "%5F_model__"),
        ("____", "%5F___"),
        ("World", "World"),
        ("_x_", "_x_"),
        ("50%", "50%"),
        ("%3A", "%253A"),
        (" x", "%20x"),
        ("größe", "größe"),
    ],
)
def test_reserved_names_are_escaped(name: str, legal: str) -> None:
    assert escaped(name) == legal
    assert unescaped(legal) == name


@given(st.one_of(st.text(min_size=1), st.from_regex(r"(::|%[0-9A-F]{2}|__|world| )+", fullmatch=True)))
def test_escaping_is_reversible_and_legal(name: str) -> None:
    legal = escaped(name)
    assert unescaped(legal) == name
    assert "::" not in legal and legal != "world" and legal == legal.strip()
    assert not (len(legal) >= 4 and legal.startswith("__") and legal.endswith("__"))


def test_a_link_and_a_joint_of_one_name_are_distinguished_and_references_follow() -> None:
    head = link("b", relative_to="j", name="neck")
    out = write(scene(link("a"), head, joint("j", "a", "b", name="neck", relative_to="a", pose=pose(1.0))))
    assert out.attribute(".//joint", "name") == "neck_2" and out.text(".//joint/child") == "neck"
    assert out.attribute(".//link[@name='neck']/pose", "relative_to") == "neck_2"
    finding = out.finding("name-made-unique")
    assert (finding.value, finding.target, finding.category) == ("neck", "neck_2", "naming")


def test_escaped_names_are_reported_and_references_follow() -> None:
    out = write(scene(link("a", name="arm::left"), link("b"), joint("j", "a", "b")))
    assert out.text(".//joint/parent") == "arm%3A%3Aleft"
    assert (out.finding("name-escaped").value, out.finding("name-escaped").target) == ("arm::left", "arm%3A%3Aleft")


def test_what_has_no_name_gets_the_formats_own() -> None:
    shapes = (ir.Collision(geometry=ir.Sphere(radius=1.0)), ir.Collision(geometry=ir.Sphere(radius=2.0)))
    out = write(scene(link("a", name=None, collisions=shapes), link("b", name=None)))
    assert out.attributes(".//link", "name") == ["link", "link_2"]
    assert out.attributes(".//collision", "name") == ["collision", "collision_2"]
    assert out.codes == {"name-defaulted"}


def test_nothing_in_a_link_shares_a_name_as_gazebos_check_demands_and_sensors_keep_theirs() -> None:
    ball = ir.Sphere(radius=1.0)
    shaped = link(
        "a",
        collisions=(ir.Collision(name="x", geometry=ball), ir.Collision(name="eye", geometry=ball)),
        visuals=(ir.Visual(name="x", geometry=ball), ir.Visual(name="x", geometry=ball)),
        sensors=(ir.Sensor(name="eye", type="camera"),),
    )
    out = write(scene(shaped))
    assert out.attributes(".//collision", "name") == ["x", "eye_2"]
    assert out.attributes(".//visual", "name") == ["x_2", "x_3"]
    assert out.attributes(".//sensor", "name") == ["eye"]
    findings = [finding for finding in out.findings if finding.code == "shape-name-made-unique"]
    assert (len(findings), len({finding.target for finding in findings})) == (3, 1), "one finding of a report speaks of them all"


def test_things_of_the_world_share_one_set_of_names() -> None:
    out = write(scene(ir.Model(id="m", name="x"), ir.Model(id="n", name="x"), lights=(ir.Light(name="x", type="point"),)))
    assert out.attributes("world/model", "name") == ["x", "x_2"] and out.attribute("world/light", "name") == "x_3"


# ---------------------------------------------------------------- nested models


def nested() -> ir.Scene:
    models = (ir.Model(id="m", name="m"), ir.Model(id="n", name="inner", parent="m", pose=pose(1.0)))
    parts = (link("a"), link("b", "n", name="a", pose=pose(0.0, 2.0)), joint("j", "a", "b", "fixed"))
    return scene(*models, *parts)


@pytest.mark.parametrize("version", ["1.5", "1.7", "1.12"])
def test_models_nest_and_refer_inwards(version: str) -> None:
    out = write(nested(), version)
    assert out.text("model/model/pose") == "1 0 0 0 0 0" and out.text("model/model/link/pose") == "0 2 0 0 0 0"
    assert out.text(".//joint/child") == "inner::a"
    assert not out.findings


def test_1_4_cannot_nest_so_names_get_a_prefix_and_poses_are_resolved() -> None:
    out = write(nested(), "1.4")
    assert not out.has("model/model")
    assert out.attributes("model/link", "name") == ["a", "inner_a"]
    assert out.text("model/link[2]/pose") == "1 2 0 0 0 0" and out.text(".//joint/child") == "inner_a"


def test_flattening_on_request() -> None:
    out = write(nested(), flatten=True)
    assert out.attributes("model/link", "name") == ["a", "inner_a"] and out.text("model/link[2]/pose") == "1 2 0 0 0 0"


def test_the_canonical_link_is_named_unless_it_is_the_first() -> None:
    for canonical, written in (("a", None), ("b", "b")):
        out = write(scene(ir.Model(id="m", name="m", canonical_link=canonical), link("a"), link("b")))
        assert out.attribute("model", "canonical_link") == written and not out.findings


def test_a_thousand_nested_models_need_no_recursion() -> None:
    models = [ir.Model(id="m0", name="m")]
    models += [ir.Model(id=f"m{i}", name="m", parent=f"m{i - 1}", pose=pose(1.0)) for i in range(1, 900)]
    out = write(scene(*models, link("a", "m899")))
    assert len(out.texts(".//model")) == 900


def test_grippers_name_their_links() -> None:
    gripper = ir.Gripper(name="g", model="m", palm="a", fingers=("b",), attach_steps=5)
    out = write(scene(link("a"), link("b"), grippers=(gripper,)))
    assert [out.text(f".//gripper/{tag}") for tag in ("palm_link", "gripper_link", "grasp_check/attach_steps")] == ["a", "b", "5"]


@pytest.mark.findings("joint-fixed-framed", "link-mass-implausible")
def test_parts_without_a_name_are_called_as_reports_call_them(tmp_path: Path) -> None:
    """A frame replaces the first of two joints, and the second is no other joint for that."""
    solid = '<body pos="{x} 0 0"><geom type="box" size=".1 .2 .3" mass="1"/></body>'
    source = tmp_path / "thing.xml"
    source.write_text(f"<mujoco><worldbody><body><freejoint/>{solid.format(x=1)}{solid.format(x=2)}</body></worldbody></mujoco>")
    report = scenec.convert(source, tmp_path / "thing.sdf")
    assert [each.subject for each in report.findings if each.code == "joint-fixed-framed"] == ["model::joint"]
    assert '<joint name="joint_2" type="fixed">' in (tmp_path / "thing.sdf").read_text()
