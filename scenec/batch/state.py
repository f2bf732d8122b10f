"""The memory of a migration between runs, in one SQLite file in the target folder.

A file is written first and remembered after; what is killed in between is converted again, to the same bytes.
"""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec

from scenec.batch.file_changes import Judge, Stamp, stamp_of
from scenec.batch.worker import Outcome
from scenec.errors import WriteError
from scenec.source import Source

FILE = ".scenec-migration.sqlite"
BESIDE = ("", "-wal", "-shm", "-journal")
"""Suffixes that SQLite appends to the name of a database for the files beside it."""
SCHEMA = 2
OURS = 0x7363656E
"""The mark by which SQLite tells whose file it is (its application_id): ``scen``."""
PROBE = 1 << 16
"""Bytes that are written to learn why SQLite could not."""

_STAMP = "size INTEGER, mtime INTEGER, changed INTEGER, inode INTEGER"
_TABLES = f"""
CREATE TABLE IF NOT EXISTS sources (path TEXT PRIMARY KEY, target TEXT, key TEXT, record BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS inputs (source TEXT, path TEXT, sha TEXT, {_STAMP});
CREATE TABLE IF NOT EXISTS outputs (source TEXT, path TEXT, sha TEXT, stale INTEGER, {_STAMP});
CREATE TABLE IF NOT EXISTS running (one INTEGER PRIMARY KEY);
CREATE INDEX IF NOT EXISTS inputs_of ON inputs (source);
CREATE INDEX IF NOT EXISTS outputs_of ON outputs (source);
CREATE INDEX IF NOT EXISTS outputs_at ON outputs (path);
"""
_SEEN = "sha, size, mtime, changed, inode"
_UPGRADE = "".join(
    f"ALTER TABLE {table} ADD COLUMN {column} INTEGER DEFAULT 0;" for table in ("inputs", "outputs") for column in ("changed", "inode")
)
"""From form 1, which had no such columns: contents are compared once."""

Stored = str | bytes
"""A file name as SQLite takes it: bytes where it is no text."""


