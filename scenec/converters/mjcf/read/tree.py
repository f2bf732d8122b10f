"""The tree of bodies: frames applied, replicas and attached models put in their places (src/xml/xml_native_reader.cc, `Body`)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.classes import Classes, DefaultClass, Entry
from scenec.converters.mjcf.read.compiler import HERE, Compiler, by_euler, pose_of, within
from scenec.converters.mjcf.read.elements import Element
from scenec.errors import nearest
from scenec.ir.pose import IDENTITY, Pose, Rotation
from scenec.trace import derived, ids_of

MOST_COPIES = 100_000
"""More elements than this are not made of replicas."""
LISTS = {"joint": "joints", "freejoint": "joints", "geom": "geoms", "site": "sites", "camera": "cameras", "light": "lights"}
"""Elements of a body, and where `Body` holds them."""


class Home(msgspec.Struct, eq=False, gc=False):
    """The context of the elements of one model file: its settings, classes and assets. folder: of its main file, None for a stream.
    assets: (element, name) -> element."""

    root: Element
    compiler: Compiler
    classes: Classes
    folder: str | None
    assets: dict[tuple[str, str], Element]


class Placed(msgspec.Struct, eq=False, gc=False):
    """A joint, geom, site, camera, light or flexcomp. X_BF: the frame that it stands in, in its body."""

    entry: Entry
    X_BF: Pose
    home: Home


class Body(msgspec.Struct, eq=False):
    """One body. X_PB: its pose in the body around it. free: of its joints the one that leaves it free. apart: its elements that are kept
    for MJCF alone. link: id of its link, and joint_ids: of its joints, once they have one.

    Bodies and those in them hold each other, so that the cycle collector has to see them."""

    entry: Entry | None
    home: Home
    parent: Body | None
    X_PB: Pose
    children: list[Body] = []
    joints: list[Placed] = []
    geoms: list[Placed] = []
    sites: list[Placed] = []
    cameras: list[Placed] = []
    lights: list[Placed] = []
    inertial: Placed | None = None
    apart: list[Placed] = []
    link: str = ""

    @property
    def name(self) -> str | None:
        return None if self.entry is None else self.entry.name

    @property
    def mocap(self) -> bool:
        return self.entry is not None and self.entry.element.attributes.get("mocap") == "true"


class Copy(msgspec.Struct, eq=False, gc=False):
    """A part of a model whose elements have other names, as a replica or attached; its sections may refer to them. suffixes: of all
    replicas around it together, then without those of the innermost, and so on. attached: what was attached, None for a replica;
    model: the asset that it is of, None for a part of the same model; by: the <attach>, and the model that it stands in. taken: elements
    of sections that were copied for it."""

    home: Home
    prefix: str = ""
    suffixes: tuple[str, ...] = ("",)
    attached: Element | None = None
    model: Element | None = None
    by: tuple[Element, Home] | None = None
    taken: list[Element] = []


_Task = tuple[Element, Body, Pose, DefaultClass | None, Copy]
"""An element, the body it is in, the frame in it, the class that reaches it, and the part that it belongs to."""


class Tree:
    """Makes the bodies of a model. bodies: all, in document order, without the world. copies: likewise, by identity; the first is the
    model itself. model_named: gives the home of a `model` asset."""

    def __init__(self, home: Home, ledger: Ledger, model_named: Callable[[Home, Element], Home]) -> None:
        self.home, self.ledger, self.model_named = home, ledger, model_named
        self.world = Body(None, home, None, HERE)
        self.bodies: list[Body] = []
        whole = Copy(home)
        self.copies = {id(whole): whole}
        self.left = MOST_COPIES

    def build(self) -> None:
        (whole,) = self.copies.values()
        tasks: list[_Task] = []
        for section in self.home.root.each("worldbody"):
            tasks += self._inside(section, self.world, HERE, None, whole)
        tasks.reverse()
        while tasks:
            task = tasks.pop()
            tasks.extend(reversed(self._placed(*task)))

    def attachments(self) -> list[Copy]:
        """Return what the model itself attaches of other models, in document order; of replicas the first."""
        found: dict[int, Copy] = {}
        for each in self.copies.values():
            if each.model is not None and each.by is not None and each.by[1] is self.home:
                found.setdefault(id(each.by[0].node), each)
        return list(found.values())

    def _inside(self, element: Element, body: Body, X_BF: Pose, of: DefaultClass | None, copy: Copy) -> list[_Task]:
        return [(child, body, X_BF, of, copy) for child in element.children]

    def _placed(self, element: Element, body: Body, X_BF: Pose, of: DefaultClass | None, copy: Copy) -> list[_Task]:
        """Put one element in its place. Returns what is in it."""
        self.copies.setdefault(id(copy), copy)
        home = copy.home
        if element.tag in LISTS:
            entry = Entry(element, home.classes, None if element.tag == "freejoint" else of)
            if body.parent is None and element.tag in ("joint", "freejoint"):
                raise element.error("the world has a joint", None, "a body around it")
            kept: list[Placed] = getattr(body, LISTS[element.tag])
            kept.append(Placed(entry, X_BF, home))
            return []
        if element.tag == "body":
            return self._body(element, body, X_BF, of, copy)
        if element.tag == "frame":
            entry = Entry(element, home.classes, of)
            entry.consume("childclass")
            self.ledger.consumed(*(text for name, text in element.attributes.items() if name != "name"))
            named = element.attributes.get("name")
            if named is not None:
                self.ledger.report(
                    findings.ATTRIBUTE_INEFFECTIVE,
                    about=named,
                    origin=element.origin,
                    subject="frame@name",
                    value=named,
                    name="name",
                    why="a frame, which is gone once its children are placed",
                )
            inner = within(X_BF, pose_of(entry, home.compiler))
            return self._inside(element, body, inner, self._class(element, of, home), copy)
        if element.tag == "replicate":
            return self._replicas(element, body, X_BF, of, copy)
        if element.tag == "attach":
            return self._attached(element, body, X_BF, copy)
        if element.tag in ("plugin", "flexcomp"):
            body.apart.append(Placed(Entry(element, home.classes, None), X_BF, home))
            return []
        assert element.tag == "inertial"  # nothing else may stand in a body
        if body.parent is None:
            raise element.error("the world has an inertial", None, "none")
        body.inertial = Placed(Entry(element, home.classes, None), X_BF, home)
        return []

    def _body(self, element: Element, parent: Body, X_PF: Pose, of: DefaultClass | None, copy: Copy) -> list[_Task]:
        home = copy.home
        entry = Entry(element, home.classes, of)
        entry.consume("childclass")
        name = element.name
        if name == "world":
            raise element.error("a body is called 'world', as the world is", "name", "another name")
        X_PB, X_BF = within(X_PF, pose_of(entry, home.compiler)), HERE
        if home.compiler.global_:
            X_PB, X_BF = self._from_world(entry, X_PF, home)
        made = Body(
            entry,
            home,
            parent,
            X_PB,
            children=[],
            joints=[],
            geoms=[],
            sites=[],
            cameras=[],
            lights=[],
            apart=[],
        )
        parent.children.append(made)
        self.bodies.append(made)
        return self._inside(element, made, X_BF, self._class(element, of, home), copy)

    def _from_world(self, entry: Entry, X_PW: Pose, home: Home) -> tuple[Pose, Pose]:
        """The pose of a body whose file tells all poses in the world, and where the world is in it. X_PW: where the world is in what is
        around it."""
        if not entry.has("pos"):
            hint = "save the model with MuJoCo 2.3.3 or older in local coordinates, and convert that"
            raise entry.element.error("a body in global coordinates has no pos", None, "pos", "", hint)
        X_WB = pose_of(entry, home.compiler)
        return within(X_PW, X_WB), derived(X_WB.inverse(), X_WB)

    def _class(self, element: Element, of: DefaultClass | None, home: Home) -> DefaultClass | None:
        named = element.attributes.get("childclass")
        return of if named is None else home.classes.get(named, element, "childclass")

    def _replicas(self, element: Element, body: Body, X_BF: Pose, of: DefaultClass | None, copy: Copy) -> list[_Task]:
        home = copy.home
        for child in element.children:
            if child.tag in ("joint", "freejoint"):
                raise child.error(f"<{child.tag}> stands in <replicate> itself", None, "a body around it")
        entry = Entry(element, home.classes, of)
        count = int(entry.integer("count"))
        offset = entry.vector("offset", (0.0, 0.0, 0.0)) or (0.0, 0.0, 0.0)
        angles = entry.vector("euler", (0.0, 0.0, 0.0)) or (0.0, 0.0, 0.0)
        self.ledger.consumed(*element.attributes.values())
        inner, said = self._class(element, of, home), entry.text("sep") or ""
        tasks: list[_Task] = []
        size = sum(1 for _ in element.below()) - 1
        position = (0.0, 0.0, 0.0)
        for i in range(count):
            self.left -= size
            if self.left < 0:
                raise element.error(f"replicas make more than {MOST_COPIES:,} elements", "count", "fewer")
            turn = self._turn(angles, i, home)
            X_FR = Pose(position, turn)
            ids = ids_of((offset, angles))
            X_BR = within(X_BF, X_FR.with_ids(ids) if i and ids else X_FR)
            suffix = f"{said}{i:0{len(str(count))}d}"
            replica = Copy(home, copy.prefix, (f"{suffix}{copy.suffixes[0]}", *copy.suffixes))
            tasks += [(child.copied(suffix=suffix), body, X_BR, inner, replica) for child in element.children]
            moved = X_FR.apply((float(offset[0]), float(offset[1]), float(offset[2])))
            position = (float(moved[0]), float(moved[1]), float(moved[2]))
        return tasks

    def _turn(self, angles: tuple[float, ...], times: int, home: Home) -> Rotation:
        """The rotation of a replica: each angle as often as there are replicas before it."""
        return by_euler(tuple(times * float(each) for each in angles), home.compiler) if any(angles) else IDENTITY

    # ---------------------------------------------------------------- attach

    def _attached(self, element: Element, body: Body, X_BF: Pose, copy: Copy) -> list[_Task]:
        stated, home = element.attributes, copy.home
        self.ledger.consumed(*stated.values())
        prefix = f"{element.prefix}{stated.get('prefix', '')}"
        kind = "body" if "body" in stated else "frame" if "frame" in stated else ""
        wanted = str(stated.get(kind, ""))
        model: Element | None = None
        if "model" in stated:
            model = home.assets.get(("model", str(stated["model"])))
            if model is None:
                known = [name for tag, name in home.assets if tag == "model"]
                raise element.error(f"no model asset is called {stated['model']!r}", "model", "", nearest(str(stated["model"]), known))
            of = self.model_named(home, model)
        elif not kind:
            raise element.error("<attach> names no body and no frame", None, "model, body or frame")
        else:
            of = home
        if not kind:
            found = list(of.root.each("worldbody"))
        else:
            found = [each for section in of.root.each("worldbody") for each in section.below() if each.tag == kind and each.name == wanted][
                :1
            ]
            if not found:
                raise element.error(f"there is no {kind} {wanted!r} to attach", kind)
        self.left -= sum(1 for each in found for _ in each.below())
        if self.left < 0:
            raise element.error(f"attached models have more than {MOST_COPIES:,} elements", None, "fewer")
        tasks: list[_Task] = []
        for each in found:
            made = each.copied(prefix=prefix, suffix=element.suffix)
            part = Copy(of, prefix, copy.suffixes, made, model, (element, home))
            tasks += [(made, body, X_BF, None, part)] if kind else self._inside(made, body, X_BF, None, part)
        return tasks
