"""Files appear whole or not at all: after any fault at any time, the folder is as it was before."""

from __future__ import annotations

import errno
import itertools
import os
import stat
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from scenec.errors import WriteError
from scenec.output import Output, commit, commit_assets

OUTPUT = Output("robot.sdf", {"robot.sdf": b"<new/>", "robot_assets/a.obj": b"new a", "robot_assets/deep/b.obj": b"new b"})


def tree(folder: Path) -> dict[str, bytes | None]:
    """Everything below a folder: relative name -> content, None for folders."""
    return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None for path in sorted(folder.rglob("*"))}


def with_old_files(folder: Path) -> dict[str, bytes | None]:
    """A folder in which two of the three files exist already, beside one that is none of our business."""
    (folder / "robot_assets").mkdir()
    (folder / "robot.sdf").write_bytes(b"<old/>")
    (folder / "robot_assets/a.obj").write_bytes(b"old a")
    (folder / "other.txt").write_bytes(b"other")
    return tree(folder)


def test_everything_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    written = commit(OUTPUT, tmp_path / "robot.sdf")
    assert written == tuple(str(tmp_path / name) for name in ("robot.sdf", "robot_assets/a.obj", "robot_assets/deep/b.obj"))
    assert tree(tmp_path) == {
        "robot.sdf": b"<new/>",
        "robot_assets": None,
        "robot_assets/a.obj": b"new a",
        "robot_assets/deep": None,
        "robot_assets/deep/b.obj": b"new b",
    }


def test_the_main_file_takes_the_name_that_was_asked_for(tmp_path: Path) -> None:
    commit(OUTPUT, tmp_path / "new" / "folder" / "nao.sdf")
    assert (tmp_path / "new/folder/nao.sdf").read_bytes() == b"<new/>"
    assert not (tmp_path / "new/folder/robot.sdf").exists()


def test_commits_may_stage_their_files_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    for name in ("one", "two", "two"):
        commit(OUTPUT, tmp_path / "out" / name / "robot.sdf", staging=str(tmp_path / "out"))
    assert sorted(os.listdir(tmp_path / "out")) == ["one", "two"]
    assert tree(tmp_path / "out/one") == tree(tmp_path / "out/two")


def test_what_fails_leaves_nothing_for_the_next(tmp_path: Path) -> None:
    before = with_old_files(tmp_path)
    (tmp_path / "robot_assets/deep").write_bytes(b"in the way")
    with pytest.raises(WriteError, match="deep"):
        commit(OUTPUT, tmp_path / "robot.sdf", staging=str(tmp_path))
    (tmp_path / "robot_assets/deep").unlink()
    assert tree(tmp_path) == before
    commit(OUTPUT, tmp_path / "robot.sdf", staging=str(tmp_path))
    assert tree(tmp_path)["robot_assets/deep/b.obj"] == b"new b"
    assert not [name for name in tree(tmp_path) if name.startswith(".scenec")]


def test_files_are_copied_byte_for_byte(tmp_path: Path) -> None:
    (tmp_path / "wood.png").write_bytes(bytes(range(256)))
    commit(Output("a.sdf", {"a.sdf": b"x"}, {"a_assets/wood.png": str(tmp_path / "wood.png")}), tmp_path / "out" / "a.sdf")
    assert (tmp_path / "out/a_assets/wood.png").read_bytes() == bytes(range(256))


def test_a_file_may_be_copied_onto_itself(tmp_path: Path) -> None:
    (tmp_path / "wood.png").write_bytes(b"wood")
    commit(Output("a.sdf", {"a.sdf": b"x"}, {"wood.png": str(tmp_path / "wood.png")}), tmp_path / "a.sdf")
    assert (tmp_path / "wood.png").read_bytes() == b"wood"


def test_what_exists_is_replaced_or_on_request_kept(tmp_path: Path) -> None:
    before = with_old_files(tmp_path)
    with pytest.raises(WriteError, match="exists already"):
        commit(OUTPUT, tmp_path / "robot.sdf", clobber=False)
    assert tree(tmp_path) == before
    commit(OUTPUT, tmp_path / "robot.sdf")
    assert tree(tmp_path) == before | {
        "robot.sdf": b"<new/>",
        "robot_assets/a.obj": b"new a",
        "robot_assets/deep": None,
        "robot_assets/deep/b.obj": b"new b",
    }


