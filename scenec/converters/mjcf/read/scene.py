"""Read a model of MuJoCo as its compiler does: elements, settings and classes, bodies, and what relates them."""

from __future__ import annotations

import os
from functools import partial

from scenec import ir
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.mjcf import vocabulary
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.profile import FRICTION_LAW, VERSION
from scenec.converters.mjcf.read.actuator import Actuators
from scenec.converters.mjcf.read.bodies import Bodies
from scenec.converters.mjcf.read.classes import Classes
from scenec.converters.mjcf.read.compiler import compiler_of, report_switches
from scenec.converters.mjcf.read.context import Reading
from scenec.converters.mjcf.read.copies import SECTIONS, sections_of
from scenec.converters.mjcf.read.elements import Element, Loader
from scenec.converters.mjcf.read.geom import Geoms
from scenec.converters.mjcf.read.heightfields import HeightFields
from scenec.converters.mjcf.read.inertial import scaled_to
from scenec.converters.mjcf.read.joint_inertia import JointInertia, state_spring_dampers
from scenec.converters.mjcf.read.keyframe import Keyframe, key_of, keyframes_of, layout_of, read_keyframe
from scenec.converters.mjcf.read.materials import Materials
from scenec.converters.mjcf.read.meshes import Meshes
from scenec.converters.mjcf.read.options import keep_sections, read_world
from scenec.converters.mjcf.read.relations import Relations, Section, elements_of
from scenec.converters.mjcf.read.self_collision import with_self_collision
from scenec.converters.mjcf.read.sensor import Sensors
from scenec.converters.mjcf.read.sites_and_views import Views
from scenec.converters.mjcf.read.tree import Home, Tree
from scenec.errors import ReadError
from scenec.source import Source
from scenec.trace import TracedStr

ASSETS = ("mesh", "texture", "material", "hfield", "model")
"""Assets that have a name, if only that of their file."""
NAMED = ("mesh", "material", "hfield")
"""Assets that MuJoCo refuses without a name, besides all textures but skyboxes."""
COMPILED = ".mjb"
DEEPEST_ATTACHED = 20
"""Models may attach models, so often."""


def read(request: ReadRequest) -> ReadResult:
    """Return the scene of an MJCF file. Raises ReadError for what MuJoCo refuses."""
    if request.name.lower().endswith(COMPILED):
        raise ReadError(
            "a compiled model belongs to one build of MuJoCo", Source(request.shown), "", "", "save it as XML with MuJoCo (mj_saveLastXML)"
        )
    loader = Loader(request)
    root = loader.model(request.data, request.name, request.shown, request.path, request.folder)
    scene = _Model(request, loader, root).scene()
    _report_old_spellings(loader)
    return ReadResult(scene, VERSION, tuple(dict.fromkeys(loader.names)))


def _report_old_spellings(loader: Loader) -> None:
    for (name, until), texts in loader.old.items():
        loader.ledger.report(findings.OLD_SPELLING, about=tuple(texts), value=name, until=until, version=VERSION)


