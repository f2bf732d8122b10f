"""Results of a worker process arrive whole, however the worker was started."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from operator import itemgetter
from pathlib import Path
from typing import TypeVar

import pytest

import scenec
from scenec.accounting.finding import Finding
from scenec.accounting.report import LedgerLine
from scenec.errors import ReadError, ScenecError, UnknownFormatError, UsageError, WriteError
from scenec.source import Source
from tests.processes import patience
from tests.scenes import kitchen_sink
from tests.tracing import Traced

T = TypeVar("T")
PLACE = Source("a.ros2", 3, 4, "/a[1]/@b")


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """One worker that shares nothing with this process."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as workers:
        yield workers


def there_and_back(pool: ProcessPoolExecutor, thing: T) -> T:
    back: T = pool.submit(itemgetter(0), [thing]).result(timeout=patience())
    return back


@pytest.mark.parametrize("kind", [ScenecError, ReadError, WriteError, UsageError, UnknownFormatError])
def test_errors_keep_everything_they_say(pool: ProcessPoolExecutor, kind: type[ScenecError]) -> None:
    problem = kind("no such thing", PLACE, "a thing", "thin", "write it")
    back = there_and_back(pool, problem)
    assert type(back) is kind
    assert str(back) == str(problem) == "a.ros2:3:4: no such thing; expected a thing; did you mean thin?; write it"
    assert (back.source, back.hint) == (PLACE, "write it")


def test_an_error_raised_in_a_worker_does_not_break_the_pool(pool: ProcessPoolExecutor) -> None:
    with pytest.raises(UnknownFormatError, match="did you mean simrobot"):
        pool.submit(scenec.read, b"", format="simrobto").result(timeout=patience())
    assert there_and_back(pool, 1) == 1


def test_findings_and_ledger_lines(pool: ProcessPoolExecutor) -> None:
    finding = Finding(
        "mass-dropped", "dropped", "error", "physics", PLACE, "a::b.mass", "2", "", "Mass dropped", "why", "so what", "do this", 3
    )
    line = LedgerLine("a.ros2", 3, 4, "/a[1]/@b", "2", "dropped", 0)
    assert there_and_back(pool, (finding, line)) == (finding, line)


def test_reports_with_their_ledger(pool: ProcessPoolExecutor) -> None:
    made = Traced(kitchen_sink())
    report = made.settled(made.written())
    back = there_and_back(pool, report)
    assert back.to_json() == report.to_json()
    assert list(back.ledger) == list(report.ledger)
    assert back.failed() == report.failed() is True
    assert back.lost == report.lost


def test_a_whole_conversion_in_a_worker(pool: ProcessPoolExecutor, tmp_path: Path) -> None:
    (tmp_path / "a.ros2").write_text(
        '<Simulation><Scene name="s"><Body name="b"><SphereMass value="1kg" radius="1m"/></Body></Scene></Simulation>'
    )
    scene, report = pool.submit(scenec.read, str(tmp_path / "a.ros2")).result(timeout=patience())
    assert scene == scenec.read(tmp_path / "a.ros2")[0]
    assert report.totals["values"] == len(list(report.ledger)) > 0


ROBOT = Path(__file__).parents[2] / "fixtures" / "urdf" / "arm.urdf"


def test_the_report_of_a_reading_arrives_whole_though_it_was_not_looked_at(pool: ProcessPoolExecutor) -> None:
    _, report = scenec.read(ROBOT)
    back = there_and_back(pool, report)
    _, other = scenec.read(ROBOT)
    assert back.to_json() == other.to_json()
    assert list(back.ledger) == list(other.ledger)
    assert back.folder == other.folder == str(ROBOT.parent)


def test_the_report_of_a_reading_is_worked_out_once_however_many_look_at_it() -> None:
    _, report = scenec.read(ROBOT)
    with ThreadPoolExecutor(8) as threads:
        seen = list(threads.map(lambda _: report.findings, range(32)))
    assert all(each is seen[0] for each in seen)
    assert sum(each.count for each in seen[0] if each.fate == "defaulted") == report.totals["defaulted"]
    assert not hasattr(report, "nothing")
