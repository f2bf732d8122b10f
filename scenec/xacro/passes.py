"""What waits to be expanded."""

from __future__ import annotations

from collections.abc import Callable

from scenec.syntax.xml_mixed import MixedElement, MixedFile, MixedText
from scenec.xacro.document import MadeElement
from scenec.xacro.macros import Call, MacroTable
from scenec.xacro.scopes import Table

Item = MixedElement | MixedText
PREFIX = "xacro:"


class Pass:
    """Elements and texts that are being expanded one after the other.

    items: they, of which those from `at` on are left. made: where results go. owner: the element that ``xacro:attribute`` adds to. file:
    the one that is being read, from which relative names start. end: called when all is done. is_file: these are the content of an included
    file. does_comments: comments are evaluated, too.
    """

    __slots__ = ("at", "call", "does_comments", "end", "file", "is_file", "items", "macros", "made", "owner", "table")

    def __init__(
        self,
        around: Pass | None,
        items: list[Item],
        *,
        made: list[Item],
        owner: MadeElement,
        file: MixedFile,
        table: Table,
        macros: MacroTable,
    ) -> None:
        self.items = items
        self.at = 0
        self.made = made
        self.owner = owner
        self.file = file
        self.table = table
        self.macros = macros
        self.call: Call | None = around.call if around is not None else None
        self.end: Callable[[], None] | None = None
        self.is_file = False
        self.does_comments = False

    def inner(self, items: list[Item], *, made: list[Item] | None = None, owner: MadeElement) -> Pass:
        """A pass over other items in the same scope. made: where results go, if not where these go."""
        return Pass(
            self, items, made=self.made if made is None else made, owner=owner, file=self.file, table=self.table, macros=self.macros
        )
