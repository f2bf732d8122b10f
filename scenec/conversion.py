"""The two halves of a conversion, each through the ledger: a file becomes a scene, a scene becomes files. The one place that settles."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.build_report import build_report
from scenec.accounting.leaf_uses import LeafUses
from scenec.accounting.ledger import Ledger
from scenec.accounting.printable import NOTHING
from scenec.accounting.report import Report, ReportOnDemand, Side
from scenec.accounting.settle import Fates, settle
from scenec.accounting.spoken import Names
from scenec.carry import driver
from scenec.converters import NEUTRAL, by_suffix, codes_of, format_called, resolve, suffix_of
from scenec.converters.format import (
    Format,
    Implied,
    Layout,
    LintRequest,
    ReadOptions,
    ReadRequest,
    ReadResult,
    SourceFormat,
    WriteOptions,
    WriteRequest,
    WriteResult,
)
from scenec.errors import UnknownFormatError
from scenec.files import Boundary, boundary, guarded, read_file, within
from scenec.input import FilePath, Input, bytes_of, format_for, format_of
from scenec.ir.check import Problem
from scenec.ir.depth import refuse_deeper
from scenec.ir.magnitude import refuse_beyond
from scenec.ir.scene import Scene
from scenec.library import Library
from scenec.observations import judge_masses, report_comments, report_refused
from scenec.output import Output
from scenec.reading import Reading, noting

if TYPE_CHECKING:
    from scenec.accounting.source_map import TargetPlace
    from scenec.trace import Ids


LARGE = 20_000
"""A scene of more values is let go of while it is written, where it can be read again."""


class Origin(msgspec.Struct, eq=False):
    """Where a scene comes from. result: what its reader gave; record: of its format; side: what reports say of it. path: of the entry
    file, None for a stream; open: reads the files beside it. again: reads the scene once more. A writer has a copy of the scene, stamped;
    who wants no more of the one that was read than to look at it lets go of it (`lend`), which takes about a tenth less memory."""

    result: ReadResult
    ledger: Ledger
    record: Format | None = None
    side: Side = msgspec.field(default_factory=Side)
    options: ReadOptions = msgspec.field(default_factory=ReadOptions)
    path: str | None = None
    open: Callable[[str], bytes] = read_file
    again: Callable[[], Origin] | None = None
    is_lent: bool = False
    _read_within: Boundary | None = None

    @property
    def scene(self) -> Scene:
        """The scene, read again if it was let go of."""
        if self._read_within is None or self.again is None:
            return self.result.scene
        with within(self._read_within):
            return self.again().scene

    def lend(self) -> None:
        """Let the scene go once it is stamped, if it is large and can be read again."""
        self.is_lent = self.again is not None and self.ledger.value_count > LARGE

    def let_go(self) -> None:
        """Let go of the scene. Findings about the stamped one can still be made."""
        self.result = msgspec.structs.replace(self.result, scene=Scene())
        self.ledger.forget_scene()
        self._read_within = boundary()

    def report(self) -> Report:
        """The report of the reading alone, worked out when it is looked at."""
        report_refused(self.ledger)
        return ReportOnDemand(lambda: build_report(self.ledger, settle(self.scene, self.ledger, is_written=False), self.side, Side()))

    def lint(self) -> list[Problem]:
        """Return what its format's own simulator refuses, crashes on or shows otherwise."""
        if self.record is None or self.record.lints is None:
            return []
        return list(self.record.lints(LintRequest(self.scene, self.result.version, self.ledger, self.path, self.open)))

    @property
    def implied(self) -> Implied:
        """Return the defaults of its format."""
        record = self.record
        return record.implied(self.result.version) if record is not None and record.implied else {}

    def source_format(self, restored: str) -> SourceFormat:
        """Return what the scene comes from, for the steps and the writer of a format. restored: see `written_as`."""
        name, _, version = (restored or self.result.source).partition("@")
        side = self.side
        return SourceFormat(file=side.format, name=name or side.format, version=version or side.version, restored=bool(restored))

    def written_as(self, to: str | None, dst: str) -> tuple[str, str]:
        """The format and version to write, and what the scene is to be taken for: the format and version which it comes from in truth,
        if it was carried here (`ReadResult.restored`) or says so (`ReadResult.source`). Without a wish a format keeps its version."""
        spec = to or format_for(dst)
        wanted, version = resolve(spec)
        known = self.result.version
        if self.record is not None and wanted.name == self.record.name and not version and _keeps_version(wanted, known, dst):
            spec = f"{wanted.name}@{known}"
        home = self.result.restored or self.result.source
        restored = home if home.partition("@")[0] == wanted.name else ""
        if not version and restored and _keeps_version(wanted, restored.partition("@")[2], dst):
            spec = restored
        return spec, restored


