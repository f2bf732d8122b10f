"""Everything that takes long, one after the other, and one page that says what came out: ``python -m benchmarks.proof``.

Each step is a command that a person could type; the page shows it, whether it ended well, and its last lines. A step that fails
does not keep the others from running; the exit status is 1 if one did. A check that asks for everything, of which something is
known to fail, is judged by the step that compares its figures with what passed before; a crash or missing figures fail all the same.
Steps that need the real scenes in ``../shared`` are left out, and said to be, where those are not there. `nox -s proof` runs this in an
environment of its own.

A whole run is meant to take at most ninety minutes of two processors, so some steps take a sample, as their commands say, and steps
that something else runs are left to it, as the page says. ``--only STEP`` runs one, also one of those, and renews its row; the others
keep what they came to before, each with its commit. The benchmarks renew their own tables then.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOOLS = Path("..", "shared", "tools")
PAGE = ROOT / "proof.md"
MADE = ROOT / "build" / "proof"
"""Figures that one step hands to another, and how each step ended last."""
LAST = "outcomes.json"


@dataclass(frozen=True)
class Step:
    """One command. shown: how many of its last lines go to the page. hours: when it is given up. shared: needs ../shared.

    judge: the step that judges the figures this one writes into the file `figures`, where its exit status 1 says only that not all
    is well. because: where that is explained. apart: why a whole run leaves the step out, "" if it does not.
    """

    name: str
    proves: str
    command: Sequence[str]
    shown: int = 1
    hours: float = 1.0
    shared: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)
    judge: str = ""
    figures: str = ""
    because: str = ""
    apart: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a step ended. status: its exit status, None if it was given up. complete: whether its figures are there, if it has any. commit:
    of the checkout that it ran in."""

    step: Step
    status: int | None
    lines: Sequence[str]
    minutes: float
    complete: bool = True
    commit: str = ""


def steps(seed: str, made: str, fuzz_minutes: int, samples: int) -> list[Step]:
    """All steps in order. seed: for what is sampled; made: a folder for what one step hands to another."""
    probes = ("--jobs", "2", "--seed", seed)
    golden, loss, pairs = (f"{made}/{name}.json" for name in ("golden", "loss", "pairs"))

    def tool(name: str, *arguments: str) -> tuple[str, ...]:
        return ("python", (TOOLS / name).as_posix(), *arguments)

    return [
        Step("tests", "the project's own tests", ("python", "-m", "pytest", "-q", "-n", "2"), 1),
        Step(
            "sweeps",
            "the same over all formats, fixtures, pages and sizes",
            ("python", "-m", "pytest", "-q", "-n", "2", "-m", "sweep or hypothesis"),
            1,
            apart="`.ci/run` runs it on every change",
        ),
        Step(
            "golden",
            "readers against what the formats' own simulators compute",
            tool("golden_check.py", "--jobs", "2", "--json", golden),
            6,
            shared=True,
            judge="floors",
            figures=golden,
            because="docs/formats/sdformat.md",
        ),
        Step(
            "pairs",
            "all pairs of formats on all real scenes: nothing bent, and back again with --carry",
            tool("pairs_check.py", "--all", *probes, "--json", pairs),
            6,
            6.0,
            shared=True,
        ),
        Step(
            "loss",
            "values of real scenes changed one at a time: none is lost silently",
            tool("loss_probe.py", "--only", ".", "--samples", str(samples), *probes, "--json", loss),
            1,
            6.0,
            shared=True,
        ),
        Step(
            "carry",
            "the same with --carry, where much of what would be lost travels along: a sample of scenes",
            tool("loss_probe.py", "--max-per-format", "20", "--carry", "--samples", str(samples), *probes),
            1,
            6.0,
            shared=True,
        ),
        Step(
            "between",
            "values changed in files that carry what they cannot say, made of a sample of scenes: every change shows at home",
            ("python", "-m", "benchmarks.middle_files", "--max-per-format", "10", "--samples", str(samples), *probes),
            1,
            6.0,
            shared=True,
        ),
        Step(
            "edits",
            "one number of each real scene edited: one line of its files changes, of at least 95 % in each format",
            ("python", "-m", "benchmarks.edits", "--least", "95"),
            1,
            2.0,
            shared=True,
        ),
        Step(
            "floors",
            "no figure is worse than it was",
            ("python", ".ci/floors.py", "--golden", golden, "--loss", loss, "--pairs", pairs),
            shared=True,
        ),
        Step(
            "consumers",
            "results of fixtures and of a sample of scenes loaded by libsdformat, urdfdom, Drake and MuJoCo, and compared",
            ("python", "-m", "pytest", "-q", "-n", "2", "-m", "", "tests/consumers"),
            environment={"SCENEC_CONSUMERS": "install"},
            hours=2.0,
        ),
        Step(
            "mujoco",
            "results in MJCF of all real scenes compiled by MuJoCo: the same masses, poses and joints",
            ("python", "-m", "benchmarks.mujoco_results"),
            7,
            2.0,
            shared=True,
        ),
        Step(
            "motion",
            "robots that swing in MuJoCo, Drake and Gazebo's physics come to the same place; servos arrive, standing robots stand",
            ("python", "-m", "benchmarks.behaviour"),
            15,
            2.0,
            shared=True,
        ),
        Step(
            "arrives",
            "results of all real scenes load and move in libsdformat with Gazebo's physics, and in MuJoCo; of a sample with --ready, too",
            ("python", "-m", "benchmarks.arrives", "--ready", "30", "--folder", made),
            20,
            4.0,
            shared=True,
        ),
        Step(
            "fuzz",
            "damaged and hostile input",
            ("python", "-m", "benchmarks.fuzz", "--minutes", str(fuzz_minutes), "--jobs", "2", "--seed", seed),
            3,
            2.0,
        ),
        Step(
            "mutation",
            "writers with one printing statement broken: the report, checks of the result or tests notice",
            ("python", "-m", "benchmarks.mutation", "--seed", seed),
            6,
            2.0,
        ),
        Step(
            "trace",
            "numbers of the source changed one at a time: the result changes where the ledger says, and nowhere else",
            ("python", "-m", "benchmarks.source_map", "--seed", seed),
            20,
            2.0,
        ),
        Step(
            "speed",
            "timings side by side",
            ("python", "-m", "benchmarks.speed", "--write", "--largest", "4000"),
            40,
            apart="wants a machine that does nothing else; [benchmarks/README.md](benchmarks/README.md) has its figures",
        ),
        Step(
            "migration",
            "timings of whole libraries",
            ("python", "-m", "benchmarks.migration", "--write"),
            15,
            apart="likewise; [benchmarks/migration.md](benchmarks/migration.md) has its figures",
        ),
    ]


