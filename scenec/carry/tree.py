"""A scene as parts with values: what two scenes of different formats, with their own ids and frames, can be compared by.

A part is a node that stands in a tuple of nodes: a model, link, joint, collision, axis, material extra. Its key says what it is and
where it belongs, by names: ``link/arm::elbow``, ``link/arm::elbow/collisions/shell``. Its values are the leaves below it, by field path
(``surface.mu``); an id is stated as the key of what it names. Where something is does not depend on the frame in which a format says it
(`scenec.carry.placing`).
"""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.carry.placing import Inertias, Placement, Places
from scenec.carry.references import referring
from scenec.errors import ReadError
from scenec.ir.fields import Field, fields_of
from scenec.ir.names import Unique, frame_paths, joint_paths, link_paths, model_paths, shape_word

Path = tuple[str, ...]

SCENE = "scene"
WORDS = {"worlds": "world", "models": "model", "links": "link", "joints": "joint", "frames": "frame", "meshes": "mesh"}
"""The groups of a scene whose nodes have ids, and the first word of their keys."""

SKIPPED = frozenset({"id", "use", "assets", "uses"})
WHOLE = (ir.Pose, ir.Inertia, ir.MeshData, ir.Mimic, ir.Geometry, ir.Texture)
"""Nodes that are one value: their numbers mean something only together."""

_WHOLE_LISTS = (
    ir.RawItem,
    ir.MeshGroup,
    ir.Faces,
    ir.MeshExtent,
    ir.Waypoint,
    ir.Trajectory,
    ir.Animation,
    ir.Pbr,
    ir.Camera,
    ir.Channel,
    ir.TerrainTexture,
    ir.TerrainBlend,
    ir.Viewpoint,
)
"""Nodes whose lists are one value."""

EMPTY = "*"
"""The last step of the path of a node that is there and says nothing."""


FOUND = ("found",)
"""The path under which a record says where the file of a mesh lies."""


class Part(msgspec.Struct):
    """One part.

    at: the field of its owner that it stands in; label: what it is called there. leaves: its values; placement, inertias: where it is and
    how its mass is distributed, if it has a place and a mass. node: what it was made of, None for a part of a record. found: the file of a
    mesh of a record. in_world: it has another owner in another scene, so its place is stated in the world.
    """

    key: str
    owner: str
    at: Path
    cls: Any
    node: Any
    label: str = ""
    leaves: dict[Path, Any] = {}
    placement: Placement | None = None
    inertias: Inertias | None = None
    found: str | None = None
    in_world: bool = False

    @property
    def has_own_name(self) -> bool:
        """Whether its key does not depend on what it is in."""
        return self.owner in ("", SCENE) and (not self.owner or "id" in self.cls.__struct_fields__)


Children = dict[str, dict[Path, list[str]]]
"""Owner -> field -> the keys of the parts in it."""


