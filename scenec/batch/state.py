"""What a migration remembers between runs, in one SQLite file in the target folder.

A file is written first and remembered after; what is killed in between is converted again, to the same bytes.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from scenec.batch.worker import Outcome, file_sha
from scenec.errors import WriteError
from scenec.source import Source

FILE = ".scenec-migration.sqlite"
SCHEMA = 1

_TABLES = """
CREATE TABLE IF NOT EXISTS sources (path TEXT PRIMARY KEY, target TEXT, key TEXT, record BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS inputs (source TEXT, path TEXT, sha TEXT, size INTEGER, mtime INTEGER);
CREATE TABLE IF NOT EXISTS outputs (source TEXT, path TEXT, sha TEXT, size INTEGER, mtime INTEGER, stale INTEGER);
CREATE TABLE IF NOT EXISTS running (one INTEGER PRIMARY KEY);
CREATE INDEX IF NOT EXISTS inputs_of ON inputs (source);
CREATE INDEX IF NOT EXISTS outputs_of ON outputs (source);
CREATE INDEX IF NOT EXISTS outputs_at ON outputs (path);
"""


class Done(msgspec.Struct, frozen=True, gc=False):
    """An earlier result. told: its report (see `Outcome`)."""

    target: str
    told: bytes


class State:
    """The memory of one target folder. Paths of outputs count from it, those of inputs are absolute."""

    def __init__(self, folder: str) -> None:
        """Opens or makes it. Raises WriteError for a file that is none of ours, is newer than this version, or is in use."""
        self.folder = folder
        self.path = os.path.join(folder, FILE)
        with self._told():
            os.makedirs(folder, exist_ok=True)
            self._database = sqlite3.connect(self.path, timeout=2.0, isolation_level=None)
            self._database.execute("PRAGMA locking_mode=EXCLUSIVE")  # one migration at a time; the lock ends with the process
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=NORMAL")
            self._check_version()
            self._database.executescript(_TABLES)
            self.interrupted = bool(self._database.execute("SELECT count(*) FROM running").fetchone()[0])
            self._database.execute("INSERT OR REPLACE INTO running VALUES (1)")
            self._database.execute("BEGIN IMMEDIATE")

    def _check_version(self) -> None:
        version = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, SCHEMA):
            raise WriteError(f"was written by another version of scenec (form {version})", Source(self.path), f"form {SCHEMA}")
        self._database.execute(f"PRAGMA user_version={SCHEMA}")

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as problem:
            raise WriteError(f"cannot be written: {(problem.strerror or str(problem)).lower()}", Source(self.folder)) from None
        except sqlite3.Error as problem:
            busy = "locked" in str(problem)
            text = "is in use by another migration" if busy else f"cannot be used: {problem}"
            hint = "wait for it" if busy else "remove it, and everything is converted again"
            raise WriteError(text, Source(self.path), "", "", hint) from None

    def save(self) -> None:
        """Put what was remembered so far on the disk, and go on."""
        with self._told():
            self._database.execute("COMMIT")
            self._database.execute("BEGIN IMMEDIATE")

    def close(self) -> None:
        with self._told():
            self._database.execute("DELETE FROM running")
            self._database.execute("COMMIT")
            self._database.close()

    # ---------------------------------------------------------------- asking

    def unchanged(self, source: str, key: str) -> Done | None:
        """The earlier result of a source, if it succeeded with the same key, and every file it came from and went to is as it was
        (or was edited since: then it stays as it is)."""
        row = self._database.execute("SELECT target, key, record FROM sources WHERE path = ?", (source,)).fetchone()
        if row is None or row[1] != key:
            return None
        for path, sha, size, mtime in self._database.execute("SELECT path, sha, size, mtime FROM inputs WHERE source = ?", (source,)):
            if not _same(path, sha, size, mtime):
                return None
        for path, *_ in self.outputs_of(source):
            if not os.path.lexists(os.path.join(self.folder, path)):
                return None
        return Done(row[0], row[2])

    def outputs_of(self, source: str) -> list[tuple[str, str, int, int]]:
        """(path, sha, size, mtime) of the files a source became."""
        query = "SELECT path, sha, size, mtime FROM outputs WHERE source = ? AND stale = 0 ORDER BY rowid"
        return self._database.execute(query, (source,)).fetchall()

    def written(self, path: str) -> dict[str, str]:
        """source -> hash of what it wrote there."""
        return dict(self._database.execute("SELECT source, sha FROM outputs WHERE path = ? AND stale = 0", (path,)))

    def ours(self, path: str) -> bool:
        """Whether the file is as a migration left it: not edited since, not somebody else's. After a run that was killed, a file
        that is not remembered may be one it had just written."""
        rows = self._database.execute("SELECT sha, size, mtime FROM outputs WHERE path = ?", (path,)).fetchall()
        place = os.path.join(self.folder, path)
        return any(_same(place, *row) for row in rows) or (self.interrupted and not rows)

    def sources(self) -> list[str]:
        return [path for (path,) in self._database.execute("SELECT path FROM sources ORDER BY path")]

    def stale(self) -> list[str]:
        """Outputs that no source has any more."""
        query = """SELECT DISTINCT path FROM outputs WHERE stale = 1
                   AND path NOT IN (SELECT path FROM outputs WHERE stale = 0) ORDER BY path"""
        return [path for (path,) in self._database.execute(query)]

    # ---------------------------------------------------------------- remembering

    def remember(self, source: str, key: str, target: str, outcome: Outcome, shas: dict[str, str]) -> None:
        """A source was converted. shas: output path -> hash of what was written there."""
        with self._told():
            self._retire(source)
            run = self._database.execute
            run("INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?)", (source, target, key, outcome.told))
            run("DELETE FROM inputs WHERE source = ?", (source,))
            self._database.executemany(
                "INSERT INTO inputs VALUES (?, ?, ?, ?, ?)",
                [(source, each.path, each.sha, each.size, each.mtime) for each in outcome.inputs],
            )
            for path, sha in shas.items():
                state = os.stat(os.path.join(self.folder, path))
                run("DELETE FROM outputs WHERE path = ? AND stale = 1", (path,))
                run("INSERT INTO outputs VALUES (?, ?, ?, ?, ?, 0)", (source, path, sha, state.st_size, state.st_mtime_ns))
                run("UPDATE outputs SET mtime = ? WHERE path = ? AND sha = ?", (state.st_mtime_ns, path, sha))

    def forget_source(self, source: str) -> None:
        """A source is gone (or cannot be converted any more): its outputs become stale."""
        with self._told():
            self._retire(source)
            self._database.execute("DELETE FROM sources WHERE path = ?", (source,))
            self._database.execute("DELETE FROM inputs WHERE source = ?", (source,))

    def forget_output(self, path: str) -> None:
        with self._told():
            self._database.execute("DELETE FROM outputs WHERE path = ? AND stale = 1", (path,))

    def _retire(self, source: str) -> None:
        self._database.execute("UPDATE outputs SET stale = 1 WHERE source = ?", (source,))


def _same(path: str, sha: str, size: int, mtime: int) -> bool:
    """Whether a file is as it was; sha "" = it was not there. Its content is read only if size and time do not settle it."""
    try:
        state = os.stat(path)
    except OSError:
        return not sha
    if not sha or state.st_size != size:
        return False
    return state.st_mtime_ns == mtime or file_sha(path) == sha
