"""`scenec formats`: what can be read and written."""

from __future__ import annotations

from scenec.converters import ALIASES, BUILT_IN, SUFFIXES, load
from tests.cli.conftest import Scenec


def test_every_format_is_listed_with_what_can_be_done_with_it(scenec: Scenec) -> None:
    done = scenec("formats")
    assert done.status == 0
    for name in BUILT_IN:
        line = next(line for line in done.out.splitlines() if line.startswith(f"{name} "))
        assert ("read" in line) == (load(name).read is not None)
        assert ("written" in line) == (load(name).write is not None)


def test_every_suffix_version_and_alias_is_listed(scenec: Scenec) -> None:
    words = scenec("formats").out.replace(",", " ").split()
    assert {*SUFFIXES, *ALIASES} <= set(words)
    assert {version for name in BUILT_IN for version in load(name).versions} <= set(words)
    assert "simrobot@core3" in words
