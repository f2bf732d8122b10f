"""What was included, so that a writer can include it again: one asset per file, one use per include.

Whatever an include brought names its use: the model, light or actor it stands for; with merge="true" each link, joint, frame, model,
gripper and plugin that moved into the scope around it, led by the frame that stands for the model. A plugin that the include itself
adds names the use of its model. What stands inside an included model names no use: it belongs to that model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenec import ir
from scenec.converters.sdformat.read_element import Element

if TYPE_CHECKING:
    from scenec.converters.sdformat.reading import Reading

STATED = ("uri", "name", "pose", "placement_frame", "static", "namespace")
"""What an include can say; `Use.arguments` holds what it does say, as written, and ``merge`` where it is true. The same values stand in the
fields of what was included (name, pose, relative_to, placement_frame, static, namespace), where they are accounted for."""


def use_of(reading: Reading, include: Element) -> ir.Id:
    """The id of the use that an <include> is; uses stand in the order in which they are first asked for, the outer one first."""
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
            id=reading.new_id("asset"), name=stated["uri"] or "", kind=brought.tag, file=document.name, found=document.path,
            origin=brought.origin,
        )  # fmt: skip
        reading.assets[document.name] = asset
    return ir.Use(
        id=reading.new_id("use"), asset=asset.id, name=brought.name,
        parent=reading.uses[outer].id if outer is not None else None,
        arguments=tuple((tag, text) for tag, text in stated.items() if text is not None), origin=include.origin,
    )  # fmt: skip
