"""Reasons why MJCF lacks some values of a field that it can say (`scenec.accounting.printable`), by ``Class.field``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scenec.accounting import printable as table

UNWRITTEN: Mapping[str, str] = {
    "Actuator.max_effort": "MuJoCo takes a force range of 0 for none.",
    "Actuator.max_velocity": "MuJoCo limits the speed of velocity servos only, by the range of their commands.",
    "Attenuation.range": "MuJoCo before 3.3 has no range of lights, and results must load there.",
    "Axis.reported_offset": "MuJoCo adds an offset to the positions of hinges and slides only.",
    "Beam.shape": "The distance sensor of MuJoCo is a single ray.",
    "Camera.horizontal_fov": "Cameras of MuJoCo open less than half a turn. Both openings differ only together with a resolution.",
    "Camera.vertical_fov": "Cameras of MuJoCo open less than half a turn.",
    "Frame.attached_to": "Places of MJCF belong to bodies.",
    "Frame.model": "Places of MJCF belong to bodies, not to models.",
    "Inertial.inertia": "MuJoCo takes no tensor of a link with a negative mass.",
    "Joint.model": "Joints of MJCF belong to bodies, not to models.",
    "Light.attenuation": "MuJoCo before 3.3 has no range of lights, and results must load there.",
    "Light.direction": "Lights of MuJoCo need a direction that is not zero.",
    "Limits.effort": "MuJoCo has ranges of forces from 0 to 1e16.",
    "Link.gravity": "MuJoCo compensates the gravity of bodies that move only.",
    "Link.self_collide": "MJCF states by masks and excluded pairs what touches. The flag of this link changes no pair.",
    "Material.ambient": "Materials of MuJoCo have one colour for all light.",
    "Material.specular": "Materials of MuJoCo have one number for the reflected light, without a colour.",
    "Model.canonical_link": "MJCF has no models, and places count from bodies.",
    "Model.name": "MJCF has no models. The name of one stands where its first body has the same name.",
    "Model.world": "MJCF has no models.",
    "NamedPose.placements": "A key of MJCF places bodies with a free joint only.",
    "PhysicsProfile.solver": "MuJoCo has a solver of its own, which these settings do not concern.",
    "Scene.name": "A file of MJCF has one name, which another part of the scene has.",
    "Sensor.beam": "The distance sensor of MuJoCo is a single ray.",
    "Sensor.pose": "This sensor of MuJoCo stands where its body or joint is.",
    "Sensor.targets": "This sensor of MuJoCo belongs to one part, its own.",
    "Visual.cast_shadows": "MuJoCo before 4.0 has no shadow flags of shapes, and results must load there.",
    "World.name": "A file of MJCF has one name, which another part of the scene has.",
    "World.profiles": "A file of MJCF has one set of physics settings. This one has none that MuJoCo takes.",
}

printable = partial(table.printable, "scenec.converters.mjcf", UNWRITTEN)
"""Fields that the writer prints, by version."""
