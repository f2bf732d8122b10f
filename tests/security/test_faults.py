"""Any failure at any time leaves whole files and untouched sources, and sets the exit status."""

from __future__ import annotations

import errno
import itertools
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

import scenec
from scenec.api import prepare
from scenec.cli.main import main
from scenec.errors import ReadError, WriteError
from scenec.output import Output, commit
from tests.batch.conftest import content, put, scene
from tests.batch.test_migration import Here
from tests.formats import swept
from tests.processes import one_conversion, patience, started
from tests.security.hostile import OBJ
from tests.test_output import Failing, tree

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
SHAPE = "<geometry><mesh><uri>{}</uri><submesh><name>thing</name></submesh></mesh></geometry>"
ROBOT = f'<sdf version="1.9"><model name="m"><link name="l"><visual name="v">{SHAPE}</visual></link></model></sdf>'
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    """A robot with a mesh file."""
    put(tmp_path, "robot/thing.obj", OBJ)
    return put(tmp_path, "robot/robot.sdf", ROBOT.format("thing.obj"))


def output(letter: str, size: int = 1) -> Output:
    text = letter.encode() * size
    return Output("x.sdf", {"x.sdf": text, "x_assets/a.obj": text, "x_assets/b.obj": text})


# ---------------------------------------------------------------- two at once


