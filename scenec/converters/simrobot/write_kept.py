"""SimRobot to SimRobot: the scene in the files, definitions and words of its source, where these still say the scene.

What is tried here is believed only if reading it gives the very scene that was to be written; else the caller writes the scene
expanded. So an edited scene, or one that a step adapted, never comes out as its source.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.accounting.lens import mark_read
from scenec.converters.format import ReadOptions, ReadRequest, WriteResult
from scenec.converters.simrobot.colours import COLOUR, FRACTIONAL_COLOUR, missing_components
from scenec.converters.simrobot.expansion import Expansion, folder_of
from scenec.converters.simrobot.layout import Dialect, Laid, Layout, expansion_of
from scenec.converters.simrobot.same_scene import Likeness
from scenec.converters.simrobot.split import split
from scenec.converters.simrobot.templates import Part, is_absolute
from scenec.converters.simrobot.vocabulary import PATH_ATTRIBUTES, attribute_names, element
from scenec.converters.simrobot.write_context import Writing
from scenec.converters.simrobot.write_light import write_light
from scenec.errors import ScenecError
from scenec.ir.base import Texture
from scenec.ir.geometry import Mesh
from scenec.ir.light import Light
from scenec.ir.scene import Scene
from scenec.ir.surface import Surface
from scenec.syntax.kinds import KindError
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.xml_printing import Out

if TYPE_CHECKING:
    from scenec.accounting.finding import Finding

DEEPEST = 30
"""How many folders a name may go up from the main file."""
HALF_A_STEP = 0.5 / 255 + 1e-9
"""Of 8-bit colours; old releases did not round them."""


def write_kept(writing: Writing, main: str) -> WriteResult | None:
    """The scene as its source has it, None if that does not say the scene (any more) or there is no source."""
    ledger = writing.request.ledger
    if not has_source(writing) or made_for_core3(writing.scene) != writing.core3:
        return None
    reported = len(ledger.entries)
    try:
        layout = layout_of(writing, main, expansion_of(ledger, core3=writing.core3))
        laid = lay(writing, layout, SameDialect(writing, layout))
        likeness = Likeness(colour=HALF_A_STEP, image=writing.images.name)
        if not likeness.same(writing.scene, read_laid(laid, writing.version)):
            raise NotKeptError
    except (ScenecError, KindError, OSError, NotKeptError):
        del ledger.entries[reported:]
        writing.images.forget()
        return None
    mark_read(writing.request.scene)
    settle_kept(ledger, reported)
    return WriteResult(laid.main, laid.files, writing.version, writing.images.copies, laid.comments)


def write_translated(writing: Writing, expanded: WriteResult) -> WriteResult:
    """For the newer core, the files of a scene of the older one with every element translated, if they say what the expanded
    scene says; else that."""
    from scenec.converters.simrobot.newer_dialect import NewerDialect

    ledger = writing.request.ledger
    if not has_source(writing) or not writing.core3 or made_for_core3(writing.scene):
        return expanded
    reported = len(ledger.entries)
    try:
        expansion = expansion_of(ledger, core3=False)
        layout = layout_of(writing, expanded.main, expansion)
        dialect = NewerDialect(writing, layout, expansion)
        laid = lay(writing, layout, dialect, dialect.definitions)
        wanted = read_laid(Laid(expanded.main, expanded.files, 0), writing.version)
        if not Likeness(tolerance=1e-12, colour=HALF_A_STEP, nameless=(Surface, Mesh)).same(wanted, read_laid(laid, writing.version)):
            return expanded
    except (ScenecError, KindError, OSError, NotKeptError):
        return expanded
    finally:
        del ledger.entries[reported:]  # all was told when it was written expanded
    return WriteResult(laid.main, laid.files, writing.version, writing.images.copies, laid.comments)


def lay(writing: Writing, layout: Layout, dialect: Dialect, definitions: Sequence[Out] = ()) -> Laid:
    """The files, laid out as in the source, or one for each definition of a model."""
    if not writing.options.split:
        return layout.write(dialect, definitions)
    root = layout.merge(dialect, definitions)
    parts = split(root, writing.request.assets, include_suffix(writing))
    files = {layout.main: print_simrobot(root), **{name: print_simrobot(part) for name, part in parts.items()}}
    return Laid(layout.main, files, layout.comments)


def include_suffix(writing: Writing) -> str:
    return ".rsi3" if writing.core3 else ".rsi2"


def has_source(writing: Writing) -> bool:
    request = writing.request
    return writing.from_simrobot and bool(request.ledger.documents) and not request.options.flatten and not request.restored


def made_for_core3(scene: Scene) -> bool:
    return any(profile.engine == "mujoco" for world in scene.worlds for profile in world.profiles)


def layout_of(writing: Writing, main: str, expansion: Expansion) -> Layout:
    place_of = None if writing.options.split else writing.request.place_of
    return Layout(expansion.library, main, writing.request.assets, include_suffix(writing), place_of)


class NotKeptError(Exception):
    """Keeping the structure would not give the scene."""


class SameDialect(Dialect):
    """The dialect of the source, but for what only older releases read: lights of 2013, fractional colours, attributes of forks."""

    def __init__(self, writing: Writing, layout: Layout) -> None:
        self.writing = writing
        self.layout = layout
        self.lights: dict[int, Light] = {}
        for light in writing.scene.lights:
            if light.origin is not None:
                self.lights[id(light.origin.place[1])] = light
        self.textures = textures_of(writing.scene)

    def element(self, part: Part) -> Out | None:
        if part.node.tag == "Light":
            return self.light(part)
        out = super().element(part)
        assert out is not None
        known = attribute_names(part.node.tag, core3=self.writing.core3) | {"ref"}
        for name in [name for name in out.attributes if name not in known]:
            del out.attributes[name]
        for row in element(part.node.tag).rows:
            text = out.attributes.get(row.name)
            if text is None:
                continue
            if row.kind is COLOUR:
                out.attributes[row.name] = self.colour(text)
            elif row.name in PATH_ATTRIBUTES:
                out.attributes[row.name] = self.image(part, text)
        return out

    def light(self, part: Part) -> Out | None:
        """As what the reader took the light for; definitions of such lights go, since all that use them are written out."""
        light = self.lights.get(id(part.node))
        if light is None:
            return None
        holder = Out("Scene")
        write_light(self.writing, holder, light)
        return holder.children[0] if holder.children else None

    def colour(self, text: str) -> str:
        """Spelled anew where today's releases would refuse it or make up a component."""
        if "$" in text:
            return text
        try:
            value = COLOUR.parse(text)[0]
            if missing_components(text) <= 0:
                return text
        except KindError:
            value = FRACTIONAL_COLOUR.parse(text)[0]
        return COLOUR.show(value)

    def image(self, part: Part, text: str) -> str:
        """The name of the image that a file beside the output has, as the file of this element calls it."""
        if not text or is_absolute(text):
            return text
        texture = self.textures.get(posixpath.normpath(folder_of(part.document.name) + text))
        return text if texture is None else self.layout.reference(part.document, self.writing.images.name(texture))


