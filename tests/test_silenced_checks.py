"""Every check that is silenced or put off says why, where it stands: `type: ignore`, `noqa`, `fmt: off`, skipped tests, work put off."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parents[1]
FILES = sorted(path for folder in ("scenec", "tests", "scripts", "benchmarks", "examples") for path in (ROOT / folder).rglob("*.py"))
SILENCED = re.compile(r"#\s*(?:type:\s*ignore(?:\[[^\]]*\])?|noqa(?::\s*[A-Z]+\d+(?:,\s*[A-Z]+\d+)*)?)", re.IGNORECASE)
PUT_OFF = re.compile(r"\b(?:TODO|FIXME|XXX)\b")  # this line puts nothing off
UNFORMATTED = re.compile(r"#\s*fmt:\s*(?:off|skip)")
UNWRITTEN = "raise " + "NotImplementedError"
SKIPPING = re.compile(r"pytest\.(?:mark\.)?(?:skip|skipif|importorskip|xfail)$")
SKIPPED = re.compile(r"\b(?:skip|skipif|importorskip|xfail)\b")
WORDS = 2
"""How many a reason has at least."""


def words(text: str) -> int:
    return len(re.findall(r"[^\W\d_]+", text))


def unexplained(source: str) -> Iterator[tuple[int, str]]:
    """Line and text of each marker that has no reason behind it. For what is put off in a text, the reason is the comment on its line."""
    lines = io.StringIO(source)
    comments = {each.start[0]: each.string for each in tokenize.generate_tokens(lines.readline) if each.type == tokenize.COMMENT}
    for number, line in enumerate(source.splitlines(), 1):
        comment = comments.get(number, "")
        if SILENCED.search(comment) and words(SILENCED.sub("", comment)) < WORDS:
            yield number, comment
        beside = "".join(comments.get(each, "") for each in (number - 1, number, number + 1))
        if UNFORMATTED.match(comment) and words(UNFORMATTED.sub("", beside)) < WORDS:
            yield number, comment
        if line.strip().startswith(UNWRITTEN) and words(comment) < WORDS:
            yield number, line.strip()
        if PUT_OFF.search(line) and words(PUT_OFF.sub("", comment)) < WORDS:
            yield number, line.strip()
    if not SKIPPED.search(source):
        return
    tree = ast.parse(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and SKIPPING.match(ast.unparse(node.func))]
    called = {id(call.func) for call in calls}
    for call in calls:
        reasons = [keyword.value for keyword in call.keywords if keyword.arg == "reason"]
        reasons += call.args[:1] if ast.unparse(call.func) == "pytest.skip" else []
        if not any(words(ast.unparse(reason)) >= WORDS for reason in reasons):
            yield call.lineno, ast.unparse(call)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and SKIPPING.match(ast.unparse(node)) and id(node) not in called:
            yield node.lineno, ast.unparse(node)


def test_what_is_silenced_says_why() -> None:
    assert len(FILES) > 900
    found = [f"{path.relative_to(ROOT)}:{line}: {text}" for path in FILES for line, text in unexplained(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("x = f()  # type: ignore[misc]", 1),
        ("x = f()  # type: ignore[misc]  # of trimesh", 0),
        ("x = f()  # noqa: A002, B018", 1),
        ("x = f()  # noqa: A002 - the field's word", 0),
        ("x = 'TO" + "DO'", 1),
        ("x = 1  # TO" + "DO", 1),
        ("x = 'TO" + "DO'  # the user fills it in", 0),
        ("x = 1  # fmt: skip", 1),
        ("# fmt: off\nROWS = ()", 1),
        ("# A row is a line.\n# fmt: off\nROWS = ()", 0),
        ("def f():\n    raise NotImplementedError", 1),
        ("def f():\n    raise NotImplementedError  # each kind has its own", 0),
        ("pytest.skip()", 1),
        ("pytest.skip('needs a shell')", 0),
        ("pytest.importorskip('mujoco')", 1),
        ("pytest.importorskip('pty', reason='no terminals here')", 0),
        ("@pytest.mark.xfail\ndef f(): ...", 1),
        ("@pytest.mark.skipif(True)\ndef f(): ...", 1),
        ("@pytest.mark.skipif(True, reason='needs POSIX')\ndef f(): ...", 0),
    ],
)
def test_a_marker_without_a_reason_is_found(line: str, count: int) -> None:
    assert len([*unexplained(line)]) == count
