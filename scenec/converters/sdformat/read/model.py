"""Read models and worlds: names first, then everything that refers to them."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from scenec import ir
from scenec.converters.common.findings import MODEL_STATIC_INEFFECTIVE
from scenec.converters.sdformat.findings.reading import (
    MODEL_WITHOUT_LINK_INVALID,
    NAME_AMBIGUOUS_INVALID,
    NAME_REPEATED_CONVERTED,
    NAME_REPEATED_INVALID,
    REFERENCE_UNRESOLVED_INVALID,
)
from scenec.converters.sdformat.read.context import Reading, is_a
from scenec.converters.sdformat.read.element import NOTHING, Element
from scenec.converters.sdformat.read.extras import collect, read_plugins
from scenec.converters.sdformat.read.joint import read_joint
from scenec.converters.sdformat.read.joint_starts import with_start
from scenec.converters.sdformat.read.link import read_link
from scenec.converters.sdformat.read.scope import KINDS, Named, Scope
from scenec.converters.sdformat.read.systems import read_systems_of_world
from scenec.converters.sdformat.read.world import read_world
from scenec.ir import Id
from scenec.syntax.tree import READ, WHOLE
from scenec.trace import ids_of, traced

NO_ATTRIBUTES: dict[str, str] = {}
MANY = 1000
"""From this number of elements in a scope on, they are copied.

