"""Writing the scene as it is. Everything is kept: the whole scene is read, and every field that says something is written."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from scenec.converters.common.files_beside import FilesBeside
from scenec.converters.format import WriteRequest, WriteResult
from scenec.errors import WriteError
from scenec.ir.blocks import Block
from scenec.ir.fields import SCHEMA, Field, fields_of
from scenec.ir.pose import Rotation, clean
from scenec.meshes.companions import companions
from scenec.syntax.json_text import print_json
from scenec.trace import is_computed, plain


def write(request: WriteRequest) -> WriteResult:
    """The scene as one JSON file; files it refers to relatively are copied beside it."""
    request.uses.claim_all()
    scene = request.unstamped
    assert scene is not None  # no scene is let go of for this format
    beside = FilesBeside(request)
    source = {"source": _source(request)} if request.source_format not in ("", "ir") else {}
    content = {"schema": SCHEMA, **source, "scene": _node(scene, beside)}
    main = f"{request.stem}{request.suffix}"
    return WriteResult(main, {main: print_json(content)}, "2", beside.copies)


def _source(request: WriteRequest) -> str:
    """Return what the scene was read from: unstated values are written with that format's defaults."""
    return f"{request.source_format}@{request.source_version}" if request.source_version else request.source_format


def _node(node: msgspec.Struct, beside: FilesBeside) -> dict[str, Any]:
    """One node; its depth below the scene is bounded by the types, so recursion is."""
    written: dict[str, Any] = {}
    for name, field in fields_of(type(node)).items():
        value = getattr(node, name)
        if value is None or (not field.required and (value == () or value == field.default)):
            continue
        if name == "uri" and hasattr(node, "found"):
            written[name] = beside.refer(str(value), node.found, companions=companions)
        else:
            written[name] = _value(field, value, beside)
    return written


def _value(field: Field, value: object, beside: FilesBeside) -> Any:
    if isinstance(value, msgspec.Struct):
        return _typed(field, value, beside)
    if field.kind == "nodes" and isinstance(value, tuple):
        return [_typed(field, each, beside) for each in value]
    if isinstance(value, Rotation):
        several = len(value.ids) > 1
        quat = clean(tuple(_rounded(each) for each in value)) if several else tuple(value)
        return {"quat": _json(quat)} if value.rpy is None else {"rpy": _json(value.rpy)}
    if isinstance(value, Block):
        return value.array.tolist()
    return _json(value)


def _typed(field: Field, node: msgspec.Struct, beside: FilesBeside) -> dict[str, Any]:
    written = _node(node, beside)
    return {"type": type(node).__name__, **written} if field.typed else written


def _rounded(value: float) -> float:
    return float(f"{value:.15g}")


def _json(value: object) -> Any:
    """A value as JSON has it; infinities, which it has not, as words. What was computed has 15 digits, as in every format."""
    if isinstance(value, tuple):
        if any(isinstance(each, float) and is_computed(each) for each in value):
            value = clean(value)
        return [_json(each) for each in value]
    if isinstance(value, float) and is_computed(value):
        value = _rounded(value)
    bare = plain(value)
    if isinstance(bare, float):
        if math.isinf(bare):
            return "Infinity" if bare > 0 else "-Infinity"
        if math.isnan(bare):
            raise WriteError("a number of the scene is none (NaN)", None, "a number, as JSON has no word for it")
        return int(bare) if bare == int(bare) and abs(bare) < 1e15 and math.copysign(1, bare) > 0 else bare
    return bare
