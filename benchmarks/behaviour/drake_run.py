"""How the joints of an SDFormat or URDF file move in Drake: run by an interpreter that has Drake, see `benchmarks.behaviour.swing`.

Reads a JSON object from standard input: file, start (a list of joint, its child link, and position in rad or m), steps (s each), seconds,
and gravity (m/s^2, which Drake does not take from a file). All bodies that no joint holds are welded where they stand; nothing touches,
and no limit, motor or dry friction acts: the plant has no geometry and moves in continuous time. Prints, for each step, the positions of
these joints after these seconds, by a Runge-Kutta method of fourth order.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
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


def moved(plant: Any, start: list[tuple[str, str, float]], step: float, seconds: float) -> list[float]:
    """Return where the joints are after some time."""
    joints = [each for each in map(plant.get_joint, map(JointIndex, range(plant.num_joints()))) if each.type_name() in KINDS]
    by_name = {each.name(): each.position_start() for each in joints}
    by_child = {each.child_body().name(): each.position_start() for each in joints}
    held, asked = Counter(each.child_body().name() for each in joints), Counter(child for _, child, _ in start)
    places = [by_child[child] if held[child] == asked[child] == 1 or name not in by_name else by_name[name] for name, child, _ in start]
    context = plant.CreateDefaultContext()
    q = np.zeros(plant.num_positions())
    for place, (_, _, position) in zip(places, start, strict=True):
        q[place] = position
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
    return [float(state[place]) for place in places]


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    of = welded(asked["file"], asked["gravity"])
    json.dump([moved(of, asked["start"], step, asked["seconds"]) for step in asked["steps"]], sys.stdout)
