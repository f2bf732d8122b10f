"""Findings of `scenec check` about files that MARS refuses, ends at or simulates differently."""

from __future__ import annotations

from pathlib import Path

import pytest

from scenec import validation
from scenec.conversion import read_source
from scenec.converters.format import ReadOptions
from scenec.converters.mars.findings import CODES
from tests.converters.mars.conftest import index, node, vector

BODIES = node("car", (0, 0, 1), index(1)) + node("wheel", (1, 0, 1), index(2)) + node("wall", (5, 0, 0), index(3), movable=False)


def joint(kind: str, inside: str, axis1: tuple[float, float, float] = (0, 0, 1), ends: tuple[int, int] = (1, 2)) -> str:
    numbers = f"<nodeindex1>{ends[0]}</nodeindex1><nodeindex2>{ends[1]}</nodeindex2>"
    axes = vector("axis1", *axis1) + (vector("axis2", 1, 0, 0) if kind in ("hinge2", "universal") else "")
    return f'<joint name="j"><index>1</index><type>{kind}</type>{numbers}{axes}{inside}</joint>'


def stops(low: float, high: float, number: int = 1) -> str:
    return f"<lowStopAxis{number}>{low}</lowStopAxis{number}><highStopAxis{number}>{high}</highStopAxis{number}>"


def sensor(kind: str, inside: str = "") -> str:
    return f'<sensor name="s" type="{kind}"><attached_node>1</attached_node>{inside}</sensor>'


def picture(target: str) -> str:
    return node("look", more="<index>9</index><vizLink>8</vizLink><noPhysical>1</noPhysical>") + node("shape", more=index(8) + target)


MOTOR = '<motor name="m"><jointIndex>1</jointIndex><type>{}</type></motor>'
SPRING = "<spring_const_constraint_axis1>1e9</spring_const_constraint_axis1>"
OLD = "<index>7</index><relativeid>1</relativeid><relativeposition><x>1</x><y>0</y></relativeposition>"
MESH = node("m", more=index(7), mode="mesh").replace("PRIMITIVE", "{}")

FAULTS = {
    "parallel": (joint("hinge2", "", (0, -2, 0)), "mars-hinge2-parallel-axes", "error"),
    "world": (joint("hinge2", "", ends=(1, 3)), "mars-hinge2-at-world", "error"),
    "low stop of 0": (joint("hinge", stops(0, 1)), "mars-joint-stops-not-set", "warning"),
    "hinge2 without spring": (joint("hinge2", stops(-1, 1)), "mars-joint-stops-not-set", "warning"),
    "axis 2 of a hinge2": (joint("hinge2", stops(-1, 1, 2) + SPRING), "mars-joint-stops-not-set", "warning"),
    "universal with an open axis": (joint("universal", stops(-1, 1)), "mars-joint-stops-not-set", "warning"),
    "velocity motor": (joint("hinge", stops(-1, 1)) + MOTOR.format("DC"), "mars-driven-hinge-stops", "error"),
    "servo": (joint("hinge", stops(-1, 1)) + MOTOR.format("PID"), "mars-driven-hinge-stops", "warning"),
    "picture on nothing": (picture("<noVisual>true</noVisual>"), "mars-vizlink-to-no-visual", "warning"),
    "missing mesh": (MESH.format("gone.obj"), "mars-mesh-file-missing", "error"),
    "missing picture": (MESH.format("gone.obj").replace("</node>", "<noPhysical>1</noPhysical></node>"), "mars-mesh-file-missing", "error"),
    "August 2012": (node("old", more=OLD), "mars-relative-pose-ignored", "warning"),
    "multilevel": (sensor("MultiLevelLaserRangeFinder"), "mars-lidar-multilevel", "error"),
    "endless scan": (sensor("RotatingRaySensor", "<opening_height>0</opening_height>"), "mars-lidar-without-height", "error"),
    "controller": ("<controller><dylib_path>Walker</dylib_path></controller>", "mars-controller-library", "warning"),
}

SOUND = {
    "steering about z": joint("hinge2", ""),
    "hinge": joint("hinge", stops(-1, 1)),
    "stops of 0 and 0": joint("hinge", stops(0, 0)),
    "hinge2 with spring": joint("hinge2", stops(-1, 1) + SPRING),
    "universal": joint("universal", stops(-1, 1) + stops(-1e15, 1e15, 2)),
    "driven slider": joint("slider", stops(-1, 1)) + MOTOR.format("DC"),
    "twin": joint("hinge", stops(-1, 1)) + joint("hinge", stops(-1, 1)).replace("<index>1<", "<index>2<") + MOTOR.format("DC"),
    "picture": picture("<visualType>empty</visualType>"),
    "mesh": MESH.format("there.obj"),
    "lidar": sensor("RotatingRaySensor"),
    "library": "<controller><dylib_path>libwalk.so</dylib_path></controller>",
}


def lints_of(folder: Path, content: str) -> list[tuple[str, str]]:
    (folder / "there.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 1\nf 1 2 3\n")
    (folder / "s.scene").write_text(f"<SceneFile>\n{BODIES}\n{content}\n</SceneFile>\n")
    report = validation.validated(read_source(folder / "s.scene", None, None, None, ReadOptions()))
    found = [each for each in report.findings if each.code.startswith("mars-")]
    assert all(each.source is not None and each.source.line == 3 for each in found)
    return [(each.code, each.level) for each in found]


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_that_reading_forgives_are_reported(tmp_path: Path, fault: str) -> None:
    content, code, level = FAULTS[fault]
    assert lints_of(tmp_path, content) == [(code, level)]
    assert code in CODES


@pytest.mark.parametrize("case", SOUND)
def test_what_mars_takes_is_no_fault(tmp_path: Path, case: str) -> None:
    assert lints_of(tmp_path, SOUND[case]) == []


def test_all_faults_of_a_file_are_reported_in_one_run(tmp_path: Path) -> None:
    contents = [FAULTS[fault] for fault in ("parallel", "picture on nothing", "missing mesh", "multilevel", "controller")]
    assert set(lints_of(tmp_path, "".join(each[0] for each in contents))) == {(code, level) for _, code, level in contents}
