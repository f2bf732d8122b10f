"""A scene that is written in its own format as it was read: its files are copied, with comments, includes and their own notation.

Files keep their places, seen from the main one, so that nothing in them changes.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable

import msgspec

from scenec.accounting.finding import Finding, Level
from scenec.accounting.ledger import Entry
from scenec.converters.common.carried_comment import START
from scenec.converters.format import WriteOptions, WriteRequest, WriteResult
from scenec.ir.check import walk_nodes
from scenec.ir.scene import Scene
from scenec.syntax.tree import Document


def unchanged_files(request: WriteRequest, own: str, version: str, others: Iterable[str] = ()) -> WriteResult | None:
    """The files of a scene that is as it was read; None if it is not, if an option asks for something else, or if they cannot keep their
    places. own, version: the format that is written. others: files (absolute paths) that the text names beside those of the scene."""
    documents: list[Document] = request.ledger.documents
    scene = request.unstamped
    if not request.is_of(own) or request.restored or not _is_as_read(request, version) or not documents or documents[0].path is None:
        return None
    assert scene is not None  # it is of this format
    content = request.open(documents[0].path)
    if START.encode() in content:
        return None
    main, home = f"{request.stem}{request.suffix}", os.path.dirname(documents[0].path)
    copies = dict[str, str]()
    if home != request.folder:
        seen = {*files_of(documents, scene, home), *others} if request.options.assets == "copy" else _texts(documents, home)
        names = {os.path.relpath(path, home).replace(os.sep, "/"): path for path in sorted(seen - {documents[0].path})}
        if main in names or any(not _keeps_its_place(name, path, request) for name, path in names.items()):
            return None
        copies = names
    kept = {os.path.relpath(each.path, home).replace(os.sep, "/"): each for each in documents[1:] if each.path is not None}
    settle_unchanged(request.ledger.entries)
    request.uses.claim_all()
    shown = {name: each for name, each in kept.items() if name in copies}
    return WriteResult(main, {main: content}, version, copies, sum(each.comments for each in documents), kept={**shown, main: documents[0]})


def _is_as_read(request: WriteRequest, version: str) -> bool:
    """Whether nothing in the scene has changed and nothing else is asked for. What is written of a broken file is written anew, whole."""
    asked = msgspec.structs.replace(request.options, version="", assets="copy", mesh_format="obj", verify=False)
    if asked != WriteOptions() or request.options.assets == "link" or (request.options.version or version) != version:
        return False
    return request.unstamped is request.ledger.scene and all(each.template.level != "error" for each in request.ledger.entries)


def _keeps_its_place(name: str, path: str, request: WriteRequest) -> bool:
    """Whether a file can stand where the text of the main one looks for it: not above it, nor elsewhere in a library."""
    if name.startswith("../") or os.path.isabs(name):
        return False
    return request.place_of is None or request.place_of(path) == name


def _texts(documents: Iterable[Document], home: str) -> set[str]:
    """The files that a scene is read from. home: the folder of the main one."""
    found = set[str]()
    for document in documents:
        names: tuple[str, ...] = getattr(document, "files", ())
        found.update([os.path.normpath(os.path.join(home, name)) for name in names] or [document.path or ""])
    return {os.path.abspath(each) for each in found if each}


def files_of(documents: Iterable[Document], scene: Scene, home: str) -> set[str]:
    """The files that a scene is read from, and those that it refers to by names that are relative to them. home: the folder of the main
    one."""
    from scenec.meshes.companions import companions

    found = set[str]()
    for _, node, _ in walk_nodes(scene):
        uri, path = getattr(node, "uri", None), getattr(node, "found", None)
        if isinstance(uri, str) and isinstance(path, str) and ":" not in uri and not os.path.isabs(uri):
            found |= {path, *companions(path)}
    return _texts(documents, home) | {os.path.abspath(each) for each in found}


def settle_unchanged(
    entries: Iterable[Entry],
    *,
    stays: Callable[[Entry], bool] = lambda _: False,
    is_loud: Callable[[Finding], bool] = lambda _: False,
) -> None:
    """Make findings of the source notes about values that are kept, as the result has them as they were: whichever way a format keeps its
    text. stays: of findings that the text of the source does not settle; is_loud: of those that are warnings in the result, too."""
    for each in entries:
        if not stays(each):
            level: Level = "warning" if is_loud(each.template) else "note"
            each.template = msgspec.structs.replace(each.template, fate="kept", level=level)


__all__ = ["files_of", "settle_unchanged", "unchanged_files"]
