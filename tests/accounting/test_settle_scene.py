"""Values of the scene that the writer did not read are dropped, and the finding states the effect."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.finding import Finding
from scenec.accounting.report import Report
from scenec.trace import derived, ids_of, traced
from tests.scenes import arm, pose
from tests.tracing import Traced, written


def after(made: Traced, *looks: str) -> Report:
    """The report of a writer that prints these dotted paths only."""
    return made.settled(made.written(*looks))


def one(report: Report, code: str) -> Finding:
    (finding,) = (finding for finding in report.findings if finding.code == code)
    return finding


def codes(report: Report) -> set[str]:
    return {finding.code for finding in report.findings}


def linked(**changes: Any) -> Traced:
    """A scene of one link."""
    return Traced(ir.Scene(models=(ir.Model(id="m", name="robot"),), links=(ir.Link(id="a", name="arm", model="m", **changes),)))


LINK = ("links.0.name", "links.0.model", "models.0.name", "framing")


def test_an_unread_value_is_dropped_with_its_line_and_meaning() -> None:
    made = linked(inertial=ir.Inertial(mass=2.5, density=800.0))
    report = after(made, *LINK, "links.0.inertial.density")
    finding = one(report, "inertial-mass-dropped")
    assert (finding.fate, finding.level, finding.category) == ("dropped", "error", "physics")
    assert (finding.subject, finding.value) == ("robot::arm.inertial.mass", "2.5")
    assert finding.because == "Test has no element for masses. In the source: links.0.inertial.mass of <scene>."
    assert finding.source is not None
    assert finding.source.path.endswith("@links.0.inertial.mass")
    assert codes(report) == {"inertial-mass-dropped"}


def test_an_unread_node_is_one_finding() -> None:
    report = after(linked(inertial=ir.Inertial(mass=2.5, density=800.0)), *LINK)
    assert codes(report) == {"inertial-dropped"}
    assert report.totals["dropped"] == 2


def test_a_node_of_which_only_fields_that_say_nothing_are_printed_is_one_finding_too() -> None:
    made = linked(visuals=(ir.Visual(name="cover", geometry=ir.Sphere(radius=1.0), use="u"),))
    looks = [f"links.0.visuals.0.{field}" for field in ("use", "material")]
    assert codes(after(made, *LINK, *looks)) == {"visual-dropped"}


def test_a_finding_of_a_node_with_one_value_names_the_value() -> None:
    report = after(linked(visuals=(ir.Visual(geometry=ir.Sphere(radius=1.5)),)), *LINK)
    assert one(report, "visual-dropped").value == "1.5"


@pytest.mark.parametrize("shared", [False, True])
def test_a_value_without_effect_in_its_own_format_is_lost_only_if_nothing_else_says_it(shared: bool) -> None:
    made = linked(inertial=ir.Inertial(mass=2.5), extras=(ir.Extra(format="one", key="@mass", value="2.5"),))
    mass = ("links", 0, "inertial", "mass")
    if shared:  # as of a class that both take it from
        (link,) = made.scene.links
        extra = replace(link.extras[0], value=traced("2.5", made.ids(mass)))
        made.scene = replace(made.scene, links=(replace(link, extras=(extra,)),))
    row = Code("one-mass-ineffective", "dropped", "note", "physics", headline="Mass ignored", effect="No effect: One ignores it, too.")
    ledger = made.ledger()
    ledger.format_called = lambda name: ("One", "Simulator", {row.code: row})
    report = made.settled(made.written(*LINK, "links.0.inertial.mass"), ledger)
    assert "one-mass-ineffective" in codes(report)
    fates = made.fates(report)
    assert fates["links.0.inertial.mass"] == "kept"
    assert shared or (fates["links.0.extras.0.value"], report.lost) == ("dropped", 0)


def test_a_lost_shape_is_reported_as_such() -> None:
    report = after(
        linked(collisions=(ir.Collision(name="shell", geometry=ir.ImageExtrusion(image=ir.Texture(uri="a.png"))),)),
        *LINK,
        "links.0.collisions.0.name",
    )
    finding = one(report, "collision-shape-dropped")
    assert finding.level == "error"
    assert finding.headline == "Collision shape dropped: image extrusion"
    assert finding.because.startswith("Test has no shape of this type.")


def test_extras_are_dropped_one_by_one_under_the_name_of_their_format() -> None:
    extras = (ir.Extra(format="sdformat", key="ode/solver/@type", value="quick"), ir.Extra(format="mars", key="noPhysics", value=True))
    report = after(linked(extras=extras), *LINK, "links.0.extras.0.format", "links.0.extras.0.key", "links.0.extras.1.value")
    finding = one(report, "sdformat-ode-solver-type-dropped")
    assert (finding.value, finding.headline) == ("quick", "Extension of sdformat dropped: type of solver")
    assert codes(report) == {"sdformat-ode-solver-type-dropped"}


def test_what_every_target_means_by_silence_is_not_lost() -> None:
    assert codes(after(linked(pose=pose()), *LINK)) == set()
    assert codes(after(linked(pose=pose(1.0)), *LINK)) == {"link-pose-dropped"}


def test_what_this_target_means_by_silence_is_not_lost() -> None:
    made = linked(gravity=True, self_collide=False)
    printed = made.all_but(("links", 0, "gravity"))
    assert codes(made.settled(printed, implied={("Link", "gravity"): True})) == set()
    assert codes(made.settled(printed, implied={("Link", "gravity"): False})) == {"link-gravity-dropped"}
    assert codes(made.settled(printed, implied={("Link", "gravity"): lambda value: value == 1})) == set()


def test_a_node_of_implied_values_only_is_not_lost() -> None:
    made = linked(damping=ir.Damping(law="rate", linear=0.0, angular=0.0))
    printed = made.all_but(("links", 0, "damping"))
    implied = {("Damping", "law"): "rate", ("Damping", "linear"): 0.0, ("Damping", "angular"): 0.0}
    assert codes(made.settled(printed, implied=implied)) == set()
    del implied["Damping", "angular"]
    assert codes(made.settled(printed, implied=implied)) == {"damping-dropped"}


def test_what_was_marked_read_is_kept() -> None:
    made = linked(inertial=ir.Inertial(mass=2.5))
    printed = made.all_but(("links", 0, "inertial"))
    printed.uses.report(ids_of(printed.scene.links[0].inertial))
    assert made.settled(printed).findings == ()


def test_without_a_writer_everything_that_reached_the_scene_is_kept() -> None:
    report = linked(inertial=ir.Inertial(mass=2.5)).settled(None)
    assert report.totals["kept"] == report.totals["values"]


def test_structure_is_not_accounted_for() -> None:
    """Ids, uses, assets and files that were found are no values of the source's scene."""
    made = Traced(ir.Scene(assets=(ir.Asset(id="x", name="wheel", kind="Body"),), uses=(ir.Use(id="y", asset="x"),)))
    assert codes(made.settled(made.written())) == {"scene-framing-dropped"}


