"""The dialect of a source's own text: its elements in the words of today's releases."""

from __future__ import annotations

import os
import posixpath

from scenec.converters.simrobot.colours import COLOUR, FRACTIONAL_COLOUR, missing_components
from scenec.converters.simrobot.read.expansion import Expanded
from scenec.converters.simrobot.read.templates import Part
from scenec.converters.simrobot.vocabulary import PATH_ATTRIBUTES, attribute_names, element, folder_of, is_absolute
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.file_placement import textures_of
from scenec.converters.simrobot.write.light import write_light
from scenec.converters.simrobot.write.source_layout import Dialect, Layout, values_in
from scenec.files import first
from scenec.ir.base import Texture
from scenec.ir.light import Light
from scenec.syntax.element import Element
from scenec.syntax.kinds import KindError


class NotKeptError(Exception):
    """Reusing the text would not give the scene."""


class SourceDialect(Dialect):
    """The dialect of the source, except what only older releases read: lights of 2013, fractional colours, attributes of forks."""

    def __init__(self, writing: Writing, layout: Layout) -> None:
        self.writing = writing
        self.layout = layout
        self.lights: dict[int, Light] = {}
        for light in writing.scene.lights:
            if light.origin is not None:
                self.lights[id(light.origin.place[1])] = light
        self.textures = textures_of(writing.scene)

    def element(self, part: Part) -> Element | None:
        if part.node.tag == "Light":
            return self.light(part)
        out = super().element(part)
        assert out is not None
        return self.spelled(part, out)

    def respelled(self, expanded: Expanded, out: Element) -> Element | None:
        """See `scenec.converters.simrobot.write.flattened`."""
        if expanded.tag == "Light":
            return self.light(expanded.parts[0])
        return self.spelled(None, out)

    def spelled(self, part: Part | None, out: Element) -> Element:
        """Return an element in the words of today's releases. part: where it is, None: its images are named from the entry file's
        folder."""
        known = attribute_names(out.tag, core3=self.writing.core3) | {"ref"}
        for name in [name for name in out.attributes if name not in known]:
            out.remove(name)
        for row in element(out.tag).rows:
            text = out.attributes.get(row.name)
            if text is None:
                continue
            if row.kind is COLOUR:
                out.attributes[row.name] = self.colour(text)
            elif row.name in PATH_ATTRIBUTES:
                out.attributes[row.name] = self.image(part, text)
        return out

    def light(self, part: Part) -> Element | None:
        """Return an old light as the reader interpreted it. Definitions of such lights go, since all their uses are written out."""
        light = self.lights.get(id(part.node))
        if light is None:
            return None
        out = write_light(self.writing, Element("Scene"), light)
        if out is not None:
            out.stand_for(Element(part.node.tag, says=(values_in(part.node),)))
        return out

    def colour(self, text: str) -> str:
        """Return a colour, rewritten where today's releases refuse it or make up a component."""
        if "$" in text:
            return text
        try:
            value = COLOUR.parse(text)[0]
            if missing_components(text) <= 0:
                return text
        except KindError:
            value = FRACTIONAL_COLOUR.parse(text)[0]
        return COLOUR.show(value)

    def image(self, part: Part | None, text: str) -> str:
        """The name of the image that a file beside the output has, as the file of this element calls it."""
        if not text or is_absolute(text):
            return text
        if part is None:
            texture = self.textures.get(posixpath.normpath(text))
            return text if texture is None else self.writing.images.name(texture)
        texture = self.textures.get(posixpath.normpath(folder_of(part.document.name) + text))
        if texture is None and "$" not in text and not self.layout.merged:  # of a definition that nothing uses
            uri = folder_of(part.document.name) + text
            path = os.path.join(os.path.dirname(part.document.path or ""), text.replace("\\", "/"))
            texture = Texture(uri=uri, found=first([path], uri) if part.document.path else None)
        if texture is None:
            return text
        wanted = self.layout.reference(part.document, self.writing.images.name(texture))
        return text if posixpath.normpath(text.replace("\\", "/")) == wanted else wanted
