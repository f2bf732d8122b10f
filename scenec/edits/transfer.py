"""Differences between two scenes of one format, made in the scene of another format that the first of them was converted from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from scenec.edits.changes import Added, Change, Changed, Path, Removed, values_are_equal
from scenec.edits.changes import changes as differences
from scenec.ir.base import WORLD
from scenec.ir.check import LEADS_TO
from scenec.ir.pose import Pose, Rotation
from scenec.ir.scene import Scene
from scenec.ir.walk import at_path, is_node, is_nodes, with_value
from scenec.trace import plain

DIGITS = 14
"""Of a number that is worked out: more do not survive a product of rotations."""


class NoCounterpartError(Exception):
    """The original has no part that an edit is about. Its words say why, in one sentence without a full stop."""


class Scenes(NamedTuple):
    """base: what the original converts to; edited: the same as it shall be, with the ids of `base` where a part is the same one; original:
    what is to change. ids: of a part in the first two -> in the original."""

    base: Scene
    edited: Scene
    original: Scene
    ids: dict[str, str]


class _Steps(NamedTuple):
    """A way into the original. place: as far as it goes; missing: whether the next node is not stated there."""

    place: Path
    missing: bool = False


class Transfer:
    """Changes of one round. scene: the original with the changes that were made; ids: with those of new parts."""

    def __init__(self, scenes: Scenes) -> None:
        self._of = scenes
        self.scene = scenes.original
        self.ids = dict(scenes.ids)
        self._inserted: dict[Path, list[tuple[int, Any]]] = {}
        self._cut: dict[Path, set[int]] = {}

    def make(self, changes: Iterable[Change], elsewhere: Mapping[Path, Path] = MappingProxyType({})) -> dict[Path, str]:
        """Make changes; those that cannot be made, with the reason. elsewhere: of changed values, where the original states them if not in
        the same field."""
        failed: dict[Path, str] = {}
        every = list(changes)
        for change in every:
            if isinstance(change, Added) and (own := getattr(change.node, "id", None)) is not None:
                self.ids[own] = self._free_id(own)
        for change in every:
            try:
                if change.path in elsewhere and isinstance(change, Changed):
                    self._set(elsewhere[change.path], _plain(change.new))
                elif isinstance(change, Changed):
                    self._change(change)
                elif isinstance(change, Added):
                    self._add(change)
                else:
                    self._remove(change)
            except NoCounterpartError as reason:
                failed[change.path] = str(reason)
        self._rebuild()
        return failed

    def stated(self, changes: Iterable[Change], elsewhere: Mapping[Path, Path]) -> list[Change]:
        """The changes but those of values that the original does not state: a conversion may work them out of the others, as the ambient
        colour out of the diffuse one."""
        found: list[Change] = []
        for change in changes:
            try:
                where = self._place(change.path, self._of.edited) if isinstance(change, Changed) else None
            except NoCounterpartError:
                where = None
            unstated = where is not None and (where.missing or at_path(self._of.original, where.place) is None)
            if not unstated or change.path in elsewhere:
                found.append(change)
        return found

    def has(self, path: Path) -> bool:
        """Whether the original has a counterpart of a path of the edited scene."""
        try:
            self._place(path, self._of.edited)
        except NoCounterpartError:
            return False
        return True

    def place(self, path: Path) -> Path:
        """Find the counterpart in the original of a path of the edited scene. Raises NoCounterpartError."""
        return self._place(path, self._of.edited).place

    def conflicts(self, change: Change) -> bool:
        """Whether the original says something else than `base` and the edited scene where they differ. Raises NoCounterpartError."""
        if isinstance(change, Added):
            return False
        where = self._place(change.path, self._of.edited if isinstance(change, Changed) else self._of.base)
        there = None if where.missing else at_path(self._of.original, where.place)
        if isinstance(change, Changed):
            return not (values_are_equal(there, change.old) or values_are_equal(there, change.new))
        return isinstance(there, msgspec.Struct) and any(True for _ in differences(change.node, there))

    def _free_id(self, own: str) -> str:
        taken = {node.id for group in _GROUPS for node in getattr(self._of.original, group)} | set(self.ids.values())
        return next(each for each in (own, *(f"{own}+{n}" for n in range(len(taken) + 1))) if each not in taken)

    # -- one change

    def _change(self, change: Changed) -> None:
        where = self._place(change.path, self._of.edited)
        if where.missing:
            self._set(where.place, self._copied(at_path(self._of.edited, change.path[: len(where.place)])))
            return
        pose = next((i for i in range(len(change.path)) if isinstance(at_path(self._of.edited, change.path[:i]), Pose)), None)
        if pose is not None:
            self._turn(change.path[:pose], where.place[:pose])
            return
        current, owner = at_path(self._of.original, where.place), at_path(self._of.edited, change.path[:-1])
        if (type(owner).__name__, change.path[-1]) in LEADS_TO:
            self._set(where.place, self._led(change.new))
        elif isinstance(current, tuple) and isinstance(change.new, tuple) and len(current) == len(change.new) == len(change.old or ()):
            parts = zip(current, change.old, change.new, strict=True)
            self._set(where.place, tuple([now if values_are_equal(old, new) else _plain(new) for now, old, new in parts]))
        else:
            self._set(where.place, _plain(change.new))

    def _turn(self, path: Path, place: Path) -> None:
        """Move a part in the original as in the edited scene, also where poses are relative to other frames."""
        new: Pose = at_path(self._of.edited, path)
        current, old = at_path(self._of.original, place) or Pose(), self._before(path)
        rotation, position = new.rotation, new.position
        if not (values_are_equal(current.rotation, old.rotation) and values_are_equal(current.position, old.position)):
            moved = current @ old.inverse() @ new
            rotation, position = moved.rotation, moved.position
        if values_are_equal(old.rotation, new.rotation):
            rotation = current.rotation
        x, y, z = [now if values_are_equal(now, each) else _rounded(each) for now, each in zip(current.position, position, strict=True)]
        self._set(place, Pose((x, y, z), rotation if rotation is current.rotation else _plain(rotation)))

    def _before(self, path: Path) -> Pose:
        try:
            found = at_path(self._of.base, self._place_in_base(path))
        except (AttributeError, IndexError, TypeError):
            found = None
        return found if isinstance(found, Pose) else Pose()

    def _add(self, change: Added) -> None:
        if not isinstance(change.path[-1], int):
            where = self._place(change.path, self._of.edited)
            self._set(where.place, self._copied(at_path(self._of.edited, change.path[: len(where.place)])))
            return
        where = self._place(change.path[:-1], self._of.edited)
        if where.missing:
            raise NoCounterpartError("what it is in has no counterpart in the original")
        there = at_path(self._of.original, where.place)
        index = self._behind(change.before, there) if change.before else 0
        self._inserted.setdefault(where.place, []).append((index, self._copied(change.node)))

    def _behind(self, before: Sequence[Any], there: Sequence[Any]) -> int:
        """The index behind the counterpart of what stands before a new part."""
        for node in reversed(before):
            own = getattr(node, "id", None)
            found = next((i for i, each in enumerate(there) if own is not None and getattr(each, "id", None) == self.ids.get(own)), None)
            if found is None and (name := getattr(node, "name", None)):
                found = next((i for i, each in enumerate(there) if getattr(each, "name", None) == name), None)
            if found is not None:
                return found + 1
        return min(len(before), len(there))

    def _remove(self, change: Removed) -> None:
        """Cut a part. One that the original does not have was made by the conversion, and goes with what it was made of."""
        try:
            where = self._place(change.path, self._of.base)
        except NoCounterpartError:
            return
        if where.missing:
            return
        if isinstance(change.path[-1], int):
            self._cut.setdefault(where.place[:-1], set()).add(where.place[-1])
        else:
            self._set(where.place, None)

    def _set(self, place: Path, value: Any) -> None:
        self.scene = with_value(self.scene, place, value)

    def _rebuild(self) -> None:
        """Insert and cut, as indices count in the original before that."""
        for place in {*self._inserted, *self._cut}:
            old, made = at_path(self.scene, place), list[Any]()
            for i in range(len(old) + 1):
                made += [node for index, node in self._inserted.get(place, ()) if index == i]
                if i < len(old) and i not in self._cut.get(place, ()):
                    made.append(old[i])
            self.scene = with_value(self.scene, place, tuple(made))

    # -- places

    def _place(self, path: Path, scene: Scene) -> _Steps:
        """Find the counterpart in the original of a path of `base` or `edited`."""
        own: Any = scene
        base: Any = self._of.base
        there: Any = self._of.original
        place: Path = ()
        for number, step in enumerate(path):
            if isinstance(step, str):
                own, base, there = getattr(own, step), getattr(base, step, None), getattr(there, step, _NONE)
                if there is _NONE:
                    raise NoCounterpartError("the original has another kind of part there")
                place = (*place, step)
                if there is None and number + 1 < len(path):
                    return _Steps(place, missing=True)
                continue
            at, index = self._index(own, step, base or (), there)
            own, base, there = own[step], base[at] if at is not None else None, there[index]
            place = (*place, index)
        return _Steps(place)

    def _index(self, own: Sequence[Any], step: int, base: Sequence[Any], there: Sequence[Any]) -> tuple[int | None, int]:
        """The number of a part among its siblings in `base`, and in the original."""
        at = _number_of(own[step], step, own, base)
        node_id = getattr(own[step], "id", None)
        if node_id is not None:
            wanted = self.ids.get(node_id)
            found = [i for i, each in enumerate(there) if getattr(each, "id", None) == wanted and wanted is not None]
        elif not is_node(own[step]):
            found = [step] if step < len(there) else []
        else:
            name = getattr(own[at] if at is not None and own is base else own[step], "name", None)
            named = getattr(base[at], "name", None) if at is not None else name
            found = [i for i, each in enumerate(there) if named and getattr(each, "name", None) == named]
            if len(found) != 1:
                found = [at] if at is not None and len(base) == len(there) else []
        if len(found) != 1:
            raise NoCounterpartError("the original has no such part")
        return at, found[0]

    def _place_in_base(self, path: Path) -> Path:
        own: Any = self._of.edited
        base: Any = self._of.base
        place: Path = ()
        for step in path:
            at = _number_of(own[step], step, own, base) if isinstance(step, int) else step
            if at is None:
                raise IndexError
            own = own[step] if isinstance(step, int) else getattr(own, step)
            base = base[at] if isinstance(at, int) else getattr(base, at)
            place = (*place, at)
        return place

    # -- copies

    def _led(self, value: Any) -> Any:
        """The ids in the original of what some ids lead to."""
        if isinstance(value, tuple):
            return tuple([self._led(each) for each in value])
        if not isinstance(value, str) or value == WORLD:
            return value
        if value not in self.ids:
            mesh = next((each for each in self._of.edited.meshes if each.id == value), None)
            if mesh is None:
                raise NoCounterpartError("the original has no counterpart of what it refers to")
            self.ids[value] = self._free_id(str(value))
            self._inserted.setdefault(("meshes",), []).append((len(self._of.original.meshes), self._copied(mesh)))
        return self.ids[value]

    def _copied(self, node: Any) -> Any:
        """A part as the original can have it: its own ids, and no places in files of another format."""
        if is_nodes(node):
            return tuple([self._copied(each) for each in node])
        if not is_node(node):
            return _plain(node)
        changes: dict[str, Any] = {}
        for name in node.__struct_fields__:
            value = getattr(node, name)
            if name == "origin":
                changes[name] = None
            elif name == "id":
                changes[name] = self.ids.get(value, value)
            elif (type(node).__name__, name) in LEADS_TO:
                changes[name] = self._led(value)
            elif value is not None and value != ():
                changes[name] = self._copied(value)
        return msgspec.structs.replace(node, **changes)


_NONE: Any = object()
_GROUPS = ("worlds", "models", "links", "joints", "frames", "meshes")


def _number_of(node: Any, step: int, own: Sequence[Any], base: Sequence[Any]) -> int | None:
    """The number of a node among its siblings in another version of them."""
    if own is base:
        return step
    for key in ("id", "name"):
        value = getattr(node, key, None)
        found = [i for i, each in enumerate(base) if value is not None and getattr(each, key, None) == value]
        if len(found) == 1:
            return found[0]
    return step if len(own) == len(base) else None


def _plain(value: Any) -> Any:
    """A value without its place in a file of another format."""
    return value.with_ids(()) if isinstance(value, Rotation) else plain(value)


def _rounded(number: float) -> float:
    return float(f"{number:.{DIGITS}g}") if abs(number) > 1e-13 else 0.0
