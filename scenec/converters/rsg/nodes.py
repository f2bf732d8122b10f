"""The simulator's tree of nodes, as far as it decides what a scene is: classes, names, poses, and the calls each node got.

A Transform has a pose in its parent and a cached pose in the world. As in SimSpark (oxygen, transform.cpp) the cached one is made when
the node is linked and when `setLocalPos` or `setLocalRotation` is called on this very node, and never follows otherwise; bodies,
colliders and joints are placed by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from scenec.converters.rsg.vocabulary import Form, Method, NodeClass
from scenec.ir.pose import Pose
from scenec.source import Origin
from scenec.syntax.kinds import KindError
from scenec.syntax.sexp import SexpDocument
from scenec.syntax.tree import SourceNode
from scenec.trace import Ids, derived, ids_of, merge, traced

UNNAMED = "<Unnamed>"
DEFAULT_NAMES = {"Transform": "transform", "Camera": "camera"}

HERE = Pose()


def composed(X_AB: Pose, X_BC: Pose) -> Pose:
    """X_AC, said to come from both; a pose that says nothing leaves the other's digits and sources alone."""
    if X_AB.is_identity and not ids_of(X_AB):
        return X_BC
    if X_BC.is_identity and not ids_of(X_BC):
        return X_AB
    if X_AB.is_identity or X_BC.is_identity:
        return _credited(X_BC, X_AB) if X_AB.is_identity else _credited(X_AB, X_BC)
    return derived(X_AB @ X_BC, X_AB, X_BC)


def _credited(pose: Pose, idle: Pose) -> Pose:
    """The pose, of which each component also comes from the same component of one that moves nothing."""
    x, y, z = (derived(one, other) for one, other in zip(pose.position, idle.position, strict=True))
    return Pose((x, y, z), derived(pose.rotation, idle.rotation))


Parameters = Sequence[SourceNode | str]
"""Those of a call: the atom that each stands as, or the traced value that a variable or expression gave."""
Given = Sequence[SourceNode | str] | int
"""What is kept of them, since there are many, each needed for a moment: most are atoms alone, and how many tells which."""


def parameters_of(document: SexpDocument, number: int, given: Given) -> Parameters:
    """Those of the call whose method is the atom of that number."""
    return document.atoms_behind(number, given) if isinstance(given, int) else given


def as_written(parameters: Parameters) -> tuple[str, ...]:
    """The parameters of a call, traced."""
    return tuple([each if isinstance(each, str) else traced(each.text, (each.text_id,)) for each in parameters])


class Call:
    """A call that its method took. values: the parameters, parsed and traced; arguments: all as written. number: of the method's name in
    the document."""

    __slots__ = ("document", "form", "given", "method", "number", "values")

    def __init__(self, method: Method, form: Form, given: Given, values: tuple[Any, ...], document: SexpDocument, number: int) -> None:
        self.method = method
        self.form = form
        self.given = given
        self.values = values
        self.document = document
        self.number = number

    @property
    def source(self) -> SourceNode:
        return self.document.node_at(self.number)

    @property
    def name(self) -> str:
        return self.method.name

    @property
    def arguments(self) -> tuple[str, ...]:
        return as_written(parameters_of(self.document, self.number, self.given))

    @property
    def origin(self) -> Origin:
        return Origin(self.document, self.number)

    def ids(self) -> Ids:
        return ids_of(self.arguments)


NONE_BELOW = cast("list[Node]", ())
NO_NAMES: dict[str, int] = {}
"""Stand for the children of a node, and for their names, until there are some: most have none."""


