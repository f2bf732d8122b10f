"""Tables in Markdown, and the peak memory of a process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence

MEGABYTE = 1e6


def table(head: Sequence[str], rows: Sequence[Sequence[str]], text: int = 1) -> str:
    """text: how many columns, from the left, hold words; numbers stand on the right."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]

    def line(row: Sequence[str]) -> str:
        cells = [cell.ljust(width) if i < text else cell.rjust(width) for i, (cell, width) in enumerate(zip(row, widths, strict=True))]
        return "| " + " | ".join(cells) + " |"

    rule = ["-" * width if i < text else "-" * (width - 1) + ":" for i, width in enumerate(widths)]
    return "\n".join([line(head), line(rule), *map(line, rows)])


def peak_of(command: Sequence[str], environment: Mapping[str, str]) -> float:
    """Most memory, in bytes, that a process had resident. Raises SystemExit if it fails."""
    return costs_of(command, environment)[1]


def costs_of(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """CPU seconds of a process, and the most memory, in bytes, that it had resident. Raises SystemExit if it fails."""
    started = subprocess.run([sys.executable, "-I", "-S", "-c", _STARTER, *command], env=environment, capture_output=True, text=True)
    status, seconds, peak = started.stdout.split()
    if int(status):
        raise SystemExit(f"failed with {os.waitstatus_to_exitcode(int(status))}: {' '.join(command)}")
    return float(seconds), float(peak) * (1 if sys.platform == "darwin" else 1024)


_STARTER = """
import os, sys
with open(os.devnull, "wb") as nowhere:
    actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1), (os.POSIX_SPAWN_DUP2, nowhere.fileno(), 2)]
    child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=actions)
    _, status, usage = os.wait4(child, 0)
print(status, usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
"""
"""A small process starts the one that is measured: a new process counts the memory of its parent as its own."""
