"""``python -m benchmarks.speed`` measures scenec side by side with what it is compared with, in one run.

All processes are started in turn, round after round, so that a busy moment hits all of them; times are CPU seconds of the processes (a
neighbour does not count), ratios are of the fastest runs, medians stand beside them. ``--write`` puts all tables into
benchmarks/README.md. Nothing here is a test: a slow machine is no failure.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.tables import table

ROOT = Path(__file__).parents[1]
CORPUS = ROOT.parent / "shared" / "corpus"

# An installed package has its bytecode; an environment that forbids writing it would measure the compiler.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
    "PYTHONPATH": os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
}


class Scene(NamedTuple):
    """A conversion to be timed. real: its file in the corpus; instead: the name of a generated scene and how large; suffix: of the result;
    asked: how many times its floor it may take, 0 = nothing is asked."""

    name: str
    real: str
    instead: tuple[str, int]
    suffix: str
    asked: float = 0


SCENES = (
    Scene("NAO", "simrobot/bhuman-2024/Scenes/BH.ros2", ("humanoids", 1), ".sdf", 2),
    Scene("game", "simrobot/bhuman-2024/Scenes/Game.ros2", ("humanoids", 2), ".sdf"),
    Scene("SDFormat", "sdformat/models/breakable_test/model.sdf", ("sdformat links", 200), ".ros2"),
    Scene("MARS", "mars/saved/pa10/saved_pa10.scene", ("mars links", 200), ".sdf"),
    Scene("RSG", "rsg/simspark-spl/rsg/agent/soccerbot055.rsg", ("rsg links", 200), ".sdf"),
)


class Runs:
    """One command, run again and again."""

    def __init__(self, name: str, command: Sequence[str]) -> None:
        self.name = name
        self.command = list(command)
        self.seconds: list[float] = []

    def run(self) -> None:
        with open(os.devnull, "wb") as nowhere:
            actions = [(os.POSIX_SPAWN_DUP2, nowhere.fileno(), 1), (os.POSIX_SPAWN_DUP2, nowhere.fileno(), 2)]
            child = os.posix_spawn(self.command[0], self.command, ENVIRONMENT, file_actions=actions)
            _, status, usage = os.wait4(child, 0)
        if status:
            raise SystemExit(f"failed with {os.waitstatus_to_exitcode(status)}: {' '.join(self.command)}")
        self.seconds.append(usage.ru_utime + usage.ru_stime)

    @property
    def best(self) -> float:
        return min(self.seconds)

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)


class Line(NamedTuple):
    """A measurement, its reference, and the largest allowed ratio (0 = no limit)."""

    measured: Runs
    against: Runs
    asked: float

    def cells(self) -> list[str]:
        ratio = self.measured.best / self.against.best
        asked = f"<= {self.asked:g}" if self.asked else ""
        return [self.measured.name, self.against.name, *_times(self.measured), *_times(self.against), f"{ratio:.2f}", asked]


def _times(runs: Runs) -> list[str]:
    return [f"{1000 * runs.best:.0f}", f"{1000 * runs.median:.0f}"]


class Benchmark:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.scenec = [sys.executable, "-m", "scenec"]
        script = Path(sys.executable).with_name("scenec")
        if script.exists() and Path(_package_of(script)).parent == ROOT:
            self.scenec = [str(script)]
        self.lines: list[Line] = []

    def start_up(self) -> None:
        """Commands that have little to do, against an interpreter that has nothing to do."""
        bare = Runs("python3 -c pass", [sys.executable, "-c", "pass"])
        self.lines += [
            Line(Runs("scenec --version", [*self.scenec, "--version"]), bare, 1.8),
            Line(Runs("scenec --help", [*self.scenec, "--help"]), bare, 0),
            Line(self._conversion("small file", generated(self.folder / "small", ("humanoids", 0)), ".sdf"), bare, 6),
        ]

    def against_floor(self, scene: Scene) -> None:
        """A whole conversion against reading the same files and writing as many bytes."""
        real = CORPUS / scene.real
        path = real if real.exists() else generated(self.folder / f"{scene.name}-source", scene.instead)
        name = scene.name if real.exists() else f"{scene.name} (generated)"
        conversion = self._conversion(name, path, scene.suffix)
        conversion.run()  # also tells how much it writes
        written = [each.stat().st_size for each in (self.folder / name).rglob("*") if each.is_file()]
        floor_folder = self.folder / f"{name}-floor"
        floor_folder.mkdir()
        files = [str(each) for each in files_of(path)]
        floor = [sys.executable, str(ROOT / "benchmarks" / "floor.py"), str(floor_folder), ",".join(map(str, written)), *files]
        size = sum(os.path.getsize(each) for each in files) / 1000
        count = f"{len(files)} file{'s' * (len(files) > 1)}"
        self.lines.append(Line(conversion, Runs(f"its floor ({count}, {size:,.0f} kB)", floor), scene.asked))

    def growth(self, robots: int) -> None:
        """Twice as much to convert against once as much."""
        half, whole = (
            self._conversion(f"{n} humanoids", generated(self.folder / f"{n}", ("humanoids", n)), ".sdf") for n in (robots, 2 * robots)
        )
        self.lines.append(Line(whole, half, 2))

    def _conversion(self, name: str, scene: Path, suffix: str) -> Runs:
        target = self.folder / name / f"out{suffix}"
        target.parent.mkdir(exist_ok=True)
        return Runs(name, [*self.scenec, "convert", str(scene), "-o", str(target), "--fail-on", "never"])

    def run(self, rounds: int) -> None:
        # The same process stands in several lines; it runs once a round.
        everything = {id(runs): runs for line in self.lines for runs in (line.measured, line.against)}
        for runs in everything.values():
            runs.run()  # warms the disk cache
            runs.seconds.clear()
        for done in range(rounds):
            for runs in everything.values():
                if done < 3 or runs.seconds[0] < 1:  # long runs are steady enough after three
                    runs.run()


def generated(folder: Path, scene: tuple[str, int]) -> Path:
    """A generated scene, written."""
    from benchmarks.large_scenes import write_large
    from benchmarks.scenes import write_scene

    name, count = scene
    if name != "humanoids":
        return write_large(folder, name, count)
    folder.mkdir(parents=True, exist_ok=True)
    return write_scene(folder / "scene.ros2", count)


def files_of(scene: Path) -> list[Path]:
    """The files that scenec reads for a scene."""
    import scenec

    _, report = scenec.read(scene)
    return [scene.parent / name for name in report.source.files]


def _package_of(script: Path) -> str:
    """The folder of the scenec that an installed script runs; "" if it runs none."""
    python = script.with_name("python")
    code = "import scenec, os; print(os.path.dirname(scenec.__file__))"
    done = subprocess.run([str(python), "-c", code], capture_output=True, text=True, env=ENVIRONMENT, cwd="/", check=False)
    return done.stdout.strip()


HEAD = ["measured", "against", "ms", "median", "ms", "median", "ratio", "asked"]

README = """# How fast scenec is

