"""Joints (src/user/user_objects.cc, `mjCJoint::Compile`).

Their coordinates count from `ref`; those of the neutral scene from the pose of the file.
"""

from __future__ import annotations

from scenec import ir
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.compiler import HERE, Compiler, ids_of_pose, vector_within, within
from scenec.converters.mjcf.read.context import Joint, Reading
from scenec.converters.mjcf.read.tree import Body, Placed
from scenec.ir.pose import ORIGIN, Pose, Vec3, norm
from scenec.syntax.kinds import shown
from scenec.trace import counted_by, derived, ids_of, traced

DOFS = {"hinge": 1, "slide": 1, "ball": 3, "free": 6}
WIDTHS = {"hinge": 1, "slide": 1, "ball": 4, "free": 7}
"""Numbers in qpos."""
TYPES = {"hinge": "revolute", "slide": "prismatic", "ball": "ball", "free": "floating"}
MOST_DOFS = 6
NEARLY_ZERO = 1e-14


def kind_of(placed: Placed) -> str:
    """Return the type of a joint."""
    return "free" if placed.entry.element.tag == "freejoint" else placed.entry.word("type")


def check_joints(body: Body) -> None:
    """Raise ReadError for joints that cannot be together on a body, or not there."""
    kinds = [kind_of(each) for each in body.joints]
    turned = False
    for placed, kind in zip(body.joints, kinds, strict=True):
        at = placed.entry.element
        if kind == "free" and len(kinds) > 1:
            raise at.error("a free joint stands beside others", None, "one joint")
        if kind == "free" and body.parent is not None and body.parent.parent is not None:
            raise at.error("a body inside another has a free joint", None, "a body below <worldbody>")
        if turned and kind in ("ball", "hinge"):
            raise at.error(f"a {kind} joint stands behind a ball joint", "type", "slide")
        turned = turned or kind == "ball"
    if sum(DOFS[kind] for kind in kinds) > MOST_DOFS:
        raise body.joints[-1].entry.element.error("the joints of the body have more than 6 degrees of freedom", None, "at most 6")
    if body.mocap and (kinds or (body.parent is not None and body.parent.parent is not None)):
        assert body.entry is not None
        raise body.entry.element.error("a mocap body has joints or is inside another", "mocap", "a body below <worldbody> without joints")


def is_limited(entry: Entry, flag: str, values: tuple[float, ...] | None, compiler: Compiler) -> bool:
    """Return whether a range counts: if said so, else if it is one. Raises ReadError for a range without a word if `autolimits` is off."""
    word = entry.word(flag) or "auto"
    stated = values is not None and any(values)
    if word == "auto" and stated:
        compiler.asked.add("autolimits")
    if word == "auto" and not compiler.autolimits and stated:
        raise entry.element.error(f"a range is stated, but not whether it counts ({flag})", None, f'{flag}="true"')
    counts = word == "true" or (word == "auto" and values is not None and values[0] < values[1])
    if not counts or values is None:
        entry.consume(flag)
    return counts


def is_aligned(body: Body) -> bool:
    """Return whether MuJoCo moves the frame of a free body into its inertial frame."""
    if body.children:
        return False
    entry, compiler = body.joints[0].entry, body.joints[0].home.compiler
    word = entry.text("align") if entry.element.tag == "freejoint" else None
    if word in (None, "auto"):
        compiler.asked.add("alignfree")
        return compiler.align_free
    return word == "true"


