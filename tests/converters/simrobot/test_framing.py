"""Scene, compounds and bodies: what becomes a model, a link, a world, and what they are called."""

from __future__ import annotations

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader, Result

BALL = '<SphereGeometry radius="1"/>'


def models(result: Result) -> list[tuple[str | None, bool | None]]:
    return [(model.name, model.static) for model in result.scene.models]


def test_a_scene_without_anything_is_simrobots_world(read_scene: Reader) -> None:
    scene = read_scene("").scene
    world = scene.worlds[0]
    assert (scene.name, scene.framing, world.name) == ("S", "world", "S")
    assert world.gravity == (0.0, 0.0, -9.80665)
    assert world.moving_bodies_collide == True  # noqa: E712 - perhaps traced
    assert (world.profiles[0].engine, world.profiles[0].step) == ("ode", 0.01)
    assert (scene.models, scene.links, scene.joints, scene.controllers) == ((), (), (), ())


def test_the_scene_sets_gravity_step_and_solver(read_scene: Reader) -> None:
    attributes = (
        'controller="SimulatedNao" stepLength="0.012" gravity="-9810mm/s^2" ERP="0.8" CFM="0.001" contactSoftERP="0.2" '
        'contactSoftCFM="0.005" slip1="0.1" slip2="0.2" bodyCollisions="false" color="rgb(65%, 65%, 70%)"'
    )
    scene = read_scene('<QuickSolver iterations="20" skip="2"/>', attributes=attributes).scene
    world = scene.worlds[0]
    profile = world.profiles[0]
    assert (world.gravity, world.moving_bodies_collide, profile.step) == ((0.0, 0.0, -9.81), False, 0.012)
    assert profile.solver == ir.SolverSettings(
        type="quick", iterations=20, iteration_skip=2, cfm=0.001, erp=0.8, contact_cfm=0.005, contact_erp=0.2, slip1=0.1, slip2=0.2
    )
    assert [controller.library for controller in scene.controllers] == ["SimulatedNao"]
    assert world.look
    assert world.look.background == (166 / 255, 166 / 255, 179 / 255, 1.0)


def test_what_is_fixed_in_compounds_is_one_static_model(read_scene: Reader) -> None:
    inner = f'<Compound name="goal"><Translation x="4"/>{BALL}</Compound>'
    result = read_scene(f'<Compound name="field"><Translation z="1"/>{BALL}{inner}</Compound>')
    assert models(result) == [("field", True)]
    assert [(link.name, link.pose and link.pose.position) for link in result.scene.links] == [("field", None), ("goal", (4.0, 0.0, 0.0))]
    assert result.scene.models[0].pose == ir.Pose((0.0, 0.0, 1.0))


def test_every_tree_of_bodies_is_a_model_named_after_its_root(read_scene: Reader) -> None:
    bodies = f'<Body name="robot1">{MASS}</Body><Body name="robot2">{MASS}</Body>'
    result = read_scene(f'<Compound name="robots"><Translation x="1"/><Rotation z="90degree"/>{bodies}</Compound>')
    assert models(result) == [("robot1", False), ("robot2", False)]
    assert [(extra.key, extra.value) for extra in result.scene.extras] == [("Compound[robots]", "robots")]
    assert [(extra.key, extra.value) for model in result.scene.models for extra in model.extras] == [("Compound[robots]", None)] * 2
    assert {model.pose.position for model in result.scene.models if model.pose} == {(1.0, 0.0, 0.0)}


def test_a_body_in_nested_compounds_stands_where_they_put_it(read_scene: Reader) -> None:
    result = read_scene(
        '<Compound name="a"><Translation x="1"/><Rotation z="90degree"/><Compound name="b"><Translation x="2"/>'
        f'<Body name="c">{MASS}<Translation z="3"/></Body></Compound></Compound>'
    )
    pose = result.scene.models[0].pose
    assert pose
    assert pose.position == (1.0, 2.0, 3.0)


def test_what_has_no_name_goes_by_its_element(read_scene: Reader) -> None:
    result = read_scene(f"<Body>{MASS}{BALL}<Hinge><Axis/><Body>{MASS}</Body></Hinge></Body>")
    assert [link.name for link in result.scene.links] == ["Body", "Body"]
    assert result.joint("Hinge").parent == result.scene.links[0].id
    assert result.scene.links[0].collisions[0].name == "SphereGeometry"


def test_compounds_without_parts_are_kept_because_programs_read_their_names(read_scene: Reader) -> None:
    result = read_scene('<Compound name="teams"><Compound name="5"/><Compound name="70"/></Compound>')
    items = result.scene.extras[0].content
    assert [(item.depth, item.tag, item.attributes) for item in items] == [
        (0, "Compound", (("name", "teams"),)),
        (1, "Compound", (("name", "5"),)),
        (1, "Compound", (("name", "70"),)),
    ]
    assert result.findings == ()


def test_user_inputs_of_compounds_without_parts_are_read(read_scene: Reader) -> None:
    result = read_scene('<Compound name="a"><Compound name="b"><UserInput name="u" min="0" max="1"/></Compound></Compound>')
    assert [one.name for one in result.scene.user_inputs] == ["u"]
    assert result.findings == ()


def test_user_inputs_are_read_wherever_they_stand(read_scene: Reader) -> None:
    angle = '<UserInput name="u" type="angle" min="0degree" max="180degree" default="90degree"/>'
    length, velocity = '<UserInput name="v" min="1" max="20dm"/>', '<UserInput name="w" type="velocity" min="0" max="36km/h"/>'
    result = read_scene(f'{angle}<Compound name="c">{length}<Body name="b">{MASS}{velocity}</Body></Compound>')
    assert [(one.name, one.type, one.lower, one.upper, one.default) for one in result.scene.user_inputs] == [
        ("u", "angle", 0.0, 3.141592653589793, 1.5707963267948966),
        ("v", "length", 1.0, 2.0, 0.0),
        ("w", "velocity", 0.0, 10.0, 0.0),
    ]


@pytest.mark.parametrize("depth", [900])
def test_deep_nesting_works(read_scene: Reader, depth: int) -> None:
    chain = "".join(f'<Body name="b{i}">{MASS}<Translation z="1"/><Hinge name="j{i}"><Axis x="1"/>' for i in range(depth))
    content = f'{chain}<Body name="last">{MASS}</Body>{"</Hinge></Body>" * depth}'
    result = read_scene(content)
    assert len(result.scene.links) == depth + 1
    assert result.scene.physics().to_json()["links"][-1]["pose"][:3] == [0.0, 0.0, float(depth)]


def test_nesting_beyond_any_use_is_refused(read_scene: Reader) -> None:
    with pytest.raises(ReadError, match=r"scene\.ros2:4:\d+: nested deeper than 2,000 elements"):
        read_scene("<Compound>" * 2001 + "</Compound>" * 2001)
