"""Write elements of the output by the specification: only what the version has, without defaults.

Writers pass a node and the name of a field. If the version has the element, the field is written. If not, nothing is printed of it, so
that the driver reports it as dropped. A value that equals the default is left out, which says it as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, cast
from weakref import ref

from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.write.value_facts import value_facts
from scenec.converters.sdformat.write.values import show, show_text
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Sources, ids_of, plain, with_all

if TYPE_CHECKING:
    from scenec.converters.format import WriteRequest
    from scenec.syntax.sealed import SealedParts


class ElementWriter:
    """An element of the output.

    path: its place in the specification, from the nearest element with a definition of its own (``joint/axis/limit``). as_was: the source
    has this version, so newer elements in it stay, since its readers accepted them. request: for findings about what is dropped.

    An element made by `later` joins its parent when something is written into it. Writers hold their parent and not their children, so that
    each is freed as soon as nothing is written into it. Its element stays.
    """

    __slots__ = ("__weakref__", "_attached", "_inner", "as_was", "out", "parent", "path", "request", "version")

    def __init__(
        self,
        tag: str,
        version: str,
        path: str = "",
        parent: ElementWriter | None = None,
        *,
        as_was: bool = False,
        request: WriteRequest | None = None,
        says: Iterable[object] = (),
    ) -> None:
        """says: values of the scene that the element says by being there."""
        self.out = Element(tag, says=says)
        self.path = path or tag
        self.version = version
        self.as_was = as_was
        self.request: WriteRequest | None = request if parent is None else parent.request
        self.parent = parent
        self._attached = parent is None
        self._inner: dict[str, Callable[[], ElementWriter | None]] | None = None
        """Tag -> the first child writer of that tag. It returns None once the writer is freed."""

    def has(self, path: str) -> bool:
        """Return whether this version has an element or attribute (``@name``) below this one."""
        return vocabulary.spoken(f"{self.path}/{path}", self.version, self.as_was) is not None

    def knows(self, path: str) -> bool:
        """Return whether exactly this version has it, for values that older versions state in another facts."""
        return vocabulary.available(f"{self.path}/{path}", self.version)

    def child(self, tag: str, *, says: Iterable[object] = ()) -> ElementWriter:
        """Add a child element now. says: values of the scene that it says by being there."""
        part = self._made(tag, says)
        if self._inner is None:
            self._inner = {}
        self._inner.setdefault(tag, ref(part))
        part.attach()
        return part

    def later(self, tag: str) -> ElementWriter:
        """Return the first child element of a tag. It is added as soon as something is written into it."""
        if self._inner is None:
            self._inner = {}
        held = self._inner.get(tag)
        part = held() if held is not None else None
        if part is None:
            part = self._made(tag)
            there = next((child for child in self.out.children if child.tag == tag), None) if held is not None else None
            if there is not None:
                part.out, part._attached = cast(Element, there), True
                part._inner = dict.fromkeys((child.tag for child in there.children), _gone)
            self._inner[tag] = ref(part)
        return part

    def attach(self) -> None:
        if not self._attached:
            assert self.parent is not None
            self._attached = True
            self.parent.attach()
            self.parent.out.children.append(self.out)

    def seal(self, beside: SealedParts | None) -> None:
        """Finish this element: keep its text instead of its parts. beside: those to keep it with, if there are many."""
        depth, above = 0, self.parent
        while above is not None:
            depth, above = depth + 1, above.parent
        self.out.seal(depth, beside)

    def _made(self, tag: str, says: Iterable[object] = ()) -> ElementWriter:
        path = _path_of(self.path, tag, self.version, self.as_was)
        return ElementWriter(tag, self.version, path, self, as_was=self.as_was, says=says)

    def set(self, name: str, text: Said) -> None:
        """Write an attribute. Readers refuse those that are empty, so that these get the default, if there is one."""
        self.attach()
        if text.text:
            self.out.set(name, text)
        elif default := self._default_text(f"@{name}"):
            self.out.set(name, Said(default, text.ids))
        else:
            self.out.omit(with_all("", text.ids), "")

    def with_text(self, path: str, text: Said) -> ElementWriter:
        """Write a child element with this text, and return it for its attributes."""
        holder, tag = self._above(path)
        part = holder.child(tag)
        part.out.say(text)
        return part

    def text(self, path: str, text: Said, *, says: Iterable[object] = ()) -> None:
        """Write a child element with this text and nothing else; `path` may lead through elements that are made once."""
        holder, tag = self._above(path)
        holder.attach()
        if holder._inner is None:
            holder._inner = {}
        holder._inner.setdefault(tag, _gone)
        holder.out.children.append(Element(tag, text, says=says))

    def _above(self, path: str) -> tuple[ElementWriter, str]:
        """Return the element that holds the one at a path, and the tag of that."""
        if "/" not in path:
            return self, path
        *steps, tag = path.split("/")
        holder = self
        for step in steps:
            holder = holder.later(step)
        return holder, tag

    def leave_out(self, value: object) -> None:
        """Leave out a value that the caller found to be what readers take anyway, or what the elements around it show."""
        said = Sources(ids_of(value))
        self.omit(said, said)

    def omit(self, value: object, default: object) -> None:
        """Leave out a value that readers take anyway. ValueError if it is another one."""
        there = self
        while not there._attached:
            assert there.parent is not None
            there = there.parent
        there.out.omit(value, default)

    def put(self, node: object, field: str, path: str = "", *, always: bool = False) -> bool:
        """Write a field of a node as the element or attribute at `path` (by default named like the field).

        always: even if it is the default. Whether the version has it; if not, nothing is said of the field (unless it says
        what every version means by silence).
        """
        path = path or field
        facts = value_facts(self.path, path, self.version, self.as_was)
        value = getattr(node, field)
        if value is None:  # as most fields of most nodes are
            return facts.is_known
        stated = plain(value)
        if not facts.is_known:
            if facts.is_default(stated):
                self.leave_out(value)
            return False
        if not facts.allows(stated):
            if always and path.startswith("@"):
                self.set(path[1:], constant(""))
            return False
        if stated == ():
            return True
        if not always and facts.is_default(stated):
            self.leave_out(value)
        elif "@" in path:
            holder, name = self._above(path)
            holder.set(name[1:], show(value))
        else:
            self.text(path, show(value))
        return True

    def takes(self, value: object, path: str) -> bool:
        """Return whether readers accept a (plain) value at a path below this one."""
        facts = value_facts(self.path, path, self.version, self.as_was)
        return facts.is_known and facts.allows(plain(value))

    def default(self, path: str) -> Any:
        """Return the default of the specification for a part of the element."""
        facts = value_facts(self.path, path, self.version)
        return facts.default if facts.is_known else None

    def _default_text(self, path: str) -> str:
        facts = value_facts(self.path, path, self.version)
        return facts.default_text if facts.is_known else ""

    def put_required(self, node: object, field: str, path: str = "", instead: str = "") -> str:
        """Write a field in any case. Without a value, write `instead` or the default of the specification. Return what was added ("near
        0.1"), "" if the node has a value.
        """
        path = path or field
        if getattr(node, field) is not None:
            self.put(node, field, path, always=True)
            return ""
        text = instead or show_text(self.default(path))
        self.text(path, constant(text))
        return f"{path.rpartition('/')[2]} {text}"


def _gone() -> None:
    return None


@cache
def _path_of(above: str, tag: str, version: str, as_was: bool) -> str:
    """Return the path of a child. Paths start at the nearest element with a definition of its own, so that they stay short."""
    path = f"{above}/{tag}"
    found = vocabulary.fact(path, vocabulary.spoken(path, version, as_was) or version)
    return tag if found is not None and found.include else path