@posix
def test_of_two_that_write_the_same_files_one_wins_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second begins while the first has renamed one file of three."""
    real, begun, done = os.replace, threading.Event(), threading.Event()

    def slow(source: Any, target: Any) -> None:
        real(source, target)
        if threading.current_thread().name == "first" and str(target).endswith("a.obj"):
            begun.set()
            done.wait(0.5)

    def second() -> None:
        begun.wait(10)
        commit(output("B"), tmp_path / "x.sdf")
        done.set()

    monkeypatch.setattr(os, "replace", slow)
    threads = [threading.Thread(target=lambda: commit(output("A"), tmp_path / "x.sdf"), name="first"), threading.Thread(target=second)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {each for each in tree(tmp_path).values() if each is not None} == {b"B"}


@pytest.mark.sweep
@posix
def test_two_processes_never_mix_their_files(tmp_path: Path) -> None:
    code = (
        "import sys, os, random, time\nfrom tests.security.test_faults import output, commit\nreal = os.replace\n"
        "def slow(*names):\n    real(*names)\n    time.sleep(random.uniform(0, 0.004))\n"
        "os.replace = slow\n"
        "for _ in range(20): commit(output(sys.argv[1], 1000), sys.argv[2])\n"
    )
    with ExitStack() as stack:
        both = [stack.enter_context(started([sys.executable, "-c", code, letter, str(tmp_path / "x.sdf")])) for letter in "AB"]
        assert [process.wait(patience()) for process in both] == [0, 0]
    found = tree(tmp_path)
    assert set(found) == {"x.sdf", "x_assets", "x_assets/a.obj", "x_assets/b.obj"}
    assert len({each for each in found.values() if each is not None}) == 1


@posix
def test_of_two_that_must_not_replace_anything_one_is_refused(tmp_path: Path) -> None:
    results: list[str] = []

    def write(letter: str) -> None:
        try:
            commit(output(letter), tmp_path / "x.sdf", clobber=False)
            results.append(letter)
        except WriteError:
            results.append("refused")

    threads = [threading.Thread(target=write, args=(letter,)) for letter in "ABCDEFGH"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    (winner,) = set(results) - {"refused"}
    assert {each for each in tree(tmp_path).values() if each is not None} == {winner.encode()}


# ---------------------------------------------------------------- killed


@pytest.mark.sweep
@posix
def test_killed_at_any_moment_every_file_is_whole_and_the_next_run_cleans_up(tmp_path: Path) -> None:
    size = 200_000
    code = (
        "import sys\nfrom tests.security.test_faults import output, commit\nprint('ready', flush=True)\n"
        f"while True:\n    for letter in 'AB': commit(output(letter, {size}), sys.argv[1])\n"
    )
    generator, whole = random.Random(7), {letter.encode() * size for letter in "AB"}
    for _ in range(8):
        with started([sys.executable, "-c", code, str(tmp_path / "x.sdf")], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(generator.uniform(0.0, 0.1))
            process.send_signal(signal.SIGKILL)
            process.communicate()
        found = {name: data for name, data in tree(tmp_path).items() if data is not None and not name.startswith(".scenec")}
        assert set(found.values()) <= whole
    assert main(["convert", "-q", str(put(tmp_path, "s.ros2", scene("s"))), "-o", str(tmp_path / "x.sdf")]) == 0
    assert set(tree(tmp_path)) == {"s.ros2", "x.sdf", "x_assets", "x_assets/a.obj", "x_assets/b.obj"}


unraisable = pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnraisableExceptionWarning"
)  # a file that is not registered yet is closed on the way out


@contextmanager
def interrupted_at(step: int, *, failed: bool = False) -> Iterator[Callable[[], int]]:
    """An interruption at the `step`-th line of what puts files on the disk; gives how many lines there were so far. failed: of those behind
    the first system call that fails."""
    count, counts = 0, not failed

    def interrupting(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count, counts
        if Path(frame.f_code.co_filename).name not in ("output.py", "temporary.py"):
            return None
        counts = counts or event == "exception"
        if counts and event == "line":
            count += 1
            if count == step + 1:
                sys.settrace(None)
                raise KeyboardInterrupt
        return interrupting

    tracer = sys.gettrace()
    sys.settrace(interrupting)
    try:
        yield lambda: count
    finally:
        sys.settrace(tracer)


@unraisable
@pytest.mark.parametrize("there", [False, True], ids=["new", "replacing"])
def test_interrupted_at_any_line_of_putting_files_none_of_its_own_is_left(tmp_path: Path, there: bool) -> None:
    """An interruption comes between any two steps: also after a temporary file was made and before anybody knows of it."""
    commit(output("B"), tmp_path / "whole/x.sdf")
    whole = tree(tmp_path / "whole")
    for step in itertools.count():
        folder = tmp_path / str(step)
        folder.mkdir()
        if there:
            commit(output("A"), folder / "x.sdf")
        before = tree(folder)
        try:
            with interrupted_at(step):
                commit(output("B"), folder / "x.sdf")
        except KeyboardInterrupt:
            pass
        else:
            assert step > 50, "nothing was interrupted"
            return
        assert tree(folder) in (before, whole), f"step {step}"


def on_another_disk(patch: pytest.MonkeyPatch) -> None:
    """Folders of assets are elsewhere: nothing can be renamed or linked between them and the folder of the main file."""
    for name in ("replace", "link"):
        real = getattr(os, name)

        def apart(source: Any, target: Any, real: Any = real, **options: Any) -> None:
            if os.path.dirname(source) != os.path.dirname(target):
                raise OSError(errno.EXDEV, "Invalid cross-device link", source)
            real(source, target, **options)

        patch.setattr(os, name, apart)


@pytest.mark.sweep
@unraisable
@posix
@pytest.mark.parametrize("fault", ["in the way", "vanished", "broken disk"])
@pytest.mark.parametrize("there", [False, True], ids=["new", "replacing"])
@pytest.mark.parametrize("apart", [False, True], ids=["one disk", "two disks"])
def test_interrupted_at_any_line_of_undoing_what_failed_everything_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str, there: bool, apart: bool
) -> None:
    """One of the files cannot be put, and while the others are taken back somebody presses Ctrl-C."""
    if apart:
        on_another_disk(monkeypatch)
    failing = Output(
        "x.sdf",
        {"x.sdf": b"B", "x_assets/a.obj": b"B", "x_assets/b.obj": b"B", "y_assets/deep/c.obj": b"B"},
        {"z.png": str(tmp_path / "gone.png")} if fault == "vanished" else {},
    )
    real = os.replace

    def broken(source: Any, target: Any) -> None:
        if str(target).endswith("c.obj") and (not apart or os.path.dirname(source) == os.path.dirname(target)):
            raise OSError(errno.EIO, "Input/output error", target)
        real(source, target)

    if fault == "broken disk":
        monkeypatch.setattr(os, "replace", broken)
    for step in itertools.count():
        folder = tmp_path / str(step)
        folder.mkdir()
        if there:
            commit(output("A"), folder / "x.sdf")
        if fault == "in the way":
            put(folder, "y_assets" if there else "new/folder/y_assets", "no folder")
        before = tree(folder)
        count, failed = 0, False
        with interrupted_at(step, failed=True) as lines:
            try:
                commit(failing, folder / ("x.sdf" if there else "new/folder/x.sdf"))
            except WriteError:
                count, failed = lines(), True
            except KeyboardInterrupt:
                pass
        assert tree(folder) == before, f"step {step}"
        if failed:
            assert count == step > 20, "every line was interrupted once"
            return


@unraisable
@posix
def test_a_folder_that_another_process_made_meanwhile_is_never_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both find that it is missing, the other is faster, and this one is interrupted before it has put anything there."""
    real, others = os.mkdir, tmp_path

    def slower(path: Any, *arguments: Any) -> None:
        nonlocal others
        if str(path).endswith("shared"):
            real(path)
            others = Path(path)
        real(path, *arguments)

    monkeypatch.setattr(os, "mkdir", slower)
    for step in itertools.count():
        place = tmp_path / str(step)
        try:
            with interrupted_at(step):
                commit(Output("x.sdf", {"x.sdf": b"B"}), place / "shared/own/x.sdf")
        except KeyboardInterrupt:
            assert tree(place) in ({}, {"shared": None}, {"shared": None, "shared/own": None, "shared/own/x.sdf": b"B"}), f"step {step}"
            assert others.is_dir() and (others.parent == place or not place.exists()), f"step {step}"
        else:
            assert step > 50, "nothing was interrupted"
            return


