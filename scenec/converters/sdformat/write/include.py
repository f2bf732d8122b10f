"""Write includes: models, actors and merged models that have files of their own. `scenec.converters.sdformat.write.reuse` selects them."""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter, show
from scenec.converters.sdformat.write.extras import write_plugins
from scenec.converters.sdformat.write.frames import NOWHERE, write_pose
from scenec.converters.sdformat.write.reuse import Inclusion, Reuse
from scenec.ir.base import Id
from scenec.ir.pose import Pose
from scenec.ir.scene import Model


def write_if_included(context: Context, reuse: Reuse, holder: ElementWriter, node: Any) -> bool:
    """Return whether an include brings a node. The include is written in the place of the first node that it brings."""
    inclusion = reuse.of(node)
    if inclusion is None:
        return False
    if unwrap(inclusion.first) is unwrap(node):
        write_include(context, holder, inclusion)
    return True


def write_include(context: Context, holder: ElementWriter, inclusion: Inclusion) -> None:
    """Write an include: what the source stated in it, and what differs from the included file."""
    part = holder.child("include")
    top, says = inclusion.top, inclusion.says
    if inclusion.merge:
        part.set("merge", "true")
    part.text("uri", inclusion.uri)
    name = _name_of(context, inclusion)
    if "name" in says or name != str(inclusion.use.name if inclusion.merge else inclusion.file.name):
        part.text("name", name)
    if not isinstance(top, Model):
        _write_pose(context, part, inclusion, unwrap(top).model if inclusion.merge else None)
        write_plugins(part, () if inclusion.merge else inclusion.plugins)
        return
    bare = unwrap(top)
    if "static" in says or bare.static != inclusion.file.static:
        part.text("static", show(bare.static))
    if bare.namespace is not None and ("namespace" in says or bare.namespace != inclusion.file.namespace):
        part.text("namespace", show(bare.namespace))
    _write_pose(context, part, inclusion, bare.parent)
    if bare.placement_frame is not None and "placement_frame" in says:
        part.text("placement_frame", context.names.reference(bare.placement_frame, bare.id, chains=True) or "")
    write_plugins(part, inclusion.plugins)


def _name_of(context: Context, inclusion: Inclusion) -> str:
    if inclusion.merge:
        return str(inclusion.use.name)
    if isinstance(inclusion.top, Model):
        return context.name_of(inclusion.top)
    return context.names.unique_name(inclusion.top, "actor", None)


def _write_pose(context: Context, part: ElementWriter, inclusion: Inclusion, scope: Id | None) -> None:
    """Write the pose of an include, which replaces that of the file. scope: the model around the include, None: the world."""
    top = inclusion.top
    if "pose" not in inclusion.says and _is_as_in_file(inclusion):
        return
    before = len(part.out.children)
    write_pose(context, part, top.pose, top.relative_to or scope, scope, scope)
    if len(part.out.children) == before:
        part.text("pose", NOWHERE)


def _is_as_in_file(inclusion: Inclusion) -> bool:
    top, file = unwrap(inclusion.top), inclusion.file
    if top.relative_to is not None and not inclusion.merge:
        return False
    return (top.pose or Pose()) == (file.pose or Pose())
