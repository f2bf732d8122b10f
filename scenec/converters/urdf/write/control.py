"""Drives: ros2_control for actuators, and transmissions that came as such.

A joint that starts elsewhere than at zero says so by the `initial_value` of its position state, with or without a motor.
"""

from __future__ import annotations

from typing import Any

from scenec.converters.common.options import READY
from scenec.converters.urdf.findings import writing as findings
from scenec.converters.urdf.profile import COMMANDS, is_plugin
from scenec.converters.urdf.write.context import Writing
from scenec.converters.urdf.write.extras import restore, spelled_value, write_content
from scenec.converters.urdf.write.tree import Tree
from scenec.converters.urdf.write.values import number
from scenec.ir.joint import Actuator, Joint
from scenec.ir.scene import Model
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, spelled
from scenec.trace import ids_of

PLUGIN = "mock_components/GenericSystem"
"""The hardware of ros2_control that mirrors commands: for systems without stated hardware."""


class Drives:
    """Writes the drives of all joints. entries: ros2_control systems, then transmissions."""

    def __init__(self, writing: Writing, tree: Tree, robot: str) -> None:
        self.writing = writing
        self.tree = tree
        self.robot = robot
        self.systems: dict[str, Element] = {}
        self.transmissions: list[Element] = []
        for joint in writing.scene.joints:
            if tree.written(joint):
                self._write_joint(joint)
        for model in writing.request.scene.models:
            self._restore(model)

    @property
    def entries(self) -> list[Element]:
        return [*self.systems.values(), *self.transmissions]

    def _write_joint(self, joint: Joint) -> None:
        initial = joint.axes[0].initial if joint.axes else None
        holder: Element | None = None
        taken: set[str] = set()
        for actuator in joint.actuators:
            if is_plugin(actuator) and not READY.of(self.writing.request.options):
                continue  # written in a <gazebo> tag
            if str(actuator.kind) == "transmission" and actuator.command == "effort":
                self._write_transmission(joint, actuator)
                continue
            if actuator.axis != 0 or not joint.axes or str(actuator.command) not in COMMANDS or str(actuator.command) in taken:
                self.writing.report(findings.ACTUATOR_DROPPED, joint, about=actuator, value=str(actuator.name or actuator.command))
                continue
            taken.add(str(actuator.command))
            if holder is None:
                holder = self._joint_of(joint, actuator)
            self._write_command(joint, holder, actuator)
        if initial:
            if holder is None:
                holder = self._joint_of(joint, None)
            state = _state(holder, "position")
            state.append("param", number(initial)).set("name", constant("initial_value"))

    def _joint_of(self, joint: Joint, actuator: Actuator | None) -> Element:
        """Return a joint of ros2_control, in the system that it is said to belong to."""
        extras = () if actuator is None else actuator.extras
        name: Any = next((each for each in extras if each.key == "ros2_control@name"), None)
        system = spelled(name.value) if name is not None else constant(f"{self.robot}_system")
        found = self.systems.get(system.text)
        if found is None:
            found = self.systems[system.text] = Element("ros2_control")
            found.set("name", system)
            found.set("type", constant("system"))
        holder = found.append("joint")
        holder.set("name", self._driven(joint, actuator))
        return holder

    def _driven(self, joint: Joint, actuator: Actuator | None) -> Said:
        """Return the name of a joint, which also says the axis that an actuator drives: each axis is a joint of URDF."""
        return Said(self.writing.joint_names[joint.id].text, ids_of(actuator.axis) if actuator is not None else ())

    def _write_command(self, joint: Joint, holder: Element, actuator: Actuator) -> None:
        own = self.writing.joint_names[joint.id].text
        command, output = COMMANDS[str(actuator.command)]
        says: list[object] = [actuator.axis]
        if output == actuator.output:
            says.append(actuator.output)
        if actuator.name == own:
            says.append(actuator.name)
        interface = holder.append("command_interface", says=says)
        interface.set("name", Said(command, ids_of(actuator.command)))
        for field, name in (("command_lower", "min"), ("command_upper", "max")):
            value = getattr(actuator, field)
            if value is not None:
                interface.append("param", number(value)).set("name", constant(name))
        kept = [each for each in actuator.extras if str(each.key).startswith("ros2_control/")]
        if kept:
            restore(holder, kept, "ros2_control/")
        else:
            for state in ("position", "velocity"):
                _state(holder, state)
        for extra in actuator.extras:
            if extra.key == "ros2_control@name":
                interface.omit(extra.value, extra.value)

    def _write_transmission(self, joint: Joint, actuator: Actuator) -> None:
        out = Element("transmission", says=(actuator.axis,))
        self.transmissions.append(out)
        own = self.writing.joint_names[joint.id].text
        stated = {str(each.key): each.value for each in actuator.extras if str(each.key).startswith("transmission@")}
        name, kind = stated.get("transmission@name"), stated.get("transmission@type")
        out.set("name", spelled_value(name) if name is not None else constant(f"{own}_transmission"))
        written = spelled_value(kind) if kind is not None else constant("transmission_interface/SimpleTransmission")
        out.append("type", written, says=(actuator.command, actuator.output))
        out.append("joint").set("name", self._driven(joint, actuator))
        motor = out.append("actuator")
        motor.set("name", spelled(actuator.name) if actuator.name is not None else constant("motor"))
        restore(out, actuator.extras, "transmission/")

    def _restore(self, model: Model) -> None:
        """Write what the systems and transmissions of URDF say besides their driven joints."""
        for extra in model.extras:
            key = str(extra.key)
            if extra.format != "urdf":
                continue
            if key == "transmission":
                holder = Element("robot")
                write_content(holder, extra, says=(extra,))
                self.transmissions += [child for child in holder.children if isinstance(child, Element)]
            elif key.startswith("ros2_control["):
                name, _, rest = key.removeprefix("ros2_control[").partition("]")
                system = self.systems.get(name)
                if system is None:
                    system = self.systems[name] = Element("ros2_control")
                    system.set("name", constant(name))
                    system.set("type", constant("system"))
                restore(system, (extra,), f"ros2_control[{name}]{'/' if rest.startswith('/') else ''}")
        for system in self.systems.values():
            if model is self.writing.request.scene.models[-1] and not any(child.tag == "hardware" for child in system.children):
                hardware = Element("hardware")
                hardware.append("plugin", constant(PLUGIN))
                system.children.insert(0, hardware)
                self.writing.report(findings.HARDWARE_DEFAULTED, model, target=PLUGIN)


def _state(holder: Element, name: str) -> Element:
    """Return the state interface of a joint, which is made if it is not there."""
    for child in holder.children:
        if isinstance(child, Element) and child.tag == "state_interface" and child.attributes.get("name") == name:
            return child
    made = holder.append("state_interface")
    made.set("name", constant(name))
    return made
