"""A report says that a format has no element for a value only where the format's writer never prints such a value.

Each writer gets every fixture and a scene that has all there is. What it prints then stands in the `printed.txt` of its package (`--accept`
writes them). A field that a writer stops printing fails here by its name; a value that it prints for some parts only needs a reason in
the format's `unwritten.py`, else its finding says that it was not written, which is a fault of the writer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

import scenec
from scenec import ir
from scenec.accounting.leaf_uses import PRINTED, LeafUses
from scenec.accounting.ledger import Ledger
from scenec.accounting.parts import rows_of_fields
from scenec.accounting.printable import NOT_WRITTEN, TABLE, parsed, printable, rendered_table
from scenec.conversion import Origin, Target, read_source, requested, written
from scenec.converters import all_formats, load
from scenec.converters.format import ReadOptions, ReadResult, WriteOptions
from scenec.ir.walk import fields_of, is_node, is_nodes
from tests.rover import balls
from tests.scenes import kitchen_sink

pytestmark = pytest.mark.sweep

ROOT = Path(__file__).parents[1]
FORMATS = [record.name for record in all_formats() if record.printable is not None]
SUFFIXES = (".ros2", ".ros3", ".sdf", ".world", ".scene", ".scn", ".rsg", ".urdf", ".xacro", ".xml")
FIXTURES = sorted(path for path in (ROOT / "fixtures").rglob("*") if path.suffix in SUFFIXES)
DAMAGED: frozenset[str] = frozenset()
"""Fixtures that cannot be read."""


def versions(name: str) -> tuple[str, ...]:
    """The versions whose tables may differ, the default one first."""
    record = load(name)
    return (record.default_version, *(each for each in record.versions if each != record.default_version))


def origins(name: str, version: str) -> Iterator[Origin]:
    """Yield the scenes to write: everything in versions with rules of their own, else those of the format itself."""
    for scene in (kitchen_sink("table"), kitchen_sink("min"), balls()):
        yield Origin(ReadResult(scene, "", ()), Ledger())
    everything = version in (load(name).default_version, "core3", "1.12")
    for path in FIXTURES:
        if everything or name in path.parts:
            try:
                yield read_source(path, None, None, None, ReadOptions())
            except scenec.ScenecError:
                continue  # a library or a fragment that is no scene of its own


@cache
def outcome(name: str, version: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """``Class.field`` of all that a writer prints, and the findings that tell of values which it can say and did not write."""
    record, printed, forgotten = load(name), set[str](), dict[str, str]()
    options = WriteOptions(version=version, flatten=name == "mjcf")  # which copies its own files else
    for origin in origins(name, version):
        target = Target(f"{name}@{version}", os.path.join("out", f"scene{record.suffix(version)}"), options)
        request = requested(origin, target, record, options)
        try:
            result = written(request, record)
        except scenec.ScenecError:
            continue  # a version without a joint that the kitchen sink has, for example
        _collect(request.scene, request.uses, printed)
        _settle_and_find(request.scene, origin, result.version, name, forgotten)
    return frozenset(printed), tuple(f"{key}: {where}" for key, where in sorted(forgotten.items()))


def _collect(node: msgspec.Struct, uses: LeafUses, printed: set[str]) -> bool:
    """Add what was printed of a node; return whether anything was. A text that was kept whole tells of no field."""
    if uses.all_printed:
        return False
    fields = set()
    for field, value in fields_of(node):
        several: tuple[Any, ...] = (value,) if is_node(value) else value if is_nodes(value) else ()
        inside = [_collect(each, uses, printed) for each in several]
        if any(inside) or (not several and uses.mark_of(value) == PRINTED):
            fields.add(f"{type(node).__name__}.{field}")
    printed |= fields
    return bool(fields)


@cache
def codes_of_fields() -> dict[str, frozenset[str]]:
    """Code -> the fields whose loss has it."""
    found: dict[str, set[str]] = {}
    for field, row in rows_of_fields():
        found.setdefault(row.code, set()).add(field)
    return {code: frozenset(fields) for code, fields in found.items()}


def _settle_and_find(scene: ir.Scene, origin: Origin, version: str, name: str, forgotten: dict[str, str]) -> None:
    from functools import partial

    from scenec.accounting.settle import settle

    record = load(name)
    assert record.printable is not None
    implied = record.implied(version) if record.implied else {}
    printable = partial(record.printable, version)
    settle(scene, origin.ledger, target=record.title, implied=implied, printable=printable)
    table = record.printable(version)
    for entry in origin.ledger.entries:
        lacking = " has no element for " in entry.template.because and codes_of_fields().get(entry.template.code, frozenset())
        if NOT_WRITTEN in entry.template.because or (lacking and lacking <= table.keys()):
            where = f"{os.path.basename(origin.path or 'kitchen sink')}: {entry.template.subject} = {entry.template.value}"
            forgotten.setdefault(entry.template.code, where)


def now_printed(name: str) -> str:
    by_version = {version: outcome(name, version)[0] for version in versions(name)}
    keys = sorted(frozenset().union(*by_version.values()))
    table = {key: tuple(version for version in sorted(by_version) if key in by_version[version]) for key in keys}
    return rendered_table({key: () if len(found) == len(by_version) else found for key, found in table.items()})


@pytest.mark.parametrize("name", FORMATS)
def test_the_table_of_a_format_has_what_its_writer_prints(name: str, request: pytest.FixtureRequest) -> None:
    file = Path(str(load(name).package).replace(".", "/")) / TABLE
    text = now_printed(name)
    if request.config.getoption("--accept"):
        (ROOT / file).write_text(text, encoding="utf-8")
    before, now = parsed((ROOT / file).read_text(encoding="utf-8")), parsed(text)
    assert sorted(before.keys() - now.keys()) == [], "the writer no longer prints these"
    assert before == now


@pytest.mark.parametrize("name", FORMATS)
def test_no_value_that_a_format_can_say_is_left_unwritten(name: str) -> None:
    """A finding that says so is a fault of the writer, or lacks its reason in `unwritten.py`."""
    for version in versions(name):
        assert outcome(name, version)[1] == (), version


@pytest.mark.parametrize("name", FORMATS)
def test_reasons_are_about_fields_that_the_writer_prints(name: str) -> None:
    """Of all others, the report says that the format has no element for them."""
    from importlib import import_module

    reasons = import_module(f"{load(name).package}.unwritten").UNWRITTEN
    file = Path(str(load(name).package).replace(".", "/")) / TABLE
    assert sorted(reasons.keys() - parsed((ROOT / file).read_text(encoding="utf-8")).keys()) == []
    assert [each for each in reasons.values() if not each.endswith(".")] == []


def test_a_table_reads_as_it_was_written() -> None:
    table = {"Axis.xyz": (), "Fog.end": ("1.11", "1.12"), "Fog.start": ()}
    assert rendered_table(table) == "Axis xyz\nFog end@1.11,1.12 start\n"
    assert parsed(rendered_table(table)) == table


def test_an_old_version_lacks_what_came_later() -> None:
    old, new = (printable("scenec.converters.simrobot", {}, version) for version in ("core2", "core3"))
    assert "Material.metallic" in new
    assert "Material.metallic" not in old
