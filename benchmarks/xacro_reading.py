"""``python -m benchmarks.xacro_reading`` measures how long xacro files take to read, beside ROS's own xacro.

CPU time per file in one process, warm, the best of several passes: scenec reads a file with its macros; ROS's xacro expands it to text,
which scenec reads then. Files that either refuses are left out. ROS's xacro is what ``pip install xacro`` gives, from the folder of
`others` or installed. It asks ROS for the folders of packages; here it gets those that scenec finds.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import os
import re
import sys
import tempfile
import time
import types
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import scenec
from benchmarks.others import CACHE, PASSES, XACRO, Clocked
from benchmarks.sdf_reading import HEAD, Reading
from benchmarks.tables import table

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus" / "urdf"
GENERATED = 8


class Robot(NamedTuple):
    """A xacro file. name: in the corpus; packages: name -> folder."""

    name: str
    path: Path
    arguments: Mapping[str, str]
    packages: Mapping[str, str]
    search_path: tuple[Path, ...] = ()


def corpus() -> Iterator[Robot]:
    """Every xacro file of the corpus, libraries of macros included, with the arguments and packages that its manifest states."""
    entries = {each["path"]: each for each in json.loads((CORPUS / "manifest.json").read_text(encoding="utf-8"))["entries"]}
    for path in sorted(path for path in CORPUS.rglob("*.xacro*") if path.is_file()):
        name = path.relative_to(CORPUS).as_posix()
        entry = entries.get(name, {})
        named = entry.get("search_path") or ["/".join(name.split("/")[: 2 if name.startswith("real") else 1])]
        folders = tuple(CORPUS / each for each in named)
        yield Robot(name, path, dict(each.split(":=", 1) for each in entry.get("xacro_args", [])), packages_in(folders), folders)


def packages_in(folders: tuple[Path, ...]) -> dict[str, str]:
    """Package -> folder, by the names of folders and of their package.xml."""
    found: dict[str, str] = {}
    for folder in folders:
        for each in (folder, *sorted(folder.rglob("*"))):
            if each.is_dir():
                found.setdefault(each.name, str(each))
        for manifest in folder.rglob("package.xml"):
            name = re.search(r"<name>\s*([^<\s]+)", manifest.read_text(encoding="utf-8", errors="replace"))
            if name:
                found[name[1]] = str(manifest.parent)
    return found


def generated(folder: Path, count: int) -> Iterator[Robot]:
    """Rovers of more and more wheels, each made by a macro."""
    box = '<geometry><box size="${size} 0.2 ${size / 2}"/></geometry>'
    inertial = '<inertial><mass value="${mass}"/><inertia ixx="${mass / 6}" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial>'
    link = f'<link name="${{name}}">{inertial}<visual>{box}</visual><collision>{box}</collision></link>'
    joint = '<joint name="${name}_axle" type="continuous"><parent link="base"/><child link="${name}"/><axis xyz="0 1 0"/></joint>'
    for number in range(1, count + 1):
        wheels = "".join(f'<xacro:wheel name="w{i}" mass="${{2 * {i} + 1}}" size="0.{i % 9 + 1}"/>' for i in range(20 * number))
        path = folder / f"rover{number}.xacro"
        path.write_text(
            '<robot name="rover" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="base"/>'
            f'<xacro:macro name="wheel" params="name mass size">{link}{joint}</xacro:macro>{wheels}</robot>',
            encoding="utf-8",
        )
        yield Robot(path.name, path, {}, {})


def ros_xacro() -> Callable[[Robot], Any] | None:
    """ROS's xacro: gives the document of a robot, raises what it raises. None where it is not installed."""
    sys.path.append(str(CACHE / XACRO))
    importlib.invalidate_caches()  # it may have been installed since it was looked for
    try:
        xacro: Any = importlib.import_module(XACRO)
    except ImportError:
        return None
    finally:
        sys.path.pop()

    def expanded(robot: Robot) -> Any:
        index: Any = types.ModuleType("ament_index_python.packages")
        index.get_package_share_directory = robot.packages.__getitem__
        sys.modules |= {"ament_index_python": types.ModuleType("ament_index_python"), "ament_index_python.packages": index}
        before = os.getcwd()
        os.chdir(robot.path.parent)
        try:
            with contextlib.redirect_stderr(io.StringIO()):
                return xacro.process_file(str(robot.path), mappings=dict(robot.arguments), verbosity=0)
        finally:
            os.chdir(before)

    return expanded


def measure(robots: list[Robot]) -> list[Reading]:
    """The row of the table: ROS's xacro and reading what it made, beside reading the file."""
    what = "ROS's xacro, then scenec"
    expanded = ros_xacro()
    if expanded is None:
        return [Reading(what, Clocked(why="not installed here"), Clocked(), 1)]

    def ours(robot: Robot) -> object:
        arguments = [f"{name}:={value}" for name, value in robot.arguments.items()]
        return scenec.read(robot.path, parameters=arguments, search_path=robot.search_path)

    def theirs(robot: Robot) -> object:
        text = expanded(robot).toxml(encoding="utf-8")
        return scenec.read(
            text, format="urdf", name=robot.path.with_suffix(".urdf").name, base=robot.path.parent, search_path=robot.search_path
        )

    readable = [robot for robot in robots if _reads(ours, robot) and _reads(theirs, robot)]
    names = tuple(robot.name for robot in readable)
    seconds: dict[Callable[[Robot], object], float] = {}
    for _ in range(PASSES):
        for read in (ours, theirs):
            began = time.process_time()
            for robot in readable:
                read(robot)
            seconds[read] = min(seconds.get(read, float("inf")), time.process_time() - began)
    took = {read: Clocked(1000 * each / len(readable), names) for read, each in seconds.items()}
    return [Reading(what, took[theirs], took[ours], 1)]


def _reads(read: Callable[[Robot], object], robot: Robot) -> bool:
    try:
        read(robot)
    except Exception:  # an exception of any type is a refusal
        return False
    return True


def robots(folder: Path) -> list[Robot]:
    """The real files where they are, else generated ones in a folder."""
    return [*corpus()] if CORPUS.is_dir() else [*generated(folder, GENERATED)]


def rows() -> list[Reading]:
    with tempfile.TemporaryDirectory() as folder:
        return measure(robots(Path(folder)))


def main() -> None:
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    print(table(HEAD, [reading.cells() for reading in rows()]))


if __name__ == "__main__":
    main()
