"""Rules for every format: lose nothing silently, and give the same bytes for the same input.

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
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import scenec
from scenec import ir
from scenec.accounting.finding import LOSSY_FATES
from scenec.accounting.ledger import Ledger
from scenec.accounting.settle import Fates, settle
from scenec.converters import all_formats, by_suffix, load, suffix_of, suffixes
from scenec.converters.format import ReadOptions, ReadRequest, WriteResult
from scenec.errors import ReadError
from scenec.ir.inertia import Inertia, compose
from scenec.ir.summary import LinkSummary, PhysicsSummary
from scenec.ir.walk import at_path, leaves, with_value
from tests.formats import is_scene, package_folder, swept
from tests.perturbing import around, other_leaves, other_texts, others_of
from tests.printing import printed
from tests.scenes import kitchen_sink
from tests.strategies import excerpts, scenes
from tests.tracing import Traced, dotted

ROOT = Path(__file__).parents[1]
FIXTURES = ROOT / "fixtures"
OF_ANOTHER_PROCESS = {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), *sys.path))}
WRITERS = [record.name for record in all_formats() if record.write is not None]
READERS = [record.name for record in all_formats() if record.read is not None]

# ---------------------------------------------------------------- writing


def written(name: str, scene: ir.Scene, ledger: Ledger) -> tuple[WriteResult, Callable[[], Fates]]:
    """Return what a writer makes of a scene, and a function that settles the ledger afterwards."""
    record = load(name)
    made = printed(record, scene, ledger, steps=record.adaptations, stem="kitchen")
    return made.result, made.settle


def named_in(ledger: Ledger) -> set[int]:
    return {value_id for entry in ledger.entries for value_id in entry.ids}


@pytest.mark.sweep
@pytest.mark.parametrize("friction_law", ["table", "min"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_changed_value_of_the_scene_changes_the_output_or_is_named(name: str, friction_law: str) -> None:
    made = Traced(kitchen_sink(friction_law))
    ledger = made.ledger()
    _, settle_it = written(name, made.scene, ledger)
    settle_it()
    named = named_in(ledger)
    unchanged: dict[object, WriteResult] = {}
    silent = []
    for path, ids, changed in other_leaves(made.scene):
        if named.issuperset(ids) or only_names(path, made.scene) or (friction_law == "min" and not about_friction(path)):
            continue
        key, before = around(made.scene, path)
        if key not in unchanged:
            unchanged[key] = written(name, before, made.ledger())[0]
        ledger = made.ledger()
        after, settle_it = written(name, around(changed, path)[1], ledger)
        if after == unchanged[key]:
            settle_it()
            if not named_in(ledger).issuperset(ids):
                silent.append(f"{dotted(path)} = {at_path(made.scene, path)!r} -> {at_path(changed, path)!r}")
    assert silent == [], "\n".join(silent)


def only_names(path: tuple[object, ...], scene: ir.Scene) -> bool:
    """Whose and which an extra is: lost or kept with its value."""
    return isinstance(at_path(scene, path[:-1]), ir.Extra) and path[-1] in ("format", "key")


def only_frames(path: tuple[object, ...]) -> bool:
    """In random scenes another frame often stands in the same place, so that naming it changes nothing; the scene that says everything has
    frames that stand apart."""
    return path[-1] == "relative_to"


def about_friction(path: tuple[object, ...]) -> bool:
    """The leaves that mean something else without a friction table."""
    return "surface" in path or path[0] in ("friction_law", "friction_default")


@pytest.mark.sweep
@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=50)
@given(scene=st.one_of(scenes(), excerpts()))
def test_every_legal_scene_can_be_written_and_its_books_balance(name: str, scene: ir.Scene) -> None:
    """And again with the same bytes: nothing is kept from one conversion to the next."""
    made = Traced(scene)
    once, again = made.ledger(), made.ledger()
    first, settle_it = written(name, made.scene, once)
    fates = settle_it()
    assert first == written(name, made.scene, again)[0]
    assert sum(fates.count().values()) == once.value_count


@pytest.mark.sweep
@pytest.mark.parametrize("name", WRITERS)
@settings(max_examples=30)
@given(scene=st.one_of(scenes(), excerpts()), data=st.data())
def test_a_changed_value_of_any_scene_changes_the_output_or_is_named(name: str, scene: ir.Scene, data: st.DataObject) -> None:
    made = Traced(scene)
    ledger = made.ledger()
    before, settle_it = written(name, made.scene, ledger)
    settle_it()
    named = named_in(ledger)
    named_values = [path for path, _ in leaves(made.scene) if not only_names(path, made.scene) and not only_frames(path)]
    kept = [path for path in named_values if not named.issuperset(made.ids(path))]
    for path in data.draw(st.lists(st.sampled_from(kept), max_size=4, unique=True)) if kept else ():
        for ids, changed in others_of(made.scene, path):
            ledger = made.ledger()
            after, settle_it = written(name, changed, ledger)
            if not named.issuperset(ids) and after == before:
                settle_it()
                assert named_in(ledger).issuperset(ids), f"{dotted(path)} = {at_path(scene, path)!r} -> {at_path(changed, path)!r}"


# ---------------------------------------------------------------- writing and reading back


def files_below(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def words_of(text: bytes) -> list[object]:
    """Return what stands in a text; numbers to twelve digits, since the last of a turn that was undone may be another one."""
    found = re.split(r"([-+]?\d+\.\d+(?:[eE][-+]?\d+)?)", text.decode())
    return [float(f"{float(word):.12g}") if i % 2 else word for i, word in enumerate(found)]


@pytest.mark.sweep
@pytest.mark.findings("*", reason="random scenes: any finding may occur")
@pytest.mark.parametrize("name", [name for name in WRITERS if name in READERS])
@settings(max_examples=40)
@given(scene=scenes())
def test_what_was_written_is_read_and_written_again_without_loss_to_the_same_text(name: str, scene: ir.Scene) -> None:
    """So nothing is written that the format's own reader would take for something else, or for nothing."""
    with TemporaryDirectory() as folder:
        once, again = Path(folder) / "once", Path(folder) / "again"
        once.mkdir()
        again.mkdir()
        file = f"scene{next(iter(load(name).suffixes))}"
        scenec.write(scene, once / file)
        report = scenec.convert(once / file, again / file)
        before, after = files_below(once), files_below(again)
    assert before.keys() == after.keys()
    for each in before:
        assert words_of(after[each]) == words_of(before[each])
    lossy = [finding for finding in report.findings if finding.fate in LOSSY_FATES and not finding.code.endswith("-ineffective")]
    assert lossy == [] and report.totals["invalid"] == 0


