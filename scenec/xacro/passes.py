"""What waits to be expanded."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from scenec.syntax.xml_mixed import MixedElement, MixedFile, MixedText
from scenec.xacro.document import MadeElement
from scenec.xacro.macros import Call
from scenec.xacro.scopes import Scope

Item = MixedElement | MixedText
PREFIX = "xacro:"


class Pass(msgspec.Struct, eq=False):
    """Elements and texts that are being expanded one after the other.

    items: they, of which those from `at` on are left. made: where results go. owner: the element that ``xacro:attribute`` adds to.
    declaring: the one that gets the prefixes of macros and files used here. file: the one that is being read, from which relative names
    start. end: called when all is done. is_file: these are the content of an included file. does_comments: comments are evaluated, too.
    """

    items: list[Item]
    made: list[Item]
    owner: MadeElement
    declaring: MadeElement
    file: MixedFile
    scope: Scope
    call: Call | None = None
    end: Callable[[], None] | None = None
    at: int = 0
    is_file: bool = False
    does_comments: bool = False

    def inner(self, items: list[Item], owner: MadeElement, *, made: list[Item] | None = None) -> Pass:
        """A pass over other items in the same scope. made: where results go, if not where these go."""
        return Pass(items, self.made if made is None else made, owner, owner, self.file, self.scope, self.call)

    def dissolving(self, element: MixedElement, *, scope: Scope, file: MixedFile, call: Call | None) -> Pass:
        """A pass over the content of a macro or of an included file's outermost element, which is not in the result. Its prefixes are
        declared where it is used."""
        declaring = self.declaring
        for name in element.attributes:
            if name.startswith("xmlns:") and name != "xmlns:xacro" and name not in declaring.attributes:
                declaring.put(name, element.attributes[name], element.place_of(name))
        return Pass(element.content, self.made, dissolved(element), declaring, file, scope, call)


def dissolved(element: MixedElement) -> MadeElement:
    """Stands for an element whose content alone is kept: what adds attributes to it is lost with it, as with ROS's xacro."""
    return MadeElement(element.tag, {}, element.file, element.index, [])
