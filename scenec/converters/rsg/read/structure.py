"""Turns the tree of nodes into links, models, joints and the world.

A link is a RigidBody with the nodes beside it. Nodes without a body are static. Models are groups of links that joints connect.
"""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.collision import read_collider
from scenec.converters.rsg.read.context import Part, Place, Reading, pose_or_none, standing_below
from scenec.converters.rsg.read.joint import read_joint
from scenec.converters.rsg.read.joint_direction import with_parents_towards_root
from scenec.converters.rsg.read.link import read_link
from scenec.converters.rsg.read.model import read_models
from scenec.converters.rsg.read.program.nodes import HERE, Node, composed
from scenec.converters.rsg.read.sensor import read_camera, read_perceptor
from scenec.converters.rsg.read.unused_values import forget_calls
from scenec.converters.rsg.read.visual import read_light, read_visual
from scenec.ir.pose import ORIGIN, Pose, add
from scenec.trace import derived


def read_scene(root: Node, reading: Reading) -> ir.Scene:
    make_links(root, reading)
    stack = [(root, inside(root, Place(None, HERE), reading))]
    while stack:
        node, place = stack.pop()
        if node is not root:
            read_node(node, place, reading)
        inner = node.children if is_open(node) else standing_below(node)
        stack.extend((child, place_of(child, place, reading)) for child in reversed(inner))
    for part in list(reading.parts):
        name_places(part, reading)
    joints = [joint for node in reading.joints if (joint := read_joint_and_forget(node, reading)) is not None]
    joints = with_parents_towards_root(joints, [part.id for part in reading.parts if part.body is not None])
    models, joints = read_models(joints, reading)
    return ir.Scene(
        worlds=(read_world(reading),),
        models=tuple(models),
        links=tuple(read_link(part, reading) for part in reading.parts),
        joints=tuple(joints),
        frames=tuple(reading.frames),
        lights=tuple(reading.lights),
        meshes=reading.meshes.all(),
        friction_law="mean",
        assets=tuple(reading.assets.values()),
        uses=reading.uses,
        extras=tuple(reading.extras),
    )


def is_open(node: Node) -> bool:
    """Return whether the nodes in this one are read by themselves. Other nodes are read together with their content."""
    return node.cls.group in ("transform", "node", "space", "body", "record") or node.cls.name in ("DragController", "Battery")


def make_links(root: Node, reading: Reading) -> None:
    """Make a link of every body, in document order. Colliders and joints find their bodies by it."""
    for node in root.walk():
        if node.cls.group == "body":
            parent = node.parent or root
            part = Part(reading.new_id("link"), parent, node, node.state.pose)
            reading.parts.append(part)
            reading.of_body[id(node)] = part


def place_of(node: Node, place: Place, reading: Reading) -> Place:
    """Return the place of a child. place: that of its parent."""
    outermost = node.parent is reading.program.root and place.part is None
    if not node.is_transform:
        return inside(node, Place(None, HERE, node, HERE) if outermost else place, reading)
    if outermost:
        return inside(node, Place(None, HERE, node, node.local), reading)
    X_child = node.local
    if place.part is not None and place.part.body is not None and node.parent is place.part.node:
        shift = place.part.body.state.shift
        if shift != ORIGIN:  # neighbours of a body whose centre of mass moved follow it back, by as much along the world's axes
            shift = derived(place.part.pose.rotation.inverse().apply(shift), shift, place.part.pose.rotation)
            X_child = derived(Pose(add(node.local.position, shift), node.local.rotation), node.local, shift)
    return inside(node, Place(place.part, composed(place.X, X_child), place.base, place.X_WB, node), reading)


def inside(node: Node, place: Place, reading: Reading) -> Place:
    """Return the place of the content of a node. A node that holds a body is a link, and its content moves with the body."""
    body = node.first("body")
    if body is None or not (node.is_transform or node.parent is None):
        return place
    return Place(reading.of_body[id(body)], HERE, place.base, place.X_WB)