`python -m benchmarks.speed --write` measures all of this and writes it here, in one run; without `--write` it prints. `python -m
benchmarks.others` first installs the other programs that pip has. How fast whole libraries are migrated is in [migration.md](migration.md).

**How to read it.** Compare within a table, not with another machine. Every ratio is scenec's time through that of what stands beside it:
below 1 scenec is faster. `asked` is what we hold ourselves to; where a ratio is above it, it is not reached yet. All times are CPU time.

## Whole commands

Processes started in turn, the fastest of {rounds} rounds and the median, in milliseconds. A floor (`floor.py`) starts Python, parses the
same files and their numbers with the least code there is, and writes as many bytes. `NAO` is a real humanoid with its ball and field,
`game` a match of such; `MARS`, `RSG` and `SDFormat` are models of those simulators. No other program reads SimRobot, MARS or
RubySceneGraph.

{commands}

## Reading SDFormat

{models}, within one process, warm, milliseconds per file, each program on the files it reads and scenec on the same ones. scenec keeps
account of every value and resolves all poses; lxml only parses. The report is worked out when it is looked at, which these times of
reading do not hold.

{reading}

## Reading MJCF

Within one process, warm, the median over the files of the milliseconds of each and of the ratios (`mjcf_reading.py`). MuJoCo's parser is
C++; it keeps no account, and leaves classes, poses, masses and meshes to its compiler.

{parser}

## Reading URDF

