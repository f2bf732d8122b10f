"""The cases: what users do and what they see, as Markdown that can be read, pasted and run (tests/cases/).

A case holds files and commands. A fence whose word is a file name is that file; a fence ``console`` holds commands and what they
print: ``% scenec ...`` or ``% cat FILE``, then its output, errors behind ``2> ``, and ``=> N`` where the exit status is not 0.
``pytest --accept`` writes what was printed into the case; read the difference before you commit it.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.processes import patience

ROOT = Path(__file__).parents[1]
CASES = sorted((Path(__file__).parent / "cases").glob("*.md"))
FENCE = re.compile(r"^```(\S+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)


def printed(command: str, folder: Path) -> str:
    """Return what a command shows, in the notation of the cases."""
    words = shlex.split(command)
    if words[0] == "cat":
        return "".join((folder / name).read_text(encoding="utf-8") for name in words[1:])
    assert words[0] == "scenec", f"a case runs scenec and cat, not {words[0]}"
    done = subprocess.run(
        [sys.executable, "-m", "scenec", *words[1:]], cwd=folder, capture_output=True, text=True, encoding="utf-8", timeout=patience()
    )
    lines = [*done.stdout.splitlines(), *(f"2> {line}".rstrip() for line in done.stderr.splitlines())]
    if done.returncode:
        lines.append(f"=> {done.returncode}")
    return "".join(f"{line}\n" for line in lines)


def ran(case: str, folder: Path) -> str:
    """The case as it should read: every console fence with what its commands print now."""

    def again(fence: re.Match[str]) -> str:
        word, body = fence[1], fence[2]
        if word != "console":
            place = folder / word
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(body, encoding="utf-8")
            return fence[0]
        commands = [line[2:] for line in body.splitlines() if line.startswith("% ")]
        return "```console\n" + "".join(f"% {command}\n{printed(command, folder)}" for command in commands) + "```"

    return FENCE.sub(again, case)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_reads_as_it_runs(path: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    case = path.read_text(encoding="utf-8")
    now = ran(case, tmp_path)
    if request.config.getoption("--accept"):
        path.write_text(now, encoding="utf-8")
    else:
        assert now == case


def test_there_are_cases() -> None:
    assert CASES


def test_an_issue_can_be_pasted_as_a_case(tmp_path: Path) -> None:
    """The form of a bug report is filled in with a case, so that the answer is one, too."""
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "bug.yml").read_text(encoding="utf-8"))
    (case,) = [field["attributes"]["value"] for field in form["body"] if field.get("id") == "case"]
    now = ran(case, tmp_path)
    assert "% scenec convert robot.urdf -o robot.sdf\n2> robot.urdf" in now
    assert "=> " not in now
    assert (tmp_path / "robot.sdf").is_file()
