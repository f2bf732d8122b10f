"""Colliders: shapes bound to a body or standing in the world, and their contact handlers."""

from __future__ import annotations

import math

from scenec import ir
from scenec.converters.rsg.findings import program
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.context import STANDING, Part, Place, Reading, pose_or_none
from scenec.converters.rsg.read.program.node_methods import Body, Geom
from scenec.converters.rsg.read.program.nodes import Call, Node, composed
from scenec.ir.pose import ORIGIN, Pose, Vec3, add, norm, sub, unit
from scenec.trace import derived, ids_of

BOUNCE, MINIMUM_BOUNCE_VELOCITY, SLIP = 0.8, 2.0, 0.005
"""Defaults of a ContactJointHandler (bounce is on, slip is off)."""


def read_collider(node: Node, place: Place, reading: Reading) -> None:
    inner = node
    if node.cls.name == "TransformCollider":
        children = [child for child in node.children if child.cls.group == "collider"]
        if not children:
            report_without_shape(node, reading)
            return
        inner = children[0]
        for other in children[1:]:
            report_without_shape(other, reading)
    shape = read_shape(inner, reading)
    home, pose = position(node, inner, place, reading)
    if shape is None:
        home.extras.append(reading.raw(node))
        return
    colliders = (node,) if inner is node else (node, inner)
    geometry, X_shape = shape
    surface, sensing_only, extras = read_handlers(colliders, reading)
    if X_shape is not None:
        pose = composed(pose, X_shape)
    home.collisions.append(
        ir.Collision(
            name=collider_name(colliders, reading, place),
            pose=pose_or_none(pose),
            geometry=geometry,
            surface=surface,
            sensing_only=sensing_only,
            extras=(*extras, *raw_of(colliders, reading)),
            use=reading.use_of(inner.use),
            origin=inner.origin,
        )
    )


def report_without_shape(node: Node, reading: Reading) -> None:
    """Report a collider that touches nothing: a TransformCollider without one in it, or a second one in it."""
    ids = tuple(value_id for each in node.walk() for call in each.calls for value_id in (call.source.text_id, *call.ids()))
    reading.named.update(id(each) for each in node.walk())
    reading.remarks.ineffective(rows.COLLIDER_WITHOUT_SHAPE, ids, origin=node.source, document=node.document, node=node.cls.name)


def raw_of(colliders: tuple[Node, ...], reading: Reading) -> tuple[ir.Extra, ...]:
    methods = ("addNotCollideWithColliderName", "addSCFreezeJointEffName")
    return tuple(extra for node in colliders for extra in reading.raw_calls(node, methods))


def collider_name(colliders: tuple[Node, ...], reading: Reading, place: Place) -> str | None:
    """Return the name of the inner collider, else that of the TransformCollider around it. A second name has no use."""
    names = [name for node in reversed(colliders) if (name := reading.name_of(node)) is not None]
    if len(names) > 1:
        reading.remarks.consumed(*ids_of(names[1]))
    return names[0] if names else reading.called_by(colliders[0], place)


def position(node: Node, inner: Node, place: Place, reading: Reading) -> tuple[Part, Pose]:
    """Return the link of a collider and its pose in the link. A bound collider has the pose of its body; its own calls are ignored."""
    geom: Geom = node.state
    offset: Pose = inner.state.pose if inner is not node else Pose()
    if geom.body is not None and id(geom.body) in reading.of_body:
        body: Body = geom.body.state
        if inner is not node and body.shift != ORIGIN:
            offset = derived(Pose(add(offset.position, body.shift), offset.rotation), offset, body.shift)
        return reading.of_body[id(geom.body)], offset
    if place.part is not None and place.part.body is not None:
        report_unbound(node, reading)
    part = reading.static_part(place)
    if inner.cls.name == "PlaneCollider":  # in the world; the nodes above it are ignored
        return part, inverse_of(part.pose)
    X_WG = derived(geom.pose @ offset, geom.pose, offset) if not offset.is_identity else geom.pose
    if place.part is None and poses_agree(X_WG, part.pose @ place.X):
        return part, place.X
    return part, derived(part.pose.inverse() @ X_WG, part.pose, X_WG)


