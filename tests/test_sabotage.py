"""Hide one value of a scene from a writer that writes everything else: exactly that value is lost, and nothing else is said.

This does not trust any writer: the writer here looks at every leaf but one, and what the ledger says about all the others
must be what it says when nothing is hidden.
"""

from __future__ import annotations

import pytest

from scenec.accounting.lens import Reads, lens
from scenec.accounting.settle import NEUTRAL
from scenec.ir.walk import at_path, leaves
from tests.scenes import kitchen_sink
from tests.tracing import Path, Traced, dotted, read_everything


def is_said_by_silence(path: Path, value: object) -> bool:
    """Whether every target means this value when it says nothing, or it only names another value."""
    owner = type(at_path(kitchen_sink(), path[:-1])).__name__
    return NEUTRAL.get((owner, path[-1])) == value or (owner, path[-1]) in {("Extra", "format"), ("Extra", "key")}


MADE = Traced(kitchen_sink())
LEAVES = [path for path, value in leaves(kitchen_sink()) if not is_said_by_silence(path, value)]


def test_there_is_much_to_hide() -> None:
    assert len(LEAVES) > 800


def test_a_writer_that_reads_everything_loses_nothing() -> None:
    reads: Reads = {}
    read_everything(lens(MADE.scene, reads))
    report = MADE.settled(reads)
    assert report.findings == ()
    assert report.totals["values"] == report.totals["kept"] + report.totals["converted"] == len(MADE.paths)


@pytest.mark.parametrize("part", range(8))
def test_a_hidden_value_is_dropped_and_no_other_line_changes(part: int) -> None:
    for hidden in LEAVES[part::8]:
        reads: Reads = {}
        read_everything(lens(MADE.scene, reads), but=hidden)
        report = MADE.settled(reads)
        lines = list(report.ledger)
        assert {MADE.paths[i] for i, line in enumerate(lines) if line.fate == "dropped"} == {hidden}, dotted(hidden)
        assert [finding.fate for finding in report.findings] == ["dropped"], dotted(hidden)
        assert all(line.finding == (0 if line.fate == "dropped" else None) for line in lines), dotted(hidden)
