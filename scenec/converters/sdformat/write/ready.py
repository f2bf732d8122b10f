"""Write what Gazebo Sim requires to simulate sensors (`--ready`): rates, topics, types that it simulates, and systems of the world."""

from __future__ import annotations

import re

from scenec.converters.common.gazebo_systems import OF_WORLDS, library, place_of
from scenec.converters.common.options import READY
from scenec.converters.sdformat.findings.writing import SENSOR_RATE_DEFAULTED, SENSOR_TOPIC_DEFAULTED, SYSTEMS_DEFAULTED
from scenec.converters.sdformat.profile import STEP
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.values import computed_number
from scenec.ir.base import Id
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.physics_profile import World
from scenec.ir.sensor import Sensor
from scenec.syntax.kinds import shown
from scenec.syntax.said import constant

DRAWN = (
    "camera",
    "depth_camera",
    "rgbd_camera",
    "segmentation_camera",
    "boundingbox_camera",
    "thermal_camera",
    "wide_angle_camera",
    "lidar",
)
"""Types of sensors that the system Sensors draws (gz-sim 8.12.0, `src/systems/sensors/Sensors.cc`)."""

SYSTEM_OF: dict[str, str] = {
    **dict.fromkeys(DRAWN, "sensors"),
    "imu": "imu",
    "contact": "contact",
    "force_torque": "forcetorque",
    "altimeter": "altimeter",
    "magnetometer": "magnetometer",
    "navsat": "navsat",
    "air_pressure": "air-pressure",
    "air_speed": "air-speed",
    "logical_camera": "logical-camera",
}
"""Type of a sensor -> part of the name of the library that simulates it."""

ALWAYS = ("physics", "user-commands", "scene-broadcaster")
"""Systems of every world."""

FASTEST_DRAWN = 30.0
"""Hz; sensors that are drawn are slow to simulate at the rate of the steps."""

RENDER_ENGINE = "ogre2"


def gpu_type(context: Context, sensor: Sensor) -> str | None:
    """Return the type of a scanner that Gazebo Sim simulates, None for other sensors."""
    if sensor.type != "lidar" or not READY.of(context.options):
        return None
    return "gpu_lidar" if context.at_least("1.8") else "gpu_ray"


def write_rate_and_topic(context: Context, part: ElementWriter, sensor: Sensor, holder: Id) -> None:
    """Write rate and topic of a sensor that states none. holder: the id of its link or joint."""
    if not READY.of(context.options):
        return
    if sensor.update_rate is None:
        rate = 1.0 / _step(context)
        rate = min(rate, FASTEST_DRAWN) if sensor.type in DRAWN else rate
        part.text("update_rate", computed_number(rate))
        context.report(SENSOR_RATE_DEFAULTED, sensor, target=f"{shown(float(f'{rate:.6g}'))} Hz")
    if sensor.topic is None and (sensor.contact is None or sensor.contact.topic is None):
        path = [context.paths[holder].replace("::", "/"), part.out.attributes["name"]]
        topic = re.sub(r"[^\w/.-]", "_", "/" + "/".join(path))
        (part.later("contact") if sensor.type == "contact" else part).text("topic", constant(topic))
        context.report(SENSOR_TOPIC_DEFAULTED, sensor, target=topic)


def _step(context: Context) -> float:
    profiles = [profile for world in context.scene.worlds for profile in world.profiles]
    return next((float(profile.step) for profile in profiles if profile.step), STEP)


def write_missing_systems(context: Context, holder: ElementWriter, world: World) -> None:
    """Write the systems that a world needs and does not name."""
    if not READY.of(context.options):
        return
    named = {place.library for extra in world.extras if (place := place_of(extra.key)) is not None}
    there = {word for word, name in OF_WORLDS.items() if any(each.endswith(f"::{name}") for _, each in named)}
    missing = [word for word in (*ALWAYS, *_systems_of_sensors(context, world.id)) if word not in there]
    for word in missing:
        filename, name = library(word)
        part = holder.child("plugin")
        part.set("name", constant(name))
        part.set("filename", constant(filename))
        if word == "sensors":
            part.out.append("render_engine", constant(RENDER_ENGINE))
    if missing:
        context.report(SYSTEMS_DEFAULTED, world, target=", ".join(OF_WORLDS[word] for word in missing), subject=str(world.name or ""))


def _systems_of_sensors(context: Context, world: Id) -> list[str]:
    """Return the systems for the sensors of a world, in the order of `OF_WORLDS`."""
    scene = context.scene
    others = {model.id for model in scene.models if model.world is not None and model.world != world}
    holders: tuple[Link | Joint, ...] = (*scene.links, *scene.joints)
    types = {sensor.type for each in holders if each.model not in others for sensor in each.sensors}
    needed = {SYSTEM_OF[kind] for kind in types if kind in SYSTEM_OF}
    return [word for word in OF_WORLDS if word in needed]
