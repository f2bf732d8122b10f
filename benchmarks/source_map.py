"""``python -m benchmarks.source_map`` proves the source map: another number in the source changes the result there, and only there.

For each pair of a source format and a target other than the neutral scene, random numbers that were kept or
converted are taken from the fixtures and, where it is there, the shared corpus, and changed one at a time. The text at one place at least
that the ledger names for the number has to change, and no text anywhere else: not in the main file, in meshes or in files that are
copied. A number without a place must change nothing, unless it is zero. A number that names a part or a kind of shape is another
matter: with another one joints connect other links, faces have other corners, or a capsule is a cylinder, and everything may stand
elsewhere; its own places have to change all the same, or stand elsewhere. So may everything with the first mask of a scene: where one shape
has masks, all others have some.
Numbers elsewhere may change by `NEARLY`: each shape of a group in MARS takes a billionth of its mass, so that the size of a shape moves
the last digits of the rest. A line per pair has the counts; each failure has file, line and column. Exit status 1 if there is one.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.mutation.workload import scenes
from scenec.accounting.finding import Finding
from scenec.accounting.report import LedgerLine
from scenec.accounting.source_map import MOST, TargetPlace
from scenec.api import diff, prepare
from scenec.conversion import read_source
from scenec.converters import NEUTRAL, written_formats
from scenec.errors import ScenecError
from scenec.files import read_file
from scenec.ir.check import LEADS_TO
from scenec.ir.geometry import Shape
from scenec.ir.link import Collision
from scenec.ir.material import Material
from scenec.ir.names import scene_paths
from scenec.ir.scene import Scene
from scenec.ir.walk import fields_of, is_node, is_nodes
from scenec.options import read_options
from scenec.source import place_of
from scenec.trace import plain

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
NUMBERS = re.compile(rf"\s*{NUMBER.pattern}\s*[A-Za-z%/^0-9]*(?:[\s,;]+{NUMBER.pattern})*\s*")
"""One number, perhaps with a unit, or several."""
NUMBER_WITH_UNIT = re.compile(rf"({NUMBER.pattern})([A-Za-z%/^0-9]*)")
TOKEN = re.compile(r"[^\s<>\"'()=]+")
BREAKS = re.compile(r"[<>\"'()]")
"""Characters that end a text in any syntax."""
LINE_END = re.compile("\r\n|\r|\n")
ATTRIBUTE = re.compile(r"/@([^/@\[\]]+)$")
"""The end of a path that leads to an attribute."""
COMPONENT = re.compile(r"/[xyzw]\[1\]/text\(\)$")
"""The end of a path that leads to a part of a vector or quaternion."""
FLAG = re.compile(r"/self_collide\[1\]/text\(\)$")
"""The end of a path that leads to a flag which counts only beside those of other links."""
MASK = re.compile(r"/@con(?:type|affinity)$")
"""The end of a path that leads to a mask of MJCF."""
ENDS = frozenset(
    ("traced", "together", "rewired", "without effect", "left out", "same scene", "reshaped", "refused", "reported otherwise", "not found")
)
"""How a number can end that is no failure: it is traced; it counts only with others of its kind; it is traced and names a part or a kind
of shape, so that the rest changes, too; it has no place and changes nothing; it is a zero that is left out; its other value means the same
scene, gives a result of other lines, is refused, or is lost, as the report tells; its file does not have its text."""
NOTHING = "another value changes nothing"
NONE_OF_THEM = ", none of which changes"
NEARLY = 6e-8
"""By how much numbers elsewhere may change, relative to themselves or to one: no number of single precision shows it."""
MOST_NUMBERS = 6
"""Numbers of one vector that are tried until one changes something: no turn about its axis changes the tensor of a cylinder."""
PER_SCENE = 5
"""Numbers of one scene: as many scenes as there are shall have their turn."""

Entry = tuple[str, Path, str, dict[str, Any]]
Place = tuple[str, int, int]


@dataclass
class Tally:
    """Result for the numbers of a pair. counts: how many ended how; failures: a line each."""

    counts: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)

    @property
    def judged(self) -> int:
        return self.counts["traced"] + self.counts["rewired"] + self.counts["without effect"] + self.counts["left out"] + len(self.failures)


@dataclass(frozen=True)
class Converted:
    """A result. files: name -> content, or of a mesh or image the place that it is copied from. lines and findings: of its report."""

    files: Mapping[str, bytes | str]
    lines: Sequence[LedgerLine]
    findings: Sequence[Finding] = ()


@dataclass(frozen=True)
class Trial:
    """A conversion whose numbers are changed. reading: the options; before: its result; known: all places of that."""

    path: Path
    target: str
    suffix: str
    reading: Mapping[str, Any]
    before: Converted
    known: Places

    def converted(self, changed: Mapping[str, bytes]) -> Converted | None:
        return converted(self.path, self.target, self.suffix, self.reading, changed)


def targets() -> dict[str, str]:
    """Format -> suffix, of all but the neutral scene, which holds everything."""
    return {record.name: record.suffix() for record in written_formats() if record.name != NEUTRAL}


def checked(target: str, suffix: str, chosen: Sequence[Entry], count: int, rng: random.Random) -> Tally:
    """Change numbers of the scenes until `count` of them have been judged, a few per scene and round."""
    tally, waiting = Tally(), list(chosen)
    rng.shuffle(waiting)
    rounds = [iter(_numbers(scene, target, suffix, rng, tally)) for scene in waiting]
    while rounds and tally.judged < count:
        for each in list(rounds):
            for _ in range(PER_SCENE):
                if tally.judged >= count:
                    return tally
                if next(each, None) is None:
                    rounds.remove(each)
                    break
    return tally


def _numbers(scene: Entry, target: str, suffix: str, rng: random.Random, tally: Tally) -> Iterator[LedgerLine]:
    """Judge the numbers of a scene in random order, each when it is asked for."""
    name, path, _, reading = scene
    before = converted(path, target, suffix, reading, {})
    if before is None:
        tally.counts["scenes refused"] += 1
        return
    trial = Trial(path, target, suffix, reading, before, Places(place for line in before.lines for place in line.target))
    numbers = [line for line in before.lines if line.fate in ("kept", "converted") and NUMBERS.fullmatch(line.value)]
    rng.shuffle(numbers)
    for line in numbers:
        verdict = judged(line, trial, rng)
        if verdict in ENDS:
            tally.counts[verdict] += 1
        else:
            tally.failures.append(f"{name} -> {target}: {line.file}:{line.line}:{line.column}: {line.path} = {line.value}: {verdict}")
        yield line


def judged(line: LedgerLine, trial: Trial, rng: random.Random) -> str:
    """Return what came of a number: how it ended, or what is wrong with its places. A converted part of a vector may change nothing where
    another part does; a mask where the other mask of the shape decides by itself, also whether there is a place at all."""
    verdict = judged_alone(line, trial, rng)
    if verdict.startswith(NOTHING):
        proven = ("traced", "reshaped") if MASK.search(line.path) else ("traced",)
        if any(judged_alone(part, trial, rng) in proven for part in rest_of_vector(line, trial.before.lines)):
            return "traced"
        if FLAG.search(line.path) is not None and counts_with_others(line, trial):
            return "together"
    return verdict


def counts_with_others(line: LedgerLine, trial: Trial) -> bool:
    """Whether a flag that changes nothing alone changes the report, or the result with all of its kind: links touch those that may touch
    them, and the report names a link that touches none."""
    file = os.path.normpath(os.path.join(trial.path.parent, line.file))
    every = [each for each in trial.before.lines if (each.file, each.value) == (line.file, line.value) and FLAG.search(each.path)]
    alone, together = (trial.converted({file: _with_other_flags(file, flags)}) for flags in ([line], every))
    return bool((alone and alone.findings != trial.before.findings) or (together and together.files != trial.before.files))


def _with_other_flags(file: str, flags: Sequence[LedgerLine]) -> bytes:
    text = read_file(file).decode("utf-8")
    for each in reversed(flags):
        start = _start_of(text, each)
        text = f"{text[:start]}{int(not int(each.value))}{text[start + len(each.value) :]}"
    return text.encode()


def rest_of_vector(line: LedgerLine, lines: Sequence[LedgerLine]) -> list[LedgerLine]:
    """The other parts of a vector that MARS writes as an element each, with the same places; the other mask of a shape, as both say what it
    touches. None of a number that is kept: it is printed itself, and has to change there."""
    vector = MASK.sub("", COMPONENT.sub("", line.path))
    parts = (each for each in lines if (each.file, each.target) == (line.file, line.target) and each.path != line.path)
    whole = [each for each in parts if vector not in (line.path, each.path) and MASK.sub("", COMPONENT.sub("", each.path)) == vector]
    return whole if line.fate == "converted" else []


def judged_alone(line: LedgerLine, trial: Trial, rng: random.Random) -> str:
    """Return what came of a number, without the other parts of its vector."""
    path, reading = trial.path, trial.reading
    file = os.path.normpath(os.path.join(path.parent, line.file))
    verdict, failure = "not found", ""
    for data in _edited(file, line, rng, _near_numbers):
        changed = {file: data}
        after = trial.converted(changed)
        verdict = "refused" if after is None else judged_from(line, trial.before, after, trial.known)
        if verdict.startswith(NOTHING):
            same = is_equal_scene(path, reading, changed, line)
            verdict, failure = ("same scene", failure) if same else (verdict, verdict)
        elif line.target and verdict not in ENDS and is_rewired(path, reading, changed) and stands_elsewhere(line, verdict, after):
            return "rewired"
        elif verdict not in ("refused", "reshaped"):
            return verdict
    if failure.startswith(NOTHING):
        for data in _edited(file, line, rng, _far):
            after = trial.converted({file: data})
            verdict = "refused" if after is None else judged_from(line, trial.before, after, trial.known)
            if verdict in ("traced", "reshaped", "reported otherwise"):
                return verdict
    return failure or verdict


def stands_elsewhere(line: LedgerLine, verdict: str, after: Converted | None) -> bool:
    """Whether the places of a number changed, or it has others with another value: the end of a joint in the list of another body."""
    if not verdict.endswith(NONE_OF_THEM):
        return True
    return after is not None and any(_is_one_value(each, line) and each.target not in ((), line.target) for each in after.lines)


def is_equal_scene(path: Path, reading: Mapping[str, Any], changed: Mapping[str, bytes], line: LedgerLine) -> bool:
    """Whether a scene means the same with another value of a number: the length of an axis, or a place that another one takes back. Of a
    number that is converted, the frame of a link may have moved then, and nothing in it: not all formats have such frames. A link without
    mass is nothing but its frame."""
    one, other = _read_twice(path, reading, changed)
    items = diff(one, other).items
    if line.fate != "converted":
        return not items
    paths = scene_paths(one)
    massless = {paths[link.id] for link in one.links if link.inertial is None}
    return all(item.change == "restructured" or (item.change == "moved" and item.kind == "link" and item.a in massless) for item in items)


def is_rewired(path: Path, reading: Mapping[str, Any], changed: Mapping[str, bytes]) -> bool:
    """Whether parts of a scene refer to other parts, or are other shapes, with other content of files."""
    one, other = _read_twice(path, reading, changed)
    return _references(one) != _references(other)


def _read_twice(path: Path, reading: Mapping[str, Any], changed: Mapping[str, bytes]) -> tuple[Scene, Scene]:
    options = read_options(reading)
    one, other = (read_source(path, None, None, None, options, _opener(files)).scene for files in ({}, changed))
    return one, other


def _references(scene: Scene) -> list[tuple[str, str, object]]:
    """Return the class, field and value of every reference from a part of a scene to another, also by numbers of axes and vertices, the
    class of every shape, and whether masks say what it touches. A material is part of each visual that names it: for such a reference
    stands where the source states the material."""
    found: list[tuple[str, str, object]] = []
    waiting: list[Any] = [scene]
    while waiting:
        node = waiting.pop()
        kind = type(node).__name__
        if isinstance(node, Shape):
            found.append((kind, "", None))
        elif isinstance(node, Material):
            found.append((kind, "", _stated_at(node)))
        elif isinstance(node, Collision):
            found.append((kind, "masks", (node.category_mask is None, node.collide_mask is None)))
        for name, value in fields_of(node):
            if is_node(value):
                waiting.append(value)
            elif is_nodes(value):
                waiting += value
            elif (kind, name) in (*LEADS_TO, ("Actuator", "axis"), ("Faces", "vertices")):
                found.append((kind, name, plain(value)))
    return found


def _stated_at(material: Material) -> tuple[str, str] | None:
    """Return the file and path of a material; None for a simulator's own, which no file states."""
    source = place_of(material.origin)
    return None if source is None else (source.file, source.path)


