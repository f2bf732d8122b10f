"""Robots left alone in MuJoCo, and servos that are commanded there."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import scenec
from benchmarks.behaviour.passive import compiled_welded
from benchmarks.behaviour.robots import Scene
from scenec.simulate.simulation import simulate
from scenec.simulate.verdicts import Verdict

SECONDS = 2.0
COMMAND, NEAR = 0.3, 0.02
"""rad: where a servo is sent, and how near it must come."""


def verdict(scene: Scene, folder: Path) -> tuple[Verdict | None, int]:
    """Return the verdict of `scenec simulate` on the tree with the most joints, and how many findings it cannot see past."""
    found = simulate(str(scene.path), str(folder), seconds=SECONDS, **scene.reading)
    trees = zip(found.motion["trees"], found.verdicts, strict=True)
    _, robot = max(trees, key=lambda each: each[0]["joints"], default=({}, None))
    return robot, len(found.uncertain)


class Commanded(NamedTuple):
    """A servo. target: 0.3 rad or the nearest limit; reached: after SECONDS (rad)."""

    joint: str
    start: float
    target: float
    reached: float

    @property
    def arrives(self) -> bool:
        return abs(self.reached - self.target) <= NEAR


def commanded(scene: Scene, folder: Path) -> list[Commanded]:
    """Command the position servos of the robot with the most joints, one after the other, each from the
    start of the robot. Its base is fixed, and nothing touches."""
    import mujoco

    path = folder / "commanded.xml"
    scenec.convert(scene.path, path, to="mjcf", **scene.reading)
    model = compiled_welded(path)
    # A fixed body collides with its own children in MuJoCo.
    model.opt.disableflags |= int(mujoco.mjtDisableBit.mjDSBL_CONTACT)
    data, found = mujoco.MjData(model), []
    servos = [i for i in range(model.nu) if model.actuator_trntype[i] == mujoco.mjtTrn.mjTRN_JOINT and model.actuator_biasprm[i][1]]
    places = {i: int(model.jnt_qposadr[model.actuator_trnid[i][0]]) for i in servos}
    for chosen in servos:
        joint = int(model.actuator_trnid[chosen][0])
        mujoco.mj_resetData(model, data)
        for i in servos:
            data.ctrl[i] = data.qpos[places[i]]
        target = COMMAND
        if model.jnt_limited[joint]:
            target = float(min(max(target, model.jnt_range[joint][0]), model.jnt_range[joint][1]))
        data.ctrl[chosen] = target
        start = float(data.qpos[places[chosen]])
        for _ in range(round(SECONDS / model.opt.timestep)):
            mujoco.mj_step(model, data)
        found.append(Commanded(model.joint(joint).name, start, target, float(data.qpos[places[chosen]])))
    return found
