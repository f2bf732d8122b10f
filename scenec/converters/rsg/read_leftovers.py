"""What of a program reached no scene, and why: nodes that went, poses that place nothing, names that nothing carries."""

from __future__ import annotations

from itertools import chain

from scenec import ir
from scenec.accounting.id_set import IdSet
from scenec.converters.rsg.environment import Remarks
from scenec.converters.rsg.nodes import Call, Node
from scenec.converters.rsg.program import Program
from scenec.ir.walk import leaf_ids

_POSES = ("setLocalPos", "setLocalRotation", "setLocalTransform")


def tell_leftovers(scene: ir.Scene, program: Program, remarks: Remarks) -> None:
    remarks.settle()
    reached = IdSet(remarks.ledger.consumed_ids)
    alone, several = leaf_ids((scene,))
    for ids in chain((alone,), several, (entry.ids for entry in remarks.ledger.entries)):
        reached.update(ids)
    linked = {id(node) for node in program.root.walk()}
    for node in program.nodes:
        gone = id(node) not in linked
        ids = tuple(value_id for value_id in leftover_of(node, gone) if value_id not in reached)
        if not ids:
            continue
        reached.update(ids)
        if gone:
            why = "SimSpark removes Transforms without children, and those whose children are all Transforms"
            remarks.ineffective("node-removed", ids, why, origin=node.source, document=node.document)
        else:
            why = "nothing that is part of the scene stands in this node"
            remarks.ineffective("node-empty", ids, why, origin=node.source, document=node.document)


def leftover_of(node: Node, gone: bool) -> tuple[int, ...]:
    """The values of a node that may have nothing to say. Of a node that is there only the name and the pose: anything else that is
    left is a mistake of the reader, and must be loud."""
    calls = node.calls if gone else calls_that_may_be_idle(node)
    return tuple(value_id for call in calls for value_id in call.ids())


def calls_that_may_be_idle(node: Node) -> list[Call]:
    group = node.cls.group
    return [call for call in node.calls if may_be_idle(call.name, group)]


def forget_calls(node: Node) -> None:
    """All that was made of a node was made of it: keep only the calls that `tell_leftovers` asks for."""
    node.calls = calls_that_may_be_idle(node)


def may_be_idle(method: str, group: str) -> bool:
    if group == "space" or method in _POSES:
        return True
    if method == "setName":
        return group in ("transform", "node")
    return group in ("collider", "body") and method in ("setPosition", "setLocalPosition", "setRotation")
