"""A plane that is drawn ends at its size. Every format turns its edges as Gazebo does: by the least turn that takes +z to the normal."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from scenec import ir
from scenec.converters import BUILT_IN
from scenec.ir.inertia import Inertia
from scenec.meshes.tessellate import tessellated


def _board(moving: bool) -> ir.Scene:
    sheet = ir.Visual(name="sheet", geometry=ir.Plane(normal=(0.0, 1.0, 0.0), size=(4.0, 5.0)))
    weight = ir.Inertial(mass=1.0, inertia=Inertia(1.0, 1.0, 1.0)) if moving else None
    return ir.Scene(
        worlds=(ir.World(id="w", name="w"),),
        models=(ir.Model(id="m", name="m", world="w", static=not moving),),
        links=(ir.Link(id="board", name="board", model="m", inertial=weight, visuals=(sheet,)),),
    )


@pytest.mark.findings("model-name-unstored-dropped", "plane-approximated")
@pytest.mark.parametrize("moving", [True, False], ids=["moving", "static"])
@pytest.mark.parametrize("name", list(BUILT_IN))
def test_a_drawn_plane_that_faces_along_y_keeps_its_edge_along_x(name: str, moving: bool, tmp_path: Path) -> None:
    written = tmp_path / "board.scene" if name == "mars" else tmp_path / f"board.{name}"
    scenec.write(_board(moving), written, format=name)
    scene, _ = scenec.read(written, format=name)
    [visual] = (shape for link in scene.physics().links for shape in link.visuals)
    [drawn] = (each for link in scene.links for each in link.visuals)
    if visual.bounds is not None:
        low, high = visual.bounds
    else:
        data = tessellated(drawn.geometry)
        assert data is not None
        pose = ir.Pose((visual.pose[0], visual.pose[1], visual.pose[2]), ir.Rotation(visual.pose[3:]))
        corners = [pose.apply((x, y, z)) for x, y, z in data.vertices.array.tolist()]
        low, high = (tuple(pick(axis) for axis in zip(*corners, strict=True)) for pick in (min, max))
    assert [round(b - a, 2) for a, b in zip(low, high, strict=True)] == [4.0, 0.0, 5.0]


@pytest.mark.parametrize("name", list(BUILT_IN))
def test_a_touched_plane_that_moves_stays_or_is_the_upper_side_of_a_box(name: str, tmp_path: Path) -> None:
    sheet = ir.Collision(name="sheet", pose=ir.Pose((0.0, 0.0, 0.5)), geometry=ir.Plane(normal=(0.0, 1.0, 0.0)))
    weight = ir.Inertial(mass=1.0, inertia=Inertia(1.0, 1.0, 1.0))
    board = ir.Link(id="board", name="board", model="m", inertial=weight, collisions=(sheet,))
    before = ir.Scene(worlds=(ir.World(id="w", name="w"),), models=(ir.Model(id="m", name="m", world="w"),), links=(board,))
    written = tmp_path / "board.scene" if name == "mars" else tmp_path / f"board.{name}"
    report = scenec.write(before, written, format=name)
    assert [finding.code for finding in report.findings if finding.level == "error" and finding.category == "geometry"] == []
    scene, _ = scenec.read(written, format=name)
    [touched] = (shape for link in scene.physics().links for shape in link.collisions)
    [shape] = (each.geometry for link in scene.links for each in link.collisions)
    pose = ir.Pose((touched.pose[0], touched.pose[1], touched.pose[2]), ir.Rotation(touched.pose[3:]))
    if isinstance(shape, ir.Plane):
        assert (pose.apply((0.0, 0.0, 0.0)), pose.rotation.apply(shape.normal)) == ((0.0, 0.0, 0.5), (0.0, 1.0, 0.0))
    else:
        assert isinstance(shape, ir.Box)
        up = max((pose.rotation.apply(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))), key=lambda each: abs(each[1]))
        assert abs(up[1]) == pytest.approx(1.0)
        assert pose.position == pytest.approx((0.0, -shape.size[2] / 2, 0.5))
