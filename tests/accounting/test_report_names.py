"""Equal findings become one with a count, but each thing they are about can be found: in the ledger, or else by a finding of its own."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.accounting.build_report import build_report
from scenec.accounting.code import Code
from scenec.accounting.finding import Category, Fate
from scenec.accounting.ledger import Ledger, Within
from scenec.accounting.report import Report, Side
from scenec.accounting.settle import settle
from scenec.accounting.spoken import ElementNames
from scenec.source import Origin
from scenec.syntax.tree import Document
from scenec.syntax.xml import read_xml
from scenec.trace import traced

SCENE = b"<scene><joint name='hip'><motor p='1'/></joint><joint name='knee'><motor p='1'/></joint></scene>"


class Reported:
    """A ledger of a small scene, to which findings about its joints are reported."""

    def __init__(self, *, packed: bool = False) -> None:
        self.ledger = Ledger()
        document = read_xml(SCENE, "a.scn/a.scene" if packed else "a.scene")
        document.packed = packed
        self.document: Document = self.ledger.add(document)
        self.gains = [motor.first_id for joint in document.root.children for motor in joint.children]

    def lose(self, subject: str, *ids: int, category: Category = "control", fate: Fate = "dropped") -> None:
        about: dict[str, Any] = {"about": traced(1.0, ids)} if ids else {"origin": Origin(self.document, self.document.root)}
        self.ledger.report(Code("motor-dropped", fate, "warning", category, because="No motors here."), subject=subject, **about)

    @property
    def report(self) -> Report:
        return build_report(self.ledger, settle(ir.Scene(), self.ledger, is_written=False), Side(), Side())

    @property
    def subjects(self) -> list[tuple[str, int]]:
        return [(each.subject, each.count) for each in self.report.findings if each.code == "motor-dropped"]


def test_values_of_their_own_lead_to_everything_that_one_finding_speaks_of() -> None:
    report = Reported()
    report.lose("robot::hip", report.gains[0])
    report.lose("robot::knee", report.gains[1])
    assert report.subjects == [("robot::hip", 2)]
    assert sum(line.finding == 0 for line in report.report.ledger) == 2


def test_what_has_no_value_in_the_file_is_reported_by_name() -> None:
    """The kind of a motor is a tag: no line of the ledger leads to the knee."""
    report = Reported()
    report.lose("robot::hip")
    report.lose("robot::knee")
    assert report.subjects == [("robot::hip", 1), ("robot::knee", 1)]


def test_things_of_one_name_are_reported_once() -> None:
    report = Reported()
    for robot in ("robot", "robot_2", "robot_3"):
        report.lose(f"{robot}::hip")
    assert report.subjects == [("robot::hip", 3)]


def test_one_value_behind_parts_of_several_names_reports_each() -> None:
    """A definition used twice has its values once."""
    report = Reported()
    report.lose("robot::hip", report.gains[0])
    report.lose("robot::knee", report.gains[0])
    report.lose("robot_2::hip", report.gains[0])
    assert report.subjects == [("robot::hip", 2), ("robot::knee", 1)]


def test_an_element_of_another_name_does_not_say_whose_it_is() -> None:
    """A motor may have a name of its own; the nearest name of its place is then not that of the joint."""
    report = Reported()
    joint = report.document.root.children[0]
    for subject, motor in (("robot::ankle", report.gains[0]), ("robot::knee", report.gains[1])):
        about = traced(1.0, (motor,))
        report.ledger.report(
            Code("motor-dropped", "dropped", "warning", "control"), about=about, origin=Origin(report.document, joint), subject=subject
        )
    assert report.subjects == [("robot::ankle", 1), ("robot::knee", 1)]


def test_a_name_may_stand_in_an_element_of_its_own() -> None:
    """So MARS has it: seven motors of other names than their joints were reported as one, by the name of the first joint."""
    ledger = Ledger()
    ledger.elements = ElementNames(named_by=("@name", "name"))
    document = ledger.add(read_xml(b"<m><motor><name>m1</name><p>1</p></motor><motor><name>m2</name><p>1</p></motor></m>", "a.scene"))
    for subject, motor in zip(("robot::hip", "robot::knee"), document.root.children, strict=True):
        about = traced(1.0, (motor.children[1].first_id,))
        ledger.report(Code("motor-dropped", "dropped", "warning", "control"), about=about, origin=Origin(document, motor), subject=subject)
    report = build_report(ledger, settle(ir.Scene(), ledger, is_written=False), Side(), Side())
    assert [each.subject for each in report.findings if each.code == "motor-dropped"] == ["robot::hip", "robot::knee"]


def test_a_joint_called_like_a_path_is_reported_by_its_path() -> None:
    """The damping of 54 joints of a robot, called `/r2/waist/joint0` and so on, was reported by the name of the first."""
    ledger = Ledger()
    document = ledger.add(read_xml(b"<m><joint name='/arm/j0'><d>1</d></joint><joint name='/arm/j1'><d>1</d></joint></m>", "a.sdf"))
    for joint in document.root.children:
        about, origin = traced(1.0, (joint.children[0].first_id,)), Origin(document, joint.children[0])
        owner = f"r2::{joint.attributes['name']}"
        ledger.report(
            Code("joint-damping-dropped", "dropped", "warning", "physics"),
            about=about,
            origin=origin,
            subject=f"{owner}.damping",
            within=Within(owner),
        )
    report = build_report(ledger, settle(ir.Scene(), ledger, is_written=False), Side(), Side())
    assert [each.subject for each in report.findings if each.code == "joint-damping-dropped"] == ["r2::/arm/j0", "r2::/arm/j1"]


def test_lines_in_archives_are_not_linked() -> None:
    report = Reported(packed=True)
    report.lose("robot::hip", report.gains[0])
    report.lose("robot::knee", report.gains[1])
    assert report.subjects == [("robot::hip", 1), ("robot::knee", 1)]


def test_defaults_and_names_stay_together() -> None:
    report = Reported()
    for subject in ("robot::hip", "robot::knee"):
        report.lose(subject, fate="defaulted")
        report.lose(subject, category="naming")
    assert report.subjects == [("robot::hip", 2), ("robot::hip", 2)]
