"""Record what was included, so that a writer can include it again: one asset per file, one use per include.

Every included model, light or actor names its use. With merge="true" each link, joint, frame, model, gripper and plugin that moved names
it, led by the frame that replaces the model. A plugin that the include adds names the use of its model. Parts of an included model name no
use, since they belong to that model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec import ir
from scenec.converters.sdformat.read.element import Element

if TYPE_CHECKING:
    from scenec.converters.sdformat.read.context import Reading

STATED = ("uri", "name", "pose", "placement_frame", "static", "namespace")
"""Values that an include can state. `Use.arguments` holds those that it states, as written, and ``merge`` where it is true.

The same values are in the fields of what was included (name, pose, relative_to, placement_frame, static, namespace), where they are
accounted for.
"""


def use_of(reading: Reading, include: Element) -> ir.Id:
    """Return the id of the use of an <include>. Uses are in the order of their first request, outer ones first."""
    todo = [include]
    while todo[-1].include is not None and todo[-1].include not in reading.uses:
        todo.append(todo[-1].include)
    for each in reversed(todo):
        if each not in reading.uses:
            reading.uses[each] = _use(reading, each)
    return reading.uses[include].id


def _use(reading: Reading, include: Element) -> ir.Use:
    brought, outer = include.brought, include.include
    assert brought is not None
    stated = {tag: next((str(each.text).strip() for each in include.children if each.tag == tag), None) for tag in STATED}
    if include.attributes.get("merge", "").strip().lower() in ("true", "1"):
        stated["merge"] = "true"
    document = brought.document
    asset = reading.assets.get(document.name)
    if asset is None:
        asset = ir.Asset(
            id=reading.new_id("asset"),
            name=stated["uri"] or "",
            kind=brought.tag,
            file=document.name,
            found=document.path,
            origin=brought.origin,
        )
        reading.assets[document.name] = asset
    return ir.Use(
        id=reading.new_id("use"),
        asset=asset.id,
        name=brought.name,
        parent=reading.uses[outer].id if outer is not None else None,
        arguments=tuple((tag, text) for tag, text in stated.items() if text is not None),
        origin=include.origin,
    )
