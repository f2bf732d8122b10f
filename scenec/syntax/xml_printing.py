"""The output tree that writers of XML formats build, and how it is printed. What has names of other namespaces, or characters that need
more than escaping, is printed through lxml (`scenec.syntax.xml_lxml_printing`), whose loading takes a fourteenth of a small conversion.

Same tree, same bytes: UTF-8, LF, two blanks a level, attributes in the order given, the text of an element without children
on its tag's line. An element tree takes many times the memory of its text, so what is complete can be turned into text early
(`Out.seal`), and no tree of the whole file is ever there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from io import BytesIO

from scenec.syntax.claims import Claims, Says
from scenec.syntax.sealed import ClaimsOfSealed, Printed, SealedParts
from scenec.syntax.xml_sealed import Scope, comment_text, has_no_prefix_but_colons

_DECLARATION = b'<?xml version="1.0" encoding="UTF-8"?>\n'
_AT_ONCE = 10_000
"""So many pieces of text are joined: a piece takes several times the memory of its characters."""


class Out:
    """An element to be written: ``Out("link", name="base").add("pose", "0 0 1 0 0 0", relative_to="world")``.

    Values are text as it shall be read back; escaping is the printer's business. Attributes whose names are no Python names
    go through `attributes`. A comment is an `Out` without tag, see `comment`.

    Most elements have a text and nothing else: attributes and children are made when first asked for.
    """

    __slots__ = ("_attributes", "_children", "_says", "tag", "text")

    speaks = False
    """Whether it knows what it says of the scene (`scenec.syntax.element.Element`)."""

    def __init__(self, tag: str, text: str | None = None, /, **attributes: str) -> None:
        self.tag = tag
        self.text = text
        self._attributes: dict[str, str] | None = attributes or None
        self._children: list[Out] | Printed | None = None
        self._says: Says = ()

    @property
    def attributes(self) -> dict[str, str]:
        if self._attributes is None:
            self._attributes = {}
        return self._attributes

    @attributes.setter
    def attributes(self, attributes: dict[str, str]) -> None:
        self._attributes = attributes

    @property
    def children(self) -> list[Out]:
        if self._children is None:
            self._children = []
        elif isinstance(self._children, Printed):
            raise AssertionError(f"<{self.tag}> is printed already")
        return self._children

    @children.setter
    def children(self, children: list[Out]) -> None:
        self._children = children

    @property
    def has_children(self) -> bool:
        return bool(self._children)

    def add(self, tag: str, text: str | None = None, /, **attributes: str) -> Out:
        """Append a new child and return it."""
        child = Out(tag, text, **attributes)
        self.children.append(child)
        return child

    def comment(self, text: str) -> None:
        """Append a comment; ``--``, which XML does not allow in one, is written ``- -``."""
        self.children.append(Out("", text))

    def seal(self, depth: int, beside: SealedParts | None = None) -> None:
        """Seal the element, which will not change: keep its text instead of its parts. depth: how many elements it will stand in. beside:
        those to keep it with, if there are many. Its tag can still be asked for, and its attributes unless there are many. An element with
        names of other namespaces stays unchanged, since the root says what they mean. Raises WriteError as `print_xml` does."""
        if not self.tag:
            return
        parts = _plain_parts(self, depth)
        if parts is not None or not _speaks_of_namespaces(self):
            claims = ClaimsOfSealed() if beside is None else beside.claims
            if self.speaks:
                _collect(self, claims.claims)
            number, text = claims.end(), BytesIO()
            _write(self, parts, depth, {}, text)
            if beside is None:
                self._children = Printed(text.getvalue(), 0, 0, depth, claims, number)
            else:
                self._children = Printed(*beside.texts.keep(text.getvalue()), depth, claims, number)
                self._attributes = None
            self._says = ()

    def __repr__(self) -> str:
        return f"<{self.tag}>" if self.tag else f"<!-- {self.text} -->"


def claims_of(root: Out) -> Claims:
    """Return what an element and all in it say of the scene."""
    claims = Claims()
    _collect(root, claims)
    return claims


def take_claims(root: Out) -> Claims:
    """Return the same of a file that is printed. What its sealed elements say is used up: large files have room for it once."""
    claims = Claims()
    _collect(root, claims, use_up=True)
    return claims


def _collect(root: Out, claims: Claims, *, use_up: bool = False) -> None:
    """Append what an element and all in it say."""
    stack = [root]
    while stack:
        out = stack.pop()
        children = out._children
        if children is not None and isinstance(children, Printed):
            children.collect(claims, use_up=use_up)
            continue
        if out._says:
            claims.element(out._says)
        elif out.tag:
            claims.count += 1
        if children:
            stack.extend(reversed(children))


def print_xml(root: Out, namespaces: Mapping[str, str] | None = None) -> bytes:
    """The file. Never recurses, however deep the tree. Texts that are sealed in it are used up; what they say is not, see `take_claims`.

    A name ``gz:foo`` is written unchanged. If no ``xmlns:gz`` attribute around it says so already, the root declares the prefix:
    as `namespaces` says, else as ``urn:gz``. Raises WriteError for characters and names that XML cannot hold.
    """
    undeclared = _undeclared_prefixes(root)
    file = BytesIO()
    file.write(_DECLARATION)
    _print(root, 0, {prefix: (namespaces or {}).get(prefix, f"urn:{prefix}") for prefix in undeclared}, file)
    file.write(b"\n")
    return file.getvalue()


def _print(root: Out, depth: int, declared: Scope, file: BytesIO) -> None:
    """Append the text of an element that stands in `depth` others. declared: what it says of prefixes besides its attributes."""
    if isinstance(root._children, Printed):
        root._children.write(file)
        return
    _write(root, _plain_parts(root, depth), depth, declared, file)


def _write(root: Out, parts: list[bytes | Printed] | None, depth: int, declared: Scope, file: BytesIO) -> None:
    """Likewise. parts: its plain text, None if it needs lxml."""
    if parts is None:
        from scenec.syntax.xml_lxml_printing import print_element

        print_element(root, depth, declared, file)
        return
    parts.reverse()
    while parts:
        part = parts.pop()
        if isinstance(part, Printed):
            part.move(file)
        else:
            file.write(part)


def _plain_parts(root: Out, depth: int) -> list[bytes | Printed] | None:
    """The text of an element in parts, some of which are sealed elements; None if it needs lxml."""
    parts: list[bytes | Printed] = []
    pieces: list[str] = []
    open_elements: list[tuple[Iterator[Out], str]] = []
    following, line = iter((root,)), ""
    while True:
        for out in following:
            pieces.append(line)
            children = out._children
            if isinstance(children, Printed):
                if children.depth != depth + len(open_elements):
                    raise AssertionError(f"<{out.tag}> was printed for another depth")
                parts += ("".join(pieces).encode(), children)
                pieces.clear()
                continue
            text = out.text or ""
            if text and not _is_plain_text(text):
                return None
            if not out.tag:
                pieces.append(f"<!--{comment_text(text)}-->")
                continue
            start = _plain_start(out)
            if start is None:
                return None
            pieces.append(start)
            if children:
                pieces += (">", escaped(text))
                open_elements.append((following, out.tag))
                following, line = iter(children), "\n" + "  " * (depth + len(open_elements))
                break
            pieces.append(f">{escaped(text)}</{out.tag}>" if text else "/>")
            if len(pieces) > _AT_ONCE:
                parts.append("".join(pieces).encode())
                pieces.clear()
        else:
            if not open_elements:
                parts.append("".join(pieces).encode())
                return parts
            following, tag = open_elements.pop()
            line = "\n" + "  " * (depth + len(open_elements))
            pieces += (line, "</", tag, ">")


def _plain_start(out: Out) -> str | None:
    """The start tag of an element without its end; None if it needs lxml."""
    if not _is_plain_name(out.tag):
        return None
    start = "<" + out.tag
    if out._attributes is None:
        return start
    for name, value in out._attributes.items():
        if not _is_plain_name(name) or not value.isprintable():
            return None
        quoted = escaped(value).replace('"', "&quot;")
        start += f' {name}="{quoted}"'
    return start


@lru_cache(1000)
def _is_plain_name(name: str) -> bool:
    letters = name.replace(":", "_") if has_no_prefix_but_colons(name) else name
    return name.isascii() and name[:1] not in ("-", ".") and letters.replace("-", "_").replace(".", "_").isidentifier() and name != "xmlns"


def _is_plain_text(text: str) -> bool:
    """Whether nothing but escaping is needed. What Unicode calls printable, XML can hold."""
    return text.isprintable() or text.replace("\n", "").replace("\t", "").isprintable()


def escaped(text: str) -> str:
    """Text as it stands between tags."""
    if "&" in text:
        text = text.replace("&", "&amp;")
    if "<" in text:
        text = text.replace("<", "&lt;")
    return text.replace(">", "&gt;")


def _speaks_of_namespaces(root: Out) -> bool:
    """Whether a name in it has a prefix or declares one."""
    stack = [root]
    while stack:
        out = stack.pop()
        if ":" in out.tag or any(":" in name or name == "xmlns" for name in out._attributes or ()):
            return True
        if isinstance(out._children, list):
            stack.extend(out._children)
    return False


def _undeclared_prefixes(root: Out) -> list[str]:
    """The prefixes that names use without an ``xmlns:`` attribute on or around their element, in order of appearance."""
    found: dict[str, None] = {}
    stack: list[tuple[Out, frozenset[str]]] = [(root, frozenset(("xml", "xmlns")))]
    while stack:
        out, declared = stack.pop()
        for name in out._attributes or ():
            if name.startswith("xmlns:"):
                declared |= {name[6:]}
        for name in (out.tag, *out._attributes) if out._attributes else (out.tag,):
            if ":" in name and name.partition(":")[0] not in declared and not has_no_prefix_but_colons(name):
                found[name.partition(":")[0]] = None
        if isinstance(out._children, list):
            stack.extend([(child, declared) for child in reversed(out._children)])
    return list(found)
