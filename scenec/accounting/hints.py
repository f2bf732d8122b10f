"""What to do about the loss of each part of a scene, in words that hold for every target: one row per prefix of `meanings`, and per field
where more can be said than of the whole."""

from __future__ import annotations

from collections.abc import Mapping

OF_NODES: Mapping[str, str] = {
    "scene": "let programs that read it read the result's file name instead",
    "world": "say where the result is simulated what the world is like",
    "physics": "set the engine up where the result is simulated",
    "solver": "tune contacts and joints where the result is simulated, until they are as stiff as they were",
    "atmosphere": "give pressure and temperature to whatever computes drag or reads a barometer",
    "spherical-coordinates": "give the place on Earth to whatever reads satellite navigation",
    "look": "set the background and shadows in the simulator's own viewer",
    "fog": "set fog in the simulator's own viewer",
    "sky": "set the sky in the simulator's own viewer",
    "viewpoint": "turn the simulator's own view there and store it",
    "model": "add it to the result, or convert it by itself",
    "frame": "let what refers to it give the pose itself, relative to the link",
    "link": "add the body to the result, or change it in the source so that the target can hold it",
    "inertial": "state mass and inertia in the result",
    "inertia": "state the tensor in the result",
    "collision": "give the link a shape that the target can touch: a box, a sphere or a cylinder",
    "visual": "give the link a shape that the target can draw: a mesh, a box or a sphere",
    "damping": "slow the body down by a force of your own, or accept that it moves on longer",
    "surface": "set friction and bounce where the result is simulated, and compare how things slide",
    "friction-pair": "give the two materials coefficients of their own that the target's law combines to this one",
    "material": "paint it in the result if the look matters",
    "material-pbr": "state a diffuse colour in the source: every format has one",
    "material-script": "state the colours themselves in the source instead of a script's name",
    "material-shader": "state the colours themselves in the source instead of a shader",
    "texture": "colour the surface, or put the image into the material of a mesh file",
    "mesh": "check that the mesh file is where the scene expects it",
    "mesh-group": "make a mesh of its own of each part",
    "mesh-faces": "make a mesh of its own of each part",
    "shape-convex": "cut the mesh into convex parts in the source and use these",
    "terrain-texture": "put the colours into the material of a mesh of the terrain",
    "terrain-blend": "put the colours into the material of a mesh of the terrain",
    "pose": "state the pose in the result",
    "joint": "--adapt-joints makes chains of hinges of joints that the target lacks; else model it by joints that it has",
    "joint-axis": "state it in the result, or let the program that drives the joint allow for it",
    "joint-limit": "let the program that drives the joint keep its limits",
    "joint-dynamics": "let the program that drives the joint add a torque against its velocity or towards its rest",
    "joint-mimic": "let the program that drives the leading joint drive this one as well",
    "actuator": "let a program or a plug-in drive the joint; its limits still say how strong and how fast it is",
    "actuator-gain": "give the gains to the program that drives the joint; the target's controller obeys another law",
    "sensor": "add a sensor that the target has, or let a plug-in compute what it measures",
    "sensor-camera": "set it in the program that reads the images, or compare what both cameras see",
    "sensor-lens": "compare what both cameras see, and undo the difference in the program that reads the images",
    "sensor-distortion": "distort the images in the program that reads them",
    "sensor-lidar": "leave the rays that are too many out in the program that reads them",
    "sensor-scan": "leave the rays that are too many out in the program that reads them",
    "sensor-range": "let the program that reads the sensor cut its values off at these distances",
    "sensor-beam": "let the program that reads the sensor allow for a beam of another width",
    "sensor-noise": "add the noise in the program that reads the sensor",
    "sensor-channel": "add the noise in the program that reads the sensor",
    "sensor-imu-frame": "turn the readings in the program that reads them",
    "sensor-force-torque": "turn the readings, or their sign, in the program that reads them",
    "sensor-contact": "let the program that reads the sensor leave out contacts of other shapes",
    "sensor-radio": "let the programs exchange their messages by themselves",
    "light": "add a light to the result, or set one in the simulator's own viewer",
    "light-attenuation": "compare how bright the scene is, and change the light's colour in the result",
    "light-spot": "compare what is lit, and turn or widen the light in the result",
    "battery": "let the program that drives the motors keep account of the charge",
    "particle-emitter": "add the effect in the simulator's own viewer",
    "plugin": "load the code in the target's own way, or put what it does into the program that runs the simulation",
    "gripper": "let the program that drives the fingers hold what it grasps, or weld it to them",
    "actor": "move a body along the path by the program that runs the simulation",
    "actor-animation": "move the parts by the program that runs the simulation",
    "actor-trajectory": "move it along the path by the program that runs the simulation",
    "actor-waypoint": "move it along the path by the program that runs the simulation",
    "controller": "start the program that controls the scene in the target's own way",
    "user-input": "let a program set the value",
    "extra": "nothing needs to be done, unless a program of yours reads it",
    "raw": "nothing needs to be done, unless a program of yours reads it",
}
"""Prefix of a finding's code -> what to do."""

RENAMED = "let programs ask for the name that the result has"

OF_FIELDS: Mapping[tuple[str, str], str] = {
    ("Scene", "name"): "call the file so; it is the only name the result has",
    ("Scene", "friction_law"): "compare how things slide, and give surfaces that touch each other the same friction",
    ("Scene", "friction_default"): "state the friction of every surface in the source",
    ("World", "moving_bodies_collide"): "leave gaps between moving bodies, or tell their shapes apart by masks where the target has any",
    ("Link", "self_collide"): "leave gaps between the shapes of the model, so that it does not matter",
    ("Model", "self_collide"): "leave gaps between the shapes of the model, so that it does not matter",
    ("Joint", "feedback"): "add a force and torque sensor in the source: it is known to more formats",
    ("Collision", "category_mask"): "leave gaps between shapes that must not touch each other",
    ("Collision", "collide_mask"): "leave gaps between shapes that must not touch each other",
    ("Collision", "sensing_only"): "make the shape so small that nothing touches it, or leave it out",
    ("Collision", "debug_color"): "nothing needs to be done: it shows in debug views only",
    ("Collision", "max_contacts"): "nothing needs to be done, unless things sink in or roll unevenly",
    ("Visual", "cast_shadows"): "set shadows in the simulator's own viewer",
    ("Visual", "transparency"): "give the material a colour that is transparent by itself",
    ("Visual", "visible"): "take the visual out of the source if nobody is to see it",
    ("Visual", "visibility_flags"): "take the visual out of the source where a camera must not see it",
    ("Sensor", "topic"): "tell the program that reads the sensor where its data is published",
    ("Sensor", "update_rate"): "let the program that reads the sensor take as many values as it wants",
    ("Actuator", "initial_command"): "let the program that drives the joint command it at the start",
    ("Actuator", "command_lower"): "let the program that drives the joint keep its commands within the range",
    ("Actuator", "command_upper"): "let the program that drives the joint keep its commands within the range",
    ("Axis", "initial"): "move the joint there when the simulation starts",
    ("Inertial", "mass"): "state the mass in the result",
    ("FrictionPair", "rolling_deceleration"): "slow rolling things down by a force of your own",
}
"""(class, field) -> what to do."""


def hint_of(kind: str, field: str, prefix: str) -> str:
    """For a dropped field (or, with "", a whole node) of a kind of node; "" if there is nothing particular to say."""
    if (kind, field) in OF_FIELDS:
        return OF_FIELDS[kind, field]
    return RENAMED if field == "name" else OF_NODES.get(prefix, "")
