"""Masses: what a body weighs, where, and how it resists turning."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader

ReadBody = Callable[..., ir.Link]


def inertial_of(link: ir.Link) -> ir.Inertial:
    assert link.inertial
    return link.inertial


@pytest.mark.parametrize(
    ("mass", "tensor"),
    [
        ('<BoxMass value="12kg" width="2" height="3" depth="1"/>', (13.0, 10.0, 5.0)),  # x is the depth, y the width
        ('<SphereMass value="5kg" radius="2"/>', (8.0, 8.0, 8.0)),
        ('<CylinderMass value="12kg" radius="1" height="2"/>', (7.0, 7.0, 6.0)),
        ('<CapsuleMass value="5kg" radius="1" height="2"/>', (2.0, 2.0, 2.0)),  # nothing between the caps: a ball
    ],
)
def test_solids_are_uniform_and_centred(read_body: ReadBody, mass: str, tensor: tuple[float, ...]) -> None:
    inertial = inertial_of(read_body(mass))
    assert inertial.pose is None
    assert inertial.inertia
    assert inertial.inertia.entries == pytest.approx((*tensor, 0.0, 0.0, 0.0))


def test_an_inertia_matrix_is_about_the_origin_of_its_frame(read_body: ReadBody) -> None:
    """2 kg at (1, 2, 3): the parallel axis term is part of what the file says."""
    matrix = '<InertiaMatrixMass value="2kg" x="1" y="2" z="3" ixx="30" iyy="25" izz="15" ixy="-4" ixz="-6" iyz="-12"/>'
    inertial = inertial_of(read_body(matrix))
    assert inertial.pose == ir.Pose((1.0, 2.0, 3.0))
    assert inertial.inertia == ir.Inertia(4.0, 5.0, 5.0)


def test_an_inertia_matrix_at_its_origin_keeps_every_digit(read_body: ReadBody) -> None:
    matrix = (
        '<InertiaMatrixMass value="1049.56g" ixx="5062341.69g*mm^2" iyy="4880133.93g*mm^2" izz="1610302.24g*mm^2" ixy="14311.60g*mm^2"/>'
    )
    assert inertial_of(read_body(matrix)).inertia == ir.Inertia(0.00506234169, 0.00488013393, 0.00161030224, 0.0000143116)


def test_one_placed_mass_is_turned_by_its_pose_and_not_by_its_tensor(read_body: ReadBody) -> None:
    turned = '<BoxMass value="12kg" width="2" height="3" depth="1"><Translation x="1"/><Rotation z="90degree"/></BoxMass>'
    inertial = inertial_of(read_body(turned))
    assert inertial.pose
    assert inertial.pose.position == (1.0, 0.0, 0.0)
    assert inertial.pose.rotation.to_rpy()[2] == pytest.approx(1.5707963267948966)
    assert inertial.inertia == ir.Inertia(13.0, 10.0, 5.0)


def test_all_masses_add_up_also_nested_ones(read_body: ReadBody) -> None:
    """Two points in the end: 1 kg at x = -1 and 3 kg at x = +1, so the centre is at 0.5 and they resist with 3 kg m^2."""
    tiny = 'ixx="0" iyy="0" izz="0"'
    heavy = f'<InertiaMatrixMass value="3kg" {tiny}><Translation x="1"/></InertiaMatrixMass>'
    inertial = inertial_of(
        read_body(
            f'<InertiaMatrixMass value="1kg" {tiny}><Translation x="-1"/><Mass><Translation x="1"/>{heavy}</Mass></InertiaMatrixMass>'
        )
    )
    assert inertial.mass == 4.0
    assert inertial.pose == ir.Pose((0.5, 0.0, 0.0))
    assert inertial.inertia == ir.Inertia(0.0, 3.0, 3.0)


def test_an_empty_mass_satisfies_simrobot_and_weighs_nothing(read_body: ReadBody) -> None:
    assert inertial_of(read_body("<Mass/>")).mass == 0.0


def test_where_nothing_stands_does_not_matter_and_is_reported(read_scene: Reader) -> None:
    result = read_scene(f'<Body name="b"><Mass><Translation x="5"/></Mass>{MASS}</Body>')
    assert inertial_of(result.link("b")).pose is None
    assert result.codes() == ["mass-ineffective"]


def test_a_body_needs_a_mass(read_scene: Reader) -> None:
    with pytest.raises(ReadError, match=r'4:2: Expected one of the elements "Mass, BoxMass, .*" as child'):
        read_scene('<Body name="b"/>')


def test_core3_takes_the_first_mass_only_about_its_centre(read_scene: Reader) -> None:
    masses = '<InertiaMatrixMass value="2kg" x="1" ixx="1" iyy="2" izz="3"><Translation z="9"/></InertiaMatrixMass>' + MASS
    result = read_scene(f'<Body name="b">{masses}</Body>', format="simrobot@core3")
    inertial = inertial_of(result.link("b"))
    assert (inertial.mass, inertial.pose, inertial.inertia) == (2.0, ir.Pose((1.0, 0.0, 0.0)), ir.Inertia(1.0, 2.0, 3.0))
    assert set(result.codes()) == {"mass-ineffective"}


def test_a_scene_of_the_mujoco_months_is_warned_about_once_with_the_switch(read_scene: Reader) -> None:
    matrix = '<InertiaMatrixMass value="2kg" x="1" ixx="1" iyy="4" izz="5"/>'
    servo = '<ServoMotor maxVelocity="1" maxForce="1" p="1" delay="0.01"/>'
    content = f'<Body name="a">{matrix}<Hinge name="h"><Axis z="1">{servo}</Axis><Body name="b">{matrix}</Body></Hinge></Body>'
    result = read_scene(content, lenient=True)
    warnings = [finding for finding in result.findings if finding.code == "inertia-reference-point"]
    assert len(warnings) == 1
    assert set(result.codes()) == {"inertia-reference-point", "attribute-of-core3"}
    assert "simrobot@core3" in warnings[0].hint
    assert "inertia-reference-point" not in read_scene(content, format="simrobot@core3").codes()
