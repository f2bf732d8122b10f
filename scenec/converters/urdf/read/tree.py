"""The tree of links (urdf_model/model.h: initTree, initRoot): exactly one root, and every end of a joint is a link."""

from __future__ import annotations

import msgspec

from scenec.converters.urdf import vocabulary as v
from scenec.converters.urdf.findings.reading import (
    JOINT_SECOND_PARENT,
    LINK_UNREACHABLE,
    ROOTS_SEVERAL,
    WORLD_UNDECLARED,
)
from scenec.converters.urdf.profile import GROUND
from scenec.converters.urdf.read.element import Part
from scenec.converters.urdf.read.joint import JointContent
from scenec.errors import ReadError, nearest


class Tree(msgspec.Struct):
    """links: by name, in document order. joint_to: the joint that holds a link, by the link's name. ground: whether the root is the world.
    joints: those that hold a link."""

    links: dict[str, Part]
    joint_to: dict[str, JointContent]
    joints: list[JointContent]
    ground: bool = False


def tree_of(robot: Part, links: dict[str, Part], joints: list[JointContent]) -> Tree:
    """Return the tree. ReadError as urdfdom refuses: unknown links, no root, several roots (--lenient accepts several)."""
    reading = robot.reading
    if not links:
        raise robot.error("the robot has no links", hint="add a <link>")
    undeclared = False
    for joint in joints:
        undeclared |= _check_ends(joint, links)
    tree = Tree(links, {}, [])
    for joint in sorted(joints, key=lambda each: str(each.name)):
        tree.joint_to[str(joint.child)] = joint
    tree.joints = [joint for joint in joints if tree.joint_to[joint.child] is joint]
    for joint in joints:
        if tree.joint_to[joint.child] is not joint:
            about = joint.part.pass_over()
            other = str(tree.joint_to[str(joint.child)].name)
            joint.part.report(JOINT_SECOND_PARENT, about=about, value=str(joint.name), link=str(joint.child), other=other)
    roots = [name for name in links if name not in tree.joint_to]
    if undeclared:
        tree.ground = True
        roots = [name for name in roots if name != GROUND]
    _check_roots(robot, roots, links, undeclared=undeclared, lenient=reading.options.lenient)
    tree.ground |= GROUND in roots
    _leave_unreachable(tree, {*roots, GROUND} if tree.ground else set(roots))
    return tree


def _check_ends(joint: JointContent, links: dict[str, Part]) -> bool:
    """Return whether the parent is an undeclared world. ReadError for an end that is no link."""
    undeclared = False
    for tag, name in (("parent", joint.parent), ("child", joint.child)):
        if name in links:
            continue
        element = joint.part.first(tag)
        assert element is not None
        if tag == "parent" and name == GROUND and element.reading.options.lenient:
            element.report(WORLD_UNDECLARED, value=str(joint.name))
            undeclared = True
            continue
        hint = 'declare <link name="world"/>, or use --lenient' if name == GROUND else ""
        what = f"{tag} link {str(name)!r} of joint {str(joint.name)!r} does not exist"
        raise element.error(what, "link", nearest=nearest(str(name), list(links)), hint=hint)
    return undeclared


def _check_roots(robot: Part, roots: list[str], links: dict[str, Part], *, undeclared: bool, lenient: bool) -> None:
    if not roots and not undeclared:
        raise robot.error("no link is the root: every link is the child of a joint", hint="one link must be no joint's child")
    if len(roots) + undeclared > 1:
        if lenient:
            links[roots[1 - undeclared]].report(ROOTS_SEVERAL, value=", ".join(roots[:5]), count=len(roots) + undeclared)
            return
        second: Part = links[roots[1 - undeclared]]
        first = GROUND if undeclared else roots[0]
        raise ReadError(
            f"two root links: {first!r} and {roots[1 - undeclared]!r}",
            second.place("name"),
            "one link that is no joint's child",
            "",
            "connect them by a joint, or use --lenient",
        )


def _leave_unreachable(tree: Tree, roots: set[str]) -> None:
    """Report links that hang in a circle beside the tree: urdfdom cannot reach them either."""
    below: dict[str, list[str]] = {}
    for joint in tree.joints:
        below.setdefault(str(joint.parent), []).append(str(joint.child))
    reached, todo = set(roots), list(roots)
    while todo:
        for child in below.get(todo.pop(), ()):
            if child not in reached:
                reached.add(child)
                todo.append(child)
    for name in [name for name in tree.links if name not in reached]:
        part, joint = tree.links.pop(name), tree.joint_to.pop(name)
        tree.joints.remove(joint)
        about = (part.pass_over(), joint.part.pass_over())
        part.report(LINK_UNREACHABLE, about=about, value=name, joint=str(joint.name))


def read_links(robot: Part) -> dict[str, Part]:
    """Return the links by name. ReadError for a link without a name and for a second one of its name."""
    links: dict[str, Part] = {}
    for part in robot.every("link"):
        name = part.take(v.LINK_NAME)
        if str(name) in links:
            raise part.error(f"link {str(name)!r} is defined twice", "name", hint="rename one of them")
        links[str(name)] = part
    return links
