"""Expand files, each within its folder, in a process of its own. Prints a line of JSON for each: what came of it, how much work it was, and
megabytes.

Work is time of the processor, in times that an ordinary file of a thousand links takes in the same process.
"""

from __future__ import annotations

import json
import os
import sys
import time

from scenec import files
from scenec.errors import ScenecError
from scenec.xacro.expansion import expand

ORDINARY = """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
<xacro:macro name="row" params="i"><link name="l${i}"><mass value="${i * 0.5}"/></link><xacro:if value="${i > 1}"><xacro:row i="${i - 1}"/>
</xacro:if></xacro:macro>%s</robot>"""


def main(paths: list[str]) -> None:
    ordinary = min(seconds_for_an_ordinary_file() for _ in range(3))
    for path in paths:
        forget_peak_memory()
        began = time.process_time()
        message = message_of(path)
        work = (time.process_time() - began) / ordinary
        print(json.dumps({"message": message, "work": work, "megabytes": peak_memory()}), flush=True)


def message_of(path: str) -> str:
    """Return the error that a file ends in, "" if it expands."""
    limit = files.Boundary([os.path.dirname(path)])
    with open(path, "rb") as file:
        data = file.read()
    with files.within(limit):
        try:
            expand(data, os.path.basename(path), opener=files.guarded(files.read_file, limit), path=path)
        except ScenecError as problem:
            return str(problem)
    return ""


def seconds_for_an_ordinary_file() -> float:
    data = (ORDINARY % ('<xacro:row i="50"/>' * 20)).encode()
    began = time.process_time()
    expand(data, "ordinary.xacro", opener=files.read_file, path="ordinary.xacro")
    return time.process_time() - began


def forget_peak_memory() -> None:
    """Begin a new peak (proc(5), clear_refs)."""
    with open("/proc/self/clear_refs", "w", encoding="ascii") as file:
        file.write("5")


def peak_memory() -> float:
    """Megabytes. That of `getrusage` would be that of the process which started this one, if it was larger."""
    with open("/proc/self/status", encoding="ascii") as status:
        peak = next(line for line in status if line.startswith("VmHWM:"))
    return int(peak.split()[1]) / 1024


if __name__ == "__main__":
    main(sys.argv[1:])
