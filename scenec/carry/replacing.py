"""Saying where the parts of a merged scene are, in the frames their source used as far as these still give the same place."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from scenec import ir
from scenec.carry.placing import Inertias, Placement, loose_of, places_equal, tensors_equal
from scenec.carry.tree import SCENE, Part, Tree
from scenec.carry.values import decoded, with_ids
from scenec.comparison.tolerance import near
from scenec.ir.fields import fields_of
from scenec.ir.inertia import Inertia, rotated
from scenec.ir.pose import ORIGIN, Pose, Rotation, Vec3, unit
from scenec.trace import Ids, ids_of, plain, traced

WORLD = Pose()


class Replacing:
    """The places of a tree's parts while values are put back. Forms: how the source said where they are, to be tried at the end."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self._forms: dict[str, dict[str, Any]] = {}
        self._carriers: dict[str, str] = {}
        self._first_links: dict[str, str] = {}
        self._put: dict[str, Ids] = {}

    def put(self, part: Part, data: Any, ids: Ids) -> None:
        """A place as a record says it. ValueError if it is none."""
        vectors = [[float(number) for number in each] for each in data]
        if not vectors or len(vectors[0]) != 7 or any(len(each) != 3 for each in vectors[1:]) or not _finite(vectors):
            raise ValueError("a position with a quaternion, and directions, are expected")
        x, y, z, *turn = vectors[0]
        length = math.sqrt(sum(each * each for each in turn))
        if abs(length - 1) > 1e-6 or not all(any(each) for each in vectors[1:]):
            raise ValueError("a unit quaternion, and directions of some length, are expected")
        pose = Pose((x, y, z), Rotation(tuple(turn)) if abs(length - 1) < 1e-12 else Rotation.from_quat(*turn))
        form = part.placement.form if part.placement is not None else {}
        directions = tuple(unit(_vec(each)) for each in vectors[1:])
        part.placement = Placement(pose, form, directions, _loose(part))
        self._put[part.key] = ids

    def form(self, part: Part, data: Any, ids: Ids) -> None:
        """How the source said it. ValueError if that is no way to say it."""
        if not isinstance(data, dict):
            raise ValueError("an object is expected")
        said = part.placement.form if part.placement is not None and part.key not in self._put else {}
        own = self._put.get(part.key, ids_of(tuple(_flat(said)))[:1])
        fields = fields_of(part.cls)
        form: dict[str, Any] = {}
        for name, raw in data.items():
            if name == "axes" and part.cls is ir.Joint:
                form[name] = tuple(
                    {
                        inner: decoded(fields_of(ir.Axis)[inner], value, own)
                        for inner, value in each.items()
                        if inner in ("xyz", "expressed_in")
                    }
                    for each in raw
                )
            elif name in ("pose", "relative_to", "placement_frame", "direction") and name in fields:
                form[name] = decoded(fields[name], raw, own)
            else:
                raise ValueError(f"{name} does not say where a {part.cls.__name__} is")
        self._forms[part.key] = _credited(form, said)

    # ---------------------------------------------------------------- settling

    def settle(self) -> None:
        """Give every part a form that says where it is."""
        parts = [part for part in self.tree.parts.values() if part.placement is not None]
        for part in self.tree.parts.values():
            if part.cls is ir.Link:
                self._first_links.setdefault(part.leaves.get(("model",), ""), part.key)
        for part in parts:
            if part.in_world:
                self.tree.bind(part)
        for part in sorted(parts, key=lambda each: each.cls is not ir.Joint):
            self._settle(part)
        for part in self.tree.parts.values():
            if part.placement is None and part.key in self._forms:
                part.placement = Placement(WORLD, self._forms[part.key], (), _loose(part))

    def _settle(self, part: Part) -> None:
        target = part.placement
        assert target is not None
        target.loose = _loose(part)
        candidates = [form for form in (self._forms.get(part.key), target.form) if form is not None and self._known(form, part)]
        if part.key in self._put and part.key not in self._forms:
            candidates = [{name: value for name, value in form.items() if name != "pose"} for form in candidates] + candidates
        for form in candidates:
            found = self.place(part, form)
            if found is not None and places_equal(target, found):
                part.placement = Placement(found.pose, form, found.directions, target.loose)
                return
        part.placement = self._place_in_frames(part, candidates[0] if candidates else {}, target)

    def _known(self, form: Mapping[str, Any], part: Part) -> bool:
        names = [form.get("relative_to"), form.get("placement_frame"), *(axis.get("expressed_in") for axis in form.get("axes", ()))]
        return all(name is None or name == "world" or name in self.tree.parts for name in names)

    def place(self, part: Part, form: Mapping[str, Any]) -> Placement | None:
        """Where a part would be if it was said so."""
        X = self._base(part, form) @ (form.get("pose") or WORLD)
        if part.cls is ir.Model and form.get("placement_frame") is not None:
            X = X @ self._within(part, form["placement_frame"]).inverse()
        if part.cls is ir.Joint:
            axes = form.get("axes", ())
            if len(axes) != len(part.placement.directions if part.placement else ()):
                return None
            return Placement(X, dict(form), tuple(self._direction(X, axis) for axis in axes), _loose(part))
        if part.cls is ir.Light:
            way = form.get("direction")
            return Placement(X, dict(form), (X.rotation.apply(unit(way) if way is not None and any(way) else (0.0, 0.0, -1.0)),))
        return Placement(X, dict(form))

    def _direction(self, X_WJ: Pose, axis: Mapping[str, Any]) -> Vec3:
        if not any(axis.get("xyz", ORIGIN)):
            return ORIGIN
        turn = self.at(axis["expressed_in"]).rotation if axis.get("expressed_in") is not None else X_WJ.rotation
        return turn.apply(unit(axis["xyz"]))

    def _within(self, part: Part, frame: str) -> Pose:
        """The pose of a frame of a model in it, wherever the model is."""
        assert part.placement is not None
        return part.placement.pose.inverse() @ self.at(frame)

    def at(self, key: str | None) -> Pose:
        part = self.tree.parts.get(key or "")
        return part.placement.pose if part is not None and part.placement is not None else WORLD

    def _base(self, part: Part, form: Mapping[str, Any]) -> Pose:
        """Return the frame of a pose, in the frame in which places of its kind are stated: the world, or the link of a shape."""
        relative_to, leaves = form.get("relative_to"), part.leaves
        if part.cls is ir.Model:
            return self.at(relative_to or leaves.get(("parent",)))
        if part.cls is ir.Link:
            return self.at(relative_to or leaves.get(("model",)))
        if part.cls is ir.Joint:
            return self.at(relative_to or leaves.get(("child",)))
        if part.cls is ir.Frame:
            return self.at(relative_to or leaves.get(("attached_to",)) or leaves.get(("model",)))
        if part.owner == SCENE:
            return self.at(relative_to)
        owner = self.tree.parts.get(part.owner)
        if owner is not None and owner.cls is ir.Joint:
            return self.at(self._carrier(owner)).inverse() @ self.at(relative_to or owner.key)
        if relative_to is None or relative_to == part.owner:
            return WORLD
        return self.at(part.owner).inverse() @ self.at(relative_to)

    def _carrier(self, joint: Part) -> str:
        """The link that a joint moves; asked for while settling, when no part comes or goes any more."""
        at: str = joint.leaves.get(("child",), "")
        passed: dict[str, None] = {}
        while at not in passed and at not in self._carriers:
            part = self.tree.parts.get(at)
            if part is None or part.cls is ir.Link:
                break
            passed[at] = None
            if part.cls is ir.Model:
                at = part.leaves.get(("canonical_link",)) or self._first_links.get(at, "")
            else:
                at = part.leaves.get(("attached_to",)) or part.leaves.get(("child",)) or part.leaves.get(("model",), "")
        carrier = self._carriers.get(at, at)
        self._carriers.update(dict.fromkeys(passed, carrier))
        return carrier

    def _place_in_frames(self, part: Part, form: Mapping[str, Any], target: Placement) -> Placement:
        """Return the place of a part in its own numbers, relative to the frames of a form."""
        ids = self._put.get(part.key) or ids_of(tuple(_flat(target.form)))
        anew = {name: value for name, value in form.items() if name in ("relative_to", "placement_frame")}
        X = target.pose
        if part.cls is ir.Model and anew.get("placement_frame") is not None:
            X = self.at(anew["placement_frame"])
        anew["pose"] = _traced(self._base(part, anew).inverse() @ X, ids)
        back = target.pose.rotation.inverse()
        if part.cls is ir.Joint:
            anew["axes"] = tuple({"xyz": with_ids(_vec(back.apply(each)), ids)} for each in target.directions)
        if part.cls is ir.Light and target.directions:
            anew["direction"] = with_ids(_vec(back.apply(target.directions[0])), ids)
        return Placement(target.pose, anew, target.directions, target.loose)

    # ---------------------------------------------------------------- masses

    def inertias(self, com: Vec3, tensor: tuple[float, ...] | None, now: Inertias, ids: Ids) -> Inertias:
        """The same in the plainest form: an inertial frame at the centre of mass, turned like the link."""
        known = (ids or ids_of(tuple(now.form.values())))[:1]
        form: dict[str, Any] = {"pose": _traced(Pose(com), known)}
        if tensor is not None:
            form["inertia"] = _traced_inertia(Inertia(*tensor), known)
        return Inertias(com, tensor, form)

    def inertial_form(self, part: Part, data: Any, ids: Ids) -> None:
        now = part.inertias
        if now is None or not isinstance(data, dict):
            return
        fields = fields_of(ir.Inertial)
        own = ids_of(tuple(now.form.values()))[:1]
        form = {name: decoded(fields[name], raw, own) for name, raw in data.items() if name in ("pose", "inertia")}
        form = _credited(form, now.form)
        X_LI = form.get("pose") or Pose()
        tensor = rotated(form["inertia"], X_LI.rotation).entries if "inertia" in form else None
        if near(X_LI.position, now.com, scale=1.0) and tensors_equal(tensor, now.tensor):
            part.inertias = Inertias(X_LI.position, tensor, form)


