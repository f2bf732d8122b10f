"""Links: mass, shapes, sensors."""

from __future__ import annotations

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.sdformat.context import Context
from scenec.converters.sdformat.frames import pose_text, write_pose
from scenec.converters.sdformat.part import Part, number, show
from scenec.converters.sdformat.split_shapes import writable
from scenec.converters.sdformat.write_extras import write_extras, write_plugins
from scenec.converters.sdformat.write_geometry import write_geometry
from scenec.converters.sdformat.write_surface import write_surface
from scenec.ir.base import Id
from scenec.ir.inertia import Inertia
from scenec.ir.light import Light
from scenec.ir.link import Battery, Inertial, Link, ParticleEmitter
from scenec.ir.names import Unique
from scenec.ir.sensor import Sensor
from scenec.ir.walk import fields_of
from scenec.trace import ids_of

UNIT = Inertia(1.0, 1.0, 1.0)
ADDED_MASS = "xx xy xz xp xq xr yy yz yp yq yr zz zp zq zr pp pq pr qq qr rr".split()


def write_link(context: Context, holder: Part, link: Link, static: bool) -> None:
    """static: the link's model never moves, so that it needs no mass."""
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
    if link.damping is not None and unwrap(link.damping).law == "rate" and unwrap(link.damping).angular_below is None:
        decay = part.later("velocity_decay")
        _ = link.damping.law
        decay.put(link.damping, "linear")
        decay.put(link.damping, "angular")
    if link.inertial is not None and not (static and is_unsaid(unwrap(link.inertial))):
        write_inertial(context, part, link, link.inertial)
    elif link.inertial is not None:
        mark_read(link.inertial)
    elif not static:
        write_default_inertial(context, part, link)
    write_shapes(context, part, link, own, scope)
    if unwrap(link).sensors:
        from scenec.converters.sdformat.write_sensor import write_sensors

        write_sensors(context, part, link.sensors, own, scope)
    if unwrap(link).lights:
        write_lights(context, part, link, own, scope)
    write_rest(context, part, link, own, scope)
    part.seal(context.sealed)


def is_unsaid(inertial: Inertial) -> bool:
    """Whether it is what SDFormat takes where nothing is said. What never moves needs no mass, so nothing is said there."""
    said = dict(fields_of(inertial))
    placed = inertial.pose is not None and not inertial.pose.is_identity
    return not placed and said.keys() <= {"mass", "pose", "inertia"} and inertial.mass == 1.0 and inertial.inertia == UNIT


def write_inertial(context: Context, holder: Part, link: Link, inertial: Inertial) -> None:
    """Mass, centre of mass and tensor, all stated: what SDFormat assumes otherwise is 1 kg and the identity."""
    part = holder.child("inertial")
    if inertial.auto:
        if part.has("@auto"):
            write_automatic_inertial(part, inertial)
            return
        _ = inertial.density  # is in the mass
        tell_computed_inertial(context, link, inertial)
    _ = inertial.auto
    pose = inertial.pose
    if pose is not None and not pose.is_identity:
        part.text("pose", pose_text(pose.position, pose.rotation))
    part.put(inertial, "mass", always=True)
    if inertial.inertia is not None:
        tensor = part.child("inertia")
        for field in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz"):
            tensor.put(inertial.inertia, field, always=True)
    if part.has("fluid_added_mass") and inertial.added_mass is not None:
        added = part.child("fluid_added_mass")
        for tag, value in zip(ADDED_MASS, inertial.added_mass, strict=False):
            added.text(tag, number(value))
    write_extras(part, inertial.extras)


def tell_computed_inertial(context: Context, link: Link, inertial: Inertial) -> None:
    context.ledger.report(
        "inertial-auto-converted",
        "converted",
        "note",
        "physics",
        about=inertial.auto,
        origin=inertial.origin,
        subject=f"{context.path(link)}.inertial.auto",
        value="true",
        target="numbers",
        because="automatic inertia exists from SDFormat 1.11 on",
        consequence="mass and inertia no longer follow a change of the collisions",
        hint="write 1.11 or newer",
    )


def write_automatic_inertial(part: Part, inertial: Inertial) -> None:
    """What a simulator works out from the collisions is not written, but for a mass that is stated beside it."""
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


def write_default_inertial(context: Context, holder: Part, link: Link) -> None:
    """A link that moves has a mass; SDFormat's own default is written out and told."""
    part = holder.child("inertial")
    part.text("mass", "1")
    tensor = part.child("inertia")
    for tag, text in zip(("ixx", "ixy", "ixz", "iyy", "iyz", "izz"), "100101", strict=True):
        tensor.text(tag, text)
    context.ledger.report(
        "inertial-defaulted",
        "defaulted",
        "warning",
        "physics",
        origin=link.origin,
        subject=f"{context.path(link)}.inertial",
        target="1 kg, unit inertia",
        because="nothing states the mass of a link that moves",
        consequence="the link weighs 1 kg",
        hint="state its mass",
    )


def write_shapes(context: Context, holder: Part, link: Link, own: Id, scope: Id) -> None:
    """Collisions and visuals. No two children of a link may have one name (`gz sdf -k` refuses them), whatever they are: programs ask for
    sensors and lights by name, so these keep theirs. A file that came from SDFormat keeps what it has."""
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


def write_collisions(context: Context, holder: Part, link: Link, own: Id, scope: Id, unique: Unique) -> None:
    for collision in writable(context, holder, "collision", link.collisions, context.path(link)):
        part = holder.child("collision")
        part.set("name", context.names.named(collision, "collision", unique))
        write_pose(context, part, collision.pose, collision.relative_to, own, scope)
        part.put(collision, "laser_retro")
        part.put(collision, "max_contacts")
        part.put(collision, "density")
        write_geometry(context, part, collision.geometry, drawn=False)
        write_surface(context, part, collision)
        write_extras(part, collision.extras)


def write_visuals(context: Context, holder: Part, link: Link, own: Id, scope: Id, unique: Unique) -> None:
    for visual in writable(context, holder, "visual", link.visuals, context.path(link)):
        part = holder.child("visual")
        part.set("name", context.names.named(visual, "visual", unique))
        write_pose(context, part, visual.pose, visual.relative_to, own, scope)
        for field in ("cast_shadows", "transparency", "visibility_flags", "laser_retro"):
            part.put(visual, field)
        part.put(visual, "layer", "meta/layer")
        write_geometry(context, part, visual.geometry, drawn=True)
        if visual.material is not None:
            from scenec.converters.sdformat.write_material import write_material

            write_material(context, part, visual.material)
        write_plugins(part, visual.plugins)
        write_extras(part, visual.extras)


def write_lights(context: Context, holder: Part, link: Link, own: Id, scope: Id) -> None:
    if not holder.has("light"):
        return
    from scenec.converters.sdformat.write_light import write_light

    unique = Unique()
    for light in link.lights:
        write_light(context, holder, light, context.names.named(light, "light", unique), own, scope)


def write_rest(context: Context, part: Part, link: Link, own: Id, scope: Id) -> None:
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
