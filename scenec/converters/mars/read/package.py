"""The files of a scene: the text itself, alone, in YAML or packed with its meshes and images into a .scn archive.

An archive is read as untrusted: no member is put anywhere by its own name, and no more is unpacked than `LARGEST` and what an archive
of its size may hold; the sizes in its directory are not trusted.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from scenec import files
from scenec.converters.format import ReadRequest
from scenec.converters.mars.findings import reading as findings
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.tree import Document

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

LARGEST = 256 << 20
"""Bytes of one member of an archive, unpacked, and of all of them together."""

TIGHTEST = 100
"""How many times its own size an archive may unpack to, if that is more than `ANYWAY`: text reaches some ten."""

ANYWAY = 16 << 20
"""Bytes that any archive may unpack to, since a plain image packs very tightly."""

_ZIP = b"PK\x03\x04"
_LIST_IN_YAML = re.compile(rb"\s*(?:[#%-][^\n]*\n\s*)*[A-Za-z{\"']")


class Package:
    """Where a scene's files are. `find`: the absolute path of a file the scene names, None if it is not there."""

    def __init__(self, folder: str | None, archive: Archive | None, opened: Callable[[str], bytes], search_path: tuple[str, ...]) -> None:
        self.folder = folder
        self.archive = archive
        self.read = opened
        self.search_path = search_path
        self.found: dict[str, str | None] = {}
        """The files that were looked for, by the names that the scene has for them."""

    def find(self, uri: str) -> str | None:
        """Relative names count from the scene's folder (MARS's filePrefix) or the archive, then from the folders of --search-path."""
        if uri not in self.found:
            self.found[uri] = self._find(uri)
        return self.found[uri]

    def _find(self, uri: str) -> str | None:
        name = uri.replace("\\", "/")
        start = self.folder
        if self.archive is not None:
            unpacked = self.archive.unpack(name)
            if unpacked is not None:
                return unpacked
            start = self.archive.folder if os.path.normpath(name).startswith(os.pardir) else None
        places = [os.path.join(folder, name) for folder in (start, *self.search_path) if folder is not None]
        found = files.first(places or ([name] if os.path.isabs(name) else []), uri)
        return os.path.abspath(found) if found is not None else None


class Archive:
    """A zip file whose members are unpacked one by one, when they are asked for, into a folder that is removed when Python ends."""

    def __init__(self, data: bytes, shown: str) -> None:
        import zipfile

        self.shown = shown
        self._most = min(LARGEST, max(ANYWAY, TIGHTEST * len(data)))
        try:
            self._zip: ZipFile = zipfile.ZipFile(io.BytesIO(data))
            members = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:  # zipfile raises it for other versions
            raise ReadError(f"no readable zip archive: {error}", Source(shown)) from None
        self._members: dict[str, ZipInfo] = {}
        self.repeated: list[str] = []
        for member in members:
            name = os.path.normpath(member.filename.replace("\\", "/"))
            if name in self._members:
                self.repeated.append(name)
            elif not member.is_dir():
                self._members[name] = member
        self._unpacked: dict[str, str] = {}
        self._size = 0

    @cached_property
    def folder(self) -> str:
        """Where members are unpacked to."""
        return _folder_until_exit()

    @property
    def names(self) -> list[str]:
        return list(self._members)

    def bytes_of(self, name: str) -> bytes:
        """The content of a member. ReadError for one that cannot be unpacked, or not safely."""
        member = self._members[name]
        self._size += member.file_size
        if self._size > self._most:
            raise self._error(f"{name!r} unpacks to {member.file_size:,} bytes", "unpack it yourself if you trust it")
        try:
            with self._zip.open(member) as file:
                content = file.read(member.file_size + 1)
        except MemoryError:
            raise self._error(f"{name!r} cannot be unpacked: it asks for more memory than there is") from None
        except _unpacking_errors() as error:
            raise self._error(f"{name!r} cannot be unpacked: {error}") from None
        if len(content) != member.file_size:
            raise self._error(f"{name!r} is not as large as the archive says")
        return content

    def unpack(self, name: str) -> str | None:
        """The path of a copy of a member, None if there is no such member. It is called as the member is, but stands alone."""
        key = os.path.normpath(name)
        if key not in self._members or os.path.isabs(key) or key.startswith(".."):
            return None
        if key not in self._unpacked:
            content = self.bytes_of(key)
            folder = os.path.join(self.folder, str(len(self._unpacked)))
            os.mkdir(folder)
            path = os.path.join(folder, re.sub(r"[^\w.+-]+", "_", os.path.basename(key))[-80:] or "file")
            with open(path, "wb") as file:
                file.write(content)
            self._unpacked[key] = path
        return self._unpacked[key]

    def _error(self, what: str, hint: str = "") -> ReadError:
        return ReadError(what, Source(self.shown), "", "", hint)


def _unpacking_errors() -> tuple[type[Exception], ...]:
    """Return what zipfile and the unpackers it calls raise for what is broken, encrypted or packed in another way."""
    import zipfile
    import zlib

    known = (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, ValueError)  # of those, NotImplementedError is a RuntimeError
    try:
        import lzma
    except ImportError:  # a Python built without it
        return known
    return (*known, lzma.LZMAError)


def _folder_until_exit() -> str:
    import atexit
    import shutil
    import tempfile

    folder = tempfile.mkdtemp(prefix="scenec-archive-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def open_scene(request: ReadRequest) -> tuple[Document, bytes, Package]:
    """The scene of a file as a tree, its own bytes, and where its other files are. Raises ReadError for what MARS does not load."""
    data, name, shown = request.data, request.name, request.shown
    package = Package(request.folder, None, request.open, request.options.search_path)
    if not data.startswith(_ZIP):
        return _document(data, name, shown, request.path), data, package
    package.archive = archive = Archive(data, shown)
    files.boundary().narrow(archive.folder)  # what is packed refers to what is packed with it
    for repeated in dict.fromkeys(archive.repeated):
        request.ledger.report(findings.ARCHIVE_MEMBER_REPEATED, origin=Source(request.name), subject=request.name, value=repeated)
    member = _scene_in(archive, request)
    content = archive.bytes_of(member)
    document = _document(content, f"{name}/{member}", f"{shown}/{member}", None)
    document.packed = True
    return document, content, package


def _scene_in(archive: Archive, request: ReadRequest) -> str:
    """Return the member that is the scene: the one with the archive's name, else the only one, which is reported."""
    wanted = os.path.splitext(request.name)[0] + ".scene"
    if wanted in archive.names:
        return wanted
    scenes = [name for name in archive.names if name.lower().endswith(".scene")]
    if len(scenes) == 1:
        archive_name = f"{os.path.splitext(scenes[0])[0]}.scn"
        request.ledger.report(
            findings.ARCHIVE_NAME_MISMATCH,
            origin=Source(request.name),
            subject=request.name,
            value=scenes[0],
            wanted=wanted,
            archive=archive_name,
        )
        return scenes[0]
    hint = f"it holds {', '.join(map(repr, scenes[:3]))}" if scenes else "it holds no .scene"
    raise ReadError(f"no {wanted!r} in the archive", Source(request.shown), "a scene called as the archive is", "", hint)


def _document(data: bytes, name: str, shown: str, path: str | None) -> Document:
    if data.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] != b"<" and _LIST_IN_YAML.match(data):
        from scenec.syntax.yaml import read_yaml

        return read_yaml(data, name, shown=shown, path=path)
    from scenec.syntax.xml import read_xml

    return read_xml(data, name, shown=shown, path=path)
