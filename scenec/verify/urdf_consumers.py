"""The programs that load URDF, and what each says of a file: urdfdom, which ROS uses, Drake and MuJoCo.

Our own summary is brought to what each of them means by a URDF file: the pose that <origin> gives the robot exists for Gazebo alone, and
the ground is no link.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from scenec.verify.agreement import Summary
from scenec.verify.compiled import NotCompiledError, urdfdom_loader
from scenec.verify.consumers import Ours, Verdict, by_summary, drake_verdict
from scenec.verify.mujoco_verdicts import ask_mujoco
from scenec.verify.staging import Staged

URDFDOM_PACKAGES = ("cmeel-urdfdom", "cmeel-urdfdom-headers")
"""Packages of urdfdom for pip."""
MUJOCO_TOLERANCE = 1e-6
"""MuJoCo keeps principal moments and turns them back."""


def urdf_verdicts(staged: Staged, ours: Ours) -> list[Verdict]:
    """Return what every program that loads URDF says of the staged file."""
    return [_urdfdom(staged, ours), _drake(staged, ours), _mujoco(staged, ours)]


def _urdfdom(staged: Staged, ours: Ours) -> Verdict:
    try:
        loader = urdfdom_loader()
    except NotCompiledError as problem:
        return Verdict("urdfdom", "missing", str(problem), install=f"Install g++ and urdfdom: pip install {' '.join(URDFDOM_PACKAGES)}")
    return by_summary("urdfdom", [loader], staged, ours and (lambda: robot_at_origin(ours())))


def _drake(staged: Staged, ours: Ours) -> Verdict:
    seen = ours and (lambda: as_drake_reads(robot_at_origin(ours())))
    return drake_verdict(staged, seen, matched=lambda mine, theirs: (_without_limits(mine), _without_limits(theirs)))


def _mujoco(staged: Staged, ours: Ours) -> Verdict:
    seen = ours and (lambda: as_mujoco_reads(robot_at_origin(ours())))
    return ask_mujoco(staged, seen, "--urdf", tolerance=MUJOCO_TOLERANCE)


# ---------------------------------------------------------------- our summary as they see it


def robot_at_origin(ours: Summary) -> Summary:
    """Our summary without the ground and without joints that close a loop, which stand in <gazebo>; with the root link at the origin of
    the world where the robot has a pose of its own."""
    tree: dict[str, Any] = {}
    for joint in ours["joints"]:
        tree.setdefault(joint["child"], joint)
    ours = {**ours, "joints": list(tree.values())}
    children = set(tree)
    roots = [link for link in ours["links"] if link["path"] not in children]
    ground = [link["path"] for link in roots if link["static"] and link["path"].rpartition("::")[2] == "world"]
    links = [link for link in ours["links"] if link["path"] not in ground]
    held = any(joint["parent"] in ("world", *ground) for joint in ours["joints"])
    if held or not roots:
        return {**ours, "links": links}
    return _at_origin({**ours, "links": links}, roots[0], {link["path"] for link in links})


def _at_origin(ours: Summary, top: dict[str, Any], members: Collection[str]) -> Summary:
    """The summary with a link at the origin of the world, and with it all links of `members` (paths) and their joints."""
    from scenec.ir.pose import Pose, Rotation

    X_WR = Pose(tuple(top["pose"][:3]), Rotation.from_quat(*top["pose"][3:])).inverse()
    if X_WR.is_identity:
        return ours
    turn = X_WR.rotation
    columns = [turn.apply(axis) for axis in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))]
    R = [[column[row] for column in columns] for row in range(3)]

    def moved(link: dict[str, Any]) -> dict[str, Any]:
        X = X_WR @ Pose(tuple(link["pose"][:3]), Rotation.from_quat(*link["pose"][3:]))
        tensor = link["inertia"]
        inertia = [[sum(R[a][k] * tensor[k][m] * R[b][m] for k in range(3) for m in range(3)) for b in range(3)] for a in range(3)]
        return {**link, "pose": [*X.position, *X.rotation], "com": list(X_WR.apply(tuple(link["com"]))), "inertia": inertia}

    def moved_joint(joint: dict[str, Any]) -> dict[str, Any]:
        axes = [{**axis, "axis": list(turn.apply(tuple(axis["axis"])))} for axis in joint["axes"]]
        return {**joint, "anchor": list(X_WR.apply(tuple(joint["anchor"]))), "axes": axes}

    return {
        **ours,
        "links": [moved(link) if link["path"] in members else link for link in ours["links"]],
        "joints": [moved_joint(joint) if joint["child"] in members else joint for joint in ours["joints"]],
    }


def as_drake_reads(ours: Summary) -> Summary:
    """With what is on a floating joint as free bodies at the origin of the world, where Drake leaves them, and without these joints."""
    tops = {joint["child"] for joint in ours["joints"] if joint["type"] == "floating"}
    seen: Summary = {**ours, "joints": [joint for joint in ours["joints"] if joint["type"] != "floating"]}
    for top in [link for link in ours["links"] if link["path"] in tops]:
        seen = _at_origin(seen, top, _hanging_on(top["path"], seen["joints"]))
    return seen


def _hanging_on(top: str, joints: list[dict[str, Any]]) -> set[str]:
    """A link and all that joints hold to it, by their paths."""
    found, size = {top}, 0
    while size != len(found):
        size = len(found)
        found |= {joint["child"] for joint in joints if joint["parent"] in found}
    return found


def as_mujoco_reads(ours: Summary) -> Summary:
    """With the joints that MuJoCo's joints stand for: fixed ones are none, planar ones are three."""
    kept = [joint for joint in ours["joints"] if joint["type"] in ("revolute", "continuous", "prismatic")]
    return _without_limits({**ours, "joints": kept})


def _without_limits(ours: Summary) -> Summary:
    """Without ranges that have no extent: MuJoCo takes them for none, and Drake takes none where urdfdom takes 0 and 0."""
    joints = [{**joint, "axes": [{**axis, **_range(axis)} for axis in joint["axes"]]} for joint in ours["joints"]]
    return {**ours, "joints": joints}


def _range(axis: dict[str, Any]) -> dict[str, Any]:
    lower, upper = axis["lower"], axis["upper"]
    return {"lower": None, "upper": None} if lower is not None and upper is not None and lower >= upper else {}
