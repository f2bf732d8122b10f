"""Rules for every adaptation: lose nothing silently, and leave alone what is in range already."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.adapt import STEPS, load, settled
from scenec.checks.scene import check
from scenec.ir.names import link_paths
from scenec.trace import ids_of
from tests.perturbing import other_leaves
from tests.scenes import arm, kitchen_sink
from tests.strategies import scenes
from tests.tracing import Traced, dotted


def named_in(ledger: Ledger) -> set[int]:
    return {value_id for entry in ledger.entries for value_id in entry.ids} | set(ledger.consumed_ids)


@pytest.mark.sweep
@pytest.mark.parametrize("name", STEPS)
def test_a_changed_value_changes_the_result_or_is_named(name: str) -> None:
    made, step = Traced(kitchen_sink()), load(name)
    ledger = made.ledger()
    before = step(made.scene, ledger, "Test")
    named = named_in(ledger)
    silent = []
    for path, ids, changed in other_leaves(made.scene):
        if not named.issuperset(ids):
            again = made.ledger()
            if step(changed, again, "Test") == before and not named_in(again).issuperset(ids):
                silent.append(dotted(path))
    assert silent == []


@pytest.mark.parametrize("name", STEPS)
@pytest.mark.parametrize("friction_law", ["table", "min"])
def test_every_value_is_in_the_result_or_named(name: str, friction_law: str) -> None:
    made = Traced(kitchen_sink(friction_law))
    ledger = made.ledger()
    result = load(name)(made.scene, ledger, "Test")
    assert set(made.paths) - set(ids_of(result)) <= named_in(ledger)
    assert {f"{name.replace('_', '-')}-dropped", "adaptation-dropped"}.isdisjoint(entry.template.code for entry in ledger.entries)
    assert [problem for problem in check(result) if problem.level == "error"] == []


@pytest.mark.sweep
@pytest.mark.parametrize("name", STEPS)
@settings(max_examples=50)
@given(scene=scenes(), data=st.data())
def test_what_was_adapted_once_is_left_alone(name: str, scene: ir.Scene, data: st.DataObject) -> None:
    entry = st.builds(
        ir.FrictionPair,
        first=st.sampled_from(["rubber", "ice"]),
        second=st.sampled_from(["rubber", "ice", "mud"]),
        mu=st.sampled_from([0.1, 0.5, 2.0]),
    )
    pairs = tuple(data.draw(st.lists(entry, max_size=4)))
    scene = replace(scene, friction_law="table", friction_default=1.0, friction_pairs=pairs)
    ledger, again = Ledger(), Ledger()
    once = load(name)(scene, ledger, "Test")
    assert load(name)(once, again, "Test") == once
    assert again.entries == []


def test_a_step_that_forgets_a_value_is_reported_on() -> None:
    """The driver compares what went in with what came out."""
    made = Traced(arm())
    ledger = made.ledger()

    def forget_masses(scene: ir.Scene, _: Ledger, __: str) -> ir.Scene:
        return replace(scene, links=tuple(replace(link, inertial=None) for link in scene.links))

    settled("forget_masses", forget_masses)(made.scene, ledger, "Test")
    assert {entry.template.code for entry in ledger.entries} == {"adaptation-dropped"}
    assert named_in(ledger) == {i for i, path in made.paths.items() if "inertial" in path}
    assert {entry.within.owner for entry in ledger.entries} == set(link_paths(made.scene).values()), "which link lost it"
    assert all(entry.template.subject.startswith(f"{entry.within.owner}.inertial.") for entry in ledger.entries)


def test_a_step_that_names_what_it_drops_is_not_reported_on() -> None:
    made = Traced(arm())
    ledger = made.ledger()

    def drop_names(scene: ir.Scene, ledger: Ledger, _: str) -> ir.Scene:
        ledger.report(Code("name-dropped", "dropped", "note", "naming"), about=scene.name)
        return replace(scene, name=None)

    settled("drop_names", drop_names)(made.scene, ledger, "Test")
    assert [entry.template.code for entry in ledger.entries] == ["name-dropped"]
