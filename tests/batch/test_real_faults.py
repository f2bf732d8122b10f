"""Faults made for real: names that are no text, kills, limits of the system, foreign files, full and read-only disks."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.batch.file_changes import Judge, file_sha, stamp_of
from scenec.batch.state import FILE
from tests.batch.conftest import balance, content, put, scene
from tests.batch.test_migration import Here, migrate, statuses
from tests.processes import one_conversion, patience, started, until

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
COMMAND = [sys.executable, "-m", "scenec", "migrate"]
posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def limited(kind: str, value: int) -> Any:
    """Return what a child process does first: take a limit of the system."""
    import resource

    return lambda: resource.setrlimit(getattr(resource, kind), (value, value))


def run(*arguments: str | Path, **options: Any) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *(str(each) for each in arguments), "--to", "sdformat"]
    return subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False, timeout=patience(), **options)


# ---------------------------------------------------------------- names


@linux
def test_names_that_are_no_text_do_not_stop_a_migration(library: Path, tmp_path: Path) -> None:
    """Neither of a file nor of a folder; the second run knows them, and so do all forms of reports."""
    shutil.copy(os.fsencode(library / "c.ros2"), os.fsencode(library) + b"/odd\xff.ros2")
    os.mkdir(os.fsencode(library) + b"/fold\xfer")
    shutil.copy(os.fsencode(library / "c.ros2"), os.fsencode(library) + b"/fold\xfer/e.ros2")
    forms = [f"--report={tmp_path}/r.{form}" for form in ("json", "html", "md", "txt", "sarif")]
    first = run(library, tmp_path / "out", "--jobs", "1", *forms)
    assert (first.returncode, balance(first.stderr)) == (0, "6 files: 6 converted")
    assert os.path.isfile(os.fsencode(tmp_path) + b"/out/odd\xff.sdf")
    assert os.path.isfile(os.fsencode(tmp_path) + b"/out/fold\xfer/e.sdf")
    second = run(library, tmp_path / "out", *forms, f"--baseline={tmp_path}/r.json")
    assert (second.returncode, balance(second.stderr)) == (0, "6 files: 6 unchanged")
    os.unlink(os.fsencode(library) + b"/odd\xff.ros2")
    assert balance(run(library, tmp_path / "out", "--prune").stderr) == "5 files: 5 unchanged, 1 pruned"
    assert not os.path.exists(os.fsencode(tmp_path) + b"/out/odd\xff.sdf")


# ---------------------------------------------------------------- what has changed


@pytest.fixture
def fine_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system whose times tell every change, so that files which are a moment old are settled."""
    monkeypatch.setattr("scenec.batch.file_changes.GRAIN", 0)


def test_a_change_under_the_same_size_and_time_is_seen(library: Path, tmp_path: Path) -> None:
    """As `cp -p` and `rsync -t` leave it."""
    migrate(library, tmp_path / "out")
    before = (library / "c.ros2").stat()
    put(library, "c.ros2", scene("c", mass=7.0))
    os.utime(library / "c.ros2", ns=(before.st_mtime_ns, before.st_mtime_ns))
    assert (library / "c.ros2").stat().st_size == before.st_size
    assert statuses(migrate(library, tmp_path / "out"))["c.ros2"] == "converted"
    assert b"<mass>7" in (tmp_path / "out/c.sdf").read_bytes()


def test_an_edited_output_of_the_same_size_and_time_is_kept(library: Path, tmp_path: Path) -> None:
    migrate(library, tmp_path / "out")
    made = tmp_path / "out/c.sdf"
    before, edited = made.stat(), made.read_bytes().replace(b"<mass>1", b"<mass>9")
    made.write_bytes(edited)
    os.utime(made, ns=(before.st_mtime_ns, before.st_mtime_ns))
    put(library, "c.ros2", scene("c", mass=2.0))
    assert statuses(migrate(library, tmp_path / "out"))["c.ros2"] == "held"
    assert made.read_bytes() == edited


