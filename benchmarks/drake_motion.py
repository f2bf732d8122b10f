"""How the joints of an SDFormat file move in Drake: run by an interpreter that has Drake, see `benchmarks.passive_motion`.

Reads a JSON object from standard input: file (SDFormat), start (joint -> position, rad or m), steps (s each), seconds, and gravity (m/s^2,
which Drake does not take from a file). All bodies that no joint holds are welded where they stand; nothing touches, and no limit, motor
or dry friction acts: the plant has no geometry and moves in continuous time. Prints, for each step, joint -> position after these
seconds, by a Runge-Kutta method of fourth order.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import numpy as np
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
from pydrake.multibody.tree import JointIndex

KINDS = ("revolute", "prismatic")


def welded(path: str, gravity: list[float]) -> Any:
    """Return a plant whose floating bodies are welded to the world."""
    first = MultibodyPlant(time_step=0.0)
    Parser(first).AddModels(path)
    first.Finalize()
    context = first.CreateDefaultContext()
    floating = {
        (first.GetModelInstanceName(body.model_instance()), body.name()): body.EvalPoseInWorld(context)
        for body in (first.get_body(i) for i in first.GetFloatingBaseBodies())
    }
    plant = MultibodyPlant(time_step=0.0)
    Parser(plant).AddModels(path)
    for (model, name), X_WB in floating.items():
        frame = plant.GetFrameByName(name, plant.GetModelInstanceByName(model))
        plant.WeldFrames(plant.world_frame(), frame, X_WB)
    plant.mutable_gravity_field().set_gravity_vector(gravity)
    plant.Finalize()
    return plant


def moved(plant: Any, start: dict[str, float], step: float, seconds: float) -> dict[str, float]:
    """Return where the joints are after some time."""
    joints = [plant.get_joint(JointIndex(i)) for i in range(plant.num_joints())]
    named = {joint.name(): joint.position_start() for joint in joints if joint.type_name() in KINDS}
    context = plant.CreateDefaultContext()
    q = plant.GetPositions(context)
    for name, value in start.items():
        q[named[name]] = value
    state = np.concatenate([q, np.zeros(plant.num_velocities())])

    def slope(x: Any) -> Any:
        plant.SetPositionsAndVelocities(context, x)
        return plant.EvalTimeDerivatives(context).CopyToVector()

    for _ in range(round(seconds / step)):
        a = slope(state)
        b = slope(state + step / 2 * a)
        c = slope(state + step / 2 * b)
        d = slope(state + step * c)
        state = state + step / 6 * (a + 2 * b + 2 * c + d)
    return {name: float(state[named[name]]) for name in start}


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    of = welded(asked["file"], asked["gravity"])
    json.dump([moved(of, asked["start"], step, asked["seconds"]) for step in asked["steps"]], sys.stdout)
