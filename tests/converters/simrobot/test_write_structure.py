"""Where things go: trees of bodies, compounds for what stands still, and where each is."""

from __future__ import annotations

import math

import pytest

from scenec import ir
from scenec.errors import WriteError
from tests.converters.simrobot.writing import joint, link, pose, scene, write


def test_links_in_any_order_nest_along_their_joints() -> None:
    hand = link("hand", pose=pose(z=1.0))
    arm = joint("shoulder", "base", "arm", pose=pose(z=-0.5))
    written = write(scene(hand, link("arm", pose=pose(z=0.5)), link("base"), joint("wrist", "arm", "hand"), arm))
    assert [link.name for link in written.scene.links] == ["base", "arm", "hand"]
    assert [(joint.name, joint.parent, joint.child) for joint in written.scene.joints] == [
        ("shoulder", "link1", "link2"),
        ("wrist", "link2", "link3"),
    ]
    physics = {link.path: link.pose[:3] for link in written.scene.physics().links}
    assert physics == {"base::base": (0, 0, 0), "base::arm": (0, 0, 0.5), "base::hand": (0, 0, 1.0)}


def test_a_loop_is_cut_at_the_second_joint_of_a_link_and_reported() -> None:
    links = (link("a"), link("b"), link("c"))
    written = write(scene(*links, joint("ab", "a", "b"), joint("bc", "b", "c"), joint("ac", "a", "c")))
    assert [joint.name for joint in written.scene.joints] == ["ab", "bc"]
    assert written.finding("joint-loop-dropped").level == "error"


def test_a_static_model_becomes_a_compound_with_its_links_inside() -> None:
    box = ir.Collision(name="wall", geometry=ir.Box(size=(1.0, 2.0, 3.0)))
    house = ir.Model(id="m", name="house", static=True, pose=pose(x=4.0))
    written = write(
        scene(house, link("house", collisions=(box,), inertial=None), link("annex", pose=pose(y=5.0), inertial=None, collisions=(box,)))
    )
    assert [link.name for link in written.scene.links] == ["house", "annex"]
    assert [link.pose[:3] for link in written.scene.physics().links] == [(4, 0, 0), (4, 5, 0)]
    assert all(link.static for link in written.scene.physics().links)
    assert '<BoxGeometry name="wall" depth="1m" width="2m" height="3m"/>' in written.text


def test_a_joint_of_the_world_hangs_in_a_compound() -> None:
    door = joint("hinge", ir.WORLD, "door", pose=pose(x=1.0), relative_to="m")
    written = write(scene(ir.Model(id="m", name="door", pose=pose(z=2.0)), link("door", relative_to="hinge"), door))
    [hinge] = written.scene.physics().joints
    assert (hinge.parent, hinge.anchor) == ("world", (1, 0, 2))


def test_a_model_that_is_called_otherwise_than_its_body_is_a_compound_of_that_name() -> None:
    written = write(scene(ir.Model(id="m", name="robot"), link("torso")))
    assert '<Compound name="robot">\n      <Body name="torso">' in written.text


def test_bodies_out_of_one_compound_stay_in_one() -> None:
    def extra() -> tuple[ir.Extra, ...]:
        return (ir.Extra(format="simrobot", key="Compound", value="robots"),)

    models = [ir.Model(id=f"model {name}", name=name, extras=extra()) for name in ("one", "two")]
    written = write(scene(*models, link("one", "model one"), link("two", "model two")))
    assert written.text.count("<Compound") == 1


def test_a_slider_starts_at_zero_so_it_is_written_where_it_starts() -> None:
    axis = ir.Axis(xyz=(0.0, 0.0, 2.0), initial=0.25, limits=ir.Limits(lower=-0.5, upper=1.0))
    lift = joint("lift", "base", "car", "prismatic", axes=(axis,))
    written = write(scene(link("base"), link("car", pose=pose(x=1.0)), lift))
    assert written.scene.physics().links[1].pose[:3] == (1, 0, 0.25)
    assert written.joint("lift").axes[0].limits == ir.Limits(lower=-0.75, upper=0.75)
    assert written.finding("joint-initial-shifted").fate == "converted"


def test_the_newer_core_lets_a_slider_start_elsewhere() -> None:
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), initial=0.25, limits=ir.Limits(lower=-0.5, upper=1.0))
    written = write(scene(link("base"), link("car"), joint("lift", "base", "car", "prismatic", axes=(axis,))), "core3")
    assert written.joint("lift").axes[0].initial == 0.25
    assert "joint-initial-shifted" not in written.codes


def test_a_continuous_joint_is_a_hinge_without_limits() -> None:
    written = write(scene(link("base"), link("wheel"), joint("spin", "base", "wheel", "continuous")))
    assert written.joint("spin").axes[0].limits is None


def test_one_limit_alone_leaves_the_other_side_open() -> None:
    axis = ir.Axis(xyz=(1.0, 0.0, 0.0), limits=ir.Limits(upper=math.pi / 2))
    written = write(scene(link("base"), link("arm"), joint("elbow", "base", "arm", axes=(axis,))))
    assert '<Deflection min="-inf" max="90degree"/>' in written.text
    assert written.joint("elbow").axes[0].limits == ir.Limits(upper=math.pi / 2)


def test_joints_that_simrobot_lacks_are_reported() -> None:
    written = write(scene(link("base"), link("arm"), joint("j", "base", "arm", "ball", axes=())))
    finding = written.finding("joint-kind-dropped")
    assert (finding.level, "--adapt-joints" in finding.hint, "joint-dropped" in written.codes) == ("error", True, False)


