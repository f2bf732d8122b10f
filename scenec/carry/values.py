"""Values of a scene as JSON and back, by the types of the fields they belong to."""

from __future__ import annotations

import json
import math
from typing import Any

import msgspec

from scenec.ir.blocks import Block
from scenec.ir.fields import Field, fields_of
from scenec.ir.pose import Rotation
from scenec.trace import Ids, plain, traced

WORDS = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan}
"""Numbers that JSON has no digits for. As words they are compared, too: NaN is not even equal to itself."""


def encoded(value: Any) -> Any:
    """A value or node as plain JSON data. A node that stands where several kinds may says its `type`."""
    if isinstance(value, Rotation):
        return {"quat": encoded(tuple(value))} if value.rpy is None else {"rpy": encoded(value.rpy)}
    if isinstance(value, Block):
        return _rows(value)
    if isinstance(value, msgspec.Struct):
        written = {}
        for name, field in fields_of(type(value)).items():
            inner = getattr(value, name)
            if inner is None or inner == () or (not field.required and inner == field.default):
                continue
            written[name] = [_typed(field, each) for each in inner] if field.kind == "nodes" else _typed(field, inner)
        return written
    if isinstance(value, tuple):
        return [encoded(each) for each in value]
    bare = plain(value)
    if isinstance(bare, float):
        if math.isnan(bare):
            return "NaN"
        if math.isinf(bare):
            return "Infinity" if bare > 0 else "-Infinity"
        return int(bare) if bare == int(bare) and abs(bare) < 1e15 and math.copysign(1, bare) > 0 else bare
    return bare


def _rows(block: Block) -> list[Any]:
    import numpy as np

    rows: list[Any] = block.array.tolist()
    return rows if np.isfinite(block.array).all() else [[encoded(number) for number in row] for row in rows]


def _typed(field: Field, value: Any) -> Any:
    written = encoded(value)
    return {"type": type(value).__name__, **written} if field.typed and isinstance(value, msgspec.Struct) else written


def written(value: Any) -> str:
    """A value as one line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def parsed(text: str) -> Any:
    """Plain data from JSON. ValueError for what is none, or holds numbers that are not finite."""

    def number(word: str) -> float:
        value = float(word)
        if not math.isfinite(value):
            raise ValueError(f"{word} is no finite number")
        return value

    try:
        return json.loads(text, parse_float=number, parse_constant=number)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def decoded(field: Field, raw: Any, ids: Ids) -> Any:
    """The value of a field, saying that it was read from these ids. ValueError for what the field cannot be."""
    if raw is None and not field.required:
        return None
    if field.kind == "node":
        return _node(field, raw, ids)
    if field.kind == "nodes":
        if not isinstance(raw, list):
            raise ValueError("a list of objects is expected")
        return tuple(_node(field, each, ids) for each in raw)
    if field.kind == "rotation":
        return _rotation(raw, ids)
    if field.kind == "block":
        return _block(raw, ids)
    try:
        return with_ids(msgspec.convert(_with_numbers(raw, field.type), field.type), ids)
    except (msgspec.ValidationError, OverflowError) as problem:
        raise ValueError(str(problem).split(" - at")[0]) from None


def _node(field: Field, raw: Any, ids: Ids) -> msgspec.Struct:
    if not isinstance(raw, dict):
        raise ValueError("an object is expected")
    given = dict(raw)
    if field.typed:
        name = given.pop("type", None)
        if name not in field.classes:
            raise ValueError(f"unknown type {name!r}")
        return node_of(field.classes[name], given, ids)
    (only,) = field.classes.values()
    return node_of(only, given, ids)


def node_of(cls: Any, given: dict[str, Any], ids: Ids) -> msgspec.Struct:
    """A node from the values of its fields. ValueError for unknown, missing or wrong ones."""
    fields = fields_of(cls)
    values = {}
    for name, raw in given.items():
        if name not in fields:
            raise ValueError(f"{cls.__name__} has no field {name!r}")
        values[name] = decoded(fields[name], raw, ids)
    missing = next((field.name for field in fields.values() if field.required and field.name not in values), None)
    if missing is not None:
        raise ValueError(f"{cls.__name__} has no {missing!r}")
    made: msgspec.Struct = cls(**values)
    return made


def _rotation(raw: Any, ids: Ids) -> Rotation:
    names = list(raw) if isinstance(raw, dict) else []
    count = {"rpy": 3, "quat": 4}.get(names[0], 0) if len(names) == 1 else 0
    numbers = raw[names[0]] if count else None
    if not isinstance(numbers, list) or len(numbers) != count or not all(type(each) in (int, float) for each in numbers):
        raise ValueError('{"rpy": [roll, pitch, yaw]} or {"quat": [w, x, y, z]} is expected')
    parts = [float(each) for each in numbers]
    if count == 3:
        turned = Rotation.from_rpy(*parts)
    elif abs(sum(part * part for part in parts) - 1) < 1e-12:
        turned = Rotation(tuple(parts))
    else:
        turned = Rotation.from_quat(*parts)
    return turned.with_ids(ids) if ids else turned


def _block(raw: Any, ids: Ids) -> Block:
    import numpy as np

    try:
        table = np.array(raw) if raw != [] else np.empty((0, 3))
        if table.dtype.kind == "U":
            table = np.array(_with_numbers(raw, float))
    except (ValueError, OverflowError):
        table = np.array("")
    if table.dtype.kind not in "if" or table.ndim != 2:
        raise ValueError("a list of rows of as many numbers each is expected")
    return Block(table, ids)


def _with_numbers(value: Any, hint: Any) -> Any:
    if isinstance(value, list):
        return [_with_numbers(each, hint) for each in value]
    if isinstance(value, str) and value in WORDS and "str" not in str(hint):
        return WORDS[value]
    return value


def with_ids(value: Any, ids: Ids) -> Any:
    """A value whose every part says where it was read."""
    if type(value) is tuple:
        return tuple(with_ids(each, ids) for each in value)
    return traced(value, ids)
