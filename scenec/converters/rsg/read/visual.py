"""Visuals: unit shapes with their scale, meshes, and materials by name; and lights."""

from __future__ import annotations

from scenec import ir
from scenec.converters.rsg.findings import program
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.materials import DEFAULT, SHININESS, STANDARD, Standard
from scenec.converters.rsg.read.context import Place, Reading, pose_or_none, stands_by_itself
from scenec.converters.rsg.read.program.nodes import Call, Node, composed
from scenec.converters.rsg.vocabulary import UNEVEN_SCALE
from scenec.ir.base import Color
from scenec.trace import derived, ids_of

UNIT_MESHES = {"StdUnitBox": "Box", "StdUnitSphere": "Sphere", "StdCapsule": "Capsule", "StdUnitCylinder": "Cylinder"}
"""Built-in meshes of SimSpark -> the class that uses them."""

_KEPT_RAW = ("setTransparent", "setUseExternalMesh")


def read_visual(node: Node, place: Place, reading: Reading) -> None:
    home, pose = reading.home(place)
    geometry = read_geometry(node, reading)
    if geometry is None:
        ids = (node.source.text_id, *(value_id for call in node.calls for value_id in (call.source.text_id, *call.ids())))
        reading.named.add(id(node))
        reading.remarks.ineffective(rows.VISUAL_WITHOUT_SHAPE, ids, origin=node.source, document=node.document, node=node.cls.name)
        return
    material, drawn = read_material(node, reading, geometry)
    drawn = drawn and not (isinstance(geometry, ir.MeshShape) and not reading.meshes.draws(geometry))
    visible = reading.first(node, "setVisible")
    extras = list(reading.raw_calls(node, _KEPT_RAW))
    extras += [reading.raw(child) for child in node.children if not stands_by_itself(child)]
    extras += [reading.extra(UNEVEN_SCALE, scale, node) for scale in uneven_scale(node, geometry)]
    resets = node.last("resetMaterials")
    if resets is not None and len(resets.arguments) != 1:
        extras += reading.raw_calls(node, ("resetMaterials",))
    home.visuals.append(
        ir.Visual(
            name=reading.called_by(node, place),
            pose=pose_or_none(pose),
            geometry=geometry,
            material=material,
            visible=derived(bool(visible), visible) if visible is not None else None if drawn else False,
            cast_shadows=reading.first(node, "setCastShadows"),
            extras=tuple(extras),
            use=reading.use_of(node.use),
            origin=node.origin,
        )
    )


# ---------------------------------------------------------------- shapes


def read_geometry(node: Node, reading: Reading) -> ir.Shape | None:
    kind = node.cls.name
    parameters = node.last("setParams")
    if kind in ("StaticMesh", "SingleMatNode"):
        load = node.last("load")
        if load is None:
            return None
        name = load.arguments[0]
        needed = 3 if str.__str__(name) == "StdCapsule" else 1
        limit = f"{needed} parameter{'s' * (needed > 1)} of this mesh"
        reading.remarks.ineffective(program.PARAMETER_SURPLUS, ids_of(load.arguments[needed:]), method="load", limit=limit)
        if str.__str__(name) not in UNIT_MESHES:
            return reading.meshes.shape(node, name, scale_of(node))
        reading.remarks.consumed(*ids_of(name))
        kind = UNIT_MESHES[str.__str__(name)]
        if kind == "Capsule":
            return read_capsule(node, load, load.arguments[1:], reading)
    elif kind in ("Capsule", "Cylinder") and parameters is None:
        return None
    if kind == "Capsule":
        assert parameters is not None
        return read_capsule(node, parameters, parameters.arguments, reading)
    x, y, z = scale_of(node) or (1.0, 1.0, 1.0)
    match kind:
        case "Box":
            return ir.Box(size=(size(x), size(y), size(z)), origin=node.origin)
        case "Sphere" if x == y == z:
            return ir.Sphere(radius=size(derived(x, y, z)), origin=node.origin)
        case "Sphere":
            return ir.Ellipsoid(radii=(size(x), size(y), size(z)), origin=node.origin)
    if parameters is not None:  # they only say that there is a cylinder
        ids = tuple(value_id for value_id in parameters.ids() if value_id not in ids_of((x, y, z)))
        reading.remarks.ineffective(rows.CYLINDER_SIZE, ids, origin=parameters.source, document=parameters.document)
    if x != y:
        reading.remarks.report(rows.CYLINDER_ELLIPTIC, ids_of((x, y)), origin=node.origin, x=f"{x:g}", y=f"{y:g}")
        return ir.Cylinder(radius=derived((abs(x) + abs(y)) / 2, x, y), length=size(z), origin=node.origin)
    return ir.Cylinder(radius=size(derived(x, y)), length=size(z), origin=node.origin)


def size(scale: float) -> float:
    """Return the size of a scaled unit shape. Mirroring a symmetric shape changes nothing."""
    return scale if scale >= 0 else derived(-scale, scale)


