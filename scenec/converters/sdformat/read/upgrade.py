"""Convert the tree of an old version to the newest one, before it is read.

The rules are those of libsdformat (sdf/1.3/1_4.convert and on). Plugins and custom elements stay as they are.
"""

from __future__ import annotations

from scenec.converters.sdformat.read.element import Element, new_element, sourced
from scenec.converters.sdformat.read.upgrade_from_1_0 import attributes_to_elements

RATES = (("rate", "angular_velocity"), ("accel", "linear_acceleration"))
NOISE = ("mean", "stddev", "bias_mean", "bias_stddev")
CONVERTED = frozenset({"pose", "axis", "axis2", "imu"})
YES = ("true", "True", "TRUE", "1")
"""Spellings of a true flag that the conversion to 1.7 accepts. It compares texts."""


def upgrade(root: Element) -> None:
    """Convert a file. root: its <sdf> element, changed in place."""
    version = root.file.version
    if version >= (1, 8):
        return
    if version < (1, 2):
        attributes_to_elements(root)
    for world in root.children:
        if world.tag == "world":
            if version < (1, 4):
                _rename_step(world)
            if version < (1, 6):
                _lift_fields(world)
    if version < (1, 5):
        _static_actors(root)
        _turn_axes(root)
    if version < (1, 7):
        _convert_deep(root, version)


def _convert_deep(root: Element, version: tuple[int, int]) -> None:
    """Convert elements at any place except in plugins and custom elements."""
    stack = [root]
    while stack:
        for element in stack.pop().children:
            if not element.children:
                if element.attributes and element.tag == "pose":
                    _name_frame(element)
                continue
            tag = element.tag
            if tag not in CONVERTED:
                if tag != "plugin" and ":" not in tag:
                    stack.append(element)
            elif tag == "pose":
                _name_frame(element)
            elif tag != "imu":
                _name_axis_frame(element)
            elif version < (1, 6):
                _split_noise(element)


def _rename_step(world: Element) -> None:
    """1.4: the update rate and the step of an engine have other names."""
    for physics in (each for each in world.children if each.tag == "physics"):
        for child in physics.children:
            if child.tag == "update_rate":
                child.tag = "real_time_update_rate"
        for path in (("ode", "solver"), ("bullet",)):
            holder: Element | None = physics
            for step in path:
                holder = next((each for each in holder.children if each.tag == step), None) if holder is not None else None
            if holder is None:
                continue
            for child in holder.children:
                if child.tag == "dt":
                    holder.children = [each for each in holder.children if each is not child]
                    child.tag = "max_step_size"
                    physics.children = [*physics.children, child]
                    break


def _lift_fields(world: Element) -> None:
    """1.6: gravity and magnetic field are the world's, no longer an engine's. The first engine's count."""
    for physics in (each for each in world.children if each.tag == "physics"):
        for tag in ("gravity", "magnetic_field"):
            moved = [each for each in physics.children if each.tag == tag]
            if moved:
                physics.children = [each for each in physics.children if each.tag != tag]
                world.children = [*world.children, *moved]


def _split_noise(imu: Element) -> None:
    """1.6: an IMU's noise is stated per quantity and axis; one noise for all becomes six."""
    noise = next((each for each in imu.children if each.tag == "noise"), None)
    if noise is None:
        return
    kind = next((each for each in noise.children if each.tag == "type"), None)
    moved = False
    for old, quantity in RATES:
        rates = next((each for each in noise.children if each.tag == old), None)
        if rates is None:
            continue
        moved = True
        above = new_element(quantity, rates)
        holders = []
        for axis in ("x", "y", "z"):
            holder, made = new_element(axis, rates), new_element("noise", rates)
            made.attributes = {"type": sourced(kind.text, kind.text_ids) if kind is not None and kind.text else sourced("none", ())}
            made.children = [
                new_element(child.tag, child, sourced(child.text, child.text_ids) if child.text else "")
                for child in rates.children
                if child.tag in NOISE
            ]
            holder.children = [made]
            holders.append(holder)
        above.children = holders
        imu.children = [*imu.children, above]
    if moved:
        imu.children = [each for each in imu.children if each is not noise]


def _static_actors(root: Element) -> None:
    """1.5: whether an actor is static is an element, no longer an attribute."""
    for world in root.children:
        for actor in world.children if world.tag == "world" else ():
            if actor.tag == "actor" and "static" in actor.attributes:
                ids = actor.attribute_ids("static")
                actor.children = [*actor.children, new_element("static", actor, sourced(actor.attributes["static"], ids))]
                actor.mark("static")


def _turn_axes(root: Element) -> None:
    """1.5: the axes of joints are in the joint's frame, no longer in the model's. The conversion leaves nested models out."""
    models = [each for each in root.children if each.tag == "model"]
    models += [each for world in root.children if world.tag == "world" for each in world.children if each.tag == "model"]
    for model in models:
        for joint in (each for each in model.children if each.tag == "joint"):
            for axis in joint.children:
                if axis.tag in ("axis", "axis2") and not axis.has("use_parent_model_frame"):
                    flag = new_element("use_parent_model_frame", axis, sourced("true", ()))
                    axis.children = [*axis.children, flag]


def _name_frame(pose: Element) -> None:
    """1.7: the frame of a pose is called relative_to."""
    if "frame" in pose.attributes and "relative_to" not in pose.attributes:
        pose.hold_ids()
        pose.attributes = {"relative_to" if name == "frame" else name: text for name, text in pose.attributes.items()}


def _name_axis_frame(axis: Element) -> None:
    """1.7: an axis names the frame it is expressed in. An empty name is that of the joint, as without one."""
    for flag in axis.children:
        if flag.tag == "use_parent_model_frame":
            break
    else:
        return
    axis.children = [each for each in axis.children if each is not flag]
    ids = flag.text_ids if flag.text else ()
    turned = flag.text.strip() in YES
    xyz = next((each for each in axis.children if each.tag == "xyz"), None)
    if xyz is not None:
        xyz.set("expressed_in", "__model__" if turned else "", ids)
    elif turned:
        raise axis.error("<axis> has use_parent_model_frame but no <xyz>", hint="state the direction")
    else:
        flag.file.ledger.consumed_ids.update(ids)
