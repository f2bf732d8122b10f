"""Convert scenes with the scenec that is importable and say what came out. Run as a program it answers one JSON line per request.

Each copy of the package, whole or broken, is asked through a process of its own (`Converter`). An answer has the hashes of the files, the
fates of the values by their places, the codes of the findings, and on request the lines of the writers that ran, or what the source and
the result read back differ in, with the rules of the shared checks that the result breaks.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.mutation.canonical import canonical

ROOT = Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
LOST = ("kept", "converted", "carried", "approximated", "dropped", "unresolved", "invalid")
"""Fates, best first."""


@dataclass(frozen=True)
class Job:
    """One conversion. source: the format of the file, target: that of the result. neutral: through the neutral scene, so that the text of
    the file is not kept. reading, writing: options."""

    name: str
    path: str
    source: str
    target: str
    suffix: str
    neutral: bool = False
    reading: dict[str, Any] = field(default_factory=dict)
    writing: dict[str, Any] = field(default_factory=dict)


@dataclass
class Outcome:
    """Result of a conversion. files: name -> hash of what it means (`canonical`); fates: place of a value -> fate; codes: of the findings,
    with how often; words: hash of all that they say; error: why nothing was written; lines: file below the package -> lines that ran;
    differences: what is not the same in the result."""

    files: dict[str, str] = field(default_factory=dict)
    fates: dict[str, str] = field(default_factory=dict)
    codes: dict[str, int] = field(default_factory=dict)
    words: str = ""
    error: str = ""
    lines: dict[str, list[int]] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)


class Converter:
    """A process that converts with the package in a folder. To be closed. seconds: after which an answer is not waited for."""

    def __init__(self, folder: Path, neutral: Path, seconds: float = 120) -> None:
        self.folder, self.neutral, self.seconds = folder, neutral, seconds
        self._process: subprocess.Popen[str] | None = None

    def ask(self, job: Job, *wanted: str) -> Outcome:
        """Convert. wanted: `lines`, `differences`. A process that dies or hangs is an error of the outcome."""
        if self._process is None:
            environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONHASHSEED": "0"}
            command = [sys.executable, __file__, str(self.neutral)]
            self._process = subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        timer = threading.Timer(self.seconds, process.kill)
        timer.start()
        try:
            process.stdin.write(json.dumps([asdict(job), wanted]) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = ""
        finally:
            timer.cancel()
        if not answer:
            self.close()
            return Outcome(error="the process died or took too long")
        return Outcome(**json.loads(answer))

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


# -- in the process


def serve(neutral: Path) -> None:
    answers = sys.stdout
    sys.stdout = sys.stderr
    for line in sys.stdin:
        job, wanted = json.loads(line)
        print(json.dumps(asdict(outcome(Job(**job), wanted, neutral))), file=answers, flush=True)


def outcome(job: Job, wanted: list[str], neutral: Path) -> Outcome:
    """Convert one scene here."""
    found = Outcome()
    with tempfile.TemporaryDirectory() as around:
        folder = os.path.join(around, "result")  # a package is called like this folder, and has its files in it
        result = Path(folder) / "main" / f"scene{job.suffix}"
        result.parent.mkdir(parents=True)
        ran: dict[str, set[int]] = {}
        try:
            import scenec

            source, reading = _source(job, neutral)
            with _traced(ran, os.path.dirname(scenec.__file__)) if "lines" in wanted else contextlib.nullcontext():
                report = scenec.convert(source, result, **{"to": job.target, **reading, **job.writing})
            found.files = {
                each.relative_to(folder).as_posix(): hashlib.blake2b(canonical(each), digest_size=12).hexdigest()
                for each in sorted(Path(folder).rglob("*"))
                if each.is_file()
            }
            places: Counter[str] = Counter()
            for line in report.ledger:
                place = f"{line.file}:{line.line}:{line.column} {line.path}"
                places[place] += 1
                found.fates[f"{place} {places[place]}"] = line.fate
            findings = [finding.to_json() for finding in report.findings]
            found.codes = dict(Counter(finding["code"] for finding in findings))
            texts = json.dumps(findings, sort_keys=True, default=str).replace(folder, "")
            found.words = hashlib.blake2b(texts.encode(), digest_size=12).hexdigest()
            if "differences" in wanted:
                different = {each.replace(folder, "") for each in _noted(lambda: _differences(source, result, job, reading, findings))}
                found.differences = sorted(different)
        except Exception as error:  # a fault that a broken writer has is what is looked for
            found.error = f"{type(error).__name__}: {str(error).replace(folder, '')}".splitlines()[0][:200]
        found.lines = {name: sorted(lines) for name, lines in ran.items()}
    return found


def _source(job: Job, neutral: Path) -> tuple[Path, dict[str, Any]]:
    """The file to convert: the scene's own, or the neutral scene that it becomes."""
    if not job.neutral:
        return Path(job.path), job.reading
    import scenec

    key = hashlib.blake2b(json.dumps([job.path, job.reading]).encode(), digest_size=12).hexdigest()
    if not (neutral / key).is_dir():
        made = Path(tempfile.mkdtemp(dir=neutral))
        scenec.convert(job.path, made / "scene.scene.json", **job.reading)
        with contextlib.suppress(OSError):  # another process was faster
            made.rename(neutral / key)
    return neutral / key / "scene.scene.json", {}


