"""Links: a RigidBody and the Transform around it, or a Transform whose shapes never move."""

from __future__ import annotations

from scenec import ir
from scenec.converters.rsg.execution import Body
from scenec.converters.rsg.nodes import Node
from scenec.converters.rsg.reading import Part, Reading, pose_or_none
from scenec.ir.pose import Pose
from scenec.trace import derived, ids_of

_KEPT_RAW = ("setVelocity", "setAngularVelocity", "addForce", "addTorque", "enable", "disable")


def read_link(part: Part, reading: Reading) -> ir.Link:
    body = part.body
    extras = list(part.extras)
    inertial, gravity = None, None
    if body is not None:
        inertial = read_inertial(body, reading)
        gravity = reading.first(body, "useGravity")
        extras += reading.raw_calls(body, _KEPT_RAW)
    return ir.Link(
        id=part.id,
        name=link_name(part, reading, extras),
        model=part.model,
        pose=pose_or_none(part.pose),
        inertial=inertial,
        collisions=tuple(part.collisions),
        visuals=tuple(part.visuals),
        sensors=tuple(part.sensors),
        lights=tuple(part.lights),
        gravity=gravity,
        damping=part.damping,
        batteries=tuple(part.batteries),
        extras=tuple(extras),
        use=reading.use_of((body or part.node).use),
        origin=(body or part.node).origin,
    )


def link_name(part: Part, reading: Reading, extras: list[ir.Extra]) -> str | None:
    """The Transform's name; the body's only where it has none, or holds several bodies."""
    own = reading.name_of(part.body) if part.body is not None else None
    bodies = [child for child in part.node.children if child.cls.group == "body"]
    above = reading.name_of(part.node) if part.node.is_transform else None
    if above is None or (part.body is not None and part.body is not bodies[0]):
        return own if own is not None else part.node.name if part.node.is_transform else None
    if own is not None and part.body is not None:
        extras.append(reading.extra("RigidBody/setName", own, part.body))
    return above


def read_inertial(node: Node, reading: Reading) -> ir.Inertial:
    """ODE's 1 kg and unit tensor where no call says anything."""
    body: Body = node.state
    mass = body.mass
    if any(mass.com):
        reading.remarks.report(
            "mass-centre-refused", ids_of(mass.com), "setMassParameters with a centre of mass beside the body's origin; ODE refuses it",
            fate="converted", level="error", category="physics", origin=node.origin,
            hint="place the Transform at the centre of mass and shift what stands beside the body",
        )  # fmt: skip
    else:
        reading.remarks.consumed(*ids_of(mass.com))
    from scenec.ir.inertia import about_com

    tensor = (
        derived(about_com(mass.inertia, float(mass.mass), mass.com), mass.inertia, mass.mass, mass.com) if any(mass.com) else mass.inertia
    )
    return ir.Inertial(mass=mass.mass, pose=Pose(mass.com) if any(mass.com) else None, inertia=tensor, origin=node.origin)