@pytest.mark.parametrize("twice", [False, True])
def test_of_several_uses_of_a_value_the_worst_counts(twice: bool) -> None:
    """A radius written once, used for a collision that arrives and a visual that does not."""
    made = linked(collisions=(ir.Collision(geometry=ir.Sphere(radius=0.5)),), visuals=(ir.Visual(geometry=ir.Sphere(radius=0.5)),))
    (radius_id,) = made.ids(("links", 0, "collisions", 0, "geometry", "radius"))
    (other_id,) = made.ids(("links", 0, "visuals", 0, "geometry", "radius"))
    shared = ir.Visual(geometry=ir.Sphere(radius=traced(0.5, (radius_id,))))
    made.scene = replace(made.scene, links=(replace(made.scene.links[0], visuals=(shared,)),))
    looks = [*LINK, "links.0.collisions.0.geometry.radius"] + (["links.0.visuals.0.geometry.radius"] if twice else [])
    fates = [line.fate for line in after(made, *looks).ledger]
    assert fates[radius_id] == ("kept" if twice else "dropped")
    assert fates[other_id] == "dropped"  # nothing of the scene holds it any more


def test_a_value_made_of_several_is_converted_and_one_taken_as_written_is_kept() -> None:
    made = linked(inertial=ir.Inertial(mass=2.0, density=3.0))
    (mass,), (density,) = made.ids(("links", 0, "inertial", "mass")), made.ids(("links", 0, "inertial", "density"))
    inertial = ir.Inertial(mass=derived(6.0, traced(2.0, (mass,)), traced(3.0, (density,))))
    made.scene = replace(made.scene, links=(replace(made.scene.links[0], inertial=inertial),))
    fates = [line.fate for line in after(made, *LINK, "links.0.inertial.mass").ledger]
    assert (fates[mass], fates[density]) == ("converted", "converted")
    assert fates[made.ids(("links", 0, "name"))[0]] == "kept"