@contextlib.contextmanager
def _traced(ran: dict[str, set[int]], package: str) -> Iterator[None]:
    """Note the lines of the writers that run."""

    def lines_of(frame: Any, event: str, argument: Any) -> Any:
        if event == "line":
            lines.setdefault(frame.f_code.co_filename, set()).add(frame.f_lineno)
        return lines_of

    def calls(frame: Any, event: str, argument: Any) -> Any:
        return lines_of if is_writer(frame.f_code.co_filename) else None

    lines: dict[str, set[int]] = {}
    before = sys.gettrace()
    sys.settrace(calls)
    try:
        yield
    finally:
        sys.settrace(before)
        for name, numbers in lines.items():
            ran.setdefault(os.path.relpath(name, os.path.dirname(package)).replace(os.sep, "/"), set()).update(numbers)


def is_writer(file: str) -> bool:
    """Whether a module is part of a format's writer."""
    parts = file.replace(os.sep, "/").rpartition("scenec/converters/")[2].split("/")
    return len(parts) > 2 and parts[1] == "write" and "scenec/converters/" in file.replace(os.sep, "/")


def _noted(differences: Callable[[], Iterable[str]]) -> Iterator[str]:
    """Yield differences. A result that cannot be read back or judged is one, too; the report did not tell it."""
    try:
        yield from differences()
    except Exception as error:
        yield f"cannot be read back: {type(error).__name__}: {error}".splitlines()[0][:200]


def _differences(source: Path, result: Path, job: Job, reading: dict[str, Any], findings: list[dict[str, Any]]) -> Iterator[str]:
    """Yield what the result, read back, says otherwise than the source; the rules of the shared checks that it breaks."""
    import scenec

    search = [str(result.parent), *reading.get("search_path", ())]
    before, _ = scenec.read(source, **reading)
    after, report = scenec.read(result, search_path=search)
    for item in scenec.diff(before, after).items:
        yield f"{item.change} {item.kind} {item.path} {item.aspect}: {item.before!r} -> {item.after!r}"
    for finding in report.findings:
        if finding.level in ("warning", "error"):
            yield f"reading back: {finding.code} {finding.subject}"
    if (SHARED / "tools").is_dir():
        yield from _broken_rules(source, result, job, findings, (before, after))


def _broken_rules(source: Path, result: Path, job: Job, findings: list[dict[str, Any]], scenes: tuple[Any, Any]) -> Iterator[str]:
    if str(SHARED / "tools") not in sys.path:
        sys.path.insert(0, str(SHARED / "tools"))
    rules = import_module("output_rules")
    if result.suffix not in rules.FORMAT:
        return

    def physics(which: str) -> Any:
        data = scenes[which != "source"].physics().to_json()
        return json.loads(data) if isinstance(data, str) else data

    text = source.read_text(errors="replace") if source.suffix != ".scn" else ""
    judged = rules.judge(rules.Result(job.source, text, result, findings, job.writing, physics, {"": text}))
    for rule, place, what in judged.faults:
        yield f"rule {rule} {place}: {what}"


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
