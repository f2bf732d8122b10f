"""Files that were right once: bytes flipped, tokens exchanged, parts cut out, repeated, spliced in from other files, encodings changed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from benchmarks.fuzz.values import EXTREME, TEXTS

_TOKEN = re.compile(rb"""[-+]?[0-9][0-9.eE+-]*|"[^"\n]*"|'[^'\n]*'|</?[\w:]+|[\w.:/-]+|[<>(){}\[\]=;,]""")
_NUMBER = re.compile(rb"[-+]?[0-9][0-9.eE+-]*")
_QUOTED = re.compile(rb'"[^"\n]*"')
_BYTES = (
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\x1b[2J",
    b"&#0;",
    b"&a;",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"]",
)


def mutated(data: bytes, other: bytes, rng: random.Random) -> bytes:
    """The data with one to a few changes. other: what parts are spliced in from."""
    for _ in range(rng.choice((1, 1, 1, 2, 3, 6))):
        data = rng.choice(_MUTATIONS)(data, other, rng)
    return data[:200_000]


def _truncated(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)]


def _flipped(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(rng.choice((1, 1, 4, 16))):
        if changed:
            changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def _inserted(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    at = rng.randrange(len(data) + 1)
    return data[:at] + rng.choice(_BYTES) * rng.choice((1, 1, 1, 5)) + data[at:]


def _cut(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    return data[:start] + data[start + rng.choice((1, 4, 30, 300, 3000)) :]


def _repeated(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(data) + 1)
    part = data[start : start + rng.choice((1, 10, 100, 1000))]
    return data[:start] + part * rng.choice((2, 2, 3, 20)) + data[start:]


def _spliced(data: bytes, other: bytes, rng: random.Random) -> bytes:
    start = rng.randrange(len(other) + 1)
    at = rng.randrange(len(data) + 1)
    return data[:at] + other[start : start + rng.choice((20, 200, 2000))] + data[at + rng.choice((0, 20, 200, 2000)) :]


def _swapped_halves(data: bytes, other: bytes, rng: random.Random) -> bytes:
    return data[: rng.randrange(len(data) + 1)] + other[rng.randrange(len(other) + 1) :]


def _other_token(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    """One token for another of the same file."""
    tokens = list(_TOKEN.finditer(data))
    if len(tokens) < 2:
        return data
    one, two = rng.choice(tokens), rng.choice(tokens)
    return data[: one.start()] + two.group() + data[one.end() :]


def _other_value(pattern: re.Pattern[bytes], values: tuple[str, ...], quote: bytes) -> Callable[[bytes, bytes, random.Random], bytes]:
    def change(data: bytes, _other: bytes, rng: random.Random) -> bytes:
        places = list(pattern.finditer(data))
        for _ in range(rng.choice((1, 1, 2, 5))):
            if not places:
                break
            place = places.pop(rng.randrange(len(places)))
            text = rng.choice(values).encode("utf-8", "surrogatepass")
            if quote:
                text = quote + text.replace(quote, b"") + quote
            data = data[: place.start()] + text + data[place.end() :]
            places = [each for each in places if each.end() <= place.start()]
        return data

    return change


def _moved_line(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    line = lines.pop(rng.randrange(len(lines)))
    lines.insert(rng.randrange(len(lines) + 1), line)
    return b"\n".join(lines)


def _encoded(data: bytes, _other: bytes, rng: random.Random) -> bytes:
    text = data.decode("utf-8", "replace")
    return rng.choice(
        (
            lambda: text.encode("utf-16"),
            lambda: text.encode("utf-16-le", "surrogatepass"),
            lambda: text.encode("utf-32"),
            lambda: b"\xef\xbb\xbf" + data,
            lambda: data.replace(b"\n", b"\r\n"),
            lambda: data.replace(b"\n", b"\r"),
            lambda: text.encode("latin-1", "replace"),
            lambda: (
                b'<?xml version="1.0" encoding="' + rng.choice((b"latin-1", b"utf-7", b"cp037", b"ascii", b"rot13", b"x")) + b'"?>' + data
            ),
            lambda: text.encode("cp037", "replace"),
        )
    )()


_MUTATIONS = (
    _truncated,
    _flipped,
    _inserted,
    _cut,
    _repeated,
    _spliced,
    _swapped_halves,
    _moved_line,
    _encoded,
    _other_token,
    _other_token,
    _other_token,
    _other_value(_NUMBER, EXTREME, b""),
    _other_value(_NUMBER, EXTREME, b""),
    _other_value(_NUMBER, EXTREME, b""),
    _other_value(_QUOTED, TEXTS, b'"'),
    _other_value(_QUOTED, (*EXTREME, *TEXTS), b'"'),
)
