"""Hide one value of a scene from its writer: exactly that value is lost, and nothing else is said.

First with a writer that looks at every leaf but one, then with a real conversion of which one look is struck out.
"""

from __future__ import annotations

from pathlib import Path as FilePath

import pytest

from scenec.accounting.leaf_uses import PRINTED
from scenec.accounting.ledger import Ledger
from scenec.accounting.settle import NEUTRAL
from scenec.converters import load
from scenec.converters.format import ReadOptions, ReadRequest
from scenec.ir.walk import at_path, leaves
from scenec.trace import LEAF, Ids, ids_of
from tests.formats import swept
from tests.printing import printed
from tests.scenes import kitchen_sink
from tests.tracing import Path, Traced, dotted


def is_said_by_silence(path: Path, value: object) -> bool:
    """Whether every target means this value when it says nothing, or it only names another value."""
    owner = type(at_path(kitchen_sink(), path[:-1])).__name__
    return NEUTRAL.get((owner, path[-1])) == value or (owner, path[-1]) in {("Extra", "format"), ("Extra", "key")}


MADE = Traced(kitchen_sink())
LEAVES = [path for path, value in leaves(kitchen_sink()) if not is_said_by_silence(path, value)]


def test_there_is_much_to_hide() -> None:
    assert len(LEAVES) > 800


def test_a_writer_that_reads_everything_loses_nothing() -> None:
    report = MADE.settled(MADE.all_but())
    assert report.findings == ()
    assert report.totals["values"] == report.totals["kept"] + report.totals["converted"] == len(MADE.paths)


@pytest.mark.parametrize("part", [swept(part, part > 0) for part in range(16)])
def test_a_hidden_value_is_dropped_and_no_other_line_changes(part: int) -> None:
    for hidden in LEAVES[part::16]:
        report = MADE.settled(MADE.all_but(hidden))
        lines = list(report.ledger)
        assert {MADE.paths[i] for i, line in enumerate(lines) if line.fate == "dropped"} == {hidden}, dotted(hidden)
        assert [finding.fate for finding in report.findings] == ["dropped"], dotted(hidden)
        assert all(line.finding == (0 if line.fate == "dropped" else None) for line in lines), dotted(hidden)


# ---------------------------------------------------------------- a real conversion


def test_a_claim_struck_out_of_a_real_conversion_loses_exactly_its_values() -> None:
    source, target = load("simrobot"), load("sdformat")
    fixture = FilePath(__file__).parents[1] / "fixtures" / "humanoid" / "humanoid.ros2"
    ledger = Ledger()
    uses = ledger.uses
    assert source.read is not None
    scene = source.read(
        ReadRequest(
            data=fixture.read_bytes(),
            name="humanoid.ros2",
            shown="humanoid.ros2",
            path=str(fixture),
            folder=str(fixture.parent),
            version="",
            options=ReadOptions(),
            ledger=ledger,
            open=lambda path: FilePath(path).read_bytes(),
        )
    ).scene
    made = printed(target, scene, ledger, steps=target.adaptations, stem="humanoid")
    scene, stamped = made.scene, made.stamped
    said, claims_of_leaves = list(ledger.entries), bytearray(uses._claimed)

    def fates(struck_out: Ids = ()) -> list[str]:
        ledger.entries[:] = said
        uses._claimed = bytearray(claims_of_leaves)  # settling makes findings, which mark leaves
        for leaf in struck_out:
            uses._claimed[leaf - LEAF] = 0
        settled = made.settle()
        return [settled.of(value_id) for value_id in range(ledger.value_count)]

    kept = [path for path, value in leaves(stamped) if uses.mark_of(value) == PRINTED and ids_of(value)]
    before = fates()
    assert len(kept) > 500
    struck = 0
    for path in kept[::9]:
        after = fates(ids_of(at_path(stamped, path)))
        changed = {value_id for value_id, (old, new) in enumerate(zip(before, after, strict=True)) if old != new}
        assert changed <= set(ids_of(at_path(scene, path))), dotted(path)
        assert {after[value_id] for value_id in changed} <= {"dropped"}, dotted(path)
        struck += bool(changed)
    assert struck > len(kept[::9]) / 2  # the others are implied, or lost in another use already
