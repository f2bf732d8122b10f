"""Reading SDFormat: the file, what it includes, one tree in the newest version, the neutral scene; and what did not get there."""

from __future__ import annotations

import os

from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.sdformat.include import Includes, root_of
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.read_actor import read_actor
from scenec.converters.sdformat.read_check import check
from scenec.converters.sdformat.read_element import Element
from scenec.converters.sdformat.read_extras import collect
from scenec.converters.sdformat.read_light import read_light
from scenec.converters.sdformat.read_model import read_scope, scopes_of
from scenec.converters.sdformat.reading import Reading
from scenec.converters.sdformat.versions import KNOWN
from scenec.ir import Id
from scenec.source import Source
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.xml import read_xml
from scenec.trace import traced

TOP = ("model", "light", "actor")
LARGE = 500_000
"""Bytes. The tree of a larger file is given up for the scene; it is read again if a finding needs a place in it."""


def read(request: ReadRequest) -> ReadResult:
    """The scene of an SDFormat file, as libsdformat resolves it.

    Raises ReadError where libsdformat refuses the file as a whole; where it reports an error and still gives a scene, so does this,
    with a finding of level error.
    """
    ledger = request.ledger
    kind = Element if len(request.data) > LARGE else SourceNode
    entry = ledger.add(read_xml(request.data, request.name, shown=request.shown, path=request.path, recover=True, node=kind))
    root = root_of(entry, ledger, request.folder)
    locator = ModelLocator(request.options.search_path, request.open)
    includes = Includes(ledger, locator, os.path.dirname(request.shown), request.folder)
    includes.expand(root, (request.path,) if request.path else ())
    reading = Reading(ledger, request.options, locator)
    version = root.raw("version")
    ledger.consumed(version)
    framing = read_root(reading, root)
    scene = check(reading, reading.scene(None, framing, collect(root, "sdf")))
    for document in ledger.documents:
        tell_remarks(document, ledger)
    stated = str(version or "").strip()
    return ReadResult(scene, stated if stated in KNOWN else KNOWN[-1], tuple(document.name for document in ledger.documents))


def read_root(reading: Reading, root: Element) -> str:
    """Read the worlds, or else the one model, light or actor of a file. Returns which of them it is."""
    worlds = root.all("world")
    tops = [child for child in root.children if child.tag in TOP]
    if worlds:
        for each in tops:
            leave_out(reading, each, "a file holds worlds or one model, not both")
        read_scopes(reading, distinct_worlds(reading, worlds))
        return "world"
    if not tops:
        return "world"
    first, *rest = tops
    for each in rest:
        leave_out(reading, each, f"a file holds one model, light or actor; the <{first.tag}> before it counts")
    first.used = True
    if first.tag == "model":
        for pose in first.children:
            if pose.tag == "pose" and pose.attributes.get("relative_to", "").strip():
                raise pose.error("the pose of a file's only model cannot be relative to anything", hint="leave out relative_to")
        read_scopes(reading, [first])
    elif first.tag == "light":
        reading.lights.append(read_light(reading, first, None))
    else:
        reading.actors.append(read_actor(reading, first, None, None))
    return first.tag


def distinct_worlds(reading: Reading, worlds: list[Element]) -> list[Element]:
    names: set[str] = set()
    found = []
    for world in worlds:
        name = world.required("name")
        if name in names:
            leave_out(reading, world, f"another world is called {str(name)!r}", code="name-repeated-invalid")
        else:
            found.append(world)
        names.add(str(name))
    return found


def leave_out(reading: Reading, element: Element, because: str, code: str = "root-element-repeated-invalid") -> None:
    element.used = element.whole = True
    about = traced("", element.all_ids())
    reading.invalid(code, element, because, about=about, consequence="it is not part of the scene", hint="put it into a file of its own")


def read_scopes(reading: Reading, tops: list[Element]) -> None:
    world: Id | None = None
    scopes = scopes_of(reading, tops)
    for scope in scopes:
        if scope.is_world:
            world = scope.id
        read_scope(reading, scope, world)
    for scope in scopes:  # scopes know each other: a circle that would keep the trees alive until the collector finds it
        scope.inner.clear()


def tell_remarks(document: Document, ledger: Ledger) -> None:
    """What the text layer noticed: readers of XML that are stricter than libsdformat refuse the file."""
    for line, column, remark in document.remarks:
        ledger.report(
            "xml-tolerated", "kept", "note", "metadata", origin=Source(document.name, line, column), because=remark,
            consequence="libsdformat accepts it or cuts the text off there; stricter programs refuse the file", hint="correct it",
        )  # fmt: skip