class State:
    """The memory of one target folder. Paths of outputs count from it, those of inputs are absolute."""

    def __init__(self, folder: str, *, checksum: bool = False) -> None:
        """Opens or makes it. checksum: always compare contents. Raises WriteError for a file that is none of ours, is newer than this
        version, or is in use."""
        self.folder = folder
        self.path = os.path.join(folder, FILE)
        self._refuse_special()
        with self._as_write_errors():
            os.makedirs(folder, exist_ok=True)
            self._database = sqlite3.connect(self.path, timeout=2.0, isolation_level=None)
        try:
            with self._as_write_errors():
                self._begin()
                times = self._database.execute(_SHARED_TIME).fetchall()
        except BaseException:
            self._database.close()
            raise
        self._judge = Judge(always_read=checksum, unreliable=[mtime for (mtime,) in times])

    def _begin(self) -> None:
        run = self._database.execute
        form = self._form()  # before anything is written
        run("PRAGMA locking_mode=EXCLUSIVE")  # one migration at a time; the lock ends with the process
        run("PRAGMA journal_mode=WAL")
        run("PRAGMA synchronous=NORMAL")
        upgrade = _UPGRADE if form == 1 else ""
        marks = f"PRAGMA application_id={OURS}; PRAGMA user_version={SCHEMA};"
        self._database.executescript(f"BEGIN;{upgrade}{_TABLES}{marks}COMMIT;")
        self.interrupted = bool(run("SELECT count(*) FROM running").fetchone()[0])
        run("INSERT OR REPLACE INTO running VALUES (1)")
        run("BEGIN IMMEDIATE")

    def _refuse_special(self) -> None:
        """SQLite would follow a link out of the folder, and wait for a pipe."""
        for path in (self.path + each for each in BESIDE):
            with suppress(FileNotFoundError, NotADirectoryError):
                mode = os.lstat(path).st_mode
                if not stat.S_ISREG(mode):
                    what = "a symbolic link" if stat.S_ISLNK(mode) else "not an ordinary file"
                    raise WriteError(f"is {what}, and a migration remembers its work in a file of its own", Source(path), hint="remove it")

    def _form(self) -> int:
        """The form of the file, 0 for a new one. Raises WriteError for one that no migration wrote."""
        run = self._database.execute
        form, mark = (int(run(f"PRAGMA {name}").fetchone()[0]) for name in ("user_version", "application_id"))
        tables = {name for (name,) in run("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if mark == 0 and not tables and form == 0:
            return 0
        if mark != OURS and not (mark == 0 and form == 1 and tables <= {"sources", "inputs", "outputs", "running"}):
            hint = "move it away, or migrate into another folder"
            raise WriteError("is the database of another program, not the memory of a migration", Source(self.path), hint=hint)
        if form not in (1, SCHEMA):
            raise WriteError(f"was written by another version of scenec (form {form})", Source(self.path), f"form {SCHEMA}")
        return form

    @contextmanager
    def _as_write_errors(self) -> Iterator[None]:
        """Turn errors of the system and of SQLite into a WriteError that names the folder."""
        try:
            yield
        except OSError as problem:
            raise WriteError(f"cannot be written: {(problem.strerror or str(problem)).lower()}", Source(self.folder)) from None
        except sqlite3.Error as problem:
            raise self._trouble(str(problem)) from None

    def _trouble(self, said: str) -> WriteError:
        """The error for what SQLite says."""
        if "locked" in said:
            return WriteError("is in use by another migration", Source(self.path), hint="wait for it")
        if "not a database" in said or "malformed" in said:
            return WriteError(f"is damaged: {said}", Source(self.path), hint="remove it, and everything is converted again")
        reason = self._why_unwritable()
        kept = "free some space or choose another folder; what was converted is kept, and the next run goes on from there"
        return WriteError(f"cannot be written: {reason or said}", Source(self.path), hint=kept if reason else "")

    def _why_unwritable(self) -> str:
        """Return what the file system says when a file is written beside the memory; "" if that works."""
        from scenec.temporary import create_temporary, removed_in_the_end

        try:
            with removed_in_the_end() as register, create_temporary(self.folder, register)[1] as file:
                file.write(bytes(PROBE))
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            return (problem.strerror or str(problem)).lower()
        return ""

    def save(self) -> None:
        """Put what was remembered so far on the disk, and go on."""
        with self._as_write_errors():
            self._database.execute("COMMIT")
            self._database.execute("BEGIN IMMEDIATE")

    def close(self) -> None:
        """End the run. After a failure that took back what was remembered (a full disk), the next run takes this one for interrupted."""
        try:
            with self._as_write_errors():
                if self._database.in_transaction:
                    self._database.execute("DELETE FROM running")
                    self._database.execute("COMMIT")
        finally:
            self._database.close()

    # ---------------------------------------------------------------- asking

    def is_unchanged(self, source: str, key: str) -> bool:
        """Whether a source succeeded with the same key, and every file it came from and went to is as it was (or was edited since: then it
        stays unchanged)."""
        row = self._database.execute("SELECT key FROM sources WHERE path = ?", (_stored(source),)).fetchone()
        if row is None or row[0] != key:
            return False
        seen = self._database.execute(f"SELECT rowid, path, {_SEEN} FROM inputs WHERE source = ?", (_stored(source),)).fetchall()
        for number, path, sha, *stamp in seen:
            was = Stamp(*stamp)
            now = self._judge.unchanged_stamp(_name(path), sha, was)
            if now is None:
                return False
            if now != was and now.changed:  # the next run need not read it again
                self._restamp(number, now)
        return all(os.path.lexists(os.path.join(self.folder, path)) for path in self.outputs_of(source))

    def remembered_report(self, source: str) -> bytes:
        """The report of the earlier result of a source (see `Outcome`)."""
        report: bytes = self._database.execute("SELECT record FROM sources WHERE path = ?", (_stored(source),)).fetchone()[0]
        return report

    def _restamp(self, number: int, stamp: Stamp) -> None:
        query = "UPDATE inputs SET size = ?, mtime = ?, changed = ?, inode = ? WHERE rowid = ?"
        with self._as_write_errors():
            self._database.execute(query, (*msgspec.structs.astuple(stamp), number))

    def outputs_of(self, source: str) -> list[str]:
        """The files that a source became, the main one first."""
        query = "SELECT path FROM outputs WHERE source = ? AND stale = 0 ORDER BY rowid"
        return [_name(path) for (path,) in self._database.execute(query, (_stored(source),))]

    def written(self, path: str) -> dict[str, str]:
        """source -> hash of what it wrote there."""
        rows = self._database.execute("SELECT source, sha FROM outputs WHERE path = ? AND stale = 0", (_stored(path),))
        return {_name(source): sha for source, sha in rows}

    def ours(self, path: str) -> bool:
        """Whether the file is as a migration left it: not edited since, not somebody else's. After a run that was killed, a file
        that is not remembered may be one it had just written."""
        rows = self._database.execute(f"SELECT {_SEEN} FROM outputs WHERE path = ?", (_stored(path),)).fetchall()
        place = os.path.join(self.folder, path)
        unchanged = any(self._judge.unchanged_stamp(place, sha, Stamp(*stamp)) is not None for sha, *stamp in rows)
        return unchanged or (self.interrupted and not rows)

    def sources(self) -> list[str]:
        return [_name(path) for (path,) in self._database.execute("SELECT path FROM sources ORDER BY path")]

    def stale(self) -> list[str]:
        """Outputs that no source has any more."""
        query = """SELECT DISTINCT path FROM outputs WHERE stale = 1
                   AND path NOT IN (SELECT path FROM outputs WHERE stale = 0) ORDER BY path"""
        return [_name(path) for (path,) in self._database.execute(query)]

    # ---------------------------------------------------------------- remembering

    def remember(self, source: str, key: str, target: str, outcome: Outcome, shas: dict[str, str]) -> None:
        """A source was converted. shas: output path -> hash of what was written there."""
        by = _stored(source)
        with self._as_write_errors():
            self._retire(source)
            run = self._database.execute
            run("INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?)", (by, _stored(target), key, outcome.report))
            run("DELETE FROM inputs WHERE source = ?", (by,))
            self._database.executemany(
                f"INSERT INTO inputs (source, path, {_SEEN}) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [(by, _stored(each.path), each.sha, *msgspec.structs.astuple(each.stamp)) for each in outcome.inputs],
            )
            for path, sha in shas.items():
                stamp = msgspec.structs.astuple(stamp_of(os.stat(os.path.join(self.folder, path))))
                at = _stored(path)
                run("DELETE FROM outputs WHERE path = ? AND stale = 1", (at,))
                run(f"INSERT INTO outputs (source, path, {_SEEN}, stale) VALUES (?, ?, ?, ?, ?, ?, ?, 0)", (by, at, sha, *stamp))
                run("UPDATE outputs SET size = ?, mtime = ?, changed = ?, inode = ? WHERE path = ? AND sha = ?", (*stamp, at, sha))

    def forget_source(self, source: str) -> None:
        """A source is gone (or cannot be converted any more): its outputs become stale."""
        with self._as_write_errors():
            self._retire(source)
            self._database.execute("DELETE FROM sources WHERE path = ?", (_stored(source),))
            self._database.execute("DELETE FROM inputs WHERE source = ?", (_stored(source),))

    def forget_output(self, path: str) -> None:
        with self._as_write_errors():
            self._database.execute("DELETE FROM outputs WHERE path = ? AND stale = 1", (_stored(path),))

    def _retire(self, source: str) -> None:
        self._database.execute("UPDATE outputs SET stale = 1 WHERE source = ?", (_stored(source),))


_SHARED_TIME = """
WITH files AS (SELECT DISTINCT path, mtime FROM inputs WHERE sha != '')
SELECT mtime FROM files GROUP BY mtime HAVING count(*) > 1 AND 2 * count(*) > (SELECT count(*) FROM files)
"""
"""The modification time of most files of a library: a program set it, so that it does not show whether a file has changed."""


def _stored(path: str) -> Stored:
    """A path for the database. File names are bytes, and those that are no UTF-8 are stored as such."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return os.fsencode(path)
    return path


def _name(stored: Stored) -> str:
    """The path that was stored."""
    return os.fsdecode(stored) if isinstance(stored, bytes) else stored
