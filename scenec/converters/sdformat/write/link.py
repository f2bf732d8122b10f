"""Write links: mass, shapes, sensors."""

from __future__ import annotations

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.sdformat.findings.writing import (
    INERTIAL_AUTO_CONVERTED,
    INERTIAL_AXES_CONVERTED,
    INERTIAL_DEFAULTED,
    LINK_LIGHT_DROPPED,
)
from scenec.converters.sdformat.inertia_check import along_principal_axes, is_accepted
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.damping import write_damping
from scenec.converters.sdformat.write.element_writer import ElementWriter, number, show
from scenec.converters.sdformat.write.extras import write_extras, write_plugins
from scenec.converters.sdformat.write.frames import pose_text, write_pose
from scenec.converters.sdformat.write.geometry import write_geometry
from scenec.converters.sdformat.write.split_shapes import report_piece, writable
from scenec.converters.sdformat.write.surface import write_surface
from scenec.ir.base import Id
from scenec.ir.inertia import Inertia
from scenec.ir.light import Light
from scenec.ir.link import Battery, Inertial, Link, ParticleEmitter
from scenec.ir.names import Unique
from scenec.ir.pose import Pose
from scenec.ir.sensor import Sensor
from scenec.ir.walk import fields_of
from scenec.trace import ids_of

UNIT = Inertia(1.0, 1.0, 1.0)
ADDED_MASS = "xx xy xz xp xq xr yy yz yp yq yr zz zp zq zr pp pq pr qq qr rr".split()


def write_link(context: Context, holder: ElementWriter, link: Link, static: bool) -> None:
    """Write a link. static: its model never moves, so that it needs no mass."""
    scope = link.model
    own = unwrap(link).id
    part = holder.child("link")
    part.set("name", context.name_of(link))
    write_pose(context, part, link.pose, link.relative_to or scope, context.names.holder.get(scope, scope), scope)
    part.put(link, "gravity")
    part.put(link, "enable_wind")
    part.put(link, "self_collide")
    part.put(link, "kinematic")
    part.put(link, "must_be_base", "must_be_base_link")
    if link.damping is not None:
        write_damping(context, part, link, link.damping)
    if link.inertial is not None and not (static and is_default_inertial(unwrap(link.inertial))):
        write_inertial(context, part, link, link.inertial)
    elif link.inertial is not None:
        mark_read(link.inertial)
    elif not static:
        write_default_inertial(context, part, link)
    write_shapes(context, part, link, own, scope)
    if unwrap(link).sensors:
        from scenec.converters.sdformat.write.sensor import write_sensors

        write_sensors(context, part, link.sensors, own, scope)
    if unwrap(link).lights:
        write_lights(context, part, link, own, scope)
    write_rest(context, part, link, own, scope)
    part.seal(context.sealed)


def is_default_inertial(inertial: Inertial) -> bool:
    """Return whether an inertial equals the default of SDFormat. Of a static link it is not written."""
    said = dict(fields_of(inertial))
    placed = inertial.pose is not None and not inertial.pose.is_identity
    return not placed and said.keys() <= {"mass", "pose", "inertia"} and inertial.mass == 1.0 and inertial.inertia == UNIT


def write_inertial(context: Context, holder: ElementWriter, link: Link, inertial: Inertial) -> None:
    """Write mass, centre of mass and tensor. All are stated, since the defaults are 1 kg and the identity."""
    part = holder.child("inertial")
    if inertial.auto:
        if part.has("@auto"):
            write_automatic_inertial(part, inertial)
            return
        _ = inertial.density  # is in the mass
        report_computed_inertial(context, link, inertial)
    _ = inertial.auto
    pose, tensor = inertial.pose, inertial.inertia
    turned = turned_inertia(context, unwrap(inertial))
    if turned is not None:
        pose, tensor = turned
        mark_read(inertial.inertia)
        _ = (inertial.pose and inertial.pose.position, inertial.pose and inertial.pose.rotation)
        report_turned_inertia(context, link, inertial)
    if pose is not None and not pose.is_identity:
        part.text("pose", pose_text(pose.position, pose.rotation))
    part.put(inertial, "mass", always=True)
    if tensor is not None:
        entries = part.child("inertia")
        for field in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
            entries.put(tensor, field, always=True)
    if part.has("fluid_added_mass") and inertial.added_mass is not None:
        added = part.child("fluid_added_mass")
        for tag, value in zip(ADDED_MASS, inertial.added_mass, strict=False):
            added.text(tag, number(value))
    write_extras(part, inertial.extras)


def turned_inertia(context: Context, inertial: Inertial) -> tuple[Pose, Inertia] | None:
    """Return pose and tensor along the principal axes if libsdformat refuses the tensor for rounding errors alone.

    inertial: without a lens.
    """
    if inertial.inertia is None or context.request.source_format == "sdformat":
        return None
    mass = 1.0 if inertial.mass is None else float(inertial.mass)
    as_written = Inertia(*(float(number(entry)) for entry in inertial.inertia.entries))
    found = None if is_accepted(mass, as_written) else along_principal_axes(mass, as_written)
    if found is None:
        return None
    diagonal, axes = found
    pose = inertial.pose or Pose()
    return Pose(pose.position, pose.rotation @ axes), diagonal


def report_turned_inertia(context: Context, link: Link, inertial: Inertial) -> None:
    context.ledger.report(
        INERTIAL_AXES_CONVERTED,
        about=unwrap(inertial).inertia,
        origin=unwrap(inertial).origin or link.origin,
        subject=f"{context.path(link)}.inertial",
        target="principal axes",
    )