class Joints:
    """Reads the joints of bodies."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def read(self, placed: Placed, body: Body, ends: tuple[str, str], model: str, series: str | None) -> None:
        """Put one joint into the scene. ends: its parent and child. series: the last link of the chain that it is part of."""
        entry, compiler = placed.entry, placed.home.compiler
        kind = kind_of(placed)
        entry.taken.add("type")
        stated = entry.number("ref")
        ref = 0.0 if stated is None else compiler.radians(stated) if kind == "hinge" else stated
        joint_id = self.reading.new_id("joint")
        known = Joint(placed, body, kind, len(self.reading.joints), ref, WIDTHS[kind], joint_id)
        self.reading.name("joint", entry.element, known)
        self.reading.qpos.append(known)
        pose = _anchor(placed)
        axes = (self._axis(placed, kind, ref, compiler),) if kind in ("hinge", "slide") else ()
        largest = self._ball_range(entry, compiler) if kind == "ball" else ()
        endless = kind == "hinge" and all(axis.limits is None or axis.limits.lower is None for axis in axes)
        joint_type = "continuous" if endless else TYPES[kind]
        if (said := entry.text("type")) is not None:
            joint_type = derived(joint_type, said)
        self.reading.joints.append(
            ir.Joint(
                id=joint_id,
                name=entry.name,
                model=model,
                type=joint_type,
                parent=ends[0],
                child=ends[1],
                pose=None if pose is HERE or (pose.is_identity and not ids_of_pose(pose)) else pose,
                axes=axes,
                series=series,
                extras=() if axes else (*entry.extras(), *largest),
                origin=entry.origin,
            )
        )

    def free(self, placed: Placed, body: Body) -> None:
        """A free joint is no joint: its link moves as it likes. Its name and other values stay with the link."""
        entry = placed.entry
        known = Joint(placed, body, "free", -1, 0.0, WIDTHS["free"])
        self.reading.name("joint", entry.element, known)
        self.reading.qpos.append(known)
        entry.consume("type", "align")
        for name in ("pos", "axis", "limited", "range", "ref"):
            entry.ineffective(name, "a free joint")
        named = (("name", entry.name),) if entry.name is not None else ()
        values = [*named, *entry.rest()]
        self.reading.change_link(
            body.link,
            extras=tuple(ir.Extra(format="mjcf", key=f"freejoint/@{name}", value=text, origin=entry.origin) for name, text in values),
        )

    def _axis(self, placed: Placed, kind: str, ref: float, compiler: Compiler) -> ir.Axis:
        entry = placed.entry
        stated = entry.vector("axis", (0.0, 0.0, 1.0)) or (0.0, 0.0, 1.0)
        axis: Vec3 = (stated[0], stated[1], stated[2])
        if norm(axis) < NEARLY_ZERO:
            raise entry.element.error("the axis is zero", "axis", "a direction")
        turns = kind == "hinge"
        return ir.Axis(
            xyz=vector_within(placed.X_BF, axis),
            limits=self._limits(entry, ref, compiler, turns=turns),
            dynamics=_dynamics(entry, ref, compiler, turns=turns),
            reported_offset=ref if ref or ids_of(ref) else None,
            extras=_without_spring_damper(entry),
            origin=entry.origin,
        )

    def _limits(self, entry: Entry, ref: float, compiler: Compiler, *, turns: bool) -> ir.Limits | None:
        """Position limits as motions from the pose of the file, and the largest effort of all motors, if it is the same both ways."""
        values = entry.vector("range")
        lower = upper = None
        if is_limited(entry, "limited", values, compiler):
            if values is None or values[0] >= values[1]:
                raise entry.element.error("the joint is limited, and its range is empty", "range", "the lower limit below the upper")
            ends = [_less(compiler.radians(each) if turns else each, ref) for each in values]
            switch = traced("", entry.ids("limited"))
            lower, upper = [counted_by(each, switch) for each in ends] if ids_of(switch) else ends
        elif values is not None:
            entry.ineffective("range", "a joint without limits")
        forces = entry.vector("actuatorfrcrange")
        effort = None
        if is_limited(entry, "actuatorfrclimited", forces, compiler):
            if forces is None or forces[0] >= forces[1]:
                raise entry.element.error("the range of forces is empty", "actuatorfrcrange", "the lower one below the upper")
            if -forces[0] == forces[1]:
                effort = counted_by(derived(float(forces[1]), forces), entry.stated("actuatorfrclimited"))
            else:
                entry.taken -= {"actuatorfrcrange", "actuatorfrclimited"}
        if lower is None and effort is None:
            return None
        return ir.Limits(lower=lower, upper=upper, effort=effort, origin=entry.origin)

    def _ball_range(self, entry: Entry, compiler: Compiler) -> tuple[ir.Extra, ...]:
        """Return the range of a ball joint, which begins at 0, with its largest angle in rad: it is kept for MJCF alone."""
        values = entry.vector("range")
        if not is_limited(entry, "limited", values, compiler) or values is None:
            return ()
        if values[0]:
            raise entry.element.error("the range of a ball joint does not begin at 0", "range", "0 and the largest angle")
        entry.taken.discard("limited")
        if compiler.degree:
            self.reading.ledger.converted(ids_of(values))
        text = f"0 {shown(float(compiler.radians(values[1])))}"
        return (ir.Extra(format="mjcf", key="@range", value=derived(text, values), origin=entry.origin),)


def _without_spring_damper(entry: Entry) -> tuple[ir.Extra, ...]:
    """Return what is left for MJCF alone: `springdamper` becomes a spring and a damper (`joint_inertia`)."""
    entry.taken.add("springdamper")
    return entry.extras()


def _anchor(placed: Placed) -> Pose:
    """Where a joint is on its body."""
    position = placed.entry.vector("pos", ORIGIN) or ORIGIN
    if position is ORIGIN and placed.X_BF is HERE:
        return HERE
    at = Pose((position[0], position[1], position[2]))
    if placed.X_BF.is_identity:
        return at
    moved = within(placed.X_BF, at)
    return Pose(moved.position)


def _dynamics(entry: Entry, ref: float, compiler: Compiler, *, turns: bool) -> ir.Dynamics | None:
    """Damping, dry friction, spring and armature. Of polynomials the first number; the others are kept for MJCF alone."""
    first: dict[str, float | None] = {}
    for name in ("damping", "stiffness"):
        values = entry.vector(name)
        first[name] = values[0] if values else None
        if values is not None and any(values[1:]):
            entry.taken.discard(name)
    friction, armature = entry.number("frictionloss"), entry.number("armature")
    rest = entry.number("springref")
    reference = None
    if rest is not None or (first["stiffness"] and ref):
        reference = _less((compiler.radians(rest) if turns else rest) if rest is not None else 0.0, ref)
    if all(each is None for each in (first["damping"], first["stiffness"], friction, armature, reference)):
        return None
    return ir.Dynamics(
        damping=first["damping"],
        friction=friction,
        spring_stiffness=first["stiffness"],
        spring_reference=reference,
        armature=armature,
        origin=entry.origin,
    )


def _less(value: float, ref: float) -> float:
    return value if not ref else derived(float(value) - float(ref), value, ref)
