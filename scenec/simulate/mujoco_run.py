"""Runs one MJCF file in MuJoCo and prints the motion as JSON: `mujoco_run.py FILE SECONDS FRAMES START`.

Run by an interpreter that has MuJoCo (see `scenec.simulate.simulation`), as a program of its own. START is JSON: joint name -> position
(rad or m). World frame, SI. A tree is a body of the world that can move, with all that hangs on it; the world's own bodies are none.
"""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import mujoco
import numpy as np

UNSTABLE = (mujoco.mjtWarning.mjWARN_BADQPOS, mujoco.mjtWarning.mjWARN_BADQVEL, mujoco.mjtWarning.mjWARN_BADQACC)
"""Warnings after which MuJoCo puts the state back to the start: numbers that are not finite or larger than 1e10."""
MOST_NUMBERS = 2_000_000
"""Numbers that the poses of a motion may have: long motions of many bodies get fewer frames."""
AXIAL = (int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE))


class Run:
    """One run. first: the state at the start. trees: the bodies they begin with. touched: trees that met something -> how far they had
    sunk by then (m). speeds: the largest of a tree (m/s). frames: (seconds, poses of all bodies but the world, 7 numbers each).
    beyond: how far a joint was outside its limits at most. unstable: why it ended."""

    def __init__(self, path: str, start: dict[str, float]) -> None:
        spec = mujoco.MjSpec.from_file(path)
        getattr(spec, "compiler", spec).fusestatic = False  # else bodies lose their names
        self.model = model = spec.compile()
        self.data = mujoco.MjData(model)
        if mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_KEY, "home") >= 0:
            mujoco.mj_resetDataKeyframe(model, self.data, model.key("home").id)
        self._put(start)
        mujoco.mj_forward(model, self.data)
        self.first = mujoco.MjData(model)
        self.first.qpos[:] = self.data.qpos
        mujoco.mj_kinematics(model, self.first)
        mujoco.mj_comPos(model, self.first)
        moving = {int(model.body_rootid[model.jnt_bodyid[i]]) for i in range(model.njnt)}
        self.trees = sorted(moving)
        self.frames: list[tuple[float, Any]] = []
        self.speeds = dict.fromkeys(self.trees, 0.0)
        self.beyond = dict.fromkeys(range(model.njnt), 0.0)
        self.touched: dict[int, float] = {}
        self.unstable = ""

    def _put(self, start: dict[str, float]) -> None:
        """Put joints where they are asked to start, and the commands of their position servos."""
        model = self.model
        for name, position in start.items():
            joint = mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name)
            if joint < 0 or int(model.jnt_type[joint]) not in AXIAL:
                names = [model.joint(i).name for i in range(model.njnt) if int(model.jnt_type[i]) in AXIAL]
                raise KeyError(json.dumps({"unknown": name, "known": names}))
            self.data.qpos[model.jnt_qposadr[joint]] = position
            for i in range(model.nu):
                is_servo = model.actuator_trntype[i] == mujoco.mjtTrn.mjTRN_JOINT and model.actuator_biasprm[i][1]
                if is_servo and model.actuator_trnid[i][0] == joint:
                    self.data.ctrl[i] = position * model.actuator_gear[i][0]

    def go(self, seconds: float, frames: int) -> None:
        """Run until the end, or until the state is no longer finite."""
        every = seconds / max(2, min(frames, MOST_NUMBERS // (7 * self.model.nbody)))
        self._frame()
        while self.data.time < seconds - 1e-9 and not self.unstable:
            mujoco.mj_step(self.model, self.data)
            broken = [kind.name for kind in UNSTABLE if self.data.warning[kind].number]
            if broken:
                self.unstable = f"{broken[0].removeprefix('mjWARN_')} after {self.data.time or self.frames[-1][0]:.3f} s"
            elif self.data.time >= len(self.frames) * every - 1e-9:
                self._frame()

    def _frame(self) -> None:
        data, model = self.data, self.model
        self.frames.append((float(data.time), np.concatenate([data.xpos[1:], data.xquat[1:]], axis=1)))
        for tree in self.trees:
            bodies = model.body_rootid == tree
            if tree not in self.touched and self._touching(tree):
                self.touched[tree] = self._dropped(tree)
            self.speeds[tree] = max(self.speeds[tree], float(np.linalg.norm(data.cvel[bodies][:, 3:], axis=1).max()))
        for joint in range(model.njnt):
            if model.jnt_limited[joint] and int(model.jnt_type[joint]) in AXIAL:
                lower, upper = model.jnt_range[joint]
                position = float(data.qpos[model.jnt_qposadr[joint]])
                self.beyond[joint] = max(self.beyond[joint], lower - position, position - upper)

    def summary(self) -> dict[str, Any]:
        """Return what came out, as plain data."""
        model = self.model
        return {
            "mujoco": mujoco.__version__,
            "step": float(model.opt.timestep),
            "gravity": float(np.linalg.norm(model.opt.gravity)),
            "unstable": self.unstable,
            "bodies": [model.body(i).name for i in range(1, model.nbody)],
            "times": [round(time, 6) for time, _ in self.frames],
            "poses": [np.round(poses, 7).ravel().tolist() for _, poses in self.frames],
            "trees": [self._tree(tree) for tree in self.trees],
            "beyond": [
                {"joint": model.joint(i).name, "beyond": excess, "turns": int(model.jnt_type[i]) == AXIAL[0]}
                for i, excess in self.beyond.items()
                if excess > 0
            ],
        }

    def _tree(self, tree: int) -> dict[str, Any]:
        """The measures of a tree at the end against its start. depth: of its deepest contact with something else (m)."""
        model, data, first = self.model, self.data, self.first
        start, end = (poses[tree - 1] for _, poses in (self.frames[0], self.frames[-1]))
        joints = [i for i in range(model.njnt) if model.body_rootid[model.jnt_bodyid[i]] == tree and int(model.jnt_type[i]) in AXIAL]
        touching = self._touching(tree)
        moved = [(abs(float(data.qpos[model.jnt_qposadr[i]] - first.qpos[model.jnt_qposadr[i]])), i) for i in joints]
        most, farthest = max(moved, default=(0.0, -1))
        return {
            "name": model.body(tree).name,
            "floating": self._floats(tree),
            "joints": len(joints),
            "mass": float(model.body_subtreemass[tree]),
            "moved": float(np.linalg.norm(end[:3] - start[:3])),
            "turned": float(np.degrees(2 * math.acos(min(1.0, abs(float(np.dot(start[3:], end[3:]))))))),
            "dropped": self._dropped(tree),
            "dropped_free": self.touched.get(tree, self._dropped(tree)),
            "height": float(first.subtree_com[tree][2] - self._lowest(tree)),
            "joint": model.joint(farthest).name if moved else "",
            "joint_moved": most,
            "joint_turns": bool(moved) and int(model.jnt_type[farthest]) == AXIAL[0],
            "depth": max((-float(each.dist) for each in touching), default=0.0),
            "touched": tree in self.touched,
            "speed": self.speeds[tree],
        }

    def _floats(self, tree: int) -> bool:
        """Whether a tree is free in space, or in a plane by two slides and a hinge."""
        kinds = [int(self.model.jnt_type[i]) for i in range(self.model.njnt) if self.model.jnt_bodyid[i] == tree]
        hinge, slide = AXIAL
        return int(mujoco.mjtJoint.mjJNT_FREE) in kinds or (kinds.count(slide) == 2 and hinge in kinds)

    def _dropped(self, tree: int) -> float:
        """How far the centre of mass of a tree has sunk (m)."""
        return float(self.first.subtree_com[tree][2] - self.data.subtree_com[tree][2])

    def _touching(self, tree: int) -> list[Any]:
        """The contacts of a tree with something else."""
        return [each for each in self.data.contact if (self._tree_of(each.geom1) == tree) != (self._tree_of(each.geom2) == tree)]

    def _tree_of(self, geom: int) -> int:
        return int(self.model.body_rootid[self.model.geom_bodyid[geom]])

    def _lowest(self, tree: int) -> float:
        """The lowest point of the boxes around the colliding geoms of a tree at its start (m)."""
        model, data = self.model, self.first
        ends = []
        for geom in range(model.ngeom):
            if self._tree_of(geom) == tree and (model.geom_contype[geom] or model.geom_conaffinity[geom]):
                centre, half = model.geom_aabb[geom][:3], model.geom_aabb[geom][3:]
                row = data.geom_xmat[geom].reshape(3, 3)[2]
                ends.append(float(data.geom_xpos[geom][2] + row @ centre - np.abs(row) @ half))
        return min(ends, default=float(data.subtree_com[tree][2]))


def main() -> None:
    path, seconds, frames, start = sys.argv[1:]
    try:
        run = Run(path, json.loads(start))
    except KeyError as unknown:
        sys.stdout.write(unknown.args[0])
        return
    run.go(float(seconds), int(frames))
    sys.stdout.write(json.dumps(run.summary()))


if __name__ == "__main__":
    main()
