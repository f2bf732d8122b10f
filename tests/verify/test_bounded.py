"""A foreign program cannot hang a conversion, flood it, see our environment, or leave something running."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scenec.verify.bounded import ask, cleaned_output
from tests.processes import patience, until
from tests.verify.conftest import Program


def test_a_program_that_does_not_end_is_ended_with_all_it_has_started(program: Program, tmp_path: Path) -> None:
    endless = program("endless", f"sleep 600 & echo $! >{tmp_path}/child; wait")
    answer = ask([str(endless)], str(tmp_path), timeout=0.5)
    assert answer.trouble == "took longer than 0.5 s"
    child = int((tmp_path / "child").read_text())
    until(lambda: _is_gone(child), "the child is gone")


def test_a_program_that_writes_without_end_is_ended(program: Program, tmp_path: Path) -> None:
    answer = ask([str(program("flood", "yes"))], str(tmp_path), timeout=patience(), most=1 << 20)
    assert answer.trouble == "wrote more than 1 MB"
    assert len(answer.out) <= 1 << 20


def test_a_program_that_crashes_is_reported_by_its_signal(program: Program, tmp_path: Path) -> None:
    answer = ask([str(program("crash", "kill -SEGV $$"))], str(tmp_path))
    assert answer.trouble == "was ended by SIGSEGV"


def test_a_program_sees_where_programs_are_and_no_secret_of_ours(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_TOKEN", "secret")
    answer = ask([str(program("look", "env; pwd"))], str(tmp_path), {"SDF_PATH": "/models"})
    seen = dict(line.partition("=")[::2] for line in answer.out.splitlines())
    assert "SOME_TOKEN" not in seen
    assert (seen["HOME"], seen["SDF_PATH"]) == (str(tmp_path), "/models")
    assert answer.out.splitlines()[-1] == os.path.realpath(tmp_path)


def test_a_program_that_waits_for_input_gets_none(program: Program, tmp_path: Path) -> None:
    assert ask([str(program("reader", "cat; echo end"))], str(tmp_path), timeout=patience()).out == "end\n"


def test_its_words_become_one_line_that_cannot_steer_a_terminal_and_names_no_place_of_this_machine(tmp_path: Path) -> None:
    (tmp_path / "w").mkdir()
    words = (
        f"\x1b[31mError\x1b[0m in {tmp_path}/w/arm.sdf:3\n\x07 see {os.path.realpath(os.path.dirname(os.__file__))}/os.py, /sdf/model[1]"
    )
    assert cleaned_output(words, [str(tmp_path / "w")]) == "Error in arm.sdf:3 see os.py, /sdf/model[1]"
    assert cleaned_output("x" * 1000, []) == "x" * 400 + "..."


def _is_gone(process: int) -> bool:
    """Whether a process has ended; the system may take a moment to say so, and one without a parent may stay as a zombie."""
    try:
        with open(f"/proc/{process}/stat") as file:
            if file.read().rpartition(")")[2].split()[0] == "Z":
                return True
        os.kill(process, 0)
    except (ProcessLookupError, FileNotFoundError):
        return not Path("/proc").is_dir() or not Path(f"/proc/{process}").exists()
    return False
