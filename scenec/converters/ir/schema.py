"""The JSON Schema of .scene.json files, made from the same types that read and write them."""

from __future__ import annotations

import inspect
from typing import Any

import msgspec

from scenec.ir.fields import READABLE, Field, fields_of
from scenec.ir.scene import Scene

SOURCE = (
    "The format that the scene was read from, and its version, as `scenec formats` calls them (simrobot@core2). Leave it out of a scene "
    "that was made as it stands. A writer takes from it what that format's simulator does where the scene says nothing."
)
NUMBER = {"anyOf": [{"type": "number"}, {"enum": ["Infinity", "-Infinity"]}]}


def schema() -> dict[str, Any]:
    """JSON Schema 2020-12; one definition per kind of node, with its documentation."""
    definitions: dict[str, Any] = {}
    waiting: list[type[msgspec.Struct]] = [Scene]
    while waiting:
        cls = waiting.pop()
        if cls.__name__ in definitions:
            continue
        fields = fields_of(cls)
        properties = {name: _property(field) for name, field in fields.items()}
        properties = {"type": {"const": cls.__name__}, **properties} if _is_typed(cls) else properties
        required = [name for name, field in fields.items() if field.required]
        definitions[cls.__name__] = {
            "description": inspect.cleandoc(cls.__doc__ or ""),
            "type": "object",
            "properties": properties,
            "required": ["type", *required] if _is_typed(cls) else required,
            "additionalProperties": False,
        }
        waiting += [each for field in fields.values() for each in field.classes.values()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "scenec's neutral scene",
        "type": "object",
        "properties": {
            "schema": {"enum": list(READABLE)},
            "source": {"description": SOURCE, "type": "string"},
            "scene": {"$ref": "#/$defs/Scene"},
        },
        "required": ["schema", "scene"],
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


def _is_typed(cls: type[msgspec.Struct]) -> bool:
    """Whether nodes of this kind stand where several kinds may."""
    from scenec.ir.geometry import Geometry

    return issubclass(cls, Geometry)


def _property(field: Field) -> dict[str, Any]:
    nodes = [{"$ref": f"#/$defs/{name}"} for name in field.classes]
    one = nodes[0] if len(nodes) == 1 else {"oneOf": nodes}
    if field.kind == "node":
        return one
    if field.kind == "nodes":
        return {"type": "array", "items": one}
    if field.kind == "rotation":
        return {"oneOf": [_numbers("rpy", 3), _numbers("quat", 4)]}
    if field.kind == "block":
        return {"type": "array", "items": {"type": "array", "items": {"type": "number"}}}
    found: dict[str, Any] = _with_infinities(msgspec.json.schema(field.type))
    return found


def _numbers(name: str, count: int) -> dict[str, Any]:
    numbers = {"type": "array", "items": {"type": "number"}, "minItems": count, "maxItems": count}
    return {"type": "object", "properties": {name: numbers}, "required": [name], "additionalProperties": False}


def _with_infinities(found: Any) -> Any:
    """Infinities are words, where a number may stand."""
    if isinstance(found, list):
        return [_with_infinities(each) for each in found]
    if not isinstance(found, dict):
        return found
    if found == {"type": "number"}:
        return NUMBER
    return {key: _with_infinities(value) for key, value in found.items()}
