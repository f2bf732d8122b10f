"""Values that only MJCF has, kept by the scene: attributes of nodes, settings, and whole elements."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from scenec.converters.mjcf.vocabulary import gone
from scenec.converters.mjcf.write.context import FORMAT
from scenec.ir.base import Extended, Extra
from scenec.ir.scene import Scene
from scenec.syntax.element import Element
from scenec.syntax.said import spelled

PLACE = re.compile(r"(actuator|sensor)\[(\d+)\]$")
"""A key that says at which place of its section an element stands."""


def own(node: Extended) -> list[Extra]:
    """Return the extras of a node that are MJCF's."""
    return [extra for extra in node.extras if extra.format == FORMAT]


def attribute(node: Extended, name: str) -> Extra | None:
    """Return the extra that keeps an attribute of a node, None if there is none."""
    return next((extra for extra in own(node) if extra.key == f"@{name}"), None)


def text_of(extra: Extra) -> str:
    """Return the text that an extra of MJCF keeps: each is one."""
    assert isinstance(extra.value, str)
    return extra.value


def restore(out: Element, node: Extended, path: str = "", skip: Iterable[str] = ()) -> None:
    """Write the attributes and elements that a node keeps, without attributes that MuJoCo refuses today. path: of the element, for those of
    one of several that the node becomes."""
    start = f"{path}/@" if path else "@"
    for extra in own(node):
        name = extra.key[len(start) :]
        if extra.key.startswith(start) and extra.value is not None:
            if name not in skip and name not in out.attributes and (out.tag, name) not in gone():
                out.set(name, spelled(text_of(extra)))
        elif extra.content and not path and "/" not in extra.key and not PLACE.match(extra.key):
            append_content(out, extra)


def append_content(out: Element, extra: Extra) -> None:
    """Write an element with all that is in it."""
    above = [out]
    for item in extra.content:
        del above[item.depth + 1 :]
        made = above[-1].append(item.tag, says=(extra,) if len(above) == 1 else ())
        for name, text in item.attributes:
            if name not in ("class", "childclass"):  # classes are written out
                made.set(name, spelled(text))
        above.append(made)


def place_of(node: Extended, section: str) -> int | None:
    """Return at which place of its section the element of a node stood."""
    for extra in own(node):
        found = PLACE.match(extra.key)
        if found is not None and found[1] == section:
            return int(found[2])
    return None


def kept_elements(scene: Scene, section: str) -> list[tuple[int | None, Element]]:
    """Return the elements that the scene keeps for a section, each with its place."""
    found: list[tuple[int | None, Element]] = []
    for extra in own(scene):
        named = PLACE.match(extra.key)
        if extra.content and (named[1] if named is not None else extra.key.partition("/")[0]) == section:
            holder = Element(section)
            append_content(holder, extra)
            place = int(named[2]) if named is not None else None
            found += [(place, child) for child in holder.children if isinstance(child, Element)]
    return found


def kept_sections(scene: Scene) -> list[str]:
    """Return the sections of which the scene keeps elements, in their order."""
    keys = (PLACE.match(extra.key) for extra in own(scene) if extra.content)
    plain = (extra.key.partition("/")[0] for extra in own(scene) if extra.content and not PLACE.match(extra.key))
    return list(dict.fromkeys([*plain, *(found[1] for found in keys if found is not None)]))


def setting(scene: Scene, key: str) -> Any:
    """Return the text of a setting of the whole file that the scene keeps, None if there is none. key: ``option/@timestep``."""
    return next((extra.value for extra in own(scene) if extra.key == key), None)


def restore_settings(root: Element, scene: Scene) -> None:
    """Write settings of the whole file that the scene keeps, ``option/flag/@gravity``, but those that MuJoCo refuses today."""
    for extra in own(scene):
        path, _, name = extra.key.rpartition("/@")
        if not path or extra.content or extra.value is None or (path.rpartition("/")[2], name) in gone():
            continue
        at = root
        for tag in path.split("/"):
            found = next((child for child in at.children if child.tag == tag), None)
            at = found if isinstance(found, Element) else at.append(tag)
        if name not in at.attributes:
            at.set(name, spelled(text_of(extra)))


def images_of_kept_textures(scene: Scene) -> dict[str, set[str]]:
    """Return the image files of each texture that the scene keeps as it is, by its name."""
    items = (item for extra in own(scene) for item in extra.content if item.tag == "texture")
    return {
        str(dict(item.attributes).get("name", "")): {str(text) for name, text in item.attributes if name.startswith("file")}
        for item in items
    }
