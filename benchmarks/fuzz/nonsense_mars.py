"""MARS scenes from its keys, in XML and YAML."""

from __future__ import annotations

import json
from typing import Any

from benchmarks.fuzz.values import TEXTS, WORDS, Maker, Wild
from benchmarks.fuzz.xml_text import Tag, xml_text
from scenec.converters.mars.kinds import INDEX, Parts
from scenec.converters.mars.vocabulary import LISTS, SENSOR_TYPES, keys, row

_USUAL = {
    "node": (
        "name",
        "index",
        "groupid",
        "relativeid",
        "physicmode",
        "filename",
        "position",
        "rotation",
        "extend",
        "movable",
        "mass",
        "density",
    ),
    "joint": ("name", "index", "nodeindex1", "nodeindex2", "type", "anchorpos", "axis1", "axis2"),
    "motor": ("name", "index", "jointIndex", "type", "maxSpeed", "maxEffort"),
    "sensor": ("name", "index", "type", "id", "attached_node"),
    "controller": ("name", "index", "rate", "sensorid", "motorid", "nodeid"),
    "material": ("id", "name", "diffuseFront", "texturename"),
    "light": ("name", "position", "type", "diffuse"),
    "graphicOptions": ("clearColor",),
}


def _entry(tag: str, wild: Wild) -> dict[str, Any]:
    """The keys of an entry: texts, and a map for each value of several numbers."""
    chosen = [key for key in _USUAL[tag] if wild.rng.random() < 0.85] + wild.some(keys(tag), 4)
    return {key: _value(tag, key, wild) for key in dict.fromkeys(chosen)}


def _value(tag: str, key: str, wild: Wild) -> Any:
    kind = row(tag, key).kind
    if kind is INDEX and not wild.wild:
        return str(wild.rng.randint(0, 4))
    if isinstance(kind, Parts):
        names = kind.old if kind.old and wild.rng.random() < 0.1 else kind.names
        return {name: wild.number() for name in names if wild.rng.random() < 0.97}
    if key == "type" and tag == "sensor" and not wild.wild:
        return str(wild.pick(list(SENSOR_TYPES)))
    if key in ("filename", "origname") and not wild.wild:
        return str(wild.pick(("PRIMITIVE", "PRIMITIVE", "box", "sphere", "mesh.obj", "mesh.bobj")))
    if key == "name":
        return wild.name()
    return wild.value(kind)


def _lists(wild: Wild) -> dict[str, list[dict[str, Any]]]:
    return {name: [_entry(tag, wild) for _ in range(wild.rng.randint(0, 4))] for name, tag in LISTS.items() if wild.rng.random() < 0.7}


def mars_xml(wild: Wild) -> str:
    root = Tag("SceneFile")
    for name, entries in _lists(wild).items():
        holder = root.add(name)
        for entry in entries:
            _fill(holder.add(LISTS[name]), entry, wild)
    if wild.rng.random() < 0.3:
        _fill(root.add("graphicOptions"), _entry("graphicOptions", wild), wild)
    return xml_text(root, wild)


def _fill(tag: Tag, entry: dict[str, Any], wild: Wild) -> None:
    for key, value in entry.items():
        if isinstance(value, dict):
            part = tag.add(key)
            for name, number in value.items():
                part.add(name, text=number)
        elif wild.rng.random() < 0.3:
            tag.attributes[key] = value
        else:
            tag.add(key, text=value)
        if wild.wild:
            tag.add(key, text=str(wild.pick((*TEXTS, *WORDS))))


def mars_yaml(wild: Wild) -> str:
    scene: dict[str, Any] = dict(_lists(wild))
    lines = []
    for name, entries in scene.items():
        lines.append(f"{name}:")
        for number, entry in enumerate(entries):
            anchor = f"&a{number} " if wild.rng.random() < 0.1 else ""
            lines.append(f" - {anchor}{_flow(entry, wild)}" if not wild.wild else f" - *a{number}")
    return "\n".join(lines) + "\n"


def _flow(entry: dict[str, Any], wild: Wild) -> str:
    parts = []
    for key, value in entry.items():
        shown = _flow(value, wild) if isinstance(value, dict) else value if wild.wild or value.isalnum() else json.dumps(value)
        parts.append(f"{key}: {shown}")
    return "{" + ", ".join(parts) + "}"


MAKERS = (Maker(mars_xml), Maker(mars_xml), Maker(mars_yaml, suffix=".yml"))
