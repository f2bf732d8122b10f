"""A migration on a real scheduler with two workers gives the bytes that one here gives."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

import scenec
from scenec.batch.shipping import convert_shipped, pack
from scenec.batch.worker import Task, convert_task
from tests.batch.conftest import PART, content, put, scene
from tests.batch.test_migration import Here, statuses
from tests.processes import patience, started, until

pytestmark = pytest.mark.sweep

ADDRESS = re.compile(r"tcp://127\.0\.0\.1:\d+")


class Started(NamedTuple):
    address: str
    scheduler: subprocess.Popen[bytes]


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler on the loopback, with two worker processes."""
    with cluster_in(tmp_path_factory.mktemp("cluster")) as made:
        yield made.address


def ended(process: subprocess.Popen[bytes]) -> None:
    """End a process of the cluster. A worker that has lost its scheduler does not always obey."""
    process.terminate()
    try:
        process.wait(patience(20))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(patience())


@contextmanager
def cluster_in(folder: Path) -> Iterator[Started]:
    """A cluster of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "DASK_DISTRIBUTED__WORKER__DAEMON": "True", "TMPDIR": str(folder)}
    with ExitStack() as stack:

        def start(*arguments: str) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
            with open(folder / "log", "a") as log:
                process = subprocess.Popen(command, stderr=log, env=environment, cwd=folder)
            stack.callback(ended, process)
            return process

        scheduler = start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        until(lambda: ADDRESS.search((folder / "log").read_text()), "the scheduler listens")
        address = ADDRESS.findall((folder / "log").read_text())[0]
        for name in ("one", "two"):
            start(
                "dask_worker", address, "--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)
            )
        distributed: Any = import_module("distributed")  # it has no types
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=patience())
        yield Started(address, scheduler)


def test_a_cluster_gives_the_same_bytes(cluster: str, library: Path, tmp_path: Path) -> None:
    put(library, "broken.ros2", "<Simulation>")
    here = list(scenec.migrate(library, tmp_path / "here", to="sdformat", executor=Here()))
    there = list(scenec.migrate(library, tmp_path / "there", to="sdformat", executor=cluster))
    assert statuses(there) == statuses(here)
    assert content(tmp_path / "there") == content(tmp_path / "here")
    assert [result.report.to_json() for result in there] == [result.report.to_json() for result in here]
    assert "unchanged" in statuses(scenec.migrate(library, tmp_path / "there", to="sdformat", executor=cluster))["a.ros2"]


def test_what_a_worker_cannot_see_is_sent(tmp_path: Path) -> None:
    """The library is packed and removed, as if the worker were another machine; only the answer's paths speak of it."""
    library = tmp_path / "library"
    put(library, "parts/bump.rsi2", PART.format(radius=0.2))
    source = put(library, "a.ros2", scene("a", part="parts/bump.rsi2"))
    task = Task(source=str(source), target=str(tmp_path / "a.sdf"), from_="simrobot", to="sdformat", options={})
    here = convert_task(task)
    far = [msgspec.structs.replace(each, stamp=msgspec.structs.replace(each.stamp, changed=0, inode=0)) for each in here.inputs]
    expected = msgspec.structs.replace(here, inputs=tuple(far))
    package = pack((str(library),))
    library.rename(tmp_path / "elsewhere")
    assert "cannot be read" in convert_task(task).error
    assert convert_shipped(task, package) == expected


def sees_nothing(path: str, content: str) -> bool:
    """A worker on another machine."""
    return False


def test_a_library_goes_to_the_cluster_once(cluster: str, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    list(scenec.migrate(library, tmp_path / "here", to="sdformat", executor=Here()))
    monkeypatch.setattr("scenec.batch.cluster.sees", sees_nothing)
    results = list(scenec.migrate(library, tmp_path / "there", to="sdformat", executor=cluster))
    assert set(statuses(results).values()) == {"converted"}
    assert content(tmp_path / "there") == content(tmp_path / "here")


@pytest.mark.skipif(os.name != "posix", reason="needs links")
def test_files_are_not_unpacked_where_somebody_else_may_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a folder for temporary files of all users, anybody may have made one of the expected name."""
    source = put(tmp_path, "library/a.ros2", scene("a"))
    task = Task(source=str(source), target=str(tmp_path / "a.sdf"), from_="simrobot", to="sdformat", options={})
    for number, is_link in enumerate((True, False)):
        (tmp_path / "trap").mkdir(exist_ok=True)
        shared = tmp_path / str(number)
        shared.mkdir()
        monkeypatch.setattr("tempfile.tempdir", str(shared))
        planted = shared / f"scenec-library-{os.getuid()}"
        if is_link:
            planted.symlink_to(tmp_path / "trap")
        else:
            planted.mkdir()
            planted.chmod(0o777)
        assert convert_shipped(task, pack((str(tmp_path / "library"),))).error == ""
        assert list(planted.iterdir()) == []


def test_an_error_of_a_far_worker_names_the_file_here(tmp_path: Path) -> None:
    source = put(tmp_path, "library/a.ros2", "<Simulation><Scene>")
    task = Task(source=str(source), target=str(tmp_path / "a.sdf"), from_="simrobot", to="sdformat", options={})
    assert convert_shipped(task, pack((str(tmp_path / "library"),))).error == convert_task(task).error


def test_a_scheduler_that_is_not_there_is_reported(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenec.batch.cluster.PATIENCE", 1)
    with pytest.raises(scenec.UsageError, match=r"no scheduler answers at tcp://127\.0\.0\.1:1"):
        list(scenec.migrate(library, tmp_path / "out", to="sdformat", executor="tcp://127.0.0.1:1"))


def test_a_cluster_that_closes_during_a_migration_is_one_error(tmp_path: Path) -> None:
    """Exit status 5; what was done before is kept, and the next run goes on from there."""
    for number in range(300):
        put(tmp_path, f"library/r{number}.ros2", scene(f"r{number}"))
    (tmp_path / "cluster").mkdir()
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", "scenec", "migrate", "library", "out", "--to", "sdf", "-q", "--report", "r.json"]
    with ExitStack() as stack:
        made = stack.enter_context(cluster_in(tmp_path / "cluster"))
        migration = stack.enter_context(started([*command, "--executor", made.address], cwd=tmp_path, stderr=subprocess.PIPE))
        until(lambda: migration.poll() is not None or list((tmp_path / "out").glob("*.sdf")), "the first file is written")
        made.scheduler.terminate()
        _, err = migration.communicate(timeout=patience())
    (line,) = err.splitlines()
    assert migration.returncode == 5
    assert line.startswith(f"scenec: error: the cluster at {made.address} is gone")
    done = len(list((tmp_path / "out").glob("*.sdf")))
    assert 0 < done < 300
    assert len(json.loads((tmp_path / "r.json").read_text())["rows"]) == done
    assert subprocess.run([*command, "--jobs", "1"], cwd=tmp_path, env=environment, check=False).returncode == 0
    assert json.loads((tmp_path / "r.json").read_text())["files"] | {"unchanged": 0} == {
        "converted": 300 - done,
        "unchanged": 0,
        "skipped": 0,
        "failed": 0,
        "held": 0,
        "stale": 0,
        "pruned": 0,
    }
