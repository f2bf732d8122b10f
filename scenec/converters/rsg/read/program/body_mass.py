"""The mass of a RigidBody as ODE has it: 1 kg and the unit tensor until a call sets it. `set...` replaces, `add...` adds."""

from __future__ import annotations

import math

import msgspec

from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.program.nodes import Call
from scenec.converters.rsg.read.program.remarks import Remarks
from scenec.ir.inertia import Inertia, compose, rotated, solid_box, solid_capsule, solid_cylinder, solid_sphere
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.trace import derived, ids_of


class Mass(msgspec.Struct):
    """mass: kg. inertia: kg m^2 about the centre of mass, in the body's axes. com: as set by `setMassParameters`. calls: those that made
    it."""

    mass: float = 1.0
    inertia: Inertia = Inertia(1.0, 1.0, 1.0)
    com: Vec3 = ORIGIN
    calls: list[Call] = msgspec.field(default_factory=list)


def change_mass(body: Mass, call: Call, matrix: Pose | None, remarks: Remarks) -> Vec3:
    """Apply a mass call. Returns how far the centre of mass moves (m, in the body's axes)."""
    if call.name == "setMass":
        shape = body.calls[-1] if len(body.calls) == 1 and body.calls[0].name not in ("setMass", "setMassParameters") else None
        if shape is not None and shape.name.startswith("set"):  # whose own mass cancels out
            remarks.ineffective(rows.MASS_REPLACED, ids_of(shape.values[0]), method=shape.name, replacement=call.name)
            total = Call(shape.method, shape.form, shape.given, (call.values[0], *shape.values[1:]), shape.document, shape.number)
            body.mass, body.inertia = solid(total, is_total=True)
            body.calls.append(call)
            return ORIGIN
        ratio = call.values[0] / body.mass if body.mass else 0.0
        body.inertia = derived(Inertia(*(entry * ratio for entry in body.inertia.entries)), body.inertia, body.mass, call.values[0])
        body.mass = call.values[0]
        body.calls.append(call)
        return ORIGIN
    if call.name == "setMassParameters":
        replace(body, call, remarks)
        body.mass, body.com = call.values[0], call.values[1:4]
        body.inertia = Inertia(*call.values[4:10])
        return ORIGIN
    mass, inertia = solid(call)
    if call.name.startswith("set"):
        replace(body, call, remarks)
        body.mass, body.inertia, body.com = mass, inertia, ORIGIN
        return ORIGIN
    return add_mass(body, call, mass, inertia, matrix, remarks)


def replace(body: Mass, call: Call, remarks: Remarks) -> None:
    """Report the earlier calls that this one overrides."""
    for earlier in body.calls:
        if earlier.name.startswith("add"):
            continue  # it has moved the body
        new = set(call.ids())
        ids = tuple(value_id for value_id in (earlier.source.text_id, *earlier.ids()) if value_id not in new)
        remarks.ineffective(
            rows.MASS_REPLACED, ids, origin=earlier.source, document=earlier.document, method=earlier.name, replacement=call.name
        )
    body.calls = [call]


def add_mass(body: Mass, call: Call, mass: float, inertia: Inertia, matrix: Pose | None, remarks: Remarks) -> Vec3:
    if not body.calls:
        remarks.report(rows.MASS_ADDED_TO_DEFAULT, (), origin=call.origin, method=call.name)
    if matrix is None:
        remarks.report(rows.MASS_MATRIX_UNDEFINED, (), origin=call.origin, method=call.name)
        matrix = Pose()
    turned = rotated(inertia, matrix.rotation)
    total, com, tensor = compose([(float(body.mass), ORIGIN, body.inertia), (float(mass), matrix.position, turned)])
    sources = (body.mass, body.inertia, mass, inertia, matrix)
    body.mass = derived(float(total), body.mass, mass)
    body.inertia = derived(tensor, *sources)
    body.calls.append(call)
    x, y, z = (derived(float(part), *sources) for part in com)
    return (x, y, z) if any(com) else ORIGIN


def solid(call: Call, *, is_total: bool = False) -> tuple[float, Inertia]:
    """Return mass and tensor of the shape that a call names, by density or total mass."""
    shape = call.name[3:].removesuffix("Total")
    first, size = call.values[0], call.values[1 : {"Box": 4, "Sphere": 2}.get(shape, 3)]
    mass = first if is_total or call.name.endswith("Total") else derived(float(first * volume(shape, size)), first, size)
    plain = float(mass)
    match shape:
        case "Box":
            tensor = solid_box(plain, (size[0], size[1], size[2]))
        case "Sphere":
            tensor = solid_sphere(plain, size[0])
        case "Cylinder":
            tensor = solid_cylinder(plain, size[0], size[1])
        case _:
            tensor = solid_capsule(plain, size[0], size[1])
    return mass, derived(Inertia(*(float(entry) for entry in tensor.entries)), mass, size)


def volume(shape: str, size: tuple[float, ...]) -> float:
    """Return the volume in m^3, infinite on overflow. It is a product, because powers raise OverflowError."""
    radius = size[0]
    match shape:
        case "Box":
            return size[0] * size[1] * size[2]
        case "Sphere":
            return 4 / 3 * math.pi * radius * radius * radius
        case "Cylinder":
            return math.pi * radius * radius * size[1]
        case _:
            return math.pi * radius * radius * size[1] + 4 / 3 * math.pi * radius * radius * radius
