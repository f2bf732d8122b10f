"""Bodies and the joints between them: one model for each tree of bodies that hang together.

Digits stay as written: a joint is placed in its parent body, a body in the joint it hangs on.
"""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.simrobot.read.appearance import read_visuals
from scenec.converters.simrobot.read.container import Home
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.joint import read_joint
from scenec.converters.simrobot.read.mass import read_inertial
from scenec.converters.simrobot.read.pose import pose_or_none, read_pose
from scenec.converters.simrobot.read.sensor import read_sensors
from scenec.converters.simrobot.read.shape import read_collisions
from scenec.converters.simrobot.read.user_input import read_user_inputs
from scenec.ir import Id, Pose


class _Pending(msgspec.Struct):
    """A body that is still to be read: its id, its pose, and its joint."""

    body: SceneCursor
    link: Id
    pose: Pose | None
    relative_to: Id | None


def read_tree(root: SceneCursor, reading: Reading, model: Id, parent: Id | None = None) -> None:
    """Return links and joints of a model, root first, in document order. root: a Body at the model's frame, or a joint that
    `parent` (the world) holds in the model's frame."""
    stack: list[_Pending | _PendingJoint] = []
    if parent is None:
        stack.append(_Pending(root, reading.new_id("link"), None, None))
    else:
        stack.append(_PendingJoint(root, parent, model))
    while stack:
        pending = stack.pop()
        if isinstance(pending, _PendingJoint):
            stack.append(attach(pending, reading, model))
            continue
        reading.links.append(read_body(pending, reading, model))
        stack.extend(_PendingJoint(joint, pending.link, pending.link) for joint in reversed(list(pending.body.of_class("joint"))))


class _PendingJoint(msgspec.Struct):
    joint: SceneCursor
    parent: Id
    relative_to: Id


def attach(pending: _PendingJoint, reading: Reading, model: Id) -> _Pending:
    """Read a joint, and queue its body."""
    body = pending.joint.only("body")
    assert body is not None, "the expansion has checked that it is there"
    link = reading.new_id("link")
    joint = read_joint(pending.joint, reading, model, pending.parent, pending.relative_to, link)
    reading.joints.append(joint)
    return _Pending(body, link, pose_or_none(read_pose(body)), joint.id)


def read_body(pending: _Pending, reading: Reading, model: Id) -> ir.Link:
    body = pending.body
    inertial = read_inertial(body, reading)
    home = Home(pending.link, model)
    collisions = read_collisions(body, reading, home)
    visuals = read_visuals(body, reading, home)
    sensors, sensing = read_sensors(body, reading, home)
    reading.user_inputs += read_user_inputs(body)
    return ir.Link(
        id=pending.link,
        name=body.called,
        model=model,
        pose=pending.pose,
        relative_to=pending.relative_to,
        inertial=inertial,
        collisions=(*collisions, *sensing),
        visuals=tuple(visuals),
        sensors=tuple(sensors),
        self_collide=read_collide_with_parent(body, reading),
        use=reading.use(body),
        origin=body.origin,
    )


def read_collide_with_parent(body: SceneCursor, reading: Reading) -> bool | None:
    """Return collideWithParent. Despite its name it lets the body touch all others of its tree."""
    collides = body.flag("collideWithParent")
    if collides and not reading.core3:
        return collides
    body.consumed(collides)
    return None
