"""Read links: mass, shapes, sensors."""

from __future__ import annotations

from functools import cache
from typing import Any

from scenec import ir
from scenec.converters.sdformat.findings.reading import LINK_INERTIA_REFUSED, NAME_REPEATED_INVALID
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect, read_plugins
from scenec.converters.sdformat.read.light import read_light
from scenec.converters.sdformat.read.material import read_material
from scenec.converters.sdformat.read.scope import Named, Scope
from scenec.converters.sdformat.read.sensor import read_sensor
from scenec.converters.sdformat.read.shape import read_geometry
from scenec.converters.sdformat.vocabulary import ADDED_MASS, SURFACE
from scenec.ir.inertia import Inertia, plausible
from scenec.trace import traced

UNIT = Inertia(1.0, 1.0, 1.0)
DEFAULT_CONTACT = {"mu": 1.0, "mu2": 1.0, "restitution": 0.0}
DEFAULT_SURFACE = ir.Surface(mu=1.0, mu2=1.0, restitution=0.0)
MOMENTS = {name: name for name in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")}
LINK = {
    "gravity": "gravity",
    "enable_wind": "enable_wind",
    "self_collide": "self_collide",
    "kinematic": "kinematic",
    "must_be_base_link": "must_be_base",
}
"""Tag of a child -> field of the node, here and below."""
COLLISION = {name: name for name in ("max_contacts", "laser_retro", "density")}
VISUAL = {name: name for name in ("cast_shadows", "transparency", "visibility_flags", "laser_retro")}


def read_link(reading: Reading, named: Named, scope: Scope) -> ir.Link:
    element = named.element
    pose, relative_to = reading.pose(element, scope)
    written = element.tags()
    decay = element.child("velocity_decay") if "velocity_decay" in written else None
    collisions = _distinct(reading, element, "collision")
    visuals = _distinct(reading, element, "visual")
    shapes = tuple([read_collision(reading, each, scope) for each in collisions])
    return ir.Link(
        id=named.id,
        name=traced(named.name, element.attribute_ids("name")),
        model=scope.id,
        pose=pose,
        relative_to=relative_to,
        inertial=read_inertial(reading, element, shapes),
        collisions=shapes,
        visuals=tuple([read_visual(reading, each, scope) for each in visuals]),
        sensors=tuple([read_sensor(reading, each, scope) for each in _distinct(reading, element, "sensor")]) if "sensor" in written else (),
        lights=tuple([read_light(reading, each, scope) for each in _distinct(reading, element, "light")]) if "light" in written else (),
        **element.fields("link", LINK),
        damping=_damping(decay) if decay is not None else None,
        batteries=tuple([_battery(each) for each in element.all("battery")]) if "battery" in written else (),
        particle_emitters=tuple([_emitter(reading, each, scope) for each in element.all("particle_emitter")])
        if "particle_emitter" in written
        else (),
        plugins=read_plugins(element) if "plugin" in written else (),
        extras=collect(element, "link"),
        use=reading.use_of(element),
        origin=element.origin,
    )


def _distinct(reading: Reading, holder: Element, tag: str) -> list[Element]:
    """Return the children of a tag. A second one of the same name is dropped."""
    names: set[str] = set()
    found = []
    for each in holder.all(tag):
        name = reading.own_name(each)
        if name in names:
            each.mark_all()
            about = traced("", each.all_ids())
            reading.invalid(NAME_REPEATED_INVALID, each, about=about, kind=tag, name=str(name), scope=f"the {holder.tag}")
            continue
        names.add(str(name))
        found.append(each)
    return found


def _damping(element: Element) -> ir.Damping | None:
    linear, angular = element.take("link/velocity_decay", "linear"), element.take("link/velocity_decay", "angular")
    if linear is None and angular is None:
        return None
    return ir.Damping(law="rate", linear=linear, angular=angular, origin=element.origin)


def _battery(element: Element) -> ir.Battery:
    voltage = element.take("battery", "voltage")
    return ir.Battery(name=element.required("name"), voltage=voltage, origin=element.origin)


def _emitter(reading: Reading, element: Element, scope: Scope) -> ir.ParticleEmitter:
    pose, relative_to = reading.pose(element, scope)
    return ir.ParticleEmitter(
        name=reading.own_name(element),
        type=element.raw("type"),
        pose=pose,
        relative_to=relative_to,
        extras=collect(element, "particle_emitter"),
        origin=element.origin,
    )


# ---------------------------------------------------------------- mass


def read_inertial(reading: Reading, link: Element, shapes: tuple[ir.Collision, ...]) -> ir.Inertial:
    """Return the inertial of a link. The defaults are 1 kg and the unit tensor."""
    element = link.child("inertial")
    if element is None:
        return ir.Inertial(mass=1.0, inertia=UNIT, origin=link.origin)
    auto = element.flag("inertial/@auto", "auto") if "auto" in element.attributes else None
    if auto:
        from scenec.converters.sdformat.read.auto_inertia import read_auto_inertia

        return read_auto_inertia(reading, element, link, auto, shapes)
    pose, _ = reading.pose(element, None)
    mass = element.take("inertial", "mass", default=True)
    tensor = element.child("inertia")
    inertia = UNIT
    if tensor is not None:
        inertia = Inertia(**tensor.fields("inertial/inertia", MOMENTS, default=True))
    check_inertia(reading, link, mass, inertia)
    added = element.child("fluid_added_mass")
    return ir.Inertial(
        mass=mass,
        pose=pose,
        inertia=inertia,
        auto=auto,
        density=element.take("inertial", "density"),
        added_mass=_added_mass(added) if added is not None else None,
        extras=collect(element, "inertial"),
        origin=element.origin,
    )


def check_inertia(reading: Reading, link: Element, mass: float, inertia: Inertia) -> None:
    problem = plausible(inertia, mass)
    if problem is not None:
        subject = f"link {link.attributes.get('name', '')}"
        reading.ledger.report(LINK_INERTIA_REFUSED, about=(mass, inertia), origin=link.origin, subject=subject, why=problem)


def _added_mass(element: Element) -> tuple[float, ...]:
    return tuple(element.take("inertial/fluid_added_mass", name, default=True) for name in ADDED_MASS)


# ---------------------------------------------------------------- shapes


def read_collision(reading: Reading, element: Element, scope: Scope) -> ir.Collision:
    pose, relative_to = reading.pose(element, scope)
    surface = element.child("surface")
    masks: dict[str, Any] = {}
    if surface is not None:
        masks = {
            "collide_mask": surface.take("surface", "contact/collide_bitmask"),
            "category_mask": surface.take("surface", "contact/category_bitmask"),
        }
    return ir.Collision(
        name=reading.own_name(element),
        pose=pose,
        relative_to=relative_to,
        geometry=read_geometry(reading, element),
        surface=read_surface(surface) if surface is not None else DEFAULT_SURFACE,
        **masks,
        **element.fields("collision", COLLISION),
        extras=collect(element, "collision"),
        origin=element.origin,
    )


@cache
def _surface_fields() -> dict[str, tuple[str, dict[str, str]]]:
    """Return path of an element below <surface> -> (its first tag, tag of its children -> field)."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    for field, path in SURFACE:
        holder, _, tag = path.rpartition("/")
        found.setdefault(holder, (holder.partition("/")[0], {}))[1][tag] = field
    return found


def read_surface(element: Element) -> ir.Surface:
    """Return a surface with the default friction and restitution of SDFormat. Other defaults belong to the engines."""
    values: dict[str, Any] = {}
    written = {child.tag for child in element.children}
    for path, (tag, names) in _surface_fields().items():
        holder = element.at(path) if tag in written else None
        if holder is not None:
            values.update(holder.fields(f"surface/{path}", names))
    for field, value in DEFAULT_CONTACT.items():
        if values.get(field) is None:
            values[field] = value
    return ir.Surface(**values, extras=collect(element, "surface"), origin=element.origin)


def read_visual(reading: Reading, element: Element, scope: Scope) -> ir.Visual:
    pose, relative_to = reading.pose(element, scope)
    written = element.tags()
    material = element.child("material") if "material" in written else None
    return ir.Visual(
        name=reading.own_name(element),
        pose=pose,
        relative_to=relative_to,
        geometry=read_geometry(reading, element),
        material=read_material(reading, material) if material is not None else None,
        **element.fields("visual", VISUAL),
        layer=element.take("visual", "meta/layer") if "meta" in written else None,
        plugins=read_plugins(element) if "plugin" in written else (),
        extras=collect(element, "visual"),
        origin=element.origin,
    )
