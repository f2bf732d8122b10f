"""All differences between two scenes: the result of `scenec diff`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from scenec.accounting.report import Side
from scenec.difference.item import CHANGES, Change, Item

if TYPE_CHECKING:
    from scenec.ir.scene import Scene

SCHEMA = "scenec.diff/1"
FORMS = ("json", "md", "html", "txt")


class Difference:
    """The difference of two scenes, A and B.

    a, b: what reports call them: files (the entry first), format and version; empty for a scene in memory.
    items: in the order of A's links and joints, what is only in B after it. same: how many links and joints are the same in everything.
    unstated: how many values only one of two files of different formats states, of which nothing is known in the other; they are not
    compared. scenes: the two, for pictures.
    """

    def __init__(
        self,
        a: Side,
        b: Side,
        tolerance: float,
        items: tuple[Item, ...],
        same: dict[str, int],
        unstated: int,
        scenes: tuple[Scene, Scene] | None = None,
    ) -> None:
        self.a, self.b = a, b
        self.tolerance = tolerance
        self.items = items
        self.same = same
        self.unstated = unstated
        self.scenes = scenes

    @property
    def equal(self) -> bool:
        """Whether the scenes have no difference."""
        return not self.items

    @property
    def totals(self) -> dict[Change, int]:
        """How many items of each change there are."""
        counts: dict[Change, int] = dict.fromkeys(CHANGES, 0)
        for item in self.items:
            counts[item.change] += 1
        return counts

    def to_json(self) -> dict[str, Any]:
        """Plain data, schema `scenec.diff/1` (scenec/schemas/diff.schema.json)."""
        from scenec import __version__

        return {
            "schema": SCHEMA,
            "scenec": __version__,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "tolerance": self.tolerance,
            "equal": self.equal,
            "totals": dict(self.totals),
            "same": self.same,
            "unstated": self.unstated,
            "items": [item.to_json() for item in self.items],
        }

    def text(self, form: str = "txt", names: tuple[str, str] | None = None) -> str:
        """As ``txt``, ``json``, ``md`` or ``html``. names: what to call the two files, for people. Raises UsageError for another form."""
        from scenec.errors import UsageError, nearest

        if form == "json":
            from scenec.accounting.save import json_of

            return json_of(self.to_json(), indent=1).decode() + "\n"
        if form == "txt":
            from scenec.difference.render_text import plain_text

            return plain_text(self, names)
        if form == "md":
            from scenec.difference.render_markdown import markdown

            return markdown(self, names)
        if form == "html":
            from scenec.difference.render_html import html

            return html(self, names)
        raise UsageError(f"no form {form!r} of a comparison", None, f"one of {', '.join(FORMS)}", nearest(form, FORMS))

    def save(self, path: str | os.PathLike[str], names: tuple[str, str] | None = None) -> None:
        """Write it, whole or not at all; the suffix (.json, .md, .html, .txt) says the form. Raises UsageError, WriteError."""
        from scenec.accounting.save import write_whole

        suffix = os.path.splitext(os.fspath(path))[1]
        write_whole(path, [self.text(suffix.removeprefix(".").lower(), names).encode()])