def judged_from(line: LedgerLine, before: Converted, after: Converted, known: Places) -> str:
    """Return what came of a number, from the result before and after it was changed. known: all places of the result before."""
    places = changes(before.files, after.files)
    if places is None:
        return "reshaped"
    own, strange, own_count = {(each.file, each.line, each.column) for each in line.target}, [], 0
    for place, near in places:
        if known.around(place, before.files) in own:
            own_count += 1
        elif not near:
            strange.append(place)
    if (strange or not own_count) and any(_is_one_value(each, line) and each.fate not in ("kept", "converted") for each in after.lines):
        return "reported otherwise"
    if len(line.target) >= MOST and places:
        return "traced"  # it has more places than are kept
    if strange and (own or _is_something(line.value)):
        more = f" and {len(strange) - 1:,} more places" if len(strange) > 1 else ""
        ends = NONE_OF_THEM if own and not own_count else ""
        return f"another value changes {':'.join(map(str, strange[0]))}{more}, which is not among its {len(own)} places{ends}"
    if own and not own_count:
        return f"{NOTHING}, and {line.target[0]} is said to be its place"
    return "traced" if own else "left out" if strange else "without effect"


def _is_something(text: str) -> bool:
    """Whether a text is more than zeros: a pose that moves nothing is left out, and then no place says it."""
    return any(float(number[0]) for number in NUMBER.finditer(text))


