"""Links of nodes: a group that moves is one link, a node that stands still or only shows is one of its own, in a static model."""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import Entry, as_rotation, as_vector
from scenec.converters.mars.read.mass import read_inertial
from scenec.converters.mars.read.material import Materials
from scenec.converters.mars.read.nodes import Node, in_frame_of, placed_in
from scenec.converters.mars.read.shape import PRIMITIVE, read_collision_shape, read_visual_shape
from scenec.ir import Pose
from scenec.ir.pose import IDENTITY
from scenec.trace import derived, ids_of

COUNTED = {"sphere": 1, "capsule": 2, "cylinder": 2, "plane": 2, "terrain": 0}
"""Kind of shape -> how many numbers of `extend` it uses; the other kinds use all three."""


def build_link(first: Node, reading: Reading, materials: Materials) -> ir.Link:
    """Return the link of a body, or of a single node that is not part of a body."""
    entry = first.entry
    moves = first.role == "body"
    pose, relative_to = _pose(first)
    inertial = read_inertial(first) if moves else None
    collisions: list[ir.Collision] = []
    visuals: list[ir.Visual] = []
    extras: list[ir.Extra] = []
    for node in first.members if moves else [first, *(node for node in first.members if node is not first)]:
        collision = read_collision(node, reading) if node.role != "visual" and not node.is_carrier else None
        visual = read_visual(node, reading, materials)
        _report_unused_extent(node, collision, visual)
        damping_of_others(node, first)
        rest = node.entry.rest()
        if visual is not None:
            visuals.append(_with_extras(visual, (*rest, *_kept(node, "visualsize"))))
        else:
            extras += rest
        if collision is not None:
            collisions.append(collision)
    return ir.Link(
        id=first.link,
        name=entry.take("name") or None,
        model=first.model,
        pose=pose,
        relative_to=relative_to,
        inertial=inertial,
        collisions=tuple(collisions),
        visuals=tuple(visuals),
        damping=_damping(entry) if moves else None,
        sensors=tuple(reading.links_sensors.get(first.link, ())),
        lights=tuple(reading.links_lights.get(first.link, ())),
        extras=tuple(extras),
        origin=entry.origin,
    )


def _with_extras(visual: ir.Visual, extras: tuple[ir.Extra, ...]) -> ir.Visual:
    return msgspec.structs.replace(visual, extras=extras) if extras else visual


def _kept(node: Node, key: str) -> tuple[ir.Extra, ...]:
    """Return the size of a mesh that could not be measured, to be written again."""
    kept = node.entry.kept.get(key)
    return (kept,) if kept is not None else ()


def _pose(first: Node) -> tuple[Pose, str | None]:
    """Return the pose of a link and the link it is relative to (as written, within one model), else the pose in the world and None."""
    parent = first.parent
    if parent is not None and parent.model == first.model and (parent.first or parent) is parent:
        return first.X_N, derived(parent.link, first.entry.stated("relativeid"))
    return first.in_world, None


def read_collision(node: Node, reading: Reading) -> ir.Collision | None:
    entry = node.entry
    placed = read_collision_shape(node, reading)
    if placed is None:
        return None
    mask = entry.take("coll_bitmask")
    return ir.Collision(
        name=entry.take("name") or None,
        pose=in_frame_of(node, placed[1]),
        geometry=placed[0],
        surface=read_surface(entry),
        collide_mask=mask,
        category_mask=mask,
        max_contacts=entry.stated("cmax_num_contacts"),
        extras=_kept(node, "extend"),
        origin=entry.origin,
    )


