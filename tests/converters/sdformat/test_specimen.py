"""Everything that the newest SDFormat has: a file made from the vocabulary says each value once, and each is read and written again."""

from __future__ import annotations

import pytest

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.versions import LATEST
from scripts.sdformat_specimen import Fate, fates

NOT_SAID = {"pose": "stands in other definitions", "model/model/@name": "as model/@name", "model_state/model_state/@name": "as above"}


@pytest.fixture(scope="module")
def fates_by_path() -> dict[str, Fate]:
    return fates()


def rows_with_values() -> set[str]:
    found = set()
    for name in vocabulary._file().definitions:
        for path in vocabulary._definition(name):
            fact = vocabulary._fact_of(vocabulary._definition(name), path, LATEST)
            if fact is not None and fact.type:
                found.add(name if path == vocabulary.OWN else f"{name}/{path}")
    return found


@pytest.mark.sweep
def test_the_specimen_says_everything(fates_by_path: dict[str, Fate]) -> None:
    assert rows_with_values() - set(fates_by_path) - set(NOT_SAID) == set()


def test_every_value_is_read(fates_by_path: dict[str, Fate]) -> None:
    assert [row for row, fate in fates_by_path.items() if not fate.read] == []


def test_every_value_is_written_again(fates_by_path: dict[str, Fate]) -> None:
    assert [row for row, fate in fates_by_path.items() if not fate.written] == []
