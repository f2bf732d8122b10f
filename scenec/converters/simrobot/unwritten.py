"""Reasons why SimRobot lacks some values of a field that it can say (`scenec.accounting.printable`), by ``Class.field``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scenec.accounting import printable as table

UNWRITTEN: Mapping[str, str] = {
    "Actuator.gains": "SimRobot has gains for motors that set a velocity. Gains of a torque have another meaning.",
    "Actuator.output": "A ServoMotor of SimRobot sets a velocity.",
    "Faces.normals": "SimRobot has shapes of one part only. The faces of this mesh are written anew.",
    "Faces.texcoords": "SimRobot has texture coordinates per vertex. The vertices of this mesh are written anew.",
    "Frame.attached_to": "Named places of SimRobot belong to bodies.",
    "Frame.model": "Named places of SimRobot belong to bodies, not to models.",
    "Frame.name": "Named places of SimRobot are parts of bodies. This one belongs to none.",
    "Light.attenuation": "SimRobot has attenuation by distance in three terms, without a range.",
    "Light.diffuse": "Lights of SimRobot stand in the world. One that moves with a body is not possible.",
    "Light.direction": "Lights of SimRobot stand in the world. One that moves with a body is not possible.",
    "Light.pose": "Lights of SimRobot stand in the world. One that moves with a body is not possible.",
    "Light.specular": "Lights of SimRobot stand in the world. One that moves with a body is not possible.",
    "Light.spot": "Lights of SimRobot stand in the world. One that moves with a body is not possible.",
    "Limits.stop_cfm": "SimRobot has values of stops only together with both stops.",
    "Limits.stop_erp": "SimRobot has values of stops only together with both stops.",
    "Link.self_collide": "A body of SimRobot touches either none or all bodies of its tree.",
    "Material.pbr": "SimRobot has one colour, metalness and roughness per surface. Another statement of this material has them.",
    "MeshData.normals": "SimRobot has normals per face corner of a shape. This mesh is written anew.",
    "MeshData.texcoords": "SimRobot has texture coordinates per vertex of a shape. This mesh is written anew.",
    "MeshGroup.name": "A shape of SimRobot is one part of a mesh, with the name of the shape.",
    "PhysicsProfile.solver": "SimRobot uses ODE, which these solver settings do not concern.",
    "Scene.controllers": "A scene of SimRobot names one controller.",
    "Scene.frames": "Named places of SimRobot are parts of bodies. This one belongs to none.",
    "Scene.friction_law": "SimRobot averages the friction of two materials.",
    "SolverSettings.iterations": "SimRobot has an iteration count only for its quick solver.",
    "World.name": "A scene of SimRobot has one name, which another part of the scene has.",
}

printable = partial(table.printable, "scenec.converters.simrobot", UNWRITTEN)
"""Fields that the writer prints, by version."""
