"""Values that only URDF has, written back to where they stood."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.converters.urdf.read.element import FORMAT_NAME
from scenec.converters.urdf.write.values import count, flag, number, vector
from scenec.ir.base import Extra, Plugin
from scenec.syntax.element import Element
from scenec.syntax.said import Said, spelled
from scenec.trace import is_flag


def restore(out: Element, extras: Iterable[Extra], prefix: str = "") -> None:
    """Write the values that belong to an element. prefix: only those whose key begins so, without it."""
    for extra in extras:
        if extra.format != FORMAT_NAME:
            continue
        key = str(extra.key)
        if not prefix:
            if key.startswith(("gazebo/", "ros2_control", "transmission", "srdf")):
                continue
        elif not key.startswith(prefix):
            continue
        _restore_one(out, key[len(prefix) :], extra)


def _restore_one(out: Element, key: str, extra: Extra) -> None:
    path, _, attribute = key.partition("@")
    tags = [tag for tag in path.split("/") if tag]
    holder = out
    for tag in tags if attribute else tags[:-1]:
        found = next((child for child in holder.children if isinstance(child, Element) and child.tag == tag), None)
        holder = found if found is not None else holder.append(tag)
    if attribute:
        holder.set(attribute, spelled_value(extra.value))
        return
    write_content(holder, extra, says=(extra,))


def spelled_value(value: object) -> Said:
    """A value of any kind that extras have."""
    if isinstance(value, tuple):
        return vector(value)
    if is_flag(value):
        return flag(value)
    if isinstance(value, int):
        return count(value)
    if isinstance(value, float):
        return number(value)
    return spelled(value if isinstance(value, str) else "")


def write_content(out: Element, node: Extra | Plugin, says: Iterable[object]) -> None:
    """Write foreign content as it was."""
    above: list[Element] = []
    first = tuple(says)
    for item in node.content:
        depth = int(item.depth)
        del above[depth:]
        holder = above[-1] if above else out
        made = holder.append(str(item.tag), spelled(item.text) if item.text else None, says=first)
        first = ()
        above.append(made)
        for name, text in item.attributes:
            made.set(str(name), spelled(text))
