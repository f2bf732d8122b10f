"""Putting a conversion's files on the disk: all of them or none.

Everything is first written into a temporary folder beside the target; then assets are renamed into place, the main file last:
its appearance is the commit. If anything fails on the way, new files are removed and replaced ones restored.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import msgspec

from scenec.errors import WriteError
from scenec.source import Source


class Output(msgspec.Struct, frozen=True, gc=False):
    """main: the main file's name; files: relative name -> content; copies: relative name -> absolute path to copy from."""

    main: str
    files: dict[str, bytes]
    copies: dict[str, str] = {}


def commit(output: Output, dst: Path) -> tuple[str, ...]:
    """Write the files: the main one as `dst`, the others beside it. Returns the absolute paths, the main file first.

    Raises WriteError (naming the file) if the file system refuses; then nothing has changed.
    """
    folder = dst.parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        staged = Path(tempfile.mkdtemp(prefix=f".{dst.name}.", dir=folder))
    except OSError as problem:
        raise _refused(dst, problem) from None
    try:
        names = [name for name in (*output.files, *output.copies) if name != output.main]
        for name in [*names, output.main]:
            place = staged / "new" / name
            place.parent.mkdir(parents=True, exist_ok=True)
            if name in output.copies:
                shutil.copyfile(output.copies[name], place)
            else:
                place.write_bytes(output.files[name])
        targets = {name: folder / name for name in names} | {output.main: dst}
        _replace_all(staged, targets)
        return tuple(str(path.absolute()) for path in (dst, *(targets[name] for name in names)))
    except OSError as problem:
        raise _refused(Path(problem.filename) if problem.filename and not str(problem.filename).startswith(str(staged)) else dst, problem) from None
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _replace_all(staged: Path, targets: dict[str, Path]) -> None:
    """Move every staged file to its target; on failure put everything back as it was."""
    done: list[tuple[Path, Path | None]] = []
    made: list[Path] = []
    try:
        for name, target in targets.items():
            missing = [parent for parent in target.parents if not parent.exists()]
            target.parent.mkdir(parents=True, exist_ok=True)
            made.extend(reversed(missing))
            if target.is_dir():
                raise IsADirectoryError(21, "is a directory", str(target))
            kept: Path | None = None
            if target.exists() or target.is_symlink():
                kept = staged / "old" / name
                kept.parent.mkdir(parents=True, exist_ok=True)
                os.replace(target, kept)
            done.append((target, kept))
            os.replace(staged / "new" / name, target)
    except OSError:
        for target, kept in reversed(done):
            target.unlink(missing_ok=True)
            if kept is not None:
                os.replace(kept, target)
        for parent in reversed(made):
            if parent.is_dir() and not any(parent.iterdir()):
                parent.rmdir()
        raise


def _refused(path: Path, problem: OSError) -> WriteError:
    return WriteError(f"cannot be written: {(problem.strerror or str(problem)).lower()}", Source(str(path)))