@pytest.mark.usefixtures("fine_clock")
@pytest.mark.parametrize("seconds", [0, 1, 4 * 10**9, 2**34])
def test_the_content_decides_where_a_time_is_implausible(tmp_path: Path, seconds: int) -> None:
    """Stores set every time to 0 or 1; a time in the future was set by somebody, and may not even fit into 64 bits."""
    file = put(tmp_path, "a", "content")
    assert Judge().unchanged_stamp(str(file), "another hash", stamp_of(file.stat())) is not None, "times tell"
    os.utime(file, (seconds, seconds))
    stamp = stamp_of(file.stat())
    assert Judge().unchanged_stamp(str(file), "another hash", stamp) is None
    assert Judge().unchanged_stamp(str(file), file_sha(str(file)), stamp) is not None


@pytest.mark.usefixtures("fine_clock")
def test_the_content_decides_where_most_files_have_one_time_or_it_is_asked_for(tmp_path: Path) -> None:
    file = put(tmp_path, "a", "content")
    stamp = stamp_of(file.stat())
    assert Judge(unreliable=[stamp.mtime]).unchanged_stamp(str(file), "another hash", stamp) is None
    assert Judge(always_read=True).unchanged_stamp(str(file), "another hash", stamp) is None


@pytest.mark.usefixtures("fine_clock")
@pytest.mark.parametrize(("together", "expected"), [(True, {"converted"}), (False, {"unchanged"})])
def test_a_library_whose_files_all_have_one_time_is_read_again(library: Path, tmp_path: Path, together: bool, expected: set[str]) -> None:
    """Another remembered hash stands for a content that was exchanged under the same stamp."""
    for number, file in enumerate(sorted(library.rglob("*.ros*")) + sorted(library.rglob("*.rsi*"))):
        os.utime(file, (1_600_000_000, 1_600_000_000 + (0 if together else number)))
    migrate(library, tmp_path / "out")
    with sqlite3.connect(tmp_path / "out" / FILE) as database:
        database.execute("UPDATE inputs SET sha = 'of another content' WHERE sha != ''")
    database.close()
    assert set(statuses(migrate(library, tmp_path / "out")).values()) == expected


def test_a_file_that_has_just_changed_may_change_again_unseen(tmp_path: Path) -> None:
    assert stamp_of(put(tmp_path, "a", "content").stat()).changed == 0


def test_a_library_with_far_times_is_migrated(library: Path, tmp_path: Path) -> None:
    """A year that 64 bits of nanoseconds cannot hold."""
    os.utime(library / "a.ros2", (2**34, 2**34))
    migrate(library, tmp_path / "out")
    assert statuses(migrate(library, tmp_path / "out"))["a.ros2"] == "unchanged"


def test_checksum_is_an_option_of_the_command(library: Path, tmp_path: Path) -> None:
    assert run(library, tmp_path / "out", "--jobs", "1").returncode == 0
    assert balance(run(library, tmp_path / "out", "--checksum").stderr) == "4 files: 4 unchanged"


# ---------------------------------------------------------------- processes


def slow(folder: Path) -> Path:
    """A scene that takes minutes."""
    bodies = "".join(f'<Body name="b{number}"><SphereMass value="1kg" radius="1m"/></Body>' for number in range(60_000))
    return put(folder, "slow.ros2", f'<Simulation><Scene name="slow">{bodies}</Scene></Simulation>')


@posix
def test_workers_end_with_the_process_that_started_them(tmp_path: Path) -> None:
    """The pipes are closed then: their reader need not wait for minutes."""
    for number in range(2):
        slow(tmp_path / f"library/{number}")
    put(tmp_path, "library/a.ros2", scene("a"))
    command = [*COMMAND, "library", "out", "--to", "sdformat", "--jobs", "2"]
    with started(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        until(lambda: process.poll() is not None or (tmp_path / "out" / FILE).exists(), "the workers are started")
        time.sleep(4 * one_conversion())  # the workers are at work
        assert process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=patience(100))  # raises TimeoutExpired where somebody still has the pipes


GUARDLESS = """
import sys
import time
import scenec
print("script", file=sys.stderr)
try:
    for result in scenec.migrate(sys.argv[1], sys.argv[2], to="sdformat", jobs=2):
        print(result.status)
except scenec.ScenecError as problem:
    print("refused:", problem)
"""


def test_a_script_without_a_guard_is_reported_so_once(library: Path, tmp_path: Path) -> None:
    script = put(tmp_path, "script.py", GUARDLESS)
    command = [sys.executable, str(script), str(library), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False, timeout=patience())
    (line,) = done.stdout.splitlines()
    assert line.startswith("refused: scenec.migrate() starts worker processes, and each of them runs this script from its beginning")
    assert 'if __name__ == "__main__":' in line
    assert "Traceback" not in done.stderr


