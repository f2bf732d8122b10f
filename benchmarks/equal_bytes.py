"""``python -m benchmarks.equal_bytes OTHER_CHECKOUT`` proves that two checkouts write the same bytes.

Every scene of fixtures/ and, where it is there, of the shared corpus is converted to every format, and through the neutral scene to its
own (a file that stays in its own format keeps its text, which tries no writer). Results are compared byte by byte; so are findings
(`--findings` says how far) and, if asked for by `--ledger`, what became of each value and where it was printed. The last line has the
counts. Exit status 1 where something differs.

A record of one checkout can be kept: ``--record FILE`` writes it, ``--against FILE`` compares with it instead of with a checkout.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]
SHARED = HERE.parent / "shared"
SUFFIXES = {"simrobot": ".ros2", "sdformat": ".sdf", "mars": ".scene", "rsg": ".rsg", "urdf": ".urdf", "mjcf": ".xml"}
SKELETON = ("code", "fate", "level", "category", "source", "subject", "value", "target", "count")
WORDS = ("because", "consequence", "hint")

Scene = tuple[str, str, str, dict[str, Any]]
"""Name, format, path, and the options to read it with."""
Outcome = dict[str, Any]
"""files: name -> hash; findings, words and ledger: hashes; error: its first line."""


def scenes(only: str | None) -> Iterator[Scene]:
    """The fixtures, and the readable scenes of the shared corpus as its own tools choose them."""
    for path in sorted((HERE / "fixtures").rglob("*")):
        name = next((name for name, suffix in SUFFIXES.items() if path.suffix == suffix), None)
        if name is not None and (only is None or only in path.as_posix()):
            yield f"fixtures/{path.relative_to(HERE / 'fixtures').as_posix()}", name, str(path), {}
    if (SHARED / "tools").is_dir():
        sys.path.insert(0, str(SHARED / "tools"))
        for entry in import_module("probe_common").corpus(list(SUFFIXES), only=only):
            options = dict(entry.options)
            if "search_path" in options:
                options["search_path"] = [str(entry.root / folder) for folder in options["search_path"]]
            yield entry.name, entry.format, str(entry.path), options


def outcomes(job: tuple[Scene, list[str]]) -> tuple[str, dict[str, Outcome]]:
    """Return what becomes of a scene in each format."""
    import_module("scenec.api")  # one that cannot even be imported is no outcome
    (name, own, path, options), targets = job
    os.chdir("/")  # errors name files from here
    found: dict[str, Outcome] = {}
    for target in targets:
        with tempfile.TemporaryDirectory() as folder:
            try:
                found[target] = _converted(path, own, target, options, Path(folder))
            except Exception as error:  # a fault of one checkout is a difference, too
                found[target] = {"error": f"{type(error).__name__}: {str(error).replace(folder, '')}".splitlines()[0]}
    return name, found


def _converted(path: str, own: str, target: str, options: dict[str, Any], folder: Path) -> Outcome:
    from scenec import convert

    result = folder / "out" / f"scene{SUFFIXES[target]}"
    result.parent.mkdir()
    source: str = path
    if target == own:
        source = str(folder / "between" / "scene.scene.json")
        Path(source).parent.mkdir()
        convert(path, source, **options)
        options = {}
    report = convert(source, str(result), from_=own if target != own else None, to=target, trace=True, **options)
    findings = [finding.to_json() for finding in report.findings]
    ledger = [(line.path, line.fate, [(each.file, each.line, each.column) for each in line.target]) for line in report.ledger]
    return {
        "files": {
            each.relative_to(result.parent).as_posix(): _hash(each.read_bytes())
            for each in sorted(result.parent.rglob("*"))
            if each.is_file()
        },
        "findings": _hash(json.dumps([[each[key] for key in SKELETON] for each in findings]).replace(str(folder), "").encode()),
        "words": _hash(json.dumps([[each[key] for key in WORDS] for each in findings]).replace(str(folder), "").encode()),
        "ledger": _hash(json.dumps(ledger).encode()),
    }


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=12).hexdigest()


def record(only: str | None, targets: list[str], jobs: int) -> dict[str, dict[str, Outcome]]:
    """The outcomes of all scenes with the scenec that is importable here."""
    work = [(scene, targets) for scene in scenes(only)]
    with ProcessPoolExecutor(jobs) as pool:
        return dict(pool.map(outcomes, work))


def recorded_with(checkout: Path, arguments: list[str]) -> dict[str, dict[str, Outcome]]:
    """The outcomes with another checkout's scenec, of the same scenes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "record.json"
        environment = {**os.environ, "PYTHONPATH": str(checkout)}
        subprocess.run([sys.executable, __file__, "--record", str(file), *arguments], env=environment, check=True, cwd=folder)
        found: dict[str, dict[str, Outcome]] = json.loads(file.read_text())
        return found


def differences(
    before: dict[str, dict[str, Outcome]], after: dict[str, dict[str, Outcome]], keys: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Kind and place of each difference."""
    for name in sorted({*before, *after}):
        old, new = before.get(name, {}), after.get(name, {})
        for target in sorted({*old, *new}):
            for key in keys:
                if (one := old.get(target, {}).get(key)) != (other := new.get(target, {}).get(key)):
                    yield key, f"{name} -> {target}{_which(one, other)}"


def _which(one: Any, other: Any) -> str:
    if isinstance(one, dict) and isinstance(other, dict):
        return ": " + ", ".join(sorted(file for file in {*one, *other} if one.get(file) != other.get(file))[:4])
    return f": {one!r} | {other!r}" if isinstance(one, str) and len(one) > 30 else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkout", nargs="?", type=Path, help="the other checkout")
    parser.add_argument("--record", type=Path, help="write what this checkout makes to FILE, and compare nothing")
    parser.add_argument("--against", type=Path, help="compare with what was recorded in FILE")
    parser.add_argument(
        "--findings", choices=("none", "facts", "words"), default="facts", help="compare findings without or with their sentences"
    )
    parser.add_argument("--ledger", action="store_true", help="compare the ledgers, too")
    parser.add_argument("--only", help="scenes whose name has this in it")
    parser.add_argument("--targets", nargs="+", default=list(SUFFIXES), choices=list(SUFFIXES))
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    if given.record is None and given.against is None and given.checkout is None:
        parser.error("name the other checkout, or --record or --against a file")
    now = record(given.only, given.targets, given.jobs)
    if given.record is not None:
        given.record.write_text(json.dumps(now))
        print(f"{len(now)} scenes recorded")
        return 0
    arguments = ["--targets", *given.targets, "--jobs", str(given.jobs), *(["--only", given.only] if given.only else [])]
    before = json.loads(given.against.read_text()) if given.against is not None else recorded_with(given.checkout.resolve(), arguments)
    if given.against is not None:  # of a record of more scenes and targets, only those that were looked at
        before = {name: {target: each[target] for target in now[name] if target in each} for name, each in before.items() if name in now}
    keys = {"none": ("error", "files"), "facts": ("error", "files", "findings"), "words": ("error", "files", "findings", "words")}[
        given.findings
    ] + (("ledger",) if given.ledger else ())
    counts: Counter[str] = Counter()
    for key, place in differences(before, now, keys):
        counts[key] += 1
        print(f"{key:9} {place}")
    results = sum(len(each) for each in now.values())
    print(f"{len(now)} scenes, {results} results: {', '.join(f'{counts[key]} {key} differ' for key in keys)}")
    return 1 if counts else 0


if __name__ == "__main__":
    sys.exit(main())