The elements of a scope stay until all of it is read. Their copies are side by side in memory. Between the many elements inside them, which
are freed sooner, each would keep the memory of its neighbours from being used again.
"""


def scopes_of(reading: Reading, tops: list[Element]) -> list[Scope]:
    """Return all models and worlds below some elements, in document order, with the names of their parts."""
    found: list[Scope] = []
    for top in tops:
        is_world = top.tag == "world"
        name = str(reading.own_name(top))
        stack = [Scope(top, reading.new_id("world" if is_world else "model"), name, None, is_world=is_world)]
        while stack:
            scope = stack.pop()
            scope.element.mark_all()  # read and collected for itself, whenever what is around it is
            found.append(scope)
            name_all(reading, scope)
            for named in scope.of("model"):
                scope.inner[named.name] = Scope(named.element, named.id, named.name, scope)
            stack.extend(reversed(scope.inner.values()))
    return found


def name_all(reading: Reading, scope: Scope) -> None:
    """Give ids to the parts of a scope. Of two parts of one kind and name the second is dropped.

    A second part of another kind is renamed before 1.7, and an error later.
    """
    by_kind: dict[str, list[Element]] = {kind: [] for kind in KINDS}
    if len(scope.element.children) > MANY:
        scope.element.children = [copy(child) for child in scope.element.children]
    for child in scope.element.children:
        if child.tag in by_kind and not (scope.is_world and child.tag == "link"):
            child.marks |= READ
            by_kind[child.tag].append(child)
    for kind in KINDS:
        seen: set[str] = set()
        for element in by_kind[kind]:
            name = str(reading.own_name(element))
            if name in seen:
                element.mark_all()
                about = traced("", element.all_ids())
                reading.invalid(NAME_REPEATED_INVALID, element, about=about, kind=kind, name=name, scope=scope.name)
                continue
            seen.add(name)
            own = reading.new_id(kind)
            if name in scope.names:
                name = _clash(reading, scope, element, kind, name)
            scope.names.setdefault(name, own)
            scope.things.append(Named(element, kind, own, name))


def _clash(reading: Reading, scope: Scope, element: Element, kind: str, name: str) -> str:
    about = traced("", element.attribute_ids("name"))
    if element.file.version >= (1, 7):
        reading.invalid(NAME_AMBIGUOUS_INVALID, element, about=about, name=name, scope=scope.name)
        return name
    fresh, number = f"{name}_{kind}", 0
    while fresh in scope.names:
        number += 1
        fresh = f"{name}_{kind}{number}"
    reading.ledger.report(
        NAME_REPEATED_CONVERTED, about=about, origin=element.origin, subject=f"{kind} {name}", value=name, target=fresh, scope=scope.name
    )
    return fresh


# ---------------------------------------------------------------- reading


def read_scope(reading: Reading, scope: Scope, world: Id | None) -> None:
    """Read a model or world and its direct parts. world: the world of a model."""
    element = scope.element
    if scope.is_world:
        own = read_world(reading, scope)
    else:
        model = read_model(reading, scope, world)
    has_states = element.has("model_state")
    for named in scope.things:
        if named.kind == "link":
            reading.links.append(read_link(reading, named, scope))
        elif named.kind == "joint":
            joint = read_joint(reading, named, scope)
            if joint is not None:
                reading.joints.append(with_start(reading, joint, scope) if has_states else joint)
        elif named.kind == "frame":
            reading.frames.append(read_frame(reading, named, scope, world))
        if named.kind != "model":
            _let_go(named.element)
    if scope.is_world:
        systems = read_systems_of_world(reading, element) if element.has("plugin") else ()
        if not reading.worlds:
            reading.plugins.extend(read_plugins(element, reading.use_of))
        reading.worlds.append(replace(own, extras=(*systems, *collect(element, "world"))))
        return
    for gripper in element.all("gripper"):
        reading.grippers.append(read_gripper(reading, gripper, scope))
    extras = collect(element, "model")
    reading.models.append(replace(model, extras=extras) if extras else model)


def _let_go(element: Element) -> None:
    """Free the content of an element that was read. In a big file it takes as much memory as the scene."""
    element.children = NOTHING
    if element.marks & WHOLE:
        element.attributes = NO_ATTRIBUTES


def read_model(reading: Reading, scope: Scope, world: Id | None) -> ir.Model:
    element = scope.element
    above = scope.above
    pose, relative_to = reading.pose(element, above)
    canonical, placement = element.raw("canonical_link"), element.raw("placement_frame")
    static = element.take("model", "static")
    if above is not None and above.static:
        report_nested_static(reading, scope, static)
    scope.static = bool(static) or (above is not None and above.static)
    check_links(reading, scope, static)
    for plugin in element.all("plugin"):
        plugin.mark_all()  # read once all joints are (`read_systems`)
    use = reading.use_of(element)
    return ir.Model(
        id=scope.id,
        name=traced(scope.name, element.attribute_ids("name")),
        world=world,
        parent=above.id if above is not None and not above.is_world else None,
        pose=pose,
        relative_to=relative_to,
        placement_frame=reading.refer(placement, scope, element, "frame") if placement else None,
        static=static,
        self_collide=element.take("model", "self_collide"),
        allow_auto_disable=element.take("model", "allow_auto_disable"),
        enable_wind=element.take("model", "enable_wind"),
        canonical_link=canonical_link(reading, scope, canonical) if canonical else None,
        namespace=element.raw("namespace"),
        use=use,
        origin=element.origin,
    )


def report_nested_static(reading: Reading, scope: Scope, static: object) -> None:
    """Report a stated `static` of a model that is nested in a static one."""
    if static is not None:
        reading.ledger.report(
            MODEL_STATIC_INEFFECTIVE,
            about=static,
            origin=scope.element.origin,
            subject=f"model {scope.name}",
            value=static,
            level="note" if static else "warning",
        )


def check_links(reading: Reading, scope: Scope, static: object) -> None:
    has_body = any(named.kind in ("link", "model") for named in scope.things) or scope.element.has("include")
    if not has_body and not static and scope.element.file.version >= (1, 7):
        reading.invalid(MODEL_WITHOUT_LINK_INVALID, scope.element)


def canonical_link(reading: Reading, scope: Scope, name: str) -> Id | None:
    found = scope.resolve(name)
    if found is None or not is_a("link", found):
        reading.invalid(
            REFERENCE_UNRESOLVED_INVALID,
            scope.element,
            about=name,
            kind="link",
            name=str(name),
            scope=scope.name,
            default="the first link carries the frame of the model",
        )
        return None
    return traced(str(found), ids_of(name))


def read_frame(reading: Reading, named: Named, scope: Scope, world: Id | None) -> ir.Frame:
    element = named.element
    attached = element.raw("attached_to")
    if attached == "":
        reading.ledger.consumed(attached)  # says nothing
    pose, relative_to = reading.pose(element, scope)
    own_pose = element.child("pose")
    placement = own_pose.raw("placement_frame") if own_pose is not None else None
    if placement:
        target = reading.refer(placement, scope, element, "frame")
        if target is not None:
            reading.placed[named.id] = target
    target = reading.refer(attached, scope, element, "frame") if attached else None
    return ir.Frame(
        id=named.id,
        name=traced(named.name, element.attribute_ids("name")),
        model=scope.model,
        world=scope.id if scope.is_world else None,
        attached_to=target,
        pose=pose,
        relative_to=relative_to,
        extras=collect(element, "frame"),
        use=reading.use_of(element),
        origin=element.origin,
    )


def read_gripper(reading: Reading, element: Element, scope: Scope) -> ir.Gripper:
    links = [target for name in element.words("gripper_link") if (target := reading.refer(name, scope, element, "link")) is not None]
    palm = element.word("palm_link")
    steps = {
        name: element.take("gripper", f"grasp_check/{name}", default=True) for name in ("attach_steps", "detach_steps", "min_contact_count")
    }
    return ir.Gripper(
        name=reading.own_name(element),
        model=scope.id,
        palm=reading.refer(palm, scope, element, "link") if palm else None,
        fingers=tuple(links),
        **steps,
        use=reading.use_of(element),
        origin=element.origin,
    )
