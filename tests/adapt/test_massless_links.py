"""Links without mass: what becomes of them depends on what they are good for."""

from __future__ import annotations

from msgspec.structs import replace

from scenec import ir
from scenec.trace import traced
from tests.adapt.jointed import adapted, body, joint, mechanism

BALL = ir.Visual(name="ball", geometry=ir.Sphere(radius=0.1))


def test_one_between_two_joints_gets_a_share_of_its_neighbours() -> None:
    scene = mechanism(body("a"), body("b", mass=0.0), body("c", mass=0.5), joint("ab", "a", "b"), joint("bc", "b", "c"))
    after, [finding] = adapted("massless_links", scene)
    inertial = after.links[1].inertial
    assert inertial is not None and inertial.inertia is not None
    assert (inertial.mass, inertial.inertia.entries) == (2e-9, (1e-10, 1e-10, 1e-10, 0, 0, 0))
    assert (finding.code, finding.level, finding.subject) == ("link-mass-defaulted", "warning", "m::b")
    assert finding.target == "2e-09 kg, 1e-09 of the mass of m::a"


def test_links_between_a_heavy_and_a_light_body_weigh_the_targets_share_of_the_heavy_one() -> None:
    """ODE ignores all joints where one body weighs 10,000 times another that it is joined to."""
    parts = [body("torso", mass=100.0), body("x", mass=None), body("y", mass=None), body("hip", mass=0.5)]
    scene = mechanism(*parts, joint("1", "torso", "x"), joint("2", "x", "y"), joint("3", "y", "hip"))
    after, findings = adapted("massless_links", scene, share=1e-3)
    assert [link.inertial and link.inertial.mass for link in after.links] == [100.0, 0.1, 0.1, 0.5]
    assert [each.target for each in findings] == ["0.1 kg, 0.001 of the mass of m::torso"] * 2


def test_one_at_the_end_that_is_seen_keeps_its_joint() -> None:
    after, [finding] = adapted("massless_links", mechanism(body("a"), body("b", mass=None, visuals=(BALL,)), joint("ab", "a", "b")))
    assert (len(after.joints), finding.code) == (1, "link-mass-defaulted")


def test_one_at_the_end_that_holds_nothing_becomes_a_place_of_its_carrier() -> None:
    scene = mechanism(body("a"), body("b", 0.5, mass=0.0), joint("ab", "a", "b"))
    after, findings = adapted("massless_links", scene)
    assert ([link.name for link in after.links], after.joints) == (["a"], ())
    assert [(frame.name, frame.attached_to) for frame in after.frames] == [("ab", "a"), ("b", "a")]
    assert {each.code for each in findings} == {"link-empty-removed", "joint-empty-dropped"}


def test_all_stay_where_the_target_only_needs_a_mass() -> None:
    """MARS drops no joint for it: the empty link at the end, the lonely link and the one of a negative mass each get a little."""
    scene = mechanism(body("a"), body("b", 0.5, mass=0.0), joint("ab", "a", "b"), body("c", mass=None), body("d", mass=-1.0))
    after, findings = adapted("massless_links", scene, share=1e-3, keep=True)
    assert [link.inertial and link.inertial.mass for link in after.links] == [2.0, 0.002, 0.001, 0.001]
    assert (len(after.joints), {each.code for each in findings}) == (1, {"link-mass-defaulted"})


def test_one_of_a_negative_mass_weighs_a_little_and_moves_as_it_did() -> None:
    """The file says that it weighs something, so it neither stands still nor goes."""
    scene = mechanism(body("a"), body("b", 0.5, mass=-3.0), joint("ab", "a", "b"), body("c", mass=-1.0))
    after, findings = adapted("massless_links", scene, share=1e-3)
    assert [link.inertial and link.inertial.mass for link in after.links] == [2.0, 0.002, 0.001]
    assert (len(after.joints), [each.value for each in findings]) == (1, ["-3 kg", "-1 kg"])


