"""`scenec check` names what aborts libsdformat or has no effect in the version that a file states, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

import scenec
from tests.consumers.sdf_consumers import ConsumerMissingError, load_with_libsdformat

AXIS = "<axis><xyz{}>0 1 0</xyz>{}</axis>"


def world(joint: str, parent: str, child: str, *, kind: str = "revolute", frame: str = "", flag: str = "", more: str = "") -> str:
    axis = AXIS.format(frame, flag) if kind == "revolute" else ""
    return (
        f'<world name="w"><model name="m"><link name="base"/><link name="b2"/><link name="n::a"/><link name="n::b"/>{more}'
        f'<joint name="{joint}" type="{kind}"><parent>{parent}</parent><child>{child}</child>{axis}</joint></model></world>'
    )


def problems(folder: Path, content: str, version: str) -> list[tuple[str, str]]:
    (folder / "a.sdf").write_text(f'<sdf version="{version}">{content}</sdf>')
    return [(finding.code, finding.level) for finding in scenec.check(folder / "a.sdf").findings if finding.code.startswith("sdf-")]


FLAG = "<use_parent_model_frame>{}</use_parent_model_frame>"
ABORTING = [
    ("1.4", world("n::j", "n::a", "n::b")),
    ("1.4", world("n_j", "n::a", "n::b")),
    ("1.4", world("n::j", "base", "b2")),
    ("1.5", world("n::j", "n::a", "n::b", flag=FLAG.format(1))),
    ("1.6", world("n::j", "base", "n::b", kind="fixed")),
    ("1.7", world("n::j", "n::a", "n::b", frame=' expressed_in="__model__"')),
    ("1.7", world("n::j", "n::a", "n::b", more='<frame name="n::f" attached_to="base"/>')),
]
FINE = [
    ("1.5", world("n::j", "n::a", "n::b")),
    ("1.5", world("n::j", "n::a", "n::b", flag=FLAG.format(0))),
    ("1.7", world("n::j", "n::a", "n::b", frame=' expressed_in="n::a"')),
    ("1.4", world("j", "base", "n::b")),
    ("1.4", world("n::j", "n::a", "n::b").replace('<world name="w">', "").replace("</world>", "")),
]


@pytest.mark.parametrize(("version", "content"), ABORTING)
def test_scoped_names_that_abort_libsdformat_are_errors(version: str, content: str, tmp_path: Path) -> None:
    assert ("sdf-scoped-name", "error") in problems(tmp_path, content, version)
    assert not is_accepted(tmp_path / "a.sdf")


@pytest.mark.parametrize(("version", "content"), FINE)
def test_scoped_names_that_libsdformat_takes_are_not(version: str, content: str, tmp_path: Path) -> None:
    assert problems(tmp_path, content, version) == []
    assert is_accepted(tmp_path / "a.sdf", missing=True)


def is_accepted(path: Path, *, missing: bool = False) -> bool:
    try:
        return not load_with_libsdformat(path)["errors"]
    except ConsumerMissingError:
        return missing


def test_a_name_that_begins_like_a_group_is_cut_off(tmp_path: Path) -> None:
    content = '<world name="w"><model name="m"><link name="nose"/><link name="n::a"/></model></world>'
    assert problems(tmp_path, content, "1.6") == [("sdf-scoped-name-cut", "error")]
    assert problems(tmp_path, content.replace("nose", "base"), "1.6") == []


@pytest.mark.parametrize(
    ("content", "last"),
    [
        ('<model name="m"><link name="a"/><link name="b"><pose frame="a">0 0 1 0 0 0</pose></link></model>', "1.6"),
        ('<world name="w"><physics type="ode"><gravity>0 0 -3</gravity></physics></world>', "1.5"),
        ('<model name="m"><link name="a"><frame name="f"/></link></model>', "1.6"),
    ],
)
def test_words_that_only_older_versions_obey_are_warnings(content: str, last: str, tmp_path: Path) -> None:
    assert problems(tmp_path, content, "1.8") == [("sdf-old-element", "warning")]
    assert problems(tmp_path, content, last) == []


def test_the_axis_of_a_nested_joint_of_1_4_is_a_warning_where_it_is_turned(tmp_path: Path) -> None:
    content = (
        '<model name="m"><link name="base"/><model name="n"><link name="a"/><link name="b"><pose>0 0 1 0 0 {}</pose></link>'
        '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 1 0</xyz></axis></joint></model></model>'
    )
    assert problems(tmp_path, content.format(1), "1.4") == [("sdf-nested-axis", "warning")]
    assert problems(tmp_path, content.format(0), "1.4") == problems(tmp_path, content.format(1), "1.5") == []
