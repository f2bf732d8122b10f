"""One process that judges inputs, number after number, and says on stdout what it found: a line of JSON before and after each.

Memory is limited, so that an input that asks for all of it fails here and not the machine. What kills the process or never comes back
is seen by the one who started it (`crew`).
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import tempfile
from pathlib import Path

ADDRESS_SPACE = 3 << 30
"""Bytes of address space of a worker, libraries included."""


def main() -> None:
    """Arguments: seed, first number, step, how many (0: without end)."""
    seed, first, step, count = map(int, sys.argv[1:5])
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    out = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)  # what else is printed is no answer
    from benchmarks.fuzz.inputs import made
    from benchmarks.fuzz.judge import judge

    with tempfile.TemporaryDirectory(prefix="scenec-fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        warm_up(Path(folder))
        gc.freeze()
        gc.disable()  # or one input would be charged for the rubbish of others
        number, since = first, 0.0
        while not count or number < first + step * count:
            out.write(json.dumps({"begins": number}) + "\n")
            case = made(seed, number)
            verdict = judge(case, Path(folder))
            out.write(
                json.dumps({"ends": number, "source": case.source.partition("@")[0], "target": case.target, **verdict._asdict()}) + "\n"
            )
            number, since = number + step, since + verdict.seconds
            if since > 1.0:
                gc.collect()
                since = 0.0


def warm_up(folder: Path) -> None:
    """Load what conversions load, so that no input is charged for it."""
    from benchmarks.fuzz.broken_assets import carried
    from benchmarks.fuzz.case import FORMATS
    from benchmarks.fuzz.judge import judge

    for source in FORMATS:
        for suffix, target in zip((".obj", ".dae", ".glb", ".stl"), FORMATS, strict=False):
            judge(carried(b"", suffix, source, target, "warm-up"), folder, thorough=True)


if __name__ == "__main__":
    main()
