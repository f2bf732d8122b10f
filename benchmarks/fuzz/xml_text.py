"""XML of nested lists, with escapes."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from benchmarks.fuzz.values import Wild


class Tag:
    """An element."""

    def __init__(self, name: str, attributes: dict[str, str] | None = None, text: str = "") -> None:
        self.name = name
        self.attributes = attributes or {}
        self.text = text
        self.children: list[Tag] = []

    def add(self, name: str, attributes: dict[str, str] | None = None, text: str = "") -> Tag:
        child = Tag(name, attributes, text)
        self.children.append(child)
        return child


def xml_text(root: Tag, wild: Wild) -> str:
    """The text of a tree; a wild one forgets an escape now and then."""
    lines: list[str] = []
    stack: list[tuple[Tag | str, int]] = [(root, 0)]
    while stack:
        tag, depth = stack.pop()
        if isinstance(tag, str):
            lines.append(tag)
            continue
        attributes = "".join(f" {name}={_quoted(value, wild)}" for name, value in tag.attributes.items())
        text = tag.text if wild.wild else escape(tag.text)
        if not tag.children and not text:
            lines.append(f"{' ' * depth}<{tag.name}{attributes}/>")
            continue
        lines.append(f"{' ' * depth}<{tag.name}{attributes}>{text}")
        stack.append((f"{' ' * depth}</{tag.name}>", depth))
        stack += [(child, min(depth + 1, 20)) for child in reversed(tag.children)]
    return "\n".join(lines) + "\n"


def _quoted(value: str, wild: Wild) -> str:
    return f'"{value}"' if wild.wild else quoteattr(value)
