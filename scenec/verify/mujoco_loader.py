"""Prints what MuJoCo makes of one MJCF file, or with --urdf of one URDF file, as JSON in the shape of a scenec physics summary.

Run by an interpreter that has MuJoCo (see `scenec.verify.mujoco_verdicts`), as a program of its own; world frame, SI, in the pose of the
file. Bodies and joints go by their names, those of a URDF robot behind the robot's; what has no name is left out.

Of a URDF robot MuJoCo keeps links on fixed joints and folders in names of meshes, and takes masses from <inertial> alone. Looks are left
out, which it discards by default, and so are collisions of mesh files that it does not read or that are named by a package.
"""

from __future__ import annotations

import json
import os
import sys
import xml.etree.ElementTree as ElementTree
from typing import Any

import mujoco
import numpy as np

KINDS = {
    int(mujoco.mjtJoint.mjJNT_HINGE): "revolute",
    int(mujoco.mjtJoint.mjJNT_SLIDE): "prismatic",
    int(mujoco.mjtJoint.mjJNT_BALL): "ball",
    int(mujoco.mjtJoint.mjJNT_FREE): "floating",
}
AXIAL = ("revolute", "prismatic")
UNLIMITED = 1e16
"""Ends of ranges from this on stand for none (m, rad)."""
MESHES = (".obj", ".stl", ".msh")
"""Mesh files that MuJoCo reads."""
URDF_SETTINGS = {
    "fusestatic": "false",
    "discardvisual": "true",
    "strippath": "false",
    "inertiafromgeom": "false",
    "balanceinertia": "false",
}
NOT_MUJOCO = ("mujoco", "gazebo", "ros2_control", "transmission")
"""Elements of URDF files that are for others, and the settings that ours stand for."""


def summary(path: str, *, urdf: bool) -> dict[str, Any]:
    """Return the summary of a file. Raises ValueError with MuJoCo's words for one that it refuses."""
    model, prefix = of_urdf(path) if urdf else (of_mjcf(path), "")
    data = mujoco.MjData(model)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_comPos(model, data)
    bodies = [i for i in range(1, model.nbody) if model.body(i).name]
    joints = [i for i in range(model.njnt) if model.joint(i).name and (not urdf or KINDS[int(model.jnt_type[i])] in AXIAL)]
    return {
        "gravity": model.opt.gravity.tolist(),
        "step": float(model.opt.timestep),
        "errors": [],
        "unnamed": sum(not model.joint(i).name and KINDS[int(model.jnt_type[i])] != "floating" for i in range(model.njnt)),
        "links": [_link(model, data, i, prefix) for i in bodies],
        "joints": [_joint(model, data, i, prefix) for i in joints],
    }


def of_mjcf(path: str) -> Any:
    """Return the compiled model of an MJCF file, each body with its name."""
    spec = mujoco.MjSpec.from_file(path)
    compiler = getattr(spec, "compiler", spec)  # a part of its own since release 3.3
    compiler.fusestatic = False  # else bodies lose their names
    return spec.compile()


def of_urdf(path: str) -> tuple[Any, str]:
    """Return the compiled robot of a URDF file, and what stands before its names."""
    root = ElementTree.parse(path).getroot()
    for each in root.iter():
        each.tag = each.tag.rpartition("}")[2]  # MuJoCo does not read namespaces
    os.chdir(os.path.dirname(os.path.abspath(path)))
    for link in root.findall("link"):
        for part in [*link.findall("visual"), *link.findall("collision")]:
            mesh = part.find("geometry/mesh")
            if part.tag == "visual" or (mesh is not None and not _is_read(mesh.get("filename", ""))):
                link.remove(part)
    for each in [each for tag in NOT_MUJOCO for each in root.findall(tag)]:
        root.remove(each)
    ElementTree.SubElement(ElementTree.SubElement(root, "mujoco"), "compiler", URDF_SETTINGS)
    return mujoco.MjModel.from_xml_string(ElementTree.tostring(root, encoding="unicode")), f"{root.get('name', '')}::"


def _is_read(name: str) -> bool:
    return name.lower().endswith(MESHES) and "://" not in name and os.path.isfile(name)


def _path(model: Any, body: int, prefix: str) -> str:
    name: str = model.body(body).name
    return prefix + name if body else name


def _link(model: Any, data: Any, body: int, prefix: str) -> dict[str, Any]:
    turn = data.ximat[body].reshape(3, 3)
    return {
        "path": _path(model, body, prefix),
        "mass": float(model.body_mass[body]),
        "pose": [*data.xpos[body].tolist(), *data.xquat[body].tolist()],
        "com": (data.xipos if model.body_mass[body] or not prefix else data.xpos)[body].tolist(),
        "inertia": (turn @ np.diag(model.body_inertia[body]) @ turn.T).tolist(),
    }


def _joint(model: Any, data: Any, joint: int, prefix: str) -> dict[str, Any]:
    body = int(model.jnt_bodyid[joint])
    kind = KINDS[int(model.jnt_type[joint])]
    axes = []
    if kind in AXIAL:
        start = float(model.qpos0[model.jnt_qposadr[joint]])
        limited = bool(model.jnt_limited[joint])
        lower, upper = (float(end) - start if limited and abs(end) < UNLIMITED else None for end in model.jnt_range[joint])
        axes.append({"axis": data.xaxis[joint].tolist(), "lower": lower, "upper": upper})
    return {
        "path": prefix + model.joint(joint).name,
        "type": kind,
        "parent": _path(model, int(model.body_parentid[body]), prefix),
        "child": _path(model, body, prefix),
        "anchor": data.xanchor[joint].tolist(),
        "axes": axes,
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(summary(sys.argv[-1], urdf="--urdf" in sys.argv[1:-1])))
