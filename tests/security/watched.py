"""Runs conversions and tells every file that Python was asked to open for them: ``python -m tests.security.watched JOBS.json``.

A job is ``{"src", "dst", "options"}``; the answer on stdout is a list of ``{"opened": [...], "refused": [...], "error": ...}``.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import scenec
from scenec.files import OUTSIDE

opened: list[str] = []
EVENTS = ("open", "os.listdir", "os.scandir", "socket.connect", "socket.getaddrinfo", "urllib.Request")


def hear(event: str, arguments: tuple[Any, ...]) -> None:
    if event in EVENTS and arguments and not isinstance(arguments[0], int):
        opened.append(str(arguments[0] if event.startswith(("open", "os.")) else (event, *arguments[1:])))


def done(job: dict[str, Any]) -> dict[str, Any]:
    opened.clear()
    source: Any = Path(job["src"]).read_bytes() if "base" in job["options"] else job["src"]
    try:
        report = scenec.convert(source, job["dst"], **job["options"])
    except scenec.ScenecError as error:
        return {"opened": opened[:], "refused": [], "error": str(error)}
    refused = [each.value for each in report.findings if OUTSIDE in each.because and each.level == "error"]
    return {"opened": opened[:], "refused": refused, "error": ""}


if __name__ == "__main__":
    sys.addaudithook(hear)
    jobs = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    sys.stdout.write(json.dumps([done(job) for job in jobs]))
