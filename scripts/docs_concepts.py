"""The section "Concept by concept" of `docs/formats/*.md`: each concept, whether the format has it, and the text that says it.

A concept of `scripts.specimens` is written with and without; the lines that only the first has are its text.
"""

from __future__ import annotations

import difflib
import shutil
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from scenec.converters import load
from scripts.docs_tables import DOCS, code
from scripts.specimens import IMAGE, concepts
from scripts.support_matrix import BEGIN, END, FORMATS, ROOT, Work

LINES = 6
"""How many lines of text a concept shows at most."""
PAGES = {name: f"formats/{name}.md" for name in FORMATS if "@" not in name}


class Row(NamedTuple):
    """A concept in a format. support: as in the support matrix; lines: the text that says it, none where the format has no place for it."""

    group: str
    concept: str
    support: str
    lines: tuple[str, ...]


@cache
def rows(target: str) -> tuple[Row, ...]:
    """Every concept as a format writes it."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "fixtures" / IMAGE, folder)
        work = Work(Path(folder))
        found = []
        for concept in concepts():
            support = work.written(concept, target).support
            lines = added(*(work.text(scene, target) for scene in (concept.base, concept.scene))) if support in ("full", "adapted") else ()
            found.append(Row(concept.group, concept.name, support, lines))
    return tuple(found)


def added(base: str, scene: str) -> tuple[str, ...]:
    """The lines that the second text has more, without what indents them all."""
    before, after = base.splitlines(), scene.splitlines()
    matcher = difflib.SequenceMatcher(None, [line.strip() for line in before], [line.strip() for line in after], autojunk=False)
    new = [line for tag, _, _, first, last in matcher.get_opcodes() if tag in ("insert", "replace") for line in after[first:last]]
    return tuple(line.strip() for line in new if line.strip())


def section(target: str) -> list[str]:
    """The section of a format's page."""
    title = load(target).title
    out = [
        "## Concept by concept",
        "",
        f"Each concept as scenec writes it in {title}; the same text is read. *full*: means the same. *adapted*: in part, or as something",
        "else. *carried*: only with `--carry`. *no*: dropped with a finding. [All formats side by side](../support.md) ·",
        f"[What other tools make of {title}](../comparison.md)",
    ]
    group = ""
    for row in rows(target):
        if row.group != group:
            group = row.group
            out += ["", f"### {group}", "", f"| concept | {title} | text |", "|---|---|---|"]
        shown = [*row.lines[:LINES], *(["..."] if len(row.lines) > LINES else [])]
        text = "<br>".join(code(line.replace("|", "\\|")) for line in shown)
        out.append(f"| {row.concept} | {row.support} | {text} |")
    return out


def page(target: str, vocabulary: Callable[[], str] | None = None) -> str:
    """The page of a format with its section as it is now. vocabulary: makes the rest of the page where that is generated, too."""
    text = vocabulary() if vocabulary else (DOCS / PAGES[target]).read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return "\n".join([before.rstrip("\n") + "\n", BEGIN, "", *section(target), "", END]) + (after or "\n")