Likewise (`urdf_reading.py`). yourdfpy makes its default scene graph, and neither loads meshes.

{robot_loader}

## Expanding xacro

{robots}, as above. ROS's xacro expands a file to text and scenec reads that; beside it, scenec reads the file with its macros.

{xacro}

## How time grows

Milliseconds of each step for scenes of so many links (`growth.py`). The exponent is that of the power law through the points: 1 is linear,
2 would be quadratic.

{growth}

## How much memory it takes

The most that the process of a conversion ever had, 25 MB of which are Python and libraries. `simrobot mesh` is one mesh of numbers, the
others are all markup, about 500 bytes of source for a link with joint, shapes and mass.

{memory}

## The largest scenes

What is promised to grow no faster than the scene: 100 MB of numbers, and 100,000 links in 2,200,000 elements, each beside a tenth of it.

{promised}

Python {python}, {cores} cores.

Malformed and extreme files, and the work that they may cause: [fuzz/README.md](fuzz/README.md).
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=11, help="runs of each process (default 11)")
    parser.add_argument("--largest", type=int, default=None, help="links of the largest scene of the curves")
    tables_of = ("commands", "reading", "parser", "robot_loader", "xacro", "growth", "memory", "promised")
    parser.add_argument("--only", choices=tables_of, help="one of the tables")
    parser.add_argument("--write", action="store_true", help="put the tables into benchmarks/README.md")
    options = parser.parse_args()
    if options.write and options.only:
        parser.error("--write writes all tables; leave out --only")
    makers = {
        "commands": lambda: commands(options.rounds),
        "reading": reading,
        "parser": beside_parser,
        "robot_loader": beside_robot_loader,
        "xacro": xacro,
        "growth": lambda: growth(options.largest),
        "memory": memory,
        "promised": promised,
    }
    tables = {}
    for name, make in makers.items():
        if options.only in (None, name):
            tables[name] = make()
            print(tables[name], end="\n\n", flush=True)
    if options.write:
        text = README.format(
            **tables, models=models(), robots=robots(), rounds=options.rounds, python=platform.python_version(), cores=os.cpu_count()
        )
        (ROOT / "benchmarks" / "README.md").write_text(text, encoding="utf-8", newline="\n")


def commands(rounds: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        benchmark = Benchmark(Path(folder))
        benchmark.start_up()
        for scene in SCENES:
            benchmark.against_floor(scene)
        benchmark.growth(4)
        benchmark.run(rounds)
        return table(HEAD, [line.cells() for line in benchmark.lines], text=2)


def reading() -> str:
    from benchmarks.sdf_reading import FIXTURES, HEAD, REAL, measure

    return table(HEAD, [each.cells() for each in measure(REAL if REAL.exists() else FIXTURES)])


def beside_parser() -> str:
    from benchmarks.mjcf_reading import HEAD, measure

    return table(HEAD, measure(), text=2)


def models() -> str:
    from benchmarks.sdf_reading import FIXTURES, REAL
    from benchmarks.sdf_reading import files_of as models_of

    library = REAL if REAL.exists() else FIXTURES
    return f"{len(models_of(library)):,} {'real files' if library == REAL else 'fixtures'}"


def xacro() -> str:
    from benchmarks.sdf_reading import HEAD
    from benchmarks.xacro_reading import rows

    return table(HEAD, [each.cells() for each in rows()])


def beside_robot_loader() -> str:
    from benchmarks.sdf_reading import HEAD
    from benchmarks.urdf_reading import FIXTURES, REAL, measure

    return table(HEAD, [measure(REAL if REAL.exists() else FIXTURES)])


def robots() -> str:
    from benchmarks.xacro_reading import CORPUS

    return "Real files" if CORPUS.is_dir() else "Generated files"


def growth(largest: int | None) -> str:
    from benchmarks.growth import LARGEST, curves

    return table(*curves(largest or LARGEST), text=2)


def memory() -> str:
    from benchmarks.growth import MEMORY_HEAD
    from benchmarks.growth import memory as rows

    return table(MEMORY_HEAD, list(rows()))


def promised() -> str:
    from benchmarks.growth import PROMISED_HEAD
    from benchmarks.growth import promised as rows

    return table(PROMISED_HEAD, list(rows()))


if __name__ == "__main__":
    main()
