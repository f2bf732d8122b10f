"""An edited scene in the files that it was read from, in place or elsewhere."""

from __future__ import annotations

import os

from scenec.accounting.build_report import build_report
from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Report, Side
from scenec.accounting.settle import Fates
from scenec.converters import resolve
from scenec.converters.common.unchanged_files import files_of
from scenec.edits.edited import Edited, NotKeptError, changed_since
from scenec.edits.findings import USE_FREED, VALUE_DROPPED, VALUE_FOLLOWED, VALUE_ROUNDED
from scenec.edits.keep import edited_files
from scenec.errors import WriteError
from scenec.files import boundary, within
from scenec.input import boundary_of
from scenec.ir.scene import Scene
from scenec.output import Output
from scenec.reading import Reading
from scenec.source import Source


def in_its_files(
    scene: Scene,
    reading: Reading,
    spec: str,
    path: str,
    ledger: Ledger | None = None,
    source: Side | None = None,
    *,
    follow: bool = False,
) -> tuple[Output, Report]:
    """The files of an edited scene for a path, and the report. ledger: of what is said already; source: what the edits come from.
    follow: see `scenec.edits.keep.edited_files`.

    Raises NotKeptError where they must be written anew, WriteError if a file that would be overwritten has changed since it was read.
    """
    with within(boundary_of(reading.path, reading.base, reading.options)):
        return _in_its_files(scene, reading, spec, os.path.abspath(path), ledger or Ledger(), source or Side(), follow)


def _in_its_files(
    scene: Scene, reading: Reading, spec: str, path: str, ledger: Ledger, source: Side, follow: bool
) -> tuple[Output, Report]:
    if changed := changed_since(reading):
        if path == reading.path:
            raise WriteError("the file has changed since the scene was read", Source(changed), hint="read the scene again")
        raise NotKeptError(f"{os.path.basename(changed)} has changed since the scene was read")
    edited = edited_files(scene, reading, follow=follow)
    origin = edited.origin
    assert origin.record is not None
    record, version = resolve(spec)
    if record.name != origin.record.name or version not in ("", origin.result.version):
        raise NotKeptError("it is written in another format or version")
    if os.path.splitext(path)[1].lower() != os.path.splitext(reading.path)[1].lower():
        raise NotKeptError("the name of the file says another kind of file")
    output = _output(edited, reading, path)
    side = Side((output.main, *sorted({*output.files, *output.copies} - {output.main})), record.name, origin.result.version)
    for value in edited.rounded:
        ledger.report(VALUE_ROUNDED, subject=value)
    for use in edited.freed:
        ledger.report(USE_FREED, subject=use)
    for value in edited.dropped:
        ledger.report(VALUE_DROPPED, subject=value)
    for value in edited.followed:
        ledger.report(VALUE_FOLLOWED, subject=value)
    return output, build_report(ledger, Fates(0), source, side)


def _output(edited: Edited, reading: Reading, path: str) -> Output:
    """Return the files to be written. path: absolute, of the main file."""
    folder, home = os.path.dirname(path), os.path.dirname(reading.path)
    main = os.path.basename(path)
    with open(reading.path, "rb") as file:
        content = edited.files.get(reading.path) or file.read()
    if path == reading.path:
        changed = {os.path.relpath(name, folder): data for name, data in edited.files.items() if name != path}
        return Output(main, {main: content, **changed})
    files, copies = {main: content}, dict[str, str]()
    for each in sorted(files_of(edited.origin.ledger.documents, edited.origin.scene, home)):
        if each == reading.path:
            continue
        name = os.path.relpath(each, home).replace(os.sep, "/")
        if name.startswith("../"):
            raise NotKeptError(f"{name} lies outside the folder of the main file")
        if name == main:
            raise NotKeptError(f"{name} is a part of the scene")
        if each in edited.files:
            files[name] = edited.files[each]
        else:
            copies[name] = each
    return Output(main, files, copies, boundary())
