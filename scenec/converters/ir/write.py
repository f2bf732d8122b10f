"""Writing the scene as it is. Everything is kept: the whole scene is read, and every field that says something is written."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.files_beside import FilesBeside
from scenec.converters.format import WriteRequest, WriteResult
from scenec.errors import WriteError
from scenec.ir.fields import SCHEMA, Field, fields_of
from scenec.ir.scene import Scene
from scenec.syntax.json_text import print_json
from scenec.trace import plain


def write(request: WriteRequest) -> WriteResult:
    """The scene as one JSON file; files it refers to relatively are copied beside it."""
    mark_read(request.scene)
    scene: Scene = unwrap(request.scene)
    beside = FilesBeside(request)
    content = {"schema": SCHEMA, "scene": _node(scene, beside)}
    main = f"{request.stem}{request.suffix}"
    return WriteResult(main, {main: print_json(content)}, "1", beside.copies)


def _node(node: msgspec.Struct, beside: FilesBeside) -> dict[str, Any]:
    """One node; its depth below the scene is bounded by the types, so recursion is."""
    written: dict[str, Any] = {}
    for name, field in fields_of(type(node)).items():
        value = getattr(node, name)
        if value is None or (not field.required and (value == () or value == field.default)):
            continue
        if name == "uri" and hasattr(node, "found"):
            written[name] = beside.refer(str(value), node.found)
        else:
            written[name] = _value(field, value, beside)
    return written


def _value(field: Field, value: Any, beside: FilesBeside) -> Any:
    if field.kind == "node":
        return _typed(field, value, beside)
    if field.kind == "nodes":
        return [_typed(field, each, beside) for each in value]
    if field.kind == "rotation":
        return {"quat": _json(tuple(value))} if value.rpy is None else {"rpy": _json(value.rpy)}
    if field.kind == "block":
        return value.array.tolist()
    return _json(value)


def _typed(field: Field, node: msgspec.Struct, beside: FilesBeside) -> dict[str, Any]:
    written = _node(node, beside)
    return {"type": type(node).__name__, **written} if field.typed else written


def _json(value: Any) -> Any:
    """A value as JSON has it; infinities, which it has not, as words."""
    if isinstance(value, tuple):
        return [_json(each) for each in value]
    bare = plain(value)
    if isinstance(bare, float):
        if math.isinf(bare):
            return "Infinity" if bare > 0 else "-Infinity"
        if math.isnan(bare):
            raise WriteError("a number of the scene is none (NaN)", None, "a number, as JSON has no word for it")
        return int(bare) if bare == int(bare) and abs(bare) < 1e15 and math.copysign(1, bare) > 0 else bare
    return bare
