"""A scene printed by the writer of a format, without a file that it was read from, and settled when a test asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.accounting.settle import Fates, settle
from scenec.adapt import Adaptation
from scenec.adapt import load as load_step
from scenec.converters.format import Format, WriteOptions, WriteRequest, WriteResult


class Printed(NamedTuple):
    """scene: as the writer printed it, behind the steps of its format. stamped: the same, each of whose values has a leaf."""

    record: Format
    scene: ir.Scene
    stamped: ir.Scene
    ledger: Ledger
    result: WriteResult

    @property
    def main(self) -> bytes:
        """The main file."""
        return self.result.files[self.result.main]

    def settle(self, title: str = "") -> Fates:
        """Settle what became of the values. title: what reports call the target, if not as the format."""
        implied = self.record.implied(self.result.version) if self.record.implied else {}
        return settle(self.stamped, self.ledger, target=title or self.record.title, implied=implied)


def printed(
    record: Format,
    scene: ir.Scene,
    ledger: Ledger | None = None,
    *,
    steps: Iterable[Adaptation] = (),
    options: WriteOptions | None = None,
    stem: str = "robot",
    suffix: str = "",
    **request: Any,
) -> Printed:
    """Print a scene behind some steps, and count what its files say. request: other fields of the `WriteRequest`."""
    assert record.write is not None
    ledger, suffix = ledger or Ledger(), suffix or next(iter(record.suffixes))
    for step in steps:
        scene = load_step(step)(scene, ledger, record.title)
    stamped = ledger.stamped(scene)
    asked: dict[str, Any] = {"options": options or WriteOptions(), "assets": f"{stem}_assets"} | request
    result = record.write(WriteRequest(scene=stamped, unstamped=scene, stem=stem, suffix=suffix, ledger=ledger, **asked))
    for claims in result.claims.values():
        ledger.uses.claim(claims.leaves)
    return Printed(record, scene, stamped, ledger, result)
