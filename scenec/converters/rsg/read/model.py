"""Models: groups of links that joints connect, named after the outermost node that holds only them. Static parts are grouped by their
outermost node."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import msgspec

from scenec import ir
from scenec.converters.rsg.read.context import Part, Reading
from scenec.converters.rsg.read.program.nodes import Node
from scenec.ir import WORLD, Id
from scenec.trace import derived


def read_models(joints: list[ir.Joint], reading: Reading) -> tuple[list[ir.Model], list[ir.Joint]]:
    """Return the models, and the joints with their models. Parts and frames get theirs in place."""
    leader, root = connected(joints, reading), reading.program.root
    outermost = Nearest(lambda node: node.parent is root or node.parent is None)
    members: dict[tuple[str, Id | int], list[Part]] = {}
    for part in reading.parts:
        key: tuple[str, Id | int] = ("moving", leader[part.id]) if part.body is not None else ("static", id(outermost(part.node)))
        members.setdefault(key, []).append(part)
    around = Surroundings(reading)
    models = [read_model(parts, kind == "static", around, reading) for (kind, _), parts in members.items()]
    home = {part.id: part.model for part in reading.parts}
    frames = [msgspec.structs.replace(frame, model=home[frame.attached_to]) for frame in reading.frames if frame.attached_to is not None]
    reading.frames[:] = frames
    return models, [msgspec.structs.replace(joint, model=home[joint.child], relative_to=placed(joint, home)) for joint in joints]


def placed(joint: ir.Joint, home: dict[Id, Id]) -> Id | None:
    """Return the frame that a joint is given in. Models stand at the origin of the world, so the world frame is that of the model."""
    return home[joint.child] if joint.relative_to == WORLD else joint.relative_to


def connected(joints: list[ir.Joint], reading: Reading) -> dict[Id, Id]:
    """Return a map: link -> the first link of its group."""
    leader = {part.id: part.id for part in reading.parts}

    def first(link: Id) -> Id:
        while leader[link] != link:
            leader[link] = leader[leader[link]]
            link = leader[link]
        return link

    order = {part.id: number for number, part in enumerate(reading.parts)}
    for joint in joints:
        if joint.parent != WORLD:
            low, high = sorted((first(joint.parent), first(joint.child)), key=order.__getitem__)
            leader[high] = low
    return {link: first(link) for link in leader}


def bodies_below(reading: Reading) -> dict[int, int]:
    """Return the number of bodies below each node that has any."""
    count: dict[int, int] = {}
    for part in reading.parts:
        if part.body is not None and part.body.parent is not None:
            count[id(part.body.parent)] = count.get(id(part.body.parent), 0) + 1
    for node in reversed(list(reading.program.root.walk())):
        if node.parent is not None and id(node) in count:
            count[id(node.parent)] = count.get(id(node.parent), 0) + count[id(node)]
    return count


class Nearest:
    """Find the nearest wanted node, at or above another. Each node is visited once, however many stand in it."""

    def __init__(self, wanted: Callable[[Node], bool]) -> None:
        self._wanted = wanted
        self._found: dict[int, Node | None] = {}

    def __call__(self, node: Node) -> Node | None:
        way: list[Node] = []
        at: Node | None = node
        while at is not None and id(at) not in self._found and not self._wanted(at):
            way.append(at)
            at = at.parent
        found = self._found.get(id(at), at)
        for each in way:
            self._found[id(each)] = found
        return found


class Surroundings:
    """The nodes around the parts. bodies_below: the number of bodies below each node that has any."""

    def __init__(self, reading: Reading) -> None:
        root = reading.program.root
        self.bodies_below = bodies_below(reading)
        self.unused = UnusedNames(reading)
        self.space = Nearest(lambda node: node.cls.group == "space")
        self.named = Nearest(lambda node: node.stated is not None and node is not root)


def read_model(parts: list[Part], static: bool, around: Surroundings, reading: Reading) -> ir.Model:
    namer, space = name_giver(parts, static, around, reading), around.space(parts[0].node)
    extras = [] if space is None else [reading.extra("Space", space_name(space, namer, reading), space)]
    model = ir.Model(
        id=reading.new_id("model"),
        name=name_for(namer, parts, reading),
        world="world1",
        static=True if static else None,
        self_collide=None if static else inner_collision(space, reading),
        extras=tuple(extras),
        use=reading.use_of(namer.use) if namer is not None else None,
        origin=(namer or parts[0].node).origin,
    )
    for part in parts:
        part.model = model.id
        if (above := around.unused.above(part.node, namer)) is not None:
            part.extras.append(reading.extra("above", above, part.node))
    return model


class UnusedNames:
    """Names of nodes around a part that no link, Space or model has, as one path."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._names: dict[int, str | None] = {}
        self._paths: dict[tuple[int, int], str | None] = {}

    def above(self, node: Node, namer: Node | None) -> str | None:
        """Return the names above a node as one path. namer: the node whose name the model has."""
        key = (id(node.parent), id(namer) if namer is not node else 0)
        if key not in self._paths:
            names = [name for each in node.above() if each is not namer and (name := self._of(each)) is not None]
            self._paths[key] = derived("/".join(str.__str__(name) for name in reversed(names)), *names) if names else None
        return self._paths[key]

    def _of(self, node: Node) -> str | None:
        if id(node) not in self._names:
            is_link = node.is_transform and node.first("body") is not None
            idle = node.stated is not None and node.cls.group != "space" and not is_link
            self._names[id(node)] = self._reading.name_of(node) if idle else None
        return self._names[id(node)]


def space_name(space: Node, namer: Node | None, reading: Reading) -> str:
    return (reading.name_of(space) or "") if space is not namer else str.__str__(space.stated or "")


def name_for(namer: Node | None, parts: list[Part], reading: Reading) -> str | None:
    if namer is not None:
        return reading.name_of(namer)
    body = parts[0].body
    if body is not None and body.stated is not None:
        return reading.name_of(body)
    return parts[0].node.name if parts[0].node.is_transform else None


def name_giver(parts: list[Part], static: bool, around: Surroundings, reading: Reading) -> Node | None:
    """Return the outermost named node that holds these links and no other bodies, else the innermost named one around the first link."""
    found = None
    for node in chain((parts[0].node,), parts[0].node.above()):
        bodies = around.bodies_below.get(id(node), 0)
        if bodies > len(parts) and not static:
            break
        if node.stated is not None and node is not reading.program.root and (static or bodies == len(parts)):
            found = node
    return found or around.named(parts[0].node)


def inner_collision(space: Node | None, reading: Reading) -> bool:
    """Return whether links of the model touch each other. They do unless the innermost Space disables it. Links that share a joint never
    do."""
    disabled = reading.first(space, "disableInnerCollision") if space is not None else None
    return True if disabled is None else derived(not disabled, disabled)
