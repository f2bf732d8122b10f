"""The two moments of carrying: once a file is written, what it does not say goes along; once one is read, what it carries is put back."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import cast

import msgspec

from scenec import files
from scenec.accounting.finding import as_sentence, excerpt
from scenec.accounting.findings import CARRIED_VALUES_INEFFECTIVE
from scenec.accounting.ledger import Entry, Ledger, Within
from scenec.accounting.settle import Fates
from scenec.carry.findings import CARRIED_RECORD_UNREADABLE, CARRIED_VALUE_INVALID, CARRY_IMPOSSIBLE
from scenec.converters import format_names, resolve, suffix_of
from scenec.converters.format import Carried, CarriedPlace, Format, Implied, ReadOptions, ReadRequest, ReadResult, WriteRequest, WriteResult
from scenec.errors import ScenecError
from scenec.ir.scene import Scene
from scenec.trace import traced

SIDECAR = ".scenec.json"
"""Suffix of the file beside a scene."""

NAME = b"scenec"
"""Stands in every record."""

# ---------------------------------------------------------------- behind a reader


def found(record: Format, data: bytes, ledger: Ledger, path: str | None, opener: Callable[[str], bytes]) -> Carried | None:
    """Return what a file that was just read carries, in itself or in the file beside it."""
    carried = None
    if record.carried and (NAME in data or data.startswith(b"PK")):
        carried = _place(record).found(data, ledger)
    if carried is None and path is not None:
        name = os.path.basename(path)
        beside = path[: len(path) - len(name)] + sidecar_of(name)
        if files.is_file(beside):
            return _beside(beside, name, opener)
    return carried


def sidecar_of(name: str) -> str:
    """Return what the file beside a scene is called: ``robot.scenec.json`` of ``robot.sdf``."""
    suffix = suffix_of(name) or os.path.splitext(name)[1]
    return name[: len(name) - len(suffix)] + SIDECAR


def _beside(sidecar: str, name: str, opener: Callable[[str], bytes]) -> Carried | None:
    """Return what a file beside a scene of that name carries for it; None if it is about another scene there."""
    from scenec.carry.record import from_json

    try:
        carried, about = from_json(opener(sidecar))
    except OSError:
        return None
    if carried is None:
        return Carried("", (), (os.path.basename(sidecar),))
    of_another = about != name and files.is_file(os.path.join(os.path.dirname(sidecar), os.path.basename(about)))
    return None if of_another else carried


def put_back(result: ReadResult, carried: Carried, ledger: Ledger, folder: str | None) -> ReadResult:
    """Return what was read, with what the file carries put back (reading with carry=True)."""
    from scenec.carry.restore import restored

    for what in carried.damaged:
        ledger.report(CARRIED_RECORD_UNREADABLE, subject="carried record", value=excerpt(what))
    if not carried.rows:
        return result
    scene = restored(result.scene, carried.rows, ledger, folder)
    back = _home(carried.source, ledger) if scene is not result.scene else ""
    return msgspec.structs.replace(result, scene=scene, restored=back)


def _home(source: str, ledger: Ledger) -> str:
    """The format and version that a record names as those which can say all of the scene; empty if there are none of that name, or the
    scene was built by a program and comes from no format."""
    if not source:
        return ""
    try:
        resolve(source)
    except ScenecError as problem:
        ledger.report(
            CARRIED_VALUE_INVALID,
            subject="source",
            value=excerpt(source),
            why=f"{as_sentence(problem.what)[:-1]}, so it is not known.",
            what="Carried values are put back, but the result is written as if it came from no format.",
        )
        return ""
    return source if source.partition("@")[0] in format_names() else ""


def report_unused(carried: Carried, record: Format, ledger: Ledger) -> None:
    """A plain reading sees what the format's simulator sees; that there is more is worth a note."""
    ids = tuple(value_id for row in carried.rows for value_id in row.ids)
    count = sum(row.word == "value" for row in carried.rows)
    source = carried.source.partition("@")[0] or "another format"
    ledger.report(
        CARRIED_VALUES_INEFFECTIVE,
        about=traced("", ids) if ids else None,
        value=f"{count:,} value{'s' * (count != 1)}",
        home=source,
        format=record.title,
    )


def _place(record: Format) -> CarriedPlace:
    return cast(CarriedPlace, import_module(record.carried))


# ---------------------------------------------------------------- behind a writer


