"""Links without mass: what becomes of them depends on what they are good for."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from scenec import ir
from scenec.ir.blocks import Block
from scenec.trace import ids_of, traced
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


def test_what_a_link_gets_is_made_of_all_neighbours_any_of_which_may_be_the_heaviest() -> None:
    scene = mechanism(body("a"), body("b", mass=0.0), body("c"), joint("ab", "a", "b"), joint("bc", "b", "c"))
    light, heavy = (
        ir.Inertial(mass=traced(mass, (i,)), inertia=ir.Inertia(traced(0.1, (i + 1,)), traced(0.2, (i + 2,)), 0.2))
        for i, mass in ((1, 2.0), (4, 2.1))
    )
    links = (replace(scene.links[0], inertial=light), scene.links[1], replace(scene.links[2], inertial=heavy))
    inertial = adapted("massless_links", replace(scene, links=links))[0].links[1].inertial
    assert inertial is not None and inertial.inertia is not None
    assert (inertial.mass, set(ids_of(inertial.mass))) == (2.1e-9, {1, 4})
    assert set(ids_of(inertial.inertia.ixx)) == {2, 3, 5, 6}


def test_links_between_a_heavy_and_a_light_body_weigh_the_targets_share_of_the_heavy_one() -> None:
    """ODE ignores all joints where one body weighs 10,000 times another that it is joined to."""
    parts = [body("torso", mass=100.0), body("x", mass=None), body("y", mass=None), body("hip", mass=0.5)]
    scene = mechanism(*parts, joint("1", "torso", "x"), joint("2", "x", "y"), joint("3", "y", "hip"))
    after, findings = adapted("massless_links", scene, share=1e-3)
    assert [link.inertial and link.inertial.mass for link in after.links] == [100.0, 0.1, 0.1, 0.5]
    assert [each.target for each in findings] == ["0.1 kg, 0.001 of the mass of m::torso"] * 2


def test_one_with_shapes_weighs_what_its_collisions_weigh() -> None:
    """Water, unless a density is asked for; the visual is the collision once more, and does not count."""
    box = ir.Collision(geometry=ir.Box(size=(0.1, 0.2, 0.5)), pose=ir.Pose((0.0, 0.0, 0.25)))
    scene = mechanism(body("a"), body("b", mass=None, visuals=(BALL,), collisions=(box,)), joint("ab", "a", "b"))
    after, [finding] = adapted("massless_links", scene)
    inertial = after.links[1].inertial
    assert inertial is not None and inertial.inertia is not None and inertial.pose is not None
    assert (inertial.mass, inertial.pose.position) == (10.0, (0.0, 0.0, 0.25))
    assert inertial.inertia.entries == pytest.approx((10 * 0.29 / 12, 10 * 0.26 / 12, 10 * 0.05 / 12, 0, 0, 0))
    assert (finding.code, finding.level) == ("link-mass-of-shapes-defaulted", "warning")
    assert finding.target == "10 kg, 1 collision at 1,000 kg/m³"
    light, [finding] = adapted("massless_links", scene, density=50.0)
    assert (light.links[1].inertial and light.links[1].inertial.mass, finding.target) == (0.5, "0.5 kg, 1 collision at 50 kg/m³")


def test_shapes_too_small_or_too_large_for_a_mass_leave_a_share() -> None:
    """MuJoCo refuses the first; no reader of scenec takes the tensor of the second, a tenth of a light year long."""
    for size in ((1.0, 1.0, 5e-324), (0.2, 0.2, 1e15)):
        box = ir.Collision(geometry=ir.Box(size=size))
        scene = mechanism(body("a", mass=0.5), body("b", mass=None, collisions=(box,)), joint("ab", "a", "b"))
        after, [finding] = adapted("massless_links", scene, share=1e-3, least=1e-15)
        assert after.links[1].inertial is not None
        assert (after.links[1].inertial.mass, finding.code) == (5e-4, "link-mass-defaulted")


def test_links_that_joints_move_in_a_circle_are_no_way_between_joints() -> None:
    """Which of the joints moves its link is up to the target; the other one closes the loop, and its link needs a mass."""
    scene = mechanism(body("a"), body("b", mass=None), joint("ba", "b", "a", type="planar"), joint("ab", "a", "b", type="prismatic"))
    after, findings = adapted("massless_links", scene, share=1e-3, folded=True)
    assert after.links[1].inertial is not None and after.links[1].inertial.mass == 2e-3
    assert [each.code for each in findings] == ["link-mass-defaulted"]
    straight = mechanism(body("a"), body("b", mass=None), body("c"), joint("ab", "a", "b"), joint("bc", "b", "c"))
    assert adapted("massless_links", straight, folded=True)[1] == []


@pytest.mark.parametrize(
    "other",
    [joint("ab", "b", "a", type="floating"), joint("ab", "c", "b")],
    ids=["back to it", "moving it too"],
)
def test_a_weld_that_the_target_may_let_go_leaves_its_link_a_mass(other: ir.Joint) -> None:
    """MuJoCo's bodies hang on the first joint that is stated; a weld after that is a constraint, and the body needs a mass of its own."""
    weld = joint("weld", "a", "b", type="fixed")
    scene = mechanism(body("a"), body("b", mass=None), body("c"), joint("ca", "a", "c"), other, weld)
    after, [finding] = adapted("massless_links", scene, share=1e-3, welded=True)
    assert after.links[1].inertial is not None
    assert (after.links[1].inertial.mass, finding.code) == (2e-3, "link-mass-defaulted")
    alone = mechanism(body("a"), body("b", mass=None), weld)
    assert adapted("massless_links", alone, welded=True)[1] == []


