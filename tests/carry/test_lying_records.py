"""A record is input like any other: with any content, the file is converted or refused in one line, and the fault is reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import scenec
from tests.carry.test_edits import ROBOT
from tests.carry.there_and_back import Way, codes, physics, returned, walked

pytestmark = pytest.mark.findings("actuator-dropped")  # SDFormat has no motors
LIES = [
    "NaN",
    "1e999",
    "-Infinity",
    "null",
    "true",
    "[]",
    "{}",
    '""',
    '"nowhere"',
    "[1, 2]",
    "[[1, 2, 3, 4, 5, 6, 7]]",
    "[[[[",
    '{"pose": 3}',
    '{"type": "Torus"}',
    '[{"depth": 1}]',
    '{"pose": {"position": [0, 0, 1e300]}, "relative_to": "link/base::arm"}',
    "9" * 400,
    "[" * 900 + "]" * 900,
    "[" * 5000,
]


def with_rows(text: str, change: str, rows: str) -> str:
    """The file with every row of that word changed: `change` is put in place of its JSON."""
    return re.sub(rf"(<scenec:(?:{rows}) [^>]*>)[^<]*(</)", lambda found: found[1] + change.replace("<", "&lt;") + found[2], text)


@pytest.fixture
def way(tmp_path: Path) -> Way:
    source = tmp_path / "yard.ros2"
    source.write_text(ROBOT)
    return walked(source, "sdformat", tmp_path)


@pytest.mark.sweep
@pytest.mark.parametrize("rows", ["value|told", "form", "name", "made", "order"])
@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie[:12])
def test_no_value_of_a_record_brings_the_conversion_down(way: Way, lie: str, rows: str) -> None:
    text = way.there.read_text()
    way.there.write_text(with_rows(text, lie, rows))
    returned(way)
    totals = way.home.totals
    assert totals["values"] == sum(count for fate, count in totals.items() if fate not in ("values", "defaulted"))
    assert {"base::base", "base::arm"} <= {link["path"] for link in physics(way.back)["links"]}


@pytest.mark.findings("actuator-gain-defaulted", "carried-value-invalid", "joint-effort-*", "physics-update-rate-dropped")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('of="joint/', 'of="joint/none '),
        ('of="', 'of="scene'),
        ('field="', 'field="origin.'),
        ('field="', 'field="__class__.'),
        ('field="limits.effort"', 'field="inertial.tensor"'),
        ('in="joint/', 'in="link/'),
        ("scenec:value", "scenec:dump"),
        ('field="actuators"', 'field="axes"'),
    ],
)
def test_no_name_in_a_record_brings_the_conversion_down(way: Way, old: str, new: str) -> None:
    head, mark, record = way.there.read_text().partition("<scenec:carried")
    assert old in record
    way.there.write_text(head + mark + record.replace(old, new))
    returned(way)
    assert {"base::base", "base::arm"} <= {link["path"] for link in physics(way.back)["links"]}


def test_a_value_of_a_wrong_kind_is_reported_and_left_out(way: Way) -> None:
    text = way.there.read_text()
    way.there.write_text(text.replace('field="gains.p">12<', 'field="gains.p">"strong"<'))
    returned(way)
    assert "carried-value-invalid" in codes(way.home)
    assert 'i="0.5"' in way.back.read_text() and "strong" not in way.back.read_text()


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('<scenec:order of="probe" field="models">["model/base"]</scenec:order>', "carried-value-stale-ineffective"),
        ('<scenec:order of="scene" field="probe">["model/base"]</scenec:order>', "carried-value-invalid"),
        ('<scenec:name of="link/base::arm">"link/probe"</scenec:name>', "carried-value-stale-ineffective"),
    ],
)
def test_an_order_or_a_name_of_nothing_that_is_there_is_reported(way: Way, line: str, code: str) -> None:
    text = way.there.read_text()
    way.there.write_text(text.replace("  </scenec:carried>", f"    {line}\n  </scenec:carried>"))
    returned(way)
    assert [f.code for f in way.home.findings if f.code.startswith("carried-")] == [code]


def test_a_record_of_another_version_is_left_alone_and_reported(way: Way) -> None:
    text = way.there.read_text()
    way.there.write_text(text.replace('version="1" source', 'version="2" source'))
    returned(way)
    assert "carried-record-ineffective" in codes(way.home)
    assert "ServoMotor" not in way.back.read_text()


ARM = """<sdf version="1.9"><model name="arm"><link name="base"/><link name="tip"><pose>0 0 0.3 0 0 0</pose></link>
<joint name="turn" type="revolute"><parent>base</parent><child>tip</child>
<axis><xyz>0 0 1</xyz><dynamics><spring_stiffness>2</spring_stiffness><damping>0.25</damping></dynamics></axis></joint></model></sdf>
"""


@pytest.mark.findings("joint-damping-dropped", "joint-spring-dropped")
@pytest.mark.parametrize("target", ["simrobot", "rsg"])
def test_a_damaged_line_of_a_record_is_reported_and_the_others_still_count(target: str, tmp_path: Path) -> None:
    source = tmp_path / "arm.sdf"
    source.write_text(ARM)
    way = walked(source, target, tmp_path)
    lines = way.there.read_text().splitlines(keepends=True)
    (stiffness,) = (at for at, line in enumerate(lines) if '"dynamics.spring_stiffness"' in line)
    lines[stiffness] = lines[stiffness].replace('{"of"', '{of"')
    way.there.write_text("".join(lines))
    returned(way)
    (finding,) = (f for f in way.home.findings if f.code == "carried-record-unreadable-ineffective")
    assert "dynamics.spring_stiffness" in finding.value
    assert "<spring_stiffness>" not in way.back.read_text() and "<damping>0.25</damping>" in way.back.read_text()


@pytest.mark.findings("joint-damping-dropped", "joint-spring-dropped")
def test_a_comment_of_another_version_is_left_alone_and_reported(tmp_path: Path) -> None:
    source = tmp_path / "arm.sdf"
    source.write_text(ARM)
    way = walked(source, "rsg", tmp_path)
    way.there.write_text(way.there.read_text().replace("version 1, from", "version 2, from"))
    returned(way)
    assert codes(way.home).count("carried-record-unreadable-ineffective") == 1


@pytest.mark.findings("joint-damping-dropped", "joint-spring-dropped")
def test_a_sidecar_that_is_none_is_reported(tmp_path: Path) -> None:
    source = tmp_path / "arm.sdf"
    source.write_text(ARM)
    way = walked(source, "rsg", tmp_path)
    bare = way.there.read_text().partition("; scenec carries")[0]
    way.there.write_text(bare)
    (way.there.parent / "arm.scenec.json").write_text('{"version": 1e999, "rows": [[')
    returned(way)
    (finding,) = (f for f in way.home.findings if f.code == "carried-record-unreadable-ineffective")
    assert finding.value == "arm.scenec.json"


def test_a_plain_reading_gives_what_the_simulator_reads_and_reports_the_record(way: Way) -> None:
    scene, report = scenec.read(way.there)
    assert [finding.value for finding in report.findings if finding.code == "carried-values-ineffective"] != []
    assert all(not joint.actuators for joint in scene.joints)
    restored, _ = scenec.read(way.there, carry=True)
    assert [actuator.gains.p for joint in restored.joints for actuator in joint.actuators if actuator.gains] == [12.0]
