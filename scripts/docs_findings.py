"""`docs/findings.md`: every code a finding can have, from the rows that reports read.

Rows of one owner are a table. Of the parts of a scene (`scenec.accounting.parts`), each kind of node is one line with its fields.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.accounting import parts
from scenec.accounting.code import Code
from scripts.docs_tables import code, generated_by, table

INTRODUCTION = """# Findings

Every finding of a report has one of these codes. A code is never used again for something else. `scenec explain CODE` prints why it
happens, its effect and what to do; `--severity CODE=LEVEL` and `--ignore CODE` change how it counts.

**Fates.** `kept`: as written. `converted`: the same in another form or unit. `approximated`: nearly the same. `carried`: kept in the
extension elements of the target. `dropped`: not in the result. `unresolved`: a reference that was not found. `invalid`: a value without
meaning. `defaulted`: added, since the target needs it and the source does not state it.

**Levels.** `error`: the scene behaves differently, or a part is missing that others refer to. `warning`: a change that a careful user
wants to know. `note`: appearance, names, metadata, harmless changes.

Codes that end in `-ineffective` are about values that the source's own simulator ignores, too. They are no loss.
"""

TITLES = {
    "scenec.accounting.findings": "Values, files and comments",
    "scenec.adapt.findings": "Adaptations",
    "scenec.carry.findings": "Carried values (--carry)",
    "scenec.checks.findings": "Checks of a scene",
    "scenec.converters.common.findings": "Several formats",
    "scenec.verify.findings": "Verification (--verify)",
}


def page() -> str:
    from scenec.cli.codes import CORE, all_codes, core_rows
    from scenec.converters import BUILT_IN, codes_of, load

    all_codes()
    sections = [(TITLES[module], rows) for module, rows in zip(CORE, core_rows(), strict=True)]
    shared = {name for _, rows in sections for name in rows}
    sections += [(load(name).title, {each: row for each, row in codes_of(name).items() if each not in shared}) for name in BUILT_IN]
    return (
        generated_by("the rows in scenec/**/findings*")
        + INTRODUCTION
        + "".join(f"\n## {title}\n\n{_table(rows)}" for title, rows in sections if rows)
        + _parts(shared | {name for _, rows in sections for name in rows})
    )


def _table(rows: Mapping[str, Code]) -> str:
    return table(
        ["code", "level", "what happened"],
        [[code(row.code), row.level or row.fate, row.general(row.headline) or row.because] for row in _sorted(rows.values())],
    )


def _sorted(rows: Iterable[Code]) -> list[Code]:
    return sorted(rows, key=lambda row: row.code)


def _parts(told: set[str]) -> str:
    """A line per kind of node: what its loss means, and the codes of its fields."""
    made = [row for row in parts.rows() if row.code not in told]
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
