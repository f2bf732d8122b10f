"""Masses of nodes, bodies of several nodes, and their poses."""

from __future__ import annotations

import math

import pytest

from tests.converters.mars.conftest import Reader, index, node, vector

TURNED = "<rotation><w>0.8</w><x>0</x><y>0</y><z>0.6</z></rotation>"


@pytest.mark.parametrize(
    ("mode", "size", "mass", "expected"),
    [
        ("box", (0.5, 2, 3), "<mass>5</mass>", 0.5 * 2 * 3),  # the trap: MARS has a density of 1 though the file states none
        ("box", (0.5, 2, 3), "<mass>5</mass><density>0</density>", 5.0),
        ("box", (0.5, 2, 3), "<mass>5</mass><density>100</density>", 300.0),
        ("sphere", (0.1, 9, 9), "<density>1000</density>", 4 / 3 * math.pi),
        ("cylinder", (0.1, 0.5, 9), "<density>1000</density>", 5 * math.pi),
        ("capsule", (0.1, 0.5, 9), "<density>1000</density>", 5 * math.pi + 4 / 3 * math.pi),
    ],
)
def test_a_density_beats_a_mass(read_scene: Reader, mode: str, size: tuple[float, float, float], mass: str, expected: float) -> None:
    result = read_scene(node("n", mode=mode, size=size, mass=mass))
    assert result.body("n").mass == pytest.approx(expected, rel=1e-12)


def test_an_author_who_meant_the_mass_is_reported(read_scene: Reader) -> None:
    result = read_scene(node("n", size=(0.5, 2, 3), mass="<mass>5</mass>"))
    finding = next(finding for finding in result.findings if finding.code == "mass-overridden-ineffective")
    assert finding.level == "warning"
    assert finding.consequence.endswith("The node weighs 3 kg, not 5 kg.")


def test_a_cylinder_stands_along_z_and_its_tensor_is_that_of_a_solid(read_scene: Reader) -> None:
    body = read_scene(node("n", mode="cylinder", size=(0.5, 3, 0))).body("n")
    across = 2 * (3 * 0.25 + 9) / 12
    assert [body.inertia[i][i] for i in range(3)] == pytest.approx([across, across, 2 * 0.25 / 2])


def test_nodes_of_one_group_are_one_body_with_the_mass_of_all(read_scene: Reader) -> None:
    """2 kg at x = 0 and 6 kg at x = 2: the centre of mass is at 1.5, and the first node carries the name."""
    heavy = node("b", (2, 0, 1), index(2, group=4), mass="<mass>6</mass><density>0</density>")
    result = read_scene(node("a", (0, 0, 1), index(1, group=4)) + heavy)
    body = result.body("a")
    assert (len(result.scene.links), body.mass, body.com) == (1, 8.0, (1.5, 0.0, 1.0))
    assert body.inertia[0][0] == pytest.approx(8 / 6)  # two cubes of 1 m
    assert body.inertia[2][2] == pytest.approx(8 / 6 + 2 * 1.5**2 + 6 * 0.5**2)
    assert [shape.pose[:3] for shape in body.collisions] == [(0, 0, 1), (2, 0, 1)]


def test_groups_of_zero_are_bodies_of_their_own(read_scene: Reader) -> None:
    assert len(read_scene(node("a", more=index(1)) + node("b", (2, 0, 0), index(2))).scene.links) == 2


def test_what_stands_still_is_no_part_of_its_group(read_scene: Reader) -> None:
    result = read_scene(node("a", more=index(1, group=4)) + node("b", (2, 0, 0), index(2, group=4), movable=False))
    assert [(link.path, link.static) for link in result.scene.physics().links] == [("a::a", False), ("b::b", True)]


def test_nodes_stand_still_unless_they_say_otherwise(read_scene: Reader) -> None:
    result = read_scene('<node name="n" physicmode="box" filename="PRIMITIVE"><extend x="1" y="1" z="1"/></node>')
    assert [model.static for model in result.scene.models] == [True]


def test_a_carrier_of_mass_is_neither_touched_nor_seen(read_scene: Reader) -> None:
    tensor = "<inertia>true</inertia><i00>1</i00><i01>0.1</i01><i10>0.1</i10><i11>2</i11><i22>2.5</i22>"
    carrier = node("link", (0, 0, 1), index(1, group=1) + tensor, size=(0, 0, 0), mass="<mass>3</mass>")
    shape = node("shape", (1, 0, 1), index(2, group=1), mass="<mass>1</mass><density>0</density>")
    result = read_scene(carrier + shape)
    assert [each.name for each in result.link("link").collisions] == ["shape"]
    assert [each.name for each in result.link("link").visuals] == ["shape"]
    body = result.body("link")
    assert (body.mass, body.com) == (4.0, (0.25, 0.0, 1.0))
    assert body.inertia[0][1] == pytest.approx(0.1)


