"""Links of two scenes that are the same: mass, shapes and sensors, and how far they have moved."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from scenec.comparison.compared_scene import KINDS, ComparedScene, Part, point_key
from scenec.comparison.joint_graph import WORLD_INDEX, weight_of, weights_apart
from scenec.comparison.pairing import paired, strongest
from scenec.comparison.shape_equality import PlacedShape, shape_differences, shape_key
from scenec.comparison.tolerance import apart, pose_of, seven_of
from scenec.difference.item import Item, Value
from scenec.difference.leaves import Leaves, files_equal
from scenec.difference.notes import Notes
from scenec.ir.base import Id
from scenec.ir.geometry import MeshShape
from scenec.ir.link import Collision, Visual
from scenec.ir.pose import Pose, Vec3
from scenec.ir.summary import CollisionSummary, ShapeSummary, VisualSummary

UNMOVED = Pose()
Faults = list[tuple[str, Any]]
"""An aspect, and the facts that `Bodies.report` says of it."""


class Bodies:
    """Compares links. reported: (model of A, field) of differences that were reported for whole models. displaced: moved link of A -> its
    motion in the world (X_B = D X_A)."""

    def __init__(
        self, a: ComparedScene, b: ComparedScene, links: dict[int, int], reported: set[tuple[Id, str]], leaves: Leaves, notes: Notes
    ) -> None:
        self.reported = reported
        self.a, self.b, self.links, self.close, self.leaves, self.notes = a, b, links, leaves.close, leaves, notes
        self.displaced: dict[int, Pose] = {}
        self.framed: set[int] = set()
        self.merged_a: dict[int, int] = {}
        self.merged_b: dict[int, int] = {}
        self.elsewhere: list[tuple[Part, Part]] = []

    def compare(self) -> None:
        """Every pair of links, then what is left over of those that are welded together."""
        pairs: dict[int, list[tuple[Part, Part]]] = {}
        for i, j in self.links.items():
            pairs[i] = self._placed(i, j)
        lone_a, lone_b = self._lone(pairs)
        reframed = self._reframed(lone_a, lone_b)
        for i, j in self.links.items():
            if i not in reframed and not (
                self.a.physics.links[i].static or self.b.physics.links[j].static
            ):  # what never moves weighs nothing
                self._masses(i, j)
            self._link(i, j)
            for one, other in pairs[i]:
                self._part(one, other, self.displaced.get(i, UNMOVED))
        for one, other in self.elsewhere:
            self._part(one, other, self._shifts().get(self.a.groups[one.link], UNMOVED))
        for part in lone_a:
            if part.link in self.links:
                self._presence(part, self.a, "removed", self.a.link_paths[part.link])
        owners = {j: self.a.link_paths[i] for i, j in self.links.items()}
        for part in lone_b:
            if part.link in owners:
                self._presence(part, self.b, "added", owners[part.link])

    # -- which of its parts are the same, and whether the link or only its frame has moved

    def _placed(self, i: int, j: int) -> list[tuple[Part, Part]]:
        """The pairs of parts of two links; notes how the link has moved."""
        pose_a, pose_b = self.a.physics.links[i].pose, self.b.physics.links[j].pose
        if self.close.poses_close(pose_a, pose_b):
            return self._pairs(i, j, UNMOVED)
        D = self.b.poses[j] @ self.a.poses[i].inverse()
        along, still = self._pairs(i, j, D), self._pairs(i, j, UNMOVED)
        if self._count(i, j, still, UNMOVED) < self._count(i, j, along, D):
            self.framed.add(i)
            return still
        self.displaced[i] = D
        return along

    def _count(self, i: int, j: int, pairs: list[tuple[Part, Part]], D: Pose) -> int:
        """How much would be different if the link had moved like that."""
        parts = sum(len(self.a.parts[i][kind]) for kind in KINDS) - len(pairs)
        moved = sum(1 for one, other in pairs if "place" in self._unlike(one, other, D))
        return parts + moved + len(self._weights_apart(i, j, D))

    def _weights_apart(self, i: int, j: int, D: Pose) -> list[str]:
        ours, theirs = weight_of([self.a.physics.links[i]]), weight_of([self.b.physics.links[j]])
        return list(weights_apart(ours.moved(D), theirs, self.close))

    def _pairs(self, i: int, j: int, D: Pose) -> list[tuple[Part, Part]]:
        found = []
        for kind in KINDS:
            ours, theirs = self.a.parts[i][kind], self.b.parts[j][kind]
            if not ours or not theirs:
                continue
            if len(ours) == len(theirs) == 1 and ours[0].summary.type == theirs[0].summary.type:
                found.append((ours[0], theirs[0]))
                continue
            left = [(part, _where(part, D)) for part in ours]
            right = [(part, _where(part, UNMOVED)) for part in theirs]
            pairing = paired(left, right, _named, _all_values, _type_and_size, _type_and_place, _called, _type)
            found.extend((ours[x], theirs[y]) for x, y in sorted(pairing.right_of.items()))
        return found

    def _lone(self, pairs: dict[int, list[tuple[Part, Part]]]) -> tuple[list[Part], list[Part]]:
        used = {id(part) for many in pairs.values() for both in many for part in both}
        sides = (
            [part for parts in side.parts for kind in KINDS for part in parts[kind] if id(part) not in used] for side in (self.a, self.b)
        )
        ours, theirs = sides
        return ours, theirs

    # -- welded links

    def _reframed(self, lone_a: list[Part], lone_b: list[Part]) -> set[int]:
        """Links of A that one scene holds in one piece and the other in several, welded. What their parts are is paired here, across the
        links; what the pieces weigh together is compared, not what each does."""
        partner = self._partners()
        alone_a = [i for i in range(len(self.a.links)) if i not in self.links and self.a.groups[i] in partner]
        back = set(self.links.values())
        mates = {theirs: ours for ours, theirs in partner.items()}
        alone_b = [j for j in range(len(self.b.links)) if j not in back and self.b.groups[j] in mates]
        if not alone_a and not alone_b:
            return set()
        homes = {self.a.groups[i] for i in alone_a} | {mates[self.b.groups[j]] for j in alone_b}
        shifts = self._shifts()
        left = [part for part in lone_a if self.a.groups[part.link] in homes]
        right = [part for part in lone_b if mates.get(self.b.groups[part.link]) in homes]
        pairing = paired(
            [(part, (self.a.groups[part.link], _where(part, shifts.get(self.a.groups[part.link], UNMOVED)))) for part in left],
            [(part, (mates[self.b.groups[part.link]], _where(part, UNMOVED))) for part in right],
            lambda each: (each[0].kind, each[1]),
        )
        found = {id(left[x]): right[y] for x, y in pairing.right_of.items()}
        taken = {id(part) for part in found.values()}
        whole = self._links_of_equal_mass(homes, partner, shifts)
        rest_a, rest_b = ({part.link for part in side if id(part) not in used} for side, used in ((left, found), (right, taken)))
        for i in alone_a:
            if i not in rest_a and (not self.a.physics.links[i].mass or self.a.groups[i] in whole):
                self.merged_a[i] = self.a.groups[i]
        for j in alone_b:
            if j not in rest_b and (not self.b.physics.links[j].mass or mates[self.b.groups[j]] in whole):
                self.merged_b[j] = mates[self.b.groups[j]]
        merged = {*self.merged_a.values(), *self.merged_b.values()}
        paired_parts = {id(part): found[id(part)] for part in left if id(part) in found and self.a.groups[part.link] in merged}
        self.elsewhere = [(part, paired_parts[id(part)]) for part in left if id(part) in paired_parts]
        gone = {id(part) for part in paired_parts.values()}
        lone_a[:] = [part for part in lone_a if id(part) not in paired_parts]
        lone_b[:] = [part for part in lone_b if id(part) not in gone]
        return {i for i in self.links if self.a.groups[i] in merged}

    def _shifts(self) -> dict[int, Pose]:
        """How each group of A has moved, as its first link has."""
        return {self.a.groups[i]: D for i, D in reversed(self.displaced.items())}

    def _partners(self) -> dict[int, int]:
        """Group of A -> the group of B that most of its links belong to."""
        found: dict[int, int] = {}
        for group, other in strongest((self.a.groups[i], self.b.groups[j]) for i, j in self.links.items()):
            found.setdefault(group, other)
        return {WORLD_INDEX: WORLD_INDEX} | found

    def _links_of_equal_mass(self, homes: set[int], partner: dict[int, int], shifts: dict[int, Pose]) -> set[int]:
        """The groups of A that weigh what their counterparts do, in the same place, spread in the same way."""
        found = {WORLD_INDEX}
        for group in homes - {WORLD_INDEX}:
            ours = self.a.weight(group).moved(shifts.get(group, UNMOVED))
            if not any(weights_apart(ours, self.b.weight(partner[group]), self.close)):
                found.add(group)
        return found

    # -- differences

    def _masses(self, i: int, j: int) -> None:
        a, b = self.a.physics.links[i], self.b.physics.links[j]
        D = self.displaced.get(i, UNMOVED)
        names, nodes = (a.path, b.path), (self.a.links[i].inertial or self.a.links[i], self.b.links[j].inertial or self.b.links[j])
        for aspect in self._weights_apart(i, j, D):
            if aspect == "mass":
                self.notes.changed("link", "physics", names, a.path, aspect, (a.mass, b.mass), nodes, unit="kg")
            elif aspect == "centre of mass":
                values = self.a.poses[i].inverse().apply(a.com), self.b.poses[j].inverse().apply(b.com)
                moved = apart((*D.apply(a.com), 1, 0, 0, 0), (*b.com, 1, 0, 0, 0))[0]
                self.notes.changed("link", "physics", names, a.path, aspect, values, nodes, unit="m", apart=(moved, None))
            else:
                values_i = _six(weight_of([a]).moved(D).inertia), _six(b.inertia)
                self.notes.changed("link", "physics", names, a.path, aspect, values_i, nodes, unit="kg m^2")

    def _link(self, i: int, j: int) -> None:
        a, b = self.a.physics.links[i], self.b.physics.links[j]
        nodes = self.a.links[i], self.b.links[j]
        names = (a.path, b.path)
        fixed = [side.groups[link] == WORLD_INDEX for side, link in ((self.a, i), (self.b, j))]
        if a.static != b.static and (nodes[0].model, "static") not in self.reported:
            if fixed[0] == fixed[1]:
                said = ["static" if static else "welded to the world" for static in (a.static, b.static)]
                self.notes.changed("link", "physics", names, a.path, "how it is held", (said[0], said[1]), nodes, change="restructured")
            else:
                self.notes.changed("link", "physics", names, a.path, "static", (a.static, b.static), nodes)
        of_model = (nodes[0].model, "self_collide") in self.reported and nodes[0].self_collide is None is nodes[1].self_collide
        if a.self_collide != b.self_collide and not of_model and (self.leaves.same_format or self.a.groups[i] in self.a.jointed):
            self.notes.changed("link", "physics", names, a.path, "self collision", (a.self_collide, b.self_collide), nodes)
        if i in self.framed:
            moved = apart(a.pose, b.pose)
            self.notes.changed("link", "metadata", names, a.path, "frame", (a.pose, b.pose), nodes, change="restructured", apart=moved)
        self.notes.leaves(self.leaves.differing(*nodes), "link", names, a.path, nodes)

    def _part(self, one: Part, other: Part, D: Pose) -> None:
        owner = self.a.link_paths[one.link]
        names, nodes = (one.summary.path, other.summary.path), (one.node, other.node)
        category = _CATEGORY[one.kind]
        for aspect in self._unlike(one, other, D):
            if aspect == "place":
                ours, theirs = self._in_link(one, self.a), self._in_link(other, self.b)
                moved: tuple[float | None, float | None] = apart(_moved(one.pose, D), other.pose)
                if not any(moved):
                    moved = (None, None)
                self.notes.changed(one.kind, category, names, owner, "pose", (ours, theirs), nodes, change="moved", apart=moved)
            elif aspect == "type":
                self.notes.changed(one.kind, category, names, owner, "type", (one.summary.type, other.summary.type), nodes)
            elif aspect == "size" and isinstance(one.summary, ShapeSummary) and isinstance(other.summary, ShapeSummary):
                values = _sizes(one.summary), _sizes(other.summary)
                unit = "" if one.summary.type == "mesh" else "m"
                self.notes.changed(one.kind, category, names, owner, "size", values, nodes, unit=unit)
        self._names(one, other, owner)
        self._look_and_touch(one, other, names, owner)
        self.notes.leaves(self.leaves.differing(one.node, other.node), one.kind, names, owner, nodes)
        if isinstance(one.summary, ShapeSummary) and one.summary.type == other.summary.type:
            ours_g, theirs_g = getattr(one.node, "geometry", None), getattr(other.node, "geometry", None)
            self.notes.leaves(self.leaves.differing(ours_g, theirs_g, _SIZES), one.kind, names, owner, nodes)
            self._mesh_file(one, other, names, owner)

    def _names(self, one: Part, other: Part, owner: str) -> None:
        ours, theirs = one.node.name, other.node.name
        in_place = one.summary.path.rpartition("::")[2] == other.summary.path.rpartition("::")[2]  # apart from the number of a namesake
        if ours != theirs and not in_place and (self.leaves.same_format or (ours and theirs)):
            self.notes.renamed(one.kind, (one.summary.path, other.summary.path), owner, (one.node, other.node))

    def _look_and_touch(self, one: Part, other: Part, names: tuple[str, str], owner: str) -> None:
        nodes = one.node, other.node
        a, b = one.summary, other.summary
        if isinstance(a, VisualSummary) and isinstance(b, VisualSummary) and not self.leaves.colours_equal(a.color, b.color):
            self.notes.changed("material", "appearance", names, owner, "colour", (a.color, b.color), nodes)
        if isinstance(a, CollisionSummary) and isinstance(b, CollisionSummary) and not self.leaves.stated_numbers_equal(a.mu, b.mu):
            self.notes.changed("surface", "physics", names, owner, "friction coefficients", (a.mu, b.mu), nodes)

    def _mesh_file(self, one: Part, other: Part, names: tuple[str, str], owner: str) -> None:
        """Another mesh file is a difference within one format; between formats, files have other names."""
        meshes = []
        for part, side in ((one, self.a), (other, self.b)):
            geometry = getattr(part.node, "geometry", None)
            if not isinstance(geometry, MeshShape):
                return
            meshes.append(side.meshes.get(geometry.mesh))
        ours, theirs = meshes
        if not self.leaves.same_format or ours is None or theirs is None or ours.uri is None or theirs.uri is None:
            return
        if not files_equal(ours.uri, ours.found, theirs.uri, theirs.found):
            self.notes.changed(one.kind, "geometry", names, owner, "mesh file", (str(ours.uri), str(theirs.uri)), (one.node, other.node))

    def _presence(self, part: Part, side: ComparedScene, change: Any, owner: str) -> None:
        path = part.summary.path
        kind = part.summary.type
        item = Item(
            change=change,
            kind=part.kind,
            category=_CATEGORY[part.kind],
            a=path if change == "removed" else None,
            b=path if change == "added" else None,
            owner=owner,
            before=kind if change == "removed" else None,
            after=kind if change == "added" else None,
        )
        self.notes.note(item, part.node if change == "removed" else None, part.node if change == "added" else None)

    def _in_link(self, part: Part, side: ComparedScene) -> tuple[float, ...]:
        return seven_of(side.poses[part.link].inverse() @ pose_of(part.pose))

    # -- shapes

    def _unlike(self, one: Part, other: Part, D: Pose) -> list[str]:
        a, b = one.summary, other.summary
        if not isinstance(a, ShapeSummary) or not isinstance(b, ShapeSummary):
            found = ["type"] if a.type != b.type else []
            return found if self.close.poses_close(_moved(a.pose, D), b.pose) else [*found, "place"]
        if D is UNMOVED and a.pose == b.pose and (a.type, a.size, a.bounds) == (b.type, b.size, b.bounds):
            return []
        bounds = a.bounds
        if bounds is not None and D is not UNMOVED:
            assert isinstance(one.node, Collision | Visual), "what has a shape summary has a shape"
            _, _, bounds, _ = self.a.shapes.describe(one.node.geometry, D @ pose_of(a.pose), infinite=False)
        return list(shape_differences(PlacedShape(a, D @ pose_of(a.pose), bounds), PlacedShape.of(b), self.close))


_CATEGORY: dict[str, Any] = {"collision": "geometry", "visual": "appearance", "sensor": "sensing"}
_SIZES = frozenset(
    {
        ("Box", "size"),
        *((kind, "radius") for kind in ("Sphere", "Cylinder", "Capsule", "Cone")),
        *((kind, "length") for kind in ("Cylinder", "Capsule", "Cone")),
        ("Ellipsoid", "radii"),
        ("Torus", "major_radius"),
        ("Torus", "minor_radius"),
        ("Plane", "normal"),
        ("Plane", "size"),
        ("MeshShape", "mesh"),
        ("MeshShape", "scale"),
        ("MeshShape", "submesh"),
    }
)
"""Words for the sizes of a summary."""

Where = tuple[Part, Hashable]


def _where(part: Part, D: Pose) -> Hashable:
    """Type, size and place, rounded: what equal parts of two scenes have in common."""
    kind, sizes = shape_key(part.summary) if isinstance(part.summary, ShapeSummary) else (part.summary.type, ())
    return kind, sizes, point_key(_moved(part.pose, D))


def _named(each: Any) -> Hashable | None:
    return (each[0].node.name, each[0].summary.type) if each[0].node.name else None


def _all_values(each: Any) -> Hashable | None:
    found: Hashable = each[1]
    return found


def _type_and_size(each: Any) -> Hashable | None:
    return tuple(each[1][:2])


def _type_and_place(each: Any) -> Hashable | None:
    return each[1][0], each[1][2]


def _called(each: Any) -> Hashable | None:
    return each[0].node.name or None


def _type(each: Any) -> Hashable | None:
    return str(each[1][0])


def _moved(seven: tuple[float, ...], D: Pose) -> tuple[float, ...]:
    return seven if D is UNMOVED else seven_of(D @ pose_of(seven))


def _sizes(shape: ShapeSummary) -> Value:
    if shape.type != "mesh":
        return tuple(shape.size.values())
    counts = ", ".join(f"{int(count):,} {what}" for what, count in shape.size.items())
    if shape.bounds is None:
        return counts or "not known"
    return f"{counts}, {' x '.join(f'{high - low:.6g}' for low, high in zip(*shape.bounds, strict=True))} m"


def _six(inertia: tuple[Vec3, Vec3, Vec3]) -> tuple[float, ...]:
    """ixx iyy izz ixy ixz iyz."""
    return inertia[0][0], inertia[1][1], inertia[2][2], inertia[0][1], inertia[0][2], inertia[1][2]
