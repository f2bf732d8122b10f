"""`docs/findings.md`: every code a finding can have, from the rows that reports read.

Rows of one owner are a table. Of the parts of a scene (`scenec.accounting.parts`), each kind of node is one line with its fields.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from scenec.accounting import parts
from scenec.accounting.code import Code
from scenec.converters.reported_parts import reported_rows
from scripts.docs_tables import cell, code, generated_by, table
from scripts.finding_examples import example_of, without

PAIRS = Path(__file__).resolve().parent.parent / "scenec" / "cli" / "pairs.json"
MOST_PAIRS = 5
LONGEST_EXCERPT = 100

INTRODUCTION = """# Findings

Every finding of a report has one of these codes. A code is never used again for something else. `scenec explain CODE` prints why it
happens, its effect and what to do; `--severity CODE=LEVEL` and `--ignore CODE` change how it counts.

**Fates.** `kept`: as written. `converted`: the same in another form or unit. `approximated`: nearly the same. `carried`: kept in the
extension elements of the target. `dropped`: not in the result. `unresolved`: a reference that was not found. `invalid`: a value without
meaning. `defaulted`: added, since the target needs it and the source does not state it.

**Levels.** `error`: the scene behaves differently, or a part is missing that others refer to. `warning`: a change that a careful user
should see. `note`: appearance, names, metadata, harmless changes.

**Examples.** `docs/examples/` has a small input for each code and the command that reports it, tested.
[Some codes](examples/without.md) have none.

