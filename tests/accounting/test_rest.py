"""Values that no reader took are found once: in document order, with the nearest known name, and not in parts that others have."""

from __future__ import annotations

from scenec.accounting.code import Code
from scenec.accounting.cursor import Cursor
from scenec.accounting.ledger import Ledger
from scenec.accounting.rest import Rest, nearest_name
from scenec.source import Origin
from scenec.syntax.kinds import Kind
from scenec.syntax.tree import SEEN, Document, SourceNode
from scenec.syntax.vocabulary import Row
from scenec.trace import ids_of
from tests.tracing import document

TEXT = """<body name="torso" mas="1" colour="red">
  <point x="1" y="2">stray</point>
  <prat length="1"/>
  <point x="3"/>
  <whole a="1"/>
</body>"""


class Word(Kind[str]):
    def parse(self, text: str) -> tuple[str, bool]:
        return text, False


def code(name: str) -> Code:
    return Code(name, "kept", "note", "metadata", headline="Found: {tag}, nearest {nearest}")


class ToyRest(Rest[SourceNode]):
    format = "toy"
    repeated, stray_text = code("repeated"), code("stray")
    misspelt_attribute, unknown_attribute = code("attribute-misspelt"), code("attribute-unknown")
    misspelt_element, unknown_element = code("element-misspelt"), code("element-unknown")

    def __init__(self, read: Document, ledger: Ledger) -> None:
        self.read, self.ledger = read, ledger

    def home_of(self, node: SourceNode) -> tuple[Ledger, Origin]:
        return self.ledger, Origin(self.read, node)

    def said_of(self, row: Code, node: SourceNode, name: str | None) -> tuple[str, str]:
        return f"{node.tag}@{name}" if name else node.tag, ""

    def near_attribute(self, node: SourceNode, name: str, path: str) -> str | None:
        return None if node.tag == "point" else nearest_name(name, ("name", "mass"))

    def near_element(self, holder: SourceNode, child: SourceNode, path: str) -> str | None:
        return None if child.tag in ("point", "whole") else nearest_name(child.tag, ("part", "point"))

    def is_single(self, holder: SourceNode, child: SourceNode, path: str) -> bool:
        return child.tag == "point"

    def is_stray(self, node: SourceNode, path: str) -> bool:
        return True


def test_everything_without_a_mark_is_found_in_the_order_of_the_document() -> None:
    ledger = Ledger()
    read = ledger.add(document(TEXT))
    top = Cursor(read.root, read, ledger)
    assert top.take(Row("name", Word(), required=True)) == "torso"
    point = next(top.children("point"))
    point.node.marks |= SEEN
    assert point.raw("x") == "1"
    read.root.children[3].mark_all()
    extras = ToyRest(read, ledger).of(read.root, "body")
    assert [(each.key, each.value) for each in extras] == [("@mas", "1"), ("@colour", "red"), ("point@y", "2"), ("prat", None)]
    assert [ids_of(each) for each in extras] == [(1,), (2,), (4,), (6,)]
    said = [(entry.template.code, entry.template.subject, entry.template.headline, entry.ids) for entry in ledger.entries]
    assert said == [
        ("attribute-misspelt", "body@mas", "Found: body, nearest mass", (1,)),
        ("attribute-unknown", "body@colour", "Found: body, nearest ", (2,)),
        ("stray", "point", "Found: point, nearest ", (5,)),
        ("element-misspelt", "prat", "Found: prat, nearest part", (6,)),
        ("repeated", "point", "Found: point, nearest ", (7,)),
    ]
