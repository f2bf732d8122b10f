"""A motion as pictures: a strip of stills, or a page that plays it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from scenec.ir.pose import Pose, Rotation
from scenec.simulate.simulation import Simulation
from scenec.view.draw import draw
from scenec.view.drawing import WORLD_LINK, Drawing
from scenec.view.page import LARGEST, view_page
from scenec.view.png import png
from scenec.view.raster import moving_points, picture

if TYPE_CHECKING:
    from numpy.typing import NDArray

STILLS = 5
"""Pictures of a strip."""
STILL = (320, 360)
"""Pixels of one: width and height."""
AZIMUTH, ELEVATION = math.radians(35.0), math.radians(15.0)


def strip(simulation: Simulation, title: str) -> bytes:
    """Return stills side by side as a PNG file, evenly spaced from the start to the end, through one camera."""
    import numpy as np

    drawing = draw(simulation.scene, title=title)
    poses = link_poses(drawing, simulation.motion)
    chosen = np.linspace(0, len(poses) - 1, min(STILLS, len(poses))).round().astype(int)
    moments = [_at(drawing, poses[number]) for number in chosen]
    shown = _shown(drawing)
    held = np.concatenate([moving_points(each, shown) for each in (moments[0], moments[-1])])
    stills = [picture(each, shown, STILL, AZIMUTH, ELEVATION, held=held) for each in moments]
    return png(np.concatenate(stills, axis=1))


def motion_page(simulation: Simulation, title: str) -> bytes:
    """Return a page of HTML that needs nothing else and plays the motion, with the verdicts on it."""
    drawing = draw(simulation.scene, title=title, largest=LARGEST, textures=True)
    drawing.notes[:0] = simulation.text().splitlines()
    poses = link_poses(drawing, simulation.motion)
    return view_page(drawing, _shown(drawing), azimuth=AZIMUTH, elevation=ELEVATION, motion=(simulation.motion["times"], poses)).encode()


def link_poses(drawing: Drawing, motion: dict[str, Any]) -> NDArray[Any]:
    """Return the poses of the links of a drawing in the world, (frames, links, 7): m, quaternions w x y z.

    Links go by the names of MuJoCo's bodies. One that has no body moves with the link that it hangs on.
    """
    import numpy as np

    bodies = {name: number for number, name in enumerate(motion["bodies"]) if name}
    moved = np.array(motion["poses"]).reshape(len(motion["times"]), len(motion["bodies"]), 7)
    result = np.empty((len(moved), len(drawing.links), 7))
    of_link = [_body(link.path, bodies) for link in drawing.links]
    above = {joint.child: joint.parent for joint in drawing.joints if joint.placing}
    for index, link in enumerate(drawing.links):
        body = of_link[index]
        if body is not None:
            result[:, index] = moved[:, body]
            continue
        carrier, seen = above.get(index, WORLD_LINK), {index}
        while carrier != WORLD_LINK and of_link[carrier] is None and carrier not in seen:
            seen.add(carrier)
            carrier = above.get(carrier, WORLD_LINK)
        held = of_link[carrier] if carrier != WORLD_LINK else None
        offset = link.pose if held is None else drawing.links[carrier].pose.inverse() @ link.pose
        frames = [offset] * len(moved) if held is None else [_pose(each) @ offset for each in moved[:, held]]
        result[:, index] = [[float(v) for v in (*each.position, *each.rotation)] for each in frames]
    return result


def _body(path: str, bodies: dict[str, int]) -> int | None:
    """The number of the body that a link became: its name ends the path."""
    parts = path.split("::")
    names = ("::".join(parts[start:]) for start in range(len(parts)))
    return next((bodies[name] for name in names if name in bodies), None)


def _at(drawing: Drawing, poses: Sequence[Sequence[float]]) -> Drawing:
    """A drawing with its links somewhere else."""
    return replace(drawing, links=tuple(replace(link, pose=_pose(pose)) for link, pose in zip(drawing.links, poses, strict=True)))


def _pose(seven: Sequence[float]) -> Pose:
    x, y, z, qw, qx, qy, qz = map(float, seven)
    return Pose((x, y, z), Rotation((qw, qx, qy, qz)))


def _shown(drawing: Drawing) -> tuple[str, ...]:
    return ("visuals",) if any(part.layer == "visuals" for part in drawing.parts) else ("collisions",)