def _is_one_value(one: LedgerLine, other: LedgerLine) -> bool:
    return (one.file, one.path) == (other.file, other.path)


def converted(path: Path, target: str, suffix: str, reading: Mapping[str, Any], changed: Mapping[str, bytes]) -> Converted | None:
    """Return what a scene becomes, None if it is refused. changed: file -> another content."""
    try:
        output, report = prepare(path, f"result{suffix}", to=target, opener=_opener(changed), trace=True, **reading)
    except ScenecError:
        return None
    lines = list(report.ledger)
    sources = {os.path.normpath(os.path.join(path.parent, name)) for name in dict.fromkeys(line.file for line in lines)}
    copied = {name: _opener(changed)(copy) if os.path.normpath(copy) in sources else copy for name, copy in output.copies.items()}
    return Converted({**output.files, **copied}, lines, report.findings)


def _opener(changed: Mapping[str, bytes]) -> Callable[[str], bytes]:
    """Reads files, some of which have another content."""

    def opened(name: str) -> bytes:
        found = changed.get(os.path.normpath(name))
        return read_file(name) if found is None else found

    return opened


def _edited(file: str, line: LedgerLine, rng: random.Random, others: Callable[[str], Iterable[str]]) -> Iterator[bytes]:
    """The file with another number there, one of those of the text. others: other numbers than one."""
    try:
        text = read_file(file).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return
    start = _start_of(text, line)
    if start < 0:
        return
    numbers = list(NUMBER.finditer(line.value))
    rng.shuffle(numbers)
    for number in numbers[:MOST_NUMBERS]:
        for other in others(number[0]):
            yield (text[: start + number.start()] + other + text[start + number.end() :]).encode()


