"""Putting what a worker made into the library: inside it, over nothing that somebody else wrote, all of a scene or none."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from contextlib import suppress

from scenec.batch.file_changes import file_sha, stamp_of
from scenec.batch.parts import ONLY_DECLARATIONS
from scenec.batch.places import Place
from scenec.batch.result import Migrated, Status, report_of
from scenec.batch.state import FILE, State
from scenec.batch.worker import Outcome
from scenec.errors import WriteError
from scenec.files import Boundary, within
from scenec.output import Output, commit
from scenec.temporary import is_running, left_by


class Delivery:
    """Writes outcomes into one target folder. pending: the sources that this run converts; made: absolute paths of all sources and
    where each goes; reserved: those of them that are for their scenes alone; limit: where files that are copied may lie."""

    def __init__(
        self, folder: str, state: State, pending: set[str], made: Mapping[str, str], reserved: Collection[str], force: bool, limit: Boundary
    ) -> None:
        self._folder = folder
        self._real = os.path.realpath(folder)
        self._state = state
        self._pending = set(pending)
        self._made = made
        self._reserved = reserved
        self._force = force
        self._limit = limit

    def deliver(self, place: Place, key: str, outcome: Outcome) -> Migrated:
        """Write the files of one source and remember it, or return the reason of the failure."""
        path = place.entry.path
        self._pending.discard(path)
        why = _why_no_fault(place, outcome)
        if why:
            if outcome.is_part:
                self._state.forget_source(path)
            return Migrated(path, "", "skipped", note=why)
        if outcome.error:
            return self._failed(place, outcome.error, outcome.status)
        targets = self._targets(place, outcome)
        with within(self._limit):
            shas = {each: _sha(name, outcome) for each, name in targets.items()}
        trouble = self._trouble(path, shas)
        if trouble is not None:
            return Migrated(path, place.target, trouble[0], trouble[1], 4, report=report_of(outcome.report))
        new = {name for each, name in targets.items() if name == outcome.main or not self._holds(each, shas[each])}
        files = {name: data for name, data in outcome.files.items() if name in new}
        copies = {name: found for name, found in outcome.copies.items() if name in new}
        try:
            commit(Output(outcome.main, files, copies, self._limit), os.path.join(self._folder, place.target), staging=self._folder)
        except WriteError as problem:
            return self._failed(place, str(problem), 4)
        size = sum(each.stamp.size for each in outcome.inputs)
        self._state.remember(path, key, place.target, outcome, shas)
        return Migrated(path, place.target, "converted", files=tuple(shas), size=size, report=report_of(outcome.report))

    def _failed(self, place: Place, error: str, code: int) -> Migrated:
        return Migrated(place.entry.path, place.target, "failed", error, code)

    def _targets(self, place: Place, outcome: Outcome) -> dict[str, str]:
        """path from the target folder -> name in the outcome, the main file first."""
        folder = os.path.dirname(place.target)
        found = {place.target: outcome.main}
        for name in sorted({*outcome.files, *outcome.copies} - {outcome.main}):
            path = os.path.normpath(os.path.join(folder, name)).replace(os.sep, "/")
            if self._made.get(outcome.copies.get(name, "")) != path:  # else another scene of the library, which comes by itself
                found[path] = name
        return found

    def _trouble(self, source: str, shas: dict[str, str]) -> tuple[Status, str] | None:
        """(status, why) if one of the files must not be written."""
        for path, digest in shas.items():
            if path.startswith("../") or os.path.isabs(path) or not self._inside(path):
                return "failed", f"{source}: would write {path!r}, which lies outside the target"
            other = self._other_writer(source, path, digest)
            if other is not None:
                return "failed", f"{source}: would write {path!r}, which {other} writes with another content; migrate one of them elsewhere"
            if path.startswith(FILE):
                return "failed", f"{source}: would overwrite the memory of the migration"
            if not self._force and self._is_somebody_elses(path, digest):
                return "held", f"{path}: was edited or comes from elsewhere, and is kept; --force replaces it"
        return None

    def clashes(self, place: Place, outcome: Outcome) -> tuple[str, ...]:
        """Files beside the main one that another scene already needs with another content: they must be called otherwise."""
        targets = {} if outcome.error else self._targets(place, outcome)
        others = [path for path in targets if path != place.target]
        source = place.entry.path
        return tuple(path for path in others if path in self._reserved or self._other_writer(source, path, _sha(targets[path], outcome)))

    def _other_writer(self, source: str, path: str, digest: str) -> str | None:
        """The source that has written something else there, and will not be converted again in this run."""
        written = self._state.written(path).items()
        return next((other for other, theirs in written if other != source and theirs != digest and other not in self._pending), None)

    def _is_somebody_elses(self, path: str, digest: str) -> bool:
        """Whether a file with other content lies there that no migration left so."""
        there = os.path.lexists(os.path.join(self._folder, path))
        return there and not self._holds(path, digest) and not self._state.ours(path)

    def _inside(self, path: str) -> bool:
        """Whether a file lies in the folder, also where links lead."""
        real = os.path.realpath(os.path.dirname(os.path.join(self._folder, path)))
        return real == self._real or real.startswith(self._real + os.sep)

    def _holds(self, path: str, digest: str) -> bool:
        place = os.path.join(self._folder, path)
        return os.path.isfile(place) and not os.path.islink(place) and file_sha(place) == digest


def _why_no_fault(place: Place, outcome: Outcome) -> str:
    """Return why a file that cannot be read by itself is a part of others, "" for a fault or a result."""
    if outcome.is_part:
        return ONLY_DECLARATIONS
    if place.entry.part_of and outcome.is_refused:
        return f"part of {place.entry.part_of}, cannot be read by itself"
    return ""


def _sha(name: str, outcome: Outcome) -> str:
    """The hash of what is to be written; of a file that is copied, as its worker found it if it is still the same."""
    if name not in outcome.copies:
        return outcome.shas[name]
    path = outcome.copies[name]
    seen = next((each for each in outcome.inputs if each.path == path), None)
    if seen is not None and seen.stamp.changed and seen.stamp == stamp_of(os.stat(path)):
        return seen.sha
    return file_sha(path)


def clear_leftovers(folder: str) -> None:
    """Remove the temporary files of runs that were killed."""
    for place, _, names in os.walk(folder):
        for name in names:
            process = left_by(name)
            if process and (process == os.getpid() or not is_running(process)):
                with suppress(OSError):
                    os.unlink(os.path.join(place, name))
