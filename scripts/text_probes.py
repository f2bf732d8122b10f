"""The section of docs/comparison.md about texts of files that are kept, measured by one edit of a robot of each format."""

from __future__ import annotations

import csv
import shutil
import tempfile
from pathlib import Path

import scenec

FIXTURES = Path(__file__).parents[1] / "fixtures"
PROBES = {
    "SimRobot": ("humanoid/humanoid.ros2", "Robin::Head"),
    "SDFormat": ("sdformat/shapes.sdf", "shapes::body"),
    "MARS": ("mars/joints.scene", "post::post"),
    "RubySceneGraph": ("rsg/bodies.rsg", "stated::stated"),
    "URDF": ("urdf/rover.urdf", "rover::wheel"),
    "MJCF": ("mjcf/arm.xml", "base::wrist"),
}
"""Format -> a fixture, and the link of it whose mass is changed."""


def lines_changed(fixture: str, link: str) -> tuple[int, int]:
    """Return how many lines of how many files of a fixture change with the mass of a link, and how many files there are."""
    source = FIXTURES / fixture
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(source.parent, Path(folder) / "copy"))
        scene, _ = scenec.read(copy / source.name)
        scenec.write(scene.update(scene.link(link).with_mass(0.875)), copy / source.name)
        changed = 0
        for path in sorted(each for each in source.parent.rglob("*") if each.is_file()):
            before, after = path.read_bytes().split(b"\n"), (copy / path.relative_to(source.parent)).read_bytes().split(b"\n")
            changed += sum(a != b for a, b in zip(before, after, strict=False)) + abs(len(before) - len(after))
    return changed, len(source.read_bytes().split(b"\n"))


def section(record: Path) -> list[str]:
    """Return the lines of the page. record: what the other tools make of a comment in URDF."""
    with record.open(encoding="utf-8") as file:
        (row,) = (each for each in csv.DictReader(file) if each["feature"] == "comment")
    silent = sum(value == "S" for tool, value in row.items() if tool != "feature")
    lines = [
        "## Who keeps text",
        "",
        f"A comment in a URDF file is lost without a word in all results of the {silent} other tools. scenec keeps the text of a file",
        "that is written in its own format, and changes the lines of what was edited. Measured: the mass of one link, changed by",
        "`scenec.write`.",
        "",
        "| format | lines of the file | lines that change |",
        "|---|---|---|",
    ]
    for title, (fixture, link) in PROBES.items():
        changed, lines_of_file = lines_changed(fixture, link)
        lines.append(f"| {title} | {lines_of_file} | {changed} |")
    return lines
