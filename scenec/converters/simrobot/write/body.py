"""Bodies: masses, shapes, visuals, sensors, frames, and the joints that hang on them."""

from __future__ import annotations

from collections.abc import Iterable

from scenec.converters.common.findings import SELF_COLLISION_APPROXIMATED
from scenec.converters.common.write_context import Placed, stated_pose
from scenec.converters.simrobot.findings.writing import SELF_COLLISION_CONVERTED, SELF_COLLISION_OVERLAP_DROPPED
from scenec.converters.simrobot.write.appearance import Appearances
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.joint import write_joint
from scenec.converters.simrobot.write.sensor import contact_shapes, write_sensor
from scenec.converters.simrobot.write.shape import drop_trigger, write_collision
from scenec.converters.simrobot.write.structure import Structure, overlapping, self_touching
from scenec.converters.simrobot.write.values import flag, number
from scenec.ir.base import Id
from scenec.ir.inertia import NO_INERTIA, Inertia, rotated
from scenec.ir.joint import Joint
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import IDENTITY, clean
from scenec.ir.scene import Model
from scenec.syntax.element import Element
from scenec.syntax.said import Said
from scenec.trace import Computed, made_of, steered_by

ENTRIES = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")


class Bodies:
    """Writer of trees of bodies, without recursion: chains of joints can be long."""

    def __init__(self, writing: Writing, structure: Structure, appearances: Appearances) -> None:
        self.writing = writing
        self.structure = structure
        self.appearances = appearances
        self._touching: dict[Id, set[Id]] = {}
        self._overlapping: set[Id] | None = None

    def write(self, holder: Element, root: Id, placed: Placed, says: object = None) -> Element:
        """Write a free body and all that hangs on it, and return it. says: what else its being there says."""
        return self._drain([(holder, root, placed, self.structure.links[root].model)], says)

    def write_hanging(self, holder: Element, joint: Joint, base: Id | None, says: object = None) -> None:
        """Write a joint that the world holds, in a compound at the pose of `base`."""
        child = self.structure.ends[joint.id][1]
        inner, placed = write_joint(self.writing, holder, joint, base, child, self._model(child))
        self._drain([(inner, child, placed, self._model(child))], says)

    def _model(self, link: Id) -> Id:
        return self.structure.links[link].model

    def _drain(self, stack: list[tuple[Element, Id, Placed, Id]], says: object) -> Element:
        """Write bodies until none is left, and return the first. says: what it says besides."""
        writing, first = self.writing, None
        while stack:
            holder, link_id, placed, model = stack.pop()
            link = self.structure.links[link_id]
            in_model = link.model == model  # else it is reported: SimRobot cannot say that a body belongs to another model than its root
            touches, alone = self._self_collision(link)
            body = holder.append("Body", says=(says, link.model if in_model else None, alone))
            if first is None:
                first, says = body, None
            self._write_body(body, link, placed, touches)
            for joint in self.structure.carried.get(link.id, ()):
                child = self.structure.ends[joint.id][1]
                inner, inside = write_joint(writing, body, joint, link.id, child, self._model(child))
                stack.append((inner, child, inside, model))
        assert first is not None
        return first

    def _write_body(self, body: Element, link: Link, placed: Placed, touches: Said | None) -> None:
        writing = self.writing
        writing.name(body, link, without="Body")
        if touches is not None:
            body.set("collideWithParent", touches)
        writing.place(body, placed)
        if link.inertial is not None:
            write_mass(writing, body, link.inertial)
        else:
            body.append("Mass")  # a body that states none is refused
        self.write_parts(body, link)

    def _self_collision(self, link: Link) -> tuple[Said | None, object]:
        """Return the switch by which a body touches others of its tree, None for one that does not, and what its being there says instead.
        SimRobot states this for a body, not for a pair."""
        if self.writing.core3:
            return None, None
        own = link.self_collide
        if own is not None:
            if not own:
                return None, own
            return None if self._overlaps(link, about=own) else flag(own), None
        model: Model | None = self.writing.by_id.get(link.model)
        if model is None or not model.self_collide or len(self.structure.by_model[model.id]) < 2:
            return None, None  # reported with the model
        if model.id not in self._touching:
            touching, exact = self_touching(self.structure, model)
            self._touching[model.id] = touching
            if not exact:
                self._report_touching(model)
        if link.id in self._touching[model.id]:
            return (None, model.self_collide) if self._overlaps(link) else (flag(model.self_collide), None)
        self.writing.report(
            SELF_COLLISION_CONVERTED,
            link,
            value="touches links that it shares no joint with",
            target=f"{self.writing.path(link)} touches those with collideWithParent",
        )
        return None, model.self_collide

    def _overlaps(self, link: Link, about: object = None) -> bool:
        """Return whether a body with self-collision overlaps one at the same joint, which ODE would hurl away, and report it. SimRobot's
        own scenes stay as they are. about: the value of the link that is lost then."""
        if self.writing.is_own:
            return False
        if self._overlapping is None:
            self._overlapping = overlapping(self.writing, self.structure)
        if link.id not in self._overlapping:
            return False
        self.writing.report(
            SELF_COLLISION_OVERLAP_DROPPED,
            link,
            about=about,
            value="touches links of its own model",
            target="touches links with collideWithParent only",
        )
        return True

    def _report_touching(self, model: Model) -> None:
        self.writing.report(
            SELF_COLLISION_APPROXIMATED,
            model,
            about=model.self_collide,
            value="links that share no joint touch",
            target="links with collideWithParent touch all others",
            why="A body of SimRobot touches either none or all of its tree.",
            what="Links that share a joint push each other where their motion brings them together.",
        )

    def write_parts(self, holder: Element, link: Link, *, moving: bool = True) -> None:
        """Write the parts that links and the static parts of a compound have in common."""
        writing = self.writing
        write_frames(writing, holder, self.structure, link.id)
        felt = contact_shapes(link) if moving else {}
        taken = {index for indices in felt.values() for index in indices}
        for i, collision in enumerate(link.collisions):
            if i in taken:
                continue
            if collision.sensing_only:
                drop_trigger(writing, collision, link.id)
            else:
                write_collision(writing, holder, collision, link.id)
        for visual in link.visuals:
            self.appearances.write(holder, visual, link.id)
        for i, sensor in enumerate(link.sensors):
            write_sensor(writing, holder, sensor, link, felt.get(i, ()), moving=moving)