class Tree:
    """The parts of a scene, in its order."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}

    def children(self) -> Children:
        """Return what is in which part, now: a look at all parts, so that who asks often keeps it."""
        found: Children = {}
        for part in self.parts.values():
            if part.key != SCENE:
                found.setdefault(part.owner, {}).setdefault(part.at, []).append(part.key)
        return found

    def free(self, part: Part) -> None:
        """Tell the place of a shape in the world instead of in its link."""
        owner = self.parts[part.owner].placement
        if not part.in_world and part.placement is not None and owner is not None:
            part.placement = msgspec.structs.replace(part.placement, pose=owner.pose @ part.placement.pose)
            part.in_world = True

    def bind(self, part: Part) -> None:
        """Tell the place of a shape in its link again."""
        owner = self.parts[part.owner].placement if part.owner in self.parts else None
        if part.in_world and part.placement is not None and owner is not None:
            part.placement = msgspec.structs.replace(part.placement, pose=owner.pose.inverse() @ part.placement.pose)
        part.in_world = False

    def below(self, key: str, children: Children) -> list[Part]:
        """A part and all that is in it, without what is gone since its `children` were asked for."""
        found, todo = [], [key]
        while todo:
            at = todo.pop()
            part = self.parts.get(at)
            if part is not None:
                found.append(part)
                todo.extend(each for keys in children.get(at, {}).values() for each in reversed(keys))
        return found


CHARACTERS, CHARACTERS_PER_PART = 20_000_000, 1_000
"""How much the keys of a scene may come to, each counted for every value that has it: a key has the names of all that is around."""


def tree_of(scene: ir.Scene) -> Tree:
    """Raises ReadError for poses that lead nowhere, and for thousands of parts that stand so deep in each other that their names grow
    beyond all measure."""
    tree = _Unfolding(scene).tree
    length = sum(len(key) * (1 + len(part.leaves)) for key, part in tree.parts.items())
    if length > CHARACTERS + CHARACTERS_PER_PART * len(tree.parts):
        raise ReadError(
            f"the names of {len(tree.parts):,} parts, each with those of all that is around it, are too long to be carried",
            None,
            hint="nest models less deeply, or give them shorter names",
        )
    return tree


def keys_of(scene: ir.Scene) -> dict[str, str]:
    """Id -> key of everything that has an id."""
    keys = {"world": "world"}
    for group, paths in (("models", model_paths), ("links", link_paths), ("joints", joint_paths), ("frames", frame_paths)):
        keys |= {node_id: f"{WORDS[group]}/{path}" for node_id, path in paths(scene).items()}
    for group in ("worlds", "meshes"):
        unique = Unique()
        for node in getattr(scene, group):
            keys[node.id] = unique(f"{WORDS[group]}/{node.name or _file_stem(node) or WORDS[group]}")
    return keys


def _file_stem(node: Any) -> str:
    return str(getattr(node, "uri", None) or "").rpartition("/")[2].partition(".")[0]


class _Unfolding:
    def __init__(self, scene: ir.Scene) -> None:
        self.keys = keys_of(scene)
        self.places = Places(scene, self.keys)
        self.tree = Tree()
        self._labels: dict[tuple[str, Path], Unique] = {}
        root = Part(SCENE, "", (), ir.Scene, scene)
        self.tree.parts[SCENE] = root
        self._fields(root, scene, ())

    def _part(self, owner: Part, at: Path, node: Any) -> None:
        label = self._label(owner, at, node)
        key = self.keys.get(getattr(node, "id", None) or "") if owner.key == SCENE else None
        part = Part(key or key_in(owner.key, at, label), owner.key, at, type(node), node, label, {})
        key = part.key
        self.tree.parts[key] = part
        part.placement = self.places.placement(node, owner.node if owner.key != SCENE else None)
        if isinstance(node, ir.Link) and node.inertial is not None:
            part.inertias = self.places.inertias(node.inertial)
        self._fields(part, node, ())

    def _label(self, owner: Part, at: Path, node: Any) -> str:
        unique = self._labels.setdefault((owner.key, at), Unique())
        if isinstance(node, ir.Extra):
            return unique(f"{node.format}:{node.key}")
        if isinstance(node, ir.FrictionPair):
            return unique(f"{node.first}:{node.second}")
        word = shape_word(node.geometry) if isinstance(node, ir.Collision | ir.Visual) else getattr(node, "type", None)
        return unique(str(getattr(node, "name", None) or word or type(node).__name__.lower()))

    def _fields(self, part: Part, node: msgspec.Struct, above: Path) -> None:
        said = False
        placed = set(part.placement.form_fields) if part.placement is not None and not above else set()
        for name, field in fields_of(type(node)).items():
            value = getattr(node, name)
            if name in SKIPPED or value is None or value == ():
                continue
            said = True
            path = (*above, name)
            if name in placed or (part.inertias is not None and path in (("inertial", "pose"), ("inertial", "inertia"))):
                continue
            if part.cls is ir.Axis and name in ("xyz", "expressed_in"):  # stated by the joint
                continue
            if field.kind == "nodes" and not isinstance(value[0], _WHOLE_LISTS):
                for each in value:
                    self._part(part, path, each)
            elif field.kind == "node" and not isinstance(value, WHOLE):
                self._fields(part, value, path)
            else:
                part.leaves[path] = self.keyed(name, value)
        if above and not said:
            marked = (*above, EMPTY)
            part.leaves[marked] = True

    def keyed(self, name: str, value: Any) -> Any:
        return referring(name, value, self.keys)


def key_in(owner: str, at: Path, label: str) -> str:
    """The key of a part without an id."""
    return f"{owner}/{'.'.join(at)}/{label}"


def field_at(cls: Any, path: Path) -> Field | None:
    """The field that a path below a node of this class leads to; None if it leads nowhere."""
    for step in path[:-1]:
        field = fields_of(cls).get(step)
        if field is None or field.kind != "node" or field.typed:
            return None
        (cls,) = field.classes.values()
    return fields_of(cls).get(path[-1])


def class_below(cls: Any, path: Path) -> Any:
    """The class of the node that a path of single nodes leads to; the class itself where it leads nowhere."""
    for step in path:
        field = fields_of(cls).get(step)
        if field is None or field.kind != "node" or len(field.classes) != 1:
            break
        (cls,) = field.classes.values()
    return cls


def class_at(owner: Any, at: Path) -> Any:
    """The class of the nodes in a field; None if it holds none."""
    field = field_at(owner, at)
    return next(iter(field.classes.values())) if field is not None and field.kind == "nodes" and len(field.classes) == 1 else None


def scene_of(tree: Tree) -> ir.Scene:
    """The scene of a tree; keys are its ids. Parts that lack what their class needs raise TypeError."""
    children = tree.children()

    def built(part: Part) -> Any:
        values: dict[str, Any] = {}
        for path, value in part.leaves.items():
            _put(values, path, value)
        if part.placement is not None:
            values.update({name: value for name, value in part.placement.form.items() if name != "axes"})
        if part.inertias is not None and ("inertial" in values or part.inertias.form):
            values.setdefault("inertial", {}).update(part.inertias.form)
        for at, keys in children.get(part.key, {}).items():
            _put(values, at, tuple(built(tree.parts[key]) for key in keys))
        if part.placement is not None and "axes" in part.placement.form:
            axes = zip(values.get("axes", ()), part.placement.form["axes"], strict=False)
            values["axes"] = tuple(msgspec.structs.replace(axis, **said) for axis, said in axes)
        if part.cls is ir.Axis:
            values["xyz"] = (0.0, 0.0, 1.0)  # its joint says which
        if "id" in part.cls.__struct_fields__:
            values["id"] = part.key
        kept = {name: getattr(part.node, name, None) for name in ("origin", "found", "use", "assets", "uses")}
        values.update({name: value for name, value in kept.items() if value and name in part.cls.__struct_fields__ and name not in values})
        if part.found is not None:
            values["found"] = part.found
        return _made(part.cls, values)

    made: ir.Scene = built(tree.parts[SCENE])
    return made


def _put(values: dict[str, Any], path: Path, value: Any) -> None:
    for step in path[:-1]:
        values = values.setdefault(step, {})
    if path[-1] != EMPTY:
        values[path[-1]] = value


def _made(cls: Any, values: dict[str, Any]) -> Any:
    fields = fields_of(cls)
    for name, value in list(values.items()):
        if isinstance(value, dict):
            (inner,) = fields[name].classes.values()
            if all(each in value for each, field in fields_of(inner).items() if field.required):
                values[name] = _made(inner, value)
            else:  # the rest has no meaning any more
                del values[name]
    return cls(**values)


__all__ = [
    "EMPTY",
    "FOUND",
    "SCENE",
    "Part",
    "Path",
    "Tree",
    "class_at",
    "class_below",
    "field_at",
    "key_in",
    "keys_of",
    "scene_of",
    "tree_of",
]