def poses_agree(one: Pose, other: Pose) -> bool:
    """Return whether two poses are the same, apart from rounding."""
    apart = max(map(abs, sub(one.position, other.position)))
    turn = abs(sum(a * b for a, b in zip(one.rotation, other.rotation, strict=True)))
    return apart <= 1e-12 * (1 + max(map(abs, one.position))) and turn > 1 - 1e-13


def inverse_of(pose: Pose) -> Pose:
    return pose if pose.is_identity and not ids_of(pose) else derived(pose.inverse(), pose)


def report_unbound(node: Node, reading: Reading) -> None:
    holder = node.transform
    early = holder is not None and holder.first("body") is not None
    why = "The collider stands before its RigidBody." if early else "The Transform around the collider has no RigidBody of its own."
    reading.remarks.report(rows.COLLIDER_UNBOUND, (node.source.text_id,), origin=node.origin, node=node.cls.name, why=why)


# ---------------------------------------------------------------- shapes


def read_shape(node: Node, reading: Reading) -> tuple[ir.Shape, Pose | None] | None:
    """Return the shape of a collider, and for planes a point on it. None: a shape that only SimSpark has."""
    match node.cls.name:
        case "BoxCollider":
            lengths = reading.values(node, "setBoxLengths")
            return ir.Box(size=lengths[:3] if lengths else (1.0, 1.0, 1.0), origin=node.origin), None
        case "SphereCollider":
            return ir.Sphere(radius=reading.first(node, "setRadius", 1.0), origin=node.origin), None
        case "CapsuleCollider":
            radius, length = capsule_size(node, reading)
            return ir.Capsule(radius=radius, length=length, origin=node.origin), None
        case "PlaneCollider":
            return read_plane(node, reading)
    return None


def capsule_size(node: Node, reading: Reading) -> tuple[float, float]:
    """Return radius and length (m): the last of `setParams` and of `setRadius` and `setLength` counts."""
    radius: float = 1.0
    length: float = 1.0
    for call in node.calls:
        if call.name == "setParams":
            overridden(node, call, (radius, length), reading)
            radius, length = call.values[:2]
        elif call.name == "setRadius":
            overridden(node, call, (radius,), reading)
            radius = call.values[0]
        elif call.name == "setLength":
            overridden(node, call, (length,), reading)
            length = call.values[0]
    return radius, length


def overridden(node: Node, call: Call, values: tuple[float, ...], reading: Reading) -> None:
    if ids := ids_of(values):
        reading.remarks.ineffective(program.CALL_OVERRIDDEN, ids, origin=node.source, document=node.document, method=call.name)


def read_plane(node: Node, reading: Reading) -> tuple[ir.Shape, Pose]:
    """Return a plane and a point on it. It is given as a b c d (a x + b y + c z = d), or as a point and a normal. The half-space below is
    solid."""
    values = reading.values(node, "setParams") or (0.0, 0.0, 1.0, 0.0)
    normal: Vec3 = values[:3] if len(values) == 4 else values[3:6]
    if not any(normal):
        normal = derived((0.0, 0.0, 1.0), normal)
    length = norm(normal)
    n = unit((float(normal[0]), float(normal[1]), float(normal[2])))
    direction = normal if length == 1.0 else tuple(derived(part, *normal) for part in n)
    geometry = ir.Plane(normal=(direction[0], direction[1], direction[2]), origin=node.origin)
    if len(values) != 4:
        return geometry, Pose(values[:3])
    x, y, z = (derived(float(values[3]) / length * part, values[3], *normal) if part else derived(0.0, *normal) for part in n)
    if n in AXES:  # a distance along an axis is a coordinate, as written
        x, y, z = (derived(values[3], *normal) if part and length == 1.0 else other for part, other in zip(n, (x, y, z), strict=True))
    return geometry, Pose((x, y, z))


AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


# ---------------------------------------------------------------- handlers