def _loose(part: Part) -> frozenset[str]:
    return loose_of(part.cls, part.leaves.get(("type",), ""))


def _credited(form: dict[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """The numbers of a pose said to come from those of another one, each from its own. That one may be worked out from several values;
    these are not, and writers print them with all their digits."""
    pose, other = form.get("pose"), said.get("pose")
    if pose is not None and other is not None:
        x, y, z = (traced(plain(float(a)), ids_of(b)[:1]) for a, b in zip(pose.position, other.position, strict=True))
        form["pose"] = Pose((x, y, z), pose.rotation.with_ids(other.rotation.ids))
    return form


def _flat(form: Mapping[str, Any]) -> list[Any]:
    return [value for name, value in form.items() if name != "axes"] + [value for axis in form.get("axes", ()) for value in axis.values()]


def _vec(numbers: Any) -> Vec3:
    x, y, z = numbers
    return (float(x), float(y), float(z))


def _finite(vectors: list[list[float]]) -> bool:
    return all(math.isfinite(number) for each in vectors for number in each)


def _traced(pose: Pose, ids: Ids) -> Pose:
    return pose.with_ids(ids) if ids else pose


def _traced_inertia(inertia: Inertia, ids: Ids) -> Inertia:
    return inertia.with_ids(ids) if ids else inertia
