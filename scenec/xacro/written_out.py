"""Elements that a call of a macro made, as the text that takes the place of the call."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.syntax.splice import NotFoundError, SourceText, Span
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml_printing import escaped
from scenec.xacro.document import ExpandedDocument


def expansion_of_call(document: ExpandedDocument, call: tuple[str, int, int], text: SourceText, element: Span) -> str:
    """Return the elements that a call made, laid out as its file is. call: name of the file as places call it, line and column. text,
    element: of the file, and the call in it. Raises NotFoundError for a call that made no element."""
    made = document.made_by(call)
    if not made:
        raise NotFoundError("the call of the macro made no element")
    indentation, unit = text.indentation(element.start), text.indentation_unit
    return (text.line_end + indentation).join(line for each in made for line in _lines(each, unit))


def _lines(root: SourceNode, unit: str) -> Iterable[str]:
    """Yield the lines of an element."""
    waiting: list[tuple[SourceNode | str, int]] = [(root, 0)]
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, str):
            yield unit * depth + node
            continue
        start = " ".join((f"<{node.tag}", *(f'{name}="{_quoted(value)}"' for name, value in node.attributes.items())))
        if not node.children:
            yield unit * depth + (f"{start}>{escaped(node.text)}</{node.tag}>" if node.text else f"{start}/>")
            continue
        yield unit * depth + f"{start}>" + escaped(node.text)
        waiting.append((f"</{node.tag}>", depth))
        waiting.extend((child, depth + 1) for child in reversed(node.children))


def _quoted(value: str) -> str:
    return escaped(value).replace('"', "&quot;")
