"""A migration on a real scheduler with two workers gives the bytes that one here gives."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import scenec
from scenec.batch.shipping import convert_shipped, pack
from scenec.batch.worker import Task, convert_task
from tests.batch.conftest import PART, content, put, scene
from tests.batch.test_migration import Here, statuses

pytest.importorskip("distributed", reason="dask.distributed is not installed (pip install 'scenec[cluster]')")


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler on the loopback, with two worker processes."""
    folder = tmp_path_factory.mktemp("cluster")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "DASK_DISTRIBUTED__WORKER__DAEMON": "True"}
    with ExitStack() as stack:

        def start(*arguments: str) -> None:
            command = [sys.executable, "-m", "distributed.cli." + arguments[0], *arguments[1:]]
            with open(folder / "log", "a") as log:
                process = subprocess.Popen(command, stderr=log, env=environment, cwd=folder)
            stack.callback(process.wait)
            stack.callback(process.terminate)

        start("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        while not (found := re.search(r"tcp://127\.0\.0\.1:\d+", (folder / "log").read_text())):
            time.sleep(0.1)
        address = found[0]
        for name in ("one", "two"):
            start(
                "dask_worker", address, "--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(folder)
            )
        distributed: Any = import_module("distributed")  # it has no types
        with distributed.Client(address, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
        yield address


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
    expected = convert_task(task)
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


def test_an_error_of_a_far_worker_names_the_file_here(tmp_path: Path) -> None:
    source = put(tmp_path, "library/a.ros2", "<Simulation><Scene>")
    task = Task(source=str(source), target=str(tmp_path / "a.sdf"), from_="simrobot", to="sdformat", options={})
    assert convert_shipped(task, pack((str(tmp_path / "library"),))).error == convert_task(task).error


def test_a_scheduler_that_is_not_there_is_told(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenec.batch.cluster.PATIENCE", 1)
    with pytest.raises(scenec.UsageError, match=r"no scheduler answers at tcp://127\.0\.0\.1:1"):
        list(scenec.migrate(library, tmp_path / "out", to="sdformat", executor="tcp://127.0.0.1:1"))
