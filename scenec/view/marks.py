"""Marks for what has no shape: axes of joints, frames, boxes of equal inertia, and the ground's grid."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scenec.ir.inertia import principal
from scenec.ir.kinematics import IDENTITY, Kinematics
from scenec.ir.names import frame_paths, part_paths
from scenec.ir.pose import ORIGIN, Pose, Rotation, Vec3, cross, dot, scale, unit
from scenec.ir.scene import Scene
from scenec.view.drawing import WORLD_LINK, Color, Drawing, Part, in_world
from scenec.view.solids import Solids

if TYPE_CHECKING:
    from scenec.ir.link import Inertial

HINGE: Color = (0.95, 0.75, 0.05, 1.0)
SLIDE: Color = (0.05, 0.7, 0.85, 1.0)
HEAVY: Color = (0.45, 0.3, 0.95, 0.4)
SHINING: Color = (1.0, 0.85, 0.2, 1.0)
SENSING: Color = (0.1, 0.75, 0.45, 1.0)
RED: Color = (0.85, 0.15, 0.15, 1.0)
GREEN: Color = (0.15, 0.65, 0.2, 1.0)
BLUE: Color = (0.15, 0.35, 0.9, 1.0)
FAINT: Color = (0.55, 0.57, 0.6, 1.0)
ARROW = 0.11
"""Length of an axis' arrow per extent of the drawing."""
SENSOR = 0.1
TRIAD = 0.05
GRID = "grid"
"""The layer of the ground's grid; it is always shown."""
UP: Vec3 = (0.0, 0.0, 1.0)


def mark(drawing: Drawing, scene: Scene, solids: Solids) -> None:
    """Adds the marks. Those of a link are sized by the mechanism it belongs to, so that a robot in a hall has marks of its own size."""
    sizes = _no_larger_than_what_moves(drawing, _sizes(drawing))
    _grid(drawing, solids)
    for index, (drawn, link) in enumerate(zip(drawing.links, scene.links, strict=True)):
        if link.inertial is not None and not drawn.static:
            _inertia(drawing, solids, index, link.inertial, sizes[index])
        _triad(drawing, solids, drawn.path, "frame of the link", index, IDENTITY, sizes[index])
    kinematics, paths = Kinematics(scene), frame_paths(scene)
    places = {link.id: index for index, link in enumerate(scene.links)}
    for frame in scene.frames:
        index = places.get(kinematics.body_of(frame.id), WORLD_LINK)
        X_W = kinematics.at_zero(frame.id)
        X = X_W if index == WORLD_LINK else drawing.links[index].zero.inverse() @ X_W
        _triad(drawing, solids, paths[frame.id], "frame", index, X, sizes.get(index, drawing.extent))
    _axes(drawing, solids, sizes)
    _sensors(drawing, solids, scene, kinematics, sizes)
    _lights(drawing, solids, scene, kinematics, sizes)


def _no_larger_than_what_moves(drawing: Drawing, sizes: dict[int, float]) -> dict[int, float]:
    """Marks of a hall are as large as those of the robot in it, which they would hide."""
    most = max((sizes[index] for index, link in enumerate(drawing.links) if not link.static), default=math.inf)
    return {index: min(size, most) for index, size in sizes.items()}


def _lights(drawing: Drawing, solids: Solids, scene: Scene, kinematics: Kinematics, sizes: Mapping[int, float]) -> None:
    """A ball at each light that has a place, and an arrow the way the light travels, unless that is every way. A directional light stands
    over the scene."""
    size = max(sizes.values(), default=drawing.extent)
    middle = tuple((a + b) / 2 for a, b in zip(drawing.low, drawing.high, strict=True))
    owned = [(index, light) for index, link in enumerate(scene.links) for light in link.lights]
    for index, light in [*((WORLD_LINK, light) for light in scene.lights), *owned]:
        frame = light.relative_to or (scene.links[index].id if index != WORLD_LINK else None)
        X_W = (kinematics.at_zero(frame) if frame is not None else IDENTITY) @ (light.pose or IDENTITY)
        away = light.direction if light.direction is not None and any(light.direction) else (0.0, 0.0, -1.0)
        away = unit(X_W.rotation.apply(away))
        if light.type == "directional":
            X_W = Pose((middle[0], middle[1], drawing.high[2])) @ Pose(scale(away, -size / 3))
        X = X_W if index == WORLD_LINK else drawing.links[index].zero.inverse() @ X_W
        kind, path, turn = f"{light.type} light", str(light.name or "light"), X_W.rotation.inverse()
        radius = size / 60
        drawing.parts.append(Part(path, kind, "lights", index, solids.unit("ball"), X, (radius, radius, radius), SHINING, False))
        if light.type != "point":
            along = X @ Pose(ORIGIN, towards(turn.apply(away)))
            _arrow(drawing, solids, path, kind, "lights", index, along @ Pose((0.0, 0.0, 0.3 * SENSOR * size)), SENSOR * size, SHINING)


