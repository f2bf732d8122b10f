"""The two programs that robotics people load SDFormat with, asked what they make of a file.

`load_with_libsdformat` (Gazebo's parser) and `load_with_drake` (Drake's) return links and joints in the shape of scenec's own
physics summary, world frame, SI, all joints at zero; `differences` compares. A consumer that is not there raises
`ConsumerMissingError`; it is installed on demand only where CI is set or SCENEC_CONSUMERS=install, since Drake alone is 100 MB.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from scenec.verify.agreement import disagreements
from scenec.verify.compiled import NotCompiledError, cache_folder, libsdformat_loader
from scenec.verify.consumers import DRAKE_LOADER
from tests.processes import patience

Summary = dict[str, Any]


class ConsumerMissingError(Exception):
    """Why a consumer cannot be asked on this machine."""


def load_with_libsdformat(path: Path, models: Sequence[Path] = ()) -> Summary:
    """Return libsdformat's reading of a file; ``errors`` holds its error codes and messages, empty for a valid file. models: folders of
    model directories. Relative includes count from the file's folder.

    Raises ConsumerMissingError where there is no compiler or no libsdformat.
    """
    return _answer([str(_libsdformat_loader()), str(path)], path.parent, models)


def load_with_drake(path: Path, models: Sequence[Path] = ()) -> Summary:
    """Return what Drake makes of a file. A file that Drake refuses gives one entry in ``errors``, with its message.

    Raises ConsumerMissingError where Drake is not installed.
    """
    return _answer([str(drake_python()), DRAKE_LOADER, str(path)], path.parent, models)


def differences(ours: Summary, theirs: Summary, *, tolerance: float = 1e-9) -> list[str]:
    """Where a consumer sees another robot than our physics summary tells; one line each, empty if they agree."""
    refused = [f"refused: {error['message']}" for error in theirs["errors"]]
    return refused + [difference.text for difference in disagreements(ours, theirs, tolerance=tolerance)]


def renamed(theirs: Summary, ours: Summary) -> Summary:
    """Return their summary with our paths, paired in document order: for scenes whose names SDFormat cannot say as they are."""
    names = {"world": "world"}
    for kind in ("links", "joints"):
        names |= {other["path"]: mine["path"] for other, mine in zip(theirs[kind], ours[kind], strict=True)}
    links = [link | {"path": names[link["path"]]} for link in theirs["links"]]
    joints = [joint | {key: names[joint[key]] for key in ("path", "parent", "child")} for joint in theirs["joints"]]
    return theirs | {"links": links, "joints": joints}


def _answer(command: list[str], folder: Path, models: Sequence[Path]) -> Summary:
    where = {"SDF_PATH": os.pathsep.join(map(str, models))}
    done = subprocess.run(command, cwd=folder, env=os.environ | where, capture_output=True, text=True, timeout=patience(1000), check=False)
    if done.returncode:
        return {"errors": [{"code": done.returncode, "message": done.stderr.strip()[-2000:]}], "links": [], "joints": []}
    answer: Summary = json.loads(done.stdout)
    return answer


def may_install() -> bool:
    """Whether programs that are missing may be installed."""
    return bool(os.environ.get("CI")) or os.environ.get("SCENEC_CONSUMERS") == "install"


@contextmanager
def installing() -> Iterator[None]:
    """One process at a time, so that those that share a run of the tests do not install a program over each other."""
    os.makedirs(cache_folder(), exist_ok=True)
    with Path(cache_folder(), "installing").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def _libsdformat_loader() -> Path:
    """The compiled loader that `scenec convert --verify` asks too."""
    try:
        return Path(libsdformat_loader())
    except NotCompiledError as problem:
        if not (may_install() and shutil.which("apt-get") and os.getuid() == 0):
            raise ConsumerMissingError(f"{problem} (Debian: libsdformat-dev, g++, pkg-config)") from None
    with installing():
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "libsdformat-dev"]):
            subprocess.run(command, capture_output=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False)
    try:
        return Path(libsdformat_loader())
    except NotCompiledError as problem:
        raise ConsumerMissingError(str(problem)) from None


@cache
def drake_python() -> Path:
    """An interpreter that has Drake: this one, or that of a virtual environment kept in the user's cache."""
    if _has_drake(Path(sys.executable)):
        return Path(sys.executable)
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    home = caches / "scenec" / f"drake-{sys.version_info.major}.{sys.version_info.minor}"
    python = home / "bin" / "python"
    if _has_drake(python):
        return python
    if not may_install():
        raise ConsumerMissingError("Drake is not installed (pip install drake, or SCENEC_CONSUMERS=install)")
    with installing():
        if _has_drake(python):  # another process was faster
            return python
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
