"""The two programs that robotics people load SDFormat with, asked what they make of a file.

`load_with_libsdformat` (Gazebo's parser) and `load_with_drake` (Drake's) return links and joints in the shape of scenec's own
physics summary, world frame, SI, all joints at zero; `differences` compares. A consumer that is not there raises
`ConsumerMissingError`; it is installed on demand only where CI is set or SCENEC_CONSUMERS=install, since Drake alone is 100 MB.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
Summary = dict[str, Any]


class ConsumerMissingError(Exception):
    """Why a consumer cannot be asked on this machine."""


def load_with_libsdformat(path: Path, models: Sequence[Path] = ()) -> Summary:
    """What libsdformat makes of a file; ``errors`` holds its error codes and messages, empty for a valid file. models: folders of model
    directories. Relative includes count from the file's folder.

    Raises ConsumerMissingError where there is no compiler or no libsdformat.
    """
    return _answer([str(_libsdformat_loader()), str(path)], path.parent, models)


def load_with_drake(path: Path, models: Sequence[Path] = ()) -> Summary:
    """What Drake makes of a file. A file that Drake refuses gives one entry in ``errors``, with its message.

    Raises ConsumerMissingError where Drake is not installed.
    """
    return _answer([str(_drake_python()), str(HERE / "drake_loader.py"), str(path)], path.parent, models)


def differences(ours: Summary, theirs: Summary, *, tolerance: float = 1e-9) -> list[str]:
    """Where a consumer sees another robot than our physics summary tells; one line each, empty if they agree.

    Compared: the set of links, poses of all links, mass, centre of mass and inertia of those that can move; of joints parent,
    child, anchor, and where both state them the axes and their limits. `tolerance` is relative to the size of each quantity, and
    absolute below 1 m or 1 rad.
    """
    found = [f"refused: {error['message']}" for error in theirs["errors"]]
    links = {link["path"]: link for link in theirs["links"]}
    joints = {joint["path"]: joint for joint in theirs["joints"]}
    for link in ours["links"]:
        if (other := links.pop(link["path"], None)) is None:
            found.append(f"link {link['path']} is missing")
            continue
        found += [f"link {link['path']}: {line}" for line in _link_differences(link, other, tolerance)]
    found += [f"link {path} is not ours" for path in links]
    for joint in ours["joints"]:
        if (other := joints.get(joint["path"])) is None:
            found.append(f"joint {joint['path']} is missing")
            continue
        found += [f"joint {joint['path']}: {line}" for line in _joint_differences(joint, other, tolerance)]
    return found


def renamed(theirs: Summary, ours: Summary) -> Summary:
    """Their summary with our paths, paired in document order: for scenes whose names SDFormat cannot say as they are."""
    names = {"world": "world"}
    for kind in ("links", "joints"):
        names |= {other["path"]: mine["path"] for other, mine in zip(theirs[kind], ours[kind], strict=True)}
    links = [link | {"path": names[link["path"]]} for link in theirs["links"]]
    joints = [joint | {key: names[joint[key]] for key in ("path", "parent", "child")} for joint in theirs["joints"]]
    return theirs | {"links": links, "joints": joints}


def _link_differences(ours: Summary, theirs: Summary, tolerance: float) -> list[str]:
    found = _far("position", ours["pose"][:3], theirs["pose"][:3], tolerance * max(1.0, _size(ours["pose"][:3])))
    turn, other_turn = _unit(ours["pose"][3:]), _unit(theirs["pose"][3:])
    if sum(a * b for a, b in zip(turn, other_turn, strict=True)) < 0:
        other_turn = [-x for x in other_turn]
    found += _far("rotation", turn, other_turn, tolerance)
    if ours["static"]:
        return found  # a static link's inertial has no effect and consumers make one up
    mass = ours["mass"]
    com = ours["com"]
    found += _far("mass", [mass], [theirs["mass"]], tolerance * mass)
    found += _far("centre of mass", com, theirs["com"], tolerance * max(1.0, _size(com)))
    flat = [x for row in ours["inertia"] for x in row]
    # A consumer that stores the tensor about another point rounds by mass times distance squared.
    lever = math.dist(com, ours["pose"][:3])
    found += _far("inertia", flat, [x for row in theirs["inertia"] for x in row], tolerance * _size(flat) + 1e-14 * mass * lever**2)
    return found


def _joint_differences(ours: Summary, theirs: Summary, tolerance: float) -> list[str]:
    found = [f"{end} is {theirs[end]}, not {ours[end]}" for end in ("parent", "child") if ours[end] != theirs[end]]
    found += _far("anchor", ours["anchor"], theirs["anchor"], tolerance * max(1.0, _size(ours["anchor"])))
    for number, (axis, other) in enumerate(zip(ours["axes"], theirs["axes"], strict=False)):
        found += _far(f"axis {number}", axis["axis"], other["axis"], tolerance)
        for key in ("lower", "upper"):
            mine, yours = axis[key], other[key]
            if mine is None or yours is None:
                found += [f"{key} limit {number} is {yours}, not {mine}"] if mine != yours else []
            else:
                found += _far(f"{key} limit {number}", [mine], [yours], tolerance * max(1.0, abs(mine)))
    return found


def _far(what: str, ours: list[float], theirs: list[float], limit: float) -> list[str]:
    gap = math.dist(ours, theirs)
    return [] if gap <= limit else [f"{what} {theirs} instead of {ours}, off by {gap:.3g}"]


def _unit(turn: list[float]) -> list[float]:
    """libsdformat takes a quaternion as its file has it."""
    size = _size(turn)
    return [x / size for x in turn]


def _size(numbers: list[float]) -> float:
    return math.hypot(*numbers)


def _answer(command: list[str], folder: Path, models: Sequence[Path]) -> Summary:
    where = {"SDF_PATH": os.pathsep.join(map(str, models))}
    done = subprocess.run(command, cwd=folder, env=os.environ | where, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode:
        return {"errors": [{"code": done.returncode, "message": done.stderr.strip()[-2000:]}], "links": [], "joints": []}
    answer: Summary = json.loads(done.stdout)
    return answer


def _may_install() -> bool:
    return bool(os.environ.get("CI")) or os.environ.get("SCENEC_CONSUMERS") == "install"


@cache
def _libsdformat_loader() -> Path:
    """The compiled loader, in a folder that lives as long as this process."""
    if shutil.which("g++") is None or shutil.which("pkg-config") is None:
        raise ConsumerMissingError("libsdformat needs g++ and pkg-config")
    package = _libsdformat_package()
    if package is None and _may_install() and shutil.which("apt-get") and os.getuid() == 0:
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "libsdformat-dev"]):
            subprocess.run(command, capture_output=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False)
        package = _libsdformat_package()
    if package is None:
        raise ConsumerMissingError("libsdformat's headers are missing (Debian: libsdformat-dev)")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", package], capture_output=True, text=True, check=True).stdout.split()
    folder = tempfile.TemporaryDirectory(prefix="libsdformat-loader-")
    _KEPT.append(folder)
    loader = Path(folder.name) / "loader"
    subprocess.run(["g++", "-std=c++17", "-O1", str(HERE / "libsdformat_loader.cpp"), "-o", str(loader), *flags], check=True)
    return loader


_KEPT: list[tempfile.TemporaryDirectory[str]] = []


def _libsdformat_package() -> str | None:
    """The newest libsdformat that pkg-config knows and the loader is written for (ignition's names ended with 12)."""
    for version in (12, 11):
        if subprocess.run(["pkg-config", "--exists", f"sdformat{version}"], check=False).returncode == 0:
            return f"sdformat{version}"
    return None


@cache
def _drake_python() -> Path:
    """An interpreter that has Drake: this one, or that of a virtual environment kept in the user's cache."""
    if _has_drake(Path(sys.executable)):
        return Path(sys.executable)
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = caches / "scenec" / f"drake-{sys.version_info.major}.{sys.version_info.minor}"
    python = home / "bin" / "python"
    if _has_drake(python):
        return python
    if not _may_install():
        raise ConsumerMissingError("Drake is not installed (pip install drake, or SCENEC_CONSUMERS=install)")
    shutil.rmtree(home, ignore_errors=True)
    subprocess.run([sys.executable, "-m", "venv", str(home)], check=True)
    done = subprocess.run([str(python), "-m", "pip", "install", "-q", "drake"], capture_output=True, text=True, check=False)
    if done.returncode or not _has_drake(python):
        shutil.rmtree(home, ignore_errors=True)
        raise ConsumerMissingError(f"Drake cannot be installed here: {done.stderr.strip()[-200:]}")
    return python


def _has_drake(python: Path) -> bool:
    command = [str(python), "-c", "import pydrake.multibody.parsing"]
    return python.exists() and subprocess.run(command, capture_output=True, check=False).returncode == 0
