"""Lints of SDFormat files: scoped names that abort libsdformat, elements of older versions, axes of nested joints in 1.4, and values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from scenec.accounting.code import Code
from scenec.accounting.problem import problem_of
from scenec.converters.format import LintRequest
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.findings.lints import NESTED_AXIS, OLD_ELEMENT, SCOPED_NAME_CUT, SCOPED_NAME_REFERENCE
from scenec.converters.sdformat.lints_values import lints as lints_of_values
from scenec.converters.sdformat.versions import KNOWN, LATEST, at_least
from scenec.errors import ReadError
from scenec.ir.check import Problem
from scenec.ir.kinematics import Kinematics
from scenec.ir.names import joint_paths
from scenec.syntax.tree import Document, SourceNode

GROUPED = ("link", "joint", "frame", "model")
"""Tags of the elements that readers of 1.8 and newer move into a nested model, by the first part of their names."""


def lints(request: LintRequest) -> Iterator[Problem]:
    """Yield the problems of a file and of the files that it includes."""
    for document in request.ledger.documents:
        root = document.root
        if root.tag in ("sdf", "gazebo"):
            stated = root.attributes.get("version", "").strip()
            version = stated if stated in KNOWN else LATEST
            yield from scoped_names(document, root, version)
            yield from words_of_older_versions(document, root, version)
    yield from nested_axes(request)
    yield from lints_of_values(request)


# ---------------------------------------------------------------- names with ::


def scoped_names(document: Document, root: SourceNode, version: str) -> Iterator[Problem]:
    """Yield names like ``arm::hand`` in the models of a world that libsdformat cannot move into nested models."""
    if at_least(version, "1.8"):
        return
    for world in root.children:
        for model in world.children if world.tag == "world" else ():
            if model.tag == "model":
                yield from _scoped_in(document, model, version)


def _scoped_in(document: Document, model: SourceNode, version: str) -> Iterator[Problem]:
    members = [child for child in model.children if child.tag in GROUPED]
    names = [member.attributes.get("name", "").strip() for member in members]
    prefixes = dict.fromkeys(name.partition("::")[0] for name in names if "::" in name)
    for member, name in zip(members, names, strict=True):
        for prefix in prefixes:
            if not prefix or not name.startswith(prefix):
                continue
            outside = _outside(member, prefix, version)
            if outside:
                yield _scoped_name(SCOPED_NAME_REFERENCE, document, member, name, prefix=prefix, reference=outside)
            elif not name.startswith(f"{prefix}::"):
                yield _scoped_name(SCOPED_NAME_CUT, document, member, name, prefix=prefix)


def _outside(member: SourceNode, prefix: str, version: str) -> str:
    """Return the reference of a joint or frame that aborts libsdformat, "" if there is none."""
    found = [member.attributes["attached_to"]] if member.tag == "frame" and member.attributes.get("attached_to") else []
    if member.tag == "joint":
        for child in member.children:
            if child.tag in ("parent", "child"):
                found.append(child.text)
            elif child.tag in ("axis", "axis2"):
                found.extend(_axis_frame(child, version))
    return next((each.strip() for each in found if each.strip() and not each.strip().startswith(prefix)), "")


def _axis_frame(axis: SourceNode, version: str) -> list[str]:
    """Return the frames in which an axis is expressed after the conversion to 1.7."""
    xyz = next((child for child in axis.children if child.tag == "xyz"), None)
    flag = next((child.text.strip() for child in axis.children if child.tag == "use_parent_model_frame"), None)
    if xyz is None:
        return []
    if not at_least(version, "1.7"):
        in_model = flag in ("true", "True", "TRUE", "1") if flag is not None else not at_least(version, "1.5")
        return ["__model__"] if in_model else []
    return [xyz.attributes["expressed_in"]] if xyz.attributes.get("expressed_in") else []


def _scoped_name(row: Code, document: Document, member: SourceNode, name: str, **slots: Any) -> Problem:
    subject = f"{member.tag} {name}"
    return problem_of(row, subject=subject, value=name, origin=document.source(member), tag=member.tag, **slots)


# ---------------------------------------------------------------- words of other versions


def words_of_older_versions(document: Document, root: SourceNode, version: str) -> Iterator[Problem]:
    """Yield elements and attributes that only versions older than that of the file obey."""
    stack = [(root, "sdf")]
    while stack:
        element, path = stack.pop()
        for name in element.attributes:
            if ":" not in name and _is_older(f"{path}/@{name}", version):
                yield _older(document, element, f"{element.tag}@{name}", f"{path}/@{name}", version)
        below = []
        for child in element.children:
            if child.tag == "plugin" or ":" in child.tag:
                continue
            place = f"{path}/{child.tag}"
            if _is_older(place, version):
                yield _older(document, child, f"<{child.tag}>", place, version)
            elif child.children or child.attributes:
                below.append((child, _path_of(path, child.tag, version)))
        stack.extend(reversed(below))


@cache
def _is_older(path: str, version: str) -> bool:
    if vocabulary.spoken(path, version, later=True) is not None:
        return False
    return any(vocabulary.available(path, each) for each in KNOWN[: KNOWN.index(version)])


@cache
def _path_of(above: str, tag: str, version: str) -> str:
    """Return the path of a child. Paths start at the nearest element with a definition of its own, so that they stay short."""
    path = f"{above}/{tag}"
    found = vocabulary.fact(path, vocabulary.spoken(path, version, later=True) or version)
    return tag if found is not None and found.include else path


def _older(document: Document, element: SourceNode, what: str, path: str, version: str) -> Problem:
    last = [each for each in KNOWN[: KNOWN.index(version)] if vocabulary.available(path, each)][-1]
    return problem_of(OLD_ELEMENT, subject=what, origin=document.source(element), version=version, last=last)


# ---------------------------------------------------------------- 1.4


def nested_axes(request: LintRequest) -> Iterator[Problem]:
    """Yield joints of nested models in 1.4. libsdformat reads their axes in the joint frame, the specification in the model frame."""
    nested = {model.id for model in request.scene.models if model.parent is not None}
    joints = [joint for joint in request.scene.joints if joint.model in nested and _is_of_1_4(joint.origin)]
    if not joints:
        return
    kinematics, paths = Kinematics(request.scene), joint_paths(request.scene)
    for joint in joints:
        try:
            turn = kinematics.relative(joint.id, joint.model).rotation
            moved = [axis for axis in joint.axes if max(abs(a - b) for a, b in zip(turn.apply(axis.xyz), axis.xyz, strict=True)) > 1e-9]
        except ReadError:
            continue
        if moved:
            yield problem_of(NESTED_AXIS, subject=paths[joint.id], origin=joint.origin)


def _is_of_1_4(origin: object) -> bool:
    document = getattr(origin, "document", None)
    stated = document.root.attributes.get("version", "").strip() if document is not None else ""
    return stated in KNOWN and not at_least(stated, "1.5")
