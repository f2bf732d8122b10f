"""Elements of XML that know what they say of the scene: their texts, attributes and existence are `Said`."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.leaves import leaves_of
from scenec.syntax.claims import STRUCTURE, TEXT
from scenec.syntax.said import Said
from scenec.syntax.xml_printing import Out, claims_of


class Element(Out):
    """An element to be written: ``Element("node").append("mass", number(inertial.mass))``.

    says: the values of the scene that its being there says, such as the type of a joint that the tag stands for.
    """

    __slots__ = ()

    speaks = True

    def __init__(self, tag: str, text: Said | None = None, /, *, says: Iterable[object] = (), **attributes: Said) -> None:
        super().__init__(tag)
        if text is not None:
            self.text = text.text
            if text.leaves:
                self._says = ((TEXT, text.leaves),)
        if says:
            self._claim(STRUCTURE, leaves_of(tuple(says)))
        for name, value in attributes.items():
            self.set(name, value)

    def append(self, tag: str, text: Said | None = None, /, *, says: Iterable[object] = (), **attributes: Said) -> Element:
        """Append a new child and return it."""
        child = Element(tag, text, says=says, **attributes)
        self.children.append(child)
        return child

    def set(self, name: str, text: Said) -> None:
        """Write an attribute."""
        self.attributes[name] = text.text
        self._claim(name, text.leaves)

    def say(self, text: Said) -> None:
        """Write the element's text."""
        self.text = text.text
        self._claim(TEXT, text.leaves)

    def said(self, name: str) -> Said:
        """An attribute with what it says, to be written elsewhere. KeyError if there is none."""
        return Said(self.attributes[name], next((leaves for slot, leaves in self._says if slot == name), ()))

    def remove(self, name: str) -> Said:
        """Take an attribute away with what it says. KeyError if there is none."""
        text = self.said(name)
        del self.attributes[name]
        self._claim(name, ())
        return text

    def omit(self, value: object, default: object) -> None:
        """Leave out a value that the format takes for this element anyway. ValueError if it does not."""
        if value != default:
            raise ValueError(f"<{self.tag}> leaves out {value!r}, but the default is {default!r}")
        self._claim(STRUCTURE, leaves_of(value))

    def omit_if(self, value: object, default: object) -> None:
        """Leave out a value if it is what the format takes anyway; another one is left to be told of as lost."""
        if value == default:
            self.omit(value, default)

    def stand_for(self, twin: Element) -> None:
        """This element refers to what says the same as `twin`, which is therefore not written. The caller has compared their texts."""
        self._claim(STRUCTURE, tuple(claims_of(twin).leaves))

    def _claim(self, slot: str, leaves: tuple[int, ...]) -> None:
        """Add what a slot says. An attribute or text that is written again says only what it says now."""
        says = self._says
        if says and slot != STRUCTURE:
            says = tuple([each for each in says if each[0] != slot])
        self._says = (*says, (slot, leaves)) if leaves else says
