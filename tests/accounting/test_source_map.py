"""The source map: each value of the source is found where it was printed, and what stands there is found in the source."""

from __future__ import annotations

import pytest

from scenec.accounting.leaf_uses import LeafUses
from scenec.accounting.source_map import MOST, TargetPlace, target_places, traced_at
from scenec.ir.link import Link
from scenec.ir.pose import Pose
from scenec.syntax.claims import Claims
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.syntax.sexp import read_sexp
from scenec.syntax.sexp_printing import SList, print_sexp
from scenec.syntax.sexp_printing import claims_of as list_claims
from scenec.syntax.xml import read_xml
from scenec.syntax.xml_printing import claims_of, print_xml
from scenec.trace import Sources, ids_of, traced

LINK = Link(id="l", name=traced("base", (0,)), model="m", pose=Pose((traced(1.5, (1,)), traced(2.5, (2,)), traced(3.5, (3,)))))


def number(value: float) -> Said:
    return Said(repr(float(value)), ids_of(value))


def printed() -> tuple[bytes, Claims, LeafUses]:
    uses = LeafUses()
    link = uses.stamped(LINK)
    assert link.pose is not None
    root = Element("model")
    body = root.append("body", name=spelled(link.name or ""))
    x, y, z = link.pose.position
    body.append("place", x=number(x), y=number(y))
    body.append("height", number(z))
    far = uses.join(ids_of((x, y, z)))
    root.append("far", Said("9", far))
    return print_xml(root), claims_of(root), uses


def test_a_value_is_found_where_it_was_printed_and_nowhere_else() -> None:
    data, claims, uses = printed()
    lines = data.decode().split("\n")
    found = target_places(uses, {"a.xml": data}, {"a.xml": claims}, lambda content, name: read_xml(content, name))
    assert found[0] == (TargetPlace("a.xml", 3, lines[2].index('name="') + 1),)
    assert [place.line for place in found[1]] == [4, 7]
    assert [place.line for place in found[3]] == [5, 7], "and in what was computed from it"
    for value_id, text in ((0, 'name="base"'), (1, 'x="1.5"'), (2, 'y="2.5"')):
        place = found[value_id][0]
        assert lines[place.line - 1][place.column - 1 :].startswith(text)


def test_of_many_places_those_where_something_is_printed_are_kept() -> None:
    """A friction is the reason why many shapes state none. Users ask for the one that does."""
    uses = LeafUses()
    name = ids_of(uses.stamped(LINK).name)
    root = Element("model")
    for _ in range(MOST + 20):
        root.append("shape", says=(Sources(name),))
    root.append("shape", friction=Said("0.3", name))
    data, claims = print_xml(root), claims_of(root)
    found = target_places(uses, {"a.xml": data}, {"a.xml": claims}, lambda content, file: read_xml(content, file))[0]
    assert len(found) == MOST
    assert [place.line for place in found[:2]] == [3, 4], "in the order of the file"
    assert (found[-1].line, found[-1].column) == (MOST + 23, 10)


def test_a_file_that_says_one_thing_is_said_by_its_first_line() -> None:
    uses = LeafUses()
    link = uses.stamped(LINK)
    claims = Claims()
    claims.claim_all(ids_of(link.name))
    found = target_places(uses, {"a.obj": b"v 0 0 0\n"}, {"a.obj": claims}, lambda content, name: read_xml(content, name))
    assert found == {0: (TargetPlace("a.obj", 1, 1),)}


def test_a_ledger_is_asked_in_both_directions() -> None:
    line = {"file": "in/robot.ros2", "line": 53, "column": 7, "path": "/a/@mass", "value": "2kg", "fate": "converted"}
    lines = [{**line, "target": [{"file": "robot.sdf", "line": 120, "column": 9}]}, {**line, "line": 54, "target": []}]
    (there,) = traced_at(lines, "out/robot.sdf", 120)
    (here,) = traced_at(lines, "robot.ros2", 53, 7)
    assert there == here
    assert here.targets == (TargetPlace("robot.sdf", 120, 9),)
    assert traced_at(lines, "robot.sdf", 120, 8) == []
    assert traced_at(lines, "other.sdf", 120) == []


@pytest.mark.parametrize("asked", ["/lib/Includes/Nao.rsi2", "../Includes/Nao.rsi2", "Nao.rsi2", "lib/Scenes/../Includes/Nao.rsi2"])
def test_an_include_of_a_folder_beside_is_found_by_each_of_its_paths(asked: str) -> None:
    lines = [{"file": "../Includes/Nao.rsi2", "line": 3, "column": 5, "path": "/a/@b", "value": "1", "fate": "kept", "target": []}]
    assert [each.value for each in traced_at(lines, asked, 3)] == ["1"]
    assert traced_at(lines, f"{asked}x", 3) == traced_at(lines, "/lib/Other/Nao.rsi2", 3) == []


def test_an_atom_of_an_s_expression_is_found_at_its_place() -> None:
    uses = LeafUses()
    link = uses.stamped(LINK)
    assert link.pose is not None
    header, body = SList("RSG", constant("0"), constant("1")), SList()
    node = body.add("nd", constant("Transform"), says=(link.name,))
    node.add("setLocalPos", *map(number, link.pose.position))
    node.add("nd", constant("Box")).add("setName", spelled(link.name or ""))
    data = print_sexp(header, body, remark="(a comment)")
    found = target_places(uses, {"a.rsg": data}, {"a.rsg": list_claims(header, body)}, lambda content, name: read_sexp(content, name))
    assert data.decode().split("\n")[3:5] == [" (nd Transform (setLocalPos 1.5 2.5 3.5)", "  (nd Box (setName base)))"]
    assert [(place.line, place.column) for place in found[0]] == [(4, 2), (5, 20)], "what a list says by being there, and an atom"
    assert [(place.line, place.column) for value in (1, 2, 3) for place in found[value]] == [(4, 29), (4, 33), (4, 37)]
