"""Looks of shapes that a target cannot draw: they become meshes, finely cut."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import msgspec

from scenec.adapt.findings import VISUAL_TESSELLATED
from scenec.ir.geometry import Mesh, MeshShape, Plane, Polyline, Shape
from scenec.ir.link import Link, Visual
from scenec.ir.scene import Scene
from scenec.syntax.kinds import shown
from scenec.trace import ids_of

if TYPE_CHECKING:
    from scenec.accounting.finding import Fate
    from scenec.accounting.ledger import Ledger

DRAWN = ("Box", "Sphere", "Cylinder", "Capsule", "MeshShape")


def adapt(scene: Scene, ledger: Ledger, target: str, drawn: Collection[str] = DRAWN) -> Scene:
    """The scene with visuals of these shapes only (names of classes), as far as others can be cut into triangles. Reports
    `visual-shape-tessellated` per visual."""
    meshes: list[Mesh] = []
    links: list[Link] = []
    for link in scene.links:
        if all(type(visual.geometry).__name__ in drawn for visual in link.visuals):
            links.append(link)
            continue
        visuals = []
        for i, visual in enumerate(link.visuals):
            known = type(visual.geometry).__name__ in drawn
            visuals.append(visual if known else _as_mesh(visual, f"{link.id} look {i}", meshes, ledger, target))
        links.append(msgspec.structs.replace(link, visuals=tuple(visuals)))
    return msgspec.structs.replace(scene, links=tuple(links), meshes=(*scene.meshes, *meshes)) if meshes else scene


def _as_mesh(visual: Visual, mesh_id: str, meshes: list[Mesh], ledger: Ledger, target: str) -> Visual:
    """A visual that shows a mesh of its shape; the visual itself if the shape has none (terrain, images)."""
    from scenec.meshes.tessellate import off_by, tessellated

    shape = visual.geometry
    data = tessellated(shape, ids_of(shape))
    if data is None:
        return visual
    meshes.append(Mesh(id=mesh_id, data=data, origin=shape.origin or visual.origin))
    error = off_by(shape)
    endless = isinstance(shape, Plane) and shape.size is None
    fate: Fate = "approximated" if error or endless else "converted"
    ledger.report(
        VISUAL_TESSELLATED,
        visual,
        fate=fate,
        about=shape,
        value=_word(shape),
        target=f"a mesh of {len(data.groups[0].faces[0].vertices)} triangles",
        what=_effect(shape, error),
        origin=shape.origin,
    )
    return msgspec.structs.replace(visual, geometry=MeshShape(mesh=mesh_id, origin=shape.origin))


def _word(shape: Shape) -> str:
    word = "plane" if isinstance(shape, Plane) else "extruded outline" if isinstance(shape, Polyline) else type(shape).__name__.lower()
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


def _effect(shape: Shape, error: float) -> str:
    if isinstance(shape, Plane) and shape.size is None:
        return "The mesh ends 500 m from its middle."
    if error:
        return f"The outline is up to {shown(float(f'{error:.2g}'))} m too small."
    return "The visual looks the same."
