"""``python -m benchmarks.arrives``: do results run where they arrive? Real scenes, loaded and moved by the programs of two targets.

Runs ``../shared/tools/arrives.py`` on the shared corpus for each target, and again with `scenec convert --ready` if asked. Exit status 1
if a result is refused, crashes or explodes whose source can run there, 2 if nothing was judged. Sources of the target's own format are
tried in the same program; `behaviour/cannot_run.py` names the others.

SDFormat needs libsdformat and Gazebo's physics. Their oracle is built from Debian's packages, which are installed where this runs as root;
else the target is left out with the reason.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.behaviour import gazebo
from benchmarks.behaviour.arrival import FAILURES, Figures, figures, section
from benchmarks.behaviour.sections import ARRIVAL, write_part
from benchmarks.mutation.conversions import SHARED

ROOT = Path(__file__).parents[1]
TOOL = SHARED / "tools" / "arrives.py"
TARGETS = ("sdformat", "mjcf")
WITH_ORACLE = "sdformat"
"""The target whose program the shared oracle is."""
SECONDS = 1.0
"""For which arrives.py moves a result."""


def oracle(folder: Path) -> tuple[Path | None, str]:
    """Return the folder of the oracle of SDFormat, built into a folder if need be, or None and the reason."""
    program, why = gazebo.program(folder.resolve(), install=True)
    return (program.parent, "") if program else (None, why)


def judged(target: str, options: argparse.Namespace, oracles: Path | None, *, ready: bool) -> Figures | None:
    """Convert and judge the scenes of one target. Returns None if the tool gave no figures."""
    file = options.folder.resolve() / f"arrives-{target}{'-ready' * ready}.json"
    file.unlink(missing_ok=True)
    count = options.ready if ready else options.corpus
    command = [sys.executable, str(TOOL), "--to", target, "--corpus", str(count), "--seed", str(options.seed)]
    command += ["--jobs", str(options.jobs), "--json", str(file), *(["--oracles", str(oracles)] if oracles else [])]
    subprocess.run([*command, *(["--", "--ready"] if ready else [])], cwd=ROOT, check=False)
    if not file.is_file():
        return None
    mark_sources(file, target, oracles)
    return figures(file, target, ready=ready)


def mark_sources(file: Path, target: str, oracles: Path | None) -> None:
    """Put `source-too:` before the verdict of each result, in a file of figures, that fails as its source of the same format does."""
    spec = importlib.util.spec_from_file_location("arrives", TOOL)
    assert spec and spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    rows = json.loads(file.read_text(encoding="utf-8"))
    for row in rows:
        if row["verdict"] in FAILURES and row["format"] == target:
            source = Path(row["source"])
            verdict, _ = tool.gazebo(source, SECONDS, oracles) if target == WITH_ORACLE else tool.mujoco(source, SECONDS)
            row["verdict"] = f"source-too:{row['verdict']}" if verdict in FAILURES else row["verdict"]
    file.write_text(json.dumps(rows, indent=1), encoding="utf-8")


def lines(run: Figures) -> Iterator[str]:
    """Yield the faults of a run, and a line with its counts."""
    faults = run.faults()
    yield from (f"FAIL {run.title}: {row.verdict} {row.source}: {row.why}" for row in faults)
    count = Counter(row.verdict for row in run.rows)
    failed = sum(count[verdict] for verdict in FAILURES)
    counts = ", ".join(f"{count[verdict]} {verdict}" for verdict in FAILURES)
    as_source = sum(row.verdict.startswith("source-too") for row in run.rows)
    said = f"{failed - len(faults)} of them excused; {as_source} fail as their sources do"
    yield f"{run.title}: {count['ok'] + failed} judged, {counts}; {said}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--to", action="append", choices=TARGETS, help="a target (repeatable; default: all)")
    parser.add_argument("--corpus", type=int, default=0, metavar="N", help="scenes of each format (default: 0, all)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which scenes are chosen")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="conversions at once (default: 2)")
    parser.add_argument("--ready", type=int, metavar="N", help="results of --ready, too, of so many scenes of each format (0: all)")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "proof", help="for figures and the oracle (default: build/proof)")
    parser.add_argument("--write", action="store_true", help="write the table of docs/behaviour.md, if all targets and scenes were judged")
    options = parser.parse_args()
    if not TOOL.is_file():
        print("nothing to judge: ../shared/tools/arrives.py is not beside this checkout")
        return 2
    options.folder.mkdir(parents=True, exist_ok=True)
    oracles, why = oracle(options.folder / "oracles")
    chosen = [target for target in options.to or TARGETS if oracles or target != WITH_ORACLE]
    asked = [(target, ready) for ready in ([False] if options.ready is None else [False, True]) for target in chosen]
    made = [judged(target, options, oracles, ready=ready) for target, ready in asked]
    runs = [run for run in made if run and run.rows]
    for run in runs:
        print("\n".join(lines(run)), flush=True)
    if len(chosen) < len(options.to or TARGETS):
        print(f"{WITH_ORACLE} is left out: {why}")
    if options.write and not options.corpus and not options.ready and len(runs) == len(TARGETS) * 2:
        write_part(ARRIVAL, section(runs))
    return 2 if len(runs) < len(asked) or not runs else int(any(run.faults() for run in runs))


if __name__ == "__main__":
    sys.exit(main())
