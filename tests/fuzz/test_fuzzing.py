"""The fuzzer itself: inputs can be made again, and what breaks a promise is seen, kept and made smaller."""

from __future__ import annotations

import os
import signal
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import scenec
from benchmarks.fuzz import crew
from benchmarks.fuzz import judge as judging
from benchmarks.fuzz.case import FORMATS, Case, keep, kept
from benchmarks.fuzz.crew import PATIENCE, Tally, Worker
from benchmarks.fuzz.inputs import PAIRS, made
from benchmarks.fuzz.judge import judge
from benchmarks.fuzz.minimise import minimised

pytestmark = pytest.mark.sweep

SOUND = b'<sdf version="1.9">\n<model name="a">\n<link name="b"/>\n<link name="c"/>\n</model>\n</sdf>\n'


def test_a_number_makes_the_same_input_every_time_and_goes_round_all_pairs() -> None:
    numbers = range(4 * len(PAIRS))  # some kinds of input choose a source of their own
    cases = [made(7, number) for number in numbers]
    assert cases == [made(7, number) for number in numbers]
    assert {(case.source.partition("@")[0], case.target) for case in cases} >= {(a, b) for a in FORMATS for b in FORMATS if a != "simrobot"}


def test_a_sound_file_breaks_no_promise(tmp_path: Path) -> None:
    verdict = judge(Case("sdformat", "mars", "a.sdf", SOUND), tmp_path, thorough=True)
    assert (verdict.outcome, verdict.failures) == ("converted", ())


def crash() -> None:
    raise KeyError("nobody")


def warn() -> None:
    warnings.warn("odd", RuntimeWarning, stacklevel=1)


def fill_memory() -> None:
    assert b"x" * 300_000_000


def spin() -> None:
    while True:
        pass


@pytest.fixture
def breaking(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[], None]], None]:
    """Conversions do something before they begin that they promise not to do."""

    def breaks(broken: Callable[[], None]) -> None:
        def prepare(*arguments: Any, **options: Any) -> Any:
            broken()
            return scenec.api.prepare(*arguments, **options)

        monkeypatch.setattr(judging, "prepare", prepare)
        monkeypatch.setattr(judging, "SECONDS", 0.5)

    return breaks


@pytest.mark.parametrize(
    ("broken", "seen"),
    [(crash, "convert: KeyError"), (warn, "warns: RuntimeWarning"), (fill_memory, "too much memory"), (spin, "convert takes too long")],
)
def test_what_breaks_a_promise_is_seen(
    broken: Callable[[], None], seen: str, breaking: Callable[[Callable[[], None]], None], tmp_path: Path
) -> None:
    breaking(broken)
    assert seen in " ".join(map(str, judge(Case("sdformat", "mars", "a.sdf", SOUND), tmp_path).failures))


def test_a_kept_failure_is_the_same_again_and_gets_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def prepare(src: str, *arguments: Any, **options: Any) -> Any:
        if b'"c"' in Path(src).read_bytes():
            raise KeyError("c")
        return scenec.api.prepare(src, *arguments, **options)

    case = Case("sdformat", "mars", "a.sdf", SOUND, {"unused.obj": b"v 0 0 0\n"})
    assert kept(keep(case, tmp_path / "kept", "x")) == (case, "x")
    monkeypatch.setattr(judging, "prepare", prepare)
    (failure,) = {str(each) for each in judge(case, tmp_path / "place").failures if "KeyError" in str(each)}
    small = minimised(case, failure, tmp_path / "place")
    assert (small.data, small.beside) == (b'"c"', {})


def tally_with(monkeypatch: pytest.MonkeyPatch, sent: signal.Signals, to: str, inputs: int = 20) -> Tally:
    """Of a run in which a worker gets a signal as soon as it is about its first input: the one that judges first, the one that repeats, or,
    at its start, the one that takes the place of one that was killed. One that is stopped is waited for only then no longer."""
    hear, after = crew._hear, list[int]()

    def hears(worker: Worker, selector: Any, tally: Tally, every: int) -> None:
        if worker.is_given_up:  # what takes its place has the usual time to start
            crew.PATIENCE = PATIENCE
        hear(worker, selector, tally, every)
        if not after and worker.at is not None and worker.hash_seed == ("2" if to == "repeats" else "1"):
            after.append(worker.at)
            os.kill(worker.process.pid, signal.SIGKILL if to == "starts again" else sent)
            crew.PATIENCE = 0.2 if sent == signal.SIGSTOP else PATIENCE
        elif to == "starts again" and worker.is_another and worker.at is None and worker.process.poll() is None:
            os.kill(worker.process.pid, sent)

    monkeypatch.setattr(crew, "_hear", hears)
    monkeypatch.setattr(crew, "PATIENCE", PATIENCE)
    *_, tally = crew.run(1, inputs=inputs, twins=1)
    return tally


posix = pytest.mark.skipif(os.name != "posix", reason="needs POSIX")


@posix
@pytest.mark.parametrize(
    ("sent", "to", "message"),
    [("SIGKILL", "repeats", "only in another process: the process died with status -9"), ("SIGSTOP", "judges", "no answer")],
)
def test_a_worker_that_dies_or_hangs_is_a_failure_of_its_input_and_the_run_goes_on(
    sent: str, to: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    tally = tally_with(monkeypatch, signal.Signals[sent], to)
    assert list(tally.failures) == [message]
    assert tally.total == (19 if to == "judges" else 20), "all others were judged"


@posix
def test_what_was_found_is_kept_when_a_worker_cannot_start_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tally = tally_with(monkeypatch, signal.SIGKILL, "starts again")
    assert list(tally.failures) == ["the process died with status -9", "a worker cannot start again (exit status -9)"]
