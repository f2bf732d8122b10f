"""Merge an included model into the one around it (merge="true"): its parts move, and a frame replaces its model frame."""

from __future__ import annotations

from scenec.accounting.ledger import Ledger
from scenec.converters.sdformat.findings.reading import INCLUDE_MERGE_INEFFECTIVE, INCLUDE_MERGE_INVALID
from scenec.converters.sdformat.read.element import Element, new_element, sourced
from scenec.trace import Ids, traced

MOVED = ("link", "joint", "frame", "model", "gripper", "plugin")
OWN_FRAME = "__model__"


def merged(model: Element, include: Element, holder: Element, ledger: Ledger) -> list[Element]:
    """Return the children of a model (its includes expanded) for their place in `holder`, led by the frame that replaces the model.

    They name the include that brought them, unless custom elements are among them. Those join the custom elements of the holder and could
    not be distinguished.
    """
    name = model.required("name")
    proxy = f"_merged__{name}__model__"
    ids = model.attribute_ids("name")
    result = [_frame_of(model, proxy, ids, "world" if holder.tag == "world" else OWN_FRAME)]
    for child in model.children:
        if child.tag in ("pose", "static", "self_collide", "enable_wind", "allow_auto_disable"):
            if child.tag != "pose":
                _dropped(child, ledger)
            continue
        if holder.tag == "world" and child.tag in ("link", "gripper"):
            ledger.report(
                INCLUDE_MERGE_INVALID, about=traced("", child.all_ids()), origin=child.origin, subject=f"<{child.tag}>", tag=child.tag
            )
        elif child.tag in MOVED or ":" in child.tag:
            _rehome(child, proxy)
            result.append(child)
        else:
            _dropped(child, ledger)
    if not any(":" in child.tag for child in result):
        for child in result:
            child.include = child.include or include
    return result


def canonical_of(model: Element) -> str | None:
    """Return the name of the canonical link of a model within it, None if it has no link."""
    stack = [(model, "")]
    while stack:
        current, prefix = stack.pop()
        stated = current.attributes.get("canonical_link")
        if stated:
            return f"{prefix}{stated}"
        link = next((each for each in current.children if each.tag == "link"), None)
        if link is not None:
            return f"{prefix}{link.attributes.get('name', '')}"
        inner = [each for each in current.children if each.tag == "model"]
        stack.extend((each, f"{prefix}{each.attributes.get('name', '')}::") for each in reversed(inner))
    return None


def _frame_of(model: Element, proxy: str, ids: Ids, around: str) -> Element:
    frame = new_element("frame", model)
    frame.attributes = {"name": sourced(proxy, ids)}
    canonical = canonical_of(model)
    if canonical is not None:
        stated = model.attribute_ids("canonical_link") if "canonical_link" in model.attributes else ()
        frame.attributes["attached_to"] = sourced(canonical, stated)
    pose = next((each for each in model.children if each.tag == "pose"), None)
    if pose is None:
        pose = new_element("pose", model)
    placement = model.raw("placement_frame")
    if placement:
        pose.set("placement_frame", placement, model.attribute_ids("placement_frame"))
    if "relative_to" not in pose.attributes:
        pose.set("relative_to", around, ())
    frame.children = [pose]
    return frame


def _rehome(child: Element, proxy: str) -> None:
    """Redirect references to the model frame to the frame that replaces it."""
    if child.tag in ("link", "model"):
        pose = next((each for each in child.children if each.tag == "pose"), None)
        if pose is None:
            pose = new_element("pose", child)
            child.children = [pose, *child.children]
        _redirect(pose, "relative_to", proxy, default=True)
    elif child.tag == "frame":
        _redirect(child, "attached_to", proxy, default=True)
        _redirect_poses(child, proxy)
    elif child.tag == "joint":
        _redirect_poses(child, proxy)
        for tag in ("parent", "child"):
            for each in child.children:
                if each.tag == tag and each.text.strip() == OWN_FRAME:
                    each.text = sourced(proxy, each.text_ids)
        for axis in child.children:
            for xyz in axis.children if axis.tag in ("axis", "axis2") else ():
                _redirect(xyz, "expressed_in", proxy, default=False)


def _redirect_poses(child: Element, proxy: str) -> None:
    for pose in child.children:
        if pose.tag == "pose":
            _redirect(pose, "relative_to", proxy, default=False)


def _redirect(element: Element, name: str, proxy: str, *, default: bool) -> None:
    text = element.attributes.get(name, "").strip()
    if text == OWN_FRAME or (default and not text):
        element.set(name, proxy, element.attribute_ids(name) if name in element.attributes else ())


def _dropped(child: Element, ledger: Ledger) -> None:
    ids = child.all_ids()
    if ids:
        about = traced("", ids)
        ledger.report(INCLUDE_MERGE_INEFFECTIVE, about=about, origin=child.origin, subject=f"<{child.tag}>", tag=child.tag)
