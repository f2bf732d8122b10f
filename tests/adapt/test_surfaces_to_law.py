"""Coefficients of surfaces are fitted to the law of the target: pairs slide as in the source, and every coefficient has its fate."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import scenec
from scenec import ir
from scenec.accounting.finding import Finding
from scenec.accounting.ledger import Ledger
from scenec.adapt import load


def scene_of(moving: Sequence[float | None], still: Sequence[float | None] = (), law: str | None = None) -> ir.Scene:
    """One moving model per coefficient in `moving`, one static model per coefficient in `still`, each with one sphere."""
    models, links = [], []
    for i, mu in enumerate((*moving, *still)):
        surface = ir.Surface(name="rubber", mu=mu, mu2=mu) if mu is not None else None
        models.append(ir.Model(id=f"model{i}", static=i >= len(moving)))
        links.append(ir.Link(id=f"link{i}", model=f"model{i}", collisions=(ir.Collision(geometry=ir.Sphere(radius=1.0), surface=surface),)))
    return ir.Scene(models=tuple(models), links=tuple(links), friction_law=law)


def adapted(scene: ir.Scene, law: str = "max") -> tuple[ir.Scene, list[Finding]]:
    ledger = Ledger()
    result = load(("surfaces_to_law", {"law": law}))(scene, ledger, "MJCF")
    return result, [entry.template for entry in ledger.entries if entry.template.code != "friction-law-converted"]


def mus(scene: ir.Scene) -> list[float | None]:
    return [each.surface.mu if each.surface is not None else None for link in scene.links for each in link.collisions]


def test_a_slippery_ball_on_rough_ground_is_exact_where_the_larger_coefficient_wins() -> None:
    result, findings = adapted(scene_of([0.25], [1.0]))
    assert mus(result) == [0.25, 0.25], "the smaller one counts in the source: the ground must not grip more"
    assert (findings, result.friction_law) == ([], "max")


def test_a_shape_without_a_coefficient_is_as_rough_as_the_default() -> None:
    """Gazebo and MuJoCo take 1 for it: what is smaller beside it counts, what is larger does not."""
    assert mus(adapted(scene_of([0.25], [None]))[0]) == [0.25, 0.25]
    assert mus(adapted(scene_of([1.5], [None]))[0]) == [1.0, 1.0]


def test_a_robot_without_a_floor_keeps_its_coefficient() -> None:
    result, findings = adapted(scene_of([0.6]))
    assert (mus(result), findings) == ([0.6], [])


def test_pairs_without_a_solution_are_reported_with_both_values() -> None:
    _, findings = adapted(scene_of([0.2, 0.8], [0.8]))
    (finding,) = findings
    assert finding.code == "friction-pair-approximated"
    assert {finding.value.partition(" ")[0], finding.target} == {"0.2", "0.8"}


def test_the_name_of_a_surface_stays_its_name() -> None:
    result, _ = adapted(scene_of([0.2], [1.0]))
    surface = result.links[0].collisions[0].surface
    assert surface is not None and surface.name == "rubber"


def test_scenes_that_need_nothing_stay_as_they_are() -> None:
    for scene in (scene_of([1.0], [1.0]), scene_of([0.5], [1.0], law="max"), scene_of([None], [None]), scene_of([0.5], [1.0], law="table")):
        assert adapted(scene)[0] is scene


def test_a_coefficient_that_mjcf_says_is_not_reported_as_a_lost_name(tmp_path: Path) -> None:
    source = tmp_path / "a.sdf"
    surface = "<surface><friction><ode><mu>0.3</mu><mu2>0.3</mu2></ode></friction></surface>"
    shape = f"<collision name='c'><geometry><sphere><radius>1</radius></sphere></geometry>{surface}</collision>"
    source.write_text(f"<sdf version='1.9'><model name='m'><link name='a'>{shape}</link></model></sdf>")
    report = scenec.convert(source, tmp_path / "a.xml", to="mjcf")
    assert 'friction="0.3"' in (tmp_path / "a.xml").read_text()
    assert {line.fate for line in report.ledger if "/mu" in line.path} == {"converted"}
    assert not [finding.code for finding in report.findings if finding.code.startswith(("surface", "friction-pair"))]
