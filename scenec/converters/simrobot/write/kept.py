"""SimRobot to SimRobot: the files, definitions and words of the source, where reading them still gives the scene.

The text of the source is reused only if parsing it gives the scene that is to be written; else the caller writes the scene expanded.
So an edited or adapted scene never comes out as its source.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from scenec.accounting.leaf_uses import claim_whole
from scenec.accounting.ledger import Entry, Ledger
from scenec.converters.format import ReadOptions, ReadRequest, WriteResult
from scenec.converters.simrobot.colours import COLOUR, FRACTIONAL_COLOUR, missing_components
from scenec.converters.simrobot.findings.reading import TEXTURE_NOT_FOUND
from scenec.converters.simrobot.read.expansion import Expanded, Expansion, folder_of
from scenec.converters.simrobot.read.templates import Part, is_absolute
from scenec.converters.simrobot.vocabulary import PATH_ATTRIBUTES, attribute_names, element
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.file_placement import textures_of
from scenec.converters.simrobot.write.flattened import flattened
from scenec.converters.simrobot.write.light import write_light
from scenec.converters.simrobot.write.same_scene import READ_IN, Likeness
from scenec.converters.simrobot.write.source_layout import Dialect, Layout, WrittenFiles, expansion_of, values_in
from scenec.converters.simrobot.write.split import split
from scenec.errors import ScenecError
from scenec.files import first
from scenec.ir.base import Texture
from scenec.ir.geometry import Mesh
from scenec.ir.light import Light
from scenec.ir.scene import Scene
from scenec.ir.surface import Surface
from scenec.syntax.element import Element
from scenec.syntax.kinds import KindError
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml_printing import Out, claims_of

if TYPE_CHECKING:
    from scenec.accounting.finding import Finding

EXPANDED = ""
"""The name of no file: what a text says because reading it gives the same scene as another that was written."""

HALF_A_STEP = 0.5 / 255 + 1e-9
"""Of 8-bit colours; old releases did not round them."""


def write_kept(writing: Writing, main: str) -> WriteResult | None:
    """Return the scene in the text of its source, None if that gives another scene or there is no source."""
    ledger = writing.request.ledger
    if not has_source(writing) or made_for_core3(writing.scene) != writing.core3:
        return None
    reported = len(ledger.entries)
    try:
        layout = layout_of(writing, main, expansion_of(ledger, core3=writing.core3))
        laid = write_layout(writing, layout, SameDialect(writing, layout))
        if replaces_source(writing, laid):
            writing.images.start_again()
            writing.place_files(apart=True)
            layout = layout_of(writing, main, expansion_of(ledger, core3=writing.core3))
            laid = write_layout(writing, layout, SameDialect(writing, layout))
        likeness = Likeness(colour=HALF_A_STEP, image=writing.images.name, by_numbers=writing.options.flatten)
        read = read_back(laid, writing.version)
        if not likeness.same(writing.scene, read.scene):
            raise NotKeptError
    except (ScenecError, KindError, OSError, NotKeptError):
        del ledger.entries[reported:]
        writing.images.start_again()
        return None
    claim_whole(writing.request.scene)
    settle_kept(ledger, reported, layout)
    return WriteResult(laid.main, laid.files, writing.version, writing.images.copies, read.comments, laid.claims, read_simrobot_text)


def replaces_source(writing: Writing, laid: WrittenFiles) -> bool:
    """Return whether a file would be written over an included one with other content."""
    folder = writing.request.folder
    if folder is None:
        return False
    sources = {os.path.realpath(each.path): each.data for each in writing.request.ledger.documents[1:] if each.path}
    for name, content in laid.files.items():
        path = os.path.realpath(os.path.join(folder, name))
        if name != laid.main and path in sources and sources[path] != content:
            return True
    return False


def write_translated(writing: Writing, expanded: WriteResult) -> WriteResult:
    """For the newer core, return the files of a SimRobotCore2 scene with every element translated, if they give the same scene as the
    expanded one; else the expanded one."""
    from scenec.converters.simrobot.write.core3_translation import Core3Dialect

    ledger = writing.request.ledger
    if not has_source(writing) or writing.options.flatten or not writing.core3 or made_for_core3(writing.scene):
        return expanded
    reported, missing = len(ledger.entries), list[Entry]()
    try:
        expansion = expansion_of(ledger, core3=False)
        layout = layout_of(writing, expanded.main, expansion)
        dialect = Core3Dialect(writing, layout, expansion)
        laid = write_layout(writing, layout, dialect)
        wanted, read = (read_back(each, writing.version) for each in (WrittenFiles(expanded.main, expanded.files, expanded.claims), laid))
        likeness = Likeness(tolerance=1e-12, colour=HALF_A_STEP, nameless=(Surface, Mesh), any_order=True)
        if not likeness.same(wanted.scene, read.scene):
            return expanded
        missing = [entry for entry in ledger.entries[reported:] if entry.template.code == TEXTURE_NOT_FOUND.code]
    except (ScenecError, KindError, OSError, NotKeptError):
        return expanded
    finally:  # all was told when it was written expanded, but for the images of definitions that nothing uses
        ledger.entries[reported:] = missing
    claims = {**laid.claims, EXPANDED: expanded.claims[expanded.main]}
    return WriteResult(laid.main, laid.files, writing.version, writing.images.copies, read.comments, claims, read_simrobot_text)


def write_layout(writing: Writing, layout: Layout, dialect: SameDialect) -> WrittenFiles:
    """Return the files, laid out as in the source, or one per definition of a model, or a single one without definitions."""
    if writing.options.flatten:
        layout.merge_names()
        simulation = flattened(expansion_of(writing.request.ledger, core3=writing.core3), dialect, writing.request.uses)
        return printed(layout.main, {layout.main: simulation})
    if not writing.options.split:
        return layout.write(dialect)
    root = layout.merge(dialect)
    return printed(layout.main, {layout.main: root, **split(root, writing.request.assets, include_suffix(writing))})


def printed(main: str, parts: Mapping[str, Out]) -> WrittenFiles:
    """Return files that are written anew, with what they say."""
    files = {name: print_simrobot(part) for name, part in parts.items()}
    return WrittenFiles(main, files, {name: claims_of(part) for name, part in parts.items()})


def include_suffix(writing: Writing) -> str:
    return ".rsi3" if writing.core3 else ".rsi2"


def has_source(writing: Writing) -> bool:
    request = writing.request
    return writing.from_simrobot and bool(request.ledger.documents) and not request.restored


def made_for_core3(scene: Scene) -> bool:
    return any(profile.engine == "mujoco" for world in scene.worlds for profile in world.profiles)


def layout_of(writing: Writing, main: str, expansion: Expansion) -> Layout:
    assert writing.placement is not None
    return Layout(expansion.library, main, writing.placement)


class NotKeptError(Exception):
    """Reusing the text would not give the scene."""


class SameDialect(Dialect):
    """The dialect of the source, except what only older releases read: lights of 2013, fractional colours, attributes of forks."""

    def __init__(self, writing: Writing, layout: Layout) -> None:
        self.writing = writing
        self.uses = writing.request.uses
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
            out.stand_for(Element(part.node.tag, says=(values_in(part.node, self.uses),)))
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


class ReadBack(NamedTuple):
    """The scene that was read back, and its number of comments."""

    scene: Scene
    comments: int


def read_back(laid: WrittenFiles, version: str) -> ReadBack:
    """Return the scene in some files, read as strictly as SimRobot does. Raises ReadError if SimRobot refuses them."""
    from scenec.converters.simrobot.read.scene import read

    folder = os.path.abspath(READ_IN)

    def opened(path: str) -> bytes:
        for name in (os.path.relpath(path, folder), path):  # the assets may lie in a folder that is named absolutely
            if (content := laid.files.get(name.replace(os.sep, "/"))) is not None:
                return content
        raise OSError(2, "no such file", path)

    ledger = Ledger()
    request = ReadRequest(
        data=laid.files[laid.main],
        name=laid.main,
        shown=laid.main,
        path=os.path.join(folder, laid.main),
        folder=folder,
        version=version,
        options=ReadOptions(),
        ledger=ledger,
        open=opened,
    )
    scene = read(request).scene
    return ReadBack(scene, sum(document.comments for document in ledger.documents))


def settle_kept(ledger: Ledger, reported: int, layout: Layout) -> None:
    """Turn findings of the reader into notes: the result has the same text as the source, so nothing came of them. Values without effect
    are in
    the result, too, unless they were left out."""
    left_out = [(node.first_id, last_id(node)) for node in layout.left_out] if not layout.merged else None
    for entry in ledger.entries[:reported]:
        found: Finding = entry.template
        if found.fate == "defaulted":
            continue
        fate = "converted" if found.fate in ("approximated", "unresolved", "invalid") else found.fate
        if found.fate == "dropped":
            ineffective = found.code.endswith("-ineffective") and left_out is not None
            if not ineffective or any(first <= value <= last for value in entry.ids for first, last in left_out or ()):
                continue
            fate = "kept"
        entry.template = msgspec.structs.replace(found, level="note", fate=fate)


def last_id(node: SourceNode) -> int:
    """Return the last id of all values in an element."""
    while node.children:
        node = node.children[-1]
    return node.first_id + node.value_count - 1