def files_in(folder: Path) -> dict[str, bytes]:
    """Without what a migration remembers, which differs from run to run."""
    return {name: b"" if name.endswith(".sqlite") else data for name, data in tree(folder).items() if data is not None}


@posix
@pytest.mark.parametrize("command", ["convert", swept("migrate")])
def test_ended_at_any_moment_only_whole_files_are_left(tmp_path: Path, command: str) -> None:
    library, out, temporary = tmp_path / "library", tmp_path / "out", tmp_path / "tmp"
    for folder in (library, temporary):
        folder.mkdir()
    put(library, "s.ros2", scene("s"))
    places = [str(library / "s.ros2"), "-o", f"{out}/"] if command == "convert" else [str(library), str(out)]
    arguments = [command, "-q", *places, "--to", "sdformat"]
    assert main(arguments) == 0
    whole = files_in(out)
    code = (
        "import sys\nfrom scenec.cli.main import main\nprint('ready', flush=True)\n"
        "status = 0\nwhile not status: status = main(sys.argv[1:])\nsys.exit(status)\n"
    )
    again = [*arguments, "--force"] if command == "migrate" else arguments
    generator, ends = random.Random(7), set()
    for _ in range(4):
        environment = {**ENVIRONMENT, "TMPDIR": str(temporary)}
        with started([sys.executable, "-c", code, *again], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(generator.uniform(0.8, 1.4) * one_conversion())
            process.send_signal(signal.SIGTERM)
            _, said = process.communicate(timeout=patience())
        ends.add((process.returncode, said))
        assert files_in(out) == whole
        assert list(temporary.iterdir()) == []
    assert (143, "scenec: interrupted\n") in ends
    assert ends <= {(143, "scenec: interrupted\n"), (-signal.SIGTERM, "")}, "or between two conversions"


# ---------------------------------------------------------------- full disks, broken disks


@posix
def test_no_space_is_reported_with_status_4_and_nothing_is_left(robot: Path) -> None:
    """A real limit of the system, on the size of files."""
    code = (
        "import resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (60, 60))\n"
        "from scenec.cli.main import main\nsys.exit(main(sys.argv[1:]))"
    )
    before = tree(robot.parent)
    for target in ("out.ros2", "new/out.scene", "out.rsg", "out.sdf", "out.scene.json"):
        done = subprocess.run(
            [sys.executable, "-c", code, "convert", str(robot), "-o", target],
            cwd=robot.parent,
            env=ENVIRONMENT,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, b"file too large" in done.stderr, b"Traceback" in done.stderr) == (4, True, False), target
        assert tree(robot.parent) == before, target


def test_a_report_that_cannot_be_written_keeps_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, report = scenec.read(put(tmp_path, "a.ros2", scene("a")))
    put(tmp_path, "r.html", "old")

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "replace", broken)
    with pytest.raises(WriteError, match=r"r\.html: cannot be written: input/output error"):
        report.save(tmp_path / "r.html")
    assert {name: data for name, data in tree(tmp_path).items() if name != "a.ros2"} == {"r.html": b"old"}


