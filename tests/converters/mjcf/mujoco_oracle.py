"""MuJoCo's reading of a file, compared with the scene that it was written from.

Both sides are at the start: `qpos0` of MuJoCo, the initial positions of ours. Bodies and joints are found by name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from scenec.ir.scene import Scene

RELATIVE, ABSOLUTE = 1e-9, 1e-12


def load(path: Path) -> Any:
    """The compiled model."""
    import mujoco

    return mujoco.MjModel.from_xml_path(str(path))


def differences(scene: Scene, path: Path) -> list[tuple[str, str]]:
    """(path of a link or joint, what differs) of what MuJoCo sees otherwise, in the order of the scene."""
    import mujoco

    model = load(path)
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    summary = scene.physics()
    found: list[tuple[str, str]] = []
    bodies = {model.body(i).name: i for i in range(1, model.nbody)}
    for link, node in zip(summary.links, scene.links, strict=True):
        body = _named(bodies, link.path, node.name)
        if body is None:
            if not _is_nothing(link):
                found.append((link.path, "body missing"))
            continue
        found += [(link.path, what) for what in _body_differences(model, data, body, link)]
    joints = {model.joint(i).name: i for i in range(model.njnt)}
    for joint, named in zip(summary.joints, scene.joints, strict=True):
        found += [(joint.path, what) for what in _joint_differences(model, data, joints, joint, named.name or _unnamed(joint))]
    return found


def _unnamed(joint: Any) -> str:
    """Return what a joint without a name is called: after the body that it moves."""
    return f"{joint.child.rpartition('::')[2]}_joint"


def _is_nothing(link: Any) -> bool:
    return not link.mass and not link.collisions and not link.visuals


def _named(found: dict[str, int], path: str, name: str | None, ending: str = "") -> int | None:
    """The element that a part of that path became: of its own name, or of its path."""
    words = (path.replace("::", "/"), path.rpartition("::")[2], str(name), f"{name}_2", f"{path.rpartition('::')[0]}/{name}")
    return next((found[each + ending] for each in words if each + ending in found), None)


def _body_differences(model: Any, data: Any, body: int, link: Any) -> list[str]:
    found = []
    if not _near(data.xpos[body], link.pose[:3], 1.0):
        found.append(f"position {list(data.xpos[body])} for {link.pose[:3]}")
    turned = abs(float(np.dot(data.xquat[body], link.pose[3:])))
    if abs(turned - 1.0) > 1e-9:
        found.append(f"rotation {list(data.xquat[body])} for {link.pose[3:]}")
    if link.static:
        return found
    mass = float(model.body_mass[body])
    if not _near([mass], [link.mass], 0.0):
        return [*found, f"mass {mass} for {link.mass}"]
    if not link.mass:
        return found
    if not _near(data.xipos[body], link.com, 1.0):
        found.append(f"centre of mass {list(data.xipos[body])} for {link.com}")
    turn = data.ximat[body].reshape(3, 3)
    inertia = turn @ np.diag(model.body_inertia[body]) @ turn.T
    expected = np.array(link.inertia)
    if np.abs(inertia - expected).max() > 1e-9 * np.abs(expected).max() + 1e-15:
        found.append(f"inertia {inertia.tolist()} for {link.inertia}")
    return found


def _joint_differences(model: Any, data: Any, joints: dict[str, int], joint: Any, name: str | None) -> list[str]:
    if joint.type in ("fixed", "floating", "ball", "gearbox", "planar", "screw"):
        return []
    found = []
    for number, axis in enumerate(joint.axes):
        index = _named(joints, joint.path, name, "" if len(joint.axes) == 1 or not number else f"_axis{number + 1}")
        if index is None:
            found.append("joint missing")
            continue
        seen = data.xaxis[index]
        if not _near(seen, np.array(axis.axis) / np.linalg.norm(axis.axis), 1.0):
            found.append(f"axis {list(seen)} for {axis.axis}")
        off = data.xanchor[index] - np.array(joint.anchor)
        if joint.type != "prismatic" and np.abs(off - np.dot(off, seen) * seen).max() > 1e-9:
            found.append(f"anchor {list(data.xanchor[index])} for {joint.anchor}")
        start, limits = float(model.qpos0[model.jnt_qposadr[index]]), model.jnt_range[index]
        limited = bool(model.jnt_limited[index])
        expected = [axis.lower, axis.upper] if joint.type != "continuous" else [None, None]
        expected = [None if end is None else end - axis.initial for end in expected]
        ends = [float(end) - start if limited and np.isfinite(end) else None for end in limits]
        for end, wanted in zip(ends, expected, strict=True):
            if (end is None) != (wanted is None) or (
                end is not None and wanted is not None and abs(end - wanted) > 1e-9 * max(1, abs(wanted))
            ):
                found.append(f"range {ends} for {expected}")
                break
        dof = model.jnt_dofadr[index]
        for what, value, wanted in (
            ("damping", model.dof_damping[dof], axis.damping),
            ("friction", model.dof_frictionloss[dof], axis.friction),
            ("stiffness", model.jnt_stiffness[index], axis.stiffness),
        ):
            value = float(np.ravel(value)[0])
            if abs(value - float(wanted or 0.0)) > 1e-9 * max(1.0, abs(float(wanted or 0.0))):
                found.append(f"{what} {value} for {wanted}")
    return found


def _near(seen: Any, expected: Any, size: float) -> bool:
    seen, expected = np.asarray(seen, dtype=float), np.asarray(expected, dtype=float)
    return bool(np.abs(seen - expected).max() <= RELATIVE * max(size, float(np.abs(expected).max())) + ABSOLUTE)
