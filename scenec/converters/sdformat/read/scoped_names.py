"""Nest parts with names like ``arm::hand`` in models of their own, as programs wrote them in worlds before 1.8.

This is the conversion to 1.8 where it changes no meaning. A group of names stays flat if a member refers to a part outside of it.
"""

from __future__ import annotations

from collections.abc import Iterator

from scenec.converters.sdformat.read.element import Element, new_element, sourced
from scenec.trace import Ids

MOVED = ("link", "joint", "frame", "model")
OWN_FRAME = "__model__"

Reference = tuple[Element, str]
"""An element and the name of the attribute that holds a reference, "" for its text."""


def nest_scoped_names(root: Element) -> None:
    """Change the tree of one file. root: its <sdf> element."""
    waiting = [model for world in root.children if world.tag == "world" for model in world.children if model.tag == "model"]
    while waiting:
        model = waiting.pop()
        instead: dict[Element, list[Element]] = {}
        for prefix, group in groups_of(model).items():
            nested = nest(prefix, group)
            if nested is not None:
                waiting.append(nested)
                instead.update({member: [] for member in group})
                instead[group[0]] = [nested]
        if instead:
            model.children = [each for child in model.children for each in instead.get(child, (child,))]


def groups_of(model: Element) -> dict[str, list[Element]]:
    """Return the parts of a model with ``::`` in their names, by the first part of the name."""
    groups: dict[str, list[Element]] = {}
    for child in model.children:
        head, separator, _ = child.attributes.get("name", "").partition("::")
        if separator and head and child.tag in MOVED:
            groups.setdefault(head, []).append(child)
    taken = {child.attributes.get("name") for child in model.children if child.tag in MOVED}
    return {head: group for head, group in groups.items() if head not in taken}


def nest(prefix: str, group: list[Element]) -> Element | None:
    """Return a model for a group, to replace its first member. None if the group must stay flat."""
    start = f"{prefix}::"
    frame = next((each for each in group if each.tag == "frame" and each.attributes["name"] == start + OWN_FRAME), None)
    members = [each for each in group if each is not frame]
    if not members or not all(_text(reference).startswith(start) for member in members for reference in references(member)):
        return None
    nested = new_element("model", group[0])
    nested.attributes = {"name": sourced(prefix, group[0].attribute_ids("name"))}
    if frame is not None and not _place(nested, frame, start):
        return None
    for member in members:
        for element, name in references(member):
            _shorten(element, name, start)
        _shorten(member, "name", start)
    nested.children = [*nested.children, *members]
    return nested


def _place(nested: Element, frame: Element, start: str) -> bool:
    """Give a model the pose of the frame in its name, and the link that carries it. Return whether that is possible.

    A pose that names no frame becomes one in the model around, although the frame is attached to a link, as in libsdformat.
    """
    pose = next((each for each in frame.children if each.tag == "pose"), None)
    relative_to = pose.attributes.get("relative_to", "") if pose is not None else ""
    attached = frame.attributes.get("attached_to", "")
    if relative_to.startswith(start):
        return False
    if attached.startswith(start):
        nested.attributes["canonical_link"] = sourced(attached[len(start) :], frame.attribute_ids("attached_to"))
    elif attached:
        return False
    if pose is not None:
        nested.children = [*nested.children, pose]
    ids: Ids = frame.attribute_ids("name")
    nested.attributes["name"] = sourced(nested.attributes["name"], ids)
    return True


def references(member: Element) -> Iterator[Reference]:
    """Yield every reference of a link, joint, frame or model to a part of the model around it."""
    if "attached_to" in member.attributes:
        yield member, "attached_to"
    stack = list(member.children) if member.tag != "model" else [each for each in member.children if each.tag == "pose"]
    while stack:
        element = stack.pop()
        if element.tag == "plugin" or ":" in element.tag:
            continue
        for name in ("relative_to", "expressed_in"):
            if element.attributes.get(name, ""):
                yield element, name
        if member.tag == "joint" and element.tag in ("parent", "child", "gearbox_reference_body") and element.text != "world":
            yield element, ""
        stack.extend(element.children)


def _text(reference: Reference) -> str:
    element, name = reference
    return (element.attributes[name] if name else element.text).strip()


def _shorten(element: Element, name: str, start: str) -> None:
    if name:
        element.set(name, _text((element, name))[len(start) :], element.attribute_ids(name))
    else:
        element.text = sourced(element.text.strip()[len(start) :], element.text_ids)