def report_computed_inertial(context: Context, link: Link, inertial: Inertial) -> None:
    context.ledger.report(
        INERTIAL_AUTO_CONVERTED,
        about=inertial.auto,
        origin=inertial.origin,
        subject=f"{context.path(link)}.inertial.auto",
        value="true",
        target="numbers",
    )


def write_automatic_inertial(part: ElementWriter, inertial: Inertial) -> None:
    """Write an automatic inertial: a stated mass, but no values that a simulator computes from the collisions."""
    part.put(inertial, "auto", "@auto")
    part.put(inertial, "density")
    bare = unwrap(inertial)
    if set(ids_of(bare.auto)) & set(ids_of(bare.mass)):
        _ = inertial.mass
    else:
        part.put(inertial, "mass", always=True)
    for worked_out in (inertial.pose, inertial.inertia):
        mark_read(worked_out)
    write_extras(part, inertial.extras)


def write_default_inertial(context: Context, holder: ElementWriter, link: Link) -> None:
    """Write and report the default inertial of a moving link without one."""
    part = holder.child("inertial")
    part.text("mass", "1")
    tensor = part.child("inertia")
    for tag, text in zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), "100101", strict=True):
        tensor.text(tag, text)
    context.ledger.report(
        INERTIAL_DEFAULTED,
        origin=link.origin,
        subject=f"{context.path(link)}.inertial",
        target="1 kg, unit inertia",
    )


def write_shapes(context: Context, holder: ElementWriter, link: Link, own: Id, scope: Id) -> None:
    """Write collisions and visuals under names that differ from all others of the link, which `gz sdf -k` requires.

    Sensors and lights keep their names, since programs look them up. Files from SDFormat keep all names.
    """
    inner = unwrap(link)
    named: tuple[Sensor | Light | Battery | ParticleEmitter, ...] = (
        *inner.sensors,
        *inner.lights,
        *inner.batteries,
        *inner.particle_emitters,
    )
    together = None if context.names.legal else Unique(context.names.escaped(str(each.name)) for each in named if each.name)
    write_collisions(context, holder, link, own, scope, together or Unique())
    write_visuals(context, holder, link, own, scope, together or Unique())


def write_collisions(context: Context, holder: ElementWriter, link: Link, own: Id, scope: Id, unique: Unique) -> None:
    for collision, whole in writable(holder, "collision", link.collisions):
        part = holder.child("collision")
        name = context.names.named(collision, "collision", unique)
        part.set("name", name)
        if whole is not None:
            report_piece(context, "collision", whole, context.path(link), name)
        write_pose(context, part, collision.pose, collision.relative_to, own, scope)
        part.put(collision, "laser_retro")
        part.put(collision, "max_contacts")
        part.put(collision, "density")
        write_geometry(context, part, collision.geometry, drawn=False)
        write_surface(context, part, collision)
        write_extras(part, collision.extras)


def write_visuals(context: Context, holder: ElementWriter, link: Link, own: Id, scope: Id, unique: Unique) -> None:
    for visual, whole in writable(holder, "visual", link.visuals):
        part = holder.child("visual")
        name = context.names.named(visual, "visual", unique)
        part.set("name", name)
        if whole is not None:
            report_piece(context, "visual", whole, context.path(link), name)
        write_pose(context, part, visual.pose, visual.relative_to, own, scope)
        for field in ("cast_shadows", "transparency", "visibility_flags", "laser_retro"):
            part.put(visual, field)
        part.put(visual, "layer", "meta/layer")
        write_geometry(context, part, visual.geometry, drawn=True)
        if visual.material is not None:
            from scenec.converters.sdformat.write.material import write_material

            write_material(context, part, visual.material)
        write_plugins(part, visual.plugins)
        write_extras(part, visual.extras)


def write_lights(context: Context, holder: ElementWriter, link: Link, own: Id, scope: Id) -> None:
    if not holder.has("light"):
        report_lights(context, link)
        return
    from scenec.converters.sdformat.write.light import write_light

    unique = Unique()
    for light in link.lights:
        write_light(context, holder, light, context.names.named(light, "light", unique), own, scope)


def report_lights(context: Context, link: Link) -> None:
    """Report each light of a link, by its own name, if the version has no lights of links."""
    for light in link.lights:
        mark_read(light)
        context.ledger.report(
            LINK_LIGHT_DROPPED,
            about=unwrap(light),
            origin=light.origin,
            subject=f"{context.path(link)}::{unwrap(light).name or unwrap(light).type}",
        )


def write_rest(context: Context, part: ElementWriter, link: Link, own: Id, scope: Id) -> None:
    unique = Unique()
    if part.has("battery"):
        for battery in link.batteries:
            element = part.child("battery")
            element.set("name", context.names.named(battery, "battery", unique))
            element.put(battery, "voltage", always=True)
    if part.has("particle_emitter"):
        for emitter in link.particle_emitters:
            element = part.child("particle_emitter")
            element.set("name", context.names.named(emitter, "particle_emitter", unique))
            if emitter.type is not None:
                element.set("type", show(emitter.type))
            write_pose(context, element, emitter.pose, emitter.relative_to, own, scope)
            write_extras(element, emitter.extras)
    write_plugins(part, link.plugins)
    write_extras(part, link.extras)
