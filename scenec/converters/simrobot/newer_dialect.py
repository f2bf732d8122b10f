"""A scene of SimRobotCore2 in the words of its successor, element by element, in the files it came in.

What the newer core does not have is left out, looks and lights get their new words, materials the coefficient that the adapted scene
gives them, and a body the one mass that counts there, with its tensor about the centre of mass. All of it has been told when the
scene was written expanded, which is also what the result must say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scenec.converters.simrobot.colours import COLOUR
from scenec.converters.simrobot.expansion import Expanded, Expansion
from scenec.converters.simrobot.kinds import SHININESS
from scenec.converters.simrobot.layout import Layout
from scenec.converters.simrobot.templates import Part
from scenec.converters.simrobot.vocabulary import GONE, GRAMMAR, attribute_names
from scenec.converters.simrobot.write_body import ENTRIES, write_mass
from scenec.converters.simrobot.write_context import Writing
from scenec.converters.simrobot.write_kept import NotKeptError, SameDialect
from scenec.converters.simrobot.write_motor import write_motor
from scenec.converters.simrobot.write_pbr import ROUGHNESS, Phong, opaque, pbr_attributes
from scenec.converters.simrobot.write_values import number
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.names import Unique
from scenec.syntax.tree import SourceNode
from scenec.syntax.xml_printing import Out

PHONG = ("diffuseColor", "ambientColor", "specularColor", "shininess")
SAID = {"alpha": "1", "roughness": number(ROUGHNESS), "ambient": "1"}
"""What a surface says if nothing is written."""


class NewerDialect(SameDialect):
    """Of `layout`; `definitions` are new ones that stand in the main file."""

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
        self.ordinary = Unique(name for name, tag in self.library.templates if tag == "Material")("ordinary") if self.plain else ""

    @property
    def definitions(self) -> list[Out]:
        """The material of shapes that had none."""
        mu = next(iter(self.plain.values()), None)
        return [] if mu is None else [Out("Material", None, name=self.ordinary, friction=number(mu))]

    def element(self, part: Part) -> Out | None:
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
        known = attribute_names(node.tag, core3=True, newest=True) | {"ref"}
        for name in [name for name in out.attributes if name not in known]:
            del out.attributes[name]
        return out

    def instead_of_children(self, part: Part) -> dict[int, Out | None]:
        root = part.node.tag == "Simulation"
        if part.node.tag != "Body" and not root:
            return {}
        instead: dict[int, Out | None] = {}
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

    def added(self, part: Part) -> Iterable[Out]:
        if id(part.node) in self.plain:
            yield Out("Material", None, ref=self.ordinary)

    # -- element by element

    def surface(self, part: Part, out: Out) -> None:
        """Own values, and those that change what is inherited."""
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
        """The Phong values of a surface with and without its own."""
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
        """A surface's own Phong values, as today's releases read them."""
        texts = {name: node.attributes[name] for name in PHONG if name in node.attributes}
        return {name: self.colour(text) if name.endswith("Color") else text for name, text in texts.items()}

    def light_colour(self, out: Out) -> None:
        """One colour, of which its diffuse one comes nearest."""
        kept = {name: text for name, text in out.attributes.items() if name not in ("ambientColor", "specularColor")}
        out.attributes = {
            "color" if name == "diffuseColor" else name: without_alpha(text) if name == "diffuseColor" else text
            for name, text in kept.items()
        }

    def material(self, node: SourceNode, out: Out) -> None:
        """Its coefficient; one that refers to another has that one's."""
        name = node.attributes.get("name")
        lists = any(GRAMMAR[child.tag].element_class == "friction" for child in node.children)
        if name is None or "$" in name:
            if (name or lists) and "ref" not in node.attributes:
                raise NotKeptError
            return
        out.attributes["friction"] = number(self.mus.get(name, 1.0))

    def inactive_limits(self, node: SourceNode, out: Out) -> bool:
        """Limits always hold in the newer core: none are written, unless for where the joint starts; those of sliders hold in both.
        Whether anything is left."""
        if id(node) in self.slides:
            del out.attributes["isActive"]
            return True
        if "$" in out.attributes["isActive"]:
            raise NotKeptError
        if out.attributes.pop("isActive") in ("1", "on"):
            return True
        out.attributes.update(min="-inf", max="inf")
        return "init" in out.attributes

    def motor(self, node: SourceNode) -> Out | None:
        joint = self.motors.get(id(node))
        if joint is None or not joint.actuators:
            return None
        out = Out("ServoMotor")
        write_motor(self.writing, out, joint, joint.actuators[0], hinge=joint.type != "prismatic")
        return out


