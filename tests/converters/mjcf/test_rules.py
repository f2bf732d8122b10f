"""Rules of MuJoCo's compiler, with numbers worked out by hand."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.accounting.report import Report
from tests.converters.mjcf.conftest import Read

BALL = '<geom size=".1"/>'
MASS = 4 / 3 * math.pi * 0.1**3 * 1000


def only(scene: ir.Scene) -> ir.Link:
    [link] = scene.links
    return link


def mass(scene: ir.Scene) -> float:
    """The mass of the only link, in kg."""
    inertial = only(scene).inertial
    assert inertial is not None and inertial.mass is not None
    return inertial.mass


def codes(report: Report) -> set[str]:
    return {each.code for each in report.findings}


def test_angles_are_degrees_unless_the_compiler_says_radian(read: Read) -> None:
    inside = '<worldbody><body><joint range="-90 45"/><geom size=".1" euler="90 0 0"/></body></worldbody>'
    scene, _ = read(inside)
    limits = scene.joints[0].axes[0].limits
    assert limits is not None
    assert (limits.lower, limits.upper) == pytest.approx((-math.pi / 2, math.pi / 4))
    scene, _ = read(f'<compiler angle="radian"/>{inside.replace("-90 45", "-1 0.5")}')
    limits = scene.joints[0].axes[0].limits
    assert limits is not None
    assert (limits.lower, limits.upper) == (-1.0, 0.5)


def test_a_class_has_what_its_parent_says_up_to_where_it_is_made(read: Read) -> None:
    """A later <default> changes the main class and no class that was made of it before; within one <default> the order does not count."""
    classed = '<worldbody><body><geom class="c"/></body></worldbody>'
    inner, sizes = '<default class="c"><geom type="sphere"/></default>', '<geom size=".3" friction=".2"/>'

    def friction(*sections: str) -> float | None:
        scene, _ = read("".join(f"<default>{section}</default>" for section in sections) + classed.replace("/>", ' size=".1"/>', 1))
        surface = only(scene).collisions[0].surface
        return surface.mu if surface is not None else None

    assert friction(inner, sizes) == 1.0
    assert friction(sizes, inner) == 0.2
    assert friction(inner + sizes) == 0.2


def test_ref_shifts_limits_springs_and_command_ranges(read: Read) -> None:
    """The coordinate counts from ref, the neutral scene from the pose of the file."""
    joint = '<joint name="j" ref="0.2" range="-1 1" stiffness="3" springref="0.5"/>'
    scene, _ = read(
        f'<compiler angle="radian"/><worldbody><body>{joint}{BALL}</body></worldbody>'
        '<actuator><position joint="j" ctrlrange="-1 1" gear="2"/></actuator>'
    )
    axis = scene.joints[0].axes[0]
    assert axis.limits is not None and axis.dynamics is not None
    assert (axis.limits.lower, axis.limits.upper) == pytest.approx((-1.2, 0.8))
    assert axis.dynamics.spring_reference == pytest.approx(0.3)
    assert axis.reported_offset == 0.2
    [servo] = scene.joints[0].actuators
    assert [servo.ratio, servo.command_lower, servo.command_upper] == pytest.approx([2.0, -1.4, 0.6])


def test_a_spring_without_springref_rests_at_coordinate_0_not_at_ref(read: Read) -> None:
    scene, _ = read(f'<compiler angle="radian"/><worldbody><body><joint ref="0.4" stiffness="3"/>{BALL}</body></worldbody>')
    dynamics = scene.joints[0].axes[0].dynamics
    assert dynamics is not None and dynamics.spring_reference == pytest.approx(-0.4)


def test_joints_of_one_body_are_a_chain_in_their_order(read: Read) -> None:
    joints = '<joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 1 0"/><joint name="turn"/>'
    scene, _ = read(f'<worldbody><body name="cart" pos="1 2 3">{joints}{BALL}</body></worldbody>')
    assert [joint.name for joint in scene.joints] == ["x", "y", "turn"]
    assert [joint.parent for joint in scene.joints] == [ir.WORLD, *(link.id for link in scene.links[:2])]
    assert {joint.series for joint in scene.joints} == {scene.links[2].id}
    assert [link.inertial.mass for link in scene.links if link.inertial] == [0.0, 0.0, pytest.approx(MASS)]
    summary = scene.physics()
    assert all(link.pose[:3] == (1.0, 2.0, 3.0) for link in summary.links)


def test_a_body_without_joints_is_fixed_and_a_free_one_has_no_joint(read: Read) -> None:
    scene, _ = read(
        f'<worldbody><body name="a"><freejoint/>{BALL}<body name="b">{BALL}</body></body><body name="c">{BALL}</body></worldbody>'
    )
    [weld] = scene.joints
    assert (weld.type, weld.parent, weld.child) == ("fixed", scene.links[0].id, scene.links[1].id)
    assert [model.static for model in scene.models] == [None, True]


def test_what_is_only_looked_at_weighs_too_and_an_inertial_overrules_all(read: Read) -> None:
    seen = '<geom size=".1" contype="0" conaffinity="0" group="1"/>'
    scene, _ = read(f"<worldbody><body><freejoint/>{BALL}{seen}</body></worldbody>")
    assert mass(scene) == pytest.approx(2 * MASS)
    assert (len(only(scene).collisions), len(only(scene).visuals)) == (1, 2)
    stated = '<inertial pos="0 0 0.1" mass="7" diaginertia="1 1 1"/>'
    scene, _ = read(f"<worldbody><body><freejoint/>{stated}{BALL}</body></worldbody>")
    assert mass(scene) == 7.0


def test_a_shorter_vector_replaces_only_its_own_numbers_of_the_class(read: Read) -> None:
    scene, _ = read('<default><geom type="box" size=".1 .2 .3"/></default><worldbody><geom size=".4"/></worldbody>')
    assert only(scene).collisions[0].geometry == ir.Box(size=(0.8, 0.4, 0.6))


def test_one_template_serves_all_actuators(read: Read) -> None:
    body = f'<worldbody><body><joint name="j"/>{BALL}</body></worldbody>'
    scene, _ = read(f'<default><motor ctrlrange="-3 3"/></default>{body}<actuator><position joint="j"/></actuator>')
    [servo] = scene.joints[0].actuators
    assert (servo.command_lower, servo.command_upper) == (-3.0, 3.0)


def test_a_class_inherits_what_stands_behind_it_in_the_class_around(read: Read) -> None:
    scene, _ = read(
        '<default><default class="c"><geom size=".2"/></default><geom type="capsule" size=".1 .5"/></default>'
        '<worldbody><geom class="c"/></worldbody>'
    )
    assert only(scene).collisions[0].geometry == ir.Capsule(radius=0.2, length=1.0)


def test_fromto_leads_from_the_second_point_to_the_first(read: Read) -> None:
    scene, _ = read('<worldbody><geom type="capsule" size=".1" fromto="0 0 0 0 0 2"/></worldbody>')
    [collision] = only(scene).collisions
    assert collision.geometry == ir.Capsule(radius=0.1, length=2.0)
    assert collision.pose is not None
    assert collision.pose.position == (0.0, 0.0, 1.0)
    assert collision.pose.rotation.apply((0.0, 0.0, 1.0)) == pytest.approx((0.0, 0.0, -1.0))


def test_masks_are_said_only_where_they_are_not_those_of_all(read: Read) -> None:
    scene, _ = read(f"<worldbody>{BALL}</worldbody>")
    assert only(scene).collisions[0].category_mask is None
    scene, _ = read(f'<worldbody>{BALL}<geom size=".1" contype="2" conaffinity="4"/></worldbody>')
    assert [(each.category_mask, each.collide_mask) for each in only(scene).collisions] == [(1, 1), (2, 4)]


def test_torsional_and_rolling_friction_count_from_condim_4_and_6_on(read: Read) -> None:
    geoms = "".join(f'<geom size=".1" friction=".5 .02 .003" condim="{condim}"/>' for condim in (3, 4, 6))
    scene, _ = read(f"<worldbody>{geoms}</worldbody>")
    found = [each.surface for each in only(scene).collisions if each.surface is not None]
    assert [(each.mu, each.torsional_friction, each.rolling_friction) for each in found] == [
        (0.5, None, None),
        (0.5, 0.02, None),
        (0.5, 0.02, 0.003),
    ]


def test_compensated_gravity_is_a_share_of_it(read: Read) -> None:
    scene, _ = read("".join(("<worldbody>", *(f'<body gravcomp="{g}"><freejoint/>{BALL}</body>' for g in (1, 0.25)), "</worldbody>")))
    assert [(link.gravity, link.gravity_factor) for link in scene.links] == [(False, None), (None, 0.75)]


def test_a_coupling_is_a_mimic_and_a_curve_is_kept_aside(read: Read) -> None:
    bodies = "".join(f'<body><joint name="{name}"/>{BALL}</body>' for name in "abc")
    equalities = '<joint joint1="a" joint2="b" polycoef="0.1 2"/><joint joint1="c" joint2="b" polycoef="0 1 3"/>'
    scene, _ = read(f"<worldbody>{bodies}</worldbody><equality>{equalities}</equality>")
    mimic = scene.joints[0].axes[0].mimic
    assert mimic is not None
    assert (mimic.joint, mimic.multiplier, mimic.offset, mimic.reference) == (scene.joints[1].id, 2.0, 0.1, 0.0)
    assert scene.joints[2].axes[0].mimic is None
    assert [extra.key for extra in scene.extras if extra.format == "mjcf"] == ["equality/joint"]


def test_what_holds_a_body_to_the_world_stays_aside_and_other_loops_are_joints(read: Read) -> None:
    bodies = f'<body name="a"><freejoint/>{BALL}</body><body name="b"><freejoint/>{BALL}</body>'
    equalities = '<weld body1="a"/><weld body1="a" body2="b"/><connect body1="b" body2="a" anchor="0 0 1"/>'
    scene, _ = read(f"<worldbody>{bodies}</worldbody><equality>{equalities}</equality>")
    assert [(joint.type, joint.closing) for joint in scene.joints] == [("fixed", True), ("ball", True)]
    assert [extra.key for extra in scene.extras] == ["equality/weld"]


def test_places_of_actuators_are_kept(read: Read) -> None:
    """The order of commands is that of the file, whichever joint they drive."""
    bodies = f'<body><joint name="a"/>{BALL}<body><joint name="b"/>{BALL}</body></body>'
    actuators = '<motor joint="b"/><muscle joint="a" lengthrange="0 1"/><motor joint="a"/>'
    scene, _ = read(f"<worldbody>{bodies}</worldbody><actuator>{actuators}</actuator>")
    places = {joint.name: joint.actuators[0].extras[0].key for joint in scene.joints}
    assert places == {"a": "actuator[2]", "b": "actuator[0]"}
    assert [extra.key for extra in scene.extras] == ["actuator[1]"]


def test_a_camera_looks_along_minus_z(read: Read) -> None:
    scene, _ = read(f'<worldbody><body><freejoint/>{BALL}<camera pos="0 0 1"/></body></worldbody>')
    [camera] = only(scene).sensors
    assert camera.pose is not None
    assert camera.pose.rotation.apply((1.0, 0.0, 0.0)) == pytest.approx((0.0, 0.0, -1.0))
    assert camera.pose.rotation.apply((0.0, 0.0, 1.0)) == pytest.approx((0.0, 1.0, 0.0))


def test_a_mesh_without_faces_is_its_hull(read: Read) -> None:
    points = "0 0 0  1 0 0  0 1 0  0 0 1  .1 .1 .1"
    asset = f'<asset><mesh name="m" vertex="{points}"/></asset>'
    scene, _ = read(f'{asset}<worldbody><body><freejoint/><geom type="mesh" mesh="m" density="6"/></body></worldbody>')
    assert mass(scene) == pytest.approx(1.0)
    [mesh] = scene.meshes
    assert mesh.data is not None
    assert len(mesh.data.groups[0].faces[0].vertices) == 4


def test_a_mesh_that_a_box_was_fitted_to_is_forgotten(read: Read) -> None:
    """The box remains, so that no target reports a lost mesh."""
    points = "0 0 0  1 0 0  0 1 0  0 0 1"
    asset = f'<asset><mesh name="m" vertex="{points}"/></asset>'
    scene, report = read(f'{asset}<worldbody><body><freejoint/><geom type="box" mesh="m"/></body></worldbody>')
    assert isinstance(only(scene).collisions[0].geometry, ir.Box)
    assert scene.meshes == ()
    assert report.lost == 0


def test_a_file_of_global_coordinates_is_read_and_reported(read: Read) -> None:
    inner = '<body name="b" pos="1 0 2"><joint name="j" pos="1 0 2" axis="1 0 0"/><geom size=".1" pos="1 0 3"/></body>'
    body = f'<body name="a" pos="1 0 1"><freejoint/><geom size=".1" pos="1 0 1"/>{inner}</body>'
    scene, report = read(f'<compiler coordinate="global"/><worldbody>{body}</worldbody>')
    summary = scene.physics()
    assert [link.pose[:3] for link in summary.links] == [(1.0, 0.0, 1.0), (1.0, 0.0, 2.0)]
    assert summary.links[1].com == pytest.approx((1.0, 0.0, 3.0))
    assert summary.joints[0].anchor == pytest.approx((1.0, 0.0, 2.0))
    assert "mjcf-global-coordinates-converted" in codes(report)


def test_links_between_joints_of_one_body_are_not_called_implausible(read: Read) -> None:
    _, report = read(f'<worldbody><body><joint axis="1 0 0"/><joint axis="0 1 0"/>{BALL}</body></worldbody>')
    assert codes(report) == set()


@pytest.mark.findings("physics-engine-dropped", "scene-friction-law-dropped")
def test_masses_of_geoms_print_without_noise(read: Read, tmp_path: Path) -> None:
    """0.2 x 0.4 x 0.6 m of water weigh 48 kg, not 48.00000000000001 kg."""
    scene, _ = read('<worldbody><body name="b"><freejoint/><geom type="box" size=".1 .2 .3"/></body></worldbody>')
    scenec.write(scene, tmp_path / "b.sdf")
    assert "<mass>48</mass>" in (tmp_path / "b.sdf").read_text()


@pytest.mark.findings("joint-axis-reported-offset-dropped", "physics-engine-dropped", "scene-friction-law-dropped", "step-dropped")
@pytest.mark.parametrize("suffix", ["sdf", "scene"])
def test_a_joint_with_ref_and_no_spring_comes_back_without_one(tmp_path: Path, suffix: str) -> None:
    """Other formats say that the spring rests at 0, which MuJoCo's coordinate would have at ref."""
    body = '<body name="b"><joint name="j" ref="0.1"/><geom name="g" size=".1"/></body>'
    (tmp_path / "a.xml").write_text(f'<mujoco><compiler angle="radian"/><worldbody>{body}</worldbody></mujoco>')
    scenec.convert(tmp_path / "a.xml", tmp_path / f"a.{suffix}", carry=True)
    scenec.convert(tmp_path / f"a.{suffix}", tmp_path / "back.xml", carry=True)
    assert "springref" not in (tmp_path / "back.xml").read_text()
