"""Verdict of MuJoCo on an MJCF file: whether its compiler takes it, and which masses, poses and joints it sees.

MuJoCo's names are those of bodies and joints alone, so our links and joints are looked up by the last part of their paths. Fixed
joints, and the weightless links between joints of one body, are nothing of their own in MuJoCo.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections import Counter

from scenec.comparison.tolerance import RELATIVE
from scenec.verify.agreement import Summary
from scenec.verify.consumers import Matching, Ours, Verdict, by_summary, has_module
from scenec.verify.staging import Staged

MUJOCO_LOADER = os.path.join(os.path.dirname(__file__), "mujoco_loader.py")
UNSEEN = ("fixed", "floating")
"""Types of joints that MuJoCo has no name or no axis for."""


def mujoco_verdicts(staged: Staged, ours: Ours) -> list[Verdict]:
    """Return what MuJoCo says of the staged file."""
    return [ask_mujoco(staged, ours, matched=as_mujoco_names)]


def ask_mujoco(staged: Staged, ours: Ours, *arguments: str, matched: Matching | None = None, tolerance: float = RELATIVE) -> Verdict:
    """Return what MuJoCo says of the staged file, by the first Python here that has it. arguments: of the loader."""
    for python in dict.fromkeys(filter(None, (sys.executable, shutil.which("python3")))):
        if has_module("mujoco", python, staged):
            return by_summary("MuJoCo", [python, MUJOCO_LOADER, *arguments], staged, ours, matched=matched, tolerance=tolerance)
    why = "neither the Python that runs scenec nor the first python3 on the path has MuJoCo"
    return Verdict("MuJoCo", "missing", why, install="Install MuJoCo: pip install mujoco")


def as_mujoco_names(ours: Summary, theirs: Summary) -> tuple[Summary, Summary]:
    """Return both summaries with our paths, of what both can name: all that MuJoCo names, and of ours all but what it has no body, joint
    or name for."""
    links = _by_last_name(ours["links"])
    joints = _by_last_name(ours["joints"])
    their_links = [{**link, "path": links.get(link["path"], link["path"])} for link in theirs["links"]]
    named = {link["path"] for link in their_links}
    kept = [link for link in ours["links"] if link["path"] in named or _is_body(link)]
    their_joints = []
    for joint in theirs["joints"]:
        path = joints.get(joint["path"], joint["path"])
        mine = next((each for each in ours["joints"] if each["path"] == path), None)
        ends = {end: mine[end] for end in ("parent", "child")} if mine is not None else {}  # bodies with several joints are chains of ours
        if joint["type"] not in UNSEEN:
            their_joints.append({**joint, "path": path, **ends})
    seen = {joint["path"] for joint in their_joints}
    shown = [joint for joint in ours["joints"] if joint["path"] in seen or (_is_named_equally(joint, theirs) and joint["axes"])]
    return {**ours, "links": kept, "joints": shown}, {**theirs, "links": their_links, "joints": their_joints}


def _by_last_name(nodes: list[Summary]) -> dict[str, str]:
    """Return what a path ends in -> path, of endings that only one path has: names may have colons, too."""
    endings = [
        ("::".join(parts[start:]), node["path"])
        for node in nodes
        for parts in (node["path"].split("::"),)
        for start in range(1, len(parts))
    ]
    counts = Counter(ending for ending, _ in endings)
    return {ending: path for ending, path in endings if counts[ending] == 1}


def _is_named_equally(joint: Summary, theirs: Summary) -> bool:
    """Return whether MuJoCo must have a joint of ours: it has an axis there, and all joints of the file have names."""
    return joint["type"] not in UNSEEN and not theirs["unnamed"]


def _is_body(link: Summary) -> bool:
    """Return whether MuJoCo has a body of a link of ours: not of one that weighs nothing and shows nothing, nor of the world."""
    weighs_or_shows = bool(link["mass"] or link.get("collisions") or link.get("visuals"))
    return weighs_or_shows and not (link["static"] and link["path"].rpartition("::")[2] == "worldbody")
