"""Prints what Drake makes of one SDFormat file, as JSON in the shape of a scenec physics summary.

Run by an interpreter that has Drake (see `scenec.verify.consumers`), as a program of its own; world frame, SI, joints at zero.
SDF_PATH: folders of model directories and packages, which Drake knows by their names.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import AddMultibodyPlantSceneGraph
from pydrake.multibody.tree import ModelInstanceIndex, world_index, world_model_instance
from pydrake.systems.framework import DiagramBuilder

UNLIMITED = 1e16
"""Number that SDFormat writes where there is no limit."""

TYPES = {
    "ball_rpy": "ball",
    "planar": "planar",
    "prismatic": "prismatic",
    "revolute": "revolute",
    "screw": "screw",
    "universal": "universal",
    "weld": "fixed",
}


def summary(path: str) -> dict[str, Any]:
    builder = DiagramBuilder()
    plant, _ = AddMultibodyPlantSceneGraph(builder, time_step=0.0)
    parser = Parser(plant)
    folders = [each for each in os.environ.get("SDF_PATH", "").split(os.pathsep) if each]
    for folder in folders:
        for model in sorted(config.parent for config in Path(folder).glob("*/model.config")):
            if not parser.package_map().Contains(model.name):
                parser.package_map().Add(model.name, str(model))
    _add_packages(parser.package_map(), path, folders)
    parser.AddModels(path)
    plant.Finalize()
    context = plant.CreateDefaultContext()
    joints = [plant.get_joint(index) for index in plant.GetJointIndices()]
    named = [joint for joint in joints if joint.type_name() in TYPES]
    for joint in named:
        start, count = joint.position_start(), joint.num_positions()
        positions = plant.GetPositions(context)
        positions[start : start + count] = 0.0
        plant.SetPositions(context, positions)
    instances = [ModelInstanceIndex(i) for i in range(plant.num_model_instances())]
    bodies = [plant.get_body(i) for instance in instances if instance != world_model_instance() for i in plant.GetBodyIndices(instance)]
    return {
        "gravity": [float(x) for x in plant.gravity_field().gravity_vector()],
        "errors": [],
        "links": [_link(plant, context, body) for body in bodies],
        "joints": [_joint(plant, context, joint) for joint in named],
    }


def _add_packages(known: Any, path: str, folders: list[str]) -> None:
    """Tell Drake where the packages are that a file names: in one of the folders, or one of them itself."""
    text = Path(path).read_text(encoding="utf-8", errors="replace")
    for name in sorted(set(re.findall(r"package://([^/\"'<>]+)/", text))):
        places = [place for folder in folders for place in (Path(folder, name), Path(folder)) if place.name == name and place.is_dir()]
        if places and not known.Contains(name):
            known.Add(name, str(places[0]))


def _path(plant: Any, body: Any) -> str:
    if body.index() == world_index():
        return "world"
    return f"{plant.GetModelInstanceName(body.model_instance())}::{body.name()}"


def _link(plant: Any, context: Any, body: Any) -> dict[str, Any]:
    X_WB = body.EvalPoseInWorld(context)
    R_WB = X_WB.rotation().matrix()
    M_BBo_B = body.CalcSpatialInertiaInBodyFrame(context)
    p_BC = M_BBo_B.get_com()
    I_BC_B = M_BBo_B.Shift(p_BC).CalcRotationalInertia().CopyToFullMatrix3()
    quaternion = X_WB.rotation().ToQuaternion()
    return {
        "path": _path(plant, body),
        "mass": M_BBo_B.get_mass(),
        "pose": [*map(float, X_WB.translation()), *map(float, quaternion.wxyz())],
        "com": [float(x) for x in X_WB.multiply(p_BC)],
        "inertia": (R_WB @ I_BC_B @ R_WB.T).tolist(),
    }


def _joint(plant: Any, context: Any, joint: Any) -> dict[str, Any]:
    X_WF = joint.frame_on_parent().CalcPoseInWorld(context)
    kind = joint.type_name()
    axis = {"revolute": "revolute_axis", "prismatic": "translation_axis", "screw": "screw_axis"}.get(kind)
    axes = []
    if axis is not None:
        axes.append(
            {
                "axis": [float(x) for x in X_WF.rotation().matrix() @ getattr(joint, axis)()],
                "lower": _limit(joint.position_lower_limits()[0]),
                "upper": _limit(joint.position_upper_limits()[0]),
                "velocity": _limit(joint.velocity_upper_limits()[0]),
            }
        )
    return {
        "path": f"{plant.GetModelInstanceName(joint.model_instance())}::{joint.name()}",
        "type": TYPES[kind],
        "parent": _path(plant, joint.parent_body()),
        "child": _path(plant, joint.child_body()),
        "anchor": [float(x) for x in X_WF.translation()],
        "axes": axes,
    }


def _limit(number: float) -> float | None:
    return float(number) if abs(number) < UNLIMITED else None


if __name__ == "__main__":
    sys.stdout.write(json.dumps(summary(sys.argv[1])))
