"""The nodes of a scene before they become links: their roles, poses and groups.

interfaces/src/NodeData.cpp, sim/src/core/NodeManager.cpp: addNode, interfaces/src/utils.cpp: getAbsFromRel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import NO_REFERENCE, Entry, as_rotation, as_vector
from scenec.ir import Id, Pose
from scenec.trace import Ids, derived, ids_of, traced

Role = Literal["body", "static", "visual"]

SOLID = ("mesh", "box", "sphere", "capsule", "cylinder")
"""Values of physicmode that can move. Planes and terrains are static even with `movable`."""
LONGEST_WAY = 50
"""Nodes placed in each other whose poses a pose in the world is said to be made of: a file can nest any number of them."""


@dataclass(eq=False)
class Node:
    """One node.

    role: `body` moves, `static` only touches, `visual` only shows. X_N: its pose as written, in `parent` or (None) in the world;
    X_W: in the world, as a plain number; `in_world` knows its sources. group: number of the rigid body it belongs to, 0 for none but its
    own. first: the first node of its body, whose frame is the link's. link: the id of the link it became (part of). led_by: the number that
    names its parent.
    """

    entry: Entry
    index: int
    role: Role
    mode: str
    X_N: Pose
    X_W: Pose
    group: int
    parent: Node | None = None
    led_by: int = 0
    first: Node | None = None
    link: Id = ""
    model: Id = ""
    is_carrier: bool = False
    referred: bool = False
    members: list[Node] = field(default_factory=list)
    shows: list[Node] = field(default_factory=list)
    """vizLink: the nodes that show something at this one's place."""

    @property
    def name(self) -> str:
        name: str = self.entry.take("name")
        return name

    @property
    def pose_in_link(self) -> Pose:
        """Return its pose in its link's frame."""
        first = self.first or self
        if self is first:
            return Pose()
        if self.parent is first:
            return self.X_N
        here, there = dict.fromkeys(self._way()), dict.fromkeys(first._way())
        apart = [node for node in (*here, *there) if (node in here) != (node in there)]
        return (first.X_W.inverse() @ self.X_W).with_ids(_ids_of_places(apart))

    @property
    def in_world(self) -> Pose:
        """Return its pose in the world, made of all poses on the way there, and of the numbers that lead this way."""
        return self.X_N if self.parent is None else self.X_W.with_ids(_ids_of_places(self._way()))

    def _way(self) -> list[Node]:
        """Itself and the nodes that it is placed in, one in the other."""
        way: list[Node] = []
        at: Node | None = self
        while at is not None and len(way) < LONGEST_WAY:
            way.append(at)
            at = at.parent
        return way