def test_a_link_is_replaced_and_not_what_it_points_to(tmp_path: Path) -> None:
    (tmp_path / "precious.sdf").write_bytes(b"precious")
    (tmp_path / "robot.sdf").symlink_to("precious.sdf")
    commit(OUTPUT, tmp_path / "robot.sdf")
    assert (tmp_path / "precious.sdf").read_bytes() == b"precious"
    assert not (tmp_path / "robot.sdf").is_symlink()


def test_assets_alone_can_go_to_a_folder(tmp_path: Path) -> None:
    assert commit_assets(OUTPUT, tmp_path) == (str(tmp_path / "robot_assets/a.obj"), str(tmp_path / "robot_assets/deep/b.obj"))
    assert not (tmp_path / "robot.sdf").exists()


# ---------------------------------------------------------------- refusals


def test_a_folder_of_that_name_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "robot.sdf").mkdir()
    (tmp_path / "robot.sdf" / "inside").write_bytes(b"x")
    before = tree(tmp_path)
    with pytest.raises(WriteError, match=r"robot\.sdf: cannot be written: is a directory"):
        commit(OUTPUT, tmp_path / "robot.sdf")
    assert tree(tmp_path) == before


def test_an_asset_s_place_taken_by_a_folder(tmp_path: Path) -> None:
    (tmp_path / "robot_assets/deep/b.obj").mkdir(parents=True)
    before = tree(tmp_path)
    with pytest.raises(WriteError, match=r"b\.obj: cannot be written: is a directory"):
        commit(OUTPUT, tmp_path / "robot.sdf")
    assert tree(tmp_path) == before


def test_an_asset_folder_s_place_taken_by_a_file(tmp_path: Path) -> None:
    (tmp_path / "robot_assets").mkdir()
    (tmp_path / "robot_assets/deep").write_bytes(b"a file")
    before = tree(tmp_path)
    with pytest.raises(WriteError, match="deep"):
        commit(OUTPUT, tmp_path / "robot.sdf")
    assert tree(tmp_path) == before


def test_a_folder_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"x")
    with pytest.raises(WriteError, match="cannot be written"):
        commit(OUTPUT, tmp_path / "file" / "robot.sdf")
    assert tree(tmp_path) == {"file": b"x"}


def test_devices_and_pipes_are_never_replaced(tmp_path: Path) -> None:
    """Writing to /dev/null must not make an ordinary file of it."""
    os.mkfifo(tmp_path / "robot.sdf")
    with pytest.raises(WriteError, match="is not a regular file"):
        commit(OUTPUT, tmp_path / "robot.sdf")
    assert stat.S_ISFIFO((tmp_path / "robot.sdf").stat().st_mode)
    assert tree(tmp_path) == {"robot.sdf": None}


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a read-only file system")
def test_a_place_without_write_permission() -> None:
    with pytest.raises(WriteError, match=r"robot\.sdf: cannot be written"):
        commit(OUTPUT, "/proc/robot.sdf")


def test_a_copy_s_source_that_is_gone_is_named(tmp_path: Path) -> None:
    output = Output("a.sdf", {"a.sdf": b"x", "a_assets/one.obj": b"1"}, {"a_assets/two.png": str(tmp_path / "gone.png")})
    with pytest.raises(WriteError, match=r"gone\.png: cannot be copied: no such file"):
        commit(output, tmp_path / "a.sdf")
    assert tree(tmp_path) == {}


@contextmanager
def not_root() -> Iterator[None]:
    """Root may write everything; this is someone who may not."""
    if os.getuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@pytest.mark.skipif(not hasattr(os, "setresuid"), reason="needs to change users")