def write_frames(writing: Writing, holder: Element, structure: Structure, link_id: Id) -> None:
    """Write frames as containers without a shape. Where they are in the body says what they are attached to."""
    for frame in structure.frames.get(link_id, ()):
        is_attached = frame.attached_to == link_id or frame.attached_to in structure.frame_ids
        in_model = frame.model in (None, structure.links[link_id].model)
        out = holder.append("Geometry", says=(frame.attached_to if is_attached else None, frame.model if in_model else None))
        writing.name(out, frame)
        writing.place(out, writing.relative(frame.id, link_id))


def write_mass(writing: Writing, body: Element, inertial: Inertial) -> Element:
    """Write the mass, with the tensor about the centre of mass, along its own axes: the frame of the mass is placed there. A body of
    SimRobot's own scenes may weigh nothing; others do not come here without mass and tensor.

    The MuJoCo core ignores the placement of a mass: there x, y, z and the tensor are along the axes of the body.
    """
    mass, inertia = inertial.mass, inertial.inertia
    entries = (NO_INERTIA if inertia is None else inertia).entries
    if mass is None or mass <= 0:  # refused as a number; what it states is reported unless it is nothing
        return body.append("Mass", says=(None if mass else mass, None if any(entries) else entries))
    out = body.append("InertiaMatrixMass", value=number(mass, "kg"))
    placed = Placed(stated_pose(inertial.pose, None))
    if writing.core3:
        write_mass_of_core3(out, entries, placed)
    else:
        write_entries(out, entries)
        writing.place(out, placed)
    return out


def write_entries(out: Element, values: Iterable[float]) -> None:
    """Write the entries of a tensor. Products of inertia that are 0 are left out."""
    for entry, value in zip(ENTRIES, values, strict=True):
        if value or entry in ENTRIES[:3]:
            out.set(entry, number(value))
        else:
            out.omit(value, 0.0)


def write_mass_of_core3(out: Element, entries: tuple[float, ...], placed: Placed) -> None:
    for axis, value in zip("xyz", placed.pose.position, strict=True):
        if value:
            out.set(axis, number(value, "m"))
        else:
            out.omit(value, 0.0)
    rotation = placed.pose.rotation
    if rotation == IDENTITY:
        write_entries(out, steered_by(entries, rotation))
    else:
        turned = rotated(Inertia(*entries), rotation)
        write_entries(out, made_of(tuple(Computed(value) for value in clean(turned.entries)), (entries, rotation)))
