"""Elements that the source's version ignores must not work in an older version, nor be lost in their own."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec

TURNED = (
    '<model name="m"><link name="a"/><link name="b"><pose>0 0 1 0 0 1.5707963267948966</pose></link>'
    '<joint name="j" type="revolute"><parent>a</parent><child>b</child>'
    "<axis><xyz>1 0 0</xyz><use_parent_model_frame>{}</use_parent_model_frame></axis></joint></model>"
)
PLACED = '<model name="m"><link name="a"><pose>0 0 5 0 0 0</pose></link><link name="b"><pose frame="a">0 0 1 0 0 0</pose></link></model>'
LIFTED = '<world name="w"><physics type="ode"><gravity>0 0 -3</gravity></physics><model name="m"><link name="a"/></model></world>'
NOISE = (
    '<model name="m"><link name="a"><sensor name="s" type="imu"><imu><noise><type>gaussian</type><rate><stddev>0.5</stddev></rate></noise>'
    "</imu></sensor></link></model>"
)


def converted(folder: Path, content: str, version: str, to: str) -> tuple[Path, scenec.Report]:
    (folder / "a.sdf").write_text(f'<sdf version="{version}">{content}</sdf>')
    target = folder / "out" / "a.sdf"
    return target, scenec.convert(folder / "a.sdf", target, to=f"sdformat@{to}")


IGNORED = {"flag": TURNED.format(1), "flag-0": TURNED.format(0), "frame": PLACED, "gravity": LIFTED, "noise": NOISE}
OBEYED_BY = {"gravity": ("1.4", "1.5"), "noise": ("1.4", "1.5")}
"""Versions that would obey it, where 1.6 does not."""


@pytest.mark.parametrize(("kind", "to"), [(kind, to) for kind in IGNORED for to in OBEYED_BY.get(kind, ("1.4", "1.5", "1.6"))])
def test_an_older_version_does_not_obey_what_the_source_ignored(kind: str, to: str, tmp_path: Path) -> None:
    content = IGNORED[kind]
    target, report = converted(tmp_path, content, "1.8", to)
    before, after = scenec.read(tmp_path / "a.sdf")[0].physics(), scenec.read(target)[0].physics()
    assert [link.pose for link in after.links] == [link.pose for link in before.links]
    for mine, theirs in zip(before.joints, after.joints, strict=True):
        assert theirs.axes[0].axis == pytest.approx(mine.axes[0].axis, abs=1e-12)
    assert (after.gravity or (0, 0, -9.8)) == (0, 0, -9.8)
    assert b"0.5" not in target.read_bytes() and b"frame=" not in target.read_bytes()
    findings = [finding for finding in report.findings if finding.code.endswith("-unknown-ineffective")]
    assert findings and all(finding.level == "note" for finding in findings)


def test_it_stays_where_it_has_no_effect_or_always_had_one(tmp_path: Path) -> None:
    for version, to in (("1.8", "1.8"), ("1.8", "1.12"), ("1.9", "1.7")):
        target, report = converted(tmp_path, TURNED.format(1), version, to)
        assert b"use_parent_model_frame" in target.read_bytes(), (version, to)
        assert "element-unknown-ineffective" not in {finding.code for finding in report.findings}
    target, _ = converted(tmp_path, '<model name="m"><link name="a"><frame name="f"/></link></model>', "1.5", "1.6")
    assert b"<frame" in target.read_bytes(), "1.5 and 1.6 both know it"


def test_an_included_file_of_another_version_sleeps_by_its_own_version(tmp_path: Path) -> None:
    (tmp_path / "inner.sdf").write_text(f'<sdf version="1.7">{PLACED}</sdf>')
    (tmp_path / "a.sdf").write_text('<sdf version="1.6"><world name="w"><include><uri>inner.sdf</uri></include></world></sdf>')
    scenec.convert(tmp_path / "a.sdf", tmp_path / "out" / "a.sdf", flatten=True)
    links = scenec.read(tmp_path / "out" / "a.sdf")[0].physics().links
    assert [link.pose[2] for link in links] == [5, 1]
