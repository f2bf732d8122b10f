"""From files to templates: includes are followed, and every child of a `Simulation` becomes a template.

SimRobot records all children of all `Simulation` elements, in whichever file, under (name, element), and evaluates nothing. Only element
names, attribute counts and stray text are checked, also in unused templates. An `Include` inside another element puts the included file's
children in its place. Source: Src/SimRobotCommon/Parser/Parser.cpp, 5710337.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import msgspec

from scenec.converters.simrobot.vocabulary import GRAMMAR, is_absolute
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.vocabulary import nearest

MAXIMUM_ATTRIBUTES = 32
FLAT = "this is a scene of SimRobot's two-dimensional dialect (.ros2d, Box2D), which is flat and is not read"
FLAT_ELEMENTS = frozenset(
    ("DiskMass", "PointMass", "RectMass", "ChainGeometry", "ConvexGeometry", "DiskGeometry", "EdgeGeometry", "RectGeometry")
)
"""Elements of that dialect alone (Src/SimRobotCore2D/Parser/ParserCore2D.cpp)."""

Opener = Callable[[str, str], Document]
"""Reads and numbers a file: absolute path, and its name relative to the entry file's folder. May raise OSError, ReadError."""


class Part(msgspec.Struct, frozen=True):
    """An element of a file."""

    document: Document
    node: SourceNode


class Template(msgspec.Struct):
    """A child of a `Simulation`, which `ref` can name. used: whether anything instantiates it."""

    name: str
    part: Part
    used: bool = False


class Library(msgspec.Struct):
    """All definitions in the files of a scene.

    documents: the entry file first, then the included ones in order of inclusion. templates: by (name, element). spliced: id() of a node
    with an `Include` inside -> its children with the included ones in place. includes: the ids of all `href` values, which are consumed by
    naming the file. included: (name of a document, `href` in it) -> that document.
    """

    documents: list[Document]
    templates: dict[tuple[str, str], Template] = msgspec.field(default_factory=dict)
    scene: Template | None = None
    spliced: dict[int, list[Part]] = msgspec.field(default_factory=dict)
    includes: list[int] = msgspec.field(default_factory=list)
    included: dict[tuple[str, str], Document] = msgspec.field(default_factory=dict)

    def children(self, part: Part) -> list[Part]:
        """Return the children of an element, includes resolved."""
        spliced = self.spliced.get(id(part.node))
        return spliced if spliced is not None else [Part(part.document, child) for child in part.node.children]


def refusal(
    what: str, part: Part, attribute: str | None = None, *, of_name: bool = False, expected: str = "", nearest: str = "", hint: str = ""
) -> ReadError:
    """Return SimRobot's error at an element's name, an attribute's value (or, `of_name`, its name), or a text."""
    document, node = part.document, part.node
    line, column = document.place_of(node)
    column += 1
    if attribute is not None:
        places = document.places_of(node)
        line, column = places.get(attribute, (line, column))
        if of_name and attribute in places:
            column = max(1, column - len(attribute) - 2)  # where it is spelt name="value"
    return ReadError(what, Source(document.shown, line, column), expected, nearest, hint)


def load(entry: Document, open_document: Opener, folder: str = "") -> Library:
    """Return all templates of an entry file and everything it includes. folder: of an entry that is no file.

    Raises ReadError for files that SimRobot refuses, and for an include cycle (SimRobot overflows its stack).
    """
    return _Loader(entry, open_document, folder).run()


class _Frame(msgspec.Struct):
    """An element whose children are being visited. recording: they belong to a template; splice: where to list them."""

    part: Part
    recording: bool
    splice: list[Part] | None = None
    position: int = 0
    path: str = ""


