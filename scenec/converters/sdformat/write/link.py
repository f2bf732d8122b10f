"""Write links: mass, shapes, sensors."""

from __future__ import annotations

from scenec.converters.common.findings import VISUAL_HIDDEN_INEFFECTIVE
from scenec.converters.sdformat.findings.writing import (
    INERTIAL_AXES_CONVERTED,
    INERTIAL_DEFAULTED,
    LINK_LIGHT_DROPPED,
)
from scenec.converters.sdformat.inertia_check import along_principal_axes, is_accepted
from scenec.converters.sdformat.vocabulary import ADDED_MASS, SURFACE
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.damping import write_damping
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras, write_plugins
from scenec.converters.sdformat.write.frames import pose_text, write_pose
from scenec.converters.sdformat.write.geometry import write_geometry
from scenec.converters.sdformat.write.split_shapes import report_piece, writable
from scenec.converters.sdformat.write.values import number, number_text, show
from scenec.ir.base import Id
from scenec.ir.inertia import Inertia
from scenec.ir.light import Light
from scenec.ir.link import Battery, Collision, Inertial, Link, ParticleEmitter, Visual
from scenec.ir.names import Unique
from scenec.ir.pose import Pose
from scenec.ir.sensor import Sensor
from scenec.ir.walk import fields_of
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of, made_of

UNIT = Inertia(1.0, 1.0, 1.0)


def write_link(context: Context, holder: ElementWriter, link: Link, static: bool) -> None:
    """Write a link. static: its model never moves, so that it needs no mass."""
    scope = link.model
    own = link.id
    part = holder.child("link", says=(link.model,))
    part.set("name", context.name_of(link))
    write_pose(context, part, link.pose, link.relative_to or scope, context.names.holder.get(scope, scope), scope)
    part.put(link, "gravity")
    part.put(link, "enable_wind")
    part.put(link, "self_collide")
    part.put(link, "kinematic")
    part.put(link, "must_be_base", "must_be_base_link")
    if link.damping is not None:
        write_damping(context, part, link, link.damping)
    if link.inertial is not None and not (static and is_default_inertial(link.inertial)):
        write_inertial(context, part, link, link.inertial)
    elif link.inertial is not None:
        part.leave_out(link.inertial)
    elif not static:
        write_default_inertial(context, part, link)
    write_shapes(context, part, link, own, scope)
    if link.sensors:
        from scenec.converters.sdformat.write.sensor import write_sensors

        write_sensors(context, part, link.sensors, own, scope)
    if link.lights:
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
        write_automatic_inertial(part, inertial)
        return
    if inertial.auto is not None:
        part.omit(inertial.auto, False)
    pose, tensor = inertial.pose, inertial.inertia
    turned = turned_inertia(context, inertial)
    if turned is not None:
        pose, tensor = turned
        if inertial.pose is not None:
            pose = Pose(inertial.pose.position, made_of(pose.rotation, (inertial.pose.rotation, inertial.inertia)))
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
    """Return pose and tensor along the principal axes if libsdformat refuses the tensor for rounding errors alone."""
    if inertial.inertia is None or context.is_own:
        return None
    mass = 1.0 if inertial.mass is None else float(inertial.mass)
    as_written = Inertia(*(float(number_text(entry)) for entry in inertial.inertia.entries))
    found = None if is_accepted(mass, as_written) else along_principal_axes(mass, as_written)
    if found is None:
        return None
    diagonal, axes = found
    pose = inertial.pose or Pose()
    return Pose(pose.position, pose.rotation @ axes), diagonal


def report_turned_inertia(context: Context, link: Link, inertial: Inertial) -> None:
    context.report(INERTIAL_AXES_CONVERTED, link, at="inertial", about=inertial.inertia, target="principal axes")


def write_automatic_inertial(part: ElementWriter, inertial: Inertial) -> None:
    """Write an automatic inertial: a stated mass, but no values that a simulator computes from the collisions."""
    worked_out: list[object] = [inertial.pose, inertial.inertia]
    assert part.request is not None
    sources_of = part.request.uses.sources_of
    if set(sources_of(inertial.auto)) & set(sources_of(inertial.mass)):
        worked_out.append(inertial.mass)
    part.set("auto", Said("true", ids_of((inertial.auto, *worked_out))))
    part.put(inertial, "density")
    if len(worked_out) == 2:
        part.put(inertial, "mass", always=True)
    write_extras(part, inertial.extras)


