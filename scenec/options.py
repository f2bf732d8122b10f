"""The options of reading and writing: those that every format has are listed here, the others come from the records of the formats."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Literal, TypedDict

import msgspec

from scenec.converters import BUILT_IN, all_formats, load
from scenec.converters.format import ReadOptions, WriteOptions
from scenec.converters.options import Declared, Option, declared_options
from scenec.errors import UsageError

StrPath = str | os.PathLike[str]

COMMON: Mapping[type[msgspec.Struct], tuple[str, ...]] = {
    ReadOptions: ("search_path", "confine", "carry"),
    WriteOptions: ("version", "assets", "verify", "carry", "carry_to"),
}
"""The options that every format has; the driver or code that formats share sees to them."""
_CHOICES: Mapping[str, tuple[str, ...]] = {"assets": ("copy", "link", "keep"), "carry_to": ("inline", "sidecar")}


class _ReadingWithoutCarry(TypedDict, total=False):
    search_path: StrPath | Sequence[StrPath] | None
    lenient: bool
    parameters: str | Sequence[str] | None
    allow_env: str | Sequence[str] | None
    constants: Mapping[str, Any] | None
    old_light: Literal["directional", "point"]
    confine: StrPath | None
    srdf: str


class ReadingOptions(_ReadingWithoutCarry, total=False):
    """The keywords of `scenec.read`: the common ones (`scenec.converters.format.ReadOptions`) and those that the built-in formats declare.
    A test compares them with the declarations."""

    carry: bool


class WritingOptions(TypedDict, total=False):
    """The keywords of `scenec.write`: the common ones (`scenec.converters.format.WriteOptions`) and those that the built-in formats
    declare. A test compares them with the declarations."""

    version: str
    as_: Literal["", "world", "model"] | None
    mesh_format: Literal["obj", "stl", "glb", "dae"]
    assets: Literal["copy", "link", "keep"]
    joint_zero: Literal["keep", "shift"]
    layout: Literal["", "model", "package"] | None
    flatten: bool
    split: bool
    motors: Literal["", "servo", "velocity"] | None
    adapt_joints: bool
    poses: Literal["relative", "absolute"]
    materials: Literal["nearest", "generate"]
    package_name: str
    merge_fixed: bool
    density: float | None
    ready: bool
    name_map: Mapping[str, Any]
    verify: bool
    carry: bool
    carry_to: Literal["", "inline", "sidecar"] | None


class ConvertingOptions(_ReadingWithoutCarry, WritingOptions, total=False):
    """The keywords of `scenec.convert`: those of reading and of writing."""

    assets_dir: StrPath | None


def read_options(options: Mapping[str, Any]) -> ReadOptions:
    """Return options of reading as a reader gets them. Raises UsageError for an unknown option or value."""
    return ReadOptions(**checked_options(options, ReadOptions))


def write_options(options: Mapping[str, Any]) -> WriteOptions:
    """Return options of writing as a writer gets them. Raises UsageError for an unknown option or value."""
    return WriteOptions(**checked_options(options, WriteOptions))


def separated(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the options of reading and those of writing. `carry` is one of both. Writing gets unknown options and refuses them."""
    reading = {name: value for name, value in options.items() if _concerns(name, ReadOptions)}
    return reading, {name: value for name, value in options.items() if name not in reading or name == "carry"}


def check_options(options: Mapping[str, Any]) -> None:
    """Raise UsageError for an option, or a value of one, that `convert` would refuse."""
    reading, writing = separated(options)
    checked_options(reading, ReadOptions)
    checked_options(writing, WriteOptions)


def checked_options(options: Mapping[str, Any], record: type[msgspec.Struct]) -> dict[str, Any]:
    """Return options as fields of `ReadOptions` or `WriteOptions`: known names and values only, None left out, sequences (or one item of
    them) as tuples. An option of a format that is no field is in `own`."""
    if not options:
        return {}
    fields: set[str] = {*record.__struct_fields__} - {"own"}
    checked: dict[str, Any] = {}
    own: dict[str, Any] = {}
    for name, value in options.items():
        option = None if name in COMMON[record] else _declared(name)
        if name not in COMMON[record] and (option is None or not _concerns(name, record)):
            _refuse_name(name, record)
        if value is None:
            continue
        _refuse_value(name, value, option)
        if (option.kind == "texts") if option else name == "search_path":
            value = tuple(str(item) for item in ((value,) if isinstance(value, (str, os.PathLike)) else value))
        (checked if name in fields else own)[name] = value
    if checked.get("carry_to") and not checked.get("carry"):
        raise UsageError("carry_to is given without carry", None, "carry=True (--carry) as well")
    return {**checked, "own": own} if own else checked


def _declared(name: str) -> Option | None:
    """The option of that name that formats declare. Plug-ins are asked only if no built-in format has it."""
    found = _of_built_in().get(name) or declared_options(all_formats()).get(name)
    return found.option if found is not None else None


@cache
def _of_built_in() -> dict[str, Declared]:
    return declared_options(load(name) for name in BUILT_IN)


def _concerns(name: str, record: type[msgspec.Struct]) -> bool:
    """Whether an option is one of reading (`ReadOptions`) or of writing (`WriteOptions`)."""
    if any(name in names for names in COMMON.values()):
        return name in COMMON[record]
    option = _declared(name)
    return option is not None and option.when == ("reading" if record is ReadOptions else "writing")


def _refuse_name(name: str, record: type[msgspec.Struct]) -> None:
    from scenec.syntax.vocabulary import nearest

    when = "reading" if record is ReadOptions else None
    declared = [each.option.name for each in declared_options(all_formats()).values() if when in (None, each.option.when)]
    known = [*COMMON[ReadOptions], *COMMON[record], *declared]
    raise UsageError(f"unknown option {name!r}", None, "", nearest(name, known))


def _refuse_value(name: str, value: Any, option: Option | None) -> None:
    """Raise UsageError for a value that an option cannot have."""
    words = option.choices if option else _CHOICES.get(name)
    if words and value and value not in words:
        from scenec.syntax.vocabulary import nearest

        raise UsageError(f"{name} cannot be {value!r}", None, f"one of {', '.join(words)}", nearest(str(value), words))
    if (option.kind == "flag" if option else name in ("carry", "verify")) and not isinstance(value, bool):
        raise UsageError(f"{name} cannot be {value!r}", None, "True or False")
    if option is not None and option.kind == "number" and (isinstance(value, bool) or not isinstance(value, (int, float))):
        raise UsageError(f"{name} cannot be {value!r}", None, "a number")