Codes that end in `-ineffective` are about values that the source's own simulator ignores, too. They are no loss.
"""

TITLES = {
    "scenec.accounting.findings": ("values", "Values, files and comments"),
    "scenec.adapt.findings": ("adaptations", "Adaptations"),
    "scenec.adapt.contact_findings": ("adaptations_of_contacts", "Adaptations of friction and contacts"),
    "scenec.adapt.control_findings": ("adaptations_of_control", "Adaptations of motors, sensors and names"),
    "scenec.adapt.extension_findings": ("adaptations_of_extensions", "Adaptations of extensions"),
    "scenec.carry.findings": ("carried", "Carried values (--carry)"),
    "scenec.edits.findings": ("edits", "Edited scenes and files"),
    "scenec.checks.findings": ("checks", "Checks of a scene"),
    "scenec.converters.common.findings": ("several_formats", "Several formats"),
    "scenec.verify.findings": ("verification", "Verification (--verify)"),
}
"""Module with rows -> name of their page, and its title."""

Section = tuple[str, str, Mapping[str, Code]]
"""Name of a page, its title, its rows."""


def sections() -> list[Section]:
    """The rows of each owner, except those of the parts of a scene: code -> row."""
    from scenec.cli.codes import CORE, all_codes, core_rows
    from scenec.converters import BUILT_IN, codes_of, load

    all_codes()
    found: list[Section] = [(*TITLES[module], rows) for module, rows in zip(CORE, core_rows(), strict=True)]
    shared = {name for _, _, rows in found for name in rows}
    found += [(name, load(name).title, {each: row for each, row in codes_of(name).items() if each not in shared}) for name in BUILT_IN]
    return [(name, title, rows) for name, title, rows in found if rows]


def owner_pages() -> dict[str, str]:
    """Name of a page of the site -> its text: every row of an owner with reason, effect and advice."""
    found = sections()
    owned = {name for _, _, rows in found for name in rows}
    found.append(("parts", "Parts of a scene", {row.code: row for row in reported_rows() if row.code not in owned}))
    return {name: f"# Findings: {title}\n\n" + "\n".join(map(_entry, _sorted(rows.values()))) for name, title, rows in found}


@cache
def _pairs() -> dict[str, list[str]]:
    """Code -> the conversions of the fixtures that report it, as `scenec explain A B` knows them."""
    from scenec.converters import load

    found: dict[str, list[str]] = {}
    for pair, losses in json.loads(PAIRS.read_text(encoding="utf-8")).items():
        source, target = (load(name).title for name in pair.split())
        for each in dict.fromkeys(loss["code"] for loss in losses):
            found.setdefault(each, []).append(f"{source} to {target}")
    return found


def _entry(row: Code) -> str:
    """A row as a section: its code is the heading, so that the search finds it and links can lead to it."""
    kind = ", ".join(each for each in (row.fate, row.level, row.category) if each)
    texts = [
        ("", f"**{row.general(row.headline)}.**" if row.headline else ""),
        ("", row.general(row.because)),
        ("Effect: ", row.general(row.effect)),
        ("What to do: ", row.general(row.advice)),
    ]
    paragraphs = [f"{label}{cell(text)}" for label, text in texts if text]
    pairs = _pairs().get(row.code, [])
    if pairs:
        more = f", and {len(pairs) - MOST_PAIRS} more pairs" if len(pairs) > MOST_PAIRS else ""
        paragraphs.append(f"Conversions of our fixtures that show it: {', '.join(pairs[:MOST_PAIRS])}{more}.")
    return "\n\n".join([f"## {row.code}", f"*{kind}*", *paragraphs, *_example(row.code)]) + "\n"


def _example(name: str) -> list[str]:
    """The example of a code: where it stands, the command, and the line of its input that the finding is about."""
    if name not in example_of():
        return [f"No example. {without()[name]}"] if name in without() else []
    example, command, number = example_of()[name]
    text = next(iter(example.files.values())).splitlines()[number - 1].strip() if number else ""
    shown = textwrap.shorten(text, LONGEST_EXCERPT, placeholder=" …")
    quoted = f", line {number}: `` {shown} ``" if text else ""
    return [f"Example: `{command}` in [{example.title}](../examples/{example.page}.md#{example.anchor}){quoted}"]


def page() -> str:
    found = sections()
    return (
        generated_by("the rows in scenec/**/findings*")
        + INTRODUCTION
        + "".join(f"\n## {title}\n\n{_table(rows)}" for _, title, rows in found)
        + _parts({name for _, _, rows in found for name in rows})
    )


def _table(rows: Mapping[str, Code]) -> str:
    return table(
        ["code", "level", "what happened"],
        [[code(row.code), row.level or row.fate, row.general(row.headline) or row.because] for row in _sorted(rows.values())],
    )


def _sorted(rows: Iterable[Code]) -> list[Code]:
    return sorted(rows, key=lambda row: row.code)


def _parts(documented: set[str]) -> str:
    """A line per kind of node: what its loss means, and the codes of its fields."""
    made = [row for row in reported_rows() if row.code not in documented]
    prefixes = sorted({kind.prefix for kind in parts.KINDS.values()}, key=len, reverse=True)
    groups: dict[str, list[str]] = {}
    effects: dict[str, str] = {}
    for row in made:
        stem = row.code.removesuffix("-dropped")
        prefix = next((each for each in prefixes if stem == each or stem.startswith(f"{each}-")), "shape")
        groups.setdefault(prefix, [])
        if stem == prefix:
            effects[prefix] = f"{row.headline}. {row.effect}"
        else:
            groups[prefix].append(stem[len(prefix) + 1 :] if stem.startswith(f"{prefix}-") else stem)
    lines = [
        f"- `{prefix}-dropped`: {effects.get(prefix, '')}{_fields(prefix, fields)}" if prefix in effects else f"- {_fields(prefix, fields)}"
        for prefix, fields in sorted(groups.items())
    ]
    return (
        "\n## Parts of a scene\n\n"
        "A part or value that the target has no element for is dropped. The code is made of the part, the field and `-dropped`.\n"
        "Values that only one format has get `<format>-<element>-dropped`, a note.\n\n" + "\n".join(lines) + "\n"
    )


def _fields(prefix: str, fields: Iterable[str]) -> str:
    listed = ", ".join(sorted(fields))
    return f" Fields (`{prefix}-...-dropped`): {listed}." if listed else ""
