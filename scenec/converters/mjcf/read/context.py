"""State shared by the parts of the reader: the scene in the making, and how to find files."""

from __future__ import annotations

import os
from collections import Counter

import msgspec

from scenec import files, ir
from scenec.converters.common.locate import Locator
from scenec.converters.format import ReadRequest
from scenec.converters.mjcf.read.elements import Element, renamed
from scenec.converters.mjcf.read.tree import Body, Home, Placed
from scenec.ir.base import Id
from scenec.trace import ids_of, merge, traced

WORLD_ID: Id = "scene"


class Joint(msgspec.Struct, eq=False, gc=False):
    """A joint that others may refer to. index: of the neutral scene's joint, -1 for one that leaves its body free. ref: what its coordinate
    is at the pose of the file (rad or m). width: how many numbers it takes in qpos."""

    placed: Placed
    body: Body
    kind: str
    index: int
    ref: float
    width: int
    id: Id = ""


class Reading:
    """The scene in the making. named: (kind, name) -> what MJCF calls so: bodies, joints, sites, geoms, tendons, actuators, cameras.
    link_names: name of a joint -> the `custom/text` with the name of the link between it and the next joint of its body."""

    def __init__(self, request: ReadRequest) -> None:
        self.request = request
        self.ledger = request.ledger
        self.locator = Locator(request.options.search_path)
        self.links: list[ir.Link] = []
        self.joints: list[ir.Joint] = []
        self.models: list[ir.Model] = []
        self.frames: list[ir.Frame] = []
        self.lights: list[ir.Light] = []
        self.meshes: dict[Id, ir.Mesh] = {}
        self.extras: list[ir.Extra] = []
        self.pairs: list[ir.ExcludedPair] = []
        self.poses: list[ir.NamedPose] = []
        self.qpos: list[Joint] = []
        self.named: dict[tuple[str, str], object] = {}
        self.link_names: dict[str, Element] = {}
        self.link_index: dict[Id, int] = {}
        self._counts: Counter[str] = Counter()

    def new_id(self, kind: str) -> Id:
        """Return an id of its own: ``link3``."""
        self._counts[kind] += 1
        return f"{kind}{self._counts[kind]}"

    def name(self, kind: str, element: Element, what: object) -> None:
        """Remember what is called so. Raises ReadError if something of its kind has the name already."""
        name = element.name
        if name is None:
            return
        if (kind, str(name)) in self.named:
            raise element.error(f"two things of the kind {kind} are called {str(name)!r}", "name", "a name of its own")
        self.named[kind, str(name)] = what

    def add_link(self, link: ir.Link) -> None:
        self.link_index[link.id] = len(self.links)
        self.links.append(link)

    def change_link(self, link_id: Id, **changes: object) -> None:
        """Add to a link that is there already: parts are put behind those that it has."""
        index = self.link_index[link_id]
        link = self.links[index]
        merged = {name: (*getattr(link, name), *value) if isinstance(value, tuple) else value for name, value in changes.items()}
        self.links[index] = msgspec.structs.replace(link, **merged)

    def change_joint(self, index: int, **changes: object) -> None:
        """Add to a joint that is there already."""
        joint = self.joints[index]
        merged = {
            name: (*getattr(joint, name), *value) if name in ("actuators", "sensors", "extras") and isinstance(value, tuple) else value
            for name, value in changes.items()
        }
        self.joints[index] = msgspec.structs.replace(joint, **merged)

    # ---------------------------------------------------------------- files

    def located(self, file: str, folder: str, element: Element, home: Home, *, kept: bool = False) -> tuple[str, str | None]:
        """Return the name of a file as seen from the model, and its absolute path, None if it is not there.

        folder: the setting of the compiler for the folder of files of this kind. A file of an included element is also looked for beside
        the file that names it. kept: the name is kept for MJCF alone."""
        plain = str(file).replace("\\", "/")
        if "/" in plain:
            home.compiler.asked.add("strippath")
        if home.compiler.strip_path:
            plain = plain.rpartition("/")[2]
        within = "" if os.path.isabs(plain) else home.compiler.folder(folder, kept=kept)
        name = plain if os.path.isabs(plain) else os.path.join(within, plain).replace(os.sep, "/")
        uri = traced(name, merge(ids_of(within), ids_of(file)))
        absolute = os.path.isabs(name)
        if home.folder is not None or absolute:
            path = os.path.normpath(os.path.join(home.folder or "", name))
            if files.is_file(path):
                return uri, path
        beside = os.path.dirname(element.document.path) if element.document.path else None
        if beside != home.folder and (beside is not None or absolute):
            path = os.path.normpath(os.path.join(beside or "", name))
            if files.is_file(path):
                return uri, path
        return uri, self.locator.find_file(plain, home.folder)


def raw(element: Element, depth: int = 0) -> tuple[ir.RawItem, ...]:
    """Return an element and all in it, for MJCF alone, with the names that it has in the scene."""
    items: list[ir.RawItem] = []
    stack = [(element, depth)]
    while stack:
        each, level = stack.pop()
        stated = each.attributes.items()
        attributes = tuple([(name, renamed(each, name, text)) for name, text in stated] if each.prefix or each.suffix else stated)
        items.append(ir.RawItem(level, each.tag, attributes))
        stack.extend((child, level + 1) for child in reversed(each.children))
    return tuple(items)


def aside(element: Element, key: str = "") -> ir.Extra:
    """Return an element that only MJCF has, to be kept with the scene. key: its section and name, if not those of its path."""
    return ir.Extra(format="mjcf", key=key or element.path, content=raw(element), origin=element.origin)
