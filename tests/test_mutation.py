"""The mutation check: every kind of printing statement is found and broken, and a value that is lost silently is a survivor."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from benchmarks.mutation.__main__ import chosen, counts, format_of
from benchmarks.mutation.canonical import canonical
from benchmarks.mutation.constructs import CONSTRUCTS, Mutant, mutants_of, uses_of
from benchmarks.mutation.conversions import Converter, Job, Outcome, is_writer
from benchmarks.mutation.conversions import outcome as converted_here
from benchmarks.mutation.judging import Lane, Verdict, judge
from benchmarks.mutation.package_copies import PackageCopy, covering
from benchmarks.mutation.package_copies import Tests as FormatTests
from benchmarks.mutation.workload import WAYS, formats, jobs
from scenec.syntax.xml_printing import Out, print_xml

ROOT = Path(__file__).parents[1]
FILE = "scenec/converters/toy/write/body.py"
WRITER = b"""
FIELDS = (("mu", "friction"), ("mu2", "friction2"))
NAMES = {"box": "Box", "ball": "Sphere"}

def write(out, seen, names="xyz"):
    out.add("mass", number(seen.mass))
    out.add("depth", number(seen.depth), unit="m")
    inner = out.add("inner")
    inner.attributes["kind"] = NAMES[seen.kind]
    inner.text = seen.word
    x, y, z = seen.size
    vector(out, "size", (x, y, z))
    for field, key in FIELDS:
        out.add(key, number(getattr(seen, field)))
    out.children.append(Out("stamp", number(seen.stamp)))
    out.put(seen, "limit")
    write_parts(out, seen)
    report(out)
"""


def found(source: bytes = WRITER) -> list[Mutant]:
    return mutants_of(source, FILE)


def changes(line: int) -> set[tuple[str, str]]:
    return {(mutant.construct, mutant.change) for mutant in found() if mutant.lines[0][0] == line}


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ('out.add("mass", number(seen.mass))', {("add", "deleted"), ("add", "forgotten"), ("add", "swapped"), ("axes", "swapped")}),
        ('out.add("depth"', {("add", "deleted"), ("add", "forgotten"), ("attribute", "deleted")}),
        ("inner = out.add", {("add", "thrown away")}),
        ("inner.attributes", {("attribute", "deleted"), ("attribute", "forgotten")}),
        ("inner.text", {("text", "deleted"), ("text", "forgotten")}),
        ("x, y, z = ", {("axes", "swapped")}),
        ("vector(out", {("vector", "deleted"), ("vector", "forgotten"), ("axes", "swapped")}),
        ("out.add(key", {("add", "deleted"), ("add", "forgotten")}),
        ("out.children.append", {("line", "deleted"), ("line", "forgotten")}),
        ("out.put", {("add", "deleted"), ("add", "forgotten")}),
        ("write_parts", {("call", "deleted")}),
        ("report(out)", set()),
        ("FIELDS = ", {("row", "deleted"), ("row", "swapped")}),
        ("NAMES = ", {("row", "deleted"), ("row", "swapped")}),
    ],
)
def test_each_kind_of_printing_statement_is_broken(code: str, expected: set[tuple[str, str]]) -> None:
    line = next(i for i, text in enumerate(WRITER.decode().splitlines(), 1) if code in text)
    assert changes(line) == expected


def test_the_snippet_has_every_construct() -> None:
    assert {mutant.construct for mutant in found()} == set(CONSTRUCTS)


def test_every_mutant_is_python_and_differs_in_one_place() -> None:
    for mutant in found():
        broken = mutant.apply(WRITER)
        compile(broken, FILE, "exec")
        assert broken != WRITER
        assert broken.startswith(WRITER[: mutant.start])
        assert broken.endswith(WRITER[mutant.end :])


def test_values_of_a_forgotten_statement_are_still_computed() -> None:
    mutant = next(each for each in found() if each.change == "forgotten" and "seen.mass" in each.shown)
    assert mutant.replacement == "(number(seen.mass), )"
    mutant = next(each for each in found() if each.change == "forgotten" and "out.put" in each.shown)
    assert mutant.replacement == "(getattr(seen, 'limit', None), )"


def test_arguments_of_one_kind_are_swapped_and_others_are_not() -> None:
    mutants = mutants_of(b"def f(out, x, y):\n    numbers(x, y)\n    numbers(out, x)\n", FILE)
    assert [(mutant.change, mutant.replacement) for mutant in mutants if mutant.change == "swapped"] == [("swapped", "numbers(y, x)")]


def test_equal_texts_are_not_exchanged_as_only_their_order_would_change() -> None:
    source = b'def f(made):\n    made.set("a", {0})\n    made.set("b", {1})\n'
    for values, count in (((b'constant("0")', b'constant("0")'), 0), ((b'constant("0")', b'constant("1")'), 1)):
        one, other = values
        mutants = mutants_of(source.replace(b"{0}", one).replace(b"{1}", other), FILE)
        assert sum(mutant.change == "swapped" for mutant in mutants) == count


def test_elements_with_claims_are_broken_in_the_same_way() -> None:
    source = b"""def f(node, seen):
    node.append("mass", number(seen.mass))
    inner = node.append("inner", says=(seen.kind,))
    inner.say(word(seen.word))
    node.append("empty")
    lines.append(seen.mass)
