"""Values in hand-written SDFormat files that Gazebo or Drake refuse, ignore or show differently."""

from __future__ import annotations

import pytest

from scenec.conversion import read_source
from scenec.converters.format import LintRequest, ReadOptions
from scenec.converters.sdformat.lints_values import lints
from scenec.ir.check import Problem

TWO = '<link name="a"/><link name="b"/>'
HINGE = '<joint name="{}" type="{}"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>{}</axis>{}</joint>'
SHAPE = '<link name="a"><{0} name="s"><geometry>{1}</geometry>{2}</{0}></link>'
BALL = "<sphere><radius>1</radius></sphere>"
ROD = {
    "ixx": "6.157479698735043",
    "iyy": "3.7476353011141144",
    "izz": "4.094885000150843",
    "ixy": "-1.6553498983383692",
    "ixz": "-1.564486613839268",
    "iyz": "-3.073840183176944",
}


def problems(content: str) -> list[Problem]:
    """Those of a model, and of what stands behind it in its world."""
    model, _, behind = content.partition("|")
    text = f'<sdf version="1.7"><world name="w"><model name="m">{model}</model>{behind}</world></sdf>'
    origin = read_source(text.encode(), "sdformat", None, "w.sdf", ReadOptions())
    found = list(lints(LintRequest(origin.scene, origin.result.version, origin.ledger, None, lambda path: b"")))
    assert all(problem.origin is not None for problem in found)
    return found


CASES = [
    ("sdf-joint-fixed-in-dart", "warning", TWO + HINGE.format("j", "revolute2", "", "<axis2><xyz>1 0 0</xyz></axis2>")),
    ("sdf-joint-fixed-in-dart", "warning", TWO + HINGE.format("j", "gearbox", "", "<axis2><xyz>1 0 0</xyz></axis2>")),
    ("sdf-initial-position", "warning", TWO + HINGE.format("j", "revolute", "<initial_position>1</initial_position>", "")),
    ("sdf-damping-negative", "error", TWO + HINGE.format("j", "revolute", "<dynamics><damping>-1</damping></dynamics>", "")),
    ("sdf-joints-between-two-links", "warning", TWO + HINGE.format("j", "revolute", "", "") + HINGE.format("k", "revolute", "", "")),
    ("sdf-universal-axes", "warning", TWO + HINGE.format("j", "universal", "", "<axis2><xyz>0 1 1</xyz></axis2>")),
    ("sdf-half-metal", "note", SHAPE.format("visual", BALL, "<material><pbr><metal><roughness>1</roughness></metal></pbr></material>")),
    (
        "sdf-bounce-without-threshold",
        "warning",
        SHAPE.format("collision", BALL, "<surface><bounce><restitution_coefficient>0.5</restitution_coefficient></bounce></surface>"),
    ),
    ("sdf-relative-uri", "note", SHAPE.format("visual", "<mesh><uri>meshes/a.obj</uri></mesh>", "")),
    ("sdf-spot-without-opening", "warning", TWO + '|<light name="l" type="spot"><direction>0 0 -1</direction></light>'),
    (
        "sdf-state-angles",
        "warning",
        TWO + '|<state world_name="w"><model name="m"><joint name="j"><angle axis="0">1</angle></joint></model></state>',
    ),
]


@pytest.mark.parametrize(("code", "level", "content"), CASES, ids=[f"{code}-{i}" for i, (code, *_) in enumerate(CASES)])
def test_a_fault_is_found_where_it_stands(code: str, level: str, content: str) -> None:
    (problem,) = problems(content)
    assert (problem.code, problem.level) == (code, level)


def test_inertia_that_libsdformat_refuses_for_its_own_rounding() -> None:
    """A rod of 7 kg m^2, turned: libsdformat 12.3 refuses it."""
    moments = "".join(f"<{tag}>{text}</{tag}>" for tag, text in ROD.items())
    (problem,) = problems(f'<link name="a"><inertial><mass>1</mass><inertia>{moments}</inertia></inertial></link>')
    assert (problem.code, problem.level) == ("sdf-inertia-rounding", "error")


@pytest.mark.parametrize(
    "content",
    [
        TWO + HINGE.format("j", "universal", "", "<axis2><xyz>1 0 0</xyz></axis2>"),
        SHAPE.format("visual", BALL, "<material><pbr><metal><metalness>0</metalness></metal></pbr></material>"),
        SHAPE.format("visual", "<mesh><uri>model://m/a.obj</uri></mesh>", ""),
        TWO + '|<light name="l" type="spot"><spot><outer_angle>1</outer_angle></spot></light>',
        '<link name="a"/><plugin name="p" filename="p.so"><uri>a.obj</uri><initial_position>1</initial_position></plugin>',
    ],
)
def test_what_is_right_is_not_blamed(content: str) -> None:
    assert not problems(content)


def test_relative_references_are_one_problem_a_file() -> None:
    mesh = "<geometry><mesh><uri>{}.obj</uri></mesh></geometry>"
    visuals = "".join(f'<visual name="{name}">{mesh.format(name)}</visual>' for name in "abc")
    (problem,) = problems(f'<link name="l">{visuals}</link>')
    assert problem.value == "a.obj and 2 more"