def rigid_groups(physics: PhysicsSummary) -> dict[frozenset[str], tuple[float, ...]]:
    """Return what moves as one: the links' names -> mass, centre of mass, tensor about it. Links without a mass do not show."""
    leader = {link.path: link.path for link in physics.links}
    still = {link.path for link in physics.links if link.static} | {ir.WORLD}

    def top(path: str) -> str:
        while leader.get(path, path) != path:
            path = leader[path]
        return path

    for joint in physics.joints:
        if joint.type == "fixed":
            one, other = top(joint.parent), top(joint.child)
            if one != other:
                leader[other if one in still else one] = one if one in still else other
    members: dict[str, list[LinkSummary]] = {}
    for link in physics.links:
        if top(link.path) not in still and link.mass:
            members.setdefault(top(link.path), []).append(link)
    return {frozenset(link.path for link in links): together(links) for links in members.values()}


def together(links: list[LinkSummary]) -> tuple[float, ...]:
    tensors = [Inertia(m[0][0], m[1][1], m[2][2], m[0][1], m[0][2], m[1][2]) for m in (link.inertia for link in links)]
    mass, com, tensor = compose([(link.mass, link.com, each) for link, each in zip(links, tensors, strict=True)])
    return (mass, *com, *tensor.entries)


@pytest.mark.sweep
@pytest.mark.findings("*", reason="random scenes: any finding may occur")
@pytest.mark.parametrize("name", [name for name in WRITERS if name in READERS])
@settings(max_examples=40)
@given(scene=scenes())
def test_what_moves_weighs_the_same_at_the_same_place_or_a_finding_names_it(name: str, scene: ir.Scene) -> None:
    """With all joints at zero: not every format starts anywhere else."""
    scene = without_initial_positions(scene)
    with TemporaryDirectory() as folder:
        file = Path(folder) / f"scene{next(iter(load(name).suffixes))}"
        report = scenec.write(scene, file)
        back, _ = scenec.read(file)
    after = list(rigid_groups(back.physics()).values())
    for links, before in rigid_groups(scene.physics()).items():
        scale = max(1.0, *(abs(number) for number in before[1:4]))
        if any(is_equal_body(before, each, scale) for each in after):
            continue
        reported = {
            text for finding in report.findings if finding.category in ("physics", "geometry") for text in (finding.subject, finding.target)
        }
        named = {path for path in links if any(path in text or path.rpartition("::")[2] == text for text in reported)}
        assert named, f"{sorted(links)} {before} is not in the result, and no finding names it: {sorted(reported)}"


