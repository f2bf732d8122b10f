"""Read SDFormat: the file, its includes, one tree in the newest version, the neutral scene."""

from __future__ import annotations

import os

from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.sdformat.findings.reading import NAME_REPEATED_INVALID, ROOT_ELEMENT_REPEATED_INVALID, XML_TOLERATED
from scenec.converters.sdformat.locate import ModelLocator
from scenec.converters.sdformat.read.actor import read_actor
from scenec.converters.sdformat.read.check import check
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect
from scenec.converters.sdformat.read.include import Includes, root_of
from scenec.converters.sdformat.read.light import read_light
from scenec.converters.sdformat.read.model import read_scope, scopes_of
from scenec.converters.sdformat.read.systems import read_systems
from scenec.converters.sdformat.versions import KNOWN
from scenec.ir import Id
from scenec.source import Source
from scenec.syntax.tree import READ, Document, SourceNode
from scenec.syntax.xml import read_xml
from scenec.trace import traced

TOP = ("model", "light", "actor")
LARGE = 500_000
"""Bytes. The tree of a larger file is freed while the scene is made, and read again if a finding needs a place in it."""


def read(request: ReadRequest) -> ReadResult:
    """Return the scene of an SDFormat file, as libsdformat resolves it.

    ReadError where libsdformat refuses the whole file. Where it reports an error and still gives a scene, a finding of level error is made.
    """
    ledger = request.ledger
    kind = Element if len(request.data) > LARGE else SourceNode
    entry = ledger.add(read_xml(request.data, request.name, shown=request.shown, path=request.path, tinyxml2=True, node=kind))
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
        report_tolerated_xml(document, ledger)
    stated = str(version or "").strip()
    return ReadResult(scene, stated if stated in KNOWN else KNOWN[-1], tuple(document.name for document in ledger.documents))


def read_root(reading: Reading, root: Element) -> str:
    """Read the worlds, or else the one model, light or actor of a file. Return which of them it is."""
    worlds = root.all("world")
    tops = [child for child in root.children if child.tag in TOP]
    if worlds:
        for each in tops:
            leave_out(reading, each)
        read_scopes(reading, distinct_worlds(reading, worlds))
        return "world"
    if not tops:
        return "world"
    first, *rest = tops
    for each in rest:
        leave_out(reading, each)
    first.marks |= READ
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
            about = pass_over(world)
            reading.invalid(NAME_REPEATED_INVALID, world, about=about, kind="world", name=str(name), scope="the file")
        else:
            found.append(world)
        names.add(str(name))
    return found


def leave_out(reading: Reading, element: Element) -> None:
    """Report an element that a file cannot hold beside the others."""
    reading.invalid(ROOT_ELEMENT_REPEATED_INVALID, element, about=pass_over(element), tag=element.tag)


def pass_over(element: Element) -> str:
    """Mark an element as read without reading it. Return an empty text with the ids of all its values."""
    element.mark_all()
    return traced("", element.all_ids())


def read_scopes(reading: Reading, tops: list[Element]) -> None:
    world: Id | None = None
    scopes = scopes_of(reading, tops)
    for scope in scopes:
        if scope.is_world:
            world = scope.id
        read_scope(reading, scope, world)
    read_systems(reading, scopes)
    for scope in scopes:  # scopes know each other: a circle that would keep the trees alive until the collector finds it
        scope.inner.clear()


def report_tolerated_xml(document: Document, ledger: Ledger) -> None:
    """Report XML that libsdformat accepts and stricter parsers refuse."""
    for line, column, remark in document.remarks:
        ledger.report(XML_TOLERATED, origin=Source(document.name, line, column), remark=remark)