def _sensors(drawing: Drawing, solids: Solids, scene: Scene, kinematics: Kinematics, sizes: Mapping[int, float]) -> None:
    """A little box at each sensor, with an arrow along +x, where those look that look somewhere."""
    paths = part_paths(scene)
    for index, link in enumerate(scene.links):
        X_LW, length = drawing.links[index].zero.inverse(), SENSOR * sizes[index]
        for sensor in link.sensors:
            X_W = kinematics.at_zero(link.id if sensor.relative_to is None else sensor.relative_to)
            X, kind, path = X_LW @ X_W @ (sensor.pose or IDENTITY), f"{sensor.type} sensor", paths[id(sensor)]
            edges = (length / 5, length / 5, length / 5)
            drawing.parts.append(Part(path, kind, "sensors", index, solids.unit("box"), X, edges, SENSING, False))
            _arrow(drawing, solids, path, kind, "sensors", index, X @ Pose(ORIGIN, towards((1.0, 0.0, 0.0))), length, SENSING)


def _sizes(drawing: Drawing) -> dict[int, float]:
    """Per link, the extent (m) of all that joints connect with it, not counting the world; of the whole drawing where that has no shape."""
    import numpy as np

    root = list(range(len(drawing.links)))

    def leader(index: int) -> int:
        while root[index] != index:
            root[index] = root[root[index]]
            index = root[index]
        return index

    for joint in drawing.joints:
        if WORLD_LINK not in (joint.parent, joint.child):
            root[leader(joint.parent)] = leader(joint.child)
    points: dict[int, list[Any]] = {}
    for part in drawing.parts:
        if part.bounded and part.link != WORLD_LINK:
            moved = in_world(drawing, part)
            if not len(moved):
                continue
            points.setdefault(leader(part.link), []).extend((moved.min(axis=0), moved.max(axis=0)))
    extents = {index: float((np.max(corners, axis=0) - np.min(corners, axis=0)).max()) for index, corners in points.items()}
    return {index: extents.get(leader(index), 0.0) or drawing.extent for index in range(len(drawing.links))}


def _axes(drawing: Drawing, solids: Solids, sizes: Mapping[int, float]) -> None:
    for joint in drawing.joints:
        length = ARROW * sizes.get(joint.child, drawing.extent)
        for number, axis in enumerate(joint.axes):
            # Of two axes the first turns with the parent, the second with the child; a single one is the same in both.
            link = joint.parent if number == 0 and len(joint.axes) > 1 else joint.child
            X_WA = Pose(joint.anchor, towards(axis.direction))
            X = X_WA if link == WORLD_LINK else drawing.links[link].zero.inverse() @ X_WA
            sliding = joint.type == "prismatic"
            kind = f"axis of the {joint.type} joint" + (f", {number + 1} of {len(joint.axes)}" if len(joint.axes) > 1 else "")
            _arrow(drawing, solids, joint.path, kind, "axes", link, X, length, SLIDE if sliding else HINGE)
            if not sliding:  # a wheel about the axis, so that its place on it is seen
                hub = Part(joint.path, kind, "axes", link, solids.unit("cylinder"), X, (length / 7, length / 7, length / 18), HINGE, False)
                drawing.parts.append(hub)


