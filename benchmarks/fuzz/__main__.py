"""``python -m benchmarks.fuzz`` judges inputs by number and keeps those that break a promise.

--inputs 10000                        the short run of CI
--minutes 60 [--coverage]             the long one, with --coverage guided by what code an input reaches (needs atheris)
--seed N --start NUMBER --inputs 1    one input of a run again
--replay KEPT                         a kept failure again
--minimise FILE                       a kept failure, or a file as it is, made as small as it still fails
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.fuzz.case import FORMATS, RECORD, Case, keep, kept
from benchmarks.fuzz.crew import Tally, run
from benchmarks.fuzz.inputs import made
from benchmarks.fuzz.judge import judge
from benchmarks.fuzz.minimise import minimised

KEPT_OF_EACH = 3


def main() -> int:
    options = _options()
    if options.replay or options.minimise:
        return _again(options)
    if options.coverage:
        command = [sys.executable, "-m", "benchmarks.fuzz.coverage", str(options.seed), str(options.minutes), str(options.keep)]
        status = subprocess.run(command, check=False).returncode
        return status or int(any(options.keep.glob("guided-*")))
    tally, printed = Tally(), 0
    for tally in run(
        options.seed, inputs=0 if options.minutes else options.inputs, seconds=60 * options.minutes, jobs=options.jobs, start=options.start
    ):
        print(f"{tally.total:,} inputs, {len(tally.failures)} kinds of failures", file=sys.stderr)
        for signature in list(tally.failures)[printed:]:  # a long run is not waited for to look at what fails
            print(f"    number {tally.failures[signature][0][0]}: {signature}", file=sys.stderr)
        printed = len(tally.failures)
    _keep_failures(tally, options.seed, options.keep)
    _print_tally(tally, options.seed, options.keep)
    if options.json:
        options.json.write_text(json.dumps(_facts(tally, options.seed), indent=1) + "\n", encoding="utf-8")
    return 1 if tally.failures else 0


def _options() -> Any:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--inputs", type=int, default=10_000, metavar="N", help="how many inputs (10,000)")
    parser.add_argument("--minutes", type=float, default=0.0, help="as many inputs as fit into this time")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other inputs (1)")
    parser.add_argument("--start", type=int, default=0, metavar="NUMBER", help="the first input's number (0)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--coverage", action="store_true", help="guided by coverage, with atheris (pip install atheris)")
    parser.add_argument(
        "--keep", type=Path, default=Path("fuzz-failures"), metavar="DIR", help="where inputs that fail are kept (fuzz-failures)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="the figures as JSON")
    parser.add_argument("--replay", type=Path, metavar="KEPT", help="judge a kept input again, or a file to all formats")
    parser.add_argument("--minimise", type=Path, metavar="FILE", help="make a kept input, or a file, as small as it still fails")
    parser.add_argument("--from", dest="source", choices=FORMATS, help="the format of a file to replay or minimise")
    return parser.parse_args()


# ---------------------------------------------------------------- failures


def _keep_failures(tally: Tally, seed: int, folder: Path) -> None:
    for signature, found in tally.failures.items():
        for number, _ in found[:KEPT_OF_EACH]:
            keep(made(seed, number), folder / f"{_slug(signature)}-{seed}-{number}", signature)


def _slug(signature: str) -> str:
    return re.sub(r"[^A-Za-z0-9]+", "-", signature.replace("scenec/", "").replace(".py", "")).strip("-")[-70:]


def _again(options: Any) -> int:
    """Judge kept cases or a file once more; with --minimise, make them smaller."""
    failed = False
    with tempfile.TemporaryDirectory(prefix="scenec-fuzz-") as place:
        for case, wanted in _cases(options.replay or options.minimise, options.source):
            failures = judge(case, Path(place), thorough=True).failures
            for failure in failures:
                print(f"{case.source} to {case.target}: {failure}\n    {failure.detail}")
            failed = failed or bool(failures)
            if options.minimise and failures:
                signature = wanted if wanted in map(str, failures) else str(failures[0])
                small = minimised(case, signature, Path(place))
                target = keep(small, options.keep / f"{_slug(signature)}-small", signature)
                print(f"{case.size:,} bytes became {small.size:,}: {target / small.name}")
    return 1 if failed else 0


def _cases(path: Path, source: str | None) -> list[tuple[Case, str]]:
    if (path / RECORD).is_file():
        return [kept(path)]
    from benchmarks.fuzz.past import cases_of

    return [(case, "") for case in cases_of(path, source)]


# ---------------------------------------------------------------- figures


def _facts(tally: Tally, seed: int) -> dict[str, Any]:
    return {
        "seed": seed,
        "inputs": tally.total,
        "converted": sum(count for (_, _, outcome), count in tally.outcomes.items() if outcome == "converted"),
        "pairs": {f"{source} -> {target}": count for (source, target), count in sorted(tally.inputs.items())},
        "repeated by another process": len(tally.digests),
        "slowest": {"seconds": round(tally.slowest[0], 2), "number": tally.slowest[1]},
        "largest": {"megabytes": round(tally.largest[0], 1), "number": tally.largest[1]},
        "failures": {signature: [number for number, _ in found] for signature, found in sorted(tally.failures.items())},
    }


def _print_tally(tally: Tally, seed: int, folder: Path) -> None:
    width = max(map(len, FORMATS))
    print(f"inputs, and the share that was converted, from (down) to (across); seed {seed}")
    print(" " * width + "".join(f"{target:>16}" for target in FORMATS))
    for source in FORMATS:
        cells = []
        for target in FORMATS:
            count = tally.inputs[source, target]
            cells.append(f"{count:,} {tally.outcomes[source, target, 'converted'] / max(count, 1):>4.0%}")
        print(f"{source:{width}}" + "".join(f"{cell:>16}" for cell in cells))
    for signature, found in sorted(tally.failures.items(), key=lambda each: -len(each[1])):
        numbers = ", ".join(str(number) for number, _ in found[:5])
        print(f"{len(found):>6} {signature} (numbers {numbers})")
        print(f"       {found[0][1][:400]}")
    print(
        f"slowest: number {tally.slowest[1]}, {tally.slowest[0]:.1f} s; most memory: number {tally.largest[1]}, {tally.largest[0]:.0f} MB"
    )
    kept_there = f", kept in {folder}" if tally.failures else ""
    print(
        f"{tally.total:,} inputs, {len(tally.digests):,} repeated by another process, {len(tally.failures)} kinds of failures{kept_there}"
    )


if __name__ == "__main__":
    sys.exit(main())