def test_one_that_nothing_touches_weighs_what_its_visuals_weigh() -> None:
    after, [finding] = adapted("massless_links", mechanism(body("a"), body("b", mass=None, visuals=(BALL,)), joint("ab", "a", "b")))
    assert after.links[1].inertial is not None
    assert after.links[1].inertial.mass == pytest.approx(4.18879)
    assert (len(after.joints), finding.target) == (1, "4.19 kg, 1 visual at 1,000 kg/m³")


def of_crate(size: float, away: float = 0.0) -> ir.Inertial:
    """The inertial of a link that looks like a cube without its lid, whose corner is so far from the origin (m)."""
    corners = np.array([(x, y, z) for x in (0.0, size) for y in (0.0, size) for z in (0.0, size)]) + away
    faces = np.array([(0, 1, 3), (0, 3, 2), (4, 6, 7), (4, 7, 5), (0, 4, 5), (0, 5, 1), (2, 3, 7), (2, 7, 6), (0, 2, 6), (0, 6, 4)])
    data = ir.MeshData(vertices=Block(corners), groups=(ir.MeshGroup(name="", faces=(ir.Faces(vertices=Block(faces)),)),))
    seen = ir.Visual(geometry=ir.MeshShape(mesh="crate"))
    scene = replace(
        mechanism(body("a"), body("b", mass=None, visuals=(seen,)), joint("ab", "a", "b")), meshes=(ir.Mesh(id="crate", data=data),)
    )
    after, _ = adapted("massless_links", scene)
    inertial = after.links[1].inertial
    assert inertial is not None
    return inertial


def test_an_open_mesh_weighs_as_its_hull() -> None:
    inertial = of_crate(0.2)
    assert inertial.pose is not None
    assert inertial.mass == pytest.approx(8.0)
    assert inertial.pose.position == pytest.approx((0.1, 0.1, 0.1))


@pytest.mark.parametrize(("size", "away"), [(0.001, 1e9), (1e-320, 0.0)], ids=["far away", "almost nothing"])
def test_a_mesh_may_be_as_far_away_or_as_small_as_numbers_go(size: float, away: float) -> None:
    mass = of_crate(size, away).mass
    assert mass is not None and 0 < mass < 1e-5


def test_one_at_the_end_without_shapes_gets_a_share() -> None:
    """The joint stays, and programs find it."""
    scene = mechanism(body("a"), body("b", 0.5, mass=0.0), joint("ab", "a", "b"))
    after, [finding] = adapted("massless_links", scene, share=1e-3)
    assert ([link.inertial and link.inertial.mass for link in after.links], len(after.joints)) == ([2.0, 0.002], 1)
    assert finding.code == "link-mass-defaulted"


def test_one_without_shapes_gets_a_share_of_a_neighbour_that_its_shapes_weigh() -> None:
    """Of an arm that states no mass: the tip is a thousandth of the forearm, not of a body that is nowhere."""
    crate = ir.Visual(geometry=ir.Box(size=(0.1, 0.1, 0.5)))
    scene = mechanism(body("fore", mass=None, visuals=(crate,)), body("tip", mass=None), joint("wrist", "fore", "tip"))
    after, findings = adapted("massless_links", scene, share=1e-3)
    assert [link.inertial and link.inertial.mass for link in after.links] == [5.0, 0.005]
    assert findings[1].target == "0.005 kg, 0.001 of the mass of m::fore"


X = ir.Axis(xyz=(1.0, 0.0, 0.0))


