"""The examples of findings (docs/examples/): their commands run and report the codes that each page lists, at the lines that it names.

``pytest --accept`` writes the lines that are reported now into the pages; read the difference before you commit it.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from scenec.checks import findings as checks
from scenec.cli.codes import all_codes
from scenec.cli.main import scenec
from scripts import finding_examples
from scripts.finding_examples import FOLDER, ROOT, Example, examples, without
from tests.processes import patience

pytestmark = pytest.mark.sweep

PAGES = sorted({each.page for each in examples()})
MOST_LINES = 60
MOST_WORDS = 30  # of a sentence with its values, among them lists and messages of parsers; rows have up to 20
NO_TEXTS = dict.fromkeys(("headline", "because", "consequence", "hint"), "")
BANNED_START = re.compile(r"(It|Its|He|She|They|Their|That|What|Who|Whoever|Nothing)\b")


def in_folder(example: Example, folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Command -> the findings that it reports, of an example whose files are put into a folder."""
    for name, text in example.files.items():
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text, encoding="utf-8", newline="\n")
    for name, fixture in example.fixtures.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / fixture, folder / name)
    return {command: findings(command) for command in example.commands}


def findings(command: str) -> list[dict[str, Any]]:
    """Return what a command reports. It runs in the working directory."""
    program, *words = shlex.split(command)
    if program == "python":
        return refusals(words)
    if program == "sed":
        replace_in_file(words)
        return []
    assert program == "scenec"
    Path("report.json").unlink(missing_ok=True)
    done = CliRunner().invoke(scenec, [*words, "--report", "report.json", "-q"])
    assert Path("report.json").exists(), (command, done.exit_code, done.output, done.exception)
    found: list[dict[str, Any]] = json.loads(Path("report.json").read_text(encoding="utf-8"))["findings"]
    return found


def replace_in_file(words: list[str]) -> None:
    """Do what `sed -i s/TEXT/REPLACEMENT/ FILE` does, on every platform. The text must be in the file."""
    option, edit, file = words
    _, text, replacement, _ = edit.split("/")
    before = Path(file).read_text(encoding="utf-8")
    assert option == "-i" and text in before, (edit, before)
    Path(file).write_text(before.replace(text, replacement), encoding="utf-8", newline="\n")


def refusals(words: list[str]) -> list[dict[str, Any]]:
    """Run a Python program. Return the codes that it prints, and those whose headlines it prints, as findings without a place."""
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, encoding="utf-8", timeout=patience())
    assert done.returncode == 0, done.stderr
    printed = [code for code in all_codes().known() if code in done.stdout.split()]
    refused = [code for code, start in headlines().items() if start in done.stdout]
    return [{"code": code, "source": None, "value": "", **NO_TEXTS} for code in printed + refused]


@cache
def headlines() -> dict[str, str]:
    """Code of each check of a scene -> its headline, up to the first slot."""
    return {code: row.headline.partition("{")[0].rstrip(": ") for code, row in checks.CODES.items() if row.headline}


def lines_of(found: list[dict[str, Any]], code: str, file: str) -> list[int]:
    """The lines of a file that findings of a code are about, 0 for a finding without a line in it."""
    places = [each["source"] or {} for each in found if each["code"] == code]
    return [place.get("line", 0) if Path(place.get("file", "")).name == Path(file).name else 0 for place in places]


def texts(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The sentences of a finding, each with the name of the text that it is of. Values of the file are not counted as words."""
    value = found["value"]
    for name in ("headline", "because", "consequence", "hint"):
        text = found[name].replace(value, "X") if len(value) > 1 else found[name]
        yield from ((name, sentence) for sentence in re.split(r"(?<=[.?!]) (?=[A-Z{-])", text))


@pytest.mark.parametrize("page", PAGES)
def test_every_example_reports_the_codes_of_its_list(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    wrong, unreadable = [], []
    for number, example in enumerate(each for each in examples() if each.page == page):
        folder = tmp_path / str(number)
        folder.mkdir()
        monkeypatch.chdir(folder)
        entry = next(iter(example.files))
        for command, found in in_folder(example, folder).items():
            for code, line in example.commands[command].items():
                lines = lines_of(found, code, entry)
                if line not in lines:
                    wrong.append((example.title, command, code, line, lines))
            unreadable += [
                (each["code"], name, text)
                for each in found
                for name, text in texts(each)
                if BANNED_START.match(text) or len(text.split()) > MOST_WORDS
            ]
    if request.config.getoption("--accept"):
        accept(page, wrong)
    else:
        assert wrong == []
        assert unreadable == []


def accept(page: str, wrong: list[tuple[str, str, str, int, list[int]]]) -> None:
    """Write the lines that are reported into a page; codes that are not reported any more are left out."""
    place = FOLDER / f"{page}.md"
    now = {(title, command, code): lines for title, command, code, _, lines in wrong}
    changed = []
    for each in examples():
        if each.page == page:
            commands = {
                command: {
                    code: now.get((each.title, command, code), [line])[0]
                    for code, line in codes.items()
                    if now.get((each.title, command, code), [line])
                }
                for command, codes in each.commands.items()
            }
            needed = {command: codes for command, codes in commands.items() if codes or not each.commands[command]}
            changed.append(each._replace(commands=needed))
    introduction = place.read_text(encoding="utf-8").partition("\n## ")[0]
    place.write_text(finding_examples.page(introduction, changed), encoding="utf-8", newline="\n")


def test_every_code_has_an_example_or_a_reason_why_it_has_none() -> None:
    shown = set(finding_examples.example_of())
    codes = set(all_codes().known())
    assert codes - shown - set(without()) == set(), "add an example to docs/examples/, or the code with its reason to without.md"
    assert set(without()) & shown == set(), "these have an example: remove them from docs/examples/without.md"
    assert (shown | set(without())) - codes == set(), "no finding has these codes"


def test_a_code_has_one_example() -> None:
    named = [code for each in examples() for codes in each.commands.values() for code in codes]
    assert sorted({code for code in named if named.count(code) > 1}) == []


def test_examples_are_short() -> None:
    assert [each.title for each in examples() if sum(text.count("\n") for text in each.files.values()) > MOST_LINES] == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_of_examples_is_printed_as_it_is_read(page: str) -> None:
    text = (FOLDER / f"{page}.md").read_text(encoding="utf-8")
    found = [each for each in examples() if each.page == page]
    assert finding_examples.page(text.partition("\n## ")[0], found) == text
    assert len({each.anchor for each in found}) == len(found), "two examples have one title"
    assert [each.title for each in found if "<" in re.sub("`[^`]+`", "", each.title)] == [], "a page drops tags outside of `code`"
