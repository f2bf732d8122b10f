"""Write includes: models, actors and merged models that have files of their own. `scenec.converters.sdformat.write.reuse` selects them."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.accounting.leaf_uses import all_leaves
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_plugins
from scenec.converters.sdformat.write.frames import NOWHERE, write_pose
from scenec.converters.sdformat.write.reuse import MERGED, OWN, Inclusion, Reuse
from scenec.converters.sdformat.write.values import show
from scenec.ir.base import Id, Node
from scenec.ir.pose import Pose
from scenec.ir.scene import Frame, Model
from scenec.syntax.said import Said, constant
from scenec.trace import ids_of


def write_if_included(context: Context, reuse: Reuse, holder: ElementWriter, node: Node) -> bool:
    """Return whether an include brings a node. The include is written in the place of the first node that it brings."""
    inclusion = reuse.of(node)
    if inclusion is None:
        return False
    if inclusion.first is node:
        write_include(context, holder, inclusion)
    return True


def write_include(context: Context, holder: ElementWriter, inclusion: Inclusion) -> None:
    """Write an include: what the source stated in it, and what differs from the included file. The reference to the file says all that was
    compared with it and found equal."""
    part = holder.child("include")
    top, says = inclusion.top, inclusion.says
    if inclusion.merge:
        part.set("merge", constant("true"))
    part.text("uri", inclusion.uri, says=_said_by_file(inclusion))
    name = _name_of(context, inclusion)
    if "name" in says or name.text != str(inclusion.use.name if inclusion.merge else inclusion.file.name):
        part.text("name", name)
    else:
        part.leave_out(name)
    if not isinstance(top, Model):
        _write_pose(context, part, inclusion, top.model if isinstance(top, Frame) else None)
        write_plugins(part, () if inclusion.merge else inclusion.plugins)
        return
    if "static" in says or top.static != inclusion.file.static:
        part.text("static", show(top.static))
    elif top.static is not None:
        part.omit(top.static, inclusion.file.static)
    if top.namespace is not None and ("namespace" in says or top.namespace != inclusion.file.namespace):
        part.text("namespace", show(top.namespace))
    elif top.namespace is not None:
        part.omit(top.namespace, inclusion.file.namespace)
    _write_pose(context, part, inclusion, top.parent)
    placed = top.placement_frame
    if placed is not None and "placement_frame" in says:
        part.text("placement_frame", context.reference(placed, top.id, chains=True) or constant(""))
    elif placed is not None and inclusion.file.placement_frame is not None:
        part.leave_out(placed)
    write_plugins(part, inclusion.plugins)


def _said_by_file(inclusion: Inclusion) -> Iterator[object]:
    """Yield the leaves that the included file says again, since it was found equal to what it brings."""
    but = MERGED if inclusion.merge else OWN
    yield all_leaves(inclusion.top, but)
    for node in inclusion.content:
        if node is not inclusion.top:
            yield node
    yield from inclusion.plugins if inclusion.merge else inclusion.file_plugins
    yield from inclusion.meshes


def _name_of(context: Context, inclusion: Inclusion) -> Said:
    if inclusion.merge:
        return Said(str(inclusion.use.name), ids_of(inclusion.top.name))
    if isinstance(inclusion.top, Model):
        return context.name_of(inclusion.top)
    return context.names.unique_name(inclusion.top, "actor", None)


def _write_pose(context: Context, part: ElementWriter, inclusion: Inclusion, scope: Id | None) -> None:
    """Write the pose of an include, which replaces that of the file. scope: the model around the include, None: the world."""
    top = inclusion.top
    if "pose" not in inclusion.says and _is_as_in_file(inclusion):
        part.leave_out((top.relative_to, top.pose))
        return
    before = len(part.out.children)
    write_pose(context, part, top.pose, top.relative_to or scope, scope, scope)
    if len(part.out.children) == before:
        part.text("pose", constant(NOWHERE))


def _is_as_in_file(inclusion: Inclusion) -> bool:
    top, file = inclusion.top, inclusion.file
    if top.relative_to is not None and not inclusion.merge:
        return False
    return (top.pose or Pose()) == (file.pose or Pose())