def without_initial_positions(scene: ir.Scene) -> ir.Scene:
    for path, _ in list(leaves(scene)):
        if path[-1] == "initial":
            scene = with_value(scene, path, None)
    return scene


def is_equal_body(before: tuple[float, ...], after: tuple[float, ...], scale: float) -> bool:
    """Tolerances as large as the rounding of a place far from the origin makes them."""
    near = [1e-9 * before[0], *[1e-9 * scale] * 3, *[1e-8 * before[0] * scale * scale] * 6]
    return all(abs(a - b) <= tolerance for a, b, tolerance in zip(before, after, near, strict=True))


# ---------------------------------------------------------------- reading


def fixtures_of(name: str) -> list[Path]:
    """Return the fixtures of a format that are scenes, by their names: nothing is read while tests are collected."""
    folders = (FIXTURES, package_folder(name) / "fixtures")
    found = sorted(path for each in folders for path in each.rglob("*") if (by_suffix(path.name) or "").partition("@")[0] == name)
    return [path for path in found if is_scene(path) or suffix_of(path.name) not in suffixes()]


def read(path: Path, replaced: dict[str, bytes] | None = None) -> tuple[ir.Scene, Ledger]:
    """Read a fixture; `replaced`: other contents for some files, by absolute path."""
    files = replaced or {}
    name, _, version = (by_suffix(path.name) or "").partition("@")
    record = load(name)
    assert record.read is not None
    ledger = Ledger()
    options = ReadOptions(lenient="fork" in path.name)
    result = record.read(
        ReadRequest(
            data=files.get(str(path)) or path.read_bytes(),
            name=path.name,
            shown=path.name,
            path=str(path),
            folder=str(path.parent),
            version=version,
            options=options,
            ledger=ledger,
            open=lambda other: files.get(other) or Path(other).read_bytes(),
        )
    )
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
                    place = document.place_of(node)
                    line, column = document.places_of(node).get(attribute, place) if name == "ir" else place
                    found.setdefault((document.path, f"{path}/@{attribute}"), (fixture, line, column, attribute))
                if node.has_text:
                    own = path if document.syntax == "sexp" else f"{path}/text()"
                    found.setdefault((document.path, own), (fixture, *document.place_of(node), None))
    return found


def settled(scene: ir.Scene, ledger: Ledger) -> set[str]:
    """The values, by file and path, that the report of a reading names."""
    settle(scene, ledger, is_written=False)
    named = named_in(ledger)
    return {f"{document.path}{path}" for value_id, document, path, _, _, _ in ledger.values() if value_id in named}


@pytest.mark.sweep
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


class Default(NamedTuple):
    """A default that a file may say: `said` goes into an element of this tag that does not have the key, behind its name (an
    attribute) or behind its start tag (an element)."""

    tag: str
    key: str
    said: str