def carry_values(
    scene: Scene, result: WriteResult, record: Format, request: WriteRequest, fates: Fates, options: ReadOptions, source: str
) -> tuple[WriteResult, Fates]:
    """Add the values of the scene (as read) that the result lacks to its main file or beside it, and report them to the ledger.
    source: the format that can say all of the scene, with its version."""
    import tempfile

    from scenec.carry.carried_files import CarriedFiles
    from scenec.carry.collect import collected
    from scenec.carry.record import to_json

    ledger = request.ledger
    copied = CarriedFiles(request, result)
    with tempfile.TemporaryDirectory(prefix="scenec-") as folder, files.within(files.boundary().widened(folder)):
        try:
            middle = _read_back(result, record, folder, options)
            taken = collected(scene, middle, copied, _implied(source), own=source.partition("@")[0] == record.name)
        except ScenecError as problem:
            _report_impossible(problem, ledger)
            return result, fates
    rows = taken.rows(_account(taken.ids, ledger, fates))
    if not rows or (source.partition("@")[0] == record.name and not any(row.word in ("value", "told", "part", "made") for row in rows)):
        return result, fates
    carried = Carried(source.strip("@"), rows)
    written, copies = dict(result.files), {**result.copies, **copied.copies}
    if record.carried and request.options.carry_to != "sidecar":
        written[result.main] = _place(record).embed(written[result.main], carried)
    else:
        written[sidecar_of(result.main)] = to_json(carried, result.main)
    return msgspec.structs.replace(result, files=written, copies=copies), fates


def _report_impossible(problem: ScenecError, ledger: Ledger) -> None:
    refusal = ScenecError(problem.what, problem.source, problem.expected)
    ledger.report(
        CARRY_IMPOSSIBLE, why=str(refusal).rstrip("."), fix=as_sentence(problem.hint) if problem.hint else "Report it with the file."
    )


def _read_back(result: WriteResult, record: Format, folder: str, options: ReadOptions) -> Scene:
    """Return the scene of the result: its files as they will lie, in a folder of their own. What will lie at an absolute place is found as
    if it did."""
    depth = max((name.count("../") for name in (*result.files, *result.copies)), default=0)
    base = os.path.join(folder, *(["in"] * depth))
    for name, content in result.files.items():
        with open(_staged(folder, base, name), "wb") as file:
            file.write(content)
    for name, source in result.copies.items():
        os.symlink(source, _staged(folder, base, name))

    assert record.read is not None
    request = ReadRequest(
        data=result.files[result.main],
        name=result.main,
        shown=result.main,
        path=os.path.join(base, result.main),
        folder=base,
        version=result.version,
        options=msgspec.structs.replace(options, parameters=()),
        ledger=Ledger(),
        open=files.read_file,
    )
    return record.read(request).scene


def _staged(folder: str, base: str, name: str) -> str:
    """Where a file of the result lies meanwhile, in a folder that is made."""
    path = files.beneath(folder, base, name)
    if os.path.isabs(name):
        files.boundary().staged[os.path.normpath(name)] = path
    os.makedirs(os.path.dirname(path), exist_ok=True)
    return path


def _implied(source: str) -> Implied:
    """Return the defaults of the source's format."""
    name, _, version = source.partition("@")
    record = resolve(name)[0] if name in format_names() else None
    return record.implied(version) if record is not None and record.implied is not None else {}


def _account(ids: set[int], ledger: Ledger, fates: Fates) -> set[int]:
    """Mark what the record has and the result lacks as carried, and return the losses among it: values without effect are none. Entries
    about other values stay unchanged."""
    lossy = {value_id for value_id in ids if fates.of(value_id) in ("approximated", "dropped")} if ledger.value_count else set()
    entries: list[Entry] = []
    idle = {value_id for entry in ledger.entries if entry.template.ineffective for value_id in entry.ids}
    for entry in ledger.entries:
        finding = entry.template
        inside = tuple(value_id for value_id in entry.ids if value_id in lossy)
        if finding.fate not in ("approximated", "dropped") or not inside:
            entries.append(entry)
            continue
        outside = tuple(value_id for value_id in entry.ids if value_id not in lossy)
        entries.append(Entry(msgspec.structs.replace(finding, fate="carried"), inside, entry.origin, Within(entry.within.owner)))
        if outside:
            entries.append(Entry(finding, outside, entry.origin, Within(entry.within.owner)))
    ledger.entries[:] = entries
    fates.carry(lossy)
    return lossy - idle
