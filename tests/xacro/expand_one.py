"""Expand a file within its folder, in a process of its own: what came of it, seconds of the processor and megabytes, as JSON."""

from __future__ import annotations

import json
import os
import sys
import time

from scenec import files
from scenec.errors import ScenecError
from scenec.xacro.expansion import expand


def main(path: str) -> dict[str, object]:
    folder = os.path.dirname(path)
    limit = files.Boundary([folder])
    with open(path, "rb") as file:
        data = file.read()
    began = time.process_time()
    message = ""
    with files.within(limit):
        try:
            expand(data, os.path.basename(path), opener=files.guarded(files.read_file, limit), path=path)
        except ScenecError as problem:
            message = str(problem)
    seconds = time.process_time() - began
    return {"message": message, "seconds": seconds, "megabytes": peak_memory()}


def peak_memory() -> float:
    """Megabytes. That of `getrusage` would be that of the process which started this one, if it was larger."""
    with open("/proc/self/status", encoding="ascii") as status:
        peak = next(line for line in status if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1])))
