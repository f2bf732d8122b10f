"""A table of friction pairs becomes coefficients of surfaces: exactly where that is possible, else with a word about each pair."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

import scenec
from scenec import ir
from scenec.accounting.finding import Finding
from scenec.accounting.ledger import Ledger
from scenec.adapt import load
from scenec.adapt.friction_table_to_surfaces import Key, Pair, solve

Entry = tuple[str, str, float]


def scene_of(moving: Sequence[str | None], still: Sequence[str | None] = (), entries: Sequence[Entry] = ()) -> ir.Scene:
    """One moving model per material in `moving`, one static model per material in `still`, each with one sphere."""
    models, links = [], []
    for i, name in enumerate((*moving, *still)):
        surface = ir.Surface(name=name) if name else None
        models.append(ir.Model(id=f"model{i}", static=i >= len(moving)))
        links.append(ir.Link(id=f"link{i}", model=f"model{i}", collisions=(ir.Collision(geometry=ir.Sphere(radius=1.0), surface=surface),)))
    pairs = tuple(ir.FrictionPair(first=a, second=b, mu=mu) for a, b, mu in entries)
    return ir.Scene(models=tuple(models), links=tuple(links), friction_law="table", friction_default=1.0, friction_pairs=pairs)


def adapted(scene: ir.Scene) -> tuple[ir.Scene, list[Finding]]:
    ledger = Ledger()
    result = load("friction_table_to_surfaces")(scene, ledger, "SDFormat 1.7")
    return result, [entry.template for entry in ledger.entries]


def mus(scene: ir.Scene) -> list[float | None]:
    return [link.collisions[0].surface.mu for link in scene.links if link.collisions[0].surface]


def achieved(scene: ir.Scene, first: int, second: int) -> float:
    a, b = mus(scene)[first], mus(scene)[second]
    assert a is not None
    assert b is not None
    return min(a, b)


def test_a_ball_on_the_ground_is_exact() -> None:
    result, findings = adapted(scene_of(["ball"], ["carpet"], [("ball", "carpet", 0.08)]))
    assert mus(result) == [0.08, 0.08]
    assert findings == []
    assert (result.friction_law, result.friction_default, result.friction_pairs) == ("min", None, ())


def test_both_directions_of_the_surface_get_the_coefficient() -> None:
    result, _ = adapted(scene_of(["ball"], ["carpet"], [("ball", "carpet", 0.08)]))
    surface = result.links[0].collisions[0].surface
    assert surface is not None
    assert surface.mu2 == 0.08


def test_two_entries_about_each_other_count_their_mean() -> None:
    result, findings = adapted(scene_of(["ball"], ["carpet"], [("ball", "carpet", 0.2), ("carpet", "ball", 0.4)]))
    assert achieved(result, 0, 1) == (0.2 + 0.4) / 2
    assert findings == []


def test_the_last_of_two_equal_entries_counts() -> None:
    result, findings = adapted(scene_of(["ball"], ["carpet"], [("ball", "carpet", 0.2), ("ball", "carpet", 0.4)]))
    assert achieved(result, 0, 1) == 0.4
    assert [(f.code, f.value) for f in findings] == [("friction-pair-ineffective", "0.2")]


def test_without_an_entry_or_a_material_the_default_counts() -> None:
    assert mus(adapted(scene_of(["ball", None], ["carpet"]))[0]) == [1.0, 1.0, 1.0]


def test_a_slippery_and_a_rough_material_are_exact_where_the_smaller_wins() -> None:
    entries = [("ice", "ground", 0.1), ("rubber", "ground", 1.5), ("ice", "rubber", 0.1)]
    result, findings = adapted(scene_of(["ice", "rubber"], ["ground"], entries))
    assert mus(result) == [0.1, 1.5, 1.5]
    assert findings == []


def test_pairs_without_a_solution_are_reported_with_both_values() -> None:
    """The ball may slide on the ground only, but a surface that slides does so on everything."""
    result, findings = adapted(scene_of(["ball", "robot"], ["ground"], [("ball", "ground", 0.1)]))
    assert achieved(result, 0, 2) == 0.1  # the author's own entry is kept
    assert achieved(result, 1, 2) == 1.0  # and what robots stand on
    (finding,) = findings
    assert (finding.code, finding.fate) == ("friction-pair-approximated", "approximated")
    assert (finding.level, finding.category) == ("warning", "physics")
    assert (finding.subject, finding.value, finding.target) == ("friction_pairs[ball, robot].mu", "1", "0.1")
    assert "slide" in finding.consequence


def test_two_static_bodies_never_touch() -> None:
    entries = [("ball", "floor", 0.3), ("ball", "wall", 0.3), ("wall", "floor", 5.0)]
    result, findings = adapted(scene_of(["ball"], ["wall", "floor"], entries))
    assert mus(result) == [0.3, 0.3, 0.3]
    assert [(f.code, f.level, f.subject) for f in findings] == [("friction-pair-ineffective", "note", "friction_pairs[wall, floor]")]


def test_entries_about_missing_materials_have_no_effect() -> None:
    _, findings = adapted(scene_of(["ball"], ["floor"], [("ball", "moon", 0.3), ("sun", "moon", 0.1)]))
    assert [f.code for f in findings] == ["friction-pair-ineffective"] * 2
    assert not any(f.is_loss for f in findings)


@pytest.mark.parametrize(("self_collide", "expected"), [(False, 0.5), (None, 0.5), (True, 2.0)])
def test_bodies_of_one_model_touch_only_if_it_collides_with_itself(self_collide: bool | None, expected: float) -> None:
    scene = scene_of(["foot", "foot"], ["floor"], [("foot", "floor", 0.5), ("foot", "foot", 2.0)])
    model = ir.Model(id="robot", self_collide=self_collide)
    links = (*(replace(link, model="robot") for link in scene.links[:2]), scene.links[2])
    result, _ = adapted(replace(scene, models=(model, scene.models[2]), links=links))
    assert mus(result) == [expected, expected, 0.5]


def test_neighbours_in_a_model_that_collides_with_itself_do_not_touch() -> None:
    scene = scene_of(["foot", "leg"], [], [("foot", "leg", 0.5)])
    model = ir.Model(id="robot", self_collide=True)
    joint = ir.Joint(id="ankle", type="fixed", parent="link1", child="link0")
    scene = replace(scene, models=(model,), links=tuple(replace(link, model="robot") for link in scene.links), joints=(joint,))
    assert [f.code for f in adapted(scene)[1]] == ["friction-pair-ineffective"]
    overridden = replace(scene, links=(replace(scene.links[0], self_collide=True), scene.links[1]))
    assert [f.code for f in adapted(overridden)[1]] == []


def test_moving_bodies_that_only_touch_static_ones() -> None:
    scene = scene_of(["ball", "robot"], ["ground"], [("ball", "ground", 0.1)])
    result, findings = adapted(replace(scene, worlds=(ir.World(id="w", moving_bodies_collide=False),)))
    assert (achieved(result, 0, 2), achieved(result, 1, 2), findings) == (0.1, 1.0, [])


def test_rolling_is_said_to_be_lost() -> None:
    scene = scene_of(["ball"], ["carpet"])
    pair = ir.FrictionPair(first="ball", second="carpet", rolling_deceleration=0.13)
    _, (finding,) = adapted(replace(scene, friction_pairs=(pair,)))
    assert (finding.code, finding.fate, finding.value) == ("friction-pair-rolling-deceleration-dropped", "dropped", "0.13")


def test_a_surface_s_own_coefficients_have_no_effect_beside_a_table() -> None:
    scene = scene_of(["ball"], ["carpet"], [("ball", "carpet", 0.08)])
    ball, carpet = scene.links
    ball = replace(ball, collisions=(replace(ball.collisions[0], surface=ir.Surface(name="ball", mu=0.7, mu2=0.6)),))
    result, (finding,) = adapted(replace(scene, links=(ball, carpet)))
    assert mus(result) == [0.08, 0.08]
    assert (finding.code, finding.is_loss, finding.value) == ("surface-mu-ineffective", False, "0.7")


def test_other_laws_are_left_alone() -> None:
    scene = replace(scene_of(["ball"]), friction_law="mean")
    assert adapted(scene)[0] is scene


def test_a_shared_surface_stays_shared() -> None:
    result, _ = adapted(scene_of(["ball"], ["carpet"], [("ball", "carpet", 0.08)]))
    shared = result.links[0].collisions[0].surface
    twice = replace(
        result,
        friction_law="table",
        links=tuple(replace(link, collisions=(replace(link.collisions[0], surface=shared),)) for link in result.links),
    )
    surfaces = [link.collisions[0].surface for link in adapted(twice)[0].links]
    assert surfaces[0] is surfaces[1]


@given(st.data())
def test_whenever_an_exact_assignment_exists_it_is_found(data: st.DataObject) -> None:
    true = {name: data.draw(st.sampled_from([0.0, 0.1, 0.3, 0.5, 1.0, 2.0])) for name in "abcdefgh"}
    pairs = data.draw(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh")), max_size=20, unique=True))
    required: dict[Pair, float] = {(a, b): min(true[a], true[b]) for a, b in pairs}
    found = solve(required, {})
    assert {(a, b): min(found[a], found[b]) for a, b in required} == required


some_mu = st.floats(0, 3)
some_material: st.SearchStrategy[Key] = st.sampled_from("abc")


@given(st.dictionaries(st.tuples(some_material, some_material), some_mu, max_size=6), st.tuples(some_mu, some_mu, some_mu))
def test_no_other_assignment_errs_less(required: dict[Pair, float], other: tuple[float, float, float]) -> None:

    def error(mu: dict[Key, float]) -> float:
        return sum(abs(min(mu[a], mu[b]) - value) for (a, b), value in required.items())

    rival: dict[Key, float] = dict(zip("abc", other, strict=True))
    assert error(solve(required, {})) <= error(rival) + 1e-12


def test_many_materials_are_solved_in_reasonable_time() -> None:
    names = [f"m{i}" for i in range(40)]
    required: dict[Pair, float] = {(a, b): 0.1 + ((i * 7 + j * 13) % 10) / 10 for i, a in enumerate(names) for j, b in enumerate(names[i:])}
    found = solve(required, {})
    assert found == solve(required, {})
    assert set(found) == set(names)


def test_materials_of_the_mujoco_core_have_coefficients_of_their_own() -> None:
    """There is no table to solve for; the law, under which the larger of two counts, is reported apart."""
    text = b"""<Simulation><Scene name="s"><Body name="b"><SphereMass value="1kg" radius="1m"/>
      <SphereGeometry radius="1m"><Material name="wood" friction="0.6"/></SphereGeometry></Body></Scene></Simulation>"""
    scene, _ = scenec.read(text, format="simrobot@core3")
    assert (scene.friction_law, scene.friction_default) == ("max", 1.0)
    assert mus(adapted(scene)[0]) == [0.6]


# ---------------------------------------------------------------- MuJoCo: the larger one counts

MUJOCO = ("friction_table_to_surfaces", {"law": "max", "may_be_unset": True, "native_engine": "mujoco"})


def test_the_larger_of_two_coefficients_is_solved_for() -> None:
    """rubber on ice 0.2, rubber on mud 0.6; everything else 1, also without a material."""
    scene = scene_of(["rubber", None], ["ice", "mud"], [("rubber", "ice", 0.2), ("rubber", "mud", 0.6)])
    after = load(MUJOCO)(scene, Ledger(), "SimRobot")
    assert after.friction_law == "max"
    assert [link.collisions[0].surface.mu for link in after.links if link.collisions[0].surface] == [0.2, 1.0, 0.2, 0.6]


def test_shapes_without_a_material_go_on_saying_nothing_where_that_is_right() -> None:
    scene = scene_of([None, None], [None])
    after = load(MUJOCO)(scene, Ledger(), "SimRobot")
    assert mus(after) == [None, None, None]
    assert after.friction_default == 1.0


def test_a_pair_that_grips_less_than_its_surfaces_must_elsewhere_is_reported() -> None:
    scene = scene_of(["a", "b"], ["c"], [("a", "b", 0.2), ("a", "c", 0.9), ("b", "c", 0.1)])
    ledger = Ledger()
    load(MUJOCO)(scene, ledger, "SimRobot")
    findings = [entry.template for entry in ledger.entries if entry.template.code == "friction-pair-approximated"]
    assert findings and "larger" in findings[0].because


def test_scenes_for_mujoco_keep_their_table() -> None:
    scene = scene_of(["a"], ["b"], [("a", "b", 0.5)])
    world = ir.World(id="w", profiles=(ir.PhysicsProfile(engine="mujoco"),))
    scene = replace(scene, worlds=(world,))
    assert load(MUJOCO)(scene, Ledger(), "SimRobot") is scene


def test_of_very_many_materials_only_pairs_that_the_table_lists_are_looked_at_and_it_is_reported() -> None:
    """All pairs of two hundred materials are twenty thousand; the table lists one for each."""
    from scenec.adapt.friction_table_to_surfaces import MOST

    names = [f"m{i}" for i in range(MOST + 50)]
    result, findings = adapted(scene_of(names, ["grass"], [(name, "grass", 0.2 + i / 1000) for i, name in enumerate(names)]))
    assert [achieved(result, i, len(names)) for i in range(len(names))] == pytest.approx([0.2 + i / 1000 for i in range(len(names))])
    assert [(each.code, each.subject) for each in findings] == [("friction-pairs-unchecked", "friction_pairs")]


def test_of_many_values_those_at_which_the_error_can_be_least_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    own = {f"m{i}": 0.1 + (7 * i % 31) / 37 for i in range(25)}
    required: dict[Pair, float] = {(a, b): min(own[a], own[b]) for a in own for b in own if a <= b}
    required["m0", "m1"] = 0.9  # nothing fits all of them
    least = 0.9 - min(own["m0"], own["m1"])
    for few in (200, 5):
        monkeypatch.setattr("scenec.adapt.friction_table_to_surfaces.FEW", few)
        found = solve(required, {})
        assert sum(abs(min(found[a], found[b]) - mu) for (a, b), mu in required.items()) == pytest.approx(least)
