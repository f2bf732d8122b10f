"""Actuators that drive one hinge or slide with a known law become actuators of the joint; others are kept for MJCF alone.

src/user/user_api.cc, `mjs_setToPosition` and the like: force = gain(command) + bias, clamped; what drives a joint through a gear moves
`gear` times as far and acts `gear` times as strongly.
"""

from __future__ import annotations

import math

from scenec import ir
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import Joint, Reading, raw
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.joint import is_limited
from scenec.converters.mjcf.read.joint_inertia import JointInertia
from scenec.converters.mjcf.read.relations import Relations
from scenec.converters.mjcf.read.tree import Home
from scenec.trace import counted_by, derived, ids_of, merge, traced

TARGETS = ("joint", "jointinparent", "tendon", "site", "refsite", "cranksite", "slidersite", "body")
DIRECT = ("motor", "position", "velocity", "general")
"""Actuators whose law the neutral scene has, if their parameters are plain."""
Law = tuple[str, ir.Gains | None]
"""The command, and the gains."""


def place_key(section: str, index: int) -> str:
    """Return the key that says at which place an actuator or sensor stands: that of its command, or of its measurements."""
    return f"{section}[{index}]"


class Actuators:
    """Reads the actuators of all models, in their order."""

    def __init__(self, reading: Reading, relations: Relations, inertia: JointInertia) -> None:
        self.reading, self.relations, self.inertia = reading, relations, inertia

    def read(self, section: list[tuple[Element, Home]]) -> None:
        for element, _ in section:
            self.reading.name("actuator", element, element)
        for index, (element, home) in enumerate(section):
            entry = Entry(element, home.classes, None)
            self.relations.check_references(element)
            if not any(name in element.attributes for name in TARGETS) and element.tag != "orientation":
                raise element.error("the actuator drives nothing", None, "one of " + ", ".join(TARGETS))
            joint = self._joint(entry)
            law = self._law(entry, joint) if joint is not None and element.tag in DIRECT else None
            if joint is None or law is None:
                key = place_key("actuator", index)
                self.reading.extras.append(ir.Extra(format="mjcf", key=key, content=raw_with_class(element, entry), origin=entry.origin))
            else:
                self._add(entry, joint, law, index, home)

    def _joint(self, entry: Entry) -> Joint | None:
        name = entry.reference("joint")
        if name is None:
            return None
        joint: Joint = self.relations.find("joint", name, entry.element, "joint")
        return joint if joint.kind in ("hinge", "slide") else None

    def _law(self, entry: Entry, joint: Joint) -> Law | None:
        """Return what an actuator commands. None where its law is another."""
        tag = entry.element.tag
        if tag == "motor":
            return "effort", None
        if tag == "position":
            if entry.number("timeconst"):
                return None
            kp, kv = entry.number("kp", 1.0), entry.number("kv")
            ratio = entry.number("dampratio")
            if ratio and kp and kp > 0:
                gear = (entry.vector("gear", (1.0,)) or (1.0,))[0]
                felt = self.inertia.alone(joint) / (float(gear) ** 2 or 1.0)
                self.reading.ledger.changes_with(ratio, self.inertia.sources)
                kv = derived(2 * float(ratio) * math.sqrt(float(kp) * felt), ratio, kp, gear)
            return "position", ir.Gains(p=kp, d=kv, origin=entry.origin)
        if tag == "velocity":
            return "velocity", ir.Gains(p=entry.number("kv", 1.0), origin=entry.origin)
        return self._general(entry)

    def _general(self, entry: Entry) -> Law | None:
        """The plain laws, spelled out: force = gainprm[0] command + biasprm . (1, position, velocity)."""
        if entry.word("dyntype") not in ("", "none") or entry.word("gaintype") not in ("", "fixed"):
            return None
        bias_kind = entry.word("biastype") or "none"
        gain = entry.vector("gainprm", (1.0,)) or (1.0,)
        bias = (*(entry.vector("biasprm", (0.0, 0.0, 0.0)) or ()), 0.0, 0.0)[:3] if bias_kind == "affine" else (0.0, 0.0, 0.0)
        if bias_kind not in ("none", "affine") or any(gain[1:]) or bias[0]:
            return None
        words = traced("", entry.ids("dyntype", "gaintype", "biastype", "gainprm", "biasprm"))
        if not bias[1] and not bias[2]:
            return ("effort", None) if gain[0] == 1.0 else None
        if bias[1]:
            held = -float(bias[1]) == float(gain[0])
            gains = ir.Gains(p=derived(float(gain[0]), words), d=derived(0.0 - float(bias[2]), words), origin=entry.origin)
            return ("position", gains) if held else None
        held = -float(bias[2]) == float(gain[0])
        return ("velocity", ir.Gains(p=derived(float(gain[0]), words), origin=entry.origin)) if held else None

    def _add(self, entry: Entry, joint: Joint, law: Law, index: int, home: Home) -> None:
        command, gains = law
        gear = entry.vector("gear", (1.0,)) or (1.0,)
        ratio = None if not entry.has("gear") else gear[0]
        if any(gear[1:]):
            entry.taken.discard("gear")
        elif len(gear) > 1:
            entry.classes.ledger.consumed(*gear[1:])
        lower, upper = self._command_range(entry, joint, command, ratio, home)
        forces = entry.vector("forcerange")
        effort = None
        if is_limited(entry, "forcelimited", forces, home.compiler) and forces is not None:
            if -forces[0] == forces[1]:
                effort = counted_by(derived(float(forces[1]), forces), entry.stated("forcelimited"))
            else:
                entry.taken -= {"forcerange", "forcelimited"}
        elif forces is not None:
            entry.ineffective("forcerange", "an actuator without limits of its force")
        name = entry.reference("joint")
        word = traced(command, merge(ids_of(name), entry.ids("dyntype", "gaintype", "biastype", "gainprm", "biasprm")))
        place = ir.Extra(format="mjcf", key=place_key("actuator", index))
        actuator = ir.Actuator(
            name=entry.name,
            kind=entry.element.tag,
            command=word,
            output="effort",
            gains=gains,
            max_effort=effort,
            ratio=ratio,
            command_lower=lower,
            command_upper=upper,
            delay=entry.number("delay"),
            extras=(place, *entry.extras()),
            origin=entry.origin,
        )
        self.reading.change_joint(joint.index, actuators=(actuator,))

    def _command_range(
        self, entry: Entry, joint: Joint, command: str, ratio: float | None, home: Home
    ) -> tuple[float | None, float | None]:
        """The range of the command, of a position counted from the pose of the file."""
        values = entry.vector("ctrlrange")
        factor = entry.number("inheritrange")
        if factor:
            values = self._inherited(entry, joint, float(factor), values)
        elif not is_limited(entry, "ctrllimited", values, home.compiler) or values is None:
            if values is not None:
                entry.ineffective("ctrlrange", "an actuator without limits of its command")
            return None, None
        switch = traced("", entry.ids("ctrllimited"))
        values = tuple([counted_by(each, switch) for each in values]) if ids_of(switch) else values
        back = float(joint.ref) * float(ratio if ratio is not None else 1.0) if command == "position" else 0.0
        if not back:
            return values[0], values[1]
        lower, upper = (derived(float(each) - back, each, joint.ref, ratio or 0.0) for each in values[:2])
        return lower, upper

    def _inherited(self, entry: Entry, joint: Joint, factor: float, values: tuple[float, ...] | None) -> tuple[float, ...]:
        """The range of the joint, made smaller or larger about its middle."""
        limits = self.reading.joints[joint.index].axes[0].limits
        if values is not None and any(values):
            raise entry.element.error("ctrlrange and inheritrange exclude each other", "inheritrange", "one of them")
        if limits is None or limits.lower is None or limits.upper is None:
            raise entry.element.error("the joint has no range to be inherited", "inheritrange", "a joint with a range")
        lower, upper = float(limits.lower) + joint.ref, float(limits.upper) + joint.ref
        ids = traced("", merge(entry.ids("inheritrange"), ids_of(limits.lower), ids_of(limits.upper)))
        middle, half = (lower + upper) / 2, (upper - lower) / 2 * factor
        return derived(middle - half, ids), derived(middle + half, ids)


def raw_with_class(element: Element, entry: Entry) -> tuple[ir.RawItem, ...]:
    """Return an element for MJCF alone, with what its class says written out."""
    first, *rest = raw(element)
    own = {name: text for name, text in first.attributes if name != "class"}
    for name in entry.template:
        if name in entry.rows and name not in own and entry.has(name) and not entry.rows[name].nodefault:
            texts = entry.stated(name)
            own[name] = texts[-1]
    if (named := element.attributes.get("class")) is not None:
        entry.classes.ledger.consumed(named)
    return (ir.RawItem(first.depth, first.tag, tuple(own.items())), *rest)
