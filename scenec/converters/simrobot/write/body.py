"""Bodies: masses, shapes, visuals, sensors, frames, and the joints that hang on them."""

from __future__ import annotations

from typing import Any

from scenec.accounting.lens import unwrap
from scenec.converters.common.findings import INERTIA_DEFAULTED, MASS_DEFAULTED, SELF_COLLISION_APPROXIMATED
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.simrobot.findings.writing import SELF_COLLISION_CONVERTED, SELF_COLLISION_OVERLAP_DROPPED
from scenec.converters.simrobot.write.appearance import Appearances
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.joint import write_joint
from scenec.converters.simrobot.write.sensor import contact_shapes, write_sensor
from scenec.converters.simrobot.write.shape import drop_trigger, write_collision
from scenec.converters.simrobot.write.structure import Structure, overlapping, self_touching
from scenec.converters.simrobot.write.values import number
from scenec.ir.base import Id
from scenec.ir.inertia import NO_INERTIA, rotated
from scenec.ir.link import Inertial, Link
from scenec.ir.pose import clean
from scenec.syntax.xml_printing import Out
from scenec.trace import Computed

ENTRIES = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
SIMPLEST_MASS = 1e-3
"""kg; of a body that must weigh something and says nothing."""


class Bodies:
    """Writer of trees of bodies, without recursion: chains of joints can be long."""

    def __init__(self, writing: Writing, structure: Structure, appearances: Appearances) -> None:
        self.writing = writing
        self.structure = structure
        self.appearances = appearances
        self._touching: dict[Id, set[Id]] = {}
        self._overlapping: set[Id] | None = None

    def write(self, holder: Out, root: Id, placed: Placed) -> None:
        """Write a free body and all that hangs on it."""
        self._drain([(holder, root, placed, self.structure.links[root].model)])

    def write_hanging(self, holder: Out, joint_id: Id, base: Id | None) -> None:
        """Write a joint that the world holds, in a compound at the pose of `base`."""
        child = self.structure.ends[joint_id][1]
        inner, placed = write_joint(self.writing, holder, self.writing.seen[joint_id], base, child, self._model(child))
        self._drain([(inner, child, placed, self._model(child))])

    def _model(self, link: Id) -> Id:
        return self.structure.links[link].model

    def _drain(self, stack: list[tuple[Out, Id, Placed, Id]]) -> None:
        writing = self.writing
        while stack:
            holder, link_id, placed, model = stack.pop()
            body = holder.add("Body")
            link: Link = writing.seen[link_id]
            self._write_body(body, link, link_id, placed)
            if unwrap(link).model == model:
                _ = link.model  # else it is told: SimRobot cannot say that a body belongs to another model than its root
            for joint in self.structure.carried.get(link_id, ()):
                child = self.structure.ends[joint.id][1]
                inner, inside = write_joint(writing, body, writing.seen[joint.id], link_id, child, self._model(child))
                stack.append((inner, child, inside, model))

    def _write_body(self, body: Out, link: Link, link_id: Id, placed: Placed) -> None:
        writing = self.writing
        writing.name(body, link, without="Body")
        if self._collides(link, link_id):
            body.attributes["collideWithParent"] = "true"
        writing.place(body, placed)
        write_mass(writing, body, link)
        self.write_parts(body, link, link_id)

    def _collides(self, link: Link, link_id: Id) -> bool:
        """Return whether the body touches others of its tree. SimRobot states this for a body, not for a pair."""
        if self.writing.core3:
            return False
        if link.self_collide is not None:
            return bool(link.self_collide) and not self._overlaps(link, link_id, about=link.self_collide)
        model: Any = self.writing.seen.get(unwrap(link).model)
        if model is None or not unwrap(model).self_collide or not model.self_collide:
            return False
        if len(self.structure.by_model[unwrap(model).id]) < 2:
            return False  # told with the model
        model_id = unwrap(model).id
        if model_id not in self._touching:
            touching, exact = self_touching(self.structure, unwrap(model))
            self._touching[model_id] = touching
            if not exact:
                self._report_touching(model)
        if link_id in self._touching[model_id]:
            return not self._overlaps(link, link_id)
        self.writing.tell(
            link,
            SELF_COLLISION_CONVERTED,
            value="touches links that it shares no joint with",
            target=f"{self.writing.path(link)} touches those with collideWithParent",
        )
        return False

    def _overlaps(self, link: Link, link_id: Id, about: object = None) -> bool:
        """Return whether a body with self-collision overlaps one at the same joint, which ODE would hurl away, and report it. SimRobot's
        own scenes
        stay as they are. about: the value of the link that is lost then."""
        if self.writing.from_simrobot:
            return False
        if self._overlapping is None:
            self._overlapping = overlapping(self.writing, self.structure)
        if link_id not in self._overlapping:
            return False
        self.writing.tell(
            link,
            SELF_COLLISION_OVERLAP_DROPPED,
            about=about,
            value="touches links of its own model",
            target="touches links with collideWithParent only",
        )
        return True

    def _report_touching(self, model: Any) -> None:
        self.writing.tell(
            model,
            SELF_COLLISION_APPROXIMATED,
            about=unwrap(model).self_collide,
            value="links that share no joint touch",
            target="links with collideWithParent touch all others",
            why="A body of SimRobot touches either none or all of its tree.",
            what="Links that share a joint push each other where their motion brings them together.",
        )

    def write_parts(self, holder: Out, link: Link, link_id: Id, *, moving: bool = True) -> None:
        """Write the parts that links and the static parts of a compound have in common."""
        writing = self.writing
        write_frames(writing, holder, self.structure, link_id)
        felt = contact_shapes(link) if moving else {}
        taken = {index for indices in felt.values() for index in indices}
        for i, collision in enumerate(link.collisions):
            if i in taken:
                continue
            if unwrap(collision).sensing_only:
                drop_trigger(writing, collision, link_id)
            else:
                write_collision(writing, holder, collision, link_id)
        for visual in link.visuals:
            self.appearances.write(holder, visual, link_id)
        for i, sensor in enumerate(link.sensors):
            write_sensor(writing, holder, sensor, link, felt.get(i, ()), moving=moving)


