"""The input of a reading: the bytes of a path, a buffer or an open file, what errors call them, and which format they are in."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, BinaryIO

from scenec.converters import by_suffix, format_within, is_shared, known_suffixes, resolve, suffix_of
from scenec.errors import ReadError, UnknownFormatError, UsageError
from scenec.files import Boundary, Opener, read_file
from scenec.source import Source

if TYPE_CHECKING:
    from scenec.converters.format import Format, ReadOptions

FilePath = str | os.PathLike[str]
Input = FilePath | bytes | bytearray | memoryview | BinaryIO


def bytes_of(src: Input, name: str | None, opener: Opener) -> tuple[bytes, str, str | None]:
    """(content, the name errors use, absolute path or None)."""
    if isinstance(src, (bytes, bytearray, memoryview)):
        return bytes(src), name or "<bytes>", None
    if hasattr(src, "read"):
        data, called = src.read(), getattr(src, "name", None)
        if not isinstance(data, bytes):
            raise UsageError(f"{called or name or 'the input'} is open as text", hint='open it in binary mode: open(path, "rb")')
        if isinstance(called, str) and os.path.isfile(called):  # relative references start from its folder
            path = os.path.abspath(called)
            return data, name or _shown(called, path), path
        return data, name or str(called or "<stream>"), None
    path = os.path.abspath(src)
    shown = _shown(os.fspath(src), path)
    try:
        return opener(path), shown, path
    except OSError as problem:
        what = "is a directory, not a file" if os.path.isdir(path) else (problem.strerror or str(problem)).lower()
        raise ReadError(f"cannot be read: {what}", Source(shown)) from None


def input_to_reread(src: Input, name: str | None) -> tuple[FilePath | bytes, str]:
    """An input that can be read several times, as an open file cannot: a path or bytes; and the name errors use."""
    if isinstance(src, (str, os.PathLike)):
        return src, os.fspath(src)
    data, shown, path = bytes_of(src, name, read_file)
    return (path, path) if path is not None else (data, shown)


def boundary_of(src: Input, base: FilePath | None, options: ReadOptions) -> Boundary:
    """Return what may be read for an input: everything, unless it was asked for otherwise (`confine`) or is a stream, which comes from
    anywhere: then what lies in its `base`, and without one nothing. The user's search path is open in any case."""
    confine = options.confine
    if confine is None and _is_stream(src):
        return Boundary([] if base is None else [os.fspath(base)], options.search_path)
    return Boundary(None if confine is None else [confine], options.search_path)


def _is_stream(src: Input) -> bool:
    if isinstance(src, (str, os.PathLike)):
        return False
    called = getattr(src, "name", None)
    return not (isinstance(called, str) and os.path.isfile(called))


def folder_of(src: Input, path: str | None = None) -> str | None:
    """Where the names of a report start from; None for input without a file. path: the absolute one, if it is known."""
    return os.path.dirname(path or os.path.abspath(src)) if isinstance(src, (str, os.PathLike)) else None


def _shown(path: str, absolute: str) -> str:
    """A path as errors call it: relative to the working directory if it lies below it, else as given."""
    return os.path.relpath(absolute) if absolute.startswith(os.getcwd() + os.sep) else path


def format_of(spec: str | None, name: str, data: bytes) -> tuple[Format, str]:
    found = spec or format_within(name, data)
    if found is None:
        raise UnknownFormatError(
            "the format is recognised neither by name nor by content",
            Source(name) if name else None,
            f"one of {known_suffixes()}",
            hint="name it with --from or format=",
        )
    return resolve(found)


def format_for(dst: str) -> str:
    name = os.path.basename(dst)
    found = by_suffix(name)
    if found is None:
        raise UnknownFormatError(
            f"{name!r} does not say which format to write", None, f"one of {known_suffixes()}", hint="name the format with --to or to="
        )
    return found


def refuse_other_suffix(spec: str | None, dst: str) -> None:
    """Raise UsageError if a file is to be written in a format that its suffix does not stand for: readers find the format by it."""
    name = os.path.basename(dst)
    known = by_suffix(name)
    if spec is None or known is None or is_shared(suffix_of(name)):  # a file of such a name is looked into
        return
    wanted, version = resolve(spec)
    if known.partition("@")[0] == wanted.name:
        return
    own = [suffix for suffix, implied in wanted.suffixes.items() if not version or implied in ("", version)]
    owner = resolve(known)[0].title
    raise UsageError(
        f"{name!r} is the name of a file of {owner}, not of {spec}", None, f"a name with {' or '.join(own or wanted.suffixes)}"
    )
