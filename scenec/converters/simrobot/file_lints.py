"""Lints of the files of a scene: images that SimRobot cannot find or draw, and included files of the other core."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator

import msgspec

from scenec.accounting.problem import problem_of
from scenec.converters.format import LintRequest
from scenec.converters.simrobot.findings.file_lints import (
    INCLUDE_OF_OTHER_CORE,
    TEXTURE_MISSING,
    TEXTURE_PATH_ABSOLUTE,
    TEXTURE_PIXELS,
    TEXTURE_WITHOUT_COORDINATES,
)
from scenec.converters.simrobot.findings.reading import TEXTURE_NOT_FOUND
from scenec.converters.simrobot.pixel_formats import undrawn_kind
from scenec.converters.simrobot.profile import CORE3
from scenec.converters.simrobot.vocabulary import PATH_ATTRIBUTES, folder_of, is_absolute
from scenec.files import first
from scenec.ir.check import Problem
from scenec.ir.geometry import MeshShape
from scenec.ir.scene import Scene
from scenec.source import Source
from scenec.syntax.tree import Document, SourceNode


class NamedImage(msgspec.Struct, frozen=True):
    """An image where a scene names it first. found: its absolute path, None if it does not exist."""

    uri: str
    found: str | None
    place: Source


def lints(request: LintRequest) -> Iterator[Problem]:
    """Yield all problems, the files in the order in which they were read."""
    images = images_of(request)
    yield from missing_images(images, request)
    if request.version != CORE3:
        yield from undrawn_images(images)
    yield from absolute_paths(images)
    yield from images_without_coordinates(request.scene)
    yield from includes_of_the_other_core(request)


def missing_images(images: list[NamedImage], request: LintRequest) -> Iterator[Problem]:
    """Yield missing images of unused definitions. The reader reports all others."""
    reported = {
        posixpath.normpath(entry.template.value) for entry in request.ledger.entries if entry.template.code == TEXTURE_NOT_FOUND.code
    }
    for image in images:
        if image.found is None and posixpath.normpath(image.uri) not in reported:
            yield problem_of(TEXTURE_MISSING, subject=image.uri, value=image.uri, origin=image.place)


def undrawn_images(images: list[NamedImage]) -> Iterator[Problem]:
    for image in images:
        kind = undrawn_kind(image.found) if image.found is not None else ""
        if kind:
            yield problem_of(TEXTURE_PIXELS, subject=image.uri, value=f"{image.uri} ({kind})", origin=image.place, kind=kind)


def absolute_paths(images: list[NamedImage]) -> Iterator[Problem]:
    for image in images:
        if is_absolute(image.uri):
            yield problem_of(TEXTURE_PATH_ABSOLUTE, subject=image.uri, value=image.uri, origin=image.place)


def images_without_coordinates(scene: Scene) -> Iterator[Problem]:
    """Yield images that SimRobot does not draw: it draws them on a ComplexAppearance with TexCoords only."""
    meshes = {mesh.id: mesh for mesh in scene.meshes}
    reported = set()
    for link in scene.links:
        for visual in link.visuals:
            texture = visual.material.diffuse_texture if visual.material is not None else None
            if texture is None:
                continue
            mesh = meshes.get(visual.geometry.mesh) if isinstance(visual.geometry, MeshShape) else None
            if mesh is not None and mesh.data is not None and mesh.data.texcoords is not None:
                continue
            origin = visual.origin
            key = str(origin.source) if origin is not None else id(visual)
            if key not in reported:
                reported.add(key)
                yield problem_of(
                    TEXTURE_WITHOUT_COORDINATES, subject=str(visual.name or link.name or ""), value=str(texture.uri), origin=origin
                )


def includes_of_the_other_core(request: LintRequest) -> Iterator[Problem]:
    """Yield included files of the other core, which this one refuses or reads differently."""
    own, other = (".rsi3", ".rsi2") if request.version == CORE3 else (".rsi2", ".rsi3")
    entry = request.ledger.documents[0] if request.ledger.documents else None
    if entry is None or not entry.name.lower().endswith((".ros2", ".ros3")):
        return
    for document, node in nodes_of(request.ledger.documents):
        href = node.attributes.get("href", "")
        if node.tag == "Include" and href.lower().endswith(other):
            yield problem_of(INCLUDE_OF_OTHER_CORE, subject=href, value=href, origin=document.source(node, "href"), suffix=own)


def images_of(request: LintRequest) -> list[NamedImage]:
    """Return all images that the files name, once each. Names with placeholders count as the scene shows them."""
    found: dict[str, NamedImage] = {}
    folder = os.path.dirname(request.path) if request.path is not None else None
    for document, node in nodes_of(request.ledger.documents):
        for attribute in PATH_ATTRIBUTES:
            text = node.attributes.get(attribute, "")
            if not text or "$" in text:
                continue
            uri = text if is_absolute(text) else folder_of(document.name) + text.replace("\\", "/")
            place = first([os.path.join(folder or "", uri)], uri) if folder is not None or is_absolute(uri) else None
            if place is not None or folder is not None:
                found.setdefault(posixpath.normpath(uri), NamedImage(uri, place, document.source(node, attribute)))
    for link in request.scene.links:
        for visual in link.visuals:
            texture = visual.material.diffuse_texture if visual.material is not None else None
            if texture is not None and texture.origin is not None and posixpath.normpath(texture.uri) not in found:
                found[posixpath.normpath(texture.uri)] = NamedImage(str(texture.uri), texture.found, texture.origin.source)
    return list(found.values())


def nodes_of(documents: list[Document]) -> Iterator[tuple[Document, SourceNode]]:
    for document in documents:
        stack = [document.root]
        while stack:
            node = stack.pop()
            yield document, node
            if node.children:
                stack.extend(reversed(node.children))
