"""Reasons why URDF lacks some values of a field that it can say (`scenec.accounting.printable`), by ``Class.field``."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from scenec.accounting import printable as table

UNWRITTEN: Mapping[str, str] = {
    "Actuator.name": "A joint of ros2_control has no name for its actuator. Only a transmission has one.",
    "Actuator.output": "The command interface of a joint says what drives it.",
    "Camera.pose": "URDF places a camera relative to its sensor only.",
    "Collision.surface": "URDF has surfaces only in tags of Gazebo, for a link with shapes that share them.",
    "Frame.name": "A frame of URDF is a link, which a fixed joint carries. The world carries none.",
    "Link.damping": "URDF has one damping factor for all motion of a link, in tags of Gazebo.",
    "Material.ambient": "A material of URDF has a colour and a texture. Tags of Gazebo have more, which all visuals of a link share.",
    "Material.emissive": "A material of URDF has a colour and a texture. Tags of Gazebo have more, which all visuals of a link share.",
    "Material.lighting": "A material of URDF has a colour and a texture. Tags of Gazebo have more, which all visuals of a link share.",
    "Material.render_order": "A material of URDF has a colour and a texture. Tags of Gazebo have more, which all visuals of a link share.",
    "Material.script": "URDF has only scripts of Gazebo, in tags of Gazebo that all visuals of a link share.",
    "Material.shininess": "A material of URDF has a colour and a texture. Tags of Gazebo have more, which all visuals of a link share.",
    "Material.specular": "A material of URDF has a colour and a texture. Tags of Gazebo have more, which all visuals of a link share.",
    "Material.two_sided": "A material of URDF has a colour and a texture. Tags of Gazebo have more, which all visuals of a link share.",
    "Mesh.name": "URDF names a mesh by its file.",
    "Scene.frames": "A frame of URDF is a link, which a fixed joint carries. The world carries none.",
    "Scene.name": "A file of URDF has the name of its robot. This scene has one of its own.",
    "Sensor.cameras": "URDF has cameras only in tags of Gazebo, for links of the robot. Others are dropped.",
    "Surface.restitution": "URDF has surfaces only in tags of Gazebo, which all shapes of a link share.",
    "Visual.cast_shadows": "URDF has shadow flags only in tags of Gazebo, which all visuals of a link share.",
    "Visual.laser_retro": "URDF has laser reflectivity only in tags of Gazebo, which all visuals of a link share.",
    "Visual.visibility_flags": "URDF has visibility masks only in tags of Gazebo, which all visuals of a link share.",
}

printable = partial(table.printable, "scenec.converters.urdf", UNWRITTEN)
"""Fields that the writer prints, by version."""