def test_every_link_below_a_joint_that_simrobot_lacks_is_reported() -> None:
    links = (link("base"), link("arm"), link("hand"), link("head"))
    joints = (joint("j", "base", "arm", "ball", axes=()), joint("wrist", "arm", "hand"), joint("neck", "base", "head"))
    written = write(scene(*links, *joints))
    assert [finding.subject for finding in written.all("link-inertial-frame-split")] == ["m::arm", "m::hand"]


def test_what_a_loose_link_shows_and_feels_is_reported_too() -> None:
    gyro, skin = ir.Sensor(name="gyro", type="gyroscope"), ir.Visual(geometry=ir.Sphere(radius=0.1))
    written = write(scene(link("base"), link("arm", sensors=(gyro,), visuals=(skin,)), joint("j", "base", "arm", "ball", axes=())))
    assert written.finding("sensor-frame-split").subject == "m::arm::gyro"
    assert written.finding("appearance-frame-split").subject == "m::arm"


def test_sensors_of_joints_that_simrobot_lacks_are_reported() -> None:
    angle = ir.Sensor(name="angle", type="joint_state")
    written = write(scene(link("base"), link("arm"), joint("j", "base", "arm", "ball", axes=(), sensors=(angle,))))
    assert written.finding("joint-sensor-unsupported-dropped").subject == "m::arm::angle"


def test_which_links_touch_those_of_their_tree_is_reported_of_each() -> None:
    robot = ir.Model(id="m", name="m", self_collide=True)
    shape = ir.Collision(name="shape", geometry=ir.Sphere(radius=0.1))
    links = [link(name, collisions=(shape,)) for name in ("base", "arm")]
    written = write(scene(robot, *links, joint("j", "base", "arm")))
    assert [finding.target.split(" touches")[0] for finding in written.all("self-collision-converted")] == ["m::base", "m::arm"]


def test_joints_of_several_axes_become_hinges_if_that_is_allowed() -> None:
    axes = (ir.Axis(xyz=(1.0, 0.0, 0.0)), ir.Axis(xyz=(0.0, 1.0, 0.0)))
    written = write(scene(link("base"), link("arm"), joint("j", "base", "arm", "universal", axes=axes)), adapt_joints=True)
    assert [each.name for each in written.scene.joints] == ["j 1", "j 2"]
    assert written.link("j 1").inertial.mass == 1e-3  # type: ignore[union-attr]  # the link has an inertial


def test_the_wheel_that_is_reported_from_its_hub_hangs_on_the_car_all_the_same() -> None:
    """A joint's child that hangs on another joint carries the parent instead."""
    links = (link("car"), link("hub"), link("wheel"))
    written = write(scene(*links, joint("axle", "car", "hub"), joint("bearing", "wheel", "hub")))
    assert [(each.path, each.parent, each.child) for each in written.scene.physics().joints] == [
        ("car::axle", "car::car", "car::hub"),
        ("car::bearing", "car::hub", "car::wheel"),
    ]


def test_what_joints_do_by_themselves_is_reported_one_by_one() -> None:
    dynamics = ir.Dynamics(damping=0.5, friction=0.0, spring_stiffness=2.0, spring_reference=0.1)
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), dynamics=dynamics)
    written = write(scene(link("base"), link("arm"), joint("j", "base", "arm", axes=(axis,))))
    assert {code for code in written.codes if code.startswith("joint-")} == {"joint-damping-dropped", "joint-spring-dropped"}


def test_force_torque_sensors_of_joints_are_reported() -> None:
    sensor = ir.Sensor(name="wrench", type="force_torque")
    written = write(scene(link("base"), link("arm"), joint("j", "base", "arm", sensors=(sensor,))))
    assert written.finding("joint-sensor-unsupported-dropped").subject == "m::arm::wrench"


def test_computed_places_have_no_dust() -> None:
    """A joint placed in its child: the child's place in the joint is the opposite, without rounding."""
    at = pose(0.1, 0.2, 0.3)
    written = write(scene(link("base"), link("arm", pose=pose(1.1, 2.2, 3.3)), joint("j", "base", "arm", pose=at)))
    assert '<Translation x="-0.1m" y="-0.2m" z="-0.3m"/>' in written.text


def test_the_flat_dialect_is_refused() -> None:
    from scenec.accounting.ledger import Ledger
    from scenec.converters.format import WriteOptions, WriteRequest
    from scenec.converters.simrobot.write.scene import write as write_simrobot

    request = WriteRequest(
        scene=scene(), unstamped=scene(), stem="flat", suffix=".ros2d", assets="a", options=WriteOptions(), ledger=Ledger()
    )
    with pytest.raises(WriteError, match="two-dimensional"):
        write_simrobot(request)


def test_reports_call_a_joint_without_a_name_as_the_source_does_though_joints_before_it_are_merged() -> None:
    weld = ir.Joint(id="weld", model="m", type="fixed", parent="base", child="plate")
    motor = ir.Actuator(kind="velocity", command="velocity", output="velocity", max_effort=5.0)
    elbow = joint("elbow", "base", "arm", actuators=(motor,), name=None)
    written = write(scene(link("base"), link("plate"), link("arm"), weld, elbow))
    assert written.finding("actuator-max-velocity-defaulted").subject == "m::joint_2"


@pytest.mark.parametrize("version", ["core2", "core3"])
def test_the_step_of_the_simulator_of_the_source_is_stated(version: str) -> None:
    written = write(scene(link("base")), version, "sdformat")
    assert 'stepLength="0.001s"' in written.text
    assert written.finding("step-defaulted").target == "0.001 s"
