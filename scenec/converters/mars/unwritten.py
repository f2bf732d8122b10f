"""Reasons why MARS lacks some values of a field that it can say (`scenec.accounting.printable`), by ``Class.field``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scenec.accounting import printable as table

UNWRITTEN: Mapping[str, str] = {
    "Actuator.gains": "MARS has gains for motors that set a velocity. Gains of a torque have another meaning.",
    "Actuator.initial_command": "MARS starts only position motors with a command.",
    "Actuator.output": "The type of a motor of MARS says what it takes. A position motor always sets a velocity.",
    "Collision.category_mask": "MARS has one bitmask for both sides of a contact.",
    "Collision.name": "A node of MARS has one name for its collision and its visual.",
    "Collision.surface": "MARS has surfaces only of shapes that touch others.",
    "Dynamics.cfm": "MARS has one softness per joint, that of its first axis.",
    "Dynamics.friction": "MARS slows a joint down only through its stops. A slider with stops, or a joint with a spring, has no friction.",
    "Inertial.pose": "MARS places the centre of mass of a link by its nodes.",
    "Joint.model": "Models of MARS are the groups of links that joints connect.",
    "Lidar.vertical": "The rays of this sensor of MARS lie in one plane.",
    "Light.attenuation": "MARS has attenuation by distance in three terms, without a range.",
    "Light.intensity": "MARS has no factor for the brightness of a light.",
    "Link.damping": "MARS slows links down at a rate per second, which this damping law is not.",
    "Link.model": "Models of MARS are the groups of links that joints connect.",
    "Link.name": "A link of MARS is its nodes. One without a shape or a mass has none.",
    "Link.pose": "A link of MARS is its nodes. One without a shape or a mass has none.",
    "Mesh.name": "A mesh of MARS has the name of its file.",
    "Model.pose": "MARS places nodes, not models.",
    "Model.static": "MARS fixes nodes, not models.",
    "Pose.position": "MARS places this part by the nodes of its link.",
    "Pose.rotation": "MARS turns this part with its link.",
    "Range.lower": "MARS has a nearest distance for some sensors only. Others measure from 0.",
    "Scene.frames": "A place of MARS is a node, which needs a shape.",
    "Sensor.pose": "This sensor of MARS stands where its link is.",
    "Sensor.visualize": "MARS draws the rays of distance sensors only.",
    "Visual.name": "A node of MARS has one name for its collision and its visual.",
}

printable = partial(table.printable, "scenec.converters.mars", UNWRITTEN)
"""Fields that the writer prints, by version."""
