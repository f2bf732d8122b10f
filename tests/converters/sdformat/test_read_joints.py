"""Joints: whose frame an axis is in, by version; limits; and joints that cannot be."""

from __future__ import annotations

import pytest

import scenec
from tests.converters.sdformat.reading import read_model

LINKS = '<link name="a"/><link name="b"><pose>1 2 3 0 0 1.5707963267948966</pose></link>'


def hinge(inside: str = "", axis: str = "<xyz>1 0 0</xyz>", ends: str = "<parent>a</parent><child>b</child>") -> str:
    return f'{LINKS}<joint name="j" type="revolute">{inside}{ends}<axis>{axis}</axis></joint>'


@pytest.mark.parametrize(
    ("version", "flag", "axis"),
    [
        ("1.4", "", (1, 0, 0)),
        ("1.5", "", (0, 1, 0)),
        ("1.6", "<use_parent_model_frame>1</use_parent_model_frame>", (1, 0, 0)),
        ("1.6", "<use_parent_model_frame>tRUE</use_parent_model_frame>", (0, 1, 0)),
        ("1.7", "", (0, 1, 0)),
        ("1.7", "<use_parent_model_frame>1</use_parent_model_frame>", (0, 1, 0)),
        ("1.12", "", (0, 1, 0)),
    ],
)
def test_the_frame_of_an_axis_depends_on_the_version(version: str, flag: str, axis: tuple[float, ...]) -> None:
    joint = read_model(hinge(axis=f"<xyz>1 0 0</xyz>{flag}"), version).joint("m::j")
    assert joint.axes[0].axis == pytest.approx(axis, abs=1e-12)
    assert joint.anchor == pytest.approx((1, 2, 3))


def test_joints_of_nested_models_keep_their_own_frame_even_in_1_4() -> None:
    joint = read_model(f'<model name="n">{hinge()}</model>', "1.4").joint("m::n::j")
    assert joint.axes[0].axis == pytest.approx((0, 1, 0), abs=1e-12)


def test_an_axis_may_be_expressed_in_another_frame() -> None:
    joint = read_model(hinge('<pose relative_to="a">0 0 9 0 0 0</pose>', '<xyz expressed_in="a">1 0 0</xyz>')).joint("m::j")
    assert joint.anchor == pytest.approx((0, 0, 9))
    assert joint.axes[0].axis == pytest.approx((1, 0, 0), abs=1e-12)


def test_no_limit_is_written_in_many_ways() -> None:
    limits = "<limit><lower>-1e16</lower><upper>inf</upper><effort>-1</effort><velocity>-1</velocity></limit>"
    axis = read_model(hinge(axis=f"<xyz>0 0 1</xyz>{limits}")).joint("m::j").axes[0]
    assert (axis.lower, axis.upper, axis.effort, axis.velocity) == (None, None, None, None)


def test_the_old_pitch_of_a_screw_is_radians_per_metre_left_handed() -> None:
    joint = f'{LINKS}<joint name="j" type="screw"><parent>a</parent><child>b</child><thread_pitch>-10</thread_pitch></joint>'
    assert read_model(joint).joint("m::j").pitch == pytest.approx(0.6283185307)


def test_a_joint_without_an_end_refuses_the_file() -> None:
    with pytest.raises(scenec.ScenecError, match=r"scene\.sdf:2:\d+: <joint> lacks <child>"):
        read_model(hinge(ends="<parent>a</parent>"))


@pytest.mark.parametrize(
    ("ends", "code"),
    [
        ("<parent>a</parent><child>nobody</child>", "joint-end-invalid"),
        ("<parent>a</parent><child>world</child>", "joint-child-world-invalid"),
        ("<parent>a</parent><child>a</child>", "joint-ends-equal-invalid"),
        ("<parent>j</parent><child>j</child>", "frame-circle-invalid"),
    ],
)
def test_a_joint_that_cannot_be_is_left_out_with_an_error(ends: str, code: str) -> None:
    result = read_model(hinge(ends=ends) + '<frame name="f"><pose relative_to="j"/></frame>')
    assert (result.errors, result.physics.joints) == ({code}, ())


def test_a_joint_of_an_unknown_type_is_left_out_with_an_error() -> None:
    result = read_model(hinge().replace("revolute", "planar"))
    assert (result.errors, result.physics.joints) == ({"joint-type-invalid"}, ())


def test_types_are_read_in_any_case() -> None:
    assert read_model(hinge().replace("revolute", "Revolute")).joint("m::j").type == "revolute"


def test_before_1_7_a_joint_called_like_its_link_is_renamed() -> None:
    clash = '<link name="a"/><link name="b"/><joint name="b" type="fixed"><parent>a</parent><child>b</child></joint>'
    old, new = read_model(clash, "1.6"), read_model(clash, "1.7")
    assert (old.joint("m::b_joint").child, old.errors) == ("m::b", set())
    assert "name-ambiguous-invalid" in new.errors
