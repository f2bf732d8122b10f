"""The composite that MARS makes of a written group is the link, exactly."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import scenec
from scenec import ir
from scenec.ir.inertia import Inertia
from scenec.ir.pose import Pose, Rotation
from tests.converters.mars.writing import box, joint, link, read_back, robot, write

HEAVY = ir.Inertial(
    mass=2.5, pose=Pose((0.01, -0.02, 0.03), Rotation.from_rpy(0.1, 0.2, 0.3)), inertia=Inertia(0.03, 0.04, 0.05, 0.001, -0.002, 0.003)
)
SHAPES = (box("front", 0.4), box("back", -0.4, 0.1), ir.Collision(name="head", pose=Pose((0, 0, 0.5)), geometry=ir.Sphere(radius=0.1)))


@pytest.mark.parametrize("poses", ["relative", "absolute"])
def test_a_link_of_several_shapes_weighs_what_it_weighed(poses: str) -> None:
    """MARS adds up what each node weighs, and takes a density of 1 where none is written."""
    pose = Pose((1.0, 2.0, 3.0), Rotation.from_rpy(0.0, 0.0, 0.5))
    scene = robot([link("body", pose=pose, inertial=HEAVY, collisions=SHAPES)])
    mass, com, inertia = write(scene, poses=poses).body("body")
    (expected,) = scene.physics().links
    assert mass == pytest.approx(2.5, rel=1e-15)
    assert com == pytest.approx(expected.com, rel=1e-14)
    for row, wanted in zip(inertia.matrix(), expected.inertia, strict=True):
        assert row == pytest.approx(wanted, rel=1e-12, abs=1e-14)


def test_the_first_node_of_a_group_carries_the_mass_and_touches_nothing() -> None:
    written = write(robot([link("body", inertial=HEAVY, collisions=SHAPES)]))
    first = written.nodes[0]
    assert (first.name, first.keys["coll_bitmask"], first.vector("extend")) == ("body", "0", (0.0, 0.0, 0.0))
    assert first.keys["inertia"] == "true"
    assert all(0 < node.number("mass") <= 1e-8 for node in written.nodes[1:])
    assert "link-frame-moved" in written.codes


def test_a_link_that_is_one_even_shape_is_one_node() -> None:
    """As people write MARS scenes: no carrier, no tensor."""
    even = ir.Inertial(mass=3.0, inertia=Inertia(3.0 * 0.25 / 12, 3.0 * 0.2 / 12, 3.0 * 0.13 / 12))
    written = write(robot([link("box", inertial=even, collisions=(box("box"),))]))
    node = written.only("node")
    assert (node.keys["mass"], node.keys["density"]) == ("3", "0")
    assert "inertia" not in node.keys
    assert node.vector("extend") == (0.2, 0.3, 0.4)


@pytest.mark.parametrize(("radii", "stated"), [((0.1, 0.15, 0.2), False), ((0.15, 0.1, 0.2), True)])
def test_a_mesh_weighs_what_the_box_around_it_weighs(radii: tuple[float, float, float], stated: bool) -> None:
    """So MARS works out a tensor, edge by edge. Another one has to be written."""
    even = ir.Inertial(mass=3.0, inertia=Inertia(3.0 * 0.25 / 12, 3.0 * 0.2 / 12, 3.0 * 0.13 / 12))
    written = write(robot([link("egg", inertial=even, collisions=(ir.Collision(name="egg", geometry=ir.Ellipsoid(radii=radii)),))]))
    assert ("inertia" in written.only("node").keys) == stated


@pytest.mark.parametrize(
    ("shape", "mode", "extend"),
    [
        (ir.Box(size=(1.0, 2.0, 3.0)), "box", (1.0, 2.0, 3.0)),
        (ir.Sphere(radius=0.5), "sphere", (0.5, 0.0, 0.0)),
        (ir.Cylinder(radius=0.5, length=2.0), "cylinder", (0.5, 2.0, 0.0)),
        (ir.Capsule(radius=0.5, length=2.0), "capsule", (0.5, 2.0, 0.0)),
    ],
)
def test_extend_is_edges_of_boxes_and_radius_then_length_of_round_shapes(shape: ir.Shape, mode: str, extend: ir.Vec3) -> None:
    node = write(robot([link("a", collisions=(ir.Collision(name="a", geometry=shape),))])).only("node")
    assert (node.keys["physicmode"], node.vector("extend")) == (mode, extend)


def test_what_never_moves_says_so_and_stands_in_the_world() -> None:
    ground = link("ground", pose=Pose((0.0, 0.0, -1.0)), inertial=None, collisions=(box("slab", 1.0),))
    node = write(robot([ground], static=True)).only("node")
    assert (node.name, node.keys["movable"]) == ("ground", "false")
    assert node.vector("position") == (1.0, 0.0, -1.0)
    assert "relativeid" not in node.keys


def test_a_body_that_weighs_nothing_gets_a_little_and_that_is_reported() -> None:
    """MARS stops the simulation at a body without mass, and ODE hurls bodies apart that weigh a ten-thousandth of their neighbours."""
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0))
    scene = robot([link("base"), link("dummy", inertial=None)], [joint("base", "dummy", axes=[axis])])
    written = write(scene)
    assert written.body("dummy")[0] == pytest.approx(1e-3)
    assert written.finding("link-mass-defaulted").subject == "robot::dummy"


def test_a_tensor_that_ends_the_simulation_is_raised_and_reported() -> None:
    flat = ir.Inertial(mass=1.0, inertia=Inertia(0.0, 0.1, 0.1))
    written = write(robot([link("a", inertial=flat)]))
    assert written.body("a")[2].ixx == pytest.approx(1e-10)
    assert "link-inertia-approximated" in written.codes


def test_a_visual_hangs_on_the_first_node_of_its_link() -> None:
    """A node without physics stays where it is loaded, unless vizLink says whose it is; its pose counts from there."""
    seen = ir.Visual(name="shell", pose=Pose((0.1, 0.2, 0.3)), geometry=ir.Sphere(radius=0.2))
    pose = Pose((5.0, 0.0, 0.0), Rotation.from_rpy(0.0, 0.0, 1.0))
    written = write(robot([link("body", pose=pose, inertial=HEAVY, visuals=(seen,))]))
    shell = written.node("shell")
    assert (shell.keys["noPhysical"], shell.keys["vizLink"]) == ("true", written.node("body").keys["index"])
    assert shell.keys["movable"] == "true", "a node that does not say so is fixed to the world"
    assert written.pose(shell).position == pytest.approx((pose @ Pose((0.1, 0.2, 0.3))).position)


def test_equal_collision_and_visual_are_one_node() -> None:
    seen = ir.Visual(name="a", geometry=ir.Box(size=(0.2, 0.3, 0.4)))
    node = write(robot([link("a", collisions=(box("a"),), visuals=(seen,))])).only("node")
    assert "noVisual" not in node.keys
    assert "material_id" in node.keys


def test_visuals_keep_their_order(tmp_path: Path) -> None:
    """Visuals without names are called by their number, and another colour stood under each name."""
    colours = [(1.0, 0.0, 0.0, 1.0), (0.0, 1.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0)]
    visuals = [
        ir.Visual(geometry=ir.Sphere(radius=radius), material=ir.Material(diffuse=colour))
        for radius, colour in zip((0.3, 0.2, 0.1), colours, strict=True)
    ]
    collisions = (ir.Collision(geometry=ir.Sphere(radius=0.2)), ir.Collision(geometry=ir.Sphere(radius=0.5)))
    again = read_back(write(robot([link("body", inertial=HEAVY, collisions=collisions, visuals=tuple(visuals))])), tmp_path)
    assert [each.color for each in again.physics().links[0].visuals] == colours


def test_an_ellipsoid_is_drawn_exactly_and_felt_as_a_mesh() -> None:
    egg = ir.Ellipsoid(radii=(0.1, 0.2, 0.3))
    written = write(
        robot([link("a", collisions=(ir.Collision(name="felt", geometry=egg),), visuals=(ir.Visual(name="seen", geometry=egg),))])
    )
    assert written.node("seen").vector("visualsize") == (0.2, 0.4, 0.6)
    felt = written.node("felt")
    assert felt.keys["physicmode"] == "mesh"
    assert felt.vector("extend") == pytest.approx((0.2, 0.4, 0.6))
    assert written.finding("shape-approximated").subject == "robot::a::felt"


def test_writing_what_was_read_back_gives_the_same_bytes(tmp_path: Path) -> None:
    """The carrier is lighter by what the shapes weigh: reading must not make it lighter still."""
    turned = ir.Collision(
        name="turned", pose=Pose((0.1, 0.2, 0.3), Rotation.from_rpy(0.3, 0.2, 0.1)), geometry=ir.Cylinder(radius=0.1, length=0.7)
    )
    awkward = ir.Inertial(
        mass=1 / 3, pose=Pose((0.1 / 3, 0.2 / 3, 0.7 / 3)), inertia=Inertia(0.1 / 7, 0.2 / 7, 0.25 / 7, 1e-3 / 7, 1e-9 / 7, 0.0)
    )
    pose = Pose((10 / 3, 20 / 3, 0.7), Rotation.from_rpy(0.7, -0.2, 2.0))
    once = write(robot([link("body", pose=pose, inertial=awkward, collisions=(*SHAPES, turned))]))
    again = write(read_back(once, tmp_path), source_format="mars")
    assert again.files == once.files


def test_links_whose_only_collisions_are_missing_files_are_reported_that_they_touch_nothing(tmp_path: Path) -> None:
    inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    link = '<link name="{0}">' + inertial + '<collision><geometry><mesh filename="missing.stl"/></geometry></collision></link>'
    joint = '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
    source = f'<robot name="r">{link.format("a")}{link.format("b")}{joint}</robot>'.encode()
    report = scenec.convert(source, tmp_path / "r.scene", from_="urdf")
    findings = [finding.subject for finding in report.findings if finding.code == "self-collision-ineffective"]
    assert findings == ["r::a", "r::b"]


@pytest.mark.parametrize(("moments", "idle"), [((0.1, 0.1, 0.1), True), ((0.1, 0.1, 0.2), False)])
@pytest.mark.parametrize("target", ["mars", "rsg"])
def test_a_rotation_of_a_tensor_that_is_the_same_about_all_axes_is_reported(
    target: str, moments: tuple[float, float, float], idle: bool, tmp_path: Path
) -> None:
    """Both formats state tensors along the axes of the link, where such a rotation leaves no trace."""
    turned = ir.Inertial(mass=1.0, pose=Pose(rotation=Rotation.from_rpy(0.5, 0.0, 0.0)), inertia=Inertia(*moments))
    report = scenec.write(robot([link("ball", inertial=turned)]), tmp_path / "ball", format=target)
    assert [each.subject for each in report.findings if each.code == "inertia-rotation-ineffective"] == ["robot::ball"] * idle


def test_a_world_without_contacts_that_has_too_many_links_for_masks_is_reported(tmp_path: Path) -> None:
    """Bits are then given out within each model, so that links of two models touch."""
    shape = '<SphereMass value="1kg" radius="1m"/><SphereGeometry radius="1mm"/>'
    bodies = "".join(f'<Body name="b{i}"><Translation x="{i}"/>{shape}</Body>' for i in range(16))
    (tmp_path / "s.ros2").write_text(f'<Simulation><Scene name="s" bodyCollisions="false">{bodies}</Scene></Simulation>')
    report = scenec.convert(tmp_path / "s.ros2", tmp_path / "s.scene")
    (line,) = [line for line in report.ledger if line.path.endswith("@bodyCollisions")]
    assert line.finding is not None
    assert (line.fate, report.findings[line.finding].code) == ("approximated", "moving-bodies-approximated")
    assert report.findings[line.finding].subject == "moving_bodies_collide"


def test_the_centre_of_mass_of_a_single_shape_is_no_loss(tmp_path: Path) -> None:
    """The node of the shape stands there, and MARS takes the middle of a node as its centre of mass."""
    rod = '<geom type="capsule" fromto="0 0 0 0 0 -0.5" size="0.03"/>'
    (tmp_path / "rod.xml").write_text(f'<mujoco><worldbody><body name="rod"><freejoint/>{rod}</body></worldbody></mujoco>')
    report = scenec.convert(tmp_path / "rod.xml", tmp_path / "rod.scene")
    assert {line.fate for line in report.ledger if line.path.endswith("@fromto")} == {"converted"}


@pytest.mark.findings("link-inertia-approximated", "model-name-unstored-dropped")
def test_a_thin_body_with_a_large_shape_keeps_a_tensor_that_ode_takes(tmp_path: Path) -> None:
    """Each shape weighs a billionth of its link, so that it stays where it is. Of a large one, even that takes more than the body has."""
    inertial = '<inertial><mass value="1"/><inertia ixx="1e-3" iyy="1e-3" izz="0" ixy="0" ixz="0" iyz="0"/></inertial>'
    shape = '<collision name="c"><origin xyz="0.1 0 0"/><geometry><box size="1 1 1"/></geometry></collision>'
    (tmp_path / "rod.urdf").write_text(f'<robot name="r"><link name="rod">{inertial}{shape}</link></robot>')
    scenec.convert(tmp_path / "rod.urdf", tmp_path / "rod.scene")
    first = ElementTree.parse(tmp_path / "rod.scene").getroot().find("nodelist/node")
    assert first is not None
    assert [float(first.findtext(f"i{i}{i}", "")) for i in range(3)] == pytest.approx([1e-3, 1e-3, 1e-12], rel=1e-3)
    [link] = scenec.read(tmp_path / "rod.scene")[0].links
    assert link.inertial is not None and link.inertial.inertia is not None
    assert link.inertial.inertia.entries == pytest.approx((1e-3, 1e-3, 1e-12, 0, 0, 0), rel=1e-9)
