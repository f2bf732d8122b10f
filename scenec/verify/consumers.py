"""The programs that load SDFormat, and what each says of a file; what they have in common with those that load URDF (`urdf_consumers`).

Each is asked in a process of its own, so that nothing it does can hurt a conversion. MuJoCo is asked by `scenec.verify.mujoco_verdicts`.
For other formats (and for these, too) scenec's own reader is asked, see `scenec.verify.verdicts`.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Mapping
from typing import Literal

import msgspec

from scenec.comparison.tolerance import RELATIVE
from scenec.verify.agreement import Summary, disagreements
from scenec.verify.bounded import Answer, ask, cleaned_output
from scenec.verify.compiled import NotCompiledError, libsdformat_loader
from scenec.verify.difference import Difference
from scenec.verify.staging import Staged

Outcome = Literal["accepted", "rejected", "differs", "failed", "missing"]
DRAKE_LOADER = os.path.join(os.path.dirname(__file__), "drake_loader.py")
HAS_MODULE = "import importlib.util as u, sys; sys.exit(u.find_spec('{0}') is None)"
"""Asks a Python whether a module is there without loading it."""


Ours = Callable[[], Summary] | None
"""Our own summary of the file, all joints at zero; None where we cannot read it, so that nothing is compared."""


Matching = Callable[[Summary, Summary], tuple[Summary, Summary]]
"""Brings our summary and theirs to the same paths, or leaves out what a program takes otherwise."""


class Verdict(msgspec.Struct, frozen=True, gc=False):
    """Verdict of one consumer. consumer: its name. message: its own words, or why it says nothing. compared: whether masses, poses and
    joints were compared. install: what to install where it is missing."""

    consumer: str
    outcome: Outcome
    message: str = ""
    differences: tuple[Difference, ...] = ()
    compared: bool = False
    install: str = ""


def sdformat_verdicts(staged: Staged, ours: Ours) -> list[Verdict]:
    """Return what every program that loads SDFormat says of the staged file."""
    return [*_libsdformat(staged, ours), drake_verdict(staged, ours)]


# ---------------------------------------------------------------- libsdformat: Gazebo's parser


def _libsdformat(staged: Staged, ours: Ours) -> list[Verdict]:
    """By the command line tool of the Gazebo that is installed, and by a program of ours that also tells what it reads."""
    verdicts = []
    tool = next((found for name in ("gz", "ign") if (found := _sdf_tool(name, staged))), None)
    if tool is not None:
        verdicts.append(_by_tool(tool, staged))
    try:
        verdicts.append(by_summary("libsdformat", [libsdformat_loader()], staged, ours))
    except NotCompiledError as problem:
        if tool is None:
            why = f"neither `gz sdf` nor `ign sdf` is here, and {problem}"
            install = "Install Gazebo's gz tool (or ignition-tools), or libsdformat-dev with g++ and pkg-config"
            verdicts.append(Verdict("libsdformat", "missing", why, install=install))
    return verdicts


def _sdf_tool(name: str, staged: Staged) -> str | None:
    """The path of Gazebo's tool if it has the command ``sdf``; another program may be called gz."""
    found = shutil.which(name)
    if found is None:
        return None
    try:
        done = ask([found, "sdf", "--help"], staged.work, timeout=30.0)
    except OSError:
        return None
    return found if "--check" in done.out + done.err else None


def _by_tool(tool: str, staged: Staged) -> Verdict:
    consumer = f"libsdformat ({os.path.basename(tool)} sdf -k)"
    answer = _asked([tool, "sdf", "-k", staged.file], staged)
    if answer.trouble:
        return Verdict(consumer, "failed", answer.trouble)
    errors = "; ".join(line for line in answer.err.splitlines() if line.lstrip().startswith("Error"))
    if answer.status == 0 and not errors:
        return Verdict(consumer, "accepted")
    return Verdict(
        consumer, "rejected", cleaned_output(errors or answer.err or answer.out, staged.folders) or f"exit status {answer.status}"
    )


# ---------------------------------------------------------------- Drake


def drake_verdict(staged: Staged, ours: Ours, *, matched: Matching | None = None) -> Verdict:
    """Return what Drake says of the staged file. matched: see `by_summary`."""
    for python in dict.fromkeys(filter(None, (sys.executable, shutil.which("python3")))):
        if has_module("pydrake", python, staged):
            return by_summary("Drake", [python, DRAKE_LOADER], staged, ours, matched=matched)
    why = "neither the Python that runs scenec nor the first python3 on the path has Drake"
    return Verdict("Drake", "missing", why, install="Install Drake: pip install drake")


def has_module(name: str, python: str, staged: Staged) -> bool:
    """Return whether a Python has a module."""
    try:
        done = ask([python, "-c", HAS_MODULE.format(name)], staged.work, timeout=30.0)
    except OSError:
        return False
    return done.status == 0 and not done.trouble


# ---------------------------------------------------------------- what they have in common


def by_summary(
    consumer: str, command: list[str], staged: Staged, ours: Ours, *, matched: Matching | None = None, tolerance: float = RELATIVE
) -> Verdict:
    """By a program that prints a physics summary of a file, with ``errors`` if it was refused, or ends with a status. matched: see
    `Matching`. tolerance: relative, see `disagreements`."""
    answer = _asked([*command, staged.file], staged)
    if answer.trouble:
        return Verdict(consumer, "failed", answer.trouble)
    if answer.status:
        return Verdict(consumer, "rejected", cleaned_output(_last_words(answer.err), staged.folders) or f"exit status {answer.status}")
    try:
        theirs = msgspec.json.decode(answer.out)
        if theirs["errors"]:
            messages = dict.fromkeys(each["message"] for each in theirs["errors"])
            return Verdict(consumer, "rejected", cleaned_output("; ".join(messages), staged.folders))
        if ours is None:
            return Verdict(consumer, "accepted")
        mine, theirs = matched(ours(), theirs) if matched is not None else (ours(), theirs)
        found = tuple(disagreements(mine, theirs, tolerance=tolerance))
    except (msgspec.DecodeError, KeyError, TypeError):
        return Verdict(consumer, "failed", "gave an answer that cannot be understood")
    return Verdict(consumer, "differs" if found else "accepted", differences=found, compared=True)


def _last_words(text: str) -> str:
    """The message at the end of a traceback, or of a log."""
    lines = [line for line in text.splitlines() if line.strip()]
    starts = [number for number, line in enumerate(lines) if line.startswith(("RuntimeError", "ValueError", "Exception"))]
    return " ".join(lines[starts[-1] :] if starts else lines[-3:])


def _asked(command: list[str], staged: Staged) -> Answer:
    try:
        return ask(command, staged.work, _variables(staged))
    except OSError as problem:
        return Answer(0, "", "", f"cannot be started: {(problem.strerror or str(problem)).lower()}")


def _variables(staged: Staged) -> Mapping[str, str]:
    """Where models that a scene refers to are looked for, as each of the programs calls it."""
    folders = os.pathsep.join(staged.search_path)
    return dict.fromkeys(("SDF_PATH", "GZ_SIM_RESOURCE_PATH", "IGN_GAZEBO_RESOURCE_PATH", "GAZEBO_MODEL_PATH"), folders)
