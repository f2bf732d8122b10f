"""SimRobot to SimRobot: the files, definitions and words of the source, where reading them still gives the scene.

The text of the source is reused only if parsing it gives the scene that is to be written; else the caller writes the scene expanded.
So an edited or adapted scene never comes out as its source.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from scenec.accounting.ledger import Entry, Ledger
from scenec.converters.common.unchanged_files import settle_unchanged
from scenec.converters.format import ReadOptions, ReadRequest, WriteResult
from scenec.converters.simrobot.findings.reading import TEXTURE_NOT_FOUND
from scenec.converters.simrobot.read.expansion import Expansion
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.core3_translation import Core3Dialect
from scenec.converters.simrobot.write.flattened import flattened
from scenec.converters.simrobot.write.scene_equality import READ_IN, SceneEquality
from scenec.converters.simrobot.write.source_dialect import NotKeptError, SourceDialect
from scenec.converters.simrobot.write.source_layout import Layout, WrittenFiles, expansion_of
from scenec.converters.simrobot.write.split import split
from scenec.errors import ScenecError
from scenec.ir.geometry import Mesh
from scenec.ir.scene import Scene
from scenec.ir.surface import Surface
from scenec.syntax.kinds import KindError
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml_printing import Out, claims_of

if TYPE_CHECKING:
    pass

EXPANDED = ""
"""The name of no file: what a text says because reading it gives the same scene as another that was written."""

HALF_A_STEP = 0.5 / 255 + 1e-9
"""By how much the 8-bit colours of a text may differ from those of the scene: old releases did not round them."""


def write_kept(writing: Writing, main: str) -> WriteResult | None:
    """Return the scene in the text of its source, None if that gives another scene or there is no source."""
    ledger = writing.request.ledger
    if not writing.has_source or made_for_core3(writing.scene) != writing.core3:
        return None
    reported = len(ledger.entries)
    try:
        layout = layout_of(writing, main, expansion_of(ledger, core3=writing.core3))
        laid = write_layout(writing, layout, SourceDialect(writing, layout))
        if replaces_source(writing, laid):
            writing.images.start_again()
            writing.place_files(apart=True)
            layout = layout_of(writing, main, expansion_of(ledger, core3=writing.core3))
            laid = write_layout(writing, layout, SourceDialect(writing, layout))
        equality = SceneEquality(colour=HALF_A_STEP, image=writing.images.name, by_numbers=writing.options.flatten)
        read = read_back(laid, writing.version)
        if not equality.holds(writing.scene, read.scene):
            raise NotKeptError
    except (ScenecError, KindError, OSError, NotKeptError):
        del ledger.entries[reported:]
        writing.images.start_again()
        return None
    writing.request.uses.claim_all()
    settle_kept(ledger, reported, layout)
    return WriteResult(laid.main, laid.files, writing.version, writing.images.copies, read.comments, laid.claims, read_simrobot_text)


def replaces_source(writing: Writing, laid: WrittenFiles) -> bool:
    """Return whether a file would be written over an included one with other content."""
    folder = writing.request.folder
    if folder is None:
        return False
    sources = {os.path.realpath(each.path): each.rereading.data for each in writing.request.ledger.documents[1:] if each.path}
    for name, content in laid.files.items():
        path = os.path.realpath(os.path.join(folder, name))
        if name != laid.main and path in sources and sources[path] != content:
            return True
    return False


def write_translated(writing: Writing, expanded: WriteResult) -> WriteResult:
    """For the newer core, return the files of a SimRobotCore2 scene with every element translated, if they give the same scene as the
    expanded one; else the expanded one."""
    ledger = writing.request.ledger
    if not writing.has_source or writing.options.flatten or not writing.core3 or made_for_core3(writing.scene):
        return expanded
    reported, missing = len(ledger.entries), list[Entry]()
    try:
        expansion = expansion_of(ledger, core3=False)
        layout = layout_of(writing, expanded.main, expansion)
        dialect = Core3Dialect(writing, layout, expansion)
        laid = write_layout(writing, layout, dialect)
        wanted, read = (read_back(each, writing.version) for each in (WrittenFiles(expanded.main, expanded.files, expanded.claims), laid))
        equality = SceneEquality(tolerance=1e-12, colour=HALF_A_STEP, nameless=(Surface, Mesh), any_order=True)
        if not equality.holds(wanted.scene, read.scene):
            return expanded
        missing = [entry for entry in ledger.entries[reported:] if entry.template.code == TEXTURE_NOT_FOUND.code]
    except (ScenecError, KindError, OSError, NotKeptError):
        return expanded
    finally:  # all was reported when it was written expanded, except images of unused definitions
        ledger.entries[reported:] = missing
    claims = {**laid.claims, EXPANDED: expanded.claims[expanded.main]}
    return WriteResult(laid.main, laid.files, writing.version, writing.images.copies, read.comments, claims, read_simrobot_text)


def write_layout(writing: Writing, layout: Layout, dialect: SourceDialect) -> WrittenFiles:
    """Return the files, laid out as in the source, or one per definition of a model, or a single one without definitions."""
    if writing.options.flatten:
        layout.merge_names()
        simulation = flattened(expansion_of(writing.request.ledger, core3=writing.core3), dialect)
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


def made_for_core3(scene: Scene) -> bool:
    return any(profile.engine == "mujoco" for world in scene.worlds for profile in world.profiles)


def layout_of(writing: Writing, main: str, expansion: Expansion) -> Layout:
    assert writing.placement is not None
    return Layout(expansion.library, main, writing.placement)


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
    """Turn findings of the reader into notes: the result has the same text as the source, so nothing came of them. What the reader added
    or left out stays so; values without effect are in the result, too, unless they were left out."""
    left_out = [(node.first_id, last_id(node)) for node in layout.left_out] if not layout.merged else None

    def stays(entry: Entry) -> bool:
        found = entry.template
        if found.fate != "dropped":
            return found.fate == "defaulted"
        is_kept = found.code.endswith("-ineffective") and left_out is not None
        return not is_kept or any(first <= value <= last for value in entry.ids for first, last in left_out or ())

    settle_unchanged(ledger.entries[:reported], stays=stays)


def last_id(node: SourceNode) -> int:
    """Return the last id of all values in an element."""
    while node.children:
        node = node.children[-1]
    return node.first_id + node.value_count - 1