@pytest.mark.parametrize("number", [errno.EIO, errno.EACCES, errno.ENOENT, errno.ESTALE])
def test_a_disk_that_fails_while_reading(robot: Path, tmp_path: Path, number: int) -> None:
    """The scene itself: nothing can be done. A mesh: reported, and the rest is converted."""

    def failing(name: str) -> Any:
        def opener(path: str) -> bytes:
            if path.endswith(name):
                raise OSError(number, os.strerror(number), path)
            return Path(path).read_bytes()

        return opener

    with pytest.raises(ReadError, match=r"robot\.sdf: cannot be read: "):
        prepare(robot, tmp_path / "x.ros2", opener=failing("robot.sdf"))
    whole = put(robot.parent, "whole.ros2", scene("s", part="part.rsi2"))
    put(robot.parent, "part.rsi2", "<Simulation/>")
    with pytest.raises(ReadError, match="Could not include file"):
        prepare(whole, tmp_path / "x.sdf", opener=failing("part.rsi2"))
    assert list(tmp_path.glob("x*")) == []


# ---------------------------------------------------------------- files that change meanwhile


def test_a_file_that_is_gone_when_it_is_to_be_copied(robot: Path, tmp_path: Path) -> None:
    prepared, _ = prepare(robot, tmp_path / "out/x.sdf")
    (robot.parent / "thing.obj").unlink()
    with pytest.raises(WriteError, match=r"thing\.obj: cannot be copied: no such file"):
        commit(prepared, tmp_path / "out/x.sdf")
    assert not (tmp_path / "out").exists()


@posix
def test_a_file_that_becomes_a_pipe_or_leads_elsewhere_meanwhile(robot: Path, tmp_path: Path) -> None:
    prepared, _ = prepare(robot, tmp_path / "out/x.sdf", confine=robot.parent)
    mesh, secret = robot.parent / "thing.obj", put(tmp_path, "secret.obj", "secret")
    mesh.unlink()
    os.mkfifo(mesh)
    with pytest.raises(WriteError, match="not a regular file"):
        commit(prepared, tmp_path / "out/x.sdf")
    mesh.unlink()
    mesh.symlink_to(secret)
    with pytest.raises(WriteError, match="lies outside the folder that reading is confined to"):
        commit(prepared, tmp_path / "out/x.sdf")
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------- what must not be overwritten


@pytest.mark.findings("model-name-unstored-dropped")
def test_a_file_that_the_scene_was_read_from_is_not_overwritten(tmp_path: Path) -> None:
    """The mesh is written anew for MARS, under the name that the source's mesh has."""
    put(tmp_path, "robot_assets/thing.obj", OBJ)
    robot = put(tmp_path, "robot.sdf", ROBOT.format("robot_assets/thing.obj").replace("</mesh>", "<scale>-1 1 1</scale></mesh>"))
    before = tree(tmp_path)
    with pytest.raises(WriteError, match=r"thing\.obj: would be overwritten, and the scene was read from it; .* --assets-dir"):
        scenec.convert(robot, tmp_path / "robot.scene")
    assert tree(tmp_path) == before


