"""Putting reports and ledgers on the disk: whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from errno import EINVAL, EISDIR
from typing import TYPE_CHECKING

import msgspec

from scenec.errors import WriteError
from scenec.source import Source
from scenec.temporary import create_temporary, removed_in_the_end

if TYPE_CHECKING:
    from scenec.accounting.report import Report


def write_whole(path: str | os.PathLike[str], chunks: Iterable[bytes]) -> None:
    """Write a file beside its place, then rename it into it; folders on the way are made. Raises WriteError naming the file, also for a
    device or a pipe, which the new file would replace."""
    name = os.fspath(path)
    try:
        if os.path.exists(name) and not os.path.isfile(name):
            raise IsADirectoryError(EISDIR, "is a directory") if os.path.isdir(name) else OSError(EINVAL, "not a regular file")
        os.makedirs(os.path.dirname(os.path.abspath(name)), exist_ok=True)
        with removed_in_the_end() as register:
            beside, file = create_temporary(os.path.dirname(name), register)
            with file:
                file.writelines(chunks)
            os.replace(beside, name)
    except OSError as problem:
        raise WriteError(f"cannot be written: {(problem.strerror or str(problem)).lower()}", Source(name)) from None


_NO_TRAIL = b',"trail":[]}'
"""The end of a line whose value no macro made, which says nothing of calls."""


def save_ledger(report: Report, path: str | os.PathLike[str]) -> None:
    """Write one JSON line per source value. Raises WriteError."""
    write_whole(path, ledger_lines(report))


def ledger_lines(report: Report) -> Iterator[bytes]:
    """The ledger as JSON lines, made one by one: a big file has millions."""
    encode = msgspec.json.Encoder().encode
    for line in report.ledger:
        try:
            text = encode(line)
            yield _spelled_out(text if line.trail else text.removesuffix(_NO_TRAIL) + b"}") + b"\n"
        except UnicodeEncodeError:  # a file name that is no Unicode
            yield json_of(line.to_json()) + b"\n"


def json_of(data: object, *, indent: int = 0) -> bytes:
    """Plain data as JSON in UTF-8; what is no Unicode (a byte of a file name) stays visible as an escape, and so does what could steer a
    terminal that the JSON is shown on."""
    try:
        encoded = _spelled_out(msgspec.json.encode(data))
    except UnicodeEncodeError:
        import json

        separators = None if indent else (",", ":")
        return json.dumps(data, ensure_ascii=True, indent=indent or None, separators=separators).encode()
    return msgspec.json.format(encoded, indent=indent) if indent else encoded


def _spelled_out(encoded: bytes) -> bytes:
    """JSON on one line with its control, direction-changing and other invisible characters as escapes, which are the same text."""
    if encoded.isascii() and b"\x7f" not in encoded:
        return encoded
    text = encoded.decode()
    if text.isprintable():
        return encoded
    import json

    unseen = {letter for letter in set(text) if not letter.isprintable()}
    spelled = {ord(letter): json.dumps(letter)[1:-1].replace("\x7f", "\\u007f") for letter in unseen}
    return text.translate(spelled).encode()
