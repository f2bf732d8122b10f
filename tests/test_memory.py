"""A process that reads many files releases those whose scene and report are no longer in use."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

import scenec
from scenec.syntax.tree import Document
from tests.formats import READ_LENIENTLY, scene_files

pytestmark = pytest.mark.sweep

FIXTURES = Path(__file__).parents[1] / "fixtures"


def documents() -> list[str]:
    """The documents that the collector leaves. It does not look into records of a scene, so a circle through one is never freed."""
    gc.collect()
    return sorted(each.name for each in gc.get_objects() if isinstance(each, Document))


@pytest.mark.findings("*", reason="every fixture; what the process holds afterwards is judged")
def test_a_file_that_was_read_is_let_go_of() -> None:
    before = documents()
    for path in scene_files(FIXTURES):
        scenec.read(path, lenient=path.name == READ_LENIENTLY)
    assert documents() == before
