"""Replicas and attached parts take along what refers to them."""

from __future__ import annotations

from scenec import ir
from tests.converters.mjcf.conftest import Read

BALL = '<geom size=".1"/>'
LEG = f'<body name="leg"><joint name="hip"/>{BALL}<site name="foot"/></body>'


def tendons(scene: ir.Scene) -> list[tuple[str, ...]]:
    """The name of each tendon and of what it leads along."""
    found = [each.content or () for each in scene.extras if each.key.startswith("tendon")]
    return [tuple(dict(item.attributes).get("name" if not item.depth else item.tag, "") for item in items) for items in found]


def motors(scene: ir.Scene) -> dict[str, str]:
    return {str(joint.name): str(each.name) for joint in scene.joints for each in joint.actuators}


def test_replicas_take_tendons_and_actuators_along(read: Read) -> None:
    """A tendon may also lead to what is not replicated; the ones in the file are gone, as the replicated body is."""
    scene, report = read(
        f'<worldbody><site name="hook"/><replicate count="2" offset="0 0 1" sep="-">{LEG}</replicate></worldbody>'
        '<tendon><spatial name="cord"><site site="hook"/><site site="foot"/></spatial></tendon>'
        '<actuator><motor name="m" joint="hip"/></actuator><sensor><jointpos name="q" joint="hip"/></sensor>'
    )
    assert tendons(scene) == [("cord-0", "hook", "foot-0"), ("cord-1", "hook", "foot-1")]
    assert motors(scene) == {"hip-0": "m-0", "hip-1": "m-1"}
    assert [each.name for joint in scene.joints for each in joint.sensors] == ["q-0", "q-1"]
    assert report.lost == 0


def test_of_nested_replicas_each_end_has_its_own_number(read: Read) -> None:
    inner = f'<replicate count="2" offset="1 0 0"><body name="toe">{BALL}<site name="tip"/></body></replicate>'
    scene, _ = read(
        f'<worldbody><replicate count="2" offset="0 1 0"><body name="leg"><freejoint/>{BALL}<site name="foot"/>{inner}</body></replicate>'
        '</worldbody><tendon><spatial name="t"><site site="foot"/><site site="tip"/></spatial></tendon>'
    )
    assert tendons(scene) == [("t00", "foot0", "tip00"), ("t10", "foot0", "tip10"), ("t01", "foot1", "tip01"), ("t11", "foot1", "tip11")]


def test_a_coupling_with_a_joint_that_is_no_replica_goes(read: Read) -> None:
    """MuJoCo copies an equality only with both its joints, and drops the one in the file."""
    scene, report = read(
        f'<worldbody><body><joint name="crank"/>{BALL}</body><replicate count="2" offset="1 0 0">{LEG}</replicate></worldbody>'
        '<equality><joint joint1="hip" joint2="crank"/></equality>'
    )
    assert all(axis.mimic is None for joint in scene.joints for axis in joint.axes)
    assert {each.code for each in report.findings} == {"mjcf-attached-setting-ineffective"}


CHILD = f'<mujoco><worldbody>{LEG}</worldbody><actuator><motor name="m" joint="hip"/></actuator></mujoco>'
ASSET = '<asset><model name="c" file="child.xml"/></asset>'


def test_replicas_of_an_attached_part_have_names_of_their_own(read: Read) -> None:
    scene, _ = read(
        f'{ASSET}<worldbody><replicate count="2" offset="1 0 0" sep="_"><attach model="c" body="leg" prefix="c-"/></replicate></worldbody>',
        child_xml=CHILD,
    )
    assert [link.name for link in scene.links] == ["c-leg_0", "c-leg_1"]
    assert motors(scene) == {"c-hip_0": "c-m_0", "c-hip_1": "c-m_1"}


def test_the_prefix_of_the_outermost_model_comes_first(read: Read) -> None:
    middle = f'<mujoco>{ASSET}<worldbody><body name="trunk">{BALL}<attach model="c" body="leg" prefix="in-"/></body></worldbody></mujoco>'
    scene, _ = read(
        '<asset><model name="t" file="middle.xml"/></asset><worldbody><attach model="t" body="trunk" prefix="out-"/></worldbody>',
        child_xml=CHILD,
        middle_xml=middle,
    )
    assert [link.name for link in scene.links] == ["out-trunk", "out-in-leg"]
    assert motors(scene) == {"out-in-hip": "out-in-m"}


def test_a_body_of_the_same_model_that_is_attached_takes_its_actuator_along(read: Read) -> None:
    scene, _ = read(
        f'<worldbody>{LEG}<frame pos="1 0 0"><attach body="leg" prefix="r-"/></frame></worldbody>'
        '<actuator><motor name="m" joint="hip"/></actuator>'
    )
    assert motors(scene) == {"hip": "m", "r-hip": "r-m"}


def test_braces_in_a_prefix_or_suffix_are_characters(read: Read) -> None:
    """Names come from the file, and must not steer how they are joined."""
    motor = '<actuator><motor name="m" joint="hip"/></actuator>'
    scene, _ = read(f'<worldbody>{LEG}<frame pos="1 0 0"><attach body="leg" prefix="{{x}}"/></frame></worldbody>{motor}')
    assert motors(scene) == {"hip": "m", "{x}hip": "{x}m"}
    scene, _ = read(f'<worldbody><replicate count="2" offset="0 0 1" sep="{{">{LEG}</replicate></worldbody>{motor}')
    assert motors(scene) == {"hip{0": "m{0", "hip{1": "m{1"}


def test_a_replicated_light_follows_its_own_body(read: Read) -> None:
    scene, _ = read(
        f'<worldbody><replicate count="2" offset="1 0 0"><body name="b">{BALL}</body>'
        '<light mode="targetbody" target="b"/></replicate></worldbody>'
    )
    assert [{each.key: each.value for each in light.extras}["@target"] for light in scene.lights] == ["b0", "b1"]


def test_a_point_of_the_world_holds_a_turned_body_where_it_is(read: Read) -> None:
    scene, _ = read(
        f'<worldbody><body name="b" pos="1 0 0" euler="0 0 90"><freejoint/>{BALL}</body></worldbody>'
        '<equality><connect body1="world" body2="b" anchor="1 2 3"/></equality>'
    )
    [joint] = scene.physics().joints
    assert joint.anchor == (1.0, 2.0, 3.0)


def test_only_a_skybox_may_have_no_name_and_there_may_be_several(read: Read) -> None:
    sky = '<texture type="skybox" builtin="flat" width="4" height="24"/>'
    scene, report = read(f"<asset>{sky}{sky}</asset><worldbody/>")
    assert report.lost == 0
    assert len([each for each in scene.extras if "texture" in each.key]) == 2


def test_what_mujoco_does_not_know_of_replicas_and_frames_it_ignores(read: Read) -> None:
    scene, report = read(f'<worldbody><replicate count="2" offset="1 0 0" prefix="A">{LEG}</replicate></worldbody>')
    assert [link.name for link in scene.links] == ["leg0", "leg1"]
    assert {each.code for each in report.findings} == {"mjcf-attribute-ineffective"}