def test_read_only_files_and_folders_are_respected() -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(dir="/tmp") as name:  # pytest's own folders are closed to other users
        folder, closed = Path(name), Path(name) / "closed"
        folder.chmod(0o777)
        (folder / "robot.sdf").write_bytes(b"<old/>")
        (folder / "robot.sdf").chmod(0o444)
        closed.mkdir(mode=0o555)
        before = tree(folder)
        with not_root(), pytest.raises(WriteError, match="is write-protected"):
            commit(OUTPUT, folder / "robot.sdf")
        with not_root(), pytest.raises(WriteError, match="permission denied"):
            commit(OUTPUT, closed / "nao.sdf")
        assert tree(folder) == before


# ---------------------------------------------------------------- failures on the way


class Failing:
    """Lets the n-th system call of a commit fail, and remembers what is done."""

    def __init__(self, patch: pytest.MonkeyPatch, fail_at: int, problem: BaseException) -> None:
        self.calls: list[str] = []
        for name in ("mkdir", "link", "replace", "open"):
            real = open if name == "open" else getattr(os, name)
            place = "scenec.temporary.open" if name == "open" else f"os.{name}"
            patch.setattr(place, self.wrapped(name, real, fail_at, problem), raising=False)

    def wrapped(self, name: str, real: Callable[..., Any], fail_at: int, problem: BaseException) -> Callable[..., Any]:
        def call(*args: Any, **keywords: Any) -> Any:
            self.calls.append(f"{name} {os.path.basename(str(args[-1] if name in ('link', 'replace') else args[0]))}")
            if len(self.calls) - 1 == fail_at:
                raise problem
            return real(*args, **keywords)

        return call


def full() -> BaseException:
    return OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("problem", [full, KeyboardInterrupt])
@pytest.mark.parametrize("fresh", [True, False])
def test_a_failure_at_any_step_leaves_everything_as_it_was(tmp_path: Path, problem: Callable[[], BaseException], fresh: bool) -> None:
    expected = KeyboardInterrupt if problem is KeyboardInterrupt else WriteError
    for step in itertools.count():
        folder = tmp_path / str(step)
        folder.mkdir()
        before = {} if fresh else with_old_files(folder)
        with pytest.MonkeyPatch.context() as patch:
            failing = Failing(patch, step, problem())
            try:
                commit(OUTPUT, folder / ("new/robot.sdf" if fresh else "robot.sdf"))
            except expected:
                assert tree(folder) == before, failing.calls
                continue
        if len(failing.calls) <= step:  # nothing failed any more
            break
        assert failing.calls[step].startswith("link")  # a file system without links: a copy does
    assert step == 9  # folders, staged files, links and renames: each has failed once


def test_assets_are_there_before_the_main_file(tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        failing = Failing(patch, -1, full())
        commit(OUTPUT, tmp_path / "robot.sdf")
    assert [call for call in failing.calls if call.startswith("replace")] == ["replace a.obj", "replace b.obj", "replace robot.sdf"]


def test_an_old_file_is_never_away(tmp_path: Path) -> None:
    """Someone who reads the file while it is replaced sees the old or the new one."""
    with_old_files(tmp_path)
    missing: list[bool] = []
    real = os.replace

    def watching(source: str, target: str) -> None:
        missing.append(not (tmp_path / "robot.sdf").exists())
        real(source, target)
        missing.append(not (tmp_path / "robot.sdf").exists())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "replace", watching)
        commit(OUTPUT, tmp_path / "robot.sdf")
    assert not any(missing)
    assert len(missing) == 6


def test_many_threads_write_into_one_new_folder(tmp_path: Path) -> None:
    problems: list[BaseException] = []

    def work(number: int) -> None:
        try:
            commit(Output("a.sdf", {"a.sdf": b"x" * number, f"a{number}_assets/m.obj": b"m"}), tmp_path / "new" / f"a{number}.sdf")
        except BaseException as problem:
            problems.append(problem)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert sorted(path.name for path in (tmp_path / "new").glob("*.sdf")) == sorted(f"a{i}.sdf" for i in range(16))
    assert not [path for path in (tmp_path / "new").iterdir() if path.name.startswith(".")]