def _start_of(text: str, line: LedgerLine) -> int:
    """Where a value starts in the text of its file, -1 if it is not in its line."""
    starts = [0, *(found.end() for found in LINE_END.finditer(text))]
    start = _found(text, line, starts[line.line - 1] + max(line.column - 1, 0)) if line.line <= len(starts) else -1
    end = starts[line.line] if line.line < len(starts) else len(text)
    return start if start < end else -1


def _found(text: str, line: LedgerLine, at: int) -> int:
    """Where a value stands at or behind a place, -1: nowhere. For formats with places of elements only, another attribute of the
    element may have the same value and stand before it."""
    attribute = ATTRIBUTE.search(line.path)
    if attribute is not None and not text.startswith(line.value, at):
        named = re.compile(rf"(?<![\w:.-]){re.escape(attribute[1])}\s*=\s*[\"']").search(text, at)
        at = at if named is None else named.end()
    return text.find(line.value, at)


def _near_numbers(number: str) -> Iterator[str]:
    """Yield one a little larger, one a little smaller, both also with as many digits as before, the next whole one, the opposite."""
    if value := float(number):
        yield f"{value * 1.0371:.9g}"
        yield f"{value * 0.9713:.9g}"
        digits = sum(map(str.isdigit, number.lower().partition("e")[0].lstrip("+-0.")))  # a line holds as many
        yield from (near for factor in (1.0371, 0.9713) if float(near := f"{value * factor:.{digits}g}") != value)
        if number.lstrip("+-").isdigit():
            yield str(int(number) + 1)
        yield f"{-value:.9g}"
    else:
        yield "0.0371"
        yield "1"


def _far(number: str) -> Iterator[str]:
    """Yield numbers of another size, and masks with another bit or none: of what only counts as the smallest or largest of several."""
    yield from (f"{float(number) * factor:.9g}" for factor in (10, 0.1))
    if number.isdigit():
        yield from (*(str(int(number) ^ bit) for bit in (1, 2, 1 << 15)), "0")


