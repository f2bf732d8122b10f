"""MJCF to MJCF: the files of a model that did not change stay as they are, with includes, classes, comments and their own notation."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec

ARM = """<?xml version='1.0'?>
<!-- the arm of the lab -->
<mujoco model="arm">\r
\t<compiler angle='degree' meshdir="parts"/>
\t<include file="shared/classes.xml"/>
\t<asset><mesh file="plate.obj"/></asset>
\t<worldbody>
\t\t<body name='upper &amp; lower'  >
\t\t\t<joint class="hinge" axis="0 1 0" range="-90 +45.0"/>
\t\t\t<geom type="mesh" mesh="plate" class='grey'/> <!-- 2 mm -->
\t\t</body>
\t</worldbody>
</mujoco>"""
CLASSES = (
    '<mujoco>\n  <!-- for all robots -->\n  <default><default class="hinge"><joint damping="1e-1"/></default>\n'
    '  <default class="grey"><geom rgba=".5 .5 .5 1"/></default><default class="unused"/></default>\n</mujoco>\n'
)
PLATE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


@pytest.fixture
def arm(tmp_path: Path) -> Path:
    source = tmp_path / "arm"
    for name, text in {"arm.xml": ARM, "shared/classes.xml": CLASSES, "parts/plate.obj": PLATE}.items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_bytes(text.encode())
    return source / "arm.xml"


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.findings("mjcf-class-ineffective")
def test_all_files_stay_as_they_are(arm: Path, tmp_path: Path) -> None:
    report = scenec.convert(arm, tmp_path / "new" / "arm.xml")
    assert files(tmp_path / "new") == files(arm.parent)
    assert report.lost == 0
    assert {finding.fate for finding in report.findings} <= {"kept"}
    assert {finding.level for finding in report.findings} <= {"note"}


def test_a_byte_order_mark_stays(arm: Path, tmp_path: Path) -> None:
    arm.write_bytes(b"\xef\xbb\xbf" + ARM.partition("?>\n")[2].encode())
    scenec.convert(arm, tmp_path / "new" / "arm.xml")
    assert (tmp_path / "new" / "arm.xml").read_bytes() == arm.read_bytes()


def test_under_another_name_beside_it_nothing_else_is_written(arm: Path) -> None:
    before = files(arm.parent)
    scenec.convert(arm, arm.with_name("copy.xml"))
    assert files(arm.parent) == before | {"copy.xml": before["arm.xml"]}


def test_every_value_is_traced_to_the_same_place(arm: Path, tmp_path: Path) -> None:
    report = scenec.convert(arm, tmp_path / "new" / "arm.xml", trace=True)
    lines = list(report.ledger)
    assert {each.file for each in lines} == {"arm.xml", "shared/classes.xml"}
    assert all([(place.file, place.line) for place in each.target] == [(each.file, each.line)] for each in lines)


def test_flatten_writes_everything_out(arm: Path, tmp_path: Path) -> None:
    scenec.convert(arm, tmp_path / "new" / "arm.xml", flatten=True)
    text = (tmp_path / "new" / "arm.xml").read_text()
    assert "<include" not in text
    assert "damping" in text


def test_a_file_above_the_model_is_named_anew(arm: Path, tmp_path: Path) -> None:
    """Where the text looks for it, above the folder of the result, nothing is written."""
    inner = arm.parent / "scenes" / "arm.xml"
    inner.parent.mkdir()
    inner.write_text(ARM.replace('meshdir="parts"', 'meshdir="../parts"').replace('file="shared', 'file="../shared'))
    scenec.convert(inner, tmp_path / "new" / "arm.xml")
    assert not (tmp_path / "parts").exists()
    assert scenec.read(tmp_path / "new" / "arm.xml")[0].links


def test_a_library_keeps_its_tree(arm: Path, tmp_path: Path) -> None:
    (arm.parent / "other.xml").write_bytes(ARM.replace('model="arm"', 'model="other"').encode())
    list(scenec.migrate(arm.parent, tmp_path / "new", to="mjcf"))
    kept = files(tmp_path / "new")
    assert {name: data for name, data in kept.items() if name in files(arm.parent)} == files(arm.parent)
