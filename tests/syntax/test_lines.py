"""Lines are written as they come, however many, and the last can still become longer."""

from __future__ import annotations

import pytest

from scenec.syntax.lines import Lines


@pytest.mark.parametrize("count", [1, 2, 999, 1000, 1001, 1002, 2500])
def test_every_line_arrives_once_and_in_order(count: int) -> None:
    lines = Lines()
    for number in range(count):
        lines.append(f"{number}")
        lines.lengthen("ü")
    assert lines.finished() == "".join(f"{number}ü\n" for number in range(count)).encode()


def test_there_is_no_last_line_before_the_first() -> None:
    lines = Lines()
    assert not lines
    lines.append("")
    assert lines
