"""Bodies: links as they nest, each with its mass, joints, shapes, sites, cameras and lights."""

from __future__ import annotations

from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.write.body_tree import Body, BodyTree
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.geoms import Geoms
from scenec.converters.mjcf.write.inertials import write_inertial
from scenec.converters.mjcf.write.joints import Joints, report_place, shown_by_place
from scenec.converters.mjcf.write.lights import write_light
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import own, restore
from scenec.converters.mjcf.write.sensors import Sensors
from scenec.converters.mjcf.write.sites import write_frame
from scenec.converters.mjcf.write.values import flag, number, place
from scenec.ir.base import WORLD, Id
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.scene import Frame
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.trace import Computed, ids_of, made_of

WORLD_BODY = "worldbody"
"""The key of a model that is what a file has in the world itself."""


class Bodies:
    """Writes all bodies into the element of the world."""

    def __init__(self, writing: Writing, tree: BodyTree, names: Names, geoms: Geoms, joints: Joints, sensors: Sensors) -> None:
        self.writing = writing
        self.tree = tree
        self.names = names
        self.geoms = geoms
        self.joints = joints
        self.sensors = sensors
        self._called: dict[Id, Said | None] = {}
        self._first_of: dict[Id, Id] = {link.model: link.id for link in reversed(writing.scene.links)}
        self._frames: dict[Id, list[Frame]] = {}
        for frame in writing.scene.frames:
            body = writing.kinematics.body_of(frame.id)
            holder = tree.by_link.get(body)
            self._frames.setdefault(holder.link if holder is not None else WORLD, []).append(frame)

    def write(self, world: Element) -> None:
        writing = self.writing
        for light in writing.scene.lights:
            placed = writing.in_world(light.relative_to) if light.relative_to is not None else None
            write_light(writing, self.names, world, light, placed, WORLD)
        for frame in self._frames.get(WORLD, ()):
            write_frame(writing, self.names, world, frame, WORLD)
        elements: dict[Id, Element] = {}
        for body in self.tree.order:  # names first: bodies refer to others
            self._name(body)
        for body in self.tree.order:
            above = elements.get(body.parent, world)
            elements[body.link] = self._write(above, body)

    def _is_world(self, link: Link) -> bool:
        """Return whether a link is what an MJCF file has in the world itself."""
        model = self.writing.by_id.get(link.model)
        return model is not None and any(extra.key == WORLD_BODY for extra in own(model))

    def _name(self, body: Body) -> None:
        link = self.writing.by_id[body.link]
        if self._is_world(link):
            self._called[body.link] = None
            self.names.given["body", body.link] = "world"
            return
        word = "link" if body.link in self.sensors.referred else ""
        name = self.names.give("body", link, model=link.model, word=word, otherwise="link")
        self._called[body.link] = name
        if name is not None:
            self.names.given["body", body.link] = name.text

    def _write(self, above: Element, body: Body) -> Element:
        writing = self.writing
        link, moving = writing.by_id[body.link], body.floats or body.mocap or any(joint.type != "fixed" for joint in body.joints)
        if self._is_world(link):
            model = writing.by_id[link.model]
            above.stand_for(Element("worldbody", says=(link.name, link.model, model.name, model.world, model.static, model.self_collide)))
            self.geoms.write(above, link, moving=False)
            self._write_views(above, body, link)
            return above
        out = above.append("body", says=self._says(body, link))
        name = self._called[body.link]
        if name is not None:
            out.set("name", name)
        if body.mocap:
            out.set("mocap", flag(link.kinematic))
            self._report_mocap(link)
        parent = self.tree.by_link.get(body.parent)
        place(out, writing.relative(body.link, body.parent if parent is not None else WORLD))
        restore(out, link)
        self._write_gravity(out, link)
        write_inertial(writing, out, link, moving=(moving and not body.mocap) or not writing.is_static(body.link))
        self.joints.write(out, body)
        self._report_fixed(body)
        self.geoms.write(out, link, moving=self._moves(body))
        self._write_views(out, body, link)
        return out

    def _write_views(self, out: Element, body: Body, link: Link) -> None:
        """Write what senses, shines or is just a place."""
        for frame in self._frames.get(body.link, ()):
            write_frame(self.writing, self.names, out, frame, body.link)
        self.sensors.write_sites(out, body)
        for light in link.lights:
            write_light(self.writing, self.names, out, light, self.writing.within(light, body.link), body.link)

    def _moves(self, body: Body) -> bool:
        """Return whether MuJoCo lets a body move, so that it may have no plane."""
        at: Body | None = body
        while at is not None:
            if at.floats or any(joint.type != "fixed" for joint in at.joints):
                return True
            at = self.tree.by_link.get(at.parent)
        return False

    def _says(self, body: Body, link: Link) -> tuple[object, ...]:
        """Return what the place of a body among others says."""
        says: list[object] = list(self.geoms.contacts.shown_by_masks(link))
        model = self.writing.by_id.get(link.model)
        if model is not None:
            says += [model.static, link.model, model.parent, model.world]
            first = self._first_of.get(str(link.model))
            if model.name is not None and first in (body.link, *body.folded) and link.name == model.name:
                says.append(model.name)
            says += [model.canonical_link] if model.canonical_link == first else []
        says += [field for joint in body.joints if joint.type == "fixed" for field in shown_by_place(self.writing, joint)]
        for folded in body.folded:
            inner = self.writing.by_id[folded]
            says += [inner.model, inner.relative_to, *self.geoms.contacts.shown_by_masks(inner)]
        return tuple(says)

    def _write_gravity(self, out: Element, link: Link) -> None:
        factor = link.gravity_factor
        if factor is not None and factor != 1.0:
            out.set("gravcomp", number(made_of(Computed(1.0 - float(factor)), factor)))
        elif link.gravity is not None and not link.gravity:
            out.set("gravcomp", Said("1", ids_of(link.gravity)))

    def _report_mocap(self, link: Link) -> None:
        """Report a link that only code moves, and its shapes: read again, they stand still."""
        self.writing.report_unless_own(findings.KINEMATIC_CONVERTED, link, value=link.name or "link")
        shapes: tuple[Collision | Visual, ...] = (*link.collisions, *link.visuals)
        for shape in shapes:
            self.writing.report_unless_own(findings.KINEMATIC_SHAPE, shape)

    def _report_fixed(self, body: Body) -> None:
        """Report names that bodies without joints have no place for: those of fixed joints and of links in series. Also report what stands
        still and carries what moves, which is a robot on a fixed base when the file is read again."""
        carries = any(not self.writing.is_static(child.link) for child in body.children)
        if carries and self.writing.is_static(body.link) and body.parent == WORLD and not body.joints and not self.writing.is_own:
            name = self.names.given["body", body.link]
            self.writing.report(findings.FIXED_BASE, self.writing.by_id[body.link], value=name, target=f"{name}::joint")
        for joint in body.joints:
            if joint.type == "fixed":
                report_place(self.writing, joint)
            if joint.type == "fixed" and body.parent == WORLD and not self.writing.is_own:
                self.writing.report(findings.JOINT_FIXED_TO_WORLD, joint, about=joint.name, value=joint.name or "joint")
            elif joint.type == "fixed" and joint.name:
                self.writing.report(findings.JOINT_FIXED_NAME, joint, about=joint.name, value=joint.name)
        for folded in body.folded:
            link = self.writing.by_id[folded]
            self.writing.report(findings.LINK_FOLDED, link, about=(link.name, link.inertial), value=link.name or "link")
