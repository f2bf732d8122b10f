"""A scene of SimRobotCore2 translated for the MuJoCo core, element by element, in its own files.

Elements that the newer core lacks are left out. Surfaces and lights get their new attributes, materials the coefficient of the adapted
scene, and a body the one mass that counts there, with its tensor about the centre of mass. The findings about all of it were made when the
scene was written expanded, and reading the result must give that scene.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from contextlib import suppress

from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadOptions
from scenec.converters.simrobot.colours import COLOUR
from scenec.converters.simrobot.kinds import INERTIA, SHININESS
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.expansion import Expanded, Expansion, expand_alone
from scenec.converters.simrobot.read.friction import Frictions
from scenec.converters.simrobot.read.mass import read_inertial
from scenec.converters.simrobot.read.mesh import Meshes
from scenec.converters.simrobot.read.templates import Library, Part, Template
from scenec.converters.simrobot.vocabulary import GONE, GRAMMAR, attribute_names
from scenec.converters.simrobot.write.body import ENTRIES, write_mass
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.motor import write_motor
from scenec.converters.simrobot.write.pbr import ROUGHNESS, Phong, opaque, pbr_attributes
from scenec.converters.simrobot.write.source_dialect import NotKeptError, SourceDialect
from scenec.converters.simrobot.write.source_layout import Layout, values_in
from scenec.converters.simrobot.write.values import number, number_text
from scenec.errors import ReadError
from scenec.ir.joint import Joint
from scenec.ir.link import Inertial
from scenec.syntax.element import Element
from scenec.syntax.kinds import KindError
from scenec.syntax.tree import SourceNode

PHONG = ("diffuseColor", "ambientColor", "specularColor", "shininess")
SAID = {"alpha": "1", "roughness": number_text(ROUGHNESS), "ambient": "1"}
"""Defaults of a surface."""


class Core3Dialect(SourceDialect):
    """Of `layout`."""

    def __init__(self, writing: Writing, layout: Layout, expansion: Expansion) -> None:
        super().__init__(writing, layout)
        self.library = expansion.library
        self.masses = Masses(writing, expansion)
        self.motors: dict[int, Joint] = {
            id(actuator.origin.place[1]): joint
            for joint in writing.scene.joints
            for actuator in joint.actuators
            if actuator.origin is not None
        }
        self.slides = {
            id(axis.limits.origin.place[1])
            for joint in writing.scene.joints
            for axis in joint.axes
            if joint.type == "prismatic" and axis.limits is not None and axis.limits.origin is not None
        }
        self.mus: dict[str, float] = {}
        self.plain: dict[int, float] = {}
        for link in writing.scene.links:
            for collision in link.collisions:
                surface = collision.surface
                if surface is None or surface.mu is None:
                    continue
                if surface.name:
                    self.mus[str(surface.name)] = surface.mu
                elif collision.origin is not None:
                    self.plain[id(collision.origin.place[1])] = surface.mu

    def element(self, part: Part) -> Element | None:
        node = part.node
        if node.tag == "PT2Motor":
            return self.motor(node)
        if node.tag == "Light" or node.tag not in GONE:
            out = super().element(part)
        else:
            return None
        if out is None or node.tag == "Light":
            return out
        match GRAMMAR[node.tag].element_class:
            case "surface":
                self.surface(part, out)
            case "light":
                self.light_colour(out)
            case "material":
                self.material(node, out)
            case "deflection" if node.attributes.get("isActive", "true") != "true":
                if not self.inactive_limits(node, out):
                    return None
        if (bounds := self.writing.widened.get(id(node))) is not None:
            out.attributes["min"], out.attributes["max"] = bounds
        known = attribute_names(node.tag, core3=True, newest=True) | {"ref"}
        for name in [name for name in out.attributes if name not in known]:
            out.remove(name)
        return out

    def can_say(self, part: Part) -> bool:
        stack = [part]
        try:
            while stack:
                part = stack.pop()
                instead = self.instead_of_children(part)
                if self.element(part) is not None:
                    children = self.library.children(part)
                    stack += (
                        children if len(children) != len(part.node.children) else [c for i, c in enumerate(children) if i not in instead]
                    )
        except (NotKeptError, KindError, KeyError):
            return False
        return True

    def instead_of_children(self, part: Part) -> dict[int, Element | None]:
        root = part.node.tag == "Simulation"
        if part.node.tag != "Body" and not root:
            return {}
        instead: dict[int, Element | None] = {}
        for index, child in enumerate(part.node.children):
            if GRAMMAR[child.tag].element_class != "mass" or (root and not self.masses.is_known(child)):
                continue
            if not self.masses.is_kept(child):
                instead[index] = self.masses.instead(child)
        if root:  # definitions of masses: who refers to one has got a mass of its own
            templates = {id(template.part.node) for template in self.library.templates.values()}
            for index, child in enumerate(part.node.children):
                if GRAMMAR[child.tag].element_class == "mass" and id(child) in templates and id(child) not in self.layout.spliced:
                    instead[index] = None
        return instead

    def added(self, part: Part) -> Iterable[Element]:
        if id(part.node) in self.plain:  # stated where the shape is, so that files do not depend on who includes them
            yield Element("Material", friction=number(self.plain[id(part.node)]))

    # -- element by element

    def surface(self, part: Part, out: Element) -> None:
        """Return a surface with its own values, and those that change inherited ones."""
        own = {name: text for name in PHONG if (text := out.attributes.pop(name, None)) is not None}
        texture = out.attributes.pop("diffuseTexture", None)
        if own:
            said, inherited = self.inherited(part.node)
            before = pbr_of(inherited) if "diffuseColor" in inherited else {}
            now = pbr_of(said)
            out.attributes.update({name: text for name, text in now.items() if before.get(name) != text})
            out.attributes.update({name: SAID[name] for name in before if name not in now})
        if texture is not None:
            out.attributes["texture"] = texture

    def inherited(self, node: SourceNode) -> tuple[dict[str, str], dict[str, str]]:
        """Return the Phong values of a surface with and without its own."""
        inherited: dict[str, str] = {}
        ref = node.attributes.get("ref", "")
        while ref:
            if "$" in ref:
                raise NotKeptError
            template = self.library.templates[ref, node.tag].part.node
            inherited = self.phong(template) | inherited
            ref = template.attributes.get("ref", "")
        return inherited | self.phong(node), inherited

    def phong(self, node: SourceNode) -> dict[str, str]:
        """Return a surface's own Phong values, as today's releases read them."""
        texts = {name: node.attributes[name] for name in PHONG if name in node.attributes}
        return {name: self.colour(text) if name.endswith("Color") else text for name, text in texts.items()}

    def light_colour(self, out: Element) -> None:
        """Return the one colour of a light: its diffuse one."""
        kept = {name: text for name, text in out.attributes.items() if name not in ("ambientColor", "specularColor")}
        out.attributes = {
            "color" if name == "diffuseColor" else name: without_alpha(text) if name == "diffuseColor" else text
            for name, text in kept.items()
        }

    def material(self, node: SourceNode, out: Element) -> None:
        """Return a material with its coefficient, which may be that of a material it refers to."""
        name = node.attributes.get("name")
        lists = any(GRAMMAR[child.tag].element_class == "friction" for child in node.children)
        if name is None or "$" in name:
            if (name or lists) and "ref" not in node.attributes:
                raise NotKeptError
            return
        out.set("friction", number(self.mus.get(name, 1.0)))

    def inactive_limits(self, node: SourceNode, out: Element) -> bool:
        """Limits always hold in the newer core: none are written, unless for where the joint starts; those of sliders hold in both.
        Whether anything is left."""
        if id(node) in self.slides:
            out.remove("isActive")
            return True
        if "$" in out.attributes["isActive"]:
            raise NotKeptError
        if out.attributes.pop("isActive") in ("1", "on"):
            return True
        out.attributes.update(min="-inf", max="inf")
        return "init" in out.attributes

    def motor(self, node: SourceNode) -> Element | None:
        joint = self.motors.get(id(node))
        if joint is None or not joint.actuators:
            return None
        out = Element("ServoMotor", says=(values_in(node),))
        write_motor(self.writing, out, joint, joint.actuators[0], hinge=joint.type != "prismatic")
        return out


def without_alpha(text: str) -> str:
    """Return a colour without its fourth component."""
    if "$" in text:
        return text
    return text if not text.startswith("rgba") and len(text) not in (5, 9) else opaque(COLOUR.parse(text)[0])


def pbr_of(phong: Mapping[str, str]) -> dict[str, str]:
    """Return the attributes of a surface of the newer core for these Phong values."""
    if any("$" in phong.get(name, "") for name in PHONG[1:]):
        raise NotKeptError
    diffuse, ambient, specular = (phong.get(name) for name in PHONG[:3])
    literal = diffuse is not None and "$" not in diffuse
    if diffuse is None or (not literal and ambient is not None):
        raise NotKeptError
    values = Phong(
        COLOUR.parse(diffuse)[0] if literal else (1.0, 1.0, 1.0, 1.0),
        COLOUR.parse(ambient)[0] if ambient is not None else None,
        COLOUR.parse(specular)[0] if specular is not None else None,
        SHININESS.parse(phong.get("shininess", "1"))[0],
    )
    said = {name: text.text for name, text in pbr_attributes(values).items()}
    return said if literal and said["albedo"] != opaque(values.diffuse) else said | {"albedo": without_alpha(diffuse)}


class Masses:
    """The masses of bodies in the newer core. Only the first of a body counts, as its whole mass, about its centre."""

    def __init__(self, writing: Writing, expansion: Expansion) -> None:
        self.kept: set[int] = set()
        self.firsts: dict[int, Element] = {}
        self.spliced = {id(child.node) for children in expansion.library.spliced.values() for child in children}
        bodies = bodies_of(expansion.scene)
        links = [link for link in writing.scene.links if link.model not in writing.static]
        if len(bodies) != len(links):
            raise NotKeptError
        for body, link in zip(bodies, links, strict=True):
            if link.inertial is None:
                raise NotKeptError
            self._note(writing, body, link.inertial)
        for template in expansion.unused:
            self._note_unused(writing, expansion.library, template)

    def _note_unused(self, writing: Writing, library: Library, template: Template) -> None:
        """Other scenes may use what this one does not. Masses that cannot be computed without their users are left out."""
        if template.part.node.tag == "Set":  # below Simulation it sets nothing
            return
        ledger = Ledger()
        reading = Reading(ledger, ReadOptions(lenient=True), False, None, Frictions(ledger, lists_pairs=True), Meshes(ledger))
        with suppress(ReadError, KindError, NotKeptError):
            for body in bodies_of(expand_alone(library, template)):
                inertial = read_inertial(SceneCursor.at(body, ledger), reading)
                self._note(writing, body, inertial)

    def _note(self, writing: Writing, body: Expanded, inertial: Inertial) -> None:
        masses = [child for child in body.children if child.element_class == "mass"]
        first = masses[0]
        node = first.parts[0].node
        out = write_mass(writing, Element("Body"), inertial)
        out.stand_for(Element(node.tag, says=(values_in(node),)))
        if len(masses) == 1 and is_simple(first):
            self.kept.add(id(node))
        elif len(masses) == 1 and len(first.parts) == 1 and first.tag == "InertiaMatrixMass" and not first.children:
            if any("$" in text for text in node.attributes.values()):
                raise NotKeptError
            new = {name: out.attributes.get(name, "0") for name in ENTRIES if name in node.attributes or name in out.attributes}
            out.attributes = {name: text if name not in new else respelled(text, new[name]) for name, text in node.attributes.items()}
            out.attributes.update({name: text for name, text in new.items() if name not in node.attributes})
        known = self.firsts.setdefault(id(node), out)
        if known.attributes != out.attributes and id(node) not in self.kept:
            raise NotKeptError

    def is_known(self, node: SourceNode) -> bool:
        """Whether it stands in a file that is spliced into a body."""
        return id(node) in self.spliced

    def is_kept(self, node: SourceNode) -> bool:
        return id(node) in self.kept

    def instead(self, node: SourceNode) -> Element | None:
        return self.firsts.get(id(node))


def respelled(text: str, new: str) -> str:
    """Return an entry of a tensor, as it was written if that is the same value."""
    return text if math.isclose(INERTIA.parse(text)[0], float(new), rel_tol=1e-12) else new


def is_simple(mass: Expanded) -> bool:
    """Return whether both cores read a mass equally: a solid at the body's origin that refers to nothing."""
    if mass.children or len(mass.parts) > 1:
        return False
    if mass.tag == "InertiaMatrixMass":
        return not any(name in mass.attributes for name in ("x", "y", "z"))
    return mass.tag in ("BoxMass", "SphereMass", "CylinderMass")


def bodies_of(scene: Expanded) -> list[Expanded]:
    """Return all bodies in the order in which the reader makes links of them."""
    found: list[Expanded] = []
    stack = [scene]
    while stack:
        expanded = stack.pop()
        if expanded.element_class == "body":
            found.append(expanded)
        stack.extend(child for child in reversed(expanded.children) if child.element_class in ("compound", "body", "joint"))
    return found