def defaults_of(name: str) -> Iterator[Default]:
    """Every default of a format that stands in its vocabulary row by row. (SDFormat's are looked at in
    tests/converters/sdformat/test_read_defaults.py; the calls of an .rsg and the fields of the neutral scene have none to say.)"""
    if name == "simrobot":
        from scenec.converters.simrobot.profile import CORE3
        from scenec.converters.simrobot.vocabulary import FORK, vocabulary

        for tag, element in vocabulary().items():
            for row in element.rows:
                if row.default is not None and row.since not in (CORE3, FORK):
                    yield Default(tag, row.name, f' {row.name}="{row.kind.show(row.default)}"')
    elif name == "mars":
        from scenec.converters.mars.vocabulary import vocabulary as entries

        for tag, element in entries().items():
            for row in element.rows:
                is_plain = isinstance(row.default, (bool, int, float, str)) and row.default != ""
                if is_plain and row.place == "ir" and row.name not in (*STEERING, *LIMITED_IN_MOTORS):
                    yield Default(tag, row.name, f"<{row.name}>{row.kind.show(row.default)}</{row.name}>")


STEERING = {"index", "groupid", "relativeid", "vizLink", "id", "nodeindex1", "nodeindex2", "jointIndex", "jointIndex2", "material_id"}
"""Keys of MARS that say which entry is meant."""
LIMITED_IN_MOTORS = {"maxSpeed", "maxEffort", "minPosition", "maxPosition"}
"""Keys of motors whose being there means something: that older keys for the same do not count, or that a joint has stops."""


def said_in(text: str, default: Default, line: int, column: int) -> str | None:
    """The text of a file in which an element says a default."""
    start = place_in(text, line, column)
    if not text.startswith(f"<{default.tag}", start):
        return None
    at = text.index(">", start) + 1 if default.said.startswith("<") else start + len(default.tag) + 1
    return None if text[at - 2 : at] == "/>" else text[:at] + default.said + text[at:]


@pytest.mark.sweep
@pytest.mark.parametrize("name", READERS)
def test_saying_a_default_is_saying_nothing(name: str) -> None:
    places: dict[str, list[tuple[Path, str, int, int, set[str]]]] = {}
    plain: dict[Path, ir.Scene] = {}
    for fixture in fixtures_of(name):
        scene, ledger = read(fixture)
        plain[fixture] = without_idle_poses(scene)
        for document in ledger.documents:
            for _, node in document.walk():
                if "ref" not in node.attributes:  # a definition used elsewhere may say something else
                    keys = {*node.attributes, *(child.tag for child in node.children)}
                    places.setdefault(node.tag, []).append((fixture, str(document.path), *document.place_of(node), keys))
    reported_count, different = 0, []
    for default in defaults_of(name):
        silent = [place for place in places.get(default.tag, ()) if default.key not in place[-1]]
        for fixture, file, line, column, _ in silent[:3]:
            changed = said_in(Path(file).read_text(), default, line, column)
            if changed is None:
                continue
            after = without_idle_poses(read(fixture, {file: changed.encode()})[0])
            reported_count += 1
            same = after == plain[fixture] if name == "simrobot" else after.physics() == plain[fixture].physics()
            if not same:
                different.append(f"{Path(file).name}:{line} <{default.tag}> {default.said}")
    assert different == [], "\n".join(different)
    assert reported_count > 50 or not list(defaults_of(name))


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


@pytest.mark.parametrize("src", [swept("humanoid/humanoid.ros2"), ""])
@pytest.mark.parametrize("name", [swept(name, number % 3 > 0) for number, name in enumerate(WRITERS)])
def test_two_processes_write_the_same_bytes_and_the_same_report(tmp_path: Path, name: str, src: str) -> None:
    results = []
    for seed in ("1", "2"):
        (tmp_path / seed).mkdir()
        source, suffix = str(FIXTURES / src) if src else "", next(iter(load(name).suffixes))
        command = [sys.executable, "-c", CONVERT, source, str(tmp_path / seed), suffix]
        process = OF_ANOTHER_PROCESS | {"PYTHONHASHSEED": seed}
        run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT, env=process)
        results.append(json.loads(run.stdout))
    assert results[0] == results[1]
    assert results[0][0]


def test_formats_are_what_the_registry_says() -> None:
    for record in all_formats():
        assert load(record.name) is record
        assert set(record.suffixes) <= set(suffixes())
        assert msgspec.structs.asdict(record)["title"]
