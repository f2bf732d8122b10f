"""The promises of `--help`: the options there are, each with a word, an example, and nothing that does not work yet."""

from __future__ import annotations

import re

import click
import pytest

from scenec.cli.convert import command as convert
from scenec.cli.main import COMMANDS
from scenec.cli.main import scenec as group
from tests.cli.conftest import Scenec

OFFERED = {
    "--from",
    "--to",
    "--output",
    "--search-path",
    "--lenient",
    "--parameter",
    "--allow-env",
    "--srdf",
    "--constants",
    "--confine",
    "--old-light",
    "--base",
    "--dry-run",
    "--onto",
    "--changed",
    "--as",
    "--layout",
    "--flatten",
    "--split",
    "--joint-zero",
    "--motors",
    "--density",
    "--adapt-joints",
    "--poses",
    "--materials",
    "--package-name",
    "--merge-fixed",
    "--ready",
    "--name-map",
    "--mesh-format",
    "--assets",
    "--assets-dir",
    "--no-clobber",
    "--report",
    "--ledger",
    "--verify",
    "--carry",
    "--carry-to",
    "--fail-on",
    "--strict",
    "--severity",
    "--ignore",
    "--baseline",
    "--quiet",
    "--verbose",
    "--help",
}
"""The options of the published command line that `convert` has today."""
SHORT = {"-f": "--from", "-t": "--to", "-o": "--output", "-q": "--quiet", "-v": "--verbose", "-h": "--help"}


def options_of(command: click.Command) -> list[click.Option]:
    context = click.Context(command, help_option_names=["-h", "--help"])  # click keeps the first help option it makes
    return [each for each in command.get_params(context) if isinstance(each, click.Option)]


def test_convert_has_exactly_the_options_that_work() -> None:
    names = {name for option in options_of(convert) for name in option.opts if name.startswith("--")}
    assert names | {"--help"} == OFFERED


def test_the_short_forms_stand_for_the_long_ones(scenec: Scenec) -> None:
    text = scenec("convert", "--help").out
    assert {short for short, long in SHORT.items() if f"{short}, {long}" in text} == set(SHORT)


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_takes_an_optional_value(name: str) -> None:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert [option.name for option in options_of(command) if getattr(option, "_flag_needs_value", False)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_every_command_lists_options_and_shows_an_example(scenec: Scenec, name: str) -> None:
    done = scenec(name, "--help")
    assert (done.status, done.err) == (0, "")
    assert re.search(rf"Examples?:\n +scenec {name}\b", done.out)
    command = group.get_command(click.Context(group), name)
    assert command is not None
    assert [option.name for option in options_of(command) if not option.help and option.name != "help"] == []


def test_the_overview_names_every_command_and_exit_status(scenec: Scenec) -> None:
    text = scenec("--help").out
    assert all(f"\n  {name} " in text for name in COMMANDS)
    assert all(f" {status}  " in text for status in (0, 1, 2, 3, 4, 5, 70, 130))


def test_formats_in_which_an_option_does_the_same_are_named_together(scenec: Scenec) -> None:
    text = " ".join(scenec("convert", "--help").out.split())
    assert (
        "SimRobot, MJCF: a floor and a light where there is none, servos for a robot without actuators. SDFormat: plugins for actuators"
        in text
    )
    assert "URDF: a file of controllers for ros2_control." in text
    assert "Each gets a finding. For SimRobot, URDF." in text


def test_help_is_the_same_for_the_short_and_the_long_option(scenec: Scenec) -> None:
    assert scenec("-h").out == scenec("--help").out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("scenec con", ["convert"]),
        ("scenec convert --sev", ["--severity"]),
        ("scenec convert --from sim", ["simrobot"]),
        ("scenec convert --to simrobot@", ["simrobot@core2", "simrobot@core3"]),
        ("scenec convert --to sdf@1.1", ["sdf@1.10", "sdf@1.11", "sdf@1.12"]),
        ("scenec explain ros", ["ros2", "ros3"]),
        ("scenec explain simrobot sdf", ["sdformat", "sdf"]),
        ("scenec view --show visuals,co", ["visuals,collisions"]),
        ("scenec migrate --to mar", ["mars"]),
        ("scenec convert --fail-on n", ["note", "naming", "never"]),
        ("scenec check --fail-on p", ["physics"]),
        ("scenec check --format s", ["sarif"]),
        ("scenec check --severity mesh-unu", ["mesh-unused="]),
        ("scenec check --severity mesh-unused=", ["mesh-unused=error", "mesh-unused=warning", "mesh-unused=note"]),
        ("scenec check --ignore mesh-unu", ["mesh-unused"]),
        ("scenec explain friction-table", ["friction-table-to-surfaces-dropped"]),
    ],
)
def test_the_shell_completes_commands_options_formats_and_codes(
    scenec: Scenec, monkeypatch: pytest.MonkeyPatch, words: str, expected: list[str]
) -> None:
    monkeypatch.setenv("_SCENEC_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(len(words.split()) - 1))
    assert [line.partition(",")[2] for line in scenec().out.splitlines()] == expected