def write_default_inertial(context: Context, holder: ElementWriter, link: Link) -> None:
    """Write and report the default inertial of a moving link without one."""
    part = holder.child("inertial")
    part.text("mass", constant("1"))
    tensor = part.child("inertia")
    for tag, text in zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), "100101", strict=True):
        tensor.text(tag, constant(text))
    context.report(INERTIAL_DEFAULTED, link, at="inertial", target="1 kg, unit inertia")


def write_shapes(context: Context, holder: ElementWriter, link: Link, own: Id, scope: Id) -> None:
    """Write collisions and visuals under names that differ from all others of the link, which `gz sdf -k` requires.

    Sensors and lights keep their names, since programs look them up. Files from SDFormat keep all names.
    """
    named: tuple[Sensor | Light | Battery | ParticleEmitter, ...] = (
        *link.sensors,
        *link.lights,
        *link.batteries,
        *link.particle_emitters,
    )
    together = None if context.names.legal else Unique(context.names.escaped(str(each.name)) for each in named if each.name)
    write_collisions(context, holder, link, own, scope, together or Unique())
    write_visuals(context, holder, link, own, scope, together or Unique())


def write_collisions(context: Context, holder: ElementWriter, link: Link, own: Id, scope: Id, unique: Unique) -> None:
    for collision, split in writable(holder, "collision", link.collisions):
        part = holder.child("collision")
        name = context.names.named(collision, "collision", unique)
        part.set("name", name)
        if split is not None:
            report_piece(context, "collision", split, context.path(link), name.text)
        write_pose(context, part, collision.pose, collision.relative_to, own, scope)
        part.put(collision, "laser_retro")
        part.put(collision, "max_contacts")
        part.put(collision, "density")
        write_geometry(context, part, collision.geometry, drawn=None)
        write_surface(context, part, collision)
        write_extras(part, collision.extras)


def write_visuals(context: Context, holder: ElementWriter, link: Link, own: Id, scope: Id, unique: Unique) -> None:
    for visual, split in writable(holder, "visual", _drawn(context, link)):
        part = holder.child("visual")
        name = context.names.named(visual, "visual", unique)
        part.set("name", name)
        if split is not None:
            report_piece(context, "visual", split, context.path(link), name.text)
        write_pose(context, part, visual.pose, visual.relative_to, own, scope)
        for field in ("cast_shadows", "transparency", "visibility_flags", "laser_retro"):
            part.put(visual, field)
        part.put(visual, "layer", "meta/layer")
        write_geometry(context, part, visual.geometry, drawn=visual)
        if visual.material is not None:
            from scenec.converters.sdformat.write.material import write_material

            write_material(context, part, visual.material)
        write_plugins(part, visual.plugins)
        write_extras(part, visual.extras)


def _drawn(context: Context, link: Link) -> tuple[Visual, ...]:
    """Return the visuals of a link that are drawn, and report the others: SDFormat cannot hide a visual."""
    drawn = []
    for visual in link.visuals:
        if visual.visible is None or visual.visible:
            drawn.append(visual)
        else:
            context.report(VISUAL_HIDDEN_INEFFECTIVE, visual, about=visual)
    return tuple(drawn)


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
        context.report(LINK_LIGHT_DROPPED, light, about=light, subject=f"{context.path(link)}::{light.name or light.type}")


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


def write_surface(context: Context, holder: ElementWriter, collision: Collision) -> None:
    """Write the surface of a collision, with its bit masks and what the world says of all contacts."""
    part = holder.later("surface")
    surface = collision.surface
    part.put(collision, "collide_mask", "contact/collide_bitmask")
    part.put(collision, "category_mask", "contact/category_bitmask")
    if collision.sensing_only:
        part.text("contact/collide_without_contact", Said("true", ids_of(collision.sensing_only)))
    elif collision.sensing_only is not None:
        part.omit(collision.sensing_only, False)
    settings = {field: (path, text) for field, path, text in context.contact_settings}
    for field, path in SURFACE:
        one = surface is not None and field == "mu2" and surface.mu2 is None  # a single coefficient holds in both directions
        if surface is not None:
            part.put(surface, "mu" if one else field, path)
        if field in settings and (surface is None or getattr(surface, field) is None):
            part.text(*settings[field])  # what the world states for all contacts
    if surface is not None:
        if surface.restitution and surface.bounce_threshold is None:
            part.text("bounce/threshold", constant("0"))
        write_extras(part, surface.extras)
