"""Other programs that read SDFormat and xacro, as scenec's readers are measured beside them.

``python -m benchmarks.others`` installs those that pip has, each into a folder of its own in the user's cache (Drake is 100 MB), where
the benchmarks look for them. libsdformat comes with Debian's libsdformat-dev and needs g++. What is not there is named in the tables,
with the reason.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "scenec" / "benchmarks"
PASSES = 5


class Clocked(NamedTuple):
    """CPU time of a program, in milliseconds of CPU time per file, and which files it read; why: "" or why it was not measured."""

    milliseconds: float = 0.0
    read: tuple[str, ...] = ()
    why: str = ""


class Python(NamedTuple):
    """A reader with a Python interface. code: gives ``load(path)``; package: what pip calls it, "" = comes with scenec."""

    name: str
    package: str
    code: str

    def clocked(self, files: Sequence[Path], root: Path, passes: int = PASSES) -> Clocked:
        folder = CACHE / self.package
        environment = {**os.environ, "ROD_SKIP_SDFORMAT_CHECK": "1", "SDF_PATH": str(root)}
        environment["PYTHONPATH"] = os.pathsep.join([str(folder)] if self.package else [str(HERE.parent)])
        script = f"ROOT = {str(root)!r}\n{self.code}\n{_CLOCK.format(passes=passes)}"
        names = "\n".join(map(str, files))
        done = subprocess.run([sys.executable, "-c", script], input=names, capture_output=True, text=True, env=environment, check=False)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"])[-1]
            return Clocked(why=last if folder.exists() else "not installed here")
        seconds, *read = done.stdout.splitlines()
        return Clocked(1000 * float(seconds) / max(len(read), 1), tuple(read)) if read else Clocked(why="it reads none of the files")


_CLOCK = """
import logging, os, sys, time
logging.disable(logging.CRITICAL)
files = sys.stdin.read().splitlines()
quiet = os.open(os.devnull, os.O_WRONLY)
output = os.dup(1)
os.dup2(quiet, 1); os.dup2(quiet, 2)
read = []
for path in files:
    try:
        load(path)
    except Exception:
        continue
    read.append(path)
best = float("inf")
for _ in range({passes}):
    start = time.process_time()
    for path in read:
        load(path)
    best = min(best, time.process_time() - start)
os.write(output, "\\n".join([str(best), *read]).encode())
"""

SCENEC = Python(
    "scenec",
    "",
    """
import scenec
def load(path):
    scene, report = scenec.read(path, search_path=[ROOT])
    return scene, report.totals
""",
)
LXML = Python("lxml.etree.parse", "", "from lxml.etree import parse as load")
ROD = Python("rod", "rod", "import rod\nload = rod.Sdf.load")
PYSDF = Python("python-sdformat", "python-sdformat", "from pysdf import SDF\nload = SDF.from_file")
MJCF = Python(
    "sdformat-mjcf",
    "sdformat-mjcf",
    """
from sdformat_mjcf.sdformat_to_mjcf.sdformat_to_mjcf import sdformat_file_to_mjcf
def load(path):
    sdformat_file_to_mjcf(path, os.devnull)
""",
)
DRAKE = Python(
    "Drake",
    "drake",
    """
import os
from pydrake.multibody.parsing import Parser
from pydrake.multibody.plant import MultibodyPlant
MODELS = [(each, os.path.join(ROOT, each)) for each in sorted(os.listdir(ROOT)) if os.path.isdir(os.path.join(ROOT, each))]
def load(path):
    plant = MultibodyPlant(0.0)
    parser = Parser(plant)
    for name, folder in MODELS:
        parser.package_map().Add(name, folder)
    parser.AddModels(path)
""",
)
PYTHON = (ROD, DRAKE, PYSDF, MJCF)
XACRO = "xacro"
"""ROS's own: see `benchmarks.xacro_reading`."""
YOURDFPY = "yourdfpy"
"""Reads URDF in Python: see `benchmarks.urdf_reading`."""
NOT_MEASURED = {"phobos": "what pip calls phobos is another program; the robot tool needs Blender or an install from its repository"}


def libsdformat(files: Sequence[Path], root: Path) -> Clocked:
    """libsdformat 12 of Debian, from C++; what it refuses is counted with what it reads."""
    if shutil.which("g++") is None or shutil.which("pkg-config") is None:
        return Clocked(why="needs g++ and pkg-config")
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "sdformat12"], capture_output=True, text=True, check=False)
    if flags.returncode:
        return Clocked(why="libsdformat-dev 12 is not installed")
    with tempfile.TemporaryDirectory() as place:
        clock = str(Path(place) / "clock")
        command = ["g++", "-std=c++17", "-O2", str(HERE / "libsdformat_clock.cpp"), "-o", clock, *flags.stdout.split()]
        subprocess.run(command, check=True)
        names = "\n".join(map(str, files)) + "\n"
        run = subprocess.run([clock, str(root)], input=names, capture_output=True, text=True, check=True)
    return Clocked(1000 * float(run.stdout) / len(files), tuple(map(str, files)))


def install(package: str) -> bool:
    """Install what pip calls so into its folder in the user's cache. Return whether pip could."""
    CACHE.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "install", "-q", "--target", str(CACHE / package), package]
    return subprocess.run(command, check=False).returncode == 0


def main() -> None:
    for package in (*(each.package for each in PYTHON), XACRO, YOURDFPY):
        print(f"{package}: {'installed' if install(package) else 'pip cannot install it here'}")


if __name__ == "__main__":
    main()