def read_node(node: Node, place: Place, reading: Reading) -> None:
    match node.cls.group:
        case "collider":
            read_collider(node, place, reading)
            forget_calls(node)
        case "visual" if node.cls.place == "ir":
            read_visual(node, place, reading)
            forget_calls(node)
        case "light":
            read_light(node, place, reading)
        case "camera":
            read_camera(node, place, reading)
        case "perceptor":
            read_perceptor(node, place, reading)
        case "joint":
            reading.joints.append(node)
        case "drive":
            read_drive(node, place, reading)
        case "world":
            reading.world.append(node)
        case "transform" | "space" | "node" | "body":
            pass
        case "stub":
            ids = tuple(value_id for call in node.calls for value_id in (call.source.text_id, *call.ids()))
            reading.remarks.ineffective(rows.CLASS_WITHOUT_FUNCTION, ids, origin=node.source, document=node.document, node=node.cls.name)
        case "record":
            home, _ = reading.home(place)
            home.extras.append(reading.raw(node, below=False))
        case _:
            home, _ = reading.home(place)
            home.extras.append(reading.raw(node))


def read_joint_and_forget(node: Node, reading: Reading) -> ir.Joint | None:
    """Read a joint, then free its calls: a scene may have many joints."""
    joint = read_joint(node, reading)
    forget_calls(node)
    node.state = None
    return joint


def read_drive(node: Node, place: Place, reading: Reading) -> None:
    """Read a node that acts on the body beside it."""
    home, _ = reading.home(place)
    if node.cls.name == "DragController" and home.body is not None:
        linear, angular = reading.first(node, "setLinearDrag", 0.0), reading.first(node, "setAngularDrag", 0.0)
        home.damping = ir.Damping(law="force", linear=linear, angular=angular, origin=node.origin)
        name_kept(node, home, reading)
    elif node.cls.name == "Battery":
        home.batteries.append(
            ir.Battery(
                name=reading.name_of(node),
                capacity=reading.first(node, "setCapacity"),
                power=reading.first(node, "setPower"),
                origin=node.origin,
            )
        )
    else:
        home.extras.append(reading.raw(node))


def name_kept(node: Node, home: Part, reading: Reading) -> None:
    """Keep the name of a node that has no name in the scene, as an extra."""
    if node.stated is not None:
        home.extras.append(reading.extra(f"{node.cls.name}/setName", reading.name_of(node), node))


def name_places(part: Part, reading: Reading) -> None:
    """Make frames of named Transforms inside a link whose names nothing else uses."""
    stack = [(part.node, HERE)]
    first = True
    while stack:
        node, X = stack.pop()
        if not first:
            if node.is_transform and (node.first("body") is not None):
                continue
            X = composed(X, node.local) if node.is_transform else X
            if node.is_transform and node.stated is not None and id(node) not in reading.named:
                reading.frames.append(
                    ir.Frame(
                        id=reading.new_id("frame"),
                        name=reading.name_of(node),
                        model=part.id,  # the link's model, once that is known
                        attached_to=part.id,
                        pose=pose_or_none(X),
                        origin=node.origin,
                    )
                )
        first = False
        stack.extend((child, X) for child in reversed(node.children))


def read_world(reading: Reading) -> ir.World:
    """Read the World that a file makes. Without one, gravity is set by the scripts of the application."""
    world = ir.World(id="world1")
    for node in reading.world[-1:]:
        gravity = reading.values(node, "setGravity")
        solver = ir.SolverSettings(
            erp=reading.first(node, "setERP"),
            cfm=reading.first(node, "setCFM"),
            surface_layer=reading.first(node, "setContactSurfaceLayer"),
            origin=node.origin,
        )
        profile = ir.PhysicsProfile(engine="ode", solver=solver, origin=node.origin)
        stated = any(value is not None for value in (solver.erp, solver.cfm, solver.surface_layer))
        world = msgspec.structs.replace(
            world,
            name=reading.name_of(node),
            gravity=gravity[:3] if gravity is not None else None,
            profiles=(profile,) if stated else (),
            extras=reading.raw_calls(node, ("setAutoDisableFlag",)),
            origin=node.origin,
        )
    return world
