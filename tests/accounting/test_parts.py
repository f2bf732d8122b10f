"""Every part of a scene has a row for its loss, and a code that can be looked up."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import msgspec
import pytest

import scenec
from scenec import ir
from scenec.accounting.finding import CATEGORIES, LEVELS, Finding
from scenec.accounting.parts import FIELDS, KINDS, REPORTED_BY_NAME, kebab, row_for, rows
from scenec.cli.codes import all_codes
from scenec.converters import written_formats
from scenec.converters.reported_parts import WHOLE, WRITTEN, reported_rows
from scenec.ir.walk import fields_of, is_node, is_nodes
from tests.scenes import kitchen_sink


def written(name: str, version: str) -> tuple[Finding, ...]:
    """The findings of writing a scene with every field to a version of a format."""
    with tempfile.TemporaryDirectory() as folder:
        return tuple(scenec.write(kitchen_sink(), Path(folder) / "result", format=f"{name}@{version}").findings)


CODE = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)+")


def parts(scene: ir.Scene) -> list[tuple[msgspec.Struct, str, msgspec.Struct | None]]:
    """(owner, field, node or None for a leaf) of everything in a scene."""
    found: list[tuple[msgspec.Struct, str, msgspec.Struct | None]] = []
    todo: list[msgspec.Struct] = [scene]
    while todo:
        owner = todo.pop()
        for name, value in fields_of(owner):
            inner = (value,) if is_node(value) else value if is_nodes(value) else ()
            found.extend((owner, name, node) for node in inner or (None,))
            todo.extend(inner)
    return found


def test_every_loss_has_a_code_and_all_its_sentences() -> None:
    for owner, field, inner in parts(kitchen_sink()):
        row = row_for(owner, field, inner)
        assert CODE.fullmatch(row.code), row.code
        assert row.code.endswith("-dropped")
        assert row.headline and row.because and row.effect and row.many
        assert row.level in LEVELS
        assert row.category in CATEGORIES


def test_the_parts_others_refer_to_are_errors_when_they_are_lost() -> None:
    levels = {type(inner).__name__: row_for(owner, field, inner).level for owner, field, inner in parts(kitchen_sink()) if inner}
    for name in ("Model", "Link", "Joint", "Inertial", "Inertia", "Collision", "Limits", "Mesh", "Axis", "Mimic", "World"):
        assert levels[name] == "error", name


def test_rows_belong_to_things_that_exist() -> None:
    for name in KINDS:
        assert hasattr(ir, name), name
    for place in (*FIELDS, *REPORTED_BY_NAME):
        name, _, field = place.partition(".")
        assert field in getattr(ir, name).__struct_fields__, place


def test_every_code_of_a_part_of_a_scene_is_made_by_one_row() -> None:
    made = list(rows())
    assert len({row.code for row in made}) == len(made) > 500


def test_every_kind_of_node_has_advice() -> None:
    assert [kind.of for kind in KINDS.values() if not kind.row("c").advice and kind.category != "metadata"] == []


def test_what_is_lost_of_a_thing_is_not_advised_as_if_all_of_it_were() -> None:
    """Users who lose the gravity flag of a link need not add the link."""
    wholes = {kind.advice for kind in KINDS.values() if kind.advice and kind.advice != kind.field_advice}
    shared = {field.of for field in FIELDS.values() if field.advice in wholes}
    assert shared <= {"Material.diffuse_texture"}


def test_names_become_codes() -> None:
    assert kebab("rolling_deceleration") == "rolling-deceleration"
    assert kebab("SelfCollide") == "self-collide"
    assert kebab("ServoMotor/isNaoMotor") == "servo-motor-is-nao-motor"
    assert (kebab("PT2Motor/T"), kebab("rttResolutionX"), kebab("setCFM")) == ("pt2-motor-t", "rtt-resolution-x", "set-cfm")
    assert kebab("gz:sky/@time") == "gz-sky-time"


@pytest.mark.sweep
def test_a_field_of_what_built_in_targets_write_or_drop_as_a_whole_is_not_reported() -> None:
    """So the list of findings leaves these codes out. A scene with every field, written to every version, has none of them."""
    hidden = {row.code for row in rows()} - {row.code for row in reported_rows()}
    reported = {finding.code for record in written_formats() for version in record.versions for finding in written(record.name, version)}
    assert hidden & reported == set()
    assert len(hidden) > 100 and set(vars(ir)) >= WHOLE
    assert {row.code for row in rows()} >= WRITTEN


def test_a_code_that_only_a_plug_in_can_report_is_explained() -> None:
    codes = all_codes()
    assert "shape-sphere-radius-dropped" not in codes.known()
    assert codes.explain("shape-sphere-radius-dropped").fate == "dropped"
