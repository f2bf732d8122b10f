"""How the joints of an SDFormat file move in the physics of Gazebo Fortress (ignition-physics 5 with DART), if its oracle is there.

The oracle, `gzstep`, runs a file as it stands: `passive.welded` prepares it. Its integrator is of first order: the difference to the true
motion halves with the step.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from benchmarks.behaviour.passive import welded
from benchmarks.mutation.conversions import SHARED

ORACLE = SHARED / "oracles" / "sdformat"
PACKAGES = ("sdformat12", "ignition-physics5", "ignition-plugin1-loader")
STEPS, SECONDS = (1e-4, 5e-5), 0.5
BUILDING = 900
"""Seconds after which building the oracle, with its packages, is given up."""


def program(folder: Path, *, install: bool = False) -> tuple[Path | None, str]:
    """Return the oracle, built into a folder if need be, or None and the reason. install: as root, install the packages of Debian that it
    needs."""
    for built in (ORACLE / "build" / "gzstep", folder / "gzstep"):
        if built.is_file():
            return built, ""
    if not (ORACLE / "build.sh").is_file():
        return None, "its oracle is not beside this checkout"
    if not _installed() and (why := _cannot_install() if install else "ignition-physics 5 is not installed"):
        return None, why
    try:
        done = subprocess.run(
            ["sh", str(ORACLE / "build.sh"), str(folder)], capture_output=True, text=True, errors="replace", check=False, timeout=BUILDING
        )
    except subprocess.TimeoutExpired:
        return None, f"its oracle is not built after {BUILDING} s"
    made = folder / "gzstep"
    return (made, "") if made.is_file() else (None, f"its oracle does not build: {done.stderr.strip()[-200:]}")


def _installed() -> bool:
    try:
        return subprocess.run(["pkg-config", "--exists", *PACKAGES], check=False).returncode == 0
    except FileNotFoundError:
        return False


def _cannot_install() -> str:
    """Return why Debian's packages cannot be installed here, or nothing."""
    if not shutil.which("apt-get"):
        return "ignition-physics 5 is not installed, and there is no apt-get"
    return "" if os.geteuid() == 0 else "ignition-physics 5 is not installed, and only root can install it"


def moved(
    gzstep: Path, source: Path, start: Sequence[tuple[str, str, float]], gravity: Sequence[float], *, in_link_axes: bool = False
) -> list[list[float]]:
    """Return the positions of joints after SECONDS, for each step. start: joint, child link and position. Raises OSError if the oracle
    refuses the file or gives up, KeyError for an unknown joint."""
    text, paths = welded(source.read_text(encoding="utf-8"), in_link_axes=in_link_axes)
    file = source.with_name("welded.sdf")
    file.write_text(text, encoding="utf-8")
    by_name, by_child = {name: path for (name, _), path in paths.items()}, {child: path for (_, child), path in paths.items()}
    held, asked = Counter(child for _, child in paths), Counter(child for _, child, _ in start)
    places = [by_child[child] if held[child] == asked[child] == 1 or name not in by_name else by_name[name] for name, child, _ in start]
    settings = [word for place, (_, _, position) in zip(places, start, strict=True) for word in ("--set", place, repr(position))]
    found = []
    for step in STEPS:
        command = [str(gzstep), str(file), "--joints", "--seconds", repr(SECONDS), "--step", repr(step), *settings]
        command += ["--gravity", *map(repr, gravity)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        answer = json.loads(done.stdout.strip().rpartition("\n")[2] or "{}")
        if "joint_list" not in answer:
            raise OSError(f"DART gives up: {done.stderr.strip()[:200]}")
        if answer["nan"]:
            raise OSError("explodes in DART")
        ends = {each["name"]: float(each.get("q1", "nan")) for each in answer["joint_list"]}
        found.append([ends[place] for place in places])
    return found
