"""The simulator's tree of nodes: classes, names, poses, and the calls of each node.

A Transform has a pose in its parent and a cached pose in the world. As in SimSpark (oxygen, transform.cpp), the cached pose is set when the
node is linked and when `setLocalPos` or `setLocalRotation` is called on this node. It never changes otherwise. Bodies, colliders and joints
are placed by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, cast

from scenec.converters.rsg.vocabulary import Form, Method, NodeClass
from scenec.ir.pose import IDENTITY, ORIGIN, Pose
from scenec.source import Origin
from scenec.syntax.kinds import KindError
from scenec.syntax.sexp import SexpDocument
from scenec.syntax.tree import SourceNode
from scenec.trace import Ids, derived, ids_of, traced

UNNAMED = "<Unnamed>"
DEFAULT_NAMES = {"Transform": "transform", "Camera": "camera"}

HERE = Pose()


def composed(X_AB: Pose, X_BC: Pose) -> Pose:
    """Return X_AC with the sources of both poses. A pose without an effect and a source leaves the digits and sources of the other
    unchanged; to one without an effect, those numbers are traced that would change with it."""
    if X_AB.is_identity and not ids_of(X_AB):
        return X_BC
    if X_BC.is_identity and not ids_of(X_BC):
        return X_AB
    if X_AB.is_identity:
        turn = X_AB.rotation if X_BC.position != ORIGIN else None
        x, y, z = (derived(own, idle, turn) for own, idle in zip(X_BC.position, X_AB.position, strict=True))
        return Pose((x, y, z), derived(X_BC.rotation, X_AB.rotation))
    if X_BC.is_identity:
        turned = None if X_AB.rotation == IDENTITY else X_BC.position
        x, y, z = (derived(own, turned or idle) for own, idle in zip(X_AB.position, X_BC.position, strict=True))
        return Pose((x, y, z), derived(X_AB.rotation, X_BC.rotation))
    return derived(X_AB @ X_BC, X_AB, X_BC)


Parameters = Sequence[SourceNode | str]
"""Parameters of a call: the atom, or the traced value of a variable or expression."""
Given = Sequence[SourceNode | str] | int
"""Parameters as they are stored: most are plain atoms, of which the number is enough."""


def parameters_of(document: SexpDocument, number: int, given: Given) -> Parameters:
    """Return the parameters of the call whose method name is the atom of that number."""
    return document.atoms_behind(number, given) if isinstance(given, int) else given


def as_written(parameters: Parameters) -> tuple[str, ...]:
    """Return the parameters of a call as written, traced."""
    return tuple([each if isinstance(each, str) else traced(each.text, (each.text_id,)) for each in parameters])


class Call:
    """A call that its method accepted. values: the parameters, parsed and traced. arguments: all as written. number: of the method name in
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


NO_CHILDREN = cast("list[Node]", ())
NO_NAMES: dict[str, int] = {}
"""Shared empty containers for nodes without children, which are most."""


class Node:
    """One node of the simulated tree. source: its class in the file. stated: its name, if the file gives one. use: the import it stands in.
    local, world: poses of a Transform. transform: the nearest Transform above. origin: its place in the file, shared by all parts made of
    it."""

    __slots__ = (
        "calls",
        "changed",
        "children",
        "cls",
        "document",
        "local",
        "name",
        "names",
        "origin",
        "parent",
        "state",
        "stated",
        "transform",
        "use",
        "world",
    )

    def __init__(self, cls: NodeClass, document: SexpDocument, source: SourceNode, use: Any) -> None:
        self.cls = cls
        self.document = document
        self.origin = Origin(document, document.number_of(source))
        self.use = use
        self.name: str = DEFAULT_NAMES.get(cls.name, UNNAMED)
        self.stated: str | None = None
        self.parent: Node | None = None
        self.transform: Node | None = None
        self.children = NO_CHILDREN
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
        """Return the class as written, traced."""
        atom = self.source
        return traced(atom.text, (atom.text_id,))

    @property
    def is_transform(self) -> bool:
        return self.cls.group == "transform"

    def cached_world(self) -> Pose:
        """Return the cached pose in the world. Nodes without one have that of their parent."""
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
        """Yield this node and all below, in document order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))

    # -- the tree

    def link(self, child: Node) -> None:
        """Append a child. A name that a sibling has is changed."""
        if self.children is NO_CHILDREN:
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
        """Append a child of another node. Its cached pose stays."""
        world = child.world
        self.link(child)
        child.world = world

    def rename(self, name: str) -> None:
        """Set the name, as `setName` does. Names of siblings are not checked."""
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
        """Note a change below this node since Transforms were last collapsed."""
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
        """Return the node at a path, None if there is none. An absolute path starts at the root, which is /usr/scene in SimSpark."""
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
    """Return the first form that accepts these parameters, with the parsed values. None if the method rejects them."""
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
    """Return the ids of all atoms in a list."""
    stack, ids = [node], list[int]()
    while stack:
        each = stack.pop()
        if each.value_count:
            ids.append(each.text_id)
        stack.extend(reversed(each.children))
    return tuple(ids)


def collapse(root: Node, removed: list[Node]) -> None:
    """Remove nodes as SimSpark does after each import (sceneserver.cpp, RemoveTransformPaths). Transforms without children are removed. A
    Transform whose children are all Transforms hands them to its parent. removed: gets the removed Transforms."""
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
                local, holder = collapse_target(node, children)
                for child in children:
                    child.local = composed(local, child.local)
                    holder.adopt(child)
            node.changed = False


MANY = 1_000
"""Largest product of children and nested Transforms that is handed over step by step."""


def collapse_target(node: Node, children: list[Node]) -> tuple[Pose, Node]:
    """Return the pose that the children of a Transform get, and the node that adopts them. As in SimSpark that is the parent, which may
    hand them on. Many children below long chains of Transforms are handed over at once, which gives the same place and the same pose up to
    rounding. This is not done where a name would clash on the way."""
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
