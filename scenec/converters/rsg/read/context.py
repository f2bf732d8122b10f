"""State and helpers that all parts of the reader share while nodes become a scene."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.rsg.read.mesh import Meshes
from scenec.converters.rsg.read.program.environment import Import
from scenec.converters.rsg.read.program.interpreter import Program
from scenec.converters.rsg.read.program.nodes import HERE, Call, Node
from scenec.converters.rsg.read.program.remarks import Remarks
from scenec.converters.rsg.read.program.resources import Resources
from scenec.ir import Id, Pose
from scenec.source import Origin
from scenec.trace import derived, ids_of

FORMAT_NAME = "rsg"


class Part(msgspec.Struct):
    """A link under construction. node: its Transform (or the node that serves as one). body: its RigidBody, None if it never moves. pose:
    in the world."""

    id: Id
    node: Node
    body: Node | None
    pose: Pose
    collisions: list[ir.Collision] = msgspec.field(default_factory=list)
    visuals: list[ir.Visual] = msgspec.field(default_factory=list)
    sensors: list[ir.Sensor] = msgspec.field(default_factory=list)
    lights: list[ir.Light] = msgspec.field(default_factory=list)
    batteries: list[ir.Battery] = msgspec.field(default_factory=list)
    damping: ir.Damping | None = None
    extras: list[ir.Extra] = msgspec.field(default_factory=list)
    model: Id = ""


class Place(msgspec.Struct, frozen=True):
    """Where a node stands. part: the link that it belongs to, None if it belongs to no moving link. X: its pose in the link, else in
    `base`. base: the outermost node around it (None at the root), whose pose in the world is X_WB. namer: the Transform whose name its
    content gets."""

    part: Part | None
    X: Pose
    base: Node | None = None
    X_WB: Pose = HERE
    namer: Node | None = None


class Reading:
    """The state of one run of the reader."""

    def __init__(self, ledger: Ledger, remarks: Remarks, resources: Resources, program: Program) -> None:
        self.ledger = ledger
        self.remarks = remarks
        self.program = program
        self.meshes = Meshes(ledger, resources)
        self.parts: list[Part] = []
        self.of_body: dict[int, Part] = {}
        self.static: dict[int, Part] = {}
        self.joints: list[Node] = []
        self.frames: list[ir.Frame] = []
        self.named: set[int] = set()
        self.world: list[Node] = []
        self.lights: list[ir.Light] = []
        self.extras: list[ir.Extra] = []
        self.counts: dict[str, int] = {}
        self._uses: dict[int, ir.Use] = {}
        self.assets: dict[str, ir.Asset] = {}
        self._often: set[str] = set()
        self.prepare_uses()

    def new_id(self, kind: str) -> Id:
        number = self.counts[kind] = self.counts.get(kind, 0) + 1
        return f"{kind}{number}"

    # -- reuse

    def prepare_uses(self) -> None:
        """Make an asset of each file that is imported more than once, and a use of each of its imports."""
        times: dict[str, int] = {}
        for each in self.program.imports:
            times[each.shown] = times.get(each.shown, 0) + 1
        self._often = {file for file, count in times.items() if count > 1}
        for each in self.program.imports:
            if each.shown in self._often:
                self._add_use(each)

    def _add_use(self, made: Import) -> None:
        asset = self.assets.get(made.shown)
        if asset is None:
            asset = self.assets[made.shown] = ir.Asset(id=self.new_id("asset"), name=str.__str__(made.file), kind="scene", file=made.shown)
        names = [*made.names, *(str(number) for number in range(len(made.names) + 1, len(made.parameters) + 1))]
        arguments = tuple((name, str.__str__(value)) for name, value in zip(names, made.parameters, strict=False))
        parent = self.use_of(made.parent)
        origin = Origin(made.document, made.document.number_of(made.source))
        self._uses[id(made)] = ir.Use(id=self.new_id("use"), asset=asset.id, parent=parent, arguments=arguments, origin=origin)

    def use_of(self, made: Import | None) -> Id | None:
        """Return the innermost use that an import stands in."""
        while made is not None:
            if id(made) in self._uses:
                return self._uses[id(made)].id
            made = made.parent
        return None

    @property
    def uses(self) -> tuple[ir.Use, ...]:
        return tuple(self._uses.values())

    # -- values of calls

    def values(self, node: Node, method: str) -> tuple[Any, ...] | None:
        """Return the parameters of the last call of a method."""
        call = node.last(method)
        return None if call is None else call.values

    def first(self, node: Node, method: str, default: Any = None) -> Any:
        call = node.last(method)
        return default if call is None or not call.values else call.values[0]

    def axis_value(self, node: Node, method: str, axis: int) -> Any:
        """Return the second parameter of the last call about an axis, None without such a call."""
        for call in reversed(node.calls):
            if call.name == method and call.values[0] == axis:
                self.remarks.consumed(*ids_of(call.values[0]))
                return call.values[1]
        return None

    def name_of(self, node: Node) -> str | None:
        """Return the stated name of a node, and note that it is used."""
        if node.stated is not None:
            self.named.add(id(node))
        return node.stated

    # -- what only this format has

    def extra(self, key: str, value: Any, node: Node) -> ir.Extra:
        return ir.Extra(format=FORMAT_NAME, key=key, value=value, origin=node.origin)

    def raw(self, node: Node, *, below: bool = True) -> ir.Extra:
        """Return a node as an extra: its class, its calls, and all nodes below that are not read by themselves."""
        items: list[ir.RawItem] = []
        stack = [(node, 0)]
        while stack:
            each, depth = stack.pop()
            self.named.add(id(each))
            items.append(ir.RawItem(depth, derived(each.cls.name, each.written)))
            items += [raw_call(call, depth + 1) for call in each.calls]
            stack.extend((child, depth + 1) for child in reversed(each.children) if below and not stands_by_itself(child))
        return ir.Extra(format=FORMAT_NAME, key=node.cls.name, content=tuple(items), origin=node.origin)

    def raw_calls(self, node: Node, methods: tuple[str, ...]) -> tuple[ir.Extra, ...]:
        """Return calls of a node that is otherwise read, as extras with the key ``Class/method``."""
        return tuple(
            ir.Extra(format=FORMAT_NAME, key=f"{node.cls.name}/{call.name}", value=joined(call), origin=node.origin)
            for call in node.calls
            if call.name in methods
        )

    def static_part(self, place: Place) -> Part:
        """Return the link of all static parts in one outermost node."""
        node = place.base if place.base is not None else self.program.root
        if id(node) not in self.static:
            self.static[id(node)] = part = Part(self.new_id("link"), node, None, place.X_WB)
            self.parts.append(part)
        return self.static[id(node)]

    def home(self, place: Place) -> tuple[Part, Pose]:
        """Return the link of a place, and the pose in it."""
        return (place.part if place.part is not None else self.static_part(place)), place.X

    def called_by(self, node: Node, place: Place) -> str | None:
        """Return the name of a shape: its own, else that of a Transform that holds no other of its kind."""
        if node.stated is not None:
            return self.name_of(node)
        namer = place.namer
        if namer is None or namer.stated is None or node.parent is not namer:
            return None
        siblings = sum(1 for child in namer.children if child.cls.group == node.cls.group)
        return self.name_of(namer) if siblings == 1 else None


STANDING = ("transform", "node", "space", "visual", "light")


def stands_by_itself(node: Node) -> bool:
    """Return whether a node is read wherever it stands. SimSpark passes poses through every node, and draws nodes below any other."""
    return node.cls.group in STANDING


def standing_below(node: Node) -> list[Node]:
    """Return the outermost nodes below one that are read by themselves."""
    found, stack = list[Node](), list(reversed(node.children))
    while stack:
        each = stack.pop()
        if stands_by_itself(each):
            found.append(each)
        else:
            stack.extend(reversed(each.children))
    return found


def raw_call(call: Call, depth: int) -> ir.RawItem:
    return ir.RawItem(depth, call.name, tuple((str(number), text) for number, text in enumerate(call.arguments, 1)))


def joined(call: Call) -> str:
    """Return the parameters of a call as one text."""
    return derived(" ".join(str.__str__(text) for text in call.arguments), *call.arguments)


def pose_or_none(pose: Pose) -> Pose | None:
    return None if pose.is_identity and not ids_of(pose) else pose