class _Model:
    """One model in the making."""

    def __init__(self, request: ReadRequest, loader: Loader, root: Element) -> None:
        self.request, self.loader, self.root = request, loader, root
        self.reading = Reading(request)
        self.ledger = request.ledger
        self.homes: dict[str, Home] = {}
        self.keyframes: dict[int, list[Keyframe]] = {}
        self.home = self._home(root, request.folder)

    def scene(self) -> ir.Scene:
        reading, home = self.reading, self.home
        for stray in self.root.each("body"):
            self.ledger.report(
                findings.STRAY_BODY_INEFFECTIVE, about=tuple(_texts(stray)), origin=stray.origin, subject=str(stray.name or "body")
            )
        world = read_world(self.root, reading)
        keep_sections(self.root, reading)
        tree = Tree(home, self.ledger, self._attached_home)
        tree.build()
        sections = sections_of(tree, self._left_behind)
        paired = {
            f"{each.prefix}{each.attributes.get(name)}"
            for each, _ in sections["contact"]
            if each.tag == "pair"
            for name in ("geom1", "geom2")
        }
        meshes, materials = Meshes(reading), Materials(reading)
        bodies = Bodies(
            reading, tree, Geoms(reading, meshes, materials, HeightFields(reading)), paired, partial(_geoms_named, self.root, sections)
        )
        bodies.build()
        views = Views(reading)
        for body in (tree.world, *tree.bodies):
            views.read(body, bodies.models.get(id(body)))
        self._relate(tree, sections)
        meshes.forget_fitted()
        for each in (home, *self.homes.values()):
            meshes.read_unused(each)
            materials.keep_unused(each)
            each.classes.report_unused()
            report_switches(each.compiler, self.ledger)
        self._report_left_behind(tree)
        self._report_unlike_mujoco()
        links = reading.links
        if home.compiler.total_mass > 0:
            links = scaled_to(links, home.compiler.total_mass, home.compiler.stated["settotalmass"])
        name = self.root.attributes.get("model") or os.path.splitext(self.request.name)[0] or None
        return with_self_collision(
            ir.Scene(
                name=name,
                worlds=(world,),
                models=tuple(reading.models),
                frames=tuple(reading.frames),
                links=tuple(links),
                joints=tuple(reading.joints),
                lights=tuple(reading.lights),
                meshes=tuple(reading.meshes.values()),
                friction_law=FRICTION_LAW,
                excluded_pairs=tuple(reading.pairs),
                named_poses=tuple(reading.poses),
                extras=tuple(reading.extras),
                origin=self.root.origin,
            )
        )

    def _report_unlike_mujoco(self) -> None:
        """Settings that MuJoCo takes otherwise, or no longer."""
        stated = self.home.compiler.stated
        if self.home.compiler.global_:
            about = stated["coordinate"]
            self.ledger.report(
                findings.GLOBAL_COORDINATES, about=about, origin=self.root.origin, subject="compiler@coordinate", value=about
            )
        if stated.get("fusestatic") == "true":
            self.ledger.report(findings.NOT_FUSED, origin=self.root.origin, subject="compiler@fusestatic")

    # ---------------------------------------------------------------- models that are attached

    def _home(self, root: Element, folder: str | None) -> Home:
        compiler = compiler_of(list(root.each("compiler")), self.ledger)
        classes = Classes(list(root.each("default")), self.ledger)
        home = Home(root, compiler, classes, folder, _assets(root))
        for element in elements_of(root, "asset"):
            if element.tag == "model" and "name" not in element.attributes and "file" in element.attributes:
                own = self._attached_home(home, element).root.attributes.get("model")
                if own is not None:
                    home.assets["model", str(own)] = element
        return home

    def _attached_home(self, home: Home, element: Element) -> Home:
        """Return what a `model` asset leads to, read once."""
        file = element.attributes.get("file")
        if file is None:
            raise element.error("the model asset names no file", None, "file")
        self.ledger.consumed(*element.attributes.values())
        _, path = self.reading.located(file, "", element, home)
        if path is None:
            raise element.error(f"the model {str(file)!r} cannot be opened", "file", "a file beside the model")
        if path not in self.homes:
            if len(self.homes) >= DEEPEST_ATTACHED:
                raise element.error(f"more than {DEEPEST_ATTACHED} models are attached", "file")
            data = self.request.open(path)
            folder = os.path.dirname(path)
            name = os.path.relpath(path, self.request.folder or folder).replace(os.sep, "/")
            shown = os.path.normpath(os.path.join(os.path.dirname(self.request.shown), name))
            root = self.loader.model(data, name, shown, path, folder)
            if root.attributes:
                about = tuple(root.attributes.values())
                self.ledger.report(findings.ATTACHED_SETTING_INEFFECTIVE, about=about, origin=root.origin, subject=root.tag)
            if any(each.attributes.get("conflict") == "error" for each in self.root.each("compiler")):
                _refuse_conflicts(element, self.root, root)
            for section in root.each("option", "visual", "size", "statistic", "custom", "extension"):
                ids = section.all_ids()
                if ids:
                    self.ledger.report(
                        findings.ATTACHED_SETTING_INEFFECTIVE, about=tuple(_texts(section)), origin=section.origin, subject=section.tag
                    )
            self.homes[path] = self._home(root, folder)
        return self.homes[path]

    def _report_left_behind(self, tree: Tree) -> None:
        """Report what stands in attached models and was not attached."""
        taken = {id(each.node) for part in tree.copies.values() if part.attached is not None for each in part.attached.below()}
        attached = {id(part.home) for part in tree.copies.values()}
        for home in self.homes.values():
            if id(home) not in attached:
                for section in SECTIONS:
                    for element in elements_of(home.root, section):
                        self._left_behind(element)
            stack = [child for section in home.root.each("worldbody") for child in section.children]
            while stack:
                element = stack.pop()
                if any(id(each.node) in taken for each in element.below()):
                    if id(element.node) not in taken:
                        stack.extend(element.children)
                        self.ledger.consumed(*element.attributes.values())
                else:
                    self._left_behind(element)

    def _left_behind(self, element: Element) -> None:
        texts = tuple(_texts(element))
        if texts:
            self.ledger.report(findings.ATTACHED_SETTING_INEFFECTIVE, about=texts, origin=element.origin, subject=element.tag)

    # ---------------------------------------------------------------- what refers to bodies

    def _relate(self, tree: Tree, sections: dict[str, Section]) -> None:
        reading = self.reading
        relations = Relations(reading, tree.world, sections)
        self._check_targets(tree, relations)
        relations.contacts()
        relations.tendons()
        relations.equalities()
        inertia = JointInertia(reading, tree.bodies)
        state_spring_dampers(reading, inertia)
        Actuators(reading, relations, inertia).read(sections["actuator"])
        Sensors(reading, relations).read(sections["sensor"])
        self._read_keyframes(tree, sections["actuator"])

    def _read_keyframes(self, tree: Tree, actuators: Section) -> None:
        layout = layout_of(tree, actuators)
        at_rest = {key_of(body.entry.element): body.X_PB for body in tree.bodies if body.mocap and body.entry is not None}
        stated = any(True for each in self.homes.values() for _ in elements_of(each.root, "keyframe"))
        found = keyframes_of(tree, layout, self._keyframes_alone if stated else lambda _: [])
        self.reading.poses += [read_keyframe(each, self.reading, layout, at_rest) for each in found]

    def _keyframes_alone(self, home: Home) -> list[Keyframe]:
        """Return the keyframes of an attached model as it is where it stands alone. What is seen of it there is not accounted for."""
        if id(home) not in self.keyframes:
            aside = Ledger()
            compiler = compiler_of(list(home.root.each("compiler")), aside)
            alone = Home(home.root, compiler, Classes(list(home.root.each("default")), aside), home.folder, home.assets)
            tree = Tree(alone, aside, self._attached_home)
            tree.build()
            actuators = sections_of(tree, lambda _: None)["actuator"]
            self.keyframes[id(home)] = keyframes_of(tree, layout_of(tree, actuators), self._keyframes_alone)
        return self.keyframes[id(home)]

    def _check_targets(self, tree: Tree, relations: Relations) -> None:
        """Cameras and lights that look at a body name one that is there."""
        for body in (tree.world, *tree.bodies):
            for placed in (*body.cameras, *body.lights):
                relations.check_references(placed.entry.element)