def whole_run(every: Sequence[Step], *, shared: bool) -> list[Step]:
    """The steps of a run without `--only`. shared: whether the real scenes are there."""
    return [step for step in every if not step.apart and (shared or not step.shared)]


def run(step: Step, commit: str = "") -> Outcome:
    """Run a step, showing what it prints as it comes."""
    if step.figures:
        Path(step.figures).unlink(missing_ok=True)
    command = [sys.executable if step.command[0] == "python" else step.command[0], *step.command[1:]]
    print(f"\n== {step.name}: {shlex.join(step.command)}", flush=True)
    environment = {**os.environ, **step.environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process of a step compiles the package first
    start = time.monotonic()
    lines: list[str] = []
    with subprocess.Popen(
        ["timeout", "--kill-after=30", f"{step.hours}h", *command],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.strip():
                lines.append(line.rstrip())
                del lines[:-200]
    status = process.returncode
    complete = not step.figures or Path(step.figures).is_file()
    return Outcome(step, None if status == 124 else status, lines, (time.monotonic() - start) / 60, complete, commit)


def remember(outcomes: Sequence[Outcome], folder: Path) -> None:
    """Write how steps ended into a folder, for a later run of other steps."""
    kept = {o.step.name: [o.status, o.lines[-o.step.shown :], o.minutes, o.complete, o.commit] for o in outcomes}
    (folder / LAST).write_text(json.dumps(kept, indent=1), encoding="utf-8")


def remembered(every: Sequence[Step], folder: Path) -> dict[str, Outcome]:
    """Return how steps ended in earlier runs, by name."""
    path = folder / LAST
    kept = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return {step.name: Outcome(step, *kept[step.name]) for step in every if step.name in kept}


def holds(outcome: Outcome, outcomes: Sequence[Outcome]) -> bool:
    """Whether a step ended well, or the judge of its figures did."""
    return outcome.complete and (outcome.status == 0 or _excused(outcome, outcomes))


def _excused(outcome: Outcome, outcomes: Sequence[Outcome]) -> bool:
    judges = [other for other in outcomes if other.step.name == outcome.step.judge]
    return outcome.status == 1 and bool(judges) and all(holds(judge, outcomes) for judge in judges)


def verdict(outcome: Outcome, outcomes: Sequence[Outcome]) -> str:
    if outcome.status is None:
        return f"given up after {outcome.step.hours:g} h"
    if not outcome.complete:
        return f"**fails** (no figures; exit status {outcome.status})"
    if outcome.status == 0:
        return "holds"
    if _excused(outcome, outcomes):
        return f"holds as before, says [{outcome.step.judge}](#{outcome.step.judge}); not all passes"
    return f"**fails** (exit status {outcome.status})"


def page(outcomes: Sequence[Outcome], left_out: Sequence[Step], not_run: Sequence[Step] = ()) -> str:
    """The page as Markdown. left_out: steps that lack the real scenes; not_run: those that were never asked for."""
    minutes = sum(o.minutes for o in outcomes)
    out = [
        "# Proof",
        "",
        f"What `nox -s proof` measured in {minutes:.0f} minutes, with Python {platform.python_version()} on {os.cpu_count()} processors.",
        "Steps can run one by one (`--only`), so each has the commit that it ran at.",
        "",
        "| check | what it shows | result | minutes | commit |",
        "|---|---|---|---|---|",
    ]
    out += [
        f"| [{o.step.name}](#{o.step.name}) | {o.step.proves} | {verdict(o, outcomes)} | {o.minutes:.0f} | {o.commit} |" for o in outcomes
    ]
    out += [f"| {step.name} | {step.proves} | left out: `../shared` is not here | | |" for step in left_out]
    out += [f"| {step.name} | {step.proves} | was not run{': ' * bool(step.apart)}{step.apart} | | |" for step in not_run]
    for outcome in outcomes:
        settings = "".join(f"{name}={value} " for name, value in outcome.step.environment.items())
        shown = map(without_places, outcome.lines[-outcome.step.shown :])
        out += ["", f"## {outcome.step.name}", "", "```", f"$ {settings}{_shown(outcome.step.command)}", *shown, "```"]
        if outcome.status and holds(outcome, outcomes):
            judge = outcome.step.judge
            out += ["", f"Exit status {outcome.status}: not all passes. [{judge}](#{judge}) judges these figures by what passed before"]
            out += [f"and what is known to fail; {outcome.step.because} explains that."]
    return "\n".join(out) + "\n"


def without_places(line: str) -> str:
    """A line without the folders of this machine: files are named from the checkout on."""
    shared = ROOT / ".." / "shared"
    places = {os.path.realpath(shared): "../shared", os.path.abspath(shared): "../shared", str(ROOT): ".", os.path.realpath(ROOT): "."}
    places |= {os.path.realpath(tempfile.gettempdir()): "(temporary)", os.path.expanduser("~"): "~", sys.prefix: "(python)"}
    for place, name in sorted(places.items(), key=lambda each: -len(each[0])):
        line = line.replace(f"{place}/", f"{name}/") if place.strip("/") else line
    return line


def _shown(command: Sequence[str]) -> str:
    """A command as the page shows it: folders made for one run have no place there."""
    return shlex.join(os.path.basename(part) if os.path.isabs(part) else part for part in command)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="STEP", help="this step only (repeatable); other rows of the page stay")
    parser.add_argument("--fuzz-minutes", type=int, default=4, metavar="N", help="how long to fuzz, in two processes (default: 4)")
    parser.add_argument(
        "--samples", type=int, default=1, metavar="N", help="values per scene that probes change, for all targets (default: 1)"
    )
    options = parser.parse_args()

    def git(*arguments: str) -> str:
        return subprocess.run(("git", *arguments), cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()

    MADE.mkdir(parents=True, exist_ok=True)
    commit, here = git("rev-parse", "--short=12", "HEAD"), (ROOT / TOOLS).is_dir()
    every = steps(git("rev-list", "--count", "HEAD"), str(MADE), options.fuzz_minutes, options.samples)
    names = [step.name for step in every]
    if unknown := set(options.only or ()) - set(names):
        parser.error(f"no such step: {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    chosen = (
        [step for step in every if step.name in options.only and (here or not step.shared)]
        if options.only
        else whole_run(every, shared=here)
    )
    known = remembered(every, MADE) if options.only else {}
    for step in chosen:
        known[step.name] = run(step, commit)
        remember(list(known.values()), MADE)
    outcomes = [known[name] for name in names if name in known]
    others = [step for step in every if step.name not in known]
    text = page(outcomes, [step for step in others if step.shared and not here], [step for step in others if here or not step.shared])
    print("\n" + text)
    PAGE.write_text(text, encoding="utf-8")
    return 0 if all(holds(known[step.name], outcomes) for step in chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
