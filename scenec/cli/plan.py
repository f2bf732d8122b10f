"""Which file is converted into which: globs, folders, streams. Decided, and refused, before anything is read."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

import msgspec

from scenec.converters import by_suffix, resolve, suffix_of
from scenec.errors import ReadError, UsageError
from scenec.source import Source

STREAM = "-"


class Job(msgspec.Struct, frozen=True, gc=False):
    """src, dst: paths, `-` for stdin and stdout."""

    src: str
    dst: str


def sources(patterns: Iterable[str]) -> list[str]:
    """Files as named, patterns (``**`` goes into folders) as the files they stand for, sorted; each once. Raises ReadError for a
    pattern without files."""
    found: dict[str, str] = {}
    for pattern in patterns:
        for path in _expanded(pattern):
            found.setdefault(path if path == STREAM else os.path.abspath(path), path)
    return list(found.values())


def _expanded(pattern: str) -> list[str]:
    if pattern == STREAM or not any(mark in pattern for mark in "*?[") or os.path.lexists(pattern):
        return [pattern]
    from glob import glob

    paths = [path for path in sorted(glob(pattern, recursive=True)) if not os.path.isdir(path)]
    if not paths:
        raise ReadError("no file is called like this", Source(pattern))
    return paths


def planned(
    paths: Sequence[str], output: str, *, from_: str | None, to: str | None, layout: str | None, assets_dir: str | None
) -> list[Job]:
    """Where each file goes. Raises UsageError for what cannot work: a stream without a format, two files for one place."""
    if STREAM in paths and from_ is None:
        raise UsageError("standard input has no suffix", None, "", "", "name its format with --from")
    if output == STREAM:
        return [_to_stream(paths, to, layout)]
    if not _is_folder(output, paths, layout):
        if to is None and by_suffix(os.path.basename(output)) is None:
            raise UsageError(
                f"{output!r} does not say which format to write", None, "a suffix like .sdf", "", "or name the format with --to"
            )
        return [Job(paths[0], output)]
    if assets_dir is not None and len(paths) > 1:
        raise UsageError("--assets-dir is for one SRC", None, "", "", "each of several gets a folder of its own")
    if layout == "model" and to is None:
        to = "sdformat"
    if to is None:
        raise UsageError("a folder does not say which format to write", None, "--to FMT")
    jobs = [Job(path, _in_folder(path, output, to, layout)) for path in paths]
    _refuse_clashes(jobs)
    return jobs


def _to_stream(paths: Sequence[str], to: str | None, layout: str | None) -> Job:
    if len(paths) > 1:
        raise UsageError("only one SRC can go to standard output", None, "-o DIR/")
    if layout is not None:
        raise UsageError("a model directory cannot go to standard output", None, "-o DIR/")
    if to is None:
        raise UsageError("standard output has no suffix", None, "", "", "name the format to write with --to")
    return Job(paths[0], STREAM)


def _is_folder(output: str, paths: Sequence[str], layout: str | None) -> bool:
    if output.endswith(("/", os.sep)) or os.path.isdir(output):
        return True
    if len(paths) == 1 and layout is None:
        return False
    if os.path.lexists(output) or by_suffix(os.path.basename(output)):
        what = "a model directory goes" if layout else f"{len(paths)} files go"
        raise UsageError(f"{what} into a folder, and {output!r} is a file's name", None, "-o DIR/")
    return True


def stem_of(path: str) -> str:
    """A file's name without its suffix (the longest that a format owns)."""
    name = os.path.basename(path) if path != STREAM else "scene"
    suffix = suffix_of(name) or os.path.splitext(name)[1]
    return name[: -len(suffix)] if suffix and name != suffix else name


def _in_folder(path: str, folder: str, to: str, layout: str | None) -> str:
    record, version = resolve(to)
    if layout == "model":
        if record.name != "sdformat":
            raise UsageError(f"--layout model is a layout of SDFormat, not of {record.title}")
        return os.path.join(folder, stem_of(path), "model.sdf")
    fitting = [suffix for suffix, implied in record.suffixes.items() if implied == version]
    return os.path.join(folder, stem_of(path) + (fitting or list(record.suffixes))[0])


def _refuse_clashes(jobs: Sequence[Job]) -> None:
    from unicodedata import normalize

    taken: dict[str, str] = {}
    for job in jobs:
        other = taken.setdefault(normalize("NFC", job.dst).casefold(), job.src)
        if other != job.src:
            raise UsageError(f"{other!r} and {job.src!r} would both be written as {job.dst!r}", None, "", "", "convert them one by one")