def _assets(root: Element) -> dict[tuple[str, str], Element]:
    """The assets by kind and name; without a name, by that of their file. Raises ReadError for a name that stands twice."""
    found: dict[tuple[str, str], Element] = {}
    for element in elements_of(root, "asset"):
        if element.tag not in ASSETS:
            continue
        name = element.attributes.get("name")
        if name is None:
            file = next((text for key, text in element.attributes.items() if key.startswith("file")), "")
            name = os.path.splitext(os.path.basename(str(file).replace("\\", "/")))[0]
        if not name and (element.tag in NAMED or element.attributes.get("type", "skybox") != "skybox"):
            raise element.error(f"the {element.tag} has no name", None, "name")
        if not name:
            name = f"\0{len(found)}"  # nothing can refer to it
        if (element.tag, str(name)) in found:
            raise element.error(f"two assets of the kind {element.tag} are called {str(name)!r}", "name", "a name of its own")
        found[element.tag, str(name)] = element
    return found


def _refuse_conflicts(at: Element, ours: Element, theirs: Element) -> None:
    """Raise ReadError for a setting that a model and what it attaches state differently, where `conflict` says so."""
    stated = {
        (each.path, name): text
        for section in ours.each("option", "visual")
        for each in section.below()
        for name, text in each.attributes.items()
    }
    for section in theirs.each("option", "visual"):
        for each in section.below():
            for name, text in each.attributes.items():
                if stated.get((each.path, name), text) != text:
                    raise at.error(f"the attached model states another {name}, and conflict is error", "file", "the same in both")


def _geoms_named(root: Element, sections: dict[str, Section]) -> set[str]:
    """The names of geoms that anything refers to."""
    found: set[str] = set()
    elements = [element for section in sections.values() for element, _ in section]
    for element in (*elements, *elements_of(root, "custom")):
        for each in element.below():
            rows = vocabulary.element(each.path).attributes
            found |= {f"{each.prefix}{text}" for name, text in each.attributes.items() if rows[name].refers_to == "geom"}
            if each.attributes.get("objtype") == "geom":
                found.add(f"{each.prefix}{each.attributes.get('objname', '')}")
    return found


def _texts(element: Element) -> list[str]:
    return [text for each in element.below() for text in each.attributes.values() if type(text) is TracedStr]
