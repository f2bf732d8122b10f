"""Values that reached no scene, with the reason: removed nodes, poses without content, names that nothing has."""

from __future__ import annotations

from itertools import chain

from scenec import ir
from scenec.accounting.id_set import IdSet
from scenec.converters.rsg.findings import reading as rows
from scenec.converters.rsg.read.program.interpreter import Program
from scenec.converters.rsg.read.program.nodes import Call, Node
from scenec.converters.rsg.read.program.remarks import Remarks
from scenec.ir.walk import leaf_ids

_POSES = ("setLocalPos", "setLocalRotation", "setLocalTransform")


def report_unused_values(scene: ir.Scene, program: Program, remarks: Remarks) -> None:
    remarks.settle()
    reached = IdSet(remarks.ledger.consumed_ids)
    alone, several = leaf_ids((scene,))
    for ids in chain((alone,), several, (entry.ids for entry in remarks.ledger.entries)):
        reached.update(ids)
    linked = {id(node) for node in program.root.walk()}
    for node in program.nodes:
        gone = id(node) not in linked
        ids = tuple(value_id for value_id in unused_values_of(node, gone) if value_id not in reached)
        if not ids:
            continue
        reached.update(ids)
        remarks.ineffective(rows.NODE_REMOVED if gone else rows.NODE_EMPTY, ids, origin=node.source, document=node.document)


def unused_values_of(node: Node, gone: bool) -> tuple[int, ...]:
    """Return the values of a node that may be unused: of a remaining node only its name and pose. Any other unused value is a fault of the
    reader, and settling reports it."""
    calls = node.calls if gone else calls_that_may_be_unused(node)
    return tuple(value_id for call in calls for value_id in call.ids())


def calls_that_may_be_unused(node: Node) -> list[Call]:
    group = node.cls.group
    return [call for call in node.calls if may_be_unused(call.name, group)]


def forget_calls(node: Node) -> None:
    """Free the calls of a node that was read, except those that `report_unused_values` needs."""
    node.calls = calls_that_may_be_unused(node)


def may_be_unused(method: str, group: str) -> bool:
    if group == "space" or method in _POSES:
        return True
    if method == "setName":
        return group in ("transform", "node")
    return group in ("collider", "body") and method in ("setPosition", "setLocalPosition", "setRotation")