class Node:
    """One node of the simulated tree. source: its class as the file has it. stated: its name, if the file gives one. use: the import it
    stands in. local, world: a Transform's poses. transform: the nearest above this node. origin: where it stands, one and the same for
    all that is made of it."""

    __slots__ = (
        "calls", "changed", "children", "cls", "document", "local", "name", "names", "origin", "parent", "state", "stated", "transform",
        "use", "world",
    )  # fmt: skip

    def __init__(self, cls: NodeClass, document: SexpDocument, source: SourceNode, use: Any) -> None:
        self.cls = cls
        self.document = document
        self.origin = Origin(document, document.number_of(source))
        self.use = use
        self.name: str = DEFAULT_NAMES.get(cls.name, UNNAMED)
        self.stated: str | None = None
        self.parent: Node | None = None
        self.transform: Node | None = None
        self.children = NONE_BELOW
        self.names = NO_NAMES  # of the children, counted
        self.calls: list[Call] = []
        self.local = HERE
        self.world = HERE
        self.changed = True
        self.state: Any = None

    @property
    def source(self) -> SourceNode:
        node: SourceNode = self.origin.place[1]
        return node

    @property
    def written(self) -> str:
        """The class as written, traced."""
        atom = self.source
        return traced(atom.text, (atom.text_id,))

    @property
    def is_transform(self) -> bool:
        return self.cls.group == "transform"

    def cached_world(self) -> Pose:
        """The pose of this node as SimSpark has it at hand; nodes without one stand where their parent does."""
        if self.is_transform:
            return self.world
        return self.transform.world if self.transform is not None else HERE

    def above(self) -> Iterator[Node]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def first(self, group: str) -> Node | None:
        return next((child for child in self.children if child.cls.group == group), None)

    def walk(self) -> Iterator[Node]:
        """This node and all below, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    # -- the tree

    def link(self, child: Node) -> None:
        """Append a child; a name that a sibling has is made another."""
        if self.children is NONE_BELOW:
            self.children, self.names = [], {}
        if self.names.get(child.name):
            child.name = f"{child.name}_{len(self.children) + 1}>"
        self.children.append(child)
        self.names[child.name] = self.names.get(child.name, 0) + 1
        child.parent = self
        child.transform = self if self.is_transform else self.transform
        child.world = self.cached_world()
        self.touch()

    def adopt(self, child: Node) -> None:
        """Take over a child of another node, whose cached pose stays."""
        world = child.world
        self.link(child)
        child.world = world

    def rename(self, name: str) -> None:
        """What `setName` does; it does not look whether a sibling has the name."""
        if self.parent is not None:
            self.parent.names[self.name] -= 1
            self.parent.names[name] = self.parent.names.get(name, 0) + 1
        self.name = name

    def keep(self, children: list[Node]) -> None:
        """Unlink all other children."""
        self.children = children
        self.names = {}
        for child in children:
            self.names[child.name] = self.names.get(child.name, 0) + 1

    def touch(self) -> None:
        """Something below changed since paths were last collapsed."""
        node: Node | None = self
        while node is not None and not node.changed:
            node.changed = True
            node = node.parent

    def child(self, name: str) -> Node | None:
        if name == ".":
            return self
        if name == "..":
            return self.parent
        return next((child for child in self.children if child.name == name), None)

    def find(self, path: str) -> Node | None:
        """The node at a path; an absolute one starts at the root, which SimSpark has at /usr/scene."""
        node: Node | None = self
        if path.startswith("/"):
            while node is not None and node.parent is not None:
                node = node.parent
            path = path.removeprefix("/usr/scene")
        for step in path.split("/"):
            if step and node is not None:
                node = node.child(step)
        return node

    # -- calls

    def last(self, method: str) -> Call | None:
        return next((call for call in reversed(self.calls) if call.name == method), None)


def parsed(method: Method, arguments: tuple[str, ...]) -> tuple[Form, tuple[Any, ...]] | None:
    """The form that takes these parameters and their values; None if the method rejects them."""
    for form in method.forms:
        if not form.takes(len(arguments)):
            continue
        values = []
        try:
            for argument, text in zip(form.arguments, arguments, strict=False):
                value, _ = argument.kind.parse(str.__str__(text))
                values.append(traced(value, ids_of(text)))
        except KindError:
            continue
        return form, tuple(values)
    return None


def ids_below(node: SourceNode) -> Ids:
    """The ids of all atoms in a list."""
    stack, ids = [node], list[int]()
    while stack:
        each = stack.pop()
        if each.value_count:
            ids.append(each.text_id)
        stack.extend(reversed(each.children))
    return tuple(ids)


def united(*values: object) -> Ids:
    return merge(*(ids_of(value) for value in values))


def collapse(root: Node, removed: list[Node]) -> None:
    """What SimSpark does after each import (sceneserver.cpp, RemoveTransformPaths): Transforms without children go, and one whose children
    are all Transforms hands them to its parent. removed: gets the Transforms that go."""
    stack = [(root, 0)]
    while stack:
        node, index = stack.pop()
        if index < len(node.children):
            stack.append((node, index + 1))
            if node.children[index].changed:
                stack.append((node.children[index], 0))
            continue
        node.changed = False
        empty = [child for child in node.children if child.is_transform and not child.children]
        if empty:
            removed += empty
            node.keep([child for child in node.children if not (child.is_transform and not child.children)])
        if node.is_transform and node.parent is not None and all(child.is_transform for child in node.children):
            children = node.children
            node.keep([])
            if children:
                local, holder = way_up(node, children)
                for child in children:
                    child.local = composed(local, child.local)
                    holder.adopt(child)
            node.changed = False


MANY = 1_000
"""Children times Transforms around each other: so far they are handed through one by one."""


def way_up(node: Node, children: list[Node]) -> tuple[Pose, Node]:
    """Where the children of a Transform get to, and the pose of the Transform there. As in SimSpark that is its parent, which may hand them
    on. Many in hundreds of Transforms around each other, which hold nothing else, come to the same place (and by digits in the last
    place to the same pose) at once, unless one of them is called like one that it passes and would be called otherwise."""
    assert node.parent is not None
    way = [node]
    while (above := way[-1].parent) is not None and above.is_transform and above.parent is not None and len(above.children) == 1:
        way.append(above)
    holder, names = way[-1].parent, {child.name for child in children}
    if (
        holder is None
        or len(way) * len(children) <= MANY
        or len(names) < len(children)
        or not names.isdisjoint([each.name for each in way[:-1]])
    ):
        return node.local, node.parent
    local = way[-1].local
    for each in reversed(way[:-1]):
        local = composed(local, each.local)
    return local, holder
