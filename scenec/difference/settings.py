"""Settings outside of links and joints: gravity and engine settings, friction between materials, models' own values, plugins, frames."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.scene_matching import Matching
from scenec.comparison.tolerance import apart, seven_of
from scenec.difference.leaves import Leaves
from scenec.difference.notes import Notes
from scenec.difference.words import aspect_of
from scenec.ir.base import Id
from scenec.ir.kinematics import Kinematics
from scenec.ir.names import frame_paths
from scenec.ir.scene import Scene

_OF_THE_SCENE = (
    "friction_law",
    "friction_default",
    "friction_pairs",
    "excluded_pairs",
    "named_poses",
    "actors",
    "grippers",
    "controllers",
    "user_inputs",
    "plugins",
    "extras",
)


def compare_settings(a: ComparedScene, b: ComparedScene, matching: Matching, leaves: Leaves, notes: Notes) -> set[tuple[Id, str]]:
    """The world, the scene's own values, models and named frames. Returns what is reported of whole models and not again of their links:
    (model of A, field)."""
    _worlds(a.scene, b.scene, matching, leaves, notes)
    skip = frozenset(("Scene", field) for field in a.scene.__struct_fields__ if field not in _OF_THE_SCENE)
    if not leaves.same_format and not (_rubs(a.scene) and _rubs(b.scene)):
        skip |= {("Scene", "friction_law"), ("Scene", "friction_default")}  # nothing is there that they would combine
    notes.leaves(leaves.differing(a.scene, b.scene, skip | _NOT_OF_MODELS), "scene", ("", ""), "", (a.scene, b.scene))
    if leaves.same_format and a.scene.name != b.scene.name and not leaves.of_the_file(a.scene.name, b.scene.name):
        notes.renamed("scene", (str(a.scene.name or ""), str(b.scene.name or "")), "", (a.scene, b.scene))
    models, reported = {model.id: model for model in b.scene.models}, set[tuple[Id, str]]()
    for model in a.scene.models:
        other = models.get(matching.models.get(model.id, ""))
        if other is not None:
            path = a.model_paths[model.id]
            names = (path, b.model_paths[other.id])
            notes.leaves(leaves.differing(model, other), "model", names, path, (model, other))
            for field in ("static", "self_collide") if model.parent is None is other.parent else ():
                values = bool(getattr(model, field)), bool(getattr(other, field))
                if values[0] != values[1] and leaves.same_format:  # between formats, links show how they are held
                    reported.add((model.id, field))
                    notes.changed("model", "physics", names, path, aspect_of((field,)), values, (model, other))
    if leaves.same_format:
        _frames(a, b, matching, leaves, notes)
        _homes(a, b, matching, leaves, notes)
    return reported


def _rubs(scene: Scene) -> bool:
    """Whether it says anything of friction."""
    surfaces = (collision.surface for link in scene.links for collision in link.collisions)
    return bool(scene.friction_pairs) or any(surface is not None and surface.mu is not None for surface in surfaces)


def _homes(a: ComparedScene, b: ComparedScene, matching: Matching, leaves: Leaves, notes: Notes) -> None:
    """Links and joints that belong to another model than before."""
    for kind, left, right, known, paths, others in (
        ("link", a.links, b.links, matching.links, a.link_paths, b.link_paths),
        ("joint", a.joints, b.joints, matching.joints, a.joint_paths, b.joint_paths),
    ):
        ours: Sequence[Any] = left
        its: Sequence[Any] = right
        theirs: dict[Id, tuple[Any, str]] = {node.id: (node, path) for node, path in zip(its, others, strict=True)}
        for node, path in zip(ours, paths, strict=True):
            if node.id not in known:
                continue
            other, its_path = theirs[known[node.id]]
            if matching.models.get(node.model or "") != other.model and (node.model or other.model):
                homes = a.model_paths.get(node.model or ""), b.model_paths.get(other.model or "")
                notes.changed(kind, "metadata", (path, its_path), path, "model", homes, (node, other), change="restructured")


_PLACES = frozenset(("Frame", field) for field in ("name", "model", "world", "attached_to", "pose", "relative_to"))
_NOT_OF_MODELS = frozenset({("Gripper", "model"), ("Actor", "world")})


def _worlds(a: Scene, b: Scene, matching: Matching, leaves: Leaves, notes: Notes) -> None:
    others = {world.id: world for world in b.worlds}
    for world in a.worlds:
        other = others.get(matching.worlds.get(world.id, ""))
        if other is not None:
            names = (str(world.name or "world"), str(other.name or "world"))
            if world.name != other.name and leaves.same_format and not leaves.of_the_file(world.name, other.name):
                notes.renamed("world", names, "", (world, other))
            notes.leaves(leaves.differing(world, other), "world", names, "", (world, other))
    matched = set(matching.worlds.values())
    for world in a.worlds:
        if world.id not in matching.worlds and leaves.same_format:
            path = str(world.name or "world")
            notes.changed("world", "physics", (path, None), "", "", (None, None), (world, None), change="removed")
    for world in b.worlds:
        if world.id not in matched and leaves.same_format:
            path = str(world.name or "world")
            notes.changed("world", "physics", (None, path), "", "", (None, None), (None, world), change="added")


def _frames(a: ComparedScene, b: ComparedScene, matching: Matching, leaves: Leaves, notes: Notes) -> None:
    """Named frames: where they are on what they move with. No simulator sees them; those who name them do."""
    if not a.scene.frames and not b.scene.frames:
        return
    paths, others = frame_paths(a.scene), frame_paths(b.scene)
    nodes = {frame.id: frame for frame in b.scene.frames}
    at, at_b = Kinematics(a.scene), Kinematics(b.scene)
    models = [{model.id: model for model in side.scene.models} for side in (a, b)]
    for frame in a.scene.frames:
        owner = a.model_paths.get(frame.model or "", "")
        other = nodes.get(matching.frames.get(frame.id, ""))
        if other is None:
            notes.changed("frame", "naming", (paths[frame.id], None), owner, "", (None, None), (frame, None), change="removed")
            continue
        names: tuple[str, str] = (paths[frame.id], others[other.id])
        both: tuple[Any, Any] = (frame, other)
        if frame.name != other.name:
            notes.renamed("frame", names, owner, both)
        notes.leaves(leaves.differing(*both, _PLACES), "frame", names, owner, both)
        bodies = at.body_of(frame.id), at_b.body_of(other.id)
        if leaves.ids.get(bodies[0], bodies[0]) != bodies[1]:
            ends = [_called(body, side, known) for body, side, known in zip(bodies, (a, b), models, strict=True)]
            notes.changed("frame", "naming", names, owner, "attached to", (ends[0], ends[1]), both)
            continue
        ours, theirs = (
            seven_of(where.at_zero(body).inverse() @ where.at_zero(each.id))
            for where, body, each in zip((at, at_b), bodies, both, strict=True)
        )
        if not leaves.close.poses_close(ours, theirs):
            notes.changed("frame", "naming", names, owner, "pose", (ours, theirs), both, change="moved", apart=apart(ours, theirs))
    known = set(matching.frames.values())
    for frame in b.scene.frames:
        if frame.id not in known:
            owner = b.model_paths.get(frame.model or "", "")
            notes.changed("frame", "naming", (None, others[frame.id]), owner, "", (None, None), (None, frame), change="added")


def _called(body: str, side: ComparedScene, models: dict[str, Any]) -> str:
    for link, path in zip(side.links, side.link_paths, strict=True):
        if link.id == body:
            return path
    return side.model_paths.get(body, body) if body in models else body
