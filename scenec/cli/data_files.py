"""The small files that configure a run (settings, constants, baselines), read as carefully as scenes: only ordinary files, and one line
for any fault."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec.errors import UsageError
from scenec.files import read_file
from scenec.source import Source


def json_of_file(path: str, what: str, expected: str = "") -> Any:
    """The plain data of a JSON file. what: what errors call it; expected: what it should be. Raises UsageError for a file that cannot be
    read, or is no JSON."""
    try:
        data = read_file(path)
    except OSError as problem:
        raise UsageError(f"{what} cannot be read: {reason(problem)}", Source(path)) from None
    try:
        return msgspec.json.decode(data)
    except RecursionError:
        raise UsageError(f"{what} is nested too deeply", Source(path), expected) from None
    except msgspec.DecodeError as problem:
        return _with_bytes_of_names(data, UsageError(f"{what} is no JSON: {problem}", Source(path), expected))


def _with_bytes_of_names(data: bytes, otherwise: UsageError) -> Any:
    """JSON with escapes for bytes of file names that are no text, as our own reports have them."""
    import json

    def refuse(word: str) -> float:
        raise ValueError(word)

    try:
        return json.loads(data.decode(), parse_constant=refuse)
    except (ValueError, RecursionError):
        raise otherwise from None


def toml_of(data: bytes, path: str) -> dict[str, Any]:
    """The tables of a TOML file. Raises UsageError for what is none."""
    try:
        table = msgspec.toml.decode(data)
    except RecursionError:
        raise UsageError("is nested too deeply", Source(path)) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise UsageError(f"is no TOML: {problem}", Source(path)) from None
    return table if isinstance(table, dict) else {}


def reason(problem: OSError) -> str:
    """Why a file cannot be opened, in small letters."""
    return (problem.strerror or str(problem)).lower()