class Places:
    """All places of a result."""

    def __init__(self, places: Iterable[TargetPlace]) -> None:
        self._at: dict[str, list[tuple[int, int]]] = {}
        for place in dict.fromkeys(places):
            self._at.setdefault(place.file, []).append((place.line, place.column))
        for some in self._at.values():
            some.sort()

    def around(self, place: Place, files: Mapping[str, bytes | str]) -> Place | None:
        """The place that holds a text: the one it begins at, or the last before it, unless another text ends between the two. A file that
        has no other place than its beginning is one."""
        file, line, column = place
        known = self._at.get(file, [])
        if known == [(1, 1)]:
            return file, 1, 1
        at = bisect_right(known, (line, column)) - 1
        if at < 0:
            return None
        first, start = known[at]
        if first != line and BREAKS.search(_between(files[file], first, start, line, column)):
            return None
        return file, first, start


def _between(data: bytes | str, line: int, column: int, last: int, end: int) -> str:
    if isinstance(data, str):
        return "<"
    lines = LINE_END.split(data.decode("utf-8", "replace"))[line - 1 : last]
    return "\n".join((lines[0][column - 1 :], *lines[1:-1], lines[-1][: end - 1]))


def changes(before: Mapping[str, bytes | str], after: Mapping[str, bytes | str]) -> list[tuple[Place, bool]] | None:
    """Where two results differ: the places of texts in the first, each with whether it is nearly the same number in the other; None if they
    do not have the same files, lines and texts in each line."""
    if before.keys() != after.keys():
        return None
    found: list[tuple[Place, bool]] = []
    for name, data in before.items():
        other = after[name]
        if data == other:
            continue
        if isinstance(data, str) or isinstance(other, str):
            found.append(((name, 1, 1), False))
            continue
        lines, others = (LINE_END.split(each.decode("utf-8", "replace")) for each in (data, other))
        if len(lines) != len(others):
            return None
        for number, (line, changed) in enumerate(zip(lines, others, strict=True), 1):
            if line == changed:
                continue
            texts, changed_texts = list(TOKEN.finditer(line)), TOKEN.findall(changed)
            if len(texts) != len(changed_texts):
                return None
            pairs = zip(texts, changed_texts, strict=True)
            found += [((name, number, text.start() + 1), _near(text[0], new)) for text, new in pairs if text[0] != new]
    return found


def _near(text: str, other: str) -> bool:
    one, two = NUMBER_WITH_UNIT.fullmatch(text), NUMBER_WITH_UNIT.fullmatch(other)
    if one is None or two is None or one[2] != two[2]:
        return False
    before, after = float(one[1]), float(two[1])
    return abs(before - after) <= NEARLY * max(1.0, abs(before))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--values", type=int, default=100, metavar="N", help="numbers of each pair (default: 100)")
    parser.add_argument("--scenes", type=int, default=20, metavar="N", help="scenes of each format from ../shared (default: 20)")
    parser.add_argument("--only", action="append", metavar="FORMAT", help="sources of this format (repeatable)")
    parser.add_argument("--to", action="append", metavar="FORMAT", help="this target (repeatable)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="what is chosen (default: 0)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="pairs at once (default: 2)")
    options = parser.parse_args()
    by_format: dict[str, list[Entry]] = {}
    for scene in scenes(options.scenes, options.seed):
        by_format.setdefault(scene[2], []).append(scene)
    pairs = [(source, target) for target in options.to or targets() for source in options.only or by_format]

    def chance(source: str, target: str) -> random.Random:
        return random.Random(f"{options.seed} {source} {target}")

    failed = judged = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        asked = [
            pool.submit(checked, target, targets()[target], by_format[source], options.values, chance(source, target))
            for source, target in pairs
        ]
        for (source, target), tally in zip(pairs, (each.result() for each in asked), strict=True):
            for line in tally.failures:
                print(line, flush=True)
            counts = ", ".join(f"{count} {name}" for name, count in sorted(tally.counts.items()))
            print(f"{source} -> {target}: {tally.judged} numbers judged, {len(tally.failures)} failures; {counts}", flush=True)
            failed, judged = failed + len(tally.failures), judged + tally.judged
    print(f"{judged:,} numbers judged, {failed:,} failures")
    return 1 if failed or not judged else 0


if __name__ == "__main__":
    sys.exit(main())
