"""Expand a file within its folder, in a process of its own: what came of it, seconds and megabytes, as JSON."""

from __future__ import annotations

import json
import os
import resource
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
    began = time.perf_counter()
    told = ""
    with files.within(limit):
        try:
            expand(data, os.path.basename(path), opener=files.guarded(files.read_file, limit), path=path)
        except ScenecError as problem:
            told = str(problem)
    seconds = time.perf_counter() - began
    return {"told": told, "seconds": seconds, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(main(sys.argv[1])))