class Nodes:
    """All nodes, by the numbers that name them. Of several with one number the last counts; a relative node sees only those before it."""

    def __init__(self, entries: Sequence[Entry], reading: Reading) -> None:
        self.reading = reading
        self.all: list[Node] = []
        self._by_index: dict[int, Node] = {}
        for entry in entries:
            node = self._read(entry)
            self.all.append(node)
            self._by_index[int(node.index)] = node
        self._group()
        self._link_visuals()

    def forget(self) -> None:
        """Remove the references between nodes, which form cycles, so that memory is freed at once."""
        for node in self.all:
            node.parent = node.first = None
            node.members, node.shows = [], []

    def find(self, index: int | None) -> Node | None:
        """The node of a number, marked as referred to; None for 0 and for numbers that no node has."""
        node = self._by_index.get(int(index)) if index else None
        if node is not None:
            node.referred = True
        return node

    def _read(self, entry: Entry) -> Node:
        X_N, parent = self._placed(entry)
        X_W = X_N if parent is None else parent.X_W @ X_N
        led_by = entry.take("relativeid") if parent is not None else 0
        node = Node(entry, entry.take("index"), "visual", "", X_N, X_W, int(entry.take("groupid")), parent, led_by)
        no_physical = entry.take("noPhysical")
        entry.consumed(no_physical)
        if not no_physical:
            self._find_role(node)
        return node

    def _placed(self, entry: Entry) -> tuple[Pose, Node | None]:
        """Return the pose as written, and the node it is relative to (None: the world)."""
        X_N = Pose(as_vector(entry.take("position")), as_rotation(entry.take("rotation")))
        for key, today in (("relativeposition", "position"), ("relativerotation", "rotation")):
            _report_unused(entry, key, today)
        number = entry.take("relativeid")
        if not number:
            entry.consumed(number)
            return X_N, None
        parent = self._by_index.get(int(number))
        if parent is not None:
            parent.referred = True
            entry.consumed(number)
            for key in ("position", "rotation"):
                self.reading.ledger.changes_with(entry.stated(key), ids_of(number))
            return X_N, parent
        entry.report(findings.RELATIVE_NODE_UNKNOWN, about=number, value=str(int(number)))
        return X_N, None

    def _find_role(self, node: Node) -> None:
        entry = node.entry
        mode = entry.take("physicmode")
        entry.consumed(mode)
        self.reading.ledger.changes_with(entry.stated("extend"), ids_of(mode))
        node.mode = str(mode)
        if node.mode in ("plane", "terrain"):
            node.role = "static"
        elif node.mode in SOLID:
            movable = entry.take("movable")
            entry.consumed(movable)
            node.role = "body" if movable else "static"
            node.is_carrier = node.role == "body" and not any(entry.take("extend")) and bool(entry.take("inertia"))
        else:
            entry.report(findings.NODE_MODE_REFUSED, about=(mode, entry.stated("noPhysical")), value=node.mode)

    def _group(self) -> None:
        """Combine bodies of one positive group number to a link. Visuals of the group move with it, as their author meant."""
        bodies: dict[int, Node] = {}
        for node in self.all:
            if node.role == "body":
                node.first = bodies.setdefault(node.group, node) if node.group > 0 else node
                node.first.members.append(node)
        for node in self.all:
            if node.role == "visual" and node.group > 0 and node.group in bodies and not node.entry.take("vizLink"):
                node.first = bodies[node.group]
                node.first.members.append(node)
                node.entry.report(findings.VISUAL_ATTACHED, about=node.entry.stated("groupid"), value=str(node.group))

    def _link_visuals(self) -> None:
        for node in self.all:
            number = node.entry.take("vizLink") if node.role == "visual" else 0
            if not number:
                node.entry.consumed(number)
                continue
            target = self.find(number)
            if target is None or target is node:
                node.entry.report(findings.VIZLINK_IGNORED, about=number, value=str(int(number)))
                continue
            node.entry.consumed(number)
            node.parent, node.led_by = target, number
            target.shows.append(node)
        for node in self.all:
            for shown in node.shows:
                home = node.first or node
                shown.first = home
                shown.X_W = node.X_W @ shown.X_N
                home.members.append(shown)
        self._order_members()

    def _order_members(self) -> None:
        """Bring the nodes of each link into their order in the file, behind its first."""
        order = {id(node): number for number, node in enumerate(self.all)}
        for node in self.all:
            first = [member for member in node.members if member is node]
            others = [member for member in node.members if member is not node]
            node.members[:] = [*first, *sorted(others, key=lambda member: order[id(member)])]

    def settle_numbers(self) -> None:
        """Consume the numbers that entries refer to, and report the others as ignored."""
        groups: dict[int, int] = {}
        for node in self.all:
            if node.role == "body" or (node.first is not None and node.first is not node):
                groups[node.group] = groups.get(node.group, 0) + 1
        for node in self.all:
            if node.referred:
                node.entry.consume("index")
            else:
                node.entry.ignored_if_written("index", NO_REFERENCE)
            alone = node.group <= 0 or groups.get(node.group, 0) < 2 or node.role == "static"
            if alone:
                node.entry.ignored_if_written("groupid", "No other node belongs to this group.")
            else:
                node.entry.consume("groupid")


def _ids_of_places(nodes: Sequence[Node]) -> Ids:
    """Return the values that say where nodes are: their poses, and what these are relative to."""
    return ids_of(tuple([(node.X_N, node.led_by) for node in nodes]))


def _report_unused(entry: Entry, key: str, today: str) -> None:
    """Report a pose in a key of an exporter of August 2012, which no release of MARS reads."""
    if not entry.has(key):
        return
    shown = " ".join(f"{float(number):g}" for number in entry.take(key))
    about = entry.discard(key)
    entry.report(findings.OLD_POSE_IGNORED, about=about, subject=f"{entry.title}: {key}", value=shown, key=key, today=today)


def placed_in(X_AB: Pose, X_BC: Pose) -> Pose:
    """Return X_AC, traced to both poses: an identity counts, too, as another pose in its place would change the result."""
    if X_AB.is_identity or X_BC.is_identity:
        moving, idle = (X_BC, X_AB) if X_AB.is_identity else (X_AB, X_BC)
        return moving.with_ids(ids_of((moving, idle))) if ids_of(idle) else moving
    return (X_AB @ X_BC).with_ids(ids_of((X_AB, X_BC)))


def in_frame_of(node: Node, X: Pose) -> Pose | None:
    """Return a pose in the frame of a node as one in the frame of its link; None for an identity that is not written."""
    X_L = placed_in(node.pose_in_link, X)
    return X_L if ids_of(X_L) or not X_L.is_identity else None


def traced_link(node: Node, *sources: object) -> Id:
    """Return the id of the link of a node, traced to these values."""
    return traced(node.link, ids_of(derived("", *sources)))
