"""Editing a frozen scene: a changed copy, everything else untouched and with its provenance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from scenec.errors import UsageError, nearest
from scenec.ir.base import WORLD, Id, Node
from scenec.ir.build import check_field
from scenec.ir.joint import Axis, Joint
from scenec.ir.kinematics import Kinematics
from scenec.ir.link import Inertial, Link
from scenec.ir.names import frame_paths, joint_paths, link_paths, model_paths
from scenec.ir.pose import Pose
from scenec.ir.scene_data import AnyScene, Frame, Model, NamedPose, SceneData
from scenec.ir.walk import is_node, is_nodes
from scenec.trace import derived

_GROUPS = ("models", "links", "joints", "frames")


def find(scene: SceneData, path: str) -> tuple[str, int]:
    """The group and index of the model, link, joint or frame a path names; links before joints of the same path.
    Raises UsageError, with the nearest path, if there is none."""
    paths = {"links": link_paths(scene), "joints": joint_paths(scene), "models": model_paths(scene), "frames": frame_paths(scene)}
    for group, named in paths.items():
        for index, node in enumerate(getattr(scene, group)):
            if named[node.id] == path:
                return group, index
    known = [each for named in paths.values() for each in named.values()]
    raise UsageError(f"no part of the scene is called {path!r}", None, "", nearest(path, known))


def replaced(scene: AnyScene, path: str, changes: Mapping[str, object]) -> AnyScene:
    """See `Scene.replace`. On a link, `mass` and `inertia` mean those of its inertial. Raises UsageError for a field that
    does not exist."""
    group, index = find(scene, path)
    nodes = list(getattr(scene, group))
    node, rest = nodes[index], dict(changes)
    if isinstance(node, Link) and node.inertial is not None:
        inner = {name: rest.pop(name) for name in ("mass", "inertia") if name in rest}
        for stated, value in inner.items():
            check_field(Inertial, stated, value)
        if inner:
            auto = {} if "inertia" not in inner else {"auto": None}  # a tensor that is stated is not worked out any more
            rest["inertial"] = msgspec.structs.replace(node.inertial, **inner, **auto)
    for name in rest:
        if name not in node.__struct_fields__:
            raise UsageError(f"{type(node).__name__} has no field {name!r}", None, "", nearest(name, node.__struct_fields__))
        check_field(type(node), name, rest[name])
    nodes[index] = msgspec.structs.replace(node, **rest)
    return _with_groups(scene, {group: tuple(nodes)})


def without(scene: AnyScene, path: str) -> AnyScene:
    """See `Scene.without`. A removed model takes its nested models, links, joints and frames along; a removed link its joints
    and the frames attached to it. What stays keeps its place in the world: poses that were stated relative to something removed
    are stated anew; references to removed things (mimicked joints, excluded links and pairs, fingers of grippers) go with them."""
    group, index = find(scene, path)
    node = getattr(scene, group)[index]
    gone = _hanging_on(scene, node)
    kept = {name: tuple(each for each in getattr(scene, name) if each.id not in gone) for name in _GROUPS}
    grippers = tuple(_unreferring(each, gone) for each in scene.grippers if each.model not in gone)
    pairs = tuple(pair for pair in scene.excluded_pairs if not gone & set(pair.links))
    poses = tuple(_without_moved(each, gone) for each in scene.named_poses if each.model not in gone)
    groups = {**_Rehoming(scene, gone).groups(kept), "grippers": grippers, "excluded_pairs": pairs, "named_poses": poses}
    return _with_groups(scene, groups)


def _without_moved(pose: NamedPose, gone: set[Id]) -> NamedPose:
    """The pose of what is left."""
    return msgspec.structs.replace(
        pose,
        positions=tuple(each for each in pose.positions if each.joint not in gone),
        placements=tuple(each for each in pose.placements if each.link not in gone),
    )


def _hanging_on(scene: SceneData, node: Model | Link | Joint | Frame) -> set[Id]:
    """The ids of a node and of everything that cannot be without it."""
    gone: set[Id] = {node.id}
    grew = True
    while grew:
        more = {model.id for model in scene.models if model.parent in gone}
        more |= {link.id for link in scene.links if link.model in gone}
        more |= {joint.id for joint in scene.joints if gone & {joint.model, joint.parent, joint.child}}
        more |= {frame.id for frame in scene.frames if gone & {frame.model, frame.attached_to}}
        grew = not more <= gone
        gone |= more
    return gone


class _Rehoming:
    """Tells the poses of what stays without what goes."""

    def __init__(self, scene: SceneData, gone: set[Id]) -> None:
        self.kinematics = Kinematics(scene)
        self.gone = gone

    def groups(self, kept: Mapping[str, tuple[Any, ...]]) -> dict[str, Any]:
        return {name: tuple(self._part(self._posed(each), each.id) for each in nodes) for name, nodes in kept.items()}

    def _posed(self, node: Any) -> Any:
        """A model, link, joint or frame. Its model (or parent) is what it is stated relative to: a joint's child and what a frame
        is attached to may themselves stand relative to it."""
        if node.relative_to not in self.gone and getattr(node, "placement_frame", None) not in self.gone:
            return node
        base = node.parent if isinstance(node, Model) else node.model
        pose = derived(self.kinematics.relative(node.id, base), node.pose)
        relative_to = None if isinstance(node, (Model, Link)) else base or WORLD
        changes = {"pose": pose, "relative_to": relative_to} | ({"placement_frame": None} if isinstance(node, Model) else {})
        return msgspec.structs.replace(node, **changes)

    def _part(self, node: Any, owner: Id) -> Any:
        """A node with all its parts (collisions, sensors, axes), which stand in the frame of `owner`."""
        changes: dict[str, Any] = {}
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if is_node(value) and isinstance(value, Node):
                changes[name] = self._inner(value, owner)
            elif is_nodes(value):
                changes[name] = tuple(self._inner(each, owner) for each in value)
        changed = {name: value for name, value in changes.items() if value is not getattr(node, name)}
        return _unreferring(msgspec.structs.replace(node, **changed) if changed else node, self.gone)

    def _inner(self, part: Any, owner: Id) -> Any:
        if isinstance(part, Axis) and part.expressed_in in self.gone:
            turned = self._between(owner, part.expressed_in).rotation.apply(part.xyz)
            part = msgspec.structs.replace(part, xyz=derived(turned, part.xyz), expressed_in=None)
        elif getattr(part, "relative_to", None) in self.gone:
            pose = self._between(owner, part.relative_to) @ (part.pose or Pose())
            part = msgspec.structs.replace(part, pose=derived(pose, part.pose), relative_to=None)
        return self._part(part, owner) if isinstance(part, Node) else part

    def _between(self, owner: Id, other: Id) -> Pose:
        return self.kinematics.at_zero(owner).inverse() @ self.kinematics.at_zero(other)


_REFERENCES = ("canonical_link", "gear_reference", "series", "palm", "excluded", "targets", "fingers")


def _unreferring(node: Any, gone: set[Id]) -> Any:
    """The node without its references to what is gone."""
    changes: dict[str, Any] = {}
    for name in _REFERENCES:
        value = getattr(node, name, None)
        if isinstance(value, tuple):
            if gone & set(value):
                changes[name] = tuple(each for each in value if each not in gone)
        elif value in gone:
            changes[name] = None
    mimic = getattr(node, "mimic", None)
    if mimic is not None and mimic.joint in gone:
        changes["mimic"] = None
    return msgspec.structs.replace(node, **changes) if changes else node


def _with_groups(scene: AnyScene, groups: Mapping[str, Any]) -> AnyScene:
    return msgspec.structs.replace(scene, **groups)
