"""The options of reading and writing: which there are and what they can be."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from scenec.converters.format import ReadOptions, WriteOptions
from scenec.errors import UsageError

_CHOICES: Mapping[str, tuple[str, ...]] = {
    "old_light": ("directional", "point"),
    "as_": ("world", "model"),
    "mesh_format": ("obj", "stl", "glb", "dae"),
    "assets": ("copy", "link", "keep"),
    "joint_zero": ("keep", "shift"),
    "layout": ("model",),
    "motors": ("servo", "velocity"),
    "poses": ("relative", "absolute"),
    "materials": ("nearest", "generate"),
    "carry_to": ("inline", "sidecar"),
}


def check_options(options: Mapping[str, Any]) -> None:
    """Raise UsageError for an option, or a value of one, that `convert` would refuse."""
    reading = {name: value for name, value in options.items() if name in ReadOptions.__struct_fields__}
    checked_options(reading, ReadOptions)
    checked_options({name: value for name, value in options.items() if name not in reading or name == "carry"}, WriteOptions)


def checked_options(options: Mapping[str, Any], record: type[msgspec.Struct]) -> dict[str, Any]:
    """Options as a record takes them: known names and values only, None left out, sequences (or one item of them) as tuples."""
    known: Sequence[str] = record.__struct_fields__
    defaults, checked = record(), {}
    for name, value in options.items():
        if name not in known:
            from scenec.syntax.vocabulary import nearest

            raise UsageError(f"unknown option {name!r}", None, "", nearest(name, (*ReadOptions.__struct_fields__, *known)))
        words = _CHOICES.get(name)
        if words and value and value not in words:
            from scenec.syntax.vocabulary import nearest

            raise UsageError(f"{name} cannot be {value!r}", None, f"one of {', '.join(words)}", nearest(str(value), words))
        if value is None:
            continue
        if isinstance(getattr(defaults, name), tuple):
            value = tuple(str(item) for item in ((value,) if isinstance(value, (str, os.PathLike)) else value))
        checked[name] = value
    if checked.get("carry_to") and not checked.get("carry"):
        raise UsageError("carry_to says where, but nothing is to be carried", None, "carry=True (--carry) as well")
    return checked
