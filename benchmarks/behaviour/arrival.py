"""The table of docs/behaviour.md about results that load and move: ``python -m benchmarks.behaviour.arrival --plain sdformat A.json``.

The figures are those that `benchmarks.arrives`, or `arrives.py` of the shared tools, writes: ``--plain`` of plain conversions, ``--ready``
of those with that option, each with the format of the results. ``--write`` puts the table into docs/behaviour.md.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.behaviour.cannot_run import CANNOT_RUN, reason
from benchmarks.behaviour.robots import CORPUS
from benchmarks.behaviour.sections import ARRIVAL, write_part
from benchmarks.tables import table
from scenec.converters import load

FAILURES = ("refused", "crash", "explodes")
MOST_SAID = 120
"""Characters of what a program says that the page shows."""


class Row(NamedTuple):
    """A result. source: below the corpus, else as it was named; verdict: a word of arrives.py, with `source-too:` in front where the source
    fails in its own simulator; why: what the program said."""

    source: str
    format: str
    verdict: str
    why: str


class Figures(NamedTuple):
    """Results of one target. ready: converted with --ready."""

    target: str
    ready: bool
    rows: Sequence[Row]

    @property
    def title(self) -> str:
        return load(self.target).title + (", `--ready`" if self.ready else "")

    def faults(self) -> list[Row]:
        """Return results that fail though their sources can run."""
        return [row for row in self.rows if row.verdict in FAILURES and not reason(row.source, self.target)]


def figures(path: Path, target: str, *, ready: bool) -> Figures:
    """Read the figures of one run of arrives.py."""
    rows = json.loads(path.read_text(encoding="utf-8"))
    return Figures(target, ready, [Row(_place(row["source"]), row["format"], row["verdict"], row.get("why", "")) for row in rows])


def _place(source: str) -> str:
    path = Path(source).resolve()
    return path.relative_to(CORPUS).as_posix() if path.is_relative_to(CORPUS) else source


def section(runs: Sequence[Figures]) -> str:
    """Return the part of the page, without its heading."""
    head = ("target", "source", "judged", "refused", "crash", "explode", "excused", "source fails", "nothing moves", "source refused")
    lines = [
        "*Made by `python -m benchmarks.arrives --corpus 0 --ready 0 --write`; do not edit.*",
        "",
        "All real scenes of the shared corpus were converted. The program that users load results with loads each result and moves it",
        "for 1 s: libsdformat and Gazebo's physics (DART) for SDFormat, MuJoCo for MJCF. A result is *refused* if the program does not",
        "load it. It *explodes* if a value is not finite, or a link is 30 m/s faster than free fall. Results are *excused*",
        "for the reasons below. Where a result fails, its source was tried in the same program if it is of the target's format, or",
        "an MJCF scene: it *fails* there as well. Such results are not judged.",
        "",
        table(head, [row for run in runs for row in _rows(run)], 2),
    ]
    return "\n".join([*lines, *_reasons(runs)])


def plain_text(said: str) -> str:
    """Return what a program says without colours of a terminal and without what was cut off at the end."""
    text = re.sub(r"\x1b\[[\d;]*m", "", said).strip()
    return text if len(text) < MOST_SAID else f"{text[:MOST_SAID].rpartition(' ')[0]} ..."


def _rows(run: Figures) -> list[tuple[str, ...]]:
    rows = [
        _row(run, load(name).title, [row for row in run.rows if row.format == name]) for name in dict.fromkeys(r.format for r in run.rows)
    ]
    return [*rows, _row(run, "**all**", run.rows)]


def _row(run: Figures, title: str, rows: Sequence[Row]) -> tuple[str, ...]:
    excused = sum(row.verdict in FAILURES and bool(reason(row.source, run.target)) for row in rows)
    count = Counter(row.verdict for row in rows if not (row.verdict in FAILURES and reason(row.source, run.target)))
    judged = count["ok"] + sum(count[verdict] for verdict in FAILURES) + excused
    as_source = sum(row.verdict.startswith("source-too") for row in rows)
    cells = (judged, *(count[verdict] for verdict in FAILURES), excused, as_source, count["empty"], count["no-conversion"])
    return (run.title, title, *map(str, cells))


def _reasons(runs: Sequence[Figures]) -> list[str]:
    failed = {(row.source, run.target) for run in runs for row in run.rows if row.verdict in FAILURES}
    lines = ["", "Excused results:", ""]
    known = [
        f"- {each.reason} " + ", ".join(f"`{file}`" for file in each.files)
        for each in CANNOT_RUN
        if any((file, run.target) in failed and reason(file, run.target) == each.reason for file in each.files for run in runs)
    ]
    lines = [*lines, *known] if known else []
    why = {row.source: plain_text(row.why) for run in reversed(runs) for row in run.rows if row.verdict.startswith("source-too")}
    as_source = [f"- `{source}`: {said}" for source, said in sorted(why.items())]
    lines += ["", "Results that fail as their sources do, with what the program says of the result:", "", *as_source] if as_source else []
    faults = sorted({f"- {run.title}: `{row.source}`: {row.verdict}" for run in runs for row in run.faults()})
    return [*lines, *(["", "Results that fail without an excuse:", "", *faults] if faults else [])]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("--plain", "--ready"):
        parser.add_argument(option, nargs=2, action="append", default=[], metavar=("FORMAT", "FILE"), help="figures of arrives.py")
    parser.add_argument("--write", action="store_true", help="write the part of docs/behaviour.md")
    options = parser.parse_args()
    asked = [(*each, False) for each in options.plain] + [(*each, True) for each in options.ready]
    if not asked:
        parser.error("no figures are named")
    text = section([figures(Path(file), target, ready=ready) for target, file, ready in asked])
    print(text)
    if options.write:
        write_part(ARRIVAL, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
