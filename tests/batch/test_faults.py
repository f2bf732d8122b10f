"""Faults in a long run: killed at any moment, workers that die, files that take too long."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import scenec
from scenec.batch.pool import LocalPool
from scenec.batch.undisturbed import undisturbed
from scenec.batch.worker import Outcome, Task, convert_task
from tests.batch.conftest import content, put, scene
from tests.batch.test_migration import Here, statuses
from tests.processes import one_conversion, started

KILLS = 20
FILES = 1500


def task(source: Path, timeout: float = 0.0) -> Task:
    return Task(source=str(source), target="/nowhere/x.sdf", from_="simrobot", to="sdformat", options={}, timeout=timeout)


def dies(task: Task) -> Outcome:
    """Work whose process is gone before it is done."""
    os._exit(9)


def dies_on_a(task: Task) -> Outcome:
    return dies(task) if task.source.endswith("a.ros2") else convert_task(task)


def names_its_source(task: Task) -> Outcome:
    """Work that dies on `a.ros2` and says else which task it did."""
    return dies(task) if task.source.endswith("a.ros2") else Outcome(main=task.source)


@pytest.mark.sweep
def test_killed_at_any_moment_it_ends_as_if_undisturbed(tmp_path: Path) -> None:
    """kill -9 twenty times, at random; the run after that gives what one run gives."""
    library, out, whole = tmp_path / "library", tmp_path / "out", tmp_path / "whole"
    for number in range(FILES):
        put(library, f"{number % 7}/robot{number}.ros2", scene(f"robot{number}"))
    list(scenec.migrate(library, whole, to="sdformat", executor=Here()))
    command = [sys.executable, "-m", "scenec", "migrate", str(library), str(out), "--to", "sdformat", "--jobs", "1", "-q"]
    generator = random.Random(20)
    killed = 0
    for _ in range(KILLS):
        with started(command) as process:
            time.sleep(generator.uniform(0.3, 2.5) * one_conversion())
            killed += process.poll() is None
    assert killed  # else the machine is so fast that nothing was tried
    assert subprocess.run(command, check=False).returncode == 0
    assert content(out) == content(whole)
    assert list(out.rglob(".scenec.*")) == []


def test_after_a_kill_only_what_is_missing_is_converted(tmp_path: Path) -> None:
    """The memory is at most half a second behind the files; files written since are recognised."""
    library, out = tmp_path / "library", tmp_path / "out"
    for number in range(5):
        put(library, f"r{number}.ros2", scene(f"r{number}"))
    code = (
        "import os, scenec\n"
        "from tests.batch.test_migration import Here\n"
        f"for number, result in enumerate(scenec.migrate({str(library)!r}, {str(out)!r}, to='sdformat', executor=Here())):\n"
        "    if number == 2: os.kill(os.getpid(), 9)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=False, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    put(library, "r1.ros2", scene("r1", mass=7))  # written, not remembered, and changed since
    results = statuses(scenec.migrate(library, out, to="sdformat", executor=Here()))
    assert set(results.values()) <= {"converted", "unchanged"}
    assert results["r1.ros2"] == "converted"
    assert b"<mass>7" in (out / "r1.sdf").read_bytes()


def test_a_worker_that_dies_takes_only_its_own_file_along(library: Path) -> None:
    with LocalPool(1, 0, 1) as pool:
        outcome = pool.alone(dies_on_a, task(library / "a.ros2"))
        assert "the process that converted it died" in outcome.error
        assert pool.alone(dies_on_a, task(library / "c.ros2")).error == ""


def test_tasks_that_are_sent_together_each_get_their_own_outcome() -> None:
    tasks = [task(Path(f"/library/r{number}.ros2")) for number in range(101)]
    with LocalPool(2, 0, len(tasks)) as pool:
        futures = [pool.submit(names_its_source, each) for each in tasks]
        outcomes = [pool.result(future) for future in futures]
    assert [outcome and outcome.main for outcome in outcomes] == [each.source for each in tasks]


def test_a_worker_that_dies_does_not_take_along_what_was_sent_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "library"
    for number in range(40):
        put(library, f"r{number:02}{'a' * (number == 13)}.ros2", scene(f"r{number}"))
    monkeypatch.setattr("scenec.batch.migration.convert_task", dies_on_a)
    results = list(scenec.migrate(library, tmp_path / "out", to="sdformat", jobs=1))
    assert {result.source: result.status for result in results} == {
        path.name: "failed" if path.stem.endswith("a") else "converted" for path in library.iterdir()
    }
    assert [result.source for result in results] == sorted(path.name for path in library.iterdir())


def test_a_broken_pool_is_replaced_and_the_rest_goes_on(library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scenec.batch.migration.convert_task", dies_on_a)
    results = {result.source: result for result in scenec.migrate(library, tmp_path / "out", to="sdformat", jobs=2)}
    assert {name: result.status for name, result in results.items()} == {
        "a.ros2": "failed",
        "b.ros2": "converted",
        "c.ros2": "converted",
        "deep/er/d.ros2": "converted",
    }
    assert "died" in results["a.ros2"].error


def test_a_file_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    bodies = "".join(f'<Body name="b{number}"><SphereMass value="1kg" radius="1m"/></Body>' for number in range(20_000))
    slow = put(tmp_path, "slow.ros2", f'<Simulation><Scene name="slow">{bodies}</Scene></Simulation>')
    outcome = convert_task(task(slow, timeout=0.05))
    assert "slow.ros2: took longer than 0.05 s and was stopped" in outcome.error


@pytest.mark.skipif(sys.platform == "win32", reason="address space is not bounded on Windows")
def test_a_file_that_needs_too_much_memory_fails_alone(tmp_path: Path) -> None:
    vertices = " ".join(["0 0 0"] * 1_000_000)
    surface = '<Surface diffuseColor="rgb(255, 0, 0)"/>'
    mesh = f"<ComplexAppearance>{surface}<Vertices>{vertices}</Vertices><Triangles>0 1 2</Triangles></ComplexAppearance>"
    put(
        tmp_path,
        "in/big.ros2",
        f'<Simulation><Scene name="big"><Body><SphereMass value="1kg" radius="1m"/>{mesh}</Body></Scene></Simulation>',
    )
    put(tmp_path, "in/small.ros2", scene("small"))
    results = {result.source: result for result in scenec.migrate(tmp_path / "in", tmp_path / "out", to="sdformat", jobs=1, memory=250)}
    assert (results["big.ros2"].status, results["small.ros2"].status) == ("failed", "converted")
    assert "memory" in results["big.ros2"].error


def test_what_a_worker_writes_stays_inside_the_target(library: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out/deep").symlink_to(tmp_path / "elsewhere")
    results = {result.source: result for result in scenec.migrate(library, tmp_path / "out", to="sdformat", executor=Here())}
    assert "lies outside" in results["deep/er/d.ros2"].error
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_an_interruption_waits_until_a_process_has_been_started() -> None:
    """One in the middle of it would leave a process that says with a traceback that its parent is gone."""
    ignored_in_the_background, done = signal.signal(signal.SIGINT, signal.default_int_handler), False
    try:
        with pytest.raises(KeyboardInterrupt):  # noqa: PT012 - what is in the block is what is tested
            with undisturbed():
                signal.raise_signal(signal.SIGINT)
                done = True
            pytest.fail("the interruption is forgotten")
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, ignored_in_the_background)
    assert done