def without_alpha(text: str) -> str:
    """A colour as it is written if it has no fourth component."""
    if "$" in text:
        return text
    return text if not text.startswith("rgba") and len(text) not in (5, 9) else opaque(COLOUR.parse(text)[0])


def pbr_of(phong: Mapping[str, str]) -> dict[str, str]:
    """What a surface of the newer core says in place of these Phong values."""
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
    said = pbr_attributes(values)
    return said if literal and said["albedo"] != opaque(values.diffuse) else said | {"albedo": without_alpha(diffuse)}


class Masses:
    """What becomes of the masses of bodies. Only the first of a body counts; it is the body's whole mass, about its centre."""

    def __init__(self, writing: Writing, expansion: Expansion) -> None:
        self.kept: set[int] = set()
        self.firsts: dict[int, Out] = {}
        self.spliced = {id(child.node) for children in expansion.library.spliced.values() for child in children}
        bodies = bodies_of(expansion.scene)
        links = [link for link in writing.scene.links if link.model not in writing.static]
        if len(bodies) != len(links):
            raise NotKeptError
        for body, link in zip(bodies, links, strict=True):
            self._note(writing, body, link)

    def _note(self, writing: Writing, body: Expanded, link: Link) -> None:
        masses = [child for child in body.children if child.element_class == "mass"]
        first = masses[0]
        node = first.parts[0].node
        holder = Out("Body")
        write_mass(writing, holder, link)
        out = holder.children[0]
        if len(masses) == 1 and is_simple(first):
            self.kept.add(id(node))
        elif len(masses) == 1 and len(first.parts) == 1 and first.tag == "InertiaMatrixMass" and not first.children:
            kept = {name: text for name, text in node.attributes.items() if name not in ENTRIES}
            if any("$" in text for text in node.attributes.values()):
                raise NotKeptError
            out.attributes = kept | {name: out.attributes[name] for name in ENTRIES if name in out.attributes}
        known = self.firsts.setdefault(id(node), out)
        if known.attributes != out.attributes and id(node) not in self.kept:
            raise NotKeptError

    def is_known(self, node: SourceNode) -> bool:
        """Whether it stands in a file that is spliced into a body."""
        return id(node) in self.spliced

    def is_kept(self, node: SourceNode) -> bool:
        return id(node) in self.kept

    def instead(self, node: SourceNode) -> Out | None:
        return self.firsts.get(id(node))


def is_simple(mass: Expanded) -> bool:
    """Whether both cores make the same of a mass: a solid at the body's origin that refers to nothing."""
    if mass.children or len(mass.parts) > 1:
        return False
    if mass.tag == "InertiaMatrixMass":
        return not any(name in mass.attributes for name in ("x", "y", "z"))
    return mass.tag in ("BoxMass", "SphereMass", "CylinderMass")


def bodies_of(scene: Expanded) -> list[Expanded]:
    """All bodies in the order in which the reader makes links of them."""
    found: list[Expanded] = []
    stack = [scene]
    while stack:
        expanded = stack.pop()
        if expanded.element_class == "body":
            found.append(expanded)
        stack.extend(child for child in reversed(expanded.children) if child.element_class in ("compound", "body", "joint"))
    return found
