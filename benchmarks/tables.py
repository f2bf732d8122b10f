"""Tables in Markdown, and the peak memory of a process."""

from __future__ import annotations

import os
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
    return needs_of(command, environment)[1]


def needs_of(command: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """CPU seconds of a process, and the most memory, in bytes, that it had resident. Raises SystemExit if it fails."""
    with open(os.devnull, "wb") as nowhere:
        actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1), (os.POSIX_SPAWN_DUP2, nowhere.fileno(), 2)]
        child = os.posix_spawn(command[0], list(command), environment, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
    if status:
        raise SystemExit(f"failed with {os.waitstatus_to_exitcode(status)}: {' '.join(command)}")
    return usage.ru_utime + usage.ru_stime, float(usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024))
