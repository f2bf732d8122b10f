"""Whether links overlap: a `False` must be certain, or bodies are hurled apart; a needless `True` loses a collision."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scenec import ir
from scenec.ir.blocks import Block
from scenec.ir.kinematics import Kinematics
from scenec.ir.overlap import Solids, overlap, overlapping_neighbours

BALL, STICK = ir.Sphere(radius=0.5), ir.Capsule(radius=0.1, length=0.8)
CUBE, DRUM = ir.Box(size=(1.0, 1.0, 1.0)), ir.Cylinder(radius=0.5, length=1.0)


def scene(one: ir.Collision, other: ir.Collision, **fields: object) -> ir.Scene:
    links = tuple(ir.Link(id=name, name=name, model="m", collisions=(each,)) for name, each in (("a", one), ("b", other)))
    axis = ir.Axis(xyz=(0.0, 0.0, 1.0), **fields)  # type: ignore[arg-type]  # its fields
    joint = ir.Joint(id="j", name="j", model="m", type="revolute", parent="a", child="b", axes=(axis,))
    return ir.Scene(models=(ir.Model(id="m", name="m"),), links=links, joints=(joint,))


def touch(one: ir.Shape, other: ir.Shape, at: ir.Vec3, rpy: ir.Vec3 = (0.0, 0.0, 0.0)) -> bool:
    both = scene(ir.Collision(geometry=one), ir.Collision(geometry=other, pose=ir.Pose(at, ir.Rotation.from_rpy(*rpy))))
    solids = Solids(both, Kinematics(both), {})
    return overlap(solids.of("a"), solids.of("b"))


@pytest.mark.parametrize(
    ("one", "other", "at", "rpy", "wanted"),
    [
        (CUBE, CUBE, (1.01, 0.0, 0.0), (0.0, 0.0, 0.0), False),
        (CUBE, CUBE, (0.99, 0.9, 0.9), (0.0, 0.0, 0.0), True),
        (CUBE, CUBE, (1.2, 0.0, 0.0), (0.0, 0.0, math.pi / 4), True),  # its edge reaches 0.707
        (CUBE, CUBE, (1.21, 0.0, 0.0), (0.0, 0.0, math.pi / 4), False),
        (CUBE, CUBE, (1.0, 1.0, 1.0), (0.0, 0.0, 0.0), True),  # corners touch
        (BALL, BALL, (0.6, 0.6, 0.6), (0.0, 0.0, 0.0), False),  # 1.039 apart, boxes around them overlap
        (BALL, CUBE, (0.9, 0.9, 0.0), (0.0, 0.0, 0.0), False),  # 0.566 from the edge
        (BALL, CUBE, (0.8, 0.8, 0.0), (0.0, 0.0, 0.0), True),
        (STICK, STICK, (0.21, 0.0, 0.0), (0.0, 0.0, 0.0), False),
        (STICK, STICK, (0.15, 0.15, 0.0), (math.pi / 2, 0.0, 0.0), True),
        (DRUM, DRUM, (0.75, 0.75, 0.0), (0.0, 0.0, 0.0), False),
        (DRUM, DRUM, (0.7, 0.7, 0.0), (0.0, 0.0, 0.0), True),
        (DRUM, ir.Cone(radius=0.5, length=1.0), (0.9, 0.0, 0.3), (0.0, 0.0, 0.0), True),
        (ir.Plane(), BALL, (7.0, 0.0, 0.51), (0.0, 0.0, 0.0), False),
        (ir.Plane(), BALL, (7.0, 0.0, 0.49), (0.0, 0.0, 0.0), True),
        (ir.Ellipsoid(radii=(1.0, 0.1, 0.1)), BALL, (0.0, 0.62, 0.0), (0.0, 0.0, 0.0), False),
        (ir.Ellipsoid(radii=(1.0, 0.1, 0.1)), BALL, (1.4, 0.0, 0.0), (0.0, 0.0, 0.0), True),
        (ir.Torus(major_radius=1.0, minor_radius=0.1), BALL, (0.0, 0.0, 0.61), (0.0, 0.0, 0.0), False),
    ],
)
def test_shapes_overlap_where_their_hulls_meet(one: ir.Shape, other: ir.Shape, at: ir.Vec3, rpy: ir.Vec3, wanted: bool) -> None:
    assert touch(one, other, at, rpy) is wanted
    assert touch(ir.Box(size=(9.0, 9.0, 9.0)), other, (0.0, 0.0, 0.0), rpy), "one inside the other"


def test_a_mesh_counts_as_its_hull_and_an_unknown_one_as_overlapping() -> None:
    corners = np.array([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    faces = ir.Faces(vertices=Block(np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])))
    data = ir.MeshData(vertices=Block(corners), groups=(ir.MeshGroup(name="g", faces=(faces,)),))
    for known, at, wanted in ((data, (0.9, 0.9, 0.9), False), (data, (0.4, 0.4, 0.4), True), (None, (9.0, 9.0, 9.0), True)):
        base = scene(ir.Collision(geometry=ir.MeshShape(mesh="t")), ir.Collision(geometry=ir.Sphere(radius=0.2), pose=ir.Pose(at)))
        one = ir.Scene(models=base.models, links=base.links, joints=base.joints, meshes=(ir.Mesh(id="t", data=known),))
        assert bool(list(overlapping_neighbours(one))) is wanted


def test_links_are_compared_where_their_joint_starts() -> None:
    ahead = ir.Collision(geometry=BALL, pose=ir.Pose((2.0, 0.0, 0.0)))
    aside = ir.Collision(geometry=BALL, pose=ir.Pose((0.0, 2.0, 0.0)))
    assert not list(overlapping_neighbours(scene(aside, ahead)))
    [(joint, parent, child)] = overlapping_neighbours(scene(aside, ahead, initial=math.pi / 2))
    assert (joint.name, parent, child) == ("j", "a", "b")


def test_shapes_that_only_feel_do_not_push() -> None:
    assert not list(overlapping_neighbours(scene(ir.Collision(geometry=BALL), ir.Collision(geometry=BALL, sensing_only=True))))
