"""Links: a RigidBody and the Transform around it, or a Transform whose shapes never move."""

from __future__ import annotations

from scenec import ir
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.context import FORMAT_NAME, Part, Reading, pose_or_none
from scenec.converters.rsg.read.program.node_methods import Body
from scenec.converters.rsg.read.program.nodes import Node
from scenec.converters.rsg.vocabulary import CLASS
from scenec.ir.pose import Pose
from scenec.trace import derived, ids_of

_KEPT_RAW = ("setVelocity", "setAngularVelocity", "addForce", "addTorque", "enable", "disable")


def read_link(part: Part, reading: Reading) -> ir.Link:
    body = part.body
    extras = [*part.extras, *class_of(part)]
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


def class_of(part: Part) -> tuple[ir.Extra, ...]:
    """Return the class of a link's Transform as an extra, where it has one of its own: nodes below an AgentAspect or Ball look for it."""
    name = part.node.cls.name
    if not part.node.is_transform or name == "Transform":
        return ()
    return (ir.Extra(format=FORMAT_NAME, key=f"{CLASS}{name}]", origin=part.node.origin),)


def link_name(part: Part, reading: Reading, extras: list[ir.Extra]) -> str | None:
    """Return the name of the Transform, or that of the body if the Transform has none or holds several bodies."""
    own = reading.name_of(part.body) if part.body is not None else None
    bodies = [child for child in part.node.children if child.cls.group == "body"]
    above = reading.name_of(part.node) if part.node.is_transform else None
    if above is None or (part.body is not None and part.body is not bodies[0]):
        return own if own is not None else part.node.name if part.node.is_transform else None
    if own is not None and part.body is not None:
        extras.append(reading.extra("RigidBody/setName", own, part.body))
    return above


def read_inertial(node: Node, reading: Reading) -> ir.Inertial:
    """Read mass and inertia tensor. The defaults of ODE are 1 kg and the unit tensor."""
    body: Body = node.state
    mass = body.mass
    if any(mass.com):
        reading.remarks.report(rows.MASS_CENTRE_REFUSED, ids_of(mass.com), origin=node.origin, com=mass.com)
    else:
        reading.remarks.consumed(*ids_of(mass.com))
    from scenec.ir.inertia import about_com

    tensor = (
        derived(about_com(mass.inertia, float(mass.mass), mass.com), mass.inertia, mass.mass, mass.com) if any(mass.com) else mass.inertia
    )
    return ir.Inertial(mass=mass.mass, pose=Pose(mass.com) if any(mass.com) else None, inertia=tensor, origin=node.origin)