def test_a_unit_applied_is_a_conversion() -> None:
    made = linked(inertial=ir.Inertial(mass=2.0))
    ledger = made.ledger()
    ledger.converted(made.ids(("links", 0, "inertial", "mass")))
    printed = made.all_but()
    assert made.settled(printed, ledger).totals["converted"] == 1


def test_components_of_a_vector_have_fates_of_their_own() -> None:
    made = linked(pose=pose(1.0, 2.0, 3.0))
    x, y, z = made.ids(("links", 0, "pose", "position"))
    ledger = made.ledger()
    ledger.converted((y,))
    printed = made.all_but()
    fates = [line.fate for line in made.settled(printed, ledger).ledger]
    assert (fates[x], fates[y], fates[z]) == ("kept", "converted", "kept")


def test_what_was_reported_keeps_its_fate_although_it_was_read() -> None:
    made = linked(inertial=ir.Inertial(mass=2.0))
    ledger = made.ledger()
    ledger.report(Code("mass-rounded", "approximated", "warning", "physics"), about=made.scene.links[0].inertial, target="2.5")
    printed = made.all_but()
    report = made.settled(printed, ledger)
    assert report.totals["approximated"] == 1
    assert [line.finding for line in report.ledger if line.fate == "approximated"] == [0]


def test_a_scene_written_without_its_source_is_reported_just_as_completely() -> None:
    """The values still have the ids of the ledger that they were read with, which is gone."""
    from scenec.accounting.build_report import build_report
    from scenec.accounting.ledger import Ledger
    from scenec.accounting.report import Side
    from scenec.accounting.settle import settle

    scene, ledger = Traced(arm()).scene, Ledger()
    nothing = written(scene)
    ledger.uses = nothing.uses
    ledger.report(Code("something", "approximated", "note", "naming"), about=scene.models[0].name)
    report = build_report(ledger, settle(nothing.scene, ledger, target="Test"), Side(), Side())
    assert {"something", "link-dropped", "joint-dropped", "model-dropped", "world-name-dropped"} <= codes(report)
    assert report.failed()
    assert list(report.ledger) == []


def test_a_place_that_a_lost_frame_names_is_not_lost_where_a_link_stands_in_it() -> None:
    """The pose of the frame places the link, too, so changing it changes the result."""
    made = linked(pose=pose(z=0.7))
    placed = made.scene.links[0].pose
    frame = ir.Frame(id="f", pose=placed)
    made.scene = replace(made.scene, frames=(frame,))
    looks = ("links.0.pose.position.0", "links.0.pose.position.1", "links.0.pose.position.2", "links.0.pose.rotation")
    report = after(made, *LINK, *looks)
    assert "frame-dropped" in codes(report)
    assert report.totals["dropped"] == 0
    assert after(made, *LINK).totals["dropped"] > 0, "no writer printed it"


def test_the_only_world_is_there_with_what_it_holds() -> None:
    """A second one that a writer does not look at is lost."""
    world = ir.World(id="w", name="lab", look=ir.Look(background=(0.2, 0.3, 0.4, 1.0)))
    alone = codes(after(Traced(ir.Scene(worlds=(world,)))))
    assert ({"world-name-dropped", "look-dropped"} <= alone, "world-dropped" in alone) == (True, False)
    assert "world-dropped" in codes(after(Traced(ir.Scene(worlds=(world, replace(world, id="v", name="yard"))))))