def test_a_guarded_script_works(library: Path, tmp_path: Path) -> None:
    body = "".join(f"    {line}\n" for line in GUARDLESS.strip().splitlines()[3:])
    script = put(tmp_path, "script.py", f'import sys\nimport scenec\nif __name__ == "__main__":\n{body}')
    command = [sys.executable, str(script), str(library), str(tmp_path / "out")]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False, timeout=patience())
    assert done.stdout.split() == ["converted"] * 4


@posix
def test_a_smaller_limit_of_memory_counts_and_is_reported(library: Path, tmp_path: Path) -> None:
    done = run(library, tmp_path / "out", "--jobs", "1", preexec_fn=limited("RLIMIT_AS", 1 << 30))
    assert (done.returncode, done.stderr.splitlines()[0]) == (
        0,
        "scenec: note: a worker gets 1,024 MB of memory, as `ulimit -v` says, not 4,096 MB (--memory)",
    )
    assert "4 files: 4 converted" in done.stderr


@posix
def test_workers_that_cannot_even_begin_are_one_error(library: Path, tmp_path: Path) -> None:
    done = run(library, tmp_path / "out", "--jobs", "1", "--memory", "20")
    errors = [line for line in done.stderr.splitlines() if line.startswith("scenec: ")]
    assert done.returncode == 5 or "4 converted" in done.stderr
    assert len(errors) <= 1, done.stderr


@linux
def test_too_few_open_files_are_reported_as_such(library: Path, tmp_path: Path) -> None:
    done = run(library, tmp_path / "out", "--jobs", "2", "-q", preexec_fn=limited("RLIMIT_NOFILE", 12))
    assert done.returncode == 5
    (line,) = done.stderr.splitlines()
    assert line.startswith("scenec: error: worker processes cannot be started: too many open files")


def test_an_executor_that_is_closed_is_a_scenec_error(library: Path, tmp_path: Path) -> None:
    from concurrent.futures import ThreadPoolExecutor

    threads = ThreadPoolExecutor(1)
    results = iter(scenec.migrate(library, tmp_path / "out", to="sdformat", executor=threads))
    threads.shutdown()
    with pytest.raises(scenec.ScenecError, match="the executor is gone"):
        list(results)
    assert set(statuses(migrate(library, tmp_path / "out")).values()) == {"converted"}


# ---------------------------------------------------------------- the memory of a migration


@posix
@pytest.mark.parametrize("suffix", ["", "-wal", "-shm", "-journal"])
def test_a_link_in_the_place_of_the_memory_is_refused(library: Path, tmp_path: Path, suffix: str) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / (FILE + suffix)).symlink_to(tmp_path / "elsewhere.sqlite")
    with pytest.raises(scenec.WriteError, match="is a symbolic link, and a migration remembers its work in a file of its own; remove it"):
        migrate(library, tmp_path / "out")
    assert not (tmp_path / "elsewhere.sqlite").exists()


