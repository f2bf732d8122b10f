"""``python -m benchmarks.edits`` changes one number of each real scene through the API, and counts the lines of its files that change.

A number is chosen at random among those that were read from one place which says nothing else. Its files are edited in memory and read
again; they must give the edited scene. Directions are left out, since readers give them their length. Exit status 1 if an edit ends in an
exception, or if fewer edits of a format change one line than `--least` percent.
"""

from __future__ import annotations

import argparse
import io
import random
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any
from zipfile import ZipFile

import scenec
from benchmarks.equal_bytes import scenes
from benchmarks.tables import table
from scenec.converters import load
from scenec.edits.edited import NotKeptError
from scenec.edits.keep import edited_files
from scenec.files import Boundary, within
from scenec.ir.blocks import Block
from scenec.ir.pose import Rotation
from scenec.ir.read_from import reading_of_scene
from scenec.ir.scene import Scene
from scenec.ir.walk import leaves, with_value
from scenec.trace import ids_of, is_flag

HEAD = ["format", "edited", "one line", "share", "more lines", "not kept"]
DIRECTIONS = ("xyz", "direction", "normal")
MOST = 1e6

Where = tuple[Any, ...]


def numbers(scene: Scene) -> Iterator[tuple[Where, Any]]:
    """Path and value of the numbers, and tuples of them, that stand once."""
    found = list(leaves(scene))
    uses = Counter(each for _, value in found for each in set(ids_of(value)))
    for path, value in found:
        ids = ids_of(value)
        if not ids or any(uses[each] > 1 for each in ids) or isinstance(value, Block | Rotation | str) or is_flag(value):
            continue
        is_vector = isinstance(value, tuple) and all(isinstance(each, float) for each in value)
        if path[-1] not in DIRECTIONS and (is_vector or (isinstance(value, float) and len(ids) == 1 and 0 < abs(value) < MOST)):
            yield path, value


def other(value: Any, chance: random.Random) -> Any:
    """A value near another one."""
    if isinstance(value, float):
        return round(value * 0.9, 6) or value * 0.9
    made = list(map(float, value))
    which = chance.choice([i for i, each in enumerate(made) if each] or range(len(made)))  # what is 0 may not be stated
    made[which] = round(made[which] * 0.9, 6) if made[which] else 0.125
    return tuple(made)


def lines_changed(path: str, options: dict[str, Any], chance: random.Random) -> int | str:
    """How many lines change, or why the files cannot be kept; "" for a scene without a number to change."""
    with within(Boundary(None)):
        scene, _ = scenec.read(path, **options)
        known = list(numbers(scene))
        if not known:
            return ""
        where, value = chance.choice(known)
        try:
            edited = edited_files(with_value(scene, where, other(value, chance)), reading_of_scene(scene))
        except NotKeptError as reason:
            return f"{'.'.join(map(str, where))}: {reason}"
        count = 0
        for name, content in edited.files.items():
            with open(name, "rb") as file:
                before, after = lines_of(file.read()), lines_of(content)
            count += sum(a != b for a, b in zip(before, after, strict=False)) + abs(len(before) - len(after))
        return count


def lines_of(content: bytes) -> list[bytes]:
    """The lines of a file, of an archive those of its members."""
    if not content.startswith(b"PK\3\4"):
        return content.split(b"\n")
    with ZipFile(io.BytesIO(content)) as archive:
        return [line for name in archive.namelist() for line in archive.read(name).split(b"\n")]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", default="1", help="for what is chosen (default: 1)")
    parser.add_argument("--least", type=float, default=0.0, help="percent of the edits of each format that must change one line")
    parser.add_argument("--only", help="scenes whose name has this in it")
    options = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    faults = 0
    for name, own, path, reading in scenes(options.only):
        try:
            found = lines_changed(path, reading, random.Random(f"{options.seed} {name}"))
        except scenec.ScenecError:
            continue  # what its own reader refuses
        except Exception as error:  # a fault of ours: the others are measured all the same
            print(f"{name}: {type(error).__name__}: {error}", flush=True)
            faults += 1
            continue
        if found == "":
            continue
        kind = "not kept" if isinstance(found, str) else "one line" if found == 1 else "more lines"
        counts.setdefault(own, Counter())[kind] += 1
        if kind != "one line":
            print(f"{name}: {found}", flush=True)
    print(table(HEAD, [_row(load(own).title, each) for own, each in counts.items()], text=1))
    low = [own for own, each in counts.items() if 100 * each["one line"] < options.least * each.total()]
    return 1 if faults or low else 0


def _row(title: str, found: Counter[str]) -> list[str]:
    total = found.total()
    return [title, f"{total}", f"{found['one line']}", f"{found['one line'] / total:.1%}", f"{found['more lines']}", f"{found['not kept']}"]


if __name__ == "__main__":
    sys.exit(main())
