"""Keyframes: the start, called `home`, and the named poses of the scene. MuJoCo states the coordinates of all joints of the file."""

from __future__ import annotations

from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.joints import Joints, shifted
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import restore
from scenec.converters.mjcf.write.values import number, rounded
from scenec.ir.scene import NamedPose
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, said
from scenec.trace import Computed, ids_of, plain, steering

HOME = "home"
OF_ACTUATORS = ("act", "ctrl", "mpos", "mquat")
"""Numbers of a keyframe in the order of actuators and mocap bodies, of which only a file that was MJCF has the same."""


def write_keyframes(writing: Writing, names: Names, root: Element, joints: Joints, ctrl: list[float]) -> None:
    """Write the keyframes of a file that has joints."""
    poses = writing.scene.named_poses
    if not joints.dofs or (writing.is_own and not poses):
        return
    out = root.append("keyframe")
    if not writing.is_own and not any(pose.name == HOME for pose in poses):
        key = out.append("key", name=constant(HOME))
        key.set("qpos", said(" ", _qpos(writing, joints, None)))
        if ctrl:
            key.set("ctrl", said(" ", [number(each) for each in ctrl]))
    for pose in poses:
        key = out.append("key", says=(pose.model,) if len(writing.scene.models) == 1 else ())
        name = names.give("key", pose)
        if name is not None:
            key.set("name", name)
        if pose.time is not None:
            key.set("time", number(pose.time))
        key.set("qpos", said(" ", _qpos(writing, joints, pose)))
        restore(key, pose, skip=() if writing.is_own else OF_ACTUATORS)


def _qpos(writing: Writing, joints: Joints, pose: NamedPose | None) -> list[Said]:
    """Return the coordinates of all joints in a named pose, at the start for None."""
    stated = {str(each.joint): each for each in pose.positions} if pose is not None else {}
    placed = {str(each.link): each for each in pose.placements} if pose is not None else {}
    found: list[Said] = []
    for dof in joints.dofs:
        if dof.kind == "free":
            own = placed.get(dof.body)
            X_W = own.pose if own is not None else writing.in_world(dof.body).pose
            position = X_W.position if own is not None else rounded(X_W.position)
            says = ids_of((own.link, own.pose)) if own is not None else steering(X_W.position, X_W.rotation)
            found.append(Said(said(" ", [number(each) for each in (*position, *rounded(X_W.rotation))]).text, says))
            continue
        at = stated.get(dof.joint.id) if dof.joint is not None else None
        if dof.kind == "ball":
            turned = at.values if at is not None and len(at.values) == 4 else (1.0, 0.0, 0.0, 0.0)
            found.append(Said(said(" ", [number(each) for each in turned]).text, ids_of((turned, at.joint if at is not None else None))))
        elif at is not None and dof.joint is not None and dof.axis is not None and dof.axis < len(at.values):
            axes = dof.joint.axes
            offset = (axes[dof.axis].reported_offset if dof.axis < len(axes) else None) or 0.0
            text = number(shifted(at.values[dof.axis], plain(offset)))
            found.append(Said(text.text, (*text.ids, *ids_of(at.joint), *steering(offset))))
        else:
            found.append(Said(number(Computed(dof.start)).text, steering(dof.start)))
    return found