def _arrow(drawing: Drawing, solids: Solids, path: str, kind: str, layer: str, link: int, X: Pose, length: float, color: Color) -> None:
    """Along z of X, through its origin."""
    shaft, head = 0.9 * length, 0.25 * length
    thick = length / 45
    along = X @ Pose((0.0, 0.0, shaft / 2 - 0.3 * length))
    tip = X @ Pose((0.0, 0.0, shaft - 0.3 * length + head / 2))
    drawing.parts.append(Part(path, kind, layer, link, solids.unit("cylinder"), along, (thick, thick, shaft), color, False))
    drawing.parts.append(Part(path, kind, layer, link, solids.unit("cone"), tip, (3 * thick, 3 * thick, head), color, False))


def _triad(drawing: Drawing, solids: Solids, path: str, kind: str, link: int, X: Pose, size: float) -> None:
    length = TRIAD * size
    thick = length / 22
    for direction, color in (((1.0, 0.0, 0.0), RED), ((0.0, 1.0, 0.0), GREEN), (UP, BLUE)):
        along = X @ Pose(ORIGIN, towards(direction)) @ Pose((0.0, 0.0, length / 2))
        drawing.parts.append(Part(path, kind, "frames", link, solids.unit("cylinder"), along, (thick, thick, length), color, False))


def _inertia(drawing: Drawing, solids: Solids, index: int, inertial: Inertial, size: float) -> None:
    """The box of even density with the link's mass and tensor, and a ball at the centre of mass."""
    mass, X, path = float(inertial.mass or 0.0), inertial.pose or IDENTITY, drawing.links[index].path
    if not mass > 0:
        return
    radius, solid = size / 120, (*HEAVY[:3], 1.0)
    drawing.parts.append(Part(path, "centre of mass", "inertia", index, solids.unit("ball"), X, (radius, radius, radius), solid, False))
    if inertial.inertia is None:
        return
    (x, y, z), axes = principal(inertial.inertia)
    squares = [6 / mass * (y + z - x), 6 / mass * (x + z - y), 6 / mass * (x + y - z)]
    if not all(math.isfinite(square) and square >= 0 for square in squares) or not any(squares):
        return  # no body is like this; `scenec check` reports it
    a, b, c = (max(math.sqrt(square), size * 1e-4) for square in squares)
    X_box, word = X @ Pose(ORIGIN, axes), "box of equal inertia"
    drawing.parts.append(Part(path, word, "inertia", index, solids.unit("box"), X_box, (a, b, c), HEAVY, False))


def _grid(drawing: Drawing, solids: Solids) -> None:
    """Lines on the ground z = 0, ten to twenty, at round distances; the x axis red, the y axis green."""
    step = grid_step(drawing.extent)
    lines = 10
    reach, thick = lines * step, drawing.extent / 600
    middle = [round((a + b) / 2 / step) * step for a, b in zip(drawing.low[:2], drawing.high[:2], strict=True)]
    below = -drawing.extent / 500  # what stands on the ground hides it
    for across in (0, 1):
        for i in range(-lines, lines + 1):
            place = middle[1 - across] + i * step
            is_axis = abs(place) < step / 2
            color = (RED, GREEN)[across] if is_axis else FAINT
            position = (middle[0], place, below) if across == 0 else (place, middle[1], below)
            wide = thick * (1.6 if is_axis else 1.0)
            size = (2 * reach, wide, thick / 4) if across == 0 else (wide, 2 * reach, thick / 4)
            drawing.parts.append(Part("", "grid", GRID, WORLD_LINK, solids.unit("box"), Pose(position), size, color, False))


def grid_step(extent: float) -> float:
    """1, 2 or 5 times a power of ten (m), a tenth to a fifth of the extent."""
    ideal = max(extent, 1e-6) / 6
    power = 10.0 ** math.floor(math.log10(ideal))
    return next(factor * power for factor in (1, 2, 5, 10) if factor * power >= ideal * 0.999)


def towards(direction: Vec3) -> Rotation:
    """A rotation that takes z to this unit vector."""
    cosine = dot(UP, direction)
    if cosine > 1 - 1e-12:
        return Rotation((1.0, 0.0, 0.0, 0.0))
    if cosine < -1 + 1e-12:
        return Rotation.about((1.0, 0.0, 0.0), math.pi)
    return Rotation.about(cross(UP, direction), math.atan2(math.hypot(*cross(UP, direction)), cosine))
