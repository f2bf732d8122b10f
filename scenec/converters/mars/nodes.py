"""The nodes of a scene before they are links: what each one is, where it stands, and with which others it is one body.

interfaces/src/NodeData.cpp, sim/src/core/NodeManager.cpp: addNode, interfaces/src/utils.cpp: getAbsFromRel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from scenec.converters.mars.entry import Entry, as_rotation, as_vector
from scenec.converters.mars.reading import Reading
from scenec.ir import Id, Pose
from scenec.trace import derived, ids_of, traced

Role = Literal["body", "static", "visual"]

SOLID = ("mesh", "box", "sphere", "capsule", "cylinder")
"""What can be part of a body; planes and terrains stand still whatever they are said to do."""


@dataclass
class Node:
    """One node.

    role: `body` moves, `static` only touches, `visual` only shows. X_N: its pose as written, in `parent` or (None) in the world;
    X_W: in the world. group: number of the rigid body it belongs to, 0 for none but its own. first: the first node of its body,
    whose frame is the link's. link: the id of the link it became (part of).
    """

    entry: Entry
    index: int
    role: Role
    mode: str
    X_N: Pose
    X_W: Pose
    group: int
    parent: Node | None = None
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
        """Its pose in its link's frame."""
        first = self.first or self
        if self is first:
            return Pose()
        if self.parent is first:
            return self.X_N
        return (first.X_W.inverse() @ self.X_W).with_ids(ids_of((self.X_N, first.X_N)))


