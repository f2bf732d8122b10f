"""The page of long checks must not call something proven that failed, was given up or was never run."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from benchmarks.proof import ROOT, Outcome, Step, holds, page, remember, remembered, run, steps, whole_run, without_places


def test_a_failing_step_does_not_hold_and_shows_its_last_lines() -> None:
    outcome = run(Step("loss", "nothing is silent", ("python", "-c", "print('12 scenes'); print('3 SILENT'); raise SystemExit(1)"), 1))
    text = page([outcome], [])
    assert "| [loss](#loss) | nothing is silent | **fails** (exit status 1) | 0 |  |" in text
    assert "3 SILENT" in text
    assert "12 scenes" not in text.split("```")[1].split("$")[1].split("\n", 1)[1]


def test_a_step_that_something_else_runs_is_listed_with_the_reason() -> None:
    step = Step("speed", "timings", ("python", "-c", ""), apart="wants a quiet machine")
    assert "| speed | timings | was not run: wants a quiet machine | | |" in page([], [], [step])


def test_a_whole_run_leaves_out_only_what_is_said_to_be_run_elsewhere() -> None:
    every = steps("1", "made", 1, 1)
    assert {step.name for step in whole_run(every, shared=True)} == {step.name for step in every} - {"sweeps", "speed", "migration"}
    assert not any(step.shared for step in whole_run(every, shared=False))


@pytest.mark.sweep
def test_a_step_that_takes_too_long_is_given_up_and_said_to_be() -> None:
    outcome = run(Step("fuzz", "bad input", ("python", "-c", "import time; time.sleep(60)"), hours=0.0003))
    assert outcome.status is None
    assert "given up after 0.0003 h" in page([outcome], [])


def test_what_was_left_out_is_listed() -> None:
    step = Step("golden", "readers", ("python", "-c", ""), shared=True)
    assert "| golden | readers | left out: `../shared` is not here | | |" in page([], [step])


def test_a_step_may_keep_bytecode_where_its_caller_may_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else every process that it starts compiles the package, which would be measured as minutes of the step."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    outcome = run(Step("arrives", "results load", ("python", "-c", "import sys; print(sys.dont_write_bytecode)")))
    assert outcome.lines == ["False"]


def test_a_step_that_ends_well_holds() -> None:
    assert "| holds |" in page([run(Step("floors", "no worse", ("python", "-c", "")))], [])


def test_a_step_that_runs_again_leaves_the_others_with_their_commits(tmp_path: Path) -> None:
    steps = [Step(name, "it", ("python", "-c", f"print('{name} ran')")) for name in ("loss", "pairs", "speed")]
    remember([run(step, "aaa") for step in steps[:2]], tmp_path)
    known = remembered(steps, tmp_path) | {"pairs": run(steps[1], "bbb")}
    text = page(list(known.values()), [], [steps[2]])
    assert "| holds | 0 | aaa |\n| [pairs](#pairs) | it | holds | 0 | bbb |\n| speed | it | was not run | | |" in text
    assert "loss ran" in text


def test_figures_of_an_earlier_run_are_none_of_this_one(tmp_path: Path) -> None:
    (tmp_path / "golden.json").write_text("[]")
    assert not golden(tmp_path / "golden.json", 0, "print('total 830/830')").complete


WRITES = "import sys; open(sys.argv[1], 'w').write('[]'); print('FAIL a.sdf'); print('total 828/830'); sys.exit(int(sys.argv[2]))"


def golden(figures: Path, status: int, program: str = WRITES) -> Outcome:
    """How a check ended that is judged by the floors of what it writes."""
    command = ("python", "-c", program, str(figures), str(status))
    return run(Step("golden", "readers", command, 2, judge="floors", figures=str(figures), because="sdformat.md"))


def floors(status: int) -> Outcome:
    return run(Step("floors", "no worse", ("python", "-c", f"raise SystemExit({status})")))


def test_what_is_known_to_fail_is_shown_and_judged_by_its_floors(tmp_path: Path) -> None:
    outcomes = [golden(tmp_path / "golden.json", 1), floors(0)]
    text = page(outcomes, [])
    assert "| [golden](#golden) | readers | holds as before, says [floors](#floors); not all passes |" in text
    assert "FAIL a.sdf\ntotal 828/830\n" in text
    assert "Exit status 1: not all passes. [floors](#floors) judges" in text
    assert all(holds(outcome, outcomes) for outcome in outcomes)


@pytest.mark.parametrize(
    ("status", "program", "judged"),
    [
        (1, WRITES, 1),  # worse than before
        (1, WRITES, None),  # without a verdict
        (2, WRITES, 0),  # crashed, or misused
        (1, "raise RuntimeError", 0),  # crashed before it wrote anything
        (0, "print('total 830/830')", 0),  # ended well without its figures
    ],
)
def test_a_check_without_figures_or_with_worse_ones_fails(tmp_path: Path, status: int, program: str, judged: int | None) -> None:
    outcomes = [golden(tmp_path / "golden.json", status, program), *([] if judged is None else [floors(judged)])]
    assert not holds(outcomes[0], outcomes)
    assert "| [golden](#golden) | readers | **fails** (" in page(outcomes, [])


def test_the_page_names_no_folder_of_this_machine() -> None:
    inner = f"{ROOT / '..' / 'shared'}/corpus/a.xml:1:1"
    assert (
        without_places(f"{ROOT}/x.py: /robot[1]/link[1] in {os.path.abspath(inner)}")
        == "./x.py: /robot[1]/link[1] in ../shared/corpus/a.xml:1:1"
    )
    assert without_places((ROOT / "proof.md").read_text(encoding="utf-8")) == (ROOT / "proof.md").read_text(encoding="utf-8")
