"""`ref`: what an element takes from a template, and what it replaces."""

from __future__ import annotations

import pytest

from scenec import ir
from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader, Result

BALL = f'<Body name="ball">{MASS}<Translation x="1" y="2"/></Body>'


def placed(result: Result) -> list[tuple[str | None, tuple[float, ...] | None]]:
    return [(model.name, model.pose.position if model.pose else None) for model in result.scene.models]


def test_without_a_name_an_instance_is_called_like_its_template(read_scene: Reader) -> None:
    assert placed(read_scene('<Body ref="ball"/><Body ref="ball" name="other"/>', BALL)) == [
        ("ball", (1.0, 2.0, 0.0)),
        ("other", (1.0, 2.0, 0.0)),
    ]


def test_an_own_translation_replaces_the_inherited_one_as_a_whole(read_scene: Reader) -> None:
    result = read_scene('<Body ref="ball"><Translation z="5"/></Body>', BALL)
    assert placed(result) == [("ball", (0.0, 0.0, 5.0))]
    assert [(finding.code, finding.level) for finding in result.findings] == [("element-replaced-ineffective", "note")]


def test_what_is_replaced_in_one_use_only_still_counts_in_another(read_scene: Reader) -> None:
    result = read_scene('<Body ref="ball"><Translation z="5"/></Body><Body ref="ball"/>', BALL)
    assert placed(result) == [("ball", (0.0, 0.0, 5.0)), ("ball", (1.0, 2.0, 0.0))]
    assert result.findings == ()


def test_own_children_come_first_and_inherited_ones_are_added(read_scene: Reader) -> None:
    result = read_scene(
        '<Body ref="two"><SphereGeometry name="own" radius="1"/></Body>',
        f'<Body name="two">{MASS}<SphereGeometry name="inherited" radius="2"/></Body>',
    )
    assert [shape.name for shape in result.scene.links[0].collisions] == ["own", "inherited"]


def test_an_added_mass_makes_the_body_heavier(read_scene: Reader) -> None:
    inertial = read_scene(f'<Body ref="ball">{MASS}</Body>', BALL).scene.links[0].inertial
    assert inertial
    assert inertial.mass == 2.0


def test_attributes_are_overridden_one_by_one_along_the_chain(read_scene: Reader) -> None:
    templates = '<BoxGeometry name="a" depth="1" width="1" height="1"/><BoxGeometry name="b" ref="a" width="2"/>'
    result = read_scene('<Compound name="c"><BoxGeometry ref="b" height="3"/></Compound>', templates)
    shape = result.scene.links[0].collisions[0]
    assert shape.name == "b"
    assert shape.geometry == ir.Box(size=(1.0, 2.0, 3.0))
    assert result.codes() == ["attribute-overridden-ineffective"]


def test_a_motor_replaces_the_inherited_one_of_any_kind(read_scene: Reader) -> None:
    templates = '<Axis name="driven" z="1"><ServoMotor maxVelocity="1" maxForce="1" p="1"/></Axis>'
    result = read_scene(
        f'<Body name="a">{MASS}<Hinge name="h"><Axis ref="driven"><VelocityMotor maxVelocity="2" maxForce="3"/></Axis>'
        f'<Body name="b">{MASS}</Body></Hinge></Body>',
        templates,
    )
    assert [motor.kind for motor in result.joint("h").actuators] == ["VelocityMotor"]


def test_forward_references_and_equal_names_of_different_elements_are_fine(read_file: Reader) -> None:
    result = read_file(f'<Simulation><Scene name="S"><Body ref="x"/></Scene><Body name="x">{MASS}</Body><Compound name="x"/></Simulation>')
    assert len(result.scene.links) == 1


def test_a_use_says_which_template_it_came_from(read_scene: Reader) -> None:
    scene = read_scene('<Body ref="ball"/><Body ref="ball" name="other"/>', BALL).scene
    assert [(asset.name, asset.kind) for asset in scene.assets] == [("ball", "Body")]
    uses = {use.id: use.asset for use in scene.uses}
    assert [uses[model.use or ""] for model in scene.models] == [scene.assets[0].id] * 2


def test_an_unused_template_is_one_finding_and_not_looked_into(read_scene: Reader) -> None:
    result = read_scene("", '<Body name="unused"><Translation x="1parsec"/></Body>')
    assert [(finding.code, finding.level, finding.is_loss) for finding in result.findings] == [
        ("template-unused-ineffective", "note", False)
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('<Body ref="bal"/>', r'4:12: Unresolvable reference "bal"; did you mean ball\?'),
        ('<Compound ref="ball"/>', r'4:16: Unresolvable reference "ball"; "ball" is a Body, not a Compound'),
        ('<Body ref="loop"/>', r'2:\d+: Looping reference "loop"'),
        ('<Body ref="ball"><Body name="inner"/></Body>', r'4:19: Unexpected element "Body"'),
        ('<Body ref="two"><Translation x="1"/></Body>', r'2:\d+: Unexpected element "Translation"'),
    ],
)
def test_references_that_lead_nowhere_are_refused_where_they_stand(read_scene: Reader, content: str, message: str) -> None:
    twice = f'<Body name="two">{MASS}<Translation x="5"/><Translation x="6"/></Body>'
    with pytest.raises(ReadError, match=r"scene\.ros2:" + message):
        read_scene(content, f'{BALL}<Body name="loop" ref="pool"/><Body name="pool" ref="loop"/>{twice}')


def test_an_inherited_mistake_is_shown_in_the_template_and_names_its_users(read_scene: Reader) -> None:
    with pytest.raises(ReadError, match=r'scene\.ros2:2:\d+: Unexpected unit "mn".*instantiated at .*scene\.ros2:4:'):
        read_scene('<Compound name="c"><SphereGeometry ref="g"/></Compound>', '<SphereGeometry name="g" radius="1mn"/>')


def test_templates_that_double_each_other_are_refused_before_memory_ends(read_scene: Reader) -> None:
    templates = '<Compound name="c0"/>' + "".join(
        f'<Compound name="c{i}"><Compound ref="c{i - 1}"/><Compound ref="c{i - 1}"/></Compound>' for i in range(1, 40)
    )
    with pytest.raises(ReadError, match=r"scene\.ros2:2:\d+: The scene has more than 26,\d+ elements"):
        read_scene('<Compound ref="c39"/>', templates)


def test_variables_that_double_each_other_are_refused_before_memory_ends(read_scene: Reader) -> None:
    doubling = '<Set name="v0" value="abcdefgh"/>' + "".join(f'<Set name="v{i}" value="$v{i - 1}$v{i - 1}"/>' for i in range(1, 40))
    with pytest.raises(ReadError, match=r"scene\.ros2:\d+:\d+: The placeholders make more than 1,\d+,\d+ characters"):
        read_scene(doubling)