class Nodes:
    """All nodes, by the numbers that name them. Of several with one number the last counts; a relative node sees only those before it."""

    def __init__(self, entries: Sequence[Entry], reading: Reading) -> None:
        self.reading = reading
        self.all: list[Node] = []
        self._by_index: dict[int, Node] = {}
        later = {int(entry.take("index")) for entry in entries}
        for entry in entries:
            node = self._read(entry, later)
            self.all.append(node)
            self._by_index[int(node.index)] = node
        self._group()
        self._link_visuals()

    def forget(self) -> None:
        """The scene is made: nodes know each other in circles, which would keep them until the collector comes."""
        for node in self.all:
            node.parent = node.first = None
            node.members, node.shows = [], []

    def find(self, index: int | None) -> Node | None:
        """The node of a number, marked as referred to; None for 0 and for numbers that no node has."""
        node = self._by_index.get(int(index)) if index else None
        if node is not None:
            node.referred = True
        return node

    def _read(self, entry: Entry, later: set[int]) -> Node:
        X_N, parent = self._placed(entry, later)
        X_W = X_N if parent is None else (parent.X_W @ X_N).with_ids(ids_of((parent.X_N, X_N)))
        node = Node(entry, entry.take("index"), "visual", "", X_N, X_W, int(entry.take("groupid")), parent)
        no_physical = entry.take("noPhysical")
        entry.consumed(no_physical)
        if not no_physical:
            self._find_role(node)
        return node

    def _placed(self, entry: Entry, later: set[int]) -> tuple[Pose, Node | None]:
        """The pose as written and the node it is relative to."""
        old_position = not entry.has("position") and entry.has("relativeposition")
        old_rotation = not entry.has("rotation") and entry.has("relativerotation")
        position = as_vector(entry.take("relativeposition" if old_position else "position"))
        rotation = as_rotation(entry.take("relativerotation" if old_rotation else "rotation"))
        if old_position or old_rotation:
            self.reading.old_key("relativeposition", (position if old_position else (), rotation if old_rotation else ()))
        X_N = Pose(position, rotation)
        number = entry.take("relativeid")
        if not number:
            entry.consumed(number)
            return X_N, None
        parent = self._by_index.get(int(number))
        if parent is not None:
            parent.referred = True
            entry.consumed(number)
            return X_N, parent
        there = int(number) in later
        entry.ineffective(
            "relativeid", number, f"MARS has not loaded a node {int(number)} when it comes to this one, and takes the pose for absolute",
            level="warning", category="physics", consequence=f"the node does not stand where node {int(number)} puts it" if there else "",
            hint="put the node it is relative to before it" if there else "",
        )  # fmt: skip
        return X_N, None

    def _find_role(self, node: Node) -> None:
        entry = node.entry
        mode = entry.take("physicmode")
        entry.consumed(mode)
        node.mode = str(mode)
        if node.mode in ("plane", "terrain"):
            node.role = "static"
        elif node.mode in SOLID:
            movable = entry.take("movable")
            entry.consumed(movable)
            node.role = "body" if movable else "static"
            node.is_carrier = node.role == "body" and not any(entry.take("extend")) and bool(entry.take("inertia"))
        else:
            entry.report(
                "node-physics-refused", "converted", "error", "physics", about=(mode, entry.stated("noPhysical")), value=node.mode,
                because=f"MARS makes no body of kind {node.mode!r} and stops loading nodes here",
                consequence="it was read as a visual only, and the nodes after it as if MARS went on",
                hint="give it another physicmode, or noPhysical",
            )  # fmt: skip

    def _group(self) -> None:
        """Bodies of one positive number are one link; what only shows in a group with a body goes with it (design: it was meant to)."""
        bodies: dict[int, Node] = {}
        for node in self.all:
            if node.role == "body":
                node.first = bodies.setdefault(node.group, node) if node.group > 0 else node
                node.first.members.append(node)
        for node in self.all:
            if node.role == "visual" and node.group > 0 and node.group in bodies and not node.entry.take("vizLink"):
                node.first = bodies[node.group]
                node.first.members.append(node)
                node.entry.report(
                    "visual-attached", "converted", "note", "appearance", about=node.entry.stated("groupid"),
                    because="MARS leaves a node without physics where it is loaded, even if its group moves",
                    consequence="it moves with its group, as it was meant to", hint="vizLink attaches it in MARS too",
                )  # fmt: skip

    def _link_visuals(self) -> None:
        for node in self.all:
            number = node.entry.take("vizLink") if node.role == "visual" else 0
            if not number:
                node.entry.consumed(number)
                continue
            target = self.find(number)
            if target is None or target is node:
                node.entry.ineffective("vizlink", number, f"there is no node {int(number)} to show it at", level="warning")
                continue
            node.entry.consumed(number)
            node.parent = target
            target.shows.append(node)
        for node in self.all:
            for shown in node.shows:
                home = node.first or node
                shown.first = home
                shown.X_W = (node.X_W @ shown.X_N).with_ids(ids_of((node.X_N, shown.X_N)))
                home.members.append(shown)

    def settle_numbers(self) -> None:
        """Numbers that name something did their job; the others say nothing."""
        groups: dict[int, int] = {}
        for node in self.all:
            if node.role == "body" or (node.first is not None and node.first is not node):
                groups[node.group] = groups.get(node.group, 0) + 1
        for node in self.all:
            if node.referred:
                node.entry.consume("index")
            else:
                node.entry.ineffective_if_written("index", "nothing refers to this number")
            alone = node.group <= 0 or groups.get(node.group, 0) < 2 or node.role == "static"
            if alone:
                node.entry.ineffective_if_written("groupid", "no other node belongs to this group")
            else:
                node.entry.consume("groupid")


def placed_in(X_AB: Pose, X_BC: Pose) -> Pose:
    """X_AC, said to come from both: an identity moves nothing, but another one in its place would."""
    if X_AB.is_identity or X_BC.is_identity:
        moving, idle = (X_BC, X_AB) if X_AB.is_identity else (X_AB, X_BC)
        return moving.with_ids(ids_of((moving, idle))) if ids_of(idle) else moving
    return (X_AB @ X_BC).with_ids(ids_of((X_AB, X_BC)))


def in_frame_of(node: Node, X: Pose) -> Pose | None:
    """A pose in the node's frame as one in its link's; None where nothing is said."""
    X_L = placed_in(node.pose_in_link, X)
    return X_L if ids_of(X_L) or not X_L.is_identity else None


def traced_link(node: Node, *sources: object) -> Id:
    """The link of a node, said to be what these values name."""
    return traced(node.link, ids_of(derived("", *sources)))
