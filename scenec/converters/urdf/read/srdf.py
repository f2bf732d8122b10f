"""Read the semantic description of a robot (SRDF of MoveIt) that a user names: links that never touch, and named poses.

What else stands in it (groups, end effectors, virtual joints) is kept for URDF, under the key ``srdf/TAG``.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

import msgspec

from scenec import ir
from scenec.converters.format import ReadRequest
from scenec.converters.urdf import kinds as k
from scenec.converters.urdf.findings.reading import SRDF_NAME_OTHER, SRDF_PART_UNKNOWN, SRDF_REASON_INEFFECTIVE
from scenec.converters.urdf.read.context import Reading
from scenec.converters.urdf.read.element import FORMAT_NAME, Part
from scenec.errors import ReadError
from scenec.ir import Id
from scenec.ir.base import Extra
from scenec.source import Source
from scenec.syntax.tree import Document
from scenec.syntax.vocabulary import Row
from scenec.syntax.xml import read_xml
from scenec.trace import ids_of, traced

_VALUES = Row(name="value", kind=k.NUMBER, required=True)


class Semantics(msgspec.Struct):
    """The content of an SRDF file. extras: of the robot."""

    pairs: tuple[ir.ExcludedPair, ...] = ()
    poses: tuple[ir.NamedPose, ...] = ()
    extras: tuple[Extra, ...] = ()


def read_srdf(request: ReadRequest, reading: Reading, file: str) -> tuple[Document, Part]:
    """Return an SRDF file and its root. ReadError for a file that is not there or no SRDF."""
    path = os.path.abspath(file)
    name = os.path.relpath(path, request.folder).replace(os.sep, "/") if request.folder else os.path.basename(path)
    try:
        data = request.open(path)
    except OSError as problem:
        raise ReadError(f"the SRDF file cannot be read: {problem.strerror or problem}", Source(file)) from None
    document = request.ledger.add(read_xml(data, name, shown=file, path=path, tinyxml2=True))
    root = Reading(document, request.ledger, request.options, reading.locator, os.path.dirname(path)).root
    if root.tag != "robot":
        raise root.error(f"the outermost element of an SRDF is <robot>, not <{root.tag}>")
    return document, root


def semantics_of(root: Part, robot: str, links: Mapping[str, Id], joints: Mapping[str, Id]) -> Semantics:
    """Return what an SRDF says of a robot. links, joints: name -> id. Parts that the robot does not have are reported."""
    found = Semantics()
    name = root.raw("name")
    root.consumed(name)
    if name is not None and str(name) != robot:
        root.report(SRDF_NAME_OTHER, about=name, value=str(name), robot=robot)
    for part in root.every():
        if part.tag == "disable_collisions":
            _read_pair(part, links, found)
        elif part.tag == "group_state":
            _read_pose(part, joints, found)
        else:
            found.extras = (*found.extras, part.as_extra(f"srdf/{part.tag}"))
    found.extras = (*found.extras, *(msgspec.structs.replace(each, key=f"srdf{each.key}") for each in root.rest()))
    return found


def _read_pair(part: Part, links: Mapping[str, Id], found: Semantics) -> None:
    names = [part.raw(attribute) for attribute in ("link1", "link2")]
    ids = [links.get(str(name)) for name in names]
    if ids[0] is None or ids[1] is None:
        missing = next(str(name) for name, each in zip(names, ids, strict=True) if each is None)
        part.report(SRDF_PART_UNKNOWN, about=part.pass_over(), value=missing, kind="link")
        return
    reason = part.raw("reason")
    if reason is not None:
        part.report(SRDF_REASON_INEFFECTIVE, about=reason, value=str(reason))
    first, second = (traced(str(each), ids_of(name)) for name, each in zip(names, ids, strict=True))
    found.pairs = (*found.pairs, ir.ExcludedPair(links=(first, second), origin=part.origin))


def _read_pose(part: Part, joints: Mapping[str, Id], found: Semantics) -> None:
    positions: list[ir.JointPosition] = []
    for each in part.every("joint"):
        name = each.raw("name")
        joint = joints.get(str(name))
        words = str(each.node.attributes.get("value", "")).split()
        if joint is None or len(words) != 1:
            each.report(SRDF_PART_UNKNOWN, about=each.pass_over(), value=str(name), kind="joint of one axis")
            continue
        value = each.take(_VALUES)
        positions.append(
            ir.JointPosition(joint=traced(str(joint), ids_of(name)), values=traced((float(value),), ids_of(value)), origin=each.origin)
        )
    group = part.raw("group")
    extras = () if group is None else (Extra(format=FORMAT_NAME, key="srdf@group", value=group, origin=part.origin),)
    pose = ir.NamedPose(name=part.raw("name"), positions=tuple(positions), extras=(*extras, *part.rest()), origin=part.origin)
    found.poses = (*found.poses, pose)
