"""Reasons why SDFormat lacks some values of a field that it can say (`scenec.accounting.printable`), by ``Class.field``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scenec.accounting import printable as table

UNWRITTEN: Mapping[str, str] = {
    "Beam.horizontal_angle": "The sonar of SDFormat has one opening for all directions.",
    "Beam.vertical_angle": "The sonar of SDFormat has one opening for all directions.",
    "Camera.aspect_ratio": "SDFormat states the ratio of logical cameras only. That of images follows from their size.",
    "Camera.pose": "SDFormat places a camera relative to its sensor only.",
    "Camera.vertical_fov": "SDFormat has a horizontal opening for cameras. The vertical one follows from the image.",
    "Collision.surface": "SDFormat has surfaces only of shapes that touch others.",
    "Dynamics.cfm": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Dynamics.erp": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Dynamics.fudge_factor": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Dynamics.spring_reference": "Joints of this version of SDFormat have no spring.",
    "Dynamics.spring_stiffness": "Joints of this version of SDFormat have no spring.",
    "Dynamics.suspension_cfm": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Dynamics.suspension_erp": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Light.intensity": "Lights of this version of SDFormat have no intensity.",
    "Light.on": "Lights of this version of SDFormat have no switch.",
    "Limits.bounce": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Limits.stop_cfm": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Limits.stop_erp": "SDFormat has one set of values for ODE per joint, that of its first axis.",
    "Material.diffuse_texture": "SDFormat has one texture per material. Another statement of this material has it.",
    "Material.metallic": "SDFormat has one metalness per material. Another statement of this material has it.",
    "Material.name": "Materials of SDFormat have no name. Only a script has one.",
    "Material.normal_texture": "SDFormat has one normal map per material. Another statement of this material has it.",
    "Material.roughness": "SDFormat has one roughness per material. Another statement of this material has it.",
    "Mesh.name": "SDFormat names a mesh by its file.",
    "Range.resolution": "SDFormat has a resolution for lidars only.",
    "Scene.name": "A file of SDFormat has the name of its world or model. This scene has one of its own.",
    "Sensor.channels": "This version of SDFormat has no noise for this channel.",
    "Surface.use_patch_radius": "Surfaces of this version of SDFormat have no patch.",
    "World.look": "A model file of SDFormat has no world, so that nothing says how it looks.",
    "World.spherical_coordinates": "SDFormat before 1.10 places worlds on the Earth only.",
}

printable = partial(table.printable, "scenec.converters.sdformat", UNWRITTEN)
"""Fields that the writer prints, by version."""