def textures_of(scene: Scene) -> dict[str, Texture]:
    """The images that a scene shows, by their normalised path from the entry file's folder."""
    found: dict[str, Texture] = {}
    for link in scene.links:
        for visual in link.visuals:
            texture = visual.material.diffuse_texture if visual.material is not None else None
            if texture is not None:
                found.setdefault(posixpath.normpath(texture.uri), texture)
    return found


def read_laid(laid: Laid, version: str) -> Scene:
    """What the files say, read as strictly as SimRobot does. Raises ReadError if it refuses them."""
    from scenec.converters.simrobot.read import read

    folder = os.path.abspath(os.sep + "scenec" + (os.sep + "x") * DEEPEST)

    def opened(path: str) -> bytes:
        try:
            return laid.files[os.path.relpath(path, folder).replace(os.sep, "/")]
        except KeyError:
            raise OSError(2, "no such file", path) from None

    request = ReadRequest(
        data=laid.files[laid.main],
        name=laid.main,
        shown=laid.main,
        path=os.path.join(folder, laid.main),
        folder=folder,
        version=version,
        options=ReadOptions(),
        ledger=Ledger(),
        open=opened,
    )
    return read(request).scene


def settle_kept(ledger: Ledger, reported: int) -> None:
    """What the reader noticed stays worth a note: the result says the same as the source, so nothing came of it."""
    for entry in ledger.entries[:reported]:
        found: Finding = entry.template
        if found.fate in ("dropped", "defaulted"):
            continue
        fate = "converted" if found.fate in ("approximated", "unresolved", "invalid") else found.fate
        entry.template = msgspec.structs.replace(found, level="note", fate=fate)
