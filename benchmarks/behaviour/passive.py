"""SDFormat and URDF files without what acts beside gravity, springs and viscous damping."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

SHAPES = ("collision", "visual", "material", "sensor", "light", "plugin", "gripper", "battery", "particle_emitter")
ACTING = {"axis": ("limit", "mimic"), "joint": ("limit", "mimic"), "dynamics": ("friction",)}
"""Element -> children that act on a joint. `mimic` is an equality; in SDFormat, limits and mimic stand in `axis`, in URDF in `joint`."""
ENTRIES = {"ixx": (0, 0), "ixy": (0, 1), "ixz": (0, 2), "iyy": (1, 1), "iyz": (1, 2), "izz": (2, 2)}


def bare(text: str) -> str:
    """Return an SDFormat or URDF text without shapes, sensors and mimic. Meshes and images that are missing are no longer an error."""
    tree = ET.fromstring(text)
    _remove(tree, {"axis": ("mimic",), "joint": ("mimic",)})
    return ET.tostring(tree, encoding="unicode")


def welded(text: str, *, in_link_axes: bool = False) -> tuple[str, dict[tuple[str, str], str]]:
    """Return an SDFormat text that is bare, without limits and dry friction, with its roots welded to the world; and the paths of its
    joints by name and child link. in_link_axes: inertia tensors are expressed in the axes of their links."""
    tree = ET.fromstring(text)
    for inertial in tree.iter("inertial") if in_link_axes else ():
        turn_to_link(inertial)
    paths: dict[tuple[str, str], str] = {}
    for model in [model for parent in (tree, *tree.iter("world")) for model in parent.findall("model")]:
        for path, joint in _joints(model, ""):
            paths[joint.get("name", ""), (joint.findtext("child") or "").rpartition("::")[2]] = path
        _weld(model, "", set(_held(model, "")))
    _remove(tree, ACTING)
    return ET.tostring(tree, encoding="unicode"), paths


def _remove(tree: ET.Element, acting: dict[str, tuple[str, ...]]) -> None:
    for parent in list(tree.iter()):
        for child in list(parent):
            if child.tag in SHAPES or child.tag in acting.get(str(parent.tag), ()):
                parent.remove(child)


def _joints(model: ET.Element, above: str) -> Iterator[tuple[str, ET.Element]]:
    """Yield joints with their paths. libsdformat adds `_joint` to the name of one that is called like a link (Model.cc, 12.3)."""
    here = f"{above}{model.get('name')}::"
    links = {link.get("name") for link in model.findall("link")}
    for joint in model.findall("joint"):
        name = str(joint.get("name"))
        yield f"{here}{name}_joint" if name in links else f"{here}{name}", joint
    for nested in model.findall("model"):
        yield from _joints(nested, here)


def _held(model: ET.Element, above: str) -> Iterator[str]:
    """Yield the paths of the links that joints hold."""
    here = f"{above}{model.get('name')}::"
    yield from (here + (joint.findtext("child") or "").strip() for joint in model.findall("joint"))
    for nested in model.findall("model"):
        yield from _held(nested, here)


def _weld(model: ET.Element, above: str, held: set[str]) -> None:
    """Add fixed joints to the world for the links of a model that no joint holds."""
    here = f"{above}{model.get('name')}::"
    if (model.findtext("static") or "").strip() in ("true", "1"):
        return
    for number, link in enumerate(model.findall("link")):
        if here + link.get("name", "") not in held:
            weld = ET.SubElement(model, "joint", {"name": f"weld_{number}", "type": "fixed"})
            ET.SubElement(weld, "parent").text = "world"
            ET.SubElement(weld, "child").text = link.get("name")
    for nested in model.findall("model"):
        _weld(nested, here, held)


def in_axes_of_root(text: str, gravity: Sequence[float]) -> list[float]:
    """Return gravity as the root link of a URDF robot has it: `<origin>` of `<robot>` says how the robot stands in the world."""
    origin = ET.fromstring(text).find("origin")
    angles = [float(word) for word in (origin.get("rpy", "") if origin is not None else "").split()]
    return [float(each) for each in turned(angles).T @ list(gravity)] if angles else list(gravity)


def turned(angles: Sequence[float]) -> Any:
    """Return the matrix of roll, pitch and yaw (rad) about fixed axes."""
    import numpy as np

    R = np.eye(3)
    for axis, angle in enumerate(angles):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        turn = np.eye(3)
        turn[[i, i, j, j], [i, j, i, j]] = np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)
        R = turn @ R
    return R


def turn_to_link(inertial: ET.Element) -> None:
    """Express an inertia tensor in the axes of its link."""
    import numpy as np

    pose, inertia = inertial.find("pose"), inertial.find("inertia")
    numbers = [float(word) for word in (pose.text or "").split()] if pose is not None else []
    if pose is None or inertia is None or not any(numbers[3:]):
        return
    R = turned(numbers[3:])
    tensor = np.zeros((3, 3))
    for name, (i, j) in ENTRIES.items():
        tensor[i, j] = tensor[j, i] = float(inertia.findtext(name) or 0.0)
    tensor = R @ tensor @ R.T
    for name, place in ENTRIES.items():
        child = inertia.find(name)
        (ET.SubElement(inertia, name) if child is None else child).text = repr(float(tensor[place]))
    pose.text = " ".join(map(repr, [*numbers[:3], 0.0, 0.0, 0.0]))


def compiled_welded(path: Path) -> Any:
    """Return the model of MuJoCo of a file, without free joints and keyframes."""
    import mujoco

    spec = mujoco.MjSpec.from_file(str(path))
    for key in list(spec.keys):
        spec.delete(key)
    for joint in [each for each in spec.joints if each.type == mujoco.mjtJoint.mjJNT_FREE]:
        spec.delete(joint)
    return spec.compile()
