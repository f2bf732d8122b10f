"""The programs that load URDF, and what each says of a file: urdfdom, which ROS uses, Drake and MuJoCo.

Our own summary is brought to what each of them means by a URDF file: the pose that <origin> gives the robot exists for Gazebo alone, and
the ground is no link.
"""

from __future__ import annotations

from typing import Any

from scenec.verify.agreement import Summary
from scenec.verify.compiled import NotCompiledError, urdfdom_loader
from scenec.verify.consumers import Ours, Verdict, by_summary, drake_verdict
from scenec.verify.mujoco_verdicts import ask_mujoco
from scenec.verify.staging import Staged

URDFDOM_PACKAGES = ("cmeel-urdfdom", "cmeel-urdfdom-headers")
"""What pip calls urdfdom."""
MUJOCO_TOLERANCE = 1e-6
"""MuJoCo keeps principal moments and turns them back."""


def urdf_verdicts(staged: Staged, ours: Ours) -> list[Verdict]:
    """What every program that loads URDF says of the staged file."""
    return [_urdfdom(staged, ours), _drake(staged, ours), _mujoco(staged, ours)]


def _urdfdom(staged: Staged, ours: Ours) -> Verdict:
    try:
        loader = urdfdom_loader()
    except NotCompiledError as problem:
        return Verdict("urdfdom", "missing", str(problem), install=f"Install g++ and urdfdom: pip install {' '.join(URDFDOM_PACKAGES)}")
    return by_summary("urdfdom", [loader], staged, ours and (lambda: robot_at_origin(ours())))


def _drake(staged: Staged, ours: Ours) -> Verdict:
    return drake_verdict(staged, ours and (lambda: as_drake_reads(robot_at_origin(ours()))))


def _mujoco(staged: Staged, ours: Ours) -> Verdict:
    seen = ours and (lambda: as_mujoco_reads(robot_at_origin(ours())))
    return ask_mujoco(staged, seen, "--urdf", tolerance=MUJOCO_TOLERANCE)


# ---------------------------------------------------------------- our summary as they see it


def robot_at_origin(ours: Summary) -> Summary:
    """Our summary without the ground, and with the root link at the origin of the world where the robot has a pose of its own."""
    from scenec.ir.pose import Pose, Rotation

    children = {joint["child"] for joint in ours["joints"]}
    roots = [link for link in ours["links"] if link["path"] not in children]
    ground = [link["path"] for link in roots if link["static"] and link["path"].rpartition("::")[2] == "world"]
    links = [link for link in ours["links"] if link["path"] not in ground]
    held = any(joint["parent"] in ("world", *ground) for joint in ours["joints"])
    if held or not roots:
        return {**ours, "links": links}
    X_WR = Pose(tuple(roots[0]["pose"][:3]), Rotation.from_quat(*roots[0]["pose"][3:])).inverse()
    if X_WR.is_identity:
        return {**ours, "links": links}
    turn = X_WR.rotation
    columns = [turn.apply(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    R = [[column[row] for column in columns] for row in range(3)]

    def moved(link: dict[str, Any]) -> dict[str, Any]:
        X = X_WR @ Pose(tuple(link["pose"][:3]), Rotation.from_quat(*link["pose"][3:]))
        tensor = link["inertia"]
        inertia = [[sum(R[a][k] * tensor[k][m] * R[b][m] for k in range(3) for m in range(3)) for b in range(3)] for a in range(3)]
        return {**link, "pose": [*X.position, *X.rotation], "com": list(X_WR.apply(tuple(link["com"]))), "inertia": inertia}

    joints = [
        {
            **joint,
            "anchor": list(X_WR.apply(tuple(joint["anchor"]))),
            "axes": [{**axis, "axis": list(turn.apply(tuple(axis["axis"])))} for axis in joint["axes"]],
        }
        for joint in ours["joints"]
    ]
    return {**ours, "links": [moved(link) for link in links], "joints": joints}


def as_drake_reads(ours: Summary) -> Summary:
    """Without what is on floating joints, which Drake places at the origin of the world."""
    return _without_limits(_without(ours, {joint["child"] for joint in ours["joints"] if joint["type"] == "floating"}))


def as_mujoco_reads(ours: Summary) -> Summary:
    """With the joints that MuJoCo's joints stand for: fixed ones are none, planar ones are three."""
    kept = [joint for joint in ours["joints"] if joint["type"] in ("revolute", "continuous", "prismatic")]
    return _without_limits({**ours, "joints": kept})


def _without_limits(ours: Summary) -> Summary:
    """MuJoCo and Drake take a range without extent for none."""
    joints = [{**joint, "axes": [{**axis, **_range(axis)} for axis in joint["axes"]]} for joint in ours["joints"]]
    return {**ours, "joints": joints}


def _range(axis: dict[str, Any]) -> dict[str, Any]:
    lower, upper = axis["lower"], axis["upper"]
    return {"lower": None, "upper": None} if lower is not None and upper is not None and lower >= upper else {}


def _without(ours: Summary, tops: set[str]) -> Summary:
    """The summary without some links, what hangs on them, and the joints of these."""
    gone, joints = set(tops), list(ours["joints"])
    size = -1
    while size != len(gone):
        size = len(gone)
        gone |= {joint["child"] for joint in joints if joint["parent"] in gone}
    return {
        **ours,
        "links": [link for link in ours["links"] if link["path"] not in gone],
        "joints": [joint for joint in joints if joint["child"] not in gone],
    }
