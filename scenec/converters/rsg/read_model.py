"""Models: links that joints hold together, named after the outermost node that holds just them; and what never moves, by the outermost
node it stands in."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.rsg.nodes import Node
from scenec.converters.rsg.reading import Part, Reading
from scenec.ir import WORLD, Id
from scenec.trace import derived


def read_models(joints: list[ir.Joint], reading: Reading) -> tuple[list[ir.Model], list[ir.Joint]]:
    """The models; the joints, each with its model. Parts and frames get theirs in place."""
    leader = connected(joints, reading)
    members: dict[tuple[str, Id | int], list[Part]] = {}
    for part in reading.parts:
        key: tuple[str, Id | int] = ("moving", leader[part.id]) if part.body is not None else ("static", id(outermost(part.node, reading)))
        members.setdefault(key, []).append(part)
    below = bodies_below(reading)
    models = [read_model(parts, kind == "static", below, reading) for (kind, _), parts in members.items()]
    home = {part.id: part.model for part in reading.parts}
    frames = [msgspec.structs.replace(frame, model=home[frame.attached_to]) for frame in reading.frames if frame.attached_to is not None]
    reading.frames[:] = frames
    return models, [msgspec.structs.replace(joint, model=home[joint.child], relative_to=placed(joint, home)) for joint in joints]


def placed(joint: ir.Joint, home: dict[Id, Id]) -> Id | None:
    """Models stand at the world's origin, so what is given in the world is given in the model."""
    return home[joint.child] if joint.relative_to == WORLD else joint.relative_to


def connected(joints: list[ir.Joint], reading: Reading) -> dict[Id, Id]:
    """Link -> the first link of those it hangs together with."""
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
    """How many bodies stand below each node."""
    count: dict[int, int] = {}
    for part in reading.parts:
        if part.body is not None:
            for node in part.body.above():
                count[id(node)] = count.get(id(node), 0) + 1
    return count


def outermost(node: Node, reading: Reading) -> Node:
    """The node right below the root that a node stands in."""
    found = node
    for each in node.above():
        if each is not reading.program.root:
            found = each
    return found


def read_model(parts: list[Part], static: bool, below: dict[int, int], reading: Reading) -> ir.Model:
    namer = name_giver(parts, static, below, reading)
    space = next((node for node in parts[0].node.above() if node.cls.group == "space"), None)
    if parts[0].node.cls.group == "space":
        space = parts[0].node
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
        names = [name for node in part.node.above() if node is not namer and (name := unused_name(node, reading)) is not None]
        if names:
            part.extras.append(reading.extra("above", derived("/".join(str.__str__(name) for name in reversed(names)), *names), part.node))
    return model


def unused_name(node: Node, reading: Reading) -> str | None:
    if node.stated is None or node.cls.group == "space" or node is node_with_link(node, reading):
        return None
    return reading.name_of(node)


def node_with_link(node: Node, reading: Reading) -> Node | None:
    return node if node.first("body") is not None and node.is_transform else None


def space_name(space: Node, namer: Node | None, reading: Reading) -> str:
    return (reading.name_of(space) or "") if space is not namer else str.__str__(space.stated or "")


def name_for(namer: Node | None, parts: list[Part], reading: Reading) -> str | None:
    if namer is not None:
        return reading.name_of(namer)
    body = parts[0].body
    if body is not None and body.stated is not None:
        return reading.name_of(body)
    return parts[0].node.name if parts[0].node.is_transform else None


def name_giver(parts: list[Part], static: bool, below: dict[int, int], reading: Reading) -> Node | None:
    """The outermost named node that holds these links and no other bodies."""
    above = [node for node in [parts[0].node, *parts[0].node.above()] if node is not reading.program.root]
    for node in reversed(above):
        if node.stated is not None and (static or below.get(id(node), 0) == len(parts)):
            return node
    return next((node for node in above if node.stated is not None), None)


def inner_collision(space: Node | None, reading: Reading) -> bool:
    """Links of one model touch each other unless the innermost Space says otherwise; links that share a joint never do."""
    disabled = reading.first(space, "disableInnerCollision") if space is not None else None
    return True if disabled is None else derived(not disabled, disabled)