def read_handlers(colliders: tuple[Node, ...], reading: Reading) -> tuple[ir.Surface | None, bool | None, tuple[ir.Extra, ...]]:
    """Return the surface, whether the collider only senses, and what only SimSpark has. A collider without a handler gets the default one.
    A collider whose handlers all make no contacts has no effect on motion. Handlers of a collider inside a TransformCollider never count.
    """
    handlers = [child for child in colliders[0].children if child.cls.group == "handler"]
    idle = [child for node in colliders[1:] for child in node.children if child.cls.group == "handler"]
    others = [child for node in colliders for child in node.children if child.cls.group not in ("handler", "collider", *STANDING)]
    added = tuple(extra for node in colliders for extra in reading.raw_calls(node, ("addCollisionHandler",)))
    contact = [handler for handler in handlers if "setContactMu" in handler.cls.methods]
    extras = [reading.raw(handler) for handler in handlers if handler not in contact[:1]] + [reading.raw(other) for other in others]
    for handler in idle:
        report_inner_handler(handler, reading)
    for handler in contact[:1]:
        if handler.cls.name != "ContactJointHandler":
            extras.append(reading.extra("handler", derived(handler.cls.name, handler.written), handler))
        if handler.stated is not None:
            extras.append(reading.extra(f"{handler.cls.name}/setName", reading.name_of(handler), handler))
    if contact:
        return read_surface(contact[0], reading), None, (*extras, *added)
    if handlers:
        return None, True, (*extras, *added)
    return default_surface(colliders[0]), None, (*extras, *added)


def report_inner_handler(handler: Node, reading: Reading) -> None:
    reading.named.add(id(handler))
    ids = (handler.source.text_id, *(value_id for call in handler.calls for value_id in (call.source.text_id, *call.ids())))
    reading.remarks.ineffective(
        rows.HANDLER_IN_INNER_COLLIDER, ids, origin=handler.source, document=handler.document, node=handler.cls.name
    )


def default_surface(collider: Node) -> ir.Surface:
    return ir.Surface(mu=math.inf, restitution=BOUNCE, bounce_threshold=MINIMUM_BOUNCE_VELOCITY, origin=collider.origin)


def read_surface(handler: Node, reading: Reading) -> ir.Surface:
    """Read the contact parameters of a handler. A value has an effect only if its mode is on."""

    def moded(mode: str, on: bool, *methods: str) -> tuple[bool, object]:
        flag = reading.first(handler, mode, on)
        reading.remarks.consumed(*ids_of(flag))
        if not flag:
            for method in methods:
                if (call := handler.last(method)) is not None:
                    ids = (call.source.text_id, *call.ids())
                    reading.remarks.ineffective(
                        rows.CONTACT_MODE_OFF, ids, origin=call.source, document=call.document, method=method, mode=mode
                    )
        return bool(flag), flag

    bounces, bounce_mode = moded("setContactBounceMode", True, "setContactBounceValue", "setMinBounceVel")
    slips, slip_mode = moded("setContactSlipMode", False, "setContactSlip")
    soft_erp, erp_mode = moded("setContactSoftERPMode", False, "setContactSoftERP")
    soft_cfm, cfm_mode = moded("setContactSoftCFMMode", False, "setContactSoftCFM")
    slip = derived(reading.first(handler, "setContactSlip", SLIP), slip_mode) if slips else None
    erp, cfm = reading.first(handler, "setContactSoftERP"), reading.first(handler, "setContactSoftCFM")
    return ir.Surface(
        mu=reading.first(handler, "setContactMu", math.inf),
        restitution=reading.first(handler, "setContactBounceValue", derived(BOUNCE, bounce_mode)) if bounces else derived(0.0, bounce_mode),
        bounce_threshold=reading.first(handler, "setMinBounceVel", MINIMUM_BOUNCE_VELOCITY) if bounces else None,
        slip1=slip,
        slip2=slip,
        soft_erp=derived(erp, erp_mode) if soft_erp and erp is not None else None,
        soft_cfm=derived(cfm, cfm_mode) if soft_cfm and cfm is not None else None,
        origin=handler.origin,
    )
