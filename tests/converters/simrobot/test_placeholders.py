"""`Set` and placeholders: who sees which value."""

from __future__ import annotations

import pytest

from scenec.errors import ReadError
from tests.converters.simrobot.conftest import MASS, Reader, Result

ROBOT = f'<Body name="robot"><Set name="c" value="1"/>{MASS}<Translation x="$c"/></Body>'


def xs(result: Result) -> list[float]:
    return [model.pose.position[0] if model.pose else 0.0 for model in result.scene.models]


def names(result: Result) -> list[str | None]:
    return [link.name for link in result.scene.links]


def body(name: str) -> str:
    return f'<Body name="{name}">{MASS}</Body>'


def test_a_template_brings_a_default_that_the_use_overrides(read_scene: Reader) -> None:
    result = read_scene('<Body ref="robot"/><Body ref="robot"><Set name="c" value="2"/></Body>', ROBOT)
    assert xs(result) == [1.0, 2.0]
    assert result.findings == ()


def test_a_default_hides_what_is_set_further_out(read_scene: Reader) -> None:
    result = read_scene('<Set name="c" value="3"/><Body ref="robot"/>', ROBOT)
    assert xs(result) == [1.0]
    assert result.codes() == ["set-ineffective"]


def test_without_a_default_the_surrounding_elements_are_asked(read_scene: Reader) -> None:
    plain = f'<Body name="robot">{MASS}<Translation x="$c"/></Body>'
    inner = '<Compound name="k"><Set name="c" value="4"/><Body ref="robot"/></Compound>'
    result = read_scene(f'<Set name="c" value="3"/><Body ref="robot"/>{inner}', plain)
    assert xs(result) == [3.0, 4.0]


def test_the_first_definition_in_a_scope_wins(read_scene: Reader) -> None:
    result = read_scene('<Body ref="robot"><Set name="c" value="2"/><Set name="c" value="8"/></Body>', ROBOT)
    assert xs(result) == [2.0]
    assert [finding.code for finding in result.findings] == ["set-ineffective"]


def test_values_are_expanded_where_they_are_set(read_scene: Reader) -> None:
    result = read_scene('<Set name="a" value="7"/><Set name="b" value="$a.5"/>' + f'<Body name="z">{MASS}<Translation x="$b"/></Body>')
    assert xs(result) == [7.5]


@pytest.mark.findings("placeholder-undefined")
@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("p$n", "p7"),
        ("$(n)s", "7s"),
        ("${n}s", "7s"),
        ("a$n-b", "a7-b"),
        ("x$n_y", "x7_y"),
        ("x$m", "x$m"),
        ("x$(m)y", "x$(m)y"),
        ("5$", "5$"),
    ],
)
def test_placeholders_have_three_spellings(read_scene: Reader, written: str, made: str) -> None:
    assert names(read_scene('<Set name="n" value="7"/>' + body(written))) == [made]


def test_text_between_two_placeholders_is_lost_as_in_simrobot_and_reported(read_scene: Reader) -> None:
    result = read_scene('<Set name="n" value="7"/>' + body("z$(n)mm$n"))
    assert names(result) == ["z77"]
    assert result.codes() == ["placeholder-text-converted"]


def test_an_undefined_placeholder_stays_and_is_reported(read_scene: Reader) -> None:
    result = read_scene(body("a$x"))
    assert names(result) == ["a$x"]
    assert result.codes() == ["placeholder-undefined"]


def test_a_reference_can_be_chosen_by_a_placeholder(read_scene: Reader) -> None:
    colours = '<Surface name="nao-red" diffuseColor="#f00"/><Surface name="nao-blue" diffuseColor="#00f"/>'
    robot = f'<Body name="robot">{MASS}<SphereAppearance radius="1"><Surface ref="nao-$c"/></SphereAppearance></Body>'
    uses = "".join(f'<Body ref="robot"><Set name="c" value="{colour}"/></Body>' for colour in ("red", "blue"))
    result = read_scene(uses, colours + robot)
    materials = [link.visuals[0].material for link in result.scene.links]
    assert [material and material.diffuse for material in materials] == [(1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)]


def test_a_set_below_simulation_sets_nothing_unless_it_is_referred_to(read_scene: Reader) -> None:
    assert names(read_scene('<Set ref="q"/>' + body("z$q"), '<Set name="q" value="5"/>')) == ["z5"]
    result = read_scene(body("z$q"), '<Set name="q" value="5"/>')
    assert names(result) == ["z$q"]
    assert set(result.codes()) == {"placeholder-undefined", "template-unused-ineffective"}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (
            f'<Body name="b">{MASS}<Translation x="$q"/></Body><Set name="q" value="3"/>',
            r"4:70: Expected float.*no Set that is seen there defines the placeholder",
        ),
        ('<Body ref="$n"><Set name="n" value="robot"/></Body>', r'4:12: Unresolvable reference "\$n"; a placeholder is not defined there'),
        (body("z$(n"), r"4:13: Invalid attribute format"),
    ],
)
def test_values_that_come_too_late_or_not_at_all_are_refused(read_scene: Reader, content: str, message: str) -> None:
    with pytest.raises(ReadError, match=message):
        read_scene(content, ROBOT)


def test_a_value_knows_the_set_that_supplied_it(read_scene: Reader) -> None:
    """Losing a set value must be reported at the Set, not only at the placeholder."""
    from scenec.trace import ids_of

    scene = read_scene(f'<Set name="q" value="3"/><Body name="b">{MASS}<Translation x="$q" y="2"/></Body>').scene
    pose = scene.models[0].pose
    assert pose
    assert len(ids_of(pose.position[0])) == 3
    assert len(ids_of(pose.position[1])) == 1
