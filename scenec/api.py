"""The verbs: read, write, convert. The one place where a conversion is put together and settled.

file(s) --read--> scene --adapt--> scene --write (through a lens)--> named byte streams --commit--> files
report <- ledger <- what reader, adaptations and writer reported, and what settling finds they left behind
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.finding import excerpt
from scenec.accounting.ledger import Ledger
from scenec.accounting.lens import Reads, lens
from scenec.accounting.report import Report, Side, build_report
from scenec.accounting.settle import settle
from scenec.carry import driver
from scenec.collector import collector_paused
from scenec.converters import by_suffix, codes_of, resolve, suffix_of
from scenec.converters.format import Format, Implied, ReadOptions, ReadRequest, ReadResult, WriteOptions, WriteRequest, WriteResult
from scenec.errors import ReadError, UnknownFormatError
from scenec.files import ANYWHERE, OUTSIDE, Boundary, boundary, guarded, read_file, within
from scenec.input import FilePath, Input, boundary_of, bytes_of, folder_of, format_for, format_of
from scenec.ir.magnitude import refuse_beyond
from scenec.ir.scene import Scene
from scenec.options import checked_options
from scenec.output import Output, commit
from scenec.source import Source

if TYPE_CHECKING:
    from scenec.accounting.render_html import Depicted
    from scenec.difference.item import Difference

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
    stream. options: the reading options `search_path`, `lenient`, `parameters`, `constants`, `old_light`, `confine`, and `carry`: put back
    what the file carries for another format (without, the scene is what the file's own simulator sees).
    Raises ReadError for input its format's own reader would refuse, UnknownFormatError, UsageError for an unknown option.
    """
    checked = ReadOptions(**checked_options(options, ReadOptions))
    with collector_paused(), within(boundary_of(src, base, checked)):
        ledger, result, _, side = _read(src, format, base, name, checked)
        _tell_refused(ledger)
        fates = settle(result.scene, None, ledger)
        report = build_report(ledger, fates, side, Side())
        report.folder = folder_of(src)
        return result.scene, report


