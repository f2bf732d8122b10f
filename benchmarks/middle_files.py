"""``python -m benchmarks.middle_files`` proves that edits of files in between win: a changed value of a file
that carries values shows in the file that is converted back.

Each real scene in ``../shared`` is converted to each other format with ``--carry``; of each such file values are changed one at a time,
deleted or made nonsense, and it is converted back to the format it came from with ``--carry``. That is the shared ``loss_probe.py --carry``
on the files in between, whose problems are shown as they come; the last line has all counts. Exit status 1 if there was a problem.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from scenec import ScenecError, convert
from scenec.converters import NEUTRAL, written_formats

TOOLS = Path(__file__).parents[2] / "shared" / "tools"
SUFFIXES = {record.name: record.suffix() for record in written_formats() if record.name != NEUTRAL}
HOURS = 1.0
"""After which a scene is given up."""


@dataclass(frozen=True)
class Job:
    """A scene: its name, format and file, and how it is read. samples: values to change in each file made of it."""

    name: str
    format: str
    path: str
    options: dict[str, Any]
    samples: int
    seed: str


@dataclass
class Probed:
    """Result of a scene. made: files in between; counts: as the probe names them; problems: kinds; lines: of problems."""

    name: str
    made: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    problems: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)


def jobs_of(formats: list[str], count: int | None, only: str | None, samples: int, seed: str) -> Iterator[Job]:
    """The scenes of the shared corpus, as its own tools choose them. Packed scenes are left out: each has its twin beside it."""
    sys.path.insert(0, str(TOOLS))
    for entry in import_module("probe_common").corpus(formats, count, seed, only):
        if entry.path.suffix == ".scn":
            continue
        options = {name: value for name, value in entry.options.items() if value}
        if "search_path" in options:
            options["search_path"] = [str(entry.root / folder) for folder in options["search_path"]]
        yield Job(entry.name, entry.format, str(entry.path), options, samples, seed)


def probe(job: Job) -> Probed:
    """Make the files in between, and change values in them."""
    probed = Probed(job.name)
    with tempfile.TemporaryDirectory() as folder:
        made = []
        for target, suffix in SUFFIXES.items():
            path = Path(folder, target, f"between{suffix}")
            if target == job.format:
                continue
            try:
                convert(job.path, path, carry=True, **job.options)
                made.append(str(path))
            except ScenecError as error:
                probed.problems["NOT MADE"] += 1
                probed.lines.append(f"{job.name} -> {target}: NOT MADE ({error})")
        probed.made = len(made)
        if made:
            _change(job, made, Path(folder, "probe.json"), probed)
    return probed


def _change(job: Job, made: list[str], result: Path, probed: Probed) -> None:
    command = [sys.executable, str(TOOLS / "loss_probe.py"), "--carry", "--targets", job.format, "--jobs", "1", "--python", sys.executable]
    command += ["--samples", str(job.samples), "--seed", job.seed, "--json", str(result), *made]
    try:
        subprocess.run(command, capture_output=True, text=True, timeout=HOURS * 3600, check=False)
        found = json.loads(result.read_text())
    except (subprocess.TimeoutExpired, OSError, ValueError) as problem:
        probed.problems["NOT PROBED"] += 1
        probed.lines.append(f"{job.name}: NOT PROBED ({problem})")
        return
    probed.counts.update(found["totals"])
    probed.problems.update(found["problems"])
    for scene in found["scenes"]:
        for each in scene["problems"]:
            where = f"{job.name} -> {scene['entry'].partition(':')[0]}, line {each['line']}"
            text = " ".join(each["text"].split())
            probed.lines.append(f"{where}: {each['path']} {each['value']!r} -> {each['target']}: {each['kind']} ({text})")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--formats", default=",".join(SUFFIXES), help="of the scenes (default: all)")
    parser.add_argument("--max-per-format", type=int, metavar="N", help="scenes of each format (default: all)")
    parser.add_argument("--only", metavar="REGEX", help="scenes whose names match")
    parser.add_argument("--samples", type=int, default=2, metavar="N", help="values to change in each file (default: 2)")
    parser.add_argument("--seed", default="0")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    options = parser.parse_args()
    if not TOOLS.is_dir():
        parser.error("the real scenes and the probe lie in ../shared, which is not here")
    chosen = list(jobs_of(options.formats.split(","), options.max_per_format, options.only, options.samples, options.seed))
    counts, problems, made = Counter[str](), Counter[str](), 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for probed in pool.map(probe, chosen):
            counts += probed.counts
            problems += probed.problems
            made += probed.made
            for line in probed.lines:
                print(line, flush=True)
    words = {
        "output": "seen in the output",
        "report": "in the report",
        "covered": "covered by a loss",
        "refused": "refused with file and line",
        "no change known": "without a known change",
    }
    seen = ", ".join(f"{counts[name]} {said}" for name, said in words.items())
    print(
        f"{len(chosen)} scenes, {made} files in between; {counts['values']} values accounted, {counts['probed']} changed: {seen}; ", end=""
    )
    print(f"{counts['broken']} times deleted or made nonsense; problems: {dict(problems) or 'none'}")
    return 1 if problems or not chosen else 0


if __name__ == "__main__":
    sys.exit(main())
