"""Elements of XML that know what they say of the scene: their texts, attributes and existence are `Said`."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.syntax.claims import STRUCTURE, TEXT, Claims, Stating, leaves_of, saying, saying_each, without_slot
from scenec.syntax.said import Said
from scenec.syntax.xml_printing import Out, claims_of
from scenec.trace import Ids, ids_of


class Element(Stating, Out):
    """An element to be written: ``Element("node").append("mass", number(inertial.mass))``.

    says: the values of the scene that its being there says, such as the type of a joint that the tag stands for.
    """

    __slots__ = ()

    speaks = True

    def __init__(self, tag: str, text: Said | None = None, /, *, says: Iterable[object] = (), **attributes: Said) -> None:
        super().__init__(tag)
        if text is not None:
            self.text = text.text
            leaves = text.ids
            if leaves:
                self._says = (TEXT, leaves[0] if len(leaves) == 1 else leaves)  # `saying`, as most is said here
        if says:
            self._claim_existence(ids_of(tuple(says)))
        if attributes:
            self._attributes = {name: value.text for name, value in attributes.items()}
            self._says += saying_each(attributes.items())

    def append(self, tag: str, text: Said | None = None, /, *, says: Iterable[object] = (), **attributes: Said) -> Element:
        """Append a new child and return it."""
        child = Element(tag, text, says=says, **attributes) if attributes else Element(tag, text, says=says)
        children = self._children
        if type(children) is list:  # mostly
            children.append(child)
        else:
            self.children.append(child)
        return child

    def set(self, name: str, text: Said) -> None:
        """Write an attribute."""
        attributes = self._attributes
        if attributes is None:
            attributes = self._attributes = {}
        elif name in attributes:
            self._unsay(name)
        attributes[name] = text.text
        leaves = text.ids
        if leaves:
            self._says = (*self._says, name, leaves[0] if len(leaves) == 1 else leaves)  # `saying`, likewise

    def say(self, text: Said) -> None:
        """Write the element's text."""
        self._unsay(TEXT)
        self.text = text.text
        if text.ids:
            self._says = saying(self._says, TEXT, text.ids)

    def said(self, name: str) -> Said:
        """An attribute with what it says, to be written elsewhere. KeyError if there is none."""
        return Said(self.attributes[name], leaves_of(self._says, name))

    def remove(self, name: str) -> Said:
        """Take an attribute away with what it says. KeyError if there is none."""
        text = self.said(name)
        del self.attributes[name]
        self._unsay(name)
        return text

    def claims(self) -> Claims:
        return claims_of(self)

    def _claim_existence(self, leaves: Ids) -> None:
        if leaves:
            self._says = saying(self._says, STRUCTURE, leaves)

    def _unsay(self, slot: str) -> None:
        """Forget what an attribute or text says, which is written again or taken away."""
        self._says = without_slot(self._says, slot)