def test_a_tensor_that_is_not_symmetric_is_reported(read_scene: Reader) -> None:
    result = read_scene(node("n", more="<inertia>1</inertia><i00>1</i00><i11>1</i11><i22>1</i22><i01>0.2</i01>"))
    assert result.body("n").inertia[0][1] == 0.1
    assert "inertia-asymmetric" in result.codes("warning")


def test_a_body_without_mass_is_what_ends_mars(read_scene: Reader) -> None:
    assert "link-massless" in read_scene(node("n", mass="<density>0</density>")).codes("error")


# ---------------------------------------------------------------- where they stand


def test_relative_nodes_add_up(read_scene: Reader) -> None:
    """0.8, 0.6 about z turns x to (0.28, 0.96)."""
    result = read_scene(node("a", (1, 0, 0), index(1) + TURNED) + node("b", (1, 0, 0), index(2, parent=1)))
    assert result.body("b").pose[:3] == pytest.approx((1.28, 0.96, 0.0))


def test_a_node_is_relative_only_to_those_before_it(read_scene: Reader) -> None:
    result = read_scene(node("b", (1, 0, 0), index(2, parent=1)) + node("a", (5, 0, 0), index(1)))
    assert result.body("b").pose[0] == 1.0
    assert "relativeid-ineffective" in result.codes("warning")


def test_of_two_nodes_of_one_number_the_last_is_meant(read_scene: Reader) -> None:
    nodes = node("a", (1, 0, 0), index(1)) + node("b", (2, 0, 0), index(1)) + node("c", (0.5, 0, 0), index(3, parent=1))
    assert read_scene(nodes).body("c").pose[0] == 2.5


def test_numbers_stay_as_written_where_nothing_is_computed(read_scene: Reader) -> None:
    joint = "<joint><type>hinge</type><nodeindex1>1</nodeindex1><nodeindex2>2</nodeindex2><axis1><x>0</x><y>0</y><z>1</z></axis1></joint>"
    result = read_scene(node("a", (0.1, 0.2, 0.3), index(1) + TURNED) + node("b", (0.7, 0.1, 0), index(2, parent=1)) + joint)
    pose = result.link("b").pose
    assert pose is not None
    assert (pose.position, result.link("b").relative_to) == ((0.7, 0.1, 0.0), result.link("a").id)


def test_what_only_shows_moves_with_its_group_or_with_the_node_it_links_to(read_scene: Reader) -> None:
    badge = node("badge", (0, 0, 2), index(2, group=1) + "<noPhysical>true</noPhysical>")
    feather = node("feather", (0, 0, 0.5), "<vizLink>1</vizLink><noPhysical>true</noPhysical>")
    result = read_scene(node("a", (0, 0, 1), index(1, group=1)) + badge + feather)
    shown = {each.path.rpartition("::")[2]: each.pose[:3] for each in result.body("a").visuals}
    assert (shown["badge"], shown["feather"]) == ((0, 0, 2), (0, 0, 1.5))
    assert len(result.scene.links) == 1


def test_masks_say_who_touches_whom(read_scene: Reader) -> None:
    def joint(first: int, second: int) -> str:
        ends = f"<nodeindex1>{first}</nodeindex1><nodeindex2>{second}</nodeindex2>"
        return f"<joint><type>hinge</type>{ends}{vector('axis1', 0, 0, 1)}</joint>"

    def scene(*masks: int) -> str:
        nodes = [node(f"n{i}", (2 * i, 0, 0), index(i) + f"<coll_bitmask>{mask}</coll_bitmask>") for i, mask in enumerate(masks, 1)]
        return "".join(nodes) + joint(1, 2) + joint(2, 3)

    assert read_scene(scene(1, 1, 1)).scene.models[0].self_collide is True
    assert not read_scene(scene(1, 3, 2)).scene.models[0].self_collide
    links = read_scene(scene(3, 3, 1)).scene.links
    assert [link.self_collide for link in links] == [None, None, None]


def test_bodies_without_shapes_are_not_forbidden_to_touch(read_scene: Reader) -> None:
    """Masks are those of shapes; a body without shapes states no contacts."""
    bare = "<inertia>true</inertia><i00>1</i00><i11>1</i11><i22>1</i22>" + "<coll_bitmask>0</coll_bitmask>"
    joint = f"<joint><type>hinge</type><nodeindex1>1</nodeindex1><nodeindex2>2</nodeindex2>{vector('axis1', 0, 0, 1)}</joint>"
    for first in (node("a", more=index(1)), node("a", more=index(1) + bare, size=(0, 0, 0))):
        second = node("b", (2, 0, 0), index(2) + bare, size=(0, 0, 0))
        assert read_scene(first + second + joint).scene.models[0].self_collide is True
