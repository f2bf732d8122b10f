"""Every part of a scene has words for its loss, and a code that can be looked up."""

from __future__ import annotations

import re

import msgspec

from scenec import ir
from scenec.accounting.finding import CATEGORIES, LEVELS
from scenec.accounting.meanings import _FIELDS, NODES, kebab, meaning_of
from scenec.accounting.seen import places
from scenec.ir.walk import fields_of, is_node, is_nodes
from tests.scenes import kitchen_sink

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


def test_every_loss_has_a_code_a_label_and_a_consequence() -> None:
    for owner, field, inner in parts(kitchen_sink()):
        meaning = meaning_of(owner, field, inner)
        assert CODE.fullmatch(meaning.code), meaning.code
        assert meaning.code.endswith("-dropped")
        assert meaning.label
        assert meaning.consequence
        assert meaning.level in LEVELS
        assert meaning.category in CATEGORIES


def test_the_parts_others_refer_to_are_errors_when_they_are_lost() -> None:
    levels = {type(inner).__name__: meaning_of(owner, field, inner).level for owner, field, inner in parts(kitchen_sink()) if inner}
    for name in ("Model", "Link", "Joint", "Inertial", "Inertia", "Collision", "Limits", "Mesh", "Axis", "Mimic", "World"):
        assert levels[name] == "error", name


def test_words_belong_to_things_that_exist() -> None:
    for name in NODES:
        assert hasattr(ir, name), name
    for name, field in (*_FIELDS, *(tuple(place.split(".")) for place in places())):
        assert not field or field in getattr(ir, name).__struct_fields__, (name, field)


def test_names_become_codes() -> None:
    assert kebab("rolling_deceleration") == "rolling-deceleration"
    assert kebab("SelfCollide") == "self-collide"
    assert kebab("ServoMotor/isNaoMotor") == "servo-motor-is-nao-motor"
    assert (kebab("PT2Motor/T"), kebab("rttResolutionX"), kebab("setCFM")) == ("pt2-motor-t", "rtt-resolution-x", "set-cfm")
    assert kebab("gz:sky/@time") == "gz-sky-time"