"""
    mutants = {(mutant.lines[0][0], mutant.construct, mutant.change) for mutant in mutants_of(source, FILE)}
    assert mutants == {
        (2, "add", "deleted"),
        (2, "add", "forgotten"),
        (3, "add", "thrown away"),
        (3, "attribute", "deleted"),
        (4, "text", "deleted"),
        (4, "text", "forgotten"),
        (5, "line", "deleted"),
    }


def test_one_of_two_rows_leaves_a_table() -> None:
    (first, second) = [
        mutant for mutant in mutants_of(b'for field in ("lower", "upper"):\n    f(field)\n', FILE) if mutant.change == "deleted"
    ]
    for mutant, left in ((first, ("upper",)), (second, ("lower",))):
        source = mutant.apply(b'for field in ("lower", "upper"):\n    f(field)\n').decode()
        looped: list[str] = []
        exec(source, {"f": looped.append})
        assert tuple(looped) == left


def test_tables_are_found_where_functions_look_into_them() -> None:
    row = next(mutant for mutant in found() if mutant.table == "FIELDS")
    assert [span[0] for span in uses_of(WRITER, row.table)] == [13]


# ---------------------------------------------------------------- verdicts


class ReadScene:
    """A scene whose fields note that they were looked at."""

    def __init__(self, **values: Any) -> None:
        self._values, self.read = values, set[str]()

    def __getattr__(self, name: str) -> Any:
        self.read.add(name)
        return self._values[name]


def outcome(source: bytes) -> Outcome:
    """Return what the toy writer makes of a scene; a value counts as kept when it was looked at."""
    values = {
        "mass": 2.0,
        "depth": 1.0,
        "kind": "box",
        "word": "w",
        "size": (1.0, 2.0, 3.0),
        "mu": 0.5,
        "mu2": 0.5,
        "stamp": 1.0,
        "limit": 0,
    }
    seen, out = ReadScene(**values), Out("toy")

    def vector(holder: Out, tag: str, parts: tuple[float, ...]) -> None:
        holder.add(tag, " ".join(map(str, parts)))

    names: dict[str, Any] = {"number": str, "vector": vector, "Out": Out, "write_parts": lambda out, seen: None, "report": lambda out: None}
    source = source.replace(b'out.put(seen, "limit")', b'getattr(seen, "limit")')
    try:
        exec(source, names)
        names["write"](out, seen)
    except Exception as error:
        return Outcome(error=str(error))
    fates = {name: "kept" if name in seen.read else "dropped" for name in values}
    return Outcome({"toy.xml": print_xml(out).decode()}, fates)


def verdict(change: str, shown: str, differences: list[str] | None = None, failing: str = "", lane: Lane = "tests") -> str:
    mutant = next(each for each in found() if each.change == change and shown in each.shown)
    after = outcome(mutant.apply(WRITER))
    after.differences = differences or []

    def pairs() -> Iterator[tuple[str, Outcome, Outcome]]:
        yield "toy", outcome(WRITER), after

    return judge(pairs(), lambda: (failing, lane)).verdict


def test_a_mutant_that_nothing_changes_is_equivalent() -> None:
    assert verdict("deleted", "write_parts") == "equivalent"
    assert verdict("swapped", "('mu', 'friction')") == "survivor"  # 0.5 both, in another order


def test_a_value_that_is_lost_with_a_word_is_reported() -> None:
    assert verdict("deleted", "seen.mass") == "told"
    assert verdict("thrown away", "inner") != "told"


def test_a_value_that_is_lost_silently_is_a_survivor() -> None:
    assert verdict("forgotten", "seen.mass") == "survivor"
    assert verdict("thrown away", "inner") == "survivor"
    assert verdict("swapped", "(x, y, z)") == "survivor"


def test_checks_and_tests_are_asked_after_the_report() -> None:
    assert verdict("forgotten", "seen.mass", ["changed link mass"]) == "checks"
    assert verdict("forgotten", "seen.mass", failing="FAILED test_mass") == "tests"
    assert verdict("forgotten", "seen.mass", failing="FAILED test_mass", lane="sweeps") == "sweeps"
    assert verdict("deleted", "seen.mass", ["changed link mass"], "FAILED test_mass") == "told"


def test_differences_that_were_there_before_are_no_evidence() -> None:
    before = Outcome({"a": "1"}, {"x": "kept"}, differences=["changed light colour"])
    after = Outcome({"a": "2"}, {"x": "kept"}, differences=["changed light colour"])
    assert judge([("a", before, after)], lambda: ("", "tests")) == Verdict("survivor", "a: a changed", 1, 1)


def test_other_words_of_a_finding_are_a_change_that_tests_have_to_notice() -> None:
    before, after = Outcome({"a": "1"}, words="1"), Outcome({"a": "1"}, words="2")
    assert judge([("a", before, after)], lambda: ("", "tests")) == Verdict("survivor", "a: only the report changed", 1, 1)
    assert judge([("a", before, after)], lambda: ("FAILED test_layout", "tests")).verdict == "tests"


def test_a_refusal_is_reported() -> None:
    assert judge([("a", Outcome({"a": "1"}), Outcome(error="WriteError: no"))], lambda: ("", "tests")).verdict == "told"


def test_the_last_line_counts_every_verdict() -> None:
    verdicts = [Verdict(name, "", 1, 1) for name in ("equivalent", "told", "told", "survivor")]
    assert (
        counts(verdicts)
        == "4 mutants: 1 equivalent, 2 told by the report, 0 found by checks, 0 found by tests, 0 found by sweeps, 1 silent survivors"
    )


# ---------------------------------------------------------------- what is run


def test_the_choice_has_every_format_and_construct_and_depends_on_the_seed_alone() -> None:
    mutants = [mutant for name in ("toy", "other") for mutant in mutants_of(WRITER, f"scenec/converters/{name}/write/body.py")]
    tried = chosen(mutants, 30, random.Random(7))
    assert tried == chosen(mutants, 30, random.Random(7))
    assert len(set(tried)) == 30
    for name in ("toy", "other"):
        assert {mutant.construct for mutant in tried if format_of(mutant) == name} == set(CONSTRUCTS)
    assert len(chosen(mutants, 10_000, random.Random(7))) == len(mutants)


def test_every_format_with_a_writer_of_several_modules_is_in_the_workload() -> None:
    assert set(formats()) == set(WAYS)
    made = jobs(formats(), 0, 1)
    for name in formats():
        assert {job.source for job in made if job.target == name} >= set(formats())
        assert {job.neutral for job in made if job.target == job.source == name} == {False, True}


def test_tests_that_fail_before_and_those_elsewhere_are_not_asked() -> None:
    tests = {
        "slow": {"passed": True, "seconds": 2.0, "lines": {FILE: [5, 6]}},
        "fast": {"passed": True, "seconds": 0.1, "lines": {FILE: [6]}},
        "failing": {"passed": False, "seconds": 0.1, "lines": {FILE: [6]}},
        "elsewhere": {"passed": True, "seconds": 0.1, "lines": {FILE: [60]}},
    }
    assert covering(tests, [(FILE, (6, 7))]) == ["fast", "slow"]


def test_tests_that_end_before_their_time_are_reported_with_their_last_words(tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    (whole / "tests" / "converters" / "toy").mkdir(parents=True)
    (whole / "tests" / "converters" / "toy" / "test_crash.py").write_text("import os\n\ndef test_crash():\n    os.abort()\n")
    (whole / "benchmarks").symlink_to(ROOT / "benchmarks")
    with pytest.raises(RuntimeError, match=r"the tests of toy ended with -6 before all were run: .+test_crash"):
        FormatTests(tmp_path, whole).failing(PackageCopy(tmp_path / "copy", whole), "toy", [(FILE, (1, 9))])


def test_writers_are_known_by_their_path() -> None:
    assert is_writer("/a/scenec/converters/mars/write/nodes.py")
    assert not is_writer("/a/scenec/converters/mars/read/nodes.py")
    assert not is_writer("/a/scenec/converters/ir/write.py")


@pytest.mark.sweep
def test_a_result_that_cannot_be_read_back_is_found_by_checks_and_not_reported(tmp_path: Path) -> None:
    file = "scenec/converters/sdformat/write/scene.py"
    source = (ROOT / file).read_bytes()
    mutant = next(each for each in mutants_of(source, file) if each.change == "forgotten" and "constant(version)" in each.shown)
    copy, neutral = PackageCopy(tmp_path / "copy"), tmp_path / "neutral"
    neutral.mkdir()
    job = Job("joints", str(ROOT / "fixtures" / "mars" / "joints.scene"), "mars", "sdformat", ".sdf")
    outcomes = []
    for broken in (False, True):
        converter = Converter(copy.folder, neutral)
        with copy.broken(mutant) if broken else nullcontext():
            outcomes.append(converter.ask(job, "differences"))
        converter.close()
    assert outcomes[1].error == ""
    assert any(each.startswith("cannot be read back") for each in outcomes[1].differences)
    assert judge([("joints", outcomes[0], outcomes[1])], lambda: ("", "tests")).verdict == "checks"


@pytest.mark.parametrize(
    ("name", "one", "other", "same"),
    [
        ("a.scene", "<j><n>1</n><m>2</m></j>", "<j>\n <m>2</m><n>1</n></j>", True),
        ("a.scene", "<j><n>1</n><m>2</m></j>", "<j><n>2</n><m>1</m></j>", False),
        ("a.scene", "<l><j>1</j><j>2</j></l>", "<l><j>2</j><j>1</j></l>", False),
        ("a.scene", "<l><j><n/></j><k/></l>", "<l><j/><k><n/></k></l>", False),
        ("a.xml", '<a b="1" c="2"/>', '<a c="2" b="1"/>', True),
        ("a.xml", "<a><motor/><position/></a>", "<a><position/><motor/></a>", False),
        ("a.rsg", "(a) (b)", "(b) (a)", False),
    ],
)
def test_an_order_that_no_reader_looks_at_is_no_change(name: str, one: str, other: str, same: bool, tmp_path: Path) -> None:
    contents = []
    for text in (one, other):
        (tmp_path / name).write_text(text)
        contents.append(canonical(tmp_path / name))
    assert (contents[0] == contents[1]) is same


def test_a_package_has_the_same_name_each_time(tmp_path: Path) -> None:
    """With another name in each run, every result of a broken writer would differ."""
    writing = {"layout": "package"}
    job = Job("meshes", str(ROOT / "fixtures" / "mars" / "meshes.scene"), "mars", "urdf", ".urdf", False, {}, writing)
    first, second = (converted_here(job, ["differences"], tmp_path) for _ in range(2))
    assert {"package.xml", "main/scene.urdf"} < set(first.files)
    assert any("package://" in each for each in first.differences)
    assert first == second


@pytest.mark.sweep
def test_a_broken_copy_converts_otherwise_and_is_whole_again_afterwards(tmp_path: Path) -> None:
    """Once through the real thing: a mass that MARS's writer does not print."""
    file = "scenec/converters/mars/write/nodes.py"
    source = (ROOT / file).read_bytes()
    mutant = next(each for each in mutants_of(source, file) if each.change == "forgotten" and "number(rest.mass)" in each.shown)
    copy, neutral = PackageCopy(tmp_path / "copy"), tmp_path / "neutral"
    neutral.mkdir()
    job = Job("masses", str(ROOT / "fixtures" / "masses.ros2"), "simrobot", "mars", ".scene")

    def asked(*wanted: str) -> Outcome:
        converter = Converter(copy.folder, neutral)
        try:
            return converter.ask(job, *wanted)
        finally:
            converter.close()

    whole = asked("lines", "differences")
    assert mutant.lines[0][0] in whole.lines[file]
    with copy.broken(mutant):
        broken = asked("differences")
    again = asked("lines", "differences")
    assert not whole.error
    assert again == whole
    assert broken.fates != whole.fates, "what is not printed is told as lost"
    assert judge([("masses", whole, broken)], lambda: ("", "tests")).verdict == "told"
    assert (copy.folder / file).read_bytes() == source
