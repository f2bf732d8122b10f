"""Write where joints start: in the <model_state> of a model, which SDFormat has from 1.12 on.

Older versions have two other places, and neither is written. No simulator reads <initial_position>, and the <state> of a world moves no
joint in Gazebo. Drake refuses files that have either.
"""

from __future__ import annotations

from typing import cast

from scenec.accounting.amounts import position_text
from scenec.converters.sdformat.findings.writing import JOINT_INITIAL_APPROXIMATED, JOINT_INITIAL_DROPPED
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.values import number
from scenec.ir.joint import Joint
from scenec.ir.scene import Model
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant


def remember_start(context: Context, holder: ElementWriter, joint: Joint, axis_count: int) -> None:
    """Remember where a joint starts for the state of its model, and report each axis. holder: the model or world of the joint."""
    starting = [index for index, axis in enumerate(joint.axes[:axis_count]) if axis.initial]
    if not starting:
        return
    if not holder.has("model_state"):
        for index in starting:
            _report_dropped(context, joint, index)
        return
    positions = []
    for index in starting:
        initial = joint.axes[index].initial
        assert initial is not None
        positions.append((f"{'axis2' if index else 'axis'}_state", number(initial)))
        if not context.is_own:
            _report_state(context, joint, index)
    context.joint_states.append((context.name_of(joint), positions))


def write_starts(context: Context, holder: ElementWriter, model: Model) -> None:
    """Write where the joints of a model start into its state, which may hold more already. Readers require a new state to have a name that
    nothing else in the model has."""
    if not context.joint_states:
        return
    state = _child(holder.out, "model_state")
    if "name" not in state.attributes:
        state.set("name", constant(context.names.beside(context.names.holder[model.id], holder.out.attributes["name"])))
    for name, positions in context.joint_states:
        own = _child(state, "joint_state", name)
        for tag, text in positions:
            _child(own, tag).children.insert(0, Element("position", text))
    context.joint_states.clear()


def _child(out: Element, tag: str, name: Said | None = None) -> Element:
    """Return the first child element of a tag (and name), a new one if there is none."""
    for each in out.children:
        if each.tag == tag and (name is None or each.attributes.get("name") == name.text):
            return cast(Element, each)
    return out.append(tag) if name is None else out.append(tag, name=name)


def _report_dropped(context: Context, joint: Joint, index: int) -> None:
    initial = joint.axes[index].initial
    context.report(
        JOINT_INITIAL_DROPPED,
        joint,
        at=f"axes[{index}].initial",
        about=initial,
        value=initial,
        position=position_text(float(initial or 0.0), joint.type),
        version=context.version,
    )


def _report_state(context: Context, joint: Joint, index: int) -> None:
    initial = joint.axes[index].initial
    context.report(
        JOINT_INITIAL_APPROXIMATED,
        joint,
        at=f"axes[{index}].initial",
        about=initial,
        value=initial,
        target="model_state",
        position=position_text(float(initial or 0.0), joint.type),
    )