def write_frames(writing: Writing, holder: Out, structure: Structure, link_id: Id) -> None:
    """Write frames as containers without a shape."""
    for frame in structure.frames.get(link_id, ()):
        seen = writing.seen[frame.id]
        out = holder.add("Geometry")
        writing.name(out, seen)
        if frame.attached_to == link_id or frame.attached_to in structure.frame_ids:
            _ = seen.attached_to  # where it is in the body says it
        if frame.model in (None, structure.links[link_id].model):
            _ = seen.model
        writing.place(out, writing.pose_in(frame.id, link_id))


def write_mass(writing: Writing, body: Out, link: Link) -> None:
    """Write the mass, with the tensor about the centre of mass, along its own axes: the frame of the mass is placed there.

    The MuJoCo core ignores the placement of a mass: there x, y, z and the tensor are along the axes of the body.
    """
    inertial = link.inertial
    bare = unwrap(inertial) if inertial is not None else Inertial()
    if not bare.mass or bare.mass < 0:
        write_no_mass(writing, body, link, inertial)
        return
    assert inertial is not None and inertial.mass is not None
    out = body.add("InertiaMatrixMass", value=f"{number(inertial.mass)}kg")
    inertia = inertial.inertia
    if inertia is None:
        size = Computed(bare.mass * SIMPLEST_MASS)
        writing.tell(link, INERTIA_DEFAULTED, target=f"{number(size)} kg m^2")
        out.attributes.update({entry: number(size) for entry in ENTRIES[:3]})
    placed = writing_pose(writing, inertial)
    if writing.core3:
        write_mass_of_core3(out, inertial, placed)
        return
    if inertia is not None:
        for entry in ENTRIES:
            value = getattr(inertia, entry)
            if value or entry in ENTRIES[:3]:
                out.attributes[entry] = number(value)
    writing.place(out, placed)


def writing_pose(writing: Writing, inertial: Inertial) -> Placed:
    pose = unwrap(inertial).pose
    if pose is not None:
        _ = (inertial.pose.position, inertial.pose.rotation)  # type: ignore[union-attr]  # as the bare one is
    return Placed(pose or HERE)


def write_mass_of_core3(out: Out, inertial: Inertial, placed: Placed) -> None:
    position = placed.pose.position
    for axis, value in zip("xyz", position, strict=True):
        if value:
            out.attributes[axis] = f"{number(value)}m"
    inertia = inertial.inertia
    if inertia is None:
        return
    turned = rotated(unwrap(inertia), placed.pose.rotation)
    _ = inertia.entries
    same = turned is unwrap(inertia)
    values = turned.entries if same else tuple(Computed(value) for value in clean(turned.entries))
    for entry, value in zip(ENTRIES, values, strict=True):
        if value or entry in ENTRIES[:3]:
            out.attributes[entry] = number(value)


def write_no_mass(writing: Writing, body: Out, link: Link, inertial: Inertial | None) -> None:
    """Write a body without mass. SimRobot refuses one, except `Mass` in its own scenes; others get a gram."""
    bare = unwrap(inertial) if inertial is not None else Inertial()
    if writing.from_simrobot and bare.mass is not None and bare.inertia in (None, NO_INERTIA):
        assert inertial is not None
        _ = (inertial.mass, inertial.inertia.entries if inertial.inertia is not None else None)
        body.add("Mass")
        return
    if inertial is not None:
        _ = inertial.mass
    radius = 0.01
    body.add("SphereMass", value=f"{number(SIMPLEST_MASS)}kg", radius=f"{number(radius)}m")
    writing.tell(
        link,
        MASS_DEFAULTED,
        about=bare.mass,
        value=number(bare.mass or 0.0),
        target=f"{number(SIMPLEST_MASS)} kg",
        why="SimRobot refuses a body with a mass of 0 kg or below.",
    )
