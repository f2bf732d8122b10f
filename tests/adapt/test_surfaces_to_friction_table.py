"""Coefficients per surface become a table of pairs that says what the source's law makes of each."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.adapt import load


def scene(law: str, **mus: ir.Surface) -> ir.Scene:
    links = [
        ir.Link(id=name, name=name, model="m", collisions=(ir.Collision(name=name, geometry=ir.Sphere(radius=1.0), surface=surface),))
        for name, surface in mus.items()
    ]
    return ir.Scene(models=(ir.Model(id="m"),), links=tuple(links), friction_law=law)


def materials(scene: ir.Scene) -> list[str | None]:
    return [each.surface.name for link in scene.links for each in link.collisions if each.surface]


@pytest.mark.parametrize(("law", "mixed"), [("min", 0.25), ("mean", 0.5)])
def test_every_pair_is_listed_with_what_the_law_makes_of_it(law: str, mixed: float) -> None:
    before = scene(law, ice=ir.Surface(mu=0.25, mu2=0.25), tyre=ir.Surface(name="rubber", mu=0.75, mu2=0.75))
    after = load("surfaces_to_friction_table")(before, Ledger(), "SimRobot")
    table = {(pair.first, pair.second): pair.mu for pair in after.friction_pairs}
    assert table == {("mu 0.25", "mu 0.25"): 0.25, ("mu 0.25", "rubber"): mixed, ("rubber", "rubber"): 0.75}
    assert after.friction_law == "table"


def test_friction_that_differs_across_is_reported() -> None:
    ledger = Ledger()
    load("surfaces_to_friction_table")(scene("min", ski=ir.Surface(mu=0.1, mu2=0.9)), ledger, "SimRobot")
    assert [entry.template.code for entry in ledger.entries] == ["surface-mu2-approximated", "friction-law-converted"]


def test_a_scene_that_has_a_table_stays_as_it_is() -> None:
    before = scene("table", ice=ir.Surface(name="ice"))
    assert load("surfaces_to_friction_table")(before, Ledger(), "SimRobot") is before


def test_surfaces_that_say_what_is_taken_anyway_need_no_table() -> None:
    before = scene("min", box=ir.Surface(mu=1.0, mu2=1.0), ball=ir.Surface(mu=1.0, mu2=1.0))
    assert load("surfaces_to_friction_table")(before, Ledger(), "SimRobot") is before


def test_the_law_of_a_scene_without_one_is_the_smaller_coefficient() -> None:
    before = replace(scene("min", ice=ir.Surface(mu=0.25), box=ir.Surface(mu=1.0)), friction_law=None)
    after = load("surfaces_to_friction_table")(before, Ledger(), "SimRobot")
    assert {(pair.first, pair.second): pair.mu for pair in after.friction_pairs} == {
        ("mu 0.25", "mu 0.25"): 0.25,
        ("mu 0.25", "mu 1"): 0.25,
    }


def test_under_mujocos_law_a_surface_that_says_nothing_leaves_it_to_the_other() -> None:
    before = scene("max", ice=ir.Surface(mu=0.25), box=ir.Surface())
    after = load("surfaces_to_friction_table")(before, Ledger(), "SimRobot")
    assert {(pair.first, pair.second): pair.mu for pair in after.friction_pairs} == {
        ("mu 0.25", "mu 0.25"): 0.25,
        ("mu 0.25", "mu unsaid"): 0.25,
    }, "two that say nothing have the default, which needs no entry"


def test_a_target_keeps_its_own_law() -> None:
    before = scene("max", ice=ir.Surface(mu=0.25))
    assert load(("surfaces_to_friction_table", {"native_law": "max"}))(before, Ledger(), "SimRobot") is before


def test_materials_keep_their_names_and_one_that_has_to_be_two_is_reported() -> None:
    """Of a name with two coefficients SimRobot would take the first everywhere."""
    surfaces = {
        "sole": ir.Surface(name="rubber", mu=0.75),
        "tyre": ir.Surface(name="rubber", mu=0.5),
        "ice": ir.Surface(name="ice", mu=0.25),
    }
    ledger = Ledger()
    after = load("surfaces_to_friction_table")(scene("min", **surfaces), ledger, "SimRobot")
    assert [each.surface.name for link in after.links for each in link.collisions if each.surface] == [
        "rubber mu 0.75",
        "rubber mu 0.5",
        "ice",
    ]
    findings = [entry.template for entry in ledger.entries if entry.template.code == "surface-name-changed"]
    assert [(each.value, each.target) for each in findings] == [("rubber", "rubber mu 0.75"), ("rubber", "rubber mu 0.5")]


def test_a_made_up_name_is_not_that_of_another_material() -> None:
    surfaces = {"ice": ir.Surface(mu=0.25), "felt": ir.Surface(name="mu 0.25", mu=0.75)}
    after = load("surfaces_to_friction_table")(scene("min", **surfaces), Ledger(), "SimRobot")
    assert materials(after) == ["mu 0.25 2", "mu 0.25"]


def test_of_more_coefficients_than_a_table_can_list_each_becomes_the_nearest_that_is_listed() -> None:
    """A table has an entry for each pair: a thousand coefficients would be half a million of them."""
    from scenec.adapt.surfaces_to_friction_table import MOST

    ledger, count = Ledger(), 4 * MOST
    before = scene("min", **{f"s{i}": ir.Surface(mu=(i + 1) / count, mu2=(i + 1) / count) for i in range(count)})
    after = load("surfaces_to_friction_table")(before, ledger, "SimRobot")
    assert len(after.friction_pairs) == MOST * (MOST + 1) // 2
    own = {pair.first: pair.mu for pair in after.friction_pairs if pair.first == pair.second}
    reached = [own[name] for name in materials(after) if name is not None]
    assert max(abs((i + 1) / count - (mu or 0)) for i, mu in enumerate(reached)) < 1 / MOST
    findings = [entry.template for entry in ledger.entries if entry.template.code == "surface-mu-approximated"]
    assert len(findings) == count - MOST and all(each.level == "warning" for each in findings)
