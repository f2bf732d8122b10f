"""Contacts written as flags of models and masks of shapes: in DART the same links touch as in the scene, and never more."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scenec import ir
from scenec.ir.kinematics import static_models
from tests.adapt.jointed import adapted, body, joint, mechanism

BALL = ir.Sphere(radius=0.1)


def shaped(name: str, category: int | None = None, collide: int | None = None, model: str = "m", mass: float | None = 2.0) -> ir.Link:
    shape = ir.Collision(name="ball", geometry=BALL, category_mask=category, collide_mask=collide)
    return replace(body(name, mass=mass, collisions=(shape,)), model=model)


def scene_of(*parts: ir.Link | ir.Joint, collides: bool = True, excluded: tuple[tuple[str, str], ...] = ()) -> ir.Scene:
    made = mechanism(*parts)
    models = (ir.Model(id="m", name="m", self_collide=collides), ir.Model(id="floor", name="floor", static=True))
    return replace(made, models=models, excluded_pairs=tuple(ir.ExcludedPair(links=pair) for pair in excluded))


def touching_in_dart(scene: ir.Scene) -> set[str]:
    """Return the pairs of links that DART tests: their masks share a bit, and in one model its flag is set and no joint connects them."""
    static, flags = static_models(scene), {model.id: bool(model.self_collide) for model in scene.models}
    joined = {frozenset((each.parent, each.child)) for each in scene.joints}
    found = set()
    for one, other in combinations([link for link in scene.links if link.collisions], 2):
        masks = [0xFFFF if link.collisions[0].collide_mask is None else int(link.collisions[0].collide_mask) for link in (one, other)]
        tested = one.model != other.model or (flags[one.model] and frozenset((one.id, other.id)) not in joined)
        if tested and masks[0] & masks[1] and not {one.model, other.model} <= static:
            found.add(f"{one.id} {other.id}")
    return found


def test_a_pair_that_is_excluded_does_not_touch_and_all_others_do() -> None:
    scene = scene_of(shaped("a"), shaped("b"), shaped("c"), shaped("ground", model="floor"), excluded=(("a", "c"),))
    after, [finding] = adapted("contacts_to_masks", scene)
    assert touching_in_dart(after) == {"a b", "b c", "a ground", "b ground", "c ground"}
    assert (finding.code, finding.level, after.excluded_pairs) == ("contact-masks-converted", "note", ())


def test_the_finding_states_the_masks_since_many_masks_come_to_the_same() -> None:
    """The links a and b touch by 4 & 4 with any category of a."""
    for category in (2, 8):
        _, [finding] = adapted("contacts_to_masks", scene_of(shaped("a", category, 4), shaped("b", 4, 1), shaped("c", 4, 1), shaped("d")))
        assert finding.value == f"1 pair of links that do not touch, from masks (category/collide) {category}/4, 4/1 x2"


def test_limbs_do_not_touch_across_links_without_mass() -> None:
    """As the torso and the thigh of MuJoCo's humanoid, whose hip is a chain of joints."""
    links = (shaped("torso"), body("hip", mass=None), shaped("thigh"), shaped("shin"))
    joints = (joint("x", "torso", "hip"), joint("y", "hip", "thigh"), joint("knee", "thigh", "shin"))
    assert "torso thigh" in touching_in_dart(scene_of(*links, *joints))
    after, _ = adapted("contacts_to_masks", scene_of(*links, *joints))
    assert touching_in_dart(after) == {"torso shin"}


@pytest.mark.parametrize(("engine", "touching"), [("mujoco", set()), ("ode", {"belt thigh"})])
def test_welded_links_are_one_in_a_scene_of_mujoco(engine: str, touching: set[str]) -> None:
    links = (shaped("belt"), shaped("torso"), shaped("thigh"))
    joints = (joint("weld", "torso", "belt", type="fixed"), joint("hip", "torso", "thigh"))
    world = ir.World(id="w", profiles=(ir.PhysicsProfile(engine=engine),))
    after, _ = adapted("contacts_to_masks", replace(scene_of(*links, *joints), worlds=(world,)))
    assert touching_in_dart(after) == touching


def test_masks_of_either_way_become_bits() -> None:
    """Shapes that only the floor notices touch nothing else, and the flag of their model says so without bits."""
    parts = (shaped("a", 1, 0), shaped("b", 1, 0), shaped("ground", 1, 1, model="floor"))
    after, _ = adapted("contacts_to_masks", scene_of(*parts))
    assert touching_in_dart(after) == {"a ground", "b ground"}
    assert not after.models[0].self_collide
    assert {each.collide_mask for link in after.links for each in link.collisions} == {None}


def test_a_scene_whose_flags_say_all_is_left_alone() -> None:
    scene = scene_of(shaped("a", 1, 1), shaped("b", 1, 1), joint("ab", "a", "b"))
    assert adapted("contacts_to_masks", scene) == (scene, [])


def test_where_bits_do_not_suffice_pairs_are_left_out_and_counted() -> None:
    """Each of 24 links touches only its two neighbours in a ring: 24 pairs, none of which can share a bit with another."""
    names = [f"l{i:02}" for i in range(24)]
    ring = {frozenset((names[i], names[i - 1])) for i in range(24)}
    apart = tuple((one, other) for one, other in combinations(names, 2) if frozenset((one, other)) not in ring)
    after, findings = adapted("contacts_to_masks", scene_of(*map(shaped, names), excluded=apart))
    touching = touching_in_dart(after)
    assert {frozenset(pair.split()) for pair in touching} < ring
    error = next(each for each in findings if each.code == "contact-pairs-approximated")
    assert (error.level, error.value) == ("error", f"{24 - len(touching)} of 24 pairs")


@given(st.sets(st.sampled_from(list(combinations("abcdefghij", 2)))))
def test_nothing_touches_that_did_not(excluded: set[tuple[str, str]]) -> None:
    after, findings = adapted("contacts_to_masks", scene_of(*map(shaped, "abcdefghij"), excluded=tuple(sorted(excluded))))
    wanted = {f"{one} {other}" for one, other in combinations("abcdefghij", 2) if (one, other) not in excluded}
    touching = touching_in_dart(after)
    lost = wanted - touching
    assert touching <= wanted
    assert bool(lost) == any(each.code == "contact-pairs-approximated" for each in findings)


def test_a_flag_of_which_nothing_comes_stays() -> None:
    """Where one link of a model has a shape that touches, the target tests no two links of it."""
    scene = scene_of(shaped("a", category=0, collide=0), shaped("b"), shaped("ground", model="floor"))
    assert [after.models[0].self_collide for after in [adapted("contacts_to_masks", scene)[0]]] == [True]


def test_links_whose_self_collision_is_switched_off_are_named() -> None:
    scene = scene_of(shaped("a"), shaped("b"), shaped("ground", model="floor"), excluded=(("a", "b"),))
    after, findings = adapted("contacts_to_masks", scene)
    assert after.models[0].self_collide is not None and not after.models[0].self_collide
    assert [(each.code, each.subject) for each in findings[1:]] == [
        ("self-collision-off-converted", "m::a"),
        ("self-collision-off-converted", "m::b"),
    ]