def test_one_between_joints_stays_where_the_engine_moves_it() -> None:
    """DART does: what hangs on it has mass. Of two joints that turn the same way it cannot tell which turns."""
    parts = [body("a"), body("b", mass=None), body("c")]
    scene = mechanism(*parts, joint("ab", "a", "b"), joint("bc", "b", "c", X))
    assert adapted("massless_links", scene, between=True) == (scene, [])
    same = mechanism(*parts, joint("ab", "a", "b"), joint("bc", "b", "c"))
    assert [each.subject for each in adapted("massless_links", same, between=True)[1]] == ["m::b"]
    row = mechanism(*parts, body("d"), joint("ab", "a", "b"), joint("bc", "b", "c", X), joint("cd", "c", "d"))
    weightless = replace(row, links=(*row.links[:2], replace(row.links[2], inertial=None), row.links[3]))
    assert [each.subject for each in adapted("massless_links", weightless, between=True)[1]] == ["m::c"]


def test_a_chain_of_which_no_link_weighs_anything_gets_shares_in_all() -> None:
    """As an arm of a robot whose file weighs only the base: Gazebo's physics fell apart with the share in the last link alone."""
    chain = [body("base"), *(body(name, mass=None) for name in "abc")]
    scene = mechanism(*chain, joint("1", "base", "a"), joint("2", "a", "b", X), joint("3", "b", "c"))
    assert [each.subject for each in adapted("massless_links", scene, between=True)[1]] == ["m::a", "m::b", "m::c"]


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


def test_shapes_of_one_that_stands_still_are_reported() -> None:
    _, findings = adapted("massless_links", mechanism(body("a", mass=0.0, visuals=(BALL,))))
    assert [(each.code, each.subject) for each in findings][1:] == [("shape-made-static", "m::a::ball")]


def test_a_stated_tensor_of_a_link_that_gets_a_mass_is_reported() -> None:
    """The result has the tensor of a small body, with any tensor in the source."""
    tensor = ir.Inertia(*(traced(0.25, (number,)) for number in range(6)))
    turned = ir.Pose((0.0, 0.0, 1.0), ir.Rotation.from_rpy(0.5, 0.0, 0.0, ids=(6,)))
    link = replace(body("b"), inertial=ir.Inertial(mass=0.0, inertia=tensor, pose=turned))
    _, findings = adapted("massless_links", mechanism(body("a"), link, joint("ab", "a", "b")))
    assert [(each.code, each.fate) for each in findings] == [
        ("link-mass-defaulted", "defaulted"),
        ("link-inertia-replaced", "approximated"),
    ]
    assert findings[1].value.startswith("ixx 0.25") and findings[1].target.startswith("ixx 1e-10")


def test_a_fixed_joint_that_closes_a_loop_welds_no_link() -> None:
    """The hinge comes first and carries the link, which then has to weigh something."""
    parts = (body("a", mass=None), joint("hinge", "world", "a"), joint("weld", "world", "a", type="fixed"))
    after, findings = adapted("massless_links", mechanism(*parts), share=1e-3, welded=True, folded=True)
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


def test_no_link_gets_less_than_the_target_takes() -> None:
    """MuJoCo refuses moments below 1e-15 kg m^2, of which a thousandth of a small neighbour's may be one."""
    light = ir.Link(id="a", name="a", model="m", inertial=ir.Inertial(mass=1e-12, inertia=ir.Inertia(6e-13, 6e-13, 6e-13)))
    scene = mechanism(light, body("b", mass=0.0), joint("ab", "a", "b"))
    after, _ = adapted("massless_links", scene, share=1e-3, least=1e-14, least_moment=1e-14)
    inertial = after.links[1].inertial
    assert inertial is not None and inertial.inertia is not None
    assert (inertial.mass, inertial.inertia.entries) == (1e-14, (1e-14, 1e-14, 1e-14, 0, 0, 0))


def test_one_that_is_welded_to_a_body_gets_a_share_and_not_the_weight_of_its_shapes() -> None:
    """A housing of a camera is part of the body whose mass is stated. A solid one at the density of water weighed more than the robot."""
    crate = ir.Visual(geometry=ir.Box(size=(1.0, 1.0, 1.0)))
    scene = mechanism(body("a"), body("b", mass=None, visuals=(crate,)), joint("ab", "a", "b", type="fixed"))
    after, [finding] = adapted("massless_links", scene, share=1e-3)
    inertial = after.links[1].inertial
    assert inertial is not None and inertial.mass == 0.002
    assert finding.code == "link-mass-defaulted"
