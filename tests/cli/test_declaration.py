"""A command line that is taken without click means what click says it means; whatever click would look at, it gets."""

from __future__ import annotations

import shlex

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenec.cli.declaration import Command
from scenec.cli.group import made
from scenec.cli.main import COMMANDS, command_named

PLAIN = ("a.ros2", "-", "b c", "a=b", "sdformat@1.9")
ODD = ("", "1", "0.5", ".", "-x", "--", "--help", "-1", "-o", "world")


@st.composite
def command_lines(draw: st.DrawFn) -> tuple[Command, list[str]]:
    """What a command asks for, with some of its options, each as it is meant or in a form that has to be looked at."""
    command = command_named(draw(st.sampled_from(list(COMMANDS))))
    words = [argument.name for argument in command.arguments]
    if command.name == "convert":
        words += ["-o", "out.sdf"]
    for option in draw(st.lists(st.sampled_from(command.options), max_size=3)) if command.options else ():
        name = draw(st.sampled_from(option.names))
        fitting = option.kind.values[0] if option.kind and option.kind.name == "Choice" else PLAIN
        value = draw(st.sampled_from([*fitting, *fitting, *fitting, *ODD]))
        usual = [name] if option.is_flag else [name, value]
        words += draw(st.sampled_from([usual, usual, usual, [f"{name}={value}"], [name], [name + value], [value]]))
    return command, words


@given(command_lines())
def test_what_is_taken_is_what_click_would_take(example: tuple[Command, list[str]]) -> None:
    command, words = example
    taken = command.taken(words)
    if taken is not None:
        assert taken == made(command).make_context(command.name, list(words)).params


@pytest.mark.parametrize(
    "line",
    [
        "convert nao.ros2 -o nao.sdf",
        "convert a.ros2 b.ros2 -o out/ --to=sdformat@1.9 -q --carry --carry-to sidecar",
        "convert - --from simrobot -o - --to sdformat --report x.json --report y.html --fail-on warning",
        "inspect nao.ros2 --physics --format json --at arm::elbow=0.5",
        "diff a.sdf b.ros2",
        "check a.rsg --ignore mesh-unused --severity light-dropped=error",
        "view nao.ros2 -o nao.html --show visuals,axes",
        "migrate Scenes Scenes3 --to simrobot@core3",
        "formats --matrix",
        "explain simrobot sdformat",
    ],
)
def test_common_command_lines_leave_nothing_to_ask(line: str) -> None:
    name, *words = shlex.split(line)
    command = command_named(name)
    taken = command.taken(words)
    assert taken is not None
    assert taken == made(command).make_context(name, list(words)).params


@pytest.mark.parametrize(
    "line",
    [
        "convert --help",
        "convert a.ros2",
        "convert -o a.sdf",
        "convert a.ros2 -o a.sdf --mesh-format ply",
        "convert a.ros2 -o a.sdf --constants missing.json",
        "convert a.ros2 -o a.sdf --no-such-option",
        "convert a.ros2 -oa.sdf",
        "convert a.ros2 -qo a.sdf",
        "convert a.ros2 -o a.sdf --strict=yes",
        "convert -o a.sdf -- -a.ros2",
        "convert a.ros2 -o",
        "convert a.ros2 -o -x",
        "diff a.sdf",
        "diff a.sdf b.sdf c.sdf",
        "diff a.sdf b.sdf --tolerance 1e-6",
    ],
)
def test_click_gets_what_has_to_be_looked_at_or_complained_of(line: str) -> None:
    name, *words = shlex.split(line)
    assert command_named(name).taken(words) is None


def test_every_declared_option_reaches_click_under_its_name() -> None:
    for name in COMMANDS:
        command = command_named(name)
        parameters = made(command).params
        assert [each.name for each in parameters] == [
            *(each.name for each in command.arguments),
            *(each.parameter for each in command.options),
        ]
        assert all(each.is_flag == option.is_flag for each, option in zip(_options(parameters), command.options, strict=True))


def _options(parameters: list[click.Parameter]) -> list[click.Option]:
    return [each for each in parameters if isinstance(each, click.Option)]