def read_surface(entry: Entry) -> ir.Surface:
    """Contact parameters (interfaces/src/ContactParams.cpp). Two surfaces take the mean of theirs."""
    pyramid = entry.stated("capprox")
    direction = entry.stated("cfdir1")
    return ir.Surface(
        mu=entry.take("cfriction1"),
        mu2=entry.take("cfriction2"),
        direction=as_vector(direction) if direction is not None else None,
        slip1=entry.stated("cfds1"),
        slip2=entry.stated("cfds2"),
        rolling_friction=entry.stated("rolling_friction"),
        rolling_friction2=entry.stated("rolling_friction2"),
        spinning_friction=entry.stated("spinning_friction"),
        restitution=entry.take("cbounce"),
        bounce_threshold=entry.stated("cbounce_vel"),
        soft_cfm=entry.take("ccfm"),
        soft_erp=entry.take("cerp"),
        contact_motion1=entry.stated("cmotion1"),
        contact_motion2=entry.stated("cmotion2"),
        friction_model=derived("pyramid" if pyramid else "cone", pyramid) if pyramid is not None else None,
        origin=entry.origin,
    )


def read_visual(node: Node, reading: Reading, materials: Materials) -> ir.Visual | None:
    """Return the visual of a node, with its visual offset; None for a node that is not drawn."""
    entry = node.entry
    if node.is_carrier and str(entry.take("filename")) == PRIMITIVE:
        entry.consume("filename")
        return None
    hidden, kind = entry.stated("noVisual"), entry.stated("visualType")
    entry.consumed(hidden, kind)
    if hidden or str(kind or "").strip() == "empty":
        return None
    placed = read_visual_shape(node, reading)
    if placed is None:
        return None
    X_NV = _offset(entry)
    shape, X_VS = placed
    X_NS = placed_in(X_NV, X_VS)
    material, transparency = materials.of(entry)
    transparency = derived(transparency, entry.stated("material_id"))  # lost with what names the material
    return ir.Visual(
        name=entry.take("name") or None,
        pose=in_frame_of(node, X_NS),
        geometry=shape,
        material=material,
        transparency=transparency,
        cast_shadows=entry.stated("shadowcaster"),
        receive_shadows=entry.stated("shadowreceiver"),
        visibility_flags=entry.stated("cullMask"),
        origin=entry.origin,
    )


def _offset(entry: Entry) -> Pose:
    position, rotation = entry.stated("visualposition"), entry.stated("visualrotation")
    return Pose(
        as_vector(position) if position is not None else (0.0, 0.0, 0.0),
        as_rotation(rotation) if rotation is not None else IDENTITY,
    )


def _report_unused_extent(node: Node, collision: ir.Collision | None, visual: ir.Visual | None) -> None:
    """Report the numbers of `extend` that MARS does not use for this node."""
    entry = node.entry
    size = entry.stated("extend")
    if size is None:
        return
    if node.is_carrier:
        entry.consumed(size)
        return
    used = set(ids_of((collision.geometry if collision else None, visual.geometry if visual else None)))
    weighs = node.role == "body" and not entry.take("inertia")
    used |= set(ids_of(size[: COUNTED.get(node.mode, 3)])) if weighs else set()
    idle = tuple(number for number in size if ids_of(number) and not used.issuperset(ids_of(number)))
    if len(idle) == len([number for number in size if ids_of(number)]) and not any(float(number) for number in size):
        entry.consumed(size)  # a size of nothing: any other would be a shape
    elif idle:
        entry.ignored("extend", idle, f"MARS does not use these numbers of the size of a {node.mode or 'visual'}.")


def _damping(entry: Entry) -> ir.Damping | None:
    """Return the share of velocity that a body loses per step, as its first node states it."""
    linear, angular, below = entry.stated("linear_damping"), entry.stated("angular_damping"), entry.stated("angular_low")
    if linear is None and angular is None and below is None:
        return None
    return ir.Damping(law="rate", linear=linear, angular=angular, angular_below=below, origin=entry.origin)


def damping_of_others(node: Node, first: Node) -> None:
    if node is not first:
        for key in ("linear_damping", "angular_damping", "angular_low"):
            node.entry.ignored_if_written(key, "MARS takes the damping of a body from the first node of its group.")