@posix
def test_existing_assets_are_kept_on_request(robot: Path) -> None:
    put(robot.parent, "out_assets/thing.obj", "mine")
    command = [sys.executable, "-m", "scenec", "convert", "robot.sdf", "-o", "out.sdf", "--no-clobber"]
    before = tree(robot.parent)
    done = subprocess.run(command, cwd=robot.parent, env=ENVIRONMENT, capture_output=True, text=True, check=False)
    assert (done.returncode, "out_assets/thing.obj: exists already" in done.stderr) == (4, True)
    assert tree(robot.parent) == before


@pytest.mark.parametrize("tried", [["--carry"], ["--verify"]])
def test_what_is_only_tried_out_first_is_not_written_to_its_place(tmp_path: Path, tried: list[str]) -> None:
    """Results are read back before they are written, also those with a folder of assets somewhere else."""
    put(tmp_path, "there/gable.obj", "mine")
    triangle = "<Vertices>0 0 0  1 0 0  0 1 0</Vertices><Triangles>0 1 2</Triangles>"
    appearance = f'<ComplexAppearance name="gable"><Surface diffuseColor="#f00"/>{triangle}</ComplexAppearance>'
    body = f'<Body name="b"><SphereMass value="1kg" radius="1m"/>{appearance}</Body>'
    source = put(tmp_path, "s.ros2", f'<Simulation><Scene name="s">{body}</Scene></Simulation>')
    command = ["convert", "-q", str(source), "-o", str(tmp_path / "x.sdf"), "--assets-dir", str(tmp_path / "there"), "--no-clobber", *tried]
    before = tree(tmp_path)
    assert main(command) == 4
    assert tree(tmp_path) == before


@posix
def test_links_do_not_lead_the_output_elsewhere(robot: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out/x_assets").symlink_to(elsewhere)
    with pytest.raises(WriteError, match="a link on the way leads elsewhere; name that folder with --assets-dir"):
        scenec.convert(robot, tmp_path / "out/x.sdf")
    assert list(elsewhere.iterdir()) == [] and [path.name for path in (tmp_path / "out").iterdir()] == ["x_assets"]


@posix
def test_a_link_where_a_temporary_file_goes_is_not_followed(tmp_path: Path) -> None:
    precious = put(tmp_path, "precious", "precious")
    for number in (1, 2):
        (tmp_path / f".scenec.{os.getpid()}-{threading.get_ident()}-{number}.part").symlink_to(precious)
    _, report = scenec.read(put(tmp_path, "a.ros2", scene("a")))
    report.save(tmp_path / "r.json")
    commit(output("A"), tmp_path / "x.sdf")
    assert (precious.read_text(), (tmp_path / "x.sdf").read_bytes(), (tmp_path / "r.json").is_file()) == ("precious", b"A", True)


# ---------------------------------------------------------------- migrations


def test_a_migration_ends_the_same_whichever_step_of_writing_failed(tmp_path: Path) -> None:
    """Each file-system call of the writing fails once; the sources are untouched, and the next run completes the library."""
    library = tmp_path / "library"
    for name in ("a", "deep/b"):
        put(library, f"{name}/robot.sdf", ROBOT.format("thing.obj"))
        put(library, f"{name}/thing.obj", OBJ + f"# {name}\n")
    source = tree(library)
    list(scenec.migrate(library, tmp_path / "whole", to="mars", executor=Here()))
    for step in itertools.count():
        out = tmp_path / f"out{step}"
        with pytest.MonkeyPatch.context() as patch:
            failing = Failing(patch, step, OSError(errno.ENOSPC, "No space left on device"))
            try:
                results = list(scenec.migrate(library, out, to="mars", executor=Here()))
            except WriteError:  # there is not even a folder
                results = []
        assert step == 0 or len(results) == 2
        assert all(each.status == "converted" or (each.status, each.code) == ("failed", 4) for each in results)
        assert not list(out.rglob(".scenec.*"))
        list(scenec.migrate(library, out, to="mars", executor=Here()))
        assert content(out) == content(tmp_path / "whole")
        if len(failing.calls) <= step:
            break
    assert step > 10
    assert tree(library) == source
