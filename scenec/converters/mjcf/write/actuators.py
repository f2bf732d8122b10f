"""Actuators. MuJoCo's make forces: of an error of position (`position`), of velocity (`velocity`), or as commanded (`motor`).

A servo whose output is a velocity becomes one that makes a force of the error of that velocity; see `servo_gains`.
"""

from __future__ import annotations

import math

from scenec.converters.mjcf.findings import writing as findings
from scenec.converters.mjcf.profile import FAR, RATE, TAGS
from scenec.converters.mjcf.write.context import Writing
from scenec.converters.mjcf.write.joints import Dof, Joints
from scenec.converters.mjcf.write.names import Names
from scenec.converters.mjcf.write.restoring import place_of, restore
from scenec.converters.mjcf.write.servo_gains import ServoGains, can_be_braked, is_limited, is_made
from scenec.converters.mjcf.write.values import number, number_text, vector
from scenec.ir.joint import Actuator, Gains, Joint
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant
from scenec.trace import Computed, ids_of, made_of, steered_by


class Actuators:
    """Writes the actuators in the order of the joints. entries: the elements. home: their commands at the start."""

    def __init__(self, writing: Writing, names: Names, joints: Joints, gains: ServoGains) -> None:
        self.writing = writing
        self.names = names
        self.joints = joints
        self.gains = gains
        self.entries: list[tuple[int | None, Element]] = []
        self.home: list[float] = []
        self.called: dict[tuple[str, int], str] = {}
        """(joint, number of its actuator) -> name."""

    def write(self) -> None:
        for joint in self.writing.scene.joints:
            for number_of, actuator in enumerate(joint.actuators):
                dof = self.joints.by_axis.get((joint.id, int(actuator.axis)))
                has_axis = 0 <= int(actuator.axis) < len(joint.axes)
                if dof is not None and has_axis and dof.kind in ("hinge", "slide") and actuator.command in TAGS:
                    self._write(joint, actuator, dof, number_of)

    def _write(self, joint: Joint, actuator: Actuator, dof: Dof, number_of: int) -> None:
        general = self.writing.is_own and actuator.kind == "general"
        out = Element("general" if general else TAGS[actuator.command], says=(actuator.command,))
        name = self.names.give("actuator", actuator, owner="", model=joint.model, otherwise=str(dof.name))
        if name is not None:
            out.set("name", name)
            self.called[joint.id, number_of] = name.text
        out.set("joint", Said(dof.name, ids_of(actuator.axis)))
        if general:
            self._write_general(out, actuator)
        elif actuator.command == "position":
            self._write_position(out, joint, actuator, dof)
        elif actuator.command == "velocity":
            self._write_velocity(out, joint, actuator, dof)
        if actuator.command == "effort" or actuator.output == "effort":
            out.stand_for(Element(out.tag, says=(actuator.output,)))
        self._write_range(out, joint, actuator, dof)
        if actuator.ratio is not None and actuator.ratio != 1.0:
            out.set("gear", number(actuator.ratio))
        elif actuator.ratio is not None:
            out.omit(actuator.ratio, 1.0)
        if is_limited(actuator):
            self._write_largest(out, joint, actuator, dof)
        restore(out, actuator)
        self.entries.append((place_of(actuator, "actuator"), out))
        ratio = 1.0 if actuator.ratio is None else float(actuator.ratio)
        stated = actuator.initial_command
        start = steered_by(dof.start * ratio, dof.start, actuator.ratio) if actuator.command == "position" else 0.0
        self.home.append(start)
        if stated is not None and float(stated) == float(joint.axes[dof.axis or 0].initial or 0.0) * ratio:
            out.stand_for(Element(out.tag, says=(stated,)))

    def _write_position(self, out: Element, joint: Joint, actuator: Actuator, dof: Dof) -> None:
        gains = actuator.gains
        p = gains.p if gains is not None else None
        if actuator.output == "effort":
            if p is not None:
                out.set("kp", number(p))
            if gains is not None and gains.d:
                out.set("kv", number(gains.d))
            if gains is not None and gains.i:
                self._report_integral(joint, gains)
            return
        rate = p or RATE
        damping = self._damping(joint, actuator, dof)
        if damping is not None:
            self._write_braked(out, joint, actuator, dof, damping)
            self._report_terms(joint, actuator, out)
            self._report_stiff(joint, float(rate))
            return
        K = self.gains.gain(joint, actuator, dof.body, dof.axis or 0)
        stiffness = made_of(Computed(float(f"{K * float(rate):.6g}")), (p, actuator.output))
        out.set("kp", number(self.gains.steered(stiffness, joint, dof.body, dof.axis or 0)))
        out.set("kv", number(steered_by(self.gains.steered(Computed(K), joint, dof.body, dof.axis or 0), p)))
        if not is_made(actuator):
            self.writing.report(
                findings.SERVO_CONVERTED,
                joint,
                about=actuator.output,
                value=f"{number_text(float(rate))} 1/s",
                target=number_text(K),
                unit="N s/m" if dof.kind == "slide" else "N m s/rad",
            )
            self._report_unbraked(joint, actuator, dof)
        self._report_terms(joint, actuator, out)
        self._report_stiff(joint, float(rate))

    def _report_unbraked(self, joint: Joint, actuator: Actuator, dof: Dof) -> None:
        """Report a largest velocity that was weighed against the gain and is no damping."""
        fastest = actuator.max_velocity
        if can_be_braked(actuator) and fastest is not None:
            unit = "m/s" if dof.kind == "slide" else "rad/s"
            value = f"{float(fastest):g} {unit}"
            self.writing.report(findings.SERVO_UNBRAKED, actuator, about=fastest, subject=self.writing.path(joint), value=value)

    def _report_terms(self, joint: Joint, actuator: Actuator, out: Element) -> None:
        gains = actuator.gains
        for term in (gains.i, gains.d) if gains is not None else ():
            out.omit_if(term, 0.0)
        if gains is not None and (gains.i or gains.d):
            self.writing.report(findings.SERVO_TERMS_DROPPED, joint, about=(gains.i, gains.d), value=_terms(gains))

    def _report_stiff(self, joint: Joint, rate: float) -> None:
        if rate * self.gains.step > 1.0:
            self.writing.report(findings.SERVO_STIFF, joint, value=f"{rate:g} 1/s", step=f"{self.gains.step:g}")

    def _damping(self, joint: Joint, actuator: Actuator, dof: Dof) -> float | None:
        """Return the damping that stands for the largest velocity of a servo, None if it has no such or was made of limits."""
        return None if is_made(actuator) else self.gains.braked(joint, actuator, dof.body, dof.axis or 0)

    def _write_braked(self, out: Element, joint: Joint, actuator: Actuator, dof: Dof, damping: float) -> None:
        """Write the gain of a servo whose largest velocity is a damping of its joint, and that damping."""
        p = actuator.gains.p if actuator.gains is not None else None
        fastest, i = actuator.max_velocity, dof.axis or 0
        assert fastest is not None  # the damping was worked out of it
        K = made_of(Computed(float(f"{damping:.6g}")), (fastest, actuator.max_effort))
        kp = Computed(float(f"{damping * float(p or RATE):.6g}"))
        out.set("kp", number(made_of(kp, (p, actuator.output, fastest, actuator.max_effort))))
        self.joints.add_damping(joint, i, K)
        unit, speed = ("N s/m", "m/s") if dof.kind == "slide" else ("N m s/rad", "rad/s")
        self.writing.report(
            findings.SERVO_BRAKED,
            joint,
            about=(actuator.output, fastest),
            value=f"{float(fastest):g} {speed}",
            target=number_text(K),
            unit=unit,
        )

    def _write_largest(self, out: Element, joint: Joint, actuator: Actuator, dof: Dof) -> None:
        """Write the largest force, unless the servo would be unstable with it. One that was made of a limit keeps it: its joint may chatter
        where the limit cuts the force, and is never stronger than the source says."""
        body, i = dof.body, dof.axis or 0
        assert actuator.max_effort is not None  # it is limited
        K = self.gains.gain(joint, actuator, body, i)
        is_by_velocity = actuator.output == "velocity" and self._damping(joint, actuator, dof) is None
        if is_by_velocity and not is_made(actuator) and not self.gains.is_stable(K, joint, body, i):
            value = f"{float(actuator.max_effort):g} {'N' if dof.kind == 'slide' else 'N m'}"
            self.writing.report(findings.LARGEST_FORCE_DROPPED, joint, about=actuator.max_effort, value=value)
            return
        out.set("forcerange", _both_ways(actuator.max_effort))

    def _write_general(self, out: Element, actuator: Actuator) -> None:
        """Write the law of an actuator of an MJCF file that spells it out."""
        gains = actuator.gains
        if gains is None or gains.p is None:
            return
        back = made_of(0.0 - float(gains.p), gains.p)
        out.set("gainprm", number(gains.p))
        out.set("biastype", constant("affine"))
        damped = made_of(0.0 - float(gains.d or 0.0), gains.d)
        out.set("biasprm", vector((0.0, 0.0, back) if actuator.command == "velocity" else (0.0, back, damped)))

    def _write_velocity(self, out: Element, joint: Joint, actuator: Actuator, dof: Dof) -> None:
        gains = actuator.gains
        if actuator.output == "effort":
            if gains is not None and gains.p is not None:
                out.set("kv", number(gains.p))
            if gains is not None and (gains.i or gains.d):
                self._report_integral(joint, gains)
            return
        K = self.gains.gain(joint, actuator, dof.body, dof.axis or 0)
        out.set("kv", number(self.gains.steered(made_of(Computed(K), actuator.output), joint, dof.body, dof.axis or 0)))
        self.writing.report(
            findings.VELOCITY_MOTOR_CONVERTED,
            joint,
            about=actuator.output,
            target=number_text(K),
            unit="N s/m" if dof.kind == "slide" else "N m s/rad",
        )

    def _write_range(self, out: Element, joint: Joint, actuator: Actuator, dof: Dof) -> None:
        """Write the range of the command, which counts in the coordinate of the motor."""
        lower, upper = actuator.command_lower, actuator.command_upper
        ratio = 1.0 if actuator.ratio is None else float(actuator.ratio)
        axis = joint.axes[dof.axis or 0]
        offset = axis.reported_offset if axis.reported_offset and actuator.command == "position" else 0.0
        if actuator.command == "velocity" and lower is None and upper is None:
            fastest = actuator.max_velocity
            if fastest is not None and 0 < fastest < FAR:
                out.set("ctrlrange", _both_ways(fastest))
            return
        if lower is None and upper is None:
            return
        ends = []
        for value, far in ((lower, -math.inf), (upper, math.inf)):
            if value is None or abs(value) >= FAR:
                ends.append(made_of(far, value))
            else:
                ends.append(made_of(Computed(float(value) + float(offset) * ratio), (value, offset)) if offset else value)
        if ends[0] < ends[1] and not (math.isinf(ends[0]) and math.isinf(ends[1])):
            out.set("ctrlrange", vector(ends))

    def _report_integral(self, joint: Joint, gains: Gains) -> None:
        self.writing.report(findings.INTEGRAL_DROPPED, joint, about=gains.i, value=f"{float(gains.i or 0.0):g}")


def _both_ways(limit: float) -> Said:
    return vector((made_of(0.0 - float(limit), limit), limit))


def _terms(gains: Gains) -> str:
    return ", ".join(f"{name} {float(value):g}" for name, value in (("i", gains.i), ("d", gains.d)) if value)
