"""Smaller and smaller inputs that still fail in the same way (delta debugging: Zeller and Hildebrandt, 2002)."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from benchmarks.fuzz.case import Case
from benchmarks.fuzz.judge import judge

_PIECES = (
    re.compile(rb"[^\n]*\n|[^\n]+"),
    re.compile(rb"<[^<>]*>|\([^()]*\)|[^<>()]+|."),
    re.compile(rb"[\w.+-]+|\s+|."),
    re.compile(rb"."),
)
"""A file as lines, as tags or lists, as words, as bytes."""


def minimised(case: Case, failure: str, workplace: Path, *, seconds: float = 60.0) -> Case:
    """The smallest case found in time that still has the failure; files beside it are left out where they do not matter."""
    until = time.monotonic() + seconds

    def fails(changed: Case) -> bool:
        return time.monotonic() < until and any(str(each) == failure for each in judge(changed, workplace, thorough=True).failures)

    if not fails(case):
        return case
    if case.folder is not None and fails(msgspec.structs.replace(case, folder=None)):
        case = msgspec.structs.replace(case, folder=None)
    for name in list(case.beside):
        smaller = msgspec.structs.replace(case, beside={other: content for other, content in case.beside.items() if other != name})
        case = smaller if fails(smaller) else case
    for name in case.beside:
        case = msgspec.structs.replace(
            case,
            beside=case.beside
            | {name: _reduced(case.beside[name], lambda data: fails(msgspec.structs.replace(case, beside=case.beside | {name: data})))},  # noqa: B023 - called at once
        )
    return msgspec.structs.replace(case, data=_reduced(case.data, lambda data: fails(msgspec.structs.replace(case, data=data))))


def _reduced(data: bytes, fails: Callable[[bytes], bool]) -> bytes:
    if fails(b""):
        return b""
    before = None
    while before != data:
        before = data
        for pattern in _PIECES:
            pieces = [found.group() for found in re.finditer(pattern.pattern, data, pattern.flags | re.DOTALL)]
            if b"".join(pieces) == data and len(pieces) <= 20_000:
                data = b"".join(_fewest(pieces, lambda some: fails(b"".join(some))))
    return data


def _fewest(pieces: Sequence[bytes], fails: Callable[[Sequence[bytes]], bool]) -> Sequence[bytes]:
    """As few of the pieces as still fail: whole stretches are left out, shorter and shorter ones."""
    length = max(1, len(pieces) // 2)
    while pieces:
        at, shorter = 0, False
        while at < len(pieces):
            fewer = [*pieces[:at], *pieces[at + length :]]
            if fails(fewer):
                pieces, shorter = fewer, True
            else:
                at += length
        if length == 1 and not shorter:
            break
        length = max(1, length // 2)
    return pieces