def write(
    scene: Scene,
    dst: FilePath,
    *,
    format: str | None = None,  # noqa: A002
    **options: Any,
) -> Report:
    """Write a scene. format: from the suffix of dst by default. options: the writing options of `convert`. What the scene was
    confined to when it was read (`confine`), its files are still confined to.

    The report's findings have no lines (there is no source file), but tell just as completely what the target cannot say.
    Raises WriteError where nothing can be written; then nothing is.
    """
    checked = WriteOptions(**checked_options(options, WriteOptions))
    with collector_paused(), within(boundary_of_scene(scene)):
        target = os.fspath(dst)
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
    `as_` (world or model), `mesh_format`, `assets`, `joint_zero`, `layout`, `flatten`, `motors`, `adapt_joints`, `poses`;
    `verify` loads the result with what is installed to load it (see `scenec.verify.verdicts`); `carry` takes along what the target
    cannot say and puts back what the source carries, `carry_to` (inline or sidecar) says where to.
    Output appears whole or not at all. Raises ReadError, WriteError, UnknownFormatError, UsageError.
    """
    with collector_paused():
        output, report = prepare(src, dst, from_=from_, to=to, base=base, name=name, **options)
        report.files = commit(output, dst)
        return report


def diff(a: Input | Scene, b: Input | Scene, *, tolerance: float = 1e-9, format: str | None = None, **options: Any) -> Difference:  # noqa: A002
    """What differs between two scenes, of any formats, in what they mean.

    a, b: paths, bytes, open binary files, or scenes. tolerance: relative. format: of both files, by default told for each from its suffix
    or content. options: those of `read`. Raises ReadError, UnknownFormatError, UsageError.
    """
    from scenec.difference.compare import compare

    with collector_paused():
        sides = [_scenery(each, format, options) for each in (a, b)]
        scenes, scenery, implied = zip(*sides, strict=True)
        return compare(*scenes, scenery=scenery, tolerance=tolerance, implied=implied)


def _scenery(src: Input | Scene, spec: str | None, options: Mapping[str, Any]) -> tuple[Scene, Side, Implied]:
    """A scene, what to call it, and what its format means where it says nothing."""
    if isinstance(src, Scene):
        return src, Side(), {}
    _, result, record, side = _read(src, spec, None, None, ReadOptions(**checked_options(options, ReadOptions)))
    return result.scene, side, record.implied(result.version) if record.implied else {}


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
    options["carry"] = reading.get("carry")
    writing = WriteOptions(**checked_options(options, WriteOptions))
    checked = ReadOptions(**checked_options(reading, ReadOptions))
    with collector_paused(), within(boundary_of(src, base, checked)):
        ledger, result, record, side = _read(src, from_, base, name, checked, opener)
        _tell_implausible(result.scene, ledger)
        target = os.fspath(dst)
        spec = to or format_for(target)
        wanted, version = resolve(spec)
        if wanted.name == record.name and not version and _keeps_version(record, result.version, os.path.basename(target)):
            spec = f"{record.name}@{result.version}"
        origin = result.restored if result.restored.partition("@")[0] == wanted.name else ""
        if not version and origin.partition("@")[2] in wanted.versions:
            spec = origin
        output, report = _write(result.scene, ledger, side, spec, target, writing, assets_dir, library, checked, origin)
        report.folder = folder_of(src)
        report.depict = partial(_depicted, result.scene, checked)
        return output, report


def _depicted(before: Scene, options: ReadOptions, report: Report) -> Depicted:
    """Before and after, for the HTML form of a report: the result is read back from where it was written, and from nowhere the source
    could not be read from."""
    from scenec.view.of_report import depicted

    def read_back() -> Scene:
        name = os.path.basename(report.target.files[0]) if report.target.files else ""
        if not report.files or os.path.basename(report.files[0]) != name:
            raise ReadError("it was not written to a file")
        places, folder = list(options.search_path), os.path.dirname(report.files[0])
        limit = None if boundary_of_scene(before).allows(os.path.abspath(os.sep)) else folder
        if options.confine is not None:  # files that were not copied
            places.append(options.confine)
        return read(report.files[0], format=f"{report.target.format}@{report.target.version}", search_path=places, confine=limit)[0]

    with within(boundary_of_scene(before)):
        return depicted(report, before, read_back)


# ---------------------------------------------------------------- the two halves


def _read(
    src: Input,
    spec: str | None,
    base: FilePath | None,
    name: str | None,
    options: ReadOptions,
    opener: Callable[[str], bytes] | None = None,
) -> tuple[Ledger, ReadResult, Format, Side]:
    opener = guarded(opener or read_file, boundary())
    data, shown, path = bytes_of(src, name, opener)
    record, version = format_of(spec, shown if path else (name or ""), data)
    if record.read is None:
        raise UnknownFormatError(f"{record.title} cannot be read yet", None, "a format with a reader (see `scenec formats`)")
    folder = os.path.abspath(base) if base is not None else (os.path.dirname(path) if path else None)
    ledger = Ledger()
    ledger.codes.update(codes_of(record.name))
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
    refuse_beyond(result.scene, shown)
    for document in ledger.documents:
        document.boundary = boundary()
    carried = driver.found(record, data, ledger, path, opener)
    if carried is not None and options.carry:
        result = driver.put_back(result, carried, ledger, folder)
    elif carried is not None:
        driver.tell_unused(carried, record, ledger)
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
    reading: ReadOptions = ReadOptions(),  # noqa: B008 - frozen
    origin: str = "",
) -> tuple[Output, Report]:
    record, version = resolve(spec)
    if record.write is None:
        raise UnknownFormatError(f"{record.title} cannot be written yet", None, "a format with a writer (see `scenec formats`)")
    options = msgspec.structs.replace(options, version=version or options.version)
    ledger.scene = whole = scene
    ledger.codes.update(codes_of(record.name))
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
        source_format=origin.partition("@")[0] or side.format,
        source_version=origin.partition("@")[2] or side.version,
        restored=bool(origin),
        place_of=library.place_for(dst) if library else None,
        shared=library.shared_from(dst) if library else None,
    )
    since = len(ledger.entries)
    result: WriteResult = record.write(request)
    _tell_refused(ledger)
    _tell_comments(ledger, record, result.comments)
    title = f"{record.title} {result.version}".strip()
    implied = record.implied(result.version) if record.implied else {}
    fates = settle(scene, reads, ledger, target=title, implied=implied)
    if options.carry:
        result, fates = driver.take_along(whole, result, record, request, fates, reading)
    target = Side((file_name, *sorted({*result.files, *result.copies} - {result.main})), record.name, result.version)
    output = Output(result.main, result.files, result.copies, boundary())
    if options.verify:
        _verify(scene, output, dst, ledger, since, record, result.version, reading)
    return output, build_report(ledger, fates, side, target)


def _verify(scene: Scene, output: Output, dst: str, ledger: Ledger, since: int, record: Format, version: str, reading: ReadOptions) -> None:
    """Ask those who load the result what they make of it; what they say becomes findings."""
    from scenec.verify.verdicts import verify

    def read_back(path: str, looked_up: Sequence[str]) -> Scene:
        told = by_suffix(path)
        spec = None if told is not None and resolve(told)[0].name == record.name else f"{record.name}@{version}" if version else record.name
        return _read(path, spec, None, None, ReadOptions(search_path=tuple(looked_up)))[1].scene

    verify(
        scene,
        output,
        dst,
        ledger,
        since,
        format=record.name,
        title=record.title,
        search_path=reading.search_path,
        read_back=read_back,
        confined=reading.confine is not None,
    )


def _keeps_version(record: Format, version: str, file_name: str) -> bool:
    """Whether a file of the same format stays in its version: not under a suffix that belongs to another one (``.ros2`` is no core3)."""
    others = {implied for suffix, implied in record.suffixes.items() if suffix != suffix_of(file_name)}
    return version in record.versions and (record.suffixes.get(suffix_of(file_name)) in (None, version) or version not in others)


def boundary_of_scene(scene: Scene) -> Boundary:
    """What a scene was confined to when it was read; its nodes know the document they come from."""
    for node in (scene, *scene.meshes, *scene.models, *scene.links, *scene.assets):
        document = node.origin.place[0] if node.origin is not None else None
        if document is not None and document.boundary is not None:
            found: Boundary = document.boundary
            return found
    return ANYWHERE


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


def _tell_refused(ledger: Ledger) -> None:
    """References out of the boundary which no finding names: of those the reader or writer has told what they are."""
    told = {entry.template.value for entry in ledger.entries}
    for name in sorted(boundary().refused):
        if excerpt(name) not in told and not any(name in entry.template.because for entry in ledger.entries):
            ledger.report(
                "reference-refused",
                "unresolved",
                "error",
                "metadata",
                value=name,
                because=f"it {OUTSIDE}",
                consequence="what it leads to is not looked at and not taken along",
                hint="if it may be read, name its folder with --search-path, or a larger one with --confine",
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
