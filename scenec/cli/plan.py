"""Which file is converted into which: globs, folders, streams. Decided, and refused, before anything is converted."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import msgspec

from scenec.converters import all_formats, by_content, by_suffix, is_shared, known_suffixes, layout_of, resolve, suffix_of
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


def scenes_among(paths: Sequence[str], *, through_scenes: bool) -> list[str]:
    """Return the scenes among changed files; other files are reported. through_scenes: a fragment stands for the scenes that include it,
    else for itself."""
    from scenec.cli.failure import say
    from scenec.fragments import fragment_at, scenes_including

    found: dict[str, str] = {}
    for path in paths:
        fragment = fragment_at(path) if through_scenes else None
        including = [os.path.relpath(each) for each in scenes_including(fragment)[0]] if fragment is not None else []
        if fragment is not None and not including:
            say(f"{path}: skipped: no scene includes this fragment")
        elif fragment is None and not _may_be_scene(path):
            say(f"{path}: skipped: no scene")
        for each in including or ([path] if fragment is None and _may_be_scene(path) else []):
            found.setdefault(os.path.abspath(each), each)
    return list(found.values())


def _may_be_scene(path: str) -> bool:
    """Whether a file is a scene by its suffix, or by its content where the suffix is not enough. Errors are reported later."""
    from scenec.files import read_file

    if path == STREAM or (by_suffix(os.path.basename(path)) is not None and not is_shared(suffix_of(path))):
        return True
    try:
        return by_content(read_file(path)) is not None
    except OSError:
        return True


def planned(
    paths: Sequence[str],
    output: str,
    *,
    from_: str | None,
    to: str | None,
    layout: str | None,
    assets_dir: str | None,
    model_in: Callable[[str], str] = lambda path: "",
) -> list[Job]:
    """Where each file goes. model_in: the name of the model in a file, "" if there is none; asked only for files of one name. Raises
    UsageError for what cannot work, like a stream without a format."""
    if STREAM in paths and from_ is None:
        raise UsageError("standard input has no suffix", None, "", "", "name its format with --from")
    if output == STREAM:
        return [_to_stream(paths, to, layout)]
    if not _is_folder(output, paths, layout):
        if to is None and by_suffix(os.path.basename(output)) is None:
            raise UsageError(
                f"{output!r} does not say which format to write", None, f"one of {known_suffixes()}", "", "or name the format with --to"
            )
        return [Job(paths[0], output)]
    if assets_dir is not None and len(paths) > 1:
        raise UsageError("--assets-dir is for one SRC", None, "", "", "each of several gets a folder of its own")
    if layout is not None and to is None:
        to = next((record.name for record in all_formats() if layout in record.layouts), None)
    if to is None:
        raise UsageError("a folder does not say which format to write", None, "--to FMT")
    names = output_names(paths, model_in)
    return [Job(path, _in_folder(name, output, to, layout)) for path, name in zip(paths, names, strict=True)]


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


def _in_folder(name: str, folder: str, to: str, layout: str | None) -> str:
    record, version = resolve(to)
    if layout is not None:
        return os.path.join(folder, name, layout_of(record, layout).main)
    return os.path.join(folder, name + record.suffix(version))


def output_names(paths: Sequence[str], model_in: Callable[[str], str]) -> list[str]:
    """Return the name of the output of each file, without suffix: as the file. Files of one name are called after their models, those whose
    models have one name as well after their folders, and else after the way to them."""
    from scenec.converters.common.file_names import FileNames, file_stem

    places = [os.path.abspath(path) for path in paths]
    folders = [os.path.dirname(place) for place in places]
    names = [stem_of(path) for path in paths]
    left, taken = _settle(names, range(len(paths)), set())
    shared = os.path.commonpath([folders[index] for index in left]) if left else ""
    kinds: tuple[Callable[[int], str], ...] = (
        lambda index: model_in(paths[index]),
        lambda index: os.path.basename(folders[index]),
        lambda index: os.path.relpath(folders[index], shared),
        lambda index: os.path.join(os.path.relpath(folders[index], shared), stem_of(paths[index])),
        lambda index: os.path.relpath(places[index], shared),
    )
    for kind in kinds:
        for index in left:
            names[index] = file_stem(kind(index), "")
        left, taken = _settle(names, left, taken)
    free = FileNames(taken)
    for index in left:  # nothing but case tells them apart
        names[index] = free.free(names[index], "")
    return names


def _settle(names: Sequence[str], left: Iterable[int], taken: set[str]) -> tuple[list[int], set[str]]:
    """Which names are still open, as others are the same, and those that are settled (as `folded`)."""
    from scenec.converters.common.file_names import folded

    left = list(left)
    counts = Counter(folded(names[index]) for index in left)
    settled = {name for name, count in counts.items() if name and count == 1 and name not in taken}
    return [index for index in left if folded(names[index]) not in settled], taken | settled
