"""Reasons why RubySceneGraph lacks some values of a field that it can say (`scenec.accounting.printable`), by ``Class.field``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scenec.accounting import printable as table

UNWRITTEN: Mapping[str, str] = {
    "Actuator.initial_command": "SimSpark starts only velocity motors with a command.",
    "Beam.shape": "The distance sensors of SimSpark have a cone.",
    "Beam.vertical_angle": "The sonar of SimSpark has one opening for all directions.",
    "Camera.vertical_fov": "SimSpark has a vertical opening for vision perceptors only.",
    "Collision.surface": "SimSpark has surfaces only of shapes that push others.",
    "Dynamics.suspension_cfm": "SimSpark has suspensions for Hinge2 joints only.",
    "Dynamics.suspension_erp": "SimSpark has suspensions for Hinge2 joints only.",
    "Frame.attached_to": "Named places of SimSpark belong to links.",
    "Frame.model": "Named places of SimSpark belong to links, not to models.",
    "Frame.name": "Named places of SimSpark are Transforms of links. This one belongs to no link.",
    "Joint.model": "Models of SimSpark are the nodes that stand in one place of the tree.",
    "Light.attenuation": "SimSpark has a radius for lights, without terms of the distance.",
    "Limits.velocity": "SimSpark limits the speed of hinges and universal joints only.",
    "Link.damping": "The DragController of SimSpark has another damping law.",
    "Material.ambient": "Materials of SimSpark are chosen by name. The nearest one has another ambient colour.",
    "Material.emissive": "Materials of SimSpark are chosen by name. The nearest one has another emissive colour.",
    "Material.name": "Materials of SimSpark are chosen by name. The nearest one has another name.",
    "Material.shininess": "Materials of SimSpark are chosen by name. The nearest one has another shininess.",
    "Material.specular": "Materials of SimSpark are chosen by name. The nearest one has another specular colour.",
    "Model.pose": "SimSpark places the nodes in a model. The model adds no place of its own.",
    "Model.self_collide": "SimSpark lets links of one model touch unless it is told otherwise. This model has nothing to tell.",
    "PhysicsProfile.solver": "SimSpark has ERP and CFM of the world, and no other solver settings.",
    "Scene.frames": "Named places of SimSpark are Transforms of links. This one belongs to no link.",
    "Sensor.cameras": "Cameras of SimSpark have a horizontal opening, a size and a range. This one states none of them.",
    "Sensor.quantity": "A perceptor of SimSpark measures one quantity, which its class says.",
    "Surface.bounce_threshold": "SimSpark has a bounce threshold only of shapes that bounce.",
    "Surface.mu2": "SimSpark has one friction coefficient for all directions.",
    "Surface.slip1": "SimSpark has one slip for all directions.",
    "Surface.slip2": "SimSpark has one slip for all directions.",
}

printable = partial(table.printable, "scenec.converters.rsg", UNWRITTEN)
"""Fields that the writer prints, by version."""
