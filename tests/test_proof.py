"""The page of long checks must not call something proven that failed, was given up or was never run."""

from __future__ import annotations

from benchmarks.proof import Step, page, run


def test_a_failing_step_does_not_hold_and_shows_its_last_lines() -> None:
    outcome = run(Step("loss", "nothing is silent", ("python", "-c", "print('12 scenes'); print('3 SILENT'); raise SystemExit(1)"), 1))
    text = page([outcome], [], "abc")
    assert "| [loss](#loss) | nothing is silent | **fails** (exit status 1) | 0 |" in text
    assert "3 SILENT" in text
    assert "12 scenes" not in text.split("```")[1].split("$")[1].split("\n", 1)[1]


def test_a_step_that_takes_too_long_is_given_up_and_said_to_be() -> None:
    outcome = run(Step("fuzz", "bad input", ("python", "-c", "import time; time.sleep(60)"), hours=0.0003))
    assert outcome.status is None
    assert "given up after 0.0003 h" in page([outcome], [], "abc")


def test_what_was_left_out_is_listed() -> None:
    step = Step("golden", "readers", ("python", "-c", ""), shared=True)
    assert "| golden | readers | left out: `../shared` is not here | |" in page([], [step], "abc")


def test_a_step_that_ends_well_holds() -> None:
    assert "| holds |" in page([run(Step("floors", "no worse", ("python", "-c", "")))], [], "abc")
