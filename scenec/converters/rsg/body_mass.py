"""The mass of a RigidBody as ODE keeps it: 1 kg and the unit tensor until a call sets it; `set...` replaces, `add...` adds."""

from __future__ import annotations

import math

import msgspec

from scenec.converters.rsg.environment import Remarks
from scenec.converters.rsg.nodes import Call
from scenec.ir.inertia import Inertia, compose, rotated, solid_box, solid_capsule, solid_cylinder, solid_sphere
from scenec.ir.pose import ORIGIN, Pose, Vec3
from scenec.trace import derived, ids_of


class Mass(msgspec.Struct):
    """mass: kg. inertia: kg m^2 about the centre of mass, in the body's axes. com: where `setMassParameters` puts it. calls: made it so."""

    mass: float = 1.0
    inertia: Inertia = Inertia(1.0, 1.0, 1.0)
    com: Vec3 = ORIGIN
    calls: list[Call] = msgspec.field(default_factory=list)


def change_mass(body: Mass, call: Call, matrix: Pose | None, remarks: Remarks) -> Vec3:
    """Do what a mass call does; returns how far the centre of mass moves (m, in the body's axes)."""
    if call.name == "setMass":
        shape = body.calls[-1] if len(body.calls) == 1 and body.calls[0].name not in ("setMass", "setMassParameters") else None
        if shape is not None and shape.name.startswith("set"):  # whose own mass cancels out
            remarks.ineffective("mass-replaced", ids_of(shape.values[0]), "setMass replaces it; only the shape counts")
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
    """Earlier calls no longer count."""
    for earlier in body.calls:
        if earlier.name.startswith("add"):
            continue  # it has moved the body
        new = set(call.ids())
        ids = tuple(value_id for value_id in (earlier.source.text_id, *earlier.ids()) if value_id not in new)
        remarks.ineffective("mass-replaced", ids, f"{call.name} replaces the mass", origin=earlier.source, document=earlier.document)
    body.calls = [call]


def add_mass(body: Mass, call: Call, mass: float, inertia: Inertia, matrix: Pose | None, remarks: Remarks) -> Vec3:
    if not body.calls:
        remarks.report(
            "mass-added-to-default", (), "the body has no mass yet, so this adds to ODE's default of 1 kg and the unit tensor",
            fate="kept", level="warning", category="physics", origin=call.origin, hint="set a mass first",
        )  # fmt: skip
    if matrix is None:
        remarks.report(
            "mass-matrix-undefined", (), f"{call.name} without a matrix reads memory that nobody set; taken as no displacement",
            fate="kept", level="error", category="physics", origin=call.origin, hint="give the matrix: 0 0 0 0 0 0",
        )  # fmt: skip
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
    """Mass and tensor of the shape a call names, by density or total mass."""
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
    """In m^3, infinite where no float holds it: products, because powers raise OverflowError."""
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
