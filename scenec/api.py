"""The verbs: read, write, convert. The one place where a conversion is put together and settled.

file(s) --read--> scene --adapt--> scene --write (through a lens)--> named byte streams --commit--> files
report <- ledger <- what reader, adaptations and writer reported, and what settling finds they left behind
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.accounting.lens import Reads, lens
from scenec.accounting.report import Report, Side, build_report
from scenec.accounting.settle import settle
from scenec.collector import collector_paused
from scenec.converters import resolve, suffix_of
from scenec.converters.format import Format, ReadOptions, ReadRequest, ReadResult, WriteOptions, WriteRequest, WriteResult
from scenec.errors import UnknownFormatError
from scenec.input import FilePath, Input, bytes_of, folder_of, format_for, format_of, read_file
from scenec.ir.scene import Scene
from scenec.options import checked_options
from scenec.output import Output, commit
from scenec.source import Source

MADE = "meshes"
"""The folder of a migrated library for files that are made."""


class Library(msgspec.Struct, frozen=True, gc=False):
    """Folders of scenes that are converted together. source, target: absolute paths. Files that scenes refer to keep their place
    in it; files that are made for them go to one folder. avoid: places, from the target, that other scenes need for something else
    of that name: what would go there gets ``-2``, ``-3`` behind its name."""

    source: str
    target: str
    avoid: tuple[str, ...] = ()

    def place_for(self, dst: str) -> Callable[[str], str | None]:
        """Where a file of the library goes, from `dst`; None for one from elsewhere."""
        start = os.path.dirname(os.path.abspath(dst))
        avoided = {os.path.splitext(path)[0].casefold() for path in self.avoid}

        def place(found: str) -> str | None:
            inside = os.path.relpath(found, self.source)
            if inside.startswith(os.pardir) or os.path.isabs(inside):
                return None
            stem, suffix = os.path.splitext(inside.replace(os.sep, "/"))
            name, count = stem, 1
            while name.casefold() in avoided:
                count += 1
                name = f"{stem}-{count}"
            return os.path.relpath(os.path.join(self.target, name + suffix), start).replace(os.sep, "/")

        return place

    def shared_from(self, dst: str) -> str:
        """The folder for made files, from `dst`."""
        return os.path.relpath(os.path.join(self.target, MADE), os.path.dirname(os.path.abspath(dst))).replace(os.sep, "/")


def read(
    src: Input,
    *,
    format: str | None = None,  # noqa: A002 - the word users expect
    base: FilePath | None = None,
    name: str | None = None,
    **options: Any,
) -> tuple[Scene, Report]:
    """Read a scene.

    src: a path, bytes, or an open binary file. format: a name like ``simrobot`` or ``sdformat@1.9``; by default from the suffix,
    else the content. base: the folder relative references start from (default: the file's own). name: what reports call a
    stream. options: the reading options `search_path`, `lenient`, `parameters`, `constants`, `old_light`.
    Raises ReadError for input its format's own reader would refuse, UnknownFormatError, UsageError for an unknown option.
    """
    with collector_paused():
        ledger, result, _, side = _read(src, format, base, name, ReadOptions(**checked_options(options, ReadOptions)))
        fates = settle(result.scene, None, ledger)
        report = build_report(ledger, fates, side, Side())
        report.folder = folder_of(src)
        return result.scene, report


def write(
    scene: Scene,
    dst: FilePath,
    *,
    format: str | None = None,  # noqa: A002 - the word of the interface
    **options: Any,
) -> Report:
    """Write a scene. format: from the suffix of dst by default. options: the writing options of `convert`.

    The report's findings have no lines (there is no source file), but tell just as completely what the target cannot say.
    Raises WriteError where nothing can be written; then nothing is.
    """
    with collector_paused():
        target = os.fspath(dst)
        checked = WriteOptions(**checked_options(options, WriteOptions))
        output, report = _write(scene, Ledger(), Side(), format or format_for(target), target, checked)
        report.files = commit(output, target)
        return report


def convert(
    src: Input,
    dst: FilePath,
    *,
    from_: str | None = None,
    to: str | None = None,
    base: FilePath | None = None,
    name: str | None = None,
    **options: Any,
) -> Report:
    """Convert a file. Never raises for loss: ask `report.failed()`.

    from_, to: format names, by default from the suffixes (or the content). options: the reading options of `read`, and
    `as_` (world or model), `mesh_format`, `assets`, `joint_zero`, `layout`, `flatten`, `motors`, `adapt_joints`, `poses`.
    Output appears whole or not at all. Raises ReadError, WriteError, UnknownFormatError, UsageError.
    """
    with collector_paused():
        output, report = prepare(src, dst, from_=from_, to=to, base=base, name=name, **options)
        report.files = commit(output, dst)
        return report


def prepare(
    src: Input,
    dst: FilePath,
    *,
    from_: str | None = None,
    to: str | None = None,
    base: FilePath | None = None,
    name: str | None = None,
    assets_dir: FilePath | None = None,
    opener: Callable[[str], bytes] | None = None,
    library: Library | None = None,
    **options: Any,
) -> tuple[Output, Report]:
    """A conversion up to the point where files are written: what would be written, and the report.

    assets_dir: the folder for files beside the main one, instead of ``<stem>_assets``; a relative one counts from the working
    directory, as `dst` does. opener: reads each file, the entry too (absolute path -> content), and raises OSError; for callers
    that want to know or to decide what is read. library: what dst is a part of, so that scenes share their files.
    """
    reading = {key: options.pop(key) for key in list(options) if key in ReadOptions.__struct_fields__}
    writing = WriteOptions(**checked_options(options, WriteOptions))
    with collector_paused():
        ledger, result, record, side = _read(src, from_, base, name, ReadOptions(**checked_options(reading, ReadOptions)), opener)
        _tell_implausible(result.scene, ledger)
        target = os.fspath(dst)
        spec = to or format_for(target)
        wanted, version = resolve(spec)
        if wanted.name == record.name and not version and result.version in record.versions:
            spec = f"{record.name}@{result.version}"
        output, report = _write(result.scene, ledger, side, spec, target, writing, assets_dir, library)
        report.folder = folder_of(src)
        return output, report


# ---------------------------------------------------------------- the two halves


def _read(
    src: Input,
    spec: str | None,
    base: FilePath | None,
    name: str | None,
    options: ReadOptions,
    opener: Callable[[str], bytes] | None = None,
) -> tuple[Ledger, ReadResult, Format, Side]:
    opener = opener or read_file
    data, shown, path = bytes_of(src, name, opener)
    record, version = format_of(spec, shown if path else (name or ""), data)
    if record.read is None:
        raise UnknownFormatError(f"{record.title} cannot be read yet", None, "a format with a reader (see `scenec formats`)")
    folder = os.path.abspath(base) if base is not None else (os.path.dirname(path) if path else None)
    ledger = Ledger()
    request = ReadRequest(
        data=data,
        name=os.path.basename(shown),
        shown=shown,
        path=path,
        folder=folder,
        version=version,
        options=options,
        ledger=ledger,
        open=opener,
    )
    result = record.read(request)
    return ledger, result, record, Side(result.files, record.name, result.version)


def _write(
    scene: Scene,
    ledger: Ledger,
    side: Side,
    spec: str,
    dst: str,
    options: WriteOptions,
    assets_dir: FilePath | None = None,
    library: Library | None = None,
) -> tuple[Output, Report]:
    record, version = resolve(spec)
    if record.write is None:
        raise UnknownFormatError(f"{record.title} cannot be written yet", None, "a format with a writer (see `scenec formats`)")
    options = msgspec.structs.replace(options, version=version or options.version)
    ledger.scene = scene
    for step in _adaptations(record, options, side.format):
        scene = step(scene, ledger, record.title)
    reads: Reads = {}
    file_name = os.path.basename(dst)
    suffix = suffix_of(file_name) or next(iter(record.suffixes))
    stem = file_name[: -len(suffix)] if file_name.lower().endswith(suffix) else file_name
    if options.layout == "model":  # the folder has the name, the file is always called the same
        stem = os.path.basename(os.path.dirname(os.path.abspath(dst)))
    request = WriteRequest(
        scene=lens(scene, reads),
        stem=stem or "scene",
        suffix=suffix,
        assets=_assets_folder(stem, options) if assets_dir is None else _from_main_file(os.fspath(assets_dir), dst),
        options=options,
        ledger=ledger,
        source_format=side.format,
        source_version=side.version,
        place_of=library.place_for(dst) if library else None,
        shared=library.shared_from(dst) if library else None,
    )
    result: WriteResult = record.write(request)
    _tell_comments(ledger, record, result.comments)
    title = f"{record.title} {result.version}".strip()
    implied = record.implied(result.version) if record.implied else {}
    fates = settle(scene, reads, ledger, target=title, implied=implied)
    target = Side((file_name, *sorted({*result.files, *result.copies} - {result.main})), record.name, result.version)
    return Output(result.main, result.files, result.copies), build_report(ledger, fates, side, target)


def _assets_folder(stem: str, options: WriteOptions) -> str:
    return "meshes" if options.layout == "model" else f"{stem}_assets"


def _from_main_file(assets_dir: str, dst: str) -> str:
    """A folder as the main file refers to it: an absolute one as it is, another relative to the main file's folder, with ``/``."""
    if not os.path.isabs(assets_dir):
        assets_dir = os.path.relpath(assets_dir, os.path.dirname(os.path.abspath(dst)))
    return assets_dir.replace(os.sep, "/")


def _tell_implausible(scene: Scene, ledger: Ledger) -> None:
    """What no body or joint can be like is converted as it stands; a note says so, `scenec check` judges it."""
    from scenec.ir.check import implausible

    for problem in implausible(scene):
        ledger.report(
            problem.code,
            "kept",
            "note",
            problem.category,
            origin=problem.origin,
            subject=problem.subject,
            value=problem.value,
            because=problem.text,
            consequence="the result says the same, and simulators will object to it",
            hint=problem.hint,
        )


def _tell_comments(ledger: Ledger, target: Format, kept: int) -> None:
    """Comments are no values, but losing them is worth one note."""
    commented = [document for document in ledger.documents if document.comments]
    count = sum(document.comments for document in commented) - kept
    if count > 0:
        ledger.report(
            "comments-dropped",
            "dropped",
            "note",
            "metadata",
            origin=Source(commented[0].name),
            value=f"{count:,} comment{'s' * (count > 1)}",
            because=f"comments do not go through to {target.title}" if not kept else "what they stand at is not in the result",
            consequence="what they explain is only in the source",
        )


def _adaptations(record: Format, options: WriteOptions, source_format: str) -> Iterator[Callable[[Scene, Ledger, str], Scene]]:
    from scenec.adapt import load

    chosen = record.adaptations if record.adaptations_for is None else record.adaptations_for(options, source_format)
    for adaptation in chosen:
        yield load(adaptation)
