"""What every format must do, whatever it is: lose nothing silently, and give the same bytes for the same input.

These tests do not trust the accounting. They change a value, one at a time, and look whether anybody noticed: a changed scene,
changed bytes, or a finding that names the value.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.accounting.lens import Reads, lens
from scenec.accounting.settle import Fates, settle
from scenec.adapt import load as load_step
from scenec.converters import BUILT_IN, SUFFIXES, by_suffix, load
from scenec.converters.format import ReadOptions, ReadRequest, WriteOptions, WriteRequest, WriteResult
from scenec.errors import ReadError
from scenec.ir.walk import at_path, leaves, with_value
from tests.perturbing import other_leaves, other_texts
from tests.scenes import kitchen_sink
from tests.strategies import scenes
from tests.tracing import Traced, dotted

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
WRITERS = [name for name in BUILT_IN if load(name).write is not None]
READERS = [name for name in BUILT_IN if load(name).read is not None]

# ---------------------------------------------------------------- writing


def written(name: str, scene: ir.Scene, ledger: Ledger) -> tuple[WriteResult, Callable[[], Fates]]:
    """What a writer makes of a scene, and a function that settles the ledger afterwards."""
    record = load(name)
    assert record.write is not None
    for step in record.adaptations:
        scene = load_step(step)(scene, ledger, record.title)
    reads: Reads = {}
    result = record.write(
        WriteRequest(scene=lens(scene, reads), stem="kitchen", suffix=next(iter(record.suffixes)), assets="kitchen_assets",
                     options=WriteOptions(), ledger=ledger)
    )  # fmt: skip
    implied = record.implied(result.version) if record.implied else {}
    return result, lambda: settle(scene, reads, ledger, target=record.title, implied=implied)


def named_in(ledger: Ledger) -> set[int]:
    return {value_id for entry in ledger.entries for value_id in entry.ids}


@pytest.mark.parametrize("friction_law", ["table", "min"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_changed_value_of_the_scene_changes_the_output_or_is_named(name: str, friction_law: str) -> None:
    made = Traced(kitchen_sink(friction_law))
    ledger = made.ledger()
    before, settle_it = written(name, made.scene, ledger)
    settle_it()
    named = named_in(ledger)
    silent = []
    for path, ids, changed in other_leaves(made.scene):
        if named.issuperset(ids) or only_names(path, made.scene) or (friction_law == "min" and not about_friction(path)):
            continue
        ledger = made.ledger()
        after, settle_it = written(name, changed, ledger)
        if after == before:
            settle_it()
            if not named_in(ledger).issuperset(ids):
                silent.append(f"{dotted(path)} = {at_path(made.scene, path)!r} -> {at_path(changed, path)!r}")
    assert silent == [], "\n".join(silent)


def only_names(path: tuple[object, ...], scene: ir.Scene) -> bool:
    """Whose and which an extra is: lost or kept with its value."""
    return isinstance(at_path(scene, path[:-1]), ir.Extra) and path[-1] in ("format", "key")


def about_friction(path: tuple[object, ...]) -> bool:
    """The leaves that mean something else without a friction table."""
    return "surface" in path or path[0] in ("friction_law", "friction_default")


@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=50)
@given(scene=scenes())
def test_every_legal_scene_can_be_written_and_its_books_balance(name: str, scene: ir.Scene) -> None:
    """And again with the very same bytes: nothing is kept from one conversion to the next."""
    made = Traced(scene)
    once, again = made.ledger(), made.ledger()
    first, settle_it = written(name, made.scene, once)
    fates = settle_it()
    assert first == written(name, made.scene, again)[0]
    assert sum(fates.count().values()) == once.value_count


# ---------------------------------------------------------------- reading


def fixtures_of(name: str) -> list[Path]:
    found = sorted(path for path in FIXTURES.rglob("*") if (by_suffix(path.name) or "").partition("@")[0] == name)
    return [path for path in found if is_whole(path)]


def is_whole(path: Path) -> bool:
    """Fixtures also hold files that are only included by others."""
    try:
        read(path)
    except ReadError:
        return False
    return True


def read(path: Path, replaced: dict[str, bytes] | None = None) -> tuple[ir.Scene, Ledger]:
    """Read a fixture; `replaced`: other contents for some files, by absolute path."""
    files = replaced or {}
    name, _, version = (by_suffix(path.name) or "").partition("@")
    record = load(name)
    assert record.read is not None
    ledger = Ledger()
    options = ReadOptions(lenient="fork" in path.name)
    result = record.read(
        ReadRequest(data=files.get(str(path)) or path.read_bytes(), name=path.name, shown=path.name, path=str(path),
                    folder=str(path.parent), version=version, options=options, ledger=ledger,
                    open=lambda other: files.get(other) or Path(other).read_bytes())
    )  # fmt: skip
    return result.scene, ledger


def place_in(text: str, line: int, column: int) -> int:
    """The index of a line and column (from 1) in a text."""
    return sum(len(each) for each in text.splitlines(keepends=True)[: line - 1]) + column - 1


def texts_with_other_value(text: str, tag_at: int, attribute: str | None) -> Iterator[str]:
    """The text of a file with one attribute (None: the text payload) of the element, or the atom, that starts at an index changed."""
    if text.startswith("{"):
        yield from json_with_other_value(text, tag_at)
        return
    if not text.startswith("<", tag_at):
        atom = re.compile(r'"(?:[^"\\]|\\.)*"|[^\s()]+').match(text, tag_at)
        assert atom is not None
        for other in other_texts(atom.group()):
            yield text[:tag_at] + other + text[atom.end() :]
        return
    tag = re.compile(r"""<[^\s>/]+(?:\s+[^\s=>/]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*/?>""").match(text, tag_at)
    assert tag is not None
    if attribute is None:
        start, end = tag.end(), text.index("<", tag.end())
    else:
        found = re.compile(rf"""\s{re.escape(attribute)}\s*=\s*(["'])(.*?)\1""", re.DOTALL).search(text, tag_at, tag.end())
        assert found is not None
        start, end = found.span(2)
    for other in other_texts(text[start:end].strip()):
        yield text[:start] + other + text[end:]


def json_with_other_value(text: str, at: int) -> Iterator[str]:
    """The text of a JSON file with the value that starts at an index changed; of a list, its first number or word."""
    value, end = json.JSONDecoder().raw_decode(text, at)
    whole = value
    while isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, bool) or value is None:
        yield f"{text[:at]}{json.dumps(not value)}{text[end:]}"
    elif isinstance(value, list):
        return
    else:
        old = json.dumps(value)
        for other in other_texts(str(value)):
            new = json.dumps(other) if isinstance(value, str) else other
            yield text[:at] + (text[at:end].replace(old, new, 1) if whole is not value else new) + text[end:]


@cache
def values_of(name: str) -> dict[tuple[str, str], tuple[Path, int, int, str | None]]:
    """(file, path) -> (fixture, line and column of its element, attribute) of every value of every fixture, each once."""
    found: dict[tuple[str, str], tuple[Path, int, int, str | None]] = {}
    for fixture in fixtures_of(name):
        _, ledger = read(fixture)
        for document in ledger.documents:
            assert document.path is not None
            for path, node in document.walk():
                for attribute in node.attributes:
                    line, column = (
                        (node.places or {}).get(attribute, (node.line, node.column)) if name == "ir" else (node.line, node.column)
                    )
                    found.setdefault((document.path, f"{path}/@{attribute}"), (fixture, line, column, attribute))
                if node.has_text:
                    own = path if document.syntax == "sexp" else f"{path}/text()"
                    found.setdefault((document.path, own), (fixture, node.line, node.column, None))
    return found


def settled(scene: ir.Scene, ledger: Ledger) -> set[str]:
    """The values, by file and path, that the report of a reading names."""
    settle(scene, None, ledger)
    named = named_in(ledger)
    return {f"{document.path}{path}" for value_id, document, path, _, _, _ in ledger.values() if value_id in named}


@pytest.mark.parametrize("name", READERS)
def test_a_changed_value_of_a_file_changes_the_scene_or_is_named(name: str) -> None:
    plain: dict[Path, tuple[ir.Scene, set[str]]] = {}
    silent, seen = [], 0
    for (file, path), (fixture, line, column, attribute) in values_of(name).items():
        if fixture not in plain:
            scene, ledger = read(fixture)
            plain[fixture] = scene, settled(scene, ledger)
        before, named = plain[fixture]
        if f"{file}{path}" in named:
            continue
        text = Path(file).read_text()
        for changed in texts_with_other_value(text, place_in(text, line, column), attribute):
            try:
                after, ledger = read(fixture, {file: changed.encode()})
            except ReadError:
                continue  # refused, so not lost; perhaps another text is taken
            seen += after != before
            if after == before and f"{file}{path}" not in settled(after, ledger):
                silent.append(f"{Path(file).name}{path}")
            break
    assert silent == [], "\n".join(silent)
    assert seen > len(values_of(name)) / 2  # most values can be changed to something that the reader takes


def without_idle_poses(scene: ir.Scene) -> ir.Scene:
    """Poses that move nothing are the same as none."""
    for path, value in list(leaves(scene)):
        owner = at_path(scene, path[:-1])
        if path[-1] == "position" and isinstance(owner, ir.Pose) and owner.is_identity and value == (0.0, 0.0, 0.0):
            scene = with_value(scene, path[:-1], None)
    return scene


def defaults_of(name: str) -> Iterator[tuple[str, str, str]]:
    """(tag, attribute, the text of its default) of every attribute that has one."""
    if name == "simrobot":
        from scenec.converters.simrobot.vocabulary import CORE3, FORK, vocabulary

        for tag, element in vocabulary().items():
            for row in element.rows:
                if row.default is not None and row.since not in (CORE3, FORK):
                    yield tag, row.name, row.kind.show(row.default)


@pytest.mark.parametrize("name", READERS)
def test_saying_a_default_is_saying_nothing(name: str) -> None:
    places: dict[str, list[tuple[Path, str, int, int, set[str]]]] = {}
    for fixture in fixtures_of(name):
        _, ledger = read(fixture)
        for document in ledger.documents:
            for _, node in document.walk():
                if "ref" not in node.attributes:  # a definition used elsewhere may say something else
                    place = fixture, str(document.path), node.line, node.column, set(node.attributes)
                    places.setdefault(node.tag, []).append(place)
    told, different = 0, []
    for tag, attribute, default in defaults_of(name):
        silent = [place for place in places.get(tag, ()) if attribute not in place[-1]]
        for fixture, file, line, column, _ in silent[:3]:
            text = Path(file).read_text()
            start = place_in(text, line, column)
            assert text.startswith(f"<{tag}", start)
            end = start + len(tag) + 1
            after, _ = read(fixture, {file: f'{text[:end]} {attribute}="{default}"{text[end:]}'.encode()})
            told += 1
            if without_idle_poses(after) != without_idle_poses(read(fixture)[0]):
                different.append(f"{Path(file).name}:{line} <{tag} {attribute}={default!r}>")
    assert different == [], "\n".join(different)
    assert told > 50 or not list(defaults_of(name))


# ---------------------------------------------------------------- the same input, the same bytes


CONVERT = """
import hashlib, json, sys
from pathlib import Path
import scenec
from tests.scenes import kitchen_sink
from tests.strategies import scenes
src, dst, suffix = sys.argv[1:]
report = scenec.convert(src, Path(dst) / f"a{suffix}") if src else scenec.write(kitchen_sink(), Path(dst) / f"a{suffix}")
written = sorted(path for path in Path(dst).rglob("*") if path.is_file())
files = {str(path.relative_to(dst)): hashlib.sha256(path.read_bytes()).hexdigest() for path in written}
print(json.dumps([files, report.to_json(), [line.to_json() for line in report.ledger]]))
"""


@pytest.mark.parametrize("src", ["humanoid/humanoid.ros2", ""])
@pytest.mark.parametrize("name", WRITERS)
def test_two_processes_write_the_same_bytes_and_the_same_report(tmp_path: Path, name: str, src: str) -> None:
    results = []
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        run = subprocess.run(
            [sys.executable, "-c", CONVERT, str(FIXTURES / src) if src else "", str(tmp_path / seed), next(iter(load(name).suffixes))],
            capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        results.append(json.loads(run.stdout))
    assert results[0] == results[1]
    assert results[0][0]


def test_formats_are_what_the_registry_says() -> None:
    for name in BUILT_IN:
        record = load(name)
        assert record.name == name
        assert set(record.suffixes) <= set(SUFFIXES)
        assert msgspec.structs.asdict(record)["title"]
