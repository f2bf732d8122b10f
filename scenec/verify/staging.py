"""A conversion's files in a temporary folder, as they will lie beside each other."""

from __future__ import annotations

import os
import posixpath
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from xml.sax.saxutils import escape

import msgspec

from scenec.files import beneath, read_pieces, within
from scenec.output import Output


class Staged(msgspec.Struct, frozen=True, gc=False):
    """folder: absolute, of everything; file: the main one, absolute; work: an empty folder for a program to run in.
    search_path: where references that do not start at the file are looked up."""

    folder: str
    file: str
    work: str
    search_path: tuple[str, ...] = ()

    @property
    def folders(self) -> tuple[str, ...]:
        """Places on this machine that no report may name."""
        return (self.folder, os.path.dirname(self.file), self.work, *self.search_path)


@contextmanager
def staged(output: Output, dst: str, search_path: tuple[str, ...]) -> Iterator[Staged]:
    """The files of `output` until the end of the block. dst: where the main one will lie; references that are kept as written start
    from there, so its folder is searched first. Raises OSError where they cannot be written.

    The folder is called like that of `dst`: what lies in a model directory is referred to by its name.
    In a library that is migrated, files lie beside and above the folder of the scene: the staging folder is as deep as they need. Files
    with absolute names (``--assets-dir /there``) are not there yet: what refers to them refers to where they lie meanwhile.
    """
    names = sorted({*output.files, *output.copies})
    depth = max((name.split("/").count(os.pardir) for name in map(posixpath.normpath, names)), default=0)
    with tempfile.TemporaryDirectory(prefix="scenec-verify-") as folder:
        folder = os.path.realpath(folder)
        start = os.path.join(folder, "output", *("in" for _ in range(depth)), os.path.basename(os.path.dirname(os.path.abspath(dst))))
        work = os.path.join(folder, "work")
        os.mkdir(work)
        places = {name: beneath(folder, start, name) for name in names}
        redirected = _redirection({name: path for name, path in places.items() if os.path.isabs(name)})
        for name, path in places.items():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            _put(path, output, name, redirected)
        found = tuple(os.path.abspath(each) for each in search_path)
        places_to_look = (start, os.path.dirname(os.path.abspath(dst)), *found, os.path.dirname(start))
        yield Staged(folder, os.path.join(start, output.main), work, places_to_look)


Redirection = Callable[[bytes], bytes]


def _redirection(elsewhere: Mapping[str, str]) -> Redirection:
    """Changes, in a text, the folders of these files (name -> where it lies meanwhile). A folder is spelled as it is or as XML has it."""
    folders = {_folder(name): _folder(path) for name, path in elsewhere.items()}
    spelled = {spelling(there).encode(): spelling(here).encode() for there, here in folders.items() for spelling in (str, escape)}
    if not spelled:
        return lambda content: content
    pattern = re.compile(rb"(?<![\w./-])(" + b"|".join(map(re.escape, spelled)) + rb")(?=/)")
    return lambda content: pattern.sub(lambda found: spelled[found[1]], content)


def _folder(path: str) -> str:
    return os.path.dirname(path).replace(os.sep, "/")


def _put(path: str, output: Output, name: str, redirected: Redirection) -> None:
    """A file that is made is written, one that is copied is linked to where the file system can."""
    if name in output.files:
        with open(path, "wb") as file:
            file.write(redirected(output.files[name]))
        return
    output.limit.check(output.copies[name])
    try:
        os.symlink(output.copies[name], path)
    except (OSError, NotImplementedError):  # the system has no links
        with within(output.limit), open(path, "wb") as file:
            file.writelines(read_pieces(output.copies[name]))