class Target(msgspec.Struct, frozen=True, eq=False):
    """Where a scene goes. spec: format and version; path: of the main file; assets_dir: for the files beside it; library: what it is a
    part of; restored: see `Origin.written_as`. trace: keep where each value was printed (`scenec.accounting.source_map`)."""

    spec: str
    path: str
    options: WriteOptions
    assets_dir: FilePath | None = None
    library: Library | None = None
    restored: str = ""
    trace: bool = False

    @property
    def name(self) -> str:
        return os.path.basename(self.path)

    @property
    def layout(self) -> Layout | None:
        """The folder that is written instead of a file, None for a file."""
        return resolve(self.spec)[0].layouts.get(self.options.layout)

    def suffix(self, record: Format) -> str:
        return suffix_of(self.name) or next(iter(record.suffixes))

    def stem(self, suffix: str) -> str:
        """Return what other files and the scene are called after."""
        if self.layout is not None:  # the folder has the name, the file is always called the same
            return os.path.basename(os.path.abspath(self.path)[: -len(self.layout.main) - 1])
        return self.name[: -len(suffix)] if self.name.lower().endswith(suffix) else self.name

    def assets(self, suffix: str) -> str:
        """The folder for files beside the main one, as the main file refers to it, with ``/``."""
        if self.assets_dir is None:
            return self.layout.assets if self.layout is not None else f"{self.stem(suffix)}_assets"
        folder = os.fspath(self.assets_dir)
        if not os.path.isabs(folder):
            folder = os.path.relpath(folder, os.path.dirname(os.path.abspath(self.path)))
        return folder.replace(os.sep, "/")


def read_source(
    src: Input,
    spec: str | None,
    base: FilePath | None,
    name: str | None,
    options: ReadOptions,
    opener: Callable[[str], bytes] | None = None,
) -> Origin:
    """Read an input; `scenec.api.read` says what the arguments mean."""
    seen: dict[str, bytes] = {}
    opener = noting(read_file if opener is None else guarded(opener, boundary()), seen)
    data, shown, path = bytes_of(src, name, opener)
    record, version = format_of(spec, shown if path else (name or ""), data)
    if record.read is None:
        raise UnknownFormatError(f"{record.title} cannot be read yet", None, "a format with a reader (see `scenec formats`)")
    folder = os.path.abspath(base) if base is not None else (os.path.dirname(path) if path else None)
    ledger = Ledger()
    ledger.elements = record.elements
    ledger.explanations.append(partial(codes_of, record.name))
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
    refuse_deeper(result.scene, shown)
    reading = Reading(path, record.name, spec, base, options, seen) if path is not None else None
    for document in ledger.documents:
        document.boundary, document.reading = boundary(), reading
    carried = driver.found(record, data, ledger, path, opener)
    if carried is not None and options.carry:
        result = driver.put_back(result, carried, ledger, folder)
    elif carried is not None and carried.rows:
        driver.report_unused(carried, record, ledger)
    for document in ledger.documents:
        document.format = result.restored or result.source or f"{record.name}@{result.version}"
    again = partial(read_source, path, spec, base, name, options, opener) if path is not None else None
    return Origin(result, ledger, record, Side(result.files, record.name, result.version), options, path, opener, again)


def write_target(origin: Origin, target: Target) -> tuple[Output, Report]:
    """Bring a scene into the target's range, write it, and settle what became of every value."""
    record, version = resolve(target.spec)
    if record.write is None:
        raise UnknownFormatError(f"{record.title} cannot be written yet", None, "a format with a writer (see `scenec formats`)")
    options = msgspec.structs.replace(target.options, version=version or target.options.version)
    ledger = origin.ledger
    request = requested(origin, target, record, options)
    since = len(ledger.entries)
    result, fates = _settled(request, origin, record)
    uses = ledger.uses
    if not uses.all_printed:  # a kept text is no worse than its source
        judge_masses(request.scene, ledger, record)
    side = Side((target.name, *sorted({*result.files, *result.copies} - {result.main})), record.name, result.version)
    output = Output(result.main, result.files, result.copies, boundary())
    if options.verify:
        assert request.unstamped is not None  # see `_lets_go`
        _verify(request.unstamped, output, target.path, ledger, since, record, result.version, origin.options)
    report = build_report(ledger, fates, origin.side, side, _places(result, uses, ledger.steered) if target.trace else None)
    ledger.uses = LeafUses()  # a scene that was written is let go of
    return output, report


def _places(result: WriteResult, uses: LeafUses, steered: Mapping[int, Ids]) -> dict[int, tuple[TargetPlace, ...]]:
    """Where each value was printed: ledger id -> places."""
    if result.read_back is None:
        return {}
    from scenec.accounting.source_map import target_places, with_steered

    copied = {name: read_file(path) for name, path in result.copies.items() if name in result.kept}
    places = target_places(uses, {**result.files, **copied}, result.claims, result.read_back, result.kept, result.placed)
    return places if result.kept or result.placed else with_steered(places, steered)  # a kept text does not change with others


