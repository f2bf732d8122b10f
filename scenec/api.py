"""The verbs: read, write, convert, diff. What they are made of is in `scenec.conversion`.

file(s) --read--> scene --adapt--> scene --write (through a view)--> named byte streams --commit--> files
report <- ledger <- what reader, adaptations and writer reported, and what settling finds they left behind
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Report, Side
from scenec.collector import collector_paused
from scenec.conversion import Origin, Target, read_source, write_target
from scenec.converters import NEUTRAL, resolve
from scenec.converters.format import Implied, ReadOptions, ReadResult, WriteOptions
from scenec.errors import ReadError, ScenecError
from scenec.files import read_file, within
from scenec.input import FilePath, Input, boundary_of, folder_of, format_for, input_to_reread, refuse_other_suffix
from scenec.ir.geometry import Mesh
from scenec.ir.read_from import boundary_of_scene, format_of_scene, reading_of_scene
from scenec.ir.scene import Scene
from scenec.library import Library
from scenec.observations import report_implausible, report_missing_textures
from scenec.options import read_options, separated, write_options
from scenec.output import Output, commit

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from typing_extensions import Unpack

    from scenec.accounting.render_html import Depicted
    from scenec.difference.result import Difference
    from scenec.options import ConvertingOptions, ReadingOptions, WritingOptions


def read(
    src: Input,
    *,
    format: str | None = None,  # noqa: A002 - the word users expect
    base: FilePath | None = None,
    name: str | None = None,
    **options: Unpack[ReadingOptions],
) -> tuple[Scene, Report]:
    """Read a scene. Its report is worked out when it is first looked at.

    src: a path, bytes, or an open binary file. format: a name like ``simrobot`` or ``sdformat@1.9``; by default from the suffix,
    else the content. base: the folder relative references start from (default: the file's own). name: what reports call a
    stream. options: the reading options `search_path`, `lenient`, `parameters`, `allow_env`, `constants`, `old_light`, `confine`, and
    `carry`: put back what the file carries for another format (without, the scene is what the file's own simulator sees).
    Raises ReadError for input its format's own reader would refuse, UnknownFormatError, UsageError for an unknown option.
    """
    checked = read_options(options)
    with collector_paused(), within(boundary_of(src, base, checked)):
        origin = read_source(src, format, base, name, checked)
        report = origin.report()
        report.folder = folder_of(src, origin.path)
        return origin.scene, report


def check(
    src: Input,
    *,
    format: str | None = None,  # noqa: A002 - the word users expect
    base: FilePath | None = None,
    name: str | None = None,
    **options: Unpack[ReadingOptions],
) -> Report:
    """Validate a file against its own format: the report of reading it, with what no body, joint or reference can be like and what the
    format's own simulator refuses, crashes on or shows otherwise, the worst first.

    A fragment (.rsi2, .rsi3) is checked through the scenes that include it. A file that its format refuses gives a report, too:
    `Report.refused` is true, and each fault is a finding of code `file-refused`. Raises ReadError for input that cannot be looked into (no
    such file, a directory, a broken archive); other arguments and errors as for `read`.
    """
    from scenec.fragments import checked_fragment, fragment_at

    checked = read_options(options)
    with collector_paused(), within(boundary_of(src, base, checked)):
        entry, shown = input_to_reread(src, name)
        fragment = fragment_at(os.fspath(entry), format) if not isinstance(entry, bytes) else None
        if fragment is not None:
            return checked_fragment(fragment, lambda path, data: _checked(path, path, format, base, None, checked, data))
        return _checked(entry, shown, format, base, name, checked)


def _checked(
    entry: FilePath | bytes,
    shown: str,
    spec: str | None,
    base: FilePath | None,
    name: str | None,
    options: ReadOptions,
    made: bytes | None = None,
) -> Report:
    """The report of checking a scene. made: the content of a file that is not there."""
    from scenec.validation import refused, validated

    def again(opener: Callable[[str], bytes] | None, data: bytes | None) -> Origin:
        def open_(path: str) -> bytes:
            return made if made is not None and path == entry else (opener or read_file)(path)

        return read_source(entry if data is None else data, spec, base, name, options, open_)

    folder = folder_of(entry)
    try:
        report = validated(again(None, None))
    except ReadError as error:
        if error.source is None or not error.source.line:
            raise
        report = refused(again, error, entry if isinstance(entry, bytes) else None, shown, folder)
    report.folder = folder
    return report


def write(
    scene: Scene,
    dst: FilePath,
    *,
    format: str | None = None,  # noqa: A002 - the word of the interface
    **options: Unpack[WritingOptions],
) -> Report:
    """Write a scene. format: from the suffix of dst by default. options: the writing options of `convert`. What the scene was
    confined to when it was read (`confine`), its files are still confined to.

    A scene that was read from a file of this format, and written without options, keeps its files: what was edited is printed where it
    stands, and all else stays as it is, in place or in the folder of `dst`. Where that cannot be, the file is written anew, which the
    report says (`text-rewritten`).

    Raises UsageError for a scene in which a reference leads nowhere or an id repeats, WriteError where nothing can be written; then
    nothing is.

    The report's findings have no lines (there is no source file), but report all that the target cannot express.
    """
    from scenec.checks.soundness import refuse_unsound

    checked = write_options(options)
    with collector_paused(), within(boundary_of_scene(scene)):
        refuse_unsound(scene)
        path = os.fspath(dst)
        refuse_other_suffix(format, path)
        reading = reading_of_scene(scene)
        own = format_of_scene(scene) if reading is not None and reading.path == os.path.abspath(path) else ""
        spec, ledger = format or own or format_for(path), Ledger()
        kept = _kept(scene, spec, path, ledger) if checked == WriteOptions() else None
        if kept is not None:
            output, report = kept
        else:
            origin = Origin(ReadResult(scene, "", (), source=format_of_scene(scene)), ledger)
            output, report = write_target(origin, Target(spec, path, checked))
        report.files = commit(output, path)
        return report


def _kept(scene: Scene, spec: str, path: str, ledger: Ledger) -> tuple[Output, Report] | None:
    """An edited scene in the files that it was read from; None if it comes from other ones, or they must be written anew, as `ledger` then
    says."""
    reading = reading_of_scene(scene)
    record, _ = resolve(spec)
    if reading is None or record.name == NEUTRAL or record.name != reading.format:
        return None
    if not boundary_of_scene(scene).allows(os.path.abspath(os.sep)) and os.path.abspath(path) != reading.path:
        return None  # what may be copied is the writer's business
    from scenec.edits.edited import NotKeptError
    from scenec.edits.findings import TEXT_REWRITTEN
    from scenec.edits.write_edited import in_its_files

    try:
        return in_its_files(scene, reading, spec, path)
    except NotKeptError as reason:
        ledger.report(TEXT_REWRITTEN, why=str(reason))
        return None


def convert(
    src: Input,
    dst: FilePath,
    *,
    from_: str | None = None,
    to: str | None = None,
    base: FilePath | None = None,
    name: str | None = None,
    trace: bool = False,
    **options: Unpack[ConvertingOptions],
) -> Report:
    """Convert a file. Never raises for loss: ask `report.failed()`.

    from_, to: format names, by default from the suffixes (or the content). options: those of reading and of writing
    (`scenec.options.ConvertingOptions`), and those that plug-ins declare. `verify` loads the result with what is installed to load it (see
    `scenec.verify.verdicts`); `carry` takes along what the target cannot say and puts back what the source carries, `carry_to` (inline
    or sidecar) says where to. trace: keep where each value was
    printed, for `Report.trace` and the ledger.
    Output appears whole or not at all. Raises ReadError, WriteError, UnknownFormatError, UsageError.
    """
    with collector_paused():
        output, report = prepare(src, dst, from_=from_, to=to, base=base, name=name, trace=trace, **options)
        report.files = commit(output, dst)
        return report


def diff(
    a: Input | Scene,
    b: Input | Scene,
    *,
    tolerance: float = 1e-9,
    format: str | None = None,  # noqa: A002 - the word of the interface
    **options: Unpack[ReadingOptions],
) -> Difference:
    """Return what differs between two scenes, of any formats, in what they mean.

    a, b: paths, bytes, open binary files, or scenes. tolerance: relative. format: of both files, by default that of their suffix
    or content. options: those of `read`. Raises ReadError, UnknownFormatError, UsageError.
    """
    from scenec.difference.compare import compare

    checked = read_options(options)
    with collector_paused():
        scenes, scenery, implied = zip(*(_scenery(each, format, checked) for each in (a, b)), strict=True)
        return compare(*scenes, scenery=scenery, tolerance=tolerance, implied=implied)


def _scenery(src: Input | Scene, spec: str | None, options: ReadOptions) -> tuple[Scene, Side, Implied]:
    """A scene, its name, and the defaults of its format."""
    if isinstance(src, Scene):
        return src, Side(), {}
    with within(boundary_of(src, None, options)):
        origin = read_source(src, spec, None, None, options)
    return origin.scene, origin.side, origin.implied


def mesh_arrays(mesh: Mesh) -> tuple[NDArray[Any], NDArray[Any]]:
    """The vertices (n, 3), in m, and triangles (f, 3), 0-based indices into them, of a mesh of a scene: what a file or an
    inline mesh shows before any shape scales it. Raises ReadError for a file that is missing or cannot be read."""
    from scenec.meshes.arrays import arrays_of

    return arrays_of(mesh)


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
    trace: bool = False,
    **options: Any,
) -> tuple[Output, Report]:
    """A conversion up to the point where files are written: what would be written, and the report.

    assets_dir: the folder for files beside the main one, instead of ``<stem>_assets``; a relative one counts from the working
    directory, as `dst` does. opener: reads each file, the entry too (absolute path -> content), and raises OSError; for callers
    that record or decide what is read. library: what dst is a part of, so that scenes share their files.
    trace: keep where each value was printed, for `Report.trace` and ledgers.
    """
    of_reading, of_writing = separated(options)
    writing, checked = write_options(of_writing), read_options(of_reading)
    refuse_other_suffix(to, os.fspath(dst))
    with collector_paused(), within(boundary_of(src, base, checked)):
        origin = read_source(src, from_, base, name, checked, opener)
        report_implausible(origin.scene, origin.ledger)
        report_missing_textures(origin.scene, origin.ledger)
        path = os.fspath(dst)
        spec, restored = origin.written_as(to, path)
        if os.path.abspath(path) != origin.path:
            origin.lend()
        output, report = write_target(origin, Target(spec, path, writing, assets_dir, library, restored, trace))
        report.folder = folder_of(src)
        report.depict = partial(_depicted, origin, checked)
        return output, report


def apply_edits(
    edited: FilePath,
    original: FilePath,
    dst: FilePath | None = None,
    *,
    base: FilePath | None = None,
    from_: str | None = None,
    to: str | None = None,
    **options: Unpack[ConvertingOptions],
) -> Report:
    """Change in the files of an original what was edited in a file that it was converted to.

    dst: the main file that is written, in place by default. base: the file that `edited` was made from; by default what `original` converts
    to now, with the same options. from_: the format of `edited`; to: that of `original`. Edits that cannot be made are findings of the
    report (`edit-not-applied`), as are those of what the original has changed since the base (`edit-conflict`). All others are made.

    Raises ReadError, WriteError, UnknownFormatError, UsageError; then nothing is written.
    """
    path = os.fspath(dst if dst is not None else original)
    output, report = prepare_home(edited, original, path, base=base, from_=from_, to=to, **options)
    report.files = commit(output, path)
    return report


def prepare_home(
    edited: FilePath,
    original: FilePath,
    path: str,
    *,
    base: FilePath | None = None,
    from_: str | None = None,
    to: str | None = None,
    **options: Any,
) -> tuple[Output, Report]:
    """Edits up to the point where files are written. path: of the main file. See `apply_edits`."""
    from scenec.edits.onto import Onto, brought_home

    of_reading, of_writing = separated(options)
    writing, reading = write_options(of_writing), read_options(of_reading)
    with collector_paused(), within(boundary_of(original, None, reading)):
        origin = read_source(original, to, None, None, reading)
        copy = read_source(edited, from_, None, None, reading)
        before = read_source(base, from_, None, None, reading) if base is not None else None
        output, report = brought_home(Onto(copy, origin, path, before, writing))
        report.folder = folder_of(edited)
        return output, report


def _depicted(origin: Origin, options: ReadOptions, report: Report) -> Depicted:
    """Before and after, for the HTML form of a report: the result is read back from where it was written, and from nowhere the source
    could not be read from."""
    from scenec.view.of_report import depicted, not_shown

    try:
        before = origin.scene
    except ScenecError as problem:  # it was let go of, and its file is another one now
        return not_shown("before", problem)

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
