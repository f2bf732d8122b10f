"""Second hinges that hold the stops of driven ones: MARS removes the stops of a hinge that a motor drives (JointPhysics::setJointAsMotor),
so a second hinge between the same bodies, about the same axis, holds them."""

from __future__ import annotations

from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.profile import FAR, NEARLY_ZERO
from scenec.converters.mars.write.context import Writing
from scenec.converters.mars.write.values import number
from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.syntax.element import Element
from scenec.syntax.said import constant

SUFFIX = "_stops"
"""Suffix of the name of a second hinge."""
_SHARED = ("nodeindex1", "nodeindex2", "anchorpos", "anchor", "axis1", "lowStopAxis1", "highStopAxis1", "spring_const_constraint_axis1")
_DAMPING = "damping_const_constraint_axis1"


class SecondHinges:
    """Hinges with stops, which get a second hinge if a motor drives them."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._limited: dict[Id, tuple[Joint, Element]] = {}

    def remember(self, joint: Joint, out: Element) -> None:
        """Note a hinge with stops. out: the joint as written, not sealed yet."""
        said = {child.tag: child for child in out.children}
        if said["type"].text != "hinge" or not self._may_be_driven(joint) or "lowStopAxis1" not in said:
            return
        low, high = (float(said[key].text or 0.0) for key in ("lowStopAxis1", "highStopAxis1"))
        springy = "spring_const_constraint_axis1" in said
        if low <= -FAR and high >= FAR and not springy:
            return
        twin = Element("joint")
        keys = (*_SHARED, _DAMPING) if springy else _SHARED
        if not low and not springy:  # MARS sets no stops where the lower one is 0
            said["lowStopAxis1"] = Element("lowStopAxis1", number(-NEARLY_ZERO))
        twin.children = [said[key] for key in keys if key in said]
        self._limited[joint.id] = (joint, twin)

    def _may_be_driven(self, joint: Joint) -> bool:
        return bool(joint.actuators) or bool(self.writing.options.motors)

    def of(self, driven: set[Id], before: int) -> list[Element]:
        """Return the second hinges of the joints that motors drive. before: how many joints are written before them."""
        names = {str(joint.name) for joint in self.writing.scene.joints}
        entries: list[Element] = []
        for joint_id, (joint, twin) in self._limited.items():
            if joint_id not in driven:
                continue
            name = _free(f"{joint.name or 'joint'}{SUFFIX}", names)
            twin.set("name", constant(name))
            twin.children[:0] = [Element("index", constant(str(before + len(entries) + 1))), Element("type", constant("hinge"))]
            self.writing.seal(twin)
            entries.append(twin)
            self._report(joint, name)
        return entries

    def _report(self, joint: Joint, name: str) -> None:
        self.writing.report(joint, findings.JOINT_LIMIT_TWIN, value=str(joint.name or ""), target=name)


def _free(name: str, taken: set[str]) -> str:
    """Return the name, with a number behind it if another joint has it."""
    found, count = name, 1
    while found in taken:
        count += 1
        found = f"{name}{count}"
    taken.add(found)
    return found