def scale_of(node: Node) -> tuple[float, float, float] | None:
    """Return the scale of a visual: the last call of setScale, setExtents and setRadius counts."""
    for call in reversed(node.calls):
        if call.name in ("setScale", "setExtents"):
            return call.values[0], call.values[1], call.values[2]
        if call.name == "setRadius":
            radius = call.values[0]
            return radius, radius, radius
    return None


def uneven_scale(node: Node, geometry: ir.Shape) -> list[tuple[float, ...]]:
    """Return the original scale of a shape that was approximated because of it, else an empty list. Only RubySceneGraph uses it."""
    scale = scale_of(node)
    uneven = scale is not None and (
        scale != (1.0, 1.0, 1.0) if isinstance(geometry, ir.Capsule) else isinstance(geometry, ir.Cylinder) and scale[0] != scale[1]
    )
    return [tuple(float(part) for part in scale)] if uneven and scale is not None else []


def read_capsule(node: Node, call: Call, arguments: tuple[str, ...], reading: Reading) -> ir.Shape | None:
    from scenec.converters.rsg.kinds import LENGTH
    from scenec.trace import traced

    if len(arguments) < 2:
        return None
    radius, length = (traced(LENGTH.parse(str.__str__(text))[0], ids_of(text)) for text in arguments[:2])
    scale = scale_of(node)
    if scale is not None and scale != (1.0, 1.0, 1.0):
        reading.remarks.report(rows.CAPSULE_SCALED, ids_of(scale), origin=node.origin, scale=scale)
        around = (abs(scale[0]) + abs(scale[1])) / 2
        return ir.Capsule(
            radius=derived(radius * around, radius, *scale[:2]),
            length=derived(length * abs(scale[2]), length, scale[2]),
            origin=node.origin,
        )
    if scale is not None:
        reading.remarks.consumed(*ids_of(scale))
    return ir.Capsule(radius=radius, length=length, origin=node.origin)


# ---------------------------------------------------------------- materials


def read_material(node: Node, reading: Reading, geometry: ir.Shape) -> tuple[ir.Material | None, bool]:
    """Return the material, and whether the shape is drawn: a shape whose material is not defined is not. A mesh has its own material."""
    call = node.last("setMaterial")
    if call is None and isinstance(geometry, ir.MeshShape):
        resets = node.last("resetMaterials")
        call = resets if resets is not None and len(resets.arguments) == 1 else None
    if call is None:
        return (None, True) if isinstance(geometry, ir.MeshShape) else (material_of(None, DEFAULT, node), True)
    name = call.arguments[0]
    known = STANDARD.get(str.__str__(name))
    if known is not None:
        reading.ledger.converted(ids_of(name))  # a colour is what becomes of the word
        return material_of(name, known, node), True
    own = reading.meshes.material(str.__str__(name))
    if own is not None:
        return own(name, node), True
    from scenec.errors import nearest

    near = nearest(str.__str__(name), list(STANDARD))
    fix = f"Did you mean {near}?" if near else "Use a material of SimSpark's scripts, like matWhite."
    reading.remarks.report(rows.MATERIAL_UNKNOWN, ids_of(name), origin=call.origin, name=str.__str__(name), fix=fix)
    return ir.Material(name=name, origin=node.origin), False


def material_of(name: str | None, known: Standard, node: Node) -> ir.Material:
    parts: dict[float, float] = {}  # most of the numbers are the same few, each kept once

    def color(value: Color) -> Color:
        r, g, b, a = (parts[part] if part in parts else parts.setdefault(part, derived(part, name)) for part in value)
        return (r, g, b, a)

    return ir.Material(
        name=name if name is None else str.__str__(name),  # the colours carry the ids of the word
        ambient=color(known.ambient),
        diffuse=color(known.diffuse),
        specular=color(known.specular),
        emissive=color(known.emissive),
        shininess=derived(SHININESS, name),
        origin=node.origin,
    )


# ---------------------------------------------------------------- lights


def read_light(node: Node, place: Place, reading: Reading) -> None:
    """Read a light: a point at the pose of its parent."""
    colours = {name: reading.values(node, f"set{name.capitalize()}") for name in ("diffuse", "ambient", "specular")}
    radius = reading.first(node, "setRadius")
    light = ir.Light(
        name=reading.name_of(node),
        type=derived("point", node.written),
        pose=pose_or_none(place.X if place.part is not None else composed(place.X_WB, place.X)),
        diffuse=colours["diffuse"] or (1.0, 1.0, 1.0, 1.0),
        ambient=colours["ambient"] or (0.0, 0.0, 0.0, 1.0),
        specular=colours["specular"] or (1.0, 1.0, 1.0, 1.0),
        attenuation=ir.Attenuation(range=radius, origin=node.origin) if radius is not None else None,
        use=reading.use_of(node.use),
        origin=node.origin,
    )
    if place.part is not None:
        place.part.lights.append(light)
    else:
        reading.lights.append(light)