@posix
def test_a_pipe_in_the_place_of_the_memory_is_refused(library: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    os.mkfifo(tmp_path / "out" / FILE)
    with pytest.raises(scenec.WriteError, match="is not an ordinary file"):
        migrate(library, tmp_path / "out")


@pytest.mark.parametrize("version", [0, 1, 2, 7])
def test_the_database_of_another_program_is_left_alone(library: Path, tmp_path: Path, version: int) -> None:
    (tmp_path / "out").mkdir()
    with sqlite3.connect(tmp_path / "out" / FILE) as database:
        database.execute("CREATE TABLE bookmarks (url TEXT)")
        database.execute(f"PRAGMA user_version={version}")
    database.close()
    before = (tmp_path / "out" / FILE).read_bytes()
    with pytest.raises(scenec.WriteError, match="is the database of another program"):
        migrate(library, tmp_path / "out")
    assert (tmp_path / "out" / FILE).read_bytes() == before


def test_a_memory_of_the_form_before_is_taken_over(library: Path, tmp_path: Path) -> None:
    """Outputs of earlier versions stay ours: they are replaced, not held."""
    out = tmp_path / "out"
    migrate(library, out)
    with sqlite3.connect(out / FILE) as database:
        for table in ("inputs", "outputs"):
            for column in ("changed", "inode"):
                database.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        database.execute("PRAGMA user_version=1")
        database.execute("PRAGMA application_id=0")
    database.close()
    assert set(statuses(migrate(library, out)).values()) == {"unchanged"}
    put(library, "c.ros2", scene("c", mass=2.0))
    assert statuses(migrate(library, out))["c.ros2"] == "converted"


def test_what_is_no_database_can_be_removed(library: Path, tmp_path: Path) -> None:
    put(tmp_path, f"out/{FILE}", "not a database, but long enough to be looked at" * 100)
    with pytest.raises(scenec.WriteError, match=r"is damaged: .*; remove it, and everything is converted again"):
        migrate(library, tmp_path / "out")


# ---------------------------------------------------------------- disks


def on_a_disk(options: str, then: str) -> subprocess.CompletedProcess[str]:
    """Run a shell command with a small disk of its own at $DISK. Skips where mounting is not allowed."""
    place = Path(os.environ.get("TMPDIR", "/tmp")) / f"scenec-disk-{os.getpid()}"
    place.mkdir(exist_ok=True)
    flags = ["-m"] if os.geteuid() == 0 else ["-rm"]
    script = f'mount -t tmpfs -o "{options}" tmpfs "$DISK" || exit 99\n{then}'
    environment = {**ENVIRONMENT, "DISK": str(place)}
    try:
        done = subprocess.run(
            ["unshare", *flags, "sh", "-c", script], capture_output=True, text=True, env=environment, check=False, timeout=patience()
        )
    except FileNotFoundError:
        pytest.skip("no unshare here")
    finally:
        place.rmdir()
    if done.returncode in (1, 99) and ("unshare" in done.stderr or "mount" in done.stderr):
        pytest.skip("mounting a disk is not allowed here")
    return done


MIGRATE = f'"{sys.executable}" -m scenec migrate'


@linux
def test_a_full_disk_is_reported_as_such(library: Path) -> None:
    done = on_a_disk("size=64k", f'head -c 60000 /dev/zero > "$DISK/fill"\n{MIGRATE} "{library}" "$DISK/out" --to sdf -j 1 -q')
    assert done.returncode == 4
    (line,) = done.stderr.splitlines()
    assert "no space left on device" in line
    assert "remove" not in line


@linux
def test_a_disk_that_fills_up_keeps_what_was_converted(library: Path) -> None:
    for number in range(40):
        put(library, f"more/r{number}.ros2", scene(f"r{number}"))
    then = f'{MIGRATE} "{library}" "$DISK/out" --to sdf -j 1 -q\necho "status $?"\nls "$DISK/out/a.sdf"'
    done = on_a_disk("size=200k", then)
    assert "status 0" not in done.stdout and "status 70" not in done.stdout, done.stderr
    assert done.stdout.splitlines()[-1].endswith("a.sdf")
    assert "no space left on device" in done.stderr
    assert "remove" not in done.stderr


@linux
@pytest.mark.parametrize("before", ["", 'mkdir "$DISK/out"\n', "migrate"])
def test_a_read_only_disk_is_reported_as_such(library: Path, before: str) -> None:
    again = f'{MIGRATE} "{library}" "$DISK/out" --to sdf -j 1 -q'
    first = f"{again}\n" if before == "migrate" else before
    done = on_a_disk("size=4m", f'{first}mount -o remount,bind,ro "$DISK"\n{again}')
    assert done.returncode == 4
    (line,) = done.stderr.splitlines()
    assert "read-only file system" in line
    assert "remove" not in line


@posix
def test_a_limit_on_the_size_of_files_is_reported_as_such(library: Path, tmp_path: Path) -> None:
    done = run(library, tmp_path / "out", "-q", preexec_fn=limited("RLIMIT_FSIZE", 2048))
    assert done.returncode == 4
    assert "file too large" in done.stderr
    assert "remove" not in done.stderr


def test_the_library_is_untouched_by_all_that(library: Path, tmp_path: Path) -> None:
    before = content(library)
    list(scenec.migrate(library, tmp_path / "out", to="sdformat", executor=Here()))
    assert content(library) == before