def written(request: WriteRequest, record: Format) -> WriteResult:
    """Write a scene, and count what its files say (`Ledger.uses`)."""
    assert record.write is not None  # the caller asked before
    result = record.write(request)
    for claims in result.claims.values():
        request.uses.claim(claims.leaves)
    return result


def _settled(request: WriteRequest, origin: Origin, record: Format) -> tuple[WriteResult, Fates]:
    """Return what is written of a scene, and what became of every value."""
    ledger, options = origin.ledger, request.options
    result = written(request, record)
    report_refused(ledger)
    report_comments(ledger, record, result.comments)
    title = f"{record.title} {result.version}" if result.version[-1:].isdigit() else record.title
    implied = record.implied(result.version) if record.implied else {}
    printable = partial(record.printable, result.version) if record.printable else NOTHING
    fates = settle(request.scene, ledger, target=title, implied=implied, printable=printable)
    if options.carry:
        of_scene = f"{origin.side.format}@{origin.side.version}" if origin.side.format else origin.result.source
        came_from = origin.result.restored or of_scene
        result, fates = driver.carry_values(origin.scene, result, record, request, fates, origin.options, came_from)
    return result, fates


def adapted(origin: Origin, record: Format, options: WriteOptions, *, restored: str) -> Scene:
    """The scene in the range of a format; what that changes is in the ledger. restored: see `Origin.written_as`."""
    ledger = origin.ledger
    ledger.scene = origin.scene
    ledger.explanations.append(partial(codes_of, record.name))
    ledger.names = Names(resolve(origin.side.format)[0].title if origin.side.format else "", record.title, record.simulator)
    ledger.format_called = format_called
    return _in_range(origin.scene, ledger, record, options, origin.source_format(restored))


def _in_range(scene: Scene, ledger: Ledger, record: Format, options: WriteOptions, source: SourceFormat) -> Scene:
    """A scene after the steps of a format."""
    from scenec.adapt import load

    chosen = record.adaptations_for
    for step in record.adaptations if chosen is None else chosen(options, source):
        scene = load(step)(scene, ledger, record.title)
    return scene


def requested(origin: Origin, target: Target, record: Format, options: WriteOptions) -> WriteRequest:
    """The scene in the range of a format, stamped, for its writer. The one that was read is let go of if it may be."""
    suffix, library, ledger = target.suffix(record), target.library, origin.ledger
    scene = adapted(origin, record, options, restored=target.restored)
    source = origin.source_format(target.restored)
    ledger.uses = LeafUses()
    request = WriteRequest(
        scene=ledger.stamped(scene),
        unstamped=scene,
        stem=target.stem(suffix) or "scene",
        suffix=suffix,
        assets=target.assets(suffix),
        options=options,
        ledger=ledger,
        source_format=source.name,
        source_version=source.version,
        restored=bool(target.restored or origin.result.source),
        place_of=library.place_for(target.path) if library else None,
        shared=library.shared_from(target.path) if library else None,
        folder=os.path.dirname(os.path.abspath(target.path)),
        open=origin.open,
        in_range=partial(_again_in_range, record, options, source),
    )
    if _lets_go(origin, request, record):
        origin.let_go()
        return msgspec.structs.replace(request, unstamped=None)
    return request


def _lets_go(origin: Origin, request: WriteRequest, record: Format) -> bool:
    """Whether the scene that was read is not wanted while it is written: not to be compared or encoded as a whole."""
    is_wanted = request.options.carry or request.options.verify or request.is_of(record.name) or record.name == NEUTRAL
    return origin.is_lent and not is_wanted


def _again_in_range(record: Format, options: WriteOptions, source: SourceFormat, scene: Scene) -> Scene:
    """Another scene after the steps that the scene which is written went through."""
    ledger = Ledger()
    ledger.scene = scene
    return _in_range(scene, ledger, record, options, source)


def _verify(scene: Scene, output: Output, dst: str, ledger: Ledger, since: int, record: Format, version: str, reading: ReadOptions) -> None:
    """Ask those who load the result what they make of it; what they say becomes findings."""
    from scenec.verify.verdicts import verify

    def read_back(path: str, looked_up: Sequence[str]) -> tuple[Scene, list[Problem]]:
        implied = by_suffix(path)
        spec = (
            None
            if implied is not None and resolve(implied)[0].name == record.name
            else f"{record.name}@{version}"
            if version
            else record.name
        )
        again = read_source(path, spec, None, None, ReadOptions(search_path=tuple(looked_up)))
        return again.scene, again.lint()

    verify(
        scene,
        output,
        dst,
        ledger,
        since,
        record=record,
        search_path=reading.search_path,
        read_back=read_back,
        confined=reading.confine is not None,
    )


def _keeps_version(record: Format, version: str, path: str) -> bool:
    """Whether a file of the same format stays in its version: not under a suffix that belongs to another one (``.ros2`` is no core3)."""
    suffix = suffix_of(os.path.basename(path))
    others = {implied for other, implied in record.suffixes.items() if other != suffix}
    return version in record.versions and (record.suffixes.get(suffix) in (None, version) or version not in others)