class _Loader:
    def __init__(self, entry: Document, open_document: Opener, folder: str) -> None:
        self.library = Library([entry])
        self.open_document = open_document
        self.folder = os.path.dirname(entry.path) if entry.path else folder
        self.known: dict[str, Document] = {}
        self.stack: list[_Frame] = []

    def run(self) -> Library:
        entry = self.library.documents[0]
        if entry.path:
            self.known[os.path.realpath(entry.path)] = entry
        self.enter_file(entry, _Frame(Part(entry, entry.root), recording=False, path=os.path.realpath(entry.path or "")))
        while self.stack:
            frame = self.stack[-1]
            if frame.position == len(frame.part.node.children):
                self.stack.pop()
                continue
            child = Part(frame.part.document, frame.part.node.children[frame.position])
            frame.position += 1
            self.visit(child, frame)
        if self.library.scene is None:
            raise refusal('Expected element "Scene" as child', Part(entry, entry.root))
        return self.library

    def enter_file(self, document: Document, frame: _Frame) -> None:
        root = Part(document, document.root)
        if root.node.tag != "Simulation":
            known = root.node.tag in GRAMMAR
            raise refusal(
                f'Unexpected element "{root.node.tag}"',
                root,
                expected="Simulation as the outermost element",
                hint="" if known else "this is no SimRobot scene",
            )
        for name in root.node.attributes:
            if name != "name":
                raise refusal(f'Unexpected attribute "{name}"', root, name, of_name=True)
        self.check_text(root)
        self.stack.append(frame)

    def visit(self, part: Part, parent: _Frame) -> None:
        node = part.node
        grammar = GRAMMAR.get(node.tag)
        if node.tag in FLAT_ELEMENTS:
            raise refusal(f"<{node.tag}>: {FLAT}", part, hint="scenes of SimRobotCore2 (.ros2) and of the MuJoCo core (.ros3) can be read")
        if grammar is None or node.tag == "Simulation":
            raise refusal(f'Unexpected element "{node.tag}"', part, nearest="" if grammar else nearest(node.tag, list(GRAMMAR)))
        if len(node.attributes) > MAXIMUM_ATTRIBUTES:
            raise refusal(f"Only up to {MAXIMUM_ATTRIBUTES} attributes per element are supported", part)
        self.check_text(part)
        if node.tag == "Include":
            self.include(part, parent)
            return
        if parent.splice is not None:
            parent.splice.append(part)
        if not parent.recording:
            self.record(part)
        splice: list[Part] | None = None
        if any(child.tag == "Include" for child in node.children):
            self.library.spliced[id(node)] = splice = []
        self.stack.append(_Frame(part, recording=True, splice=splice))

    def check_text(self, part: Part) -> None:
        if part.node.text and not GRAMMAR[part.node.tag].text:
            raise refusal("Unexpected text", part, "")

    def record(self, part: Part) -> None:
        library, node = self.library, part.node
        if node.tag == "Scene" and library.scene is not None:
            raise refusal('Unexpected element "Scene"', part, hint="a scene description has one Scene")
        name = node.attributes.get("name")
        if name is None:
            raise refusal('Expected attribute "name"', part, hint="every child of Simulation needs one")
        key = (name, node.tag)
        if key in library.templates:
            first = refusal("", library.templates[key].part).source
            raise refusal(f'Duplicated name "{name}"', part, "name", hint=f"it is defined at {first}")
        library.templates[key] = template = Template(name, part)
        if node.tag == "Scene":
            library.scene = template

    def include(self, part: Part, parent: _Frame) -> None:
        node = part.node
        href = node.attributes.get("href")
        if href is None:
            raise refusal('Expected attribute "href"', part)
        for name in node.attributes:
            if name not in ("href", "name"):
                raise refusal(f'Unexpected attribute "{name}"', part, name, of_name=True)
        if part.document.first_id >= 0:
            self.library.includes.append(node.attribute_id("href"))
        if href:
            included = self.library.included[part.document.name, href] = self.open(href, part)
            path = os.path.realpath(included.path or "")
            if any(frame.path == path for frame in self.stack if frame.path):
                raise refusal(f'Include cycle: "{href}" includes itself', part, "href", hint="SimRobot crashes on such a file")
            self.enter_file(included, _Frame(Part(included, included.root), parent.recording, parent.splice, path=path))
        if node.children:  # SimRobot takes them for children of the surrounding element, ahead of the included ones
            self.stack.append(_Frame(part, parent.recording, parent.splice))

    def open(self, href: str, part: Part) -> Document:
        """Return the included file. It is read once, however often it is included."""
        base = os.path.dirname(part.document.path) if part.document.path else self.folder
        path = os.path.normpath(href if is_absolute(href) else os.path.join(base, href.replace("\\", "/")))
        real = os.path.realpath(path)
        document = self.known.get(real)
        if document is None:
            try:
                document = self.open_document(path, relative_name(path, self.folder))
            except OSError as error:
                raise refusal(f'Could not include file "{href}"', part, "href", hint=error.strerror or "") from None
            self.known[real] = document
            self.library.documents.append(document)
        return document


def relative_name(path: str, folder: str) -> str:
    """Return the name of a file in reports: relative to the entry file's folder, with slashes."""
    try:
        return os.path.relpath(path, folder or ".").replace(os.sep, "/")
    except ValueError:  # another drive
        return path.replace(os.sep, "/")