def test_one_that_no_joint_moves_stands_still() -> None:
    after, [finding, _] = adapted("massless_links", mechanism(body("a", mass=0.0, visuals=(BALL,))))
    assert (after.models[0].static, finding.code) == (True, "link-made-static")


def test_in_a_model_with_others_it_becomes_a_model_of_its_own_and_stays_where_it_is() -> None:
    after, _ = adapted("massless_links", mechanism(body("a"), body("b", 0.5, mass=0.0, visuals=(BALL,))))
    assert [(link.static, link.pose[0]) for link in after.physics().links] == [(False, 0.0), (True, 0.5)]


def test_a_series_that_ends_where_a_link_was_removed_weighs_something_there() -> None:
    """Where bodies nest, links in series need no mass, except the last one."""
    parts = [body("base"), body("between", mass=None), body("last", mass=None), body("leaf", mass=None)]
    joints = [joint("1", "base", "between"), joint("2", "between", "last"), joint("3", "last", "leaf")]
    after, findings = adapted("massless_links", mechanism(*parts, *joints), share=1e-3, nesting=True)
    assert [link.inertial and link.inertial.mass for link in after.links] == [2.0, None, 0.002]
    assert [each.code for each in findings] == ["link-empty-removed", "joint-empty-dropped", "link-mass-defaulted"]


def test_shapes_of_one_that_stands_still_are_reported() -> None:
    _, findings = adapted("massless_links", mechanism(body("a", mass=0.0, visuals=(BALL,))))
    assert [(each.code, each.subject) for each in findings][1:] == [("shape-made-static", "m::a::ball")]


def test_a_stated_tensor_of_a_link_that_gets_a_mass_is_reported() -> None:
    """The result has the tensor of a small body, with any tensor in the source."""
    tensor = ir.Inertia(*(traced(0.25, (number,)) for number in range(6)))
    turned = ir.Pose((0.0, 0.0, 1.0), ir.Rotation.from_rpy(0.5, 0.0, 0.0, ids=(6,)))
    link = replace(body("b"), inertial=ir.Inertial(mass=0.0, inertia=tensor, pose=turned))
    _, findings = adapted("massless_links", mechanism(body("a"), link, joint("ab", "a", "b")), keep=True)
    assert [(each.code, each.fate) for each in findings] == [
        ("link-mass-defaulted", "defaulted"),
        ("link-inertia-replaced", "approximated"),
    ]
    assert findings[1].value.startswith("ixx 0.25") and findings[1].target.startswith("ixx 1e-10")


def test_a_fixed_joint_that_closes_a_loop_welds_no_link() -> None:
    """The hinge comes first and carries the link, which then has to weigh something."""
    parts = (body("a", mass=None), joint("hinge", "world", "a"), joint("weld", "world", "a", type="fixed"))
    after, findings = adapted("massless_links", mechanism(*parts), share=1e-3, nesting=True)
    assert after.links[0].inertial is not None
    assert [finding.code for finding in findings if finding.code.startswith("link-mass")] == ["link-mass-defaulted"]


def test_one_lighter_than_the_target_weighs_gets_a_share() -> None:
    """MuJoCo refuses a moving body of 1e-200 kg as it does one of 0 kg."""
    scene = mechanism(body("a", mass=1e-200), body("b", mass=0.5), joint("ab", "a", "b"))
    after, _ = adapted("massless_links", scene, share=1e-3, least=1e-15)
    assert [link.inertial and link.inertial.mass for link in after.links] == [5e-4, 0.5]
    assert adapted("massless_links", scene, share=1e-3)[1] == []


def test_those_that_stand_still_are_reported_in_the_order_of_the_scene() -> None:
    names = [f"link{i}" for i in range(20)]
    _, findings = adapted("massless_links", mechanism(*(body(name, mass=None) for name in names)))
    assert [each.subject for each in findings if each.code == "link-made-static"] == [f"m::{name}" for name in names]
