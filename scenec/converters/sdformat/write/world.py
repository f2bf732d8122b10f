"""Write worlds."""

from __future__ import annotations

from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras, write_plugins
from scenec.converters.sdformat.write.frames import pose_text, write_pose
from scenec.converters.sdformat.write.include import write_if_included
from scenec.converters.sdformat.write.joint import write_joint_if_possible
from scenec.converters.sdformat.write.members import Members
from scenec.converters.sdformat.write.model import write_frame, write_model
from scenec.converters.sdformat.write.physics import (
    write_atmosphere,
    write_fields,
    write_profiles,
    write_spherical_coordinates,
)
from scenec.converters.sdformat.write.ready import write_missing_systems
from scenec.converters.sdformat.write.reuse import Reuse
from scenec.converters.sdformat.write.systems import write_systems_of_world
from scenec.converters.sdformat.write.values import number, show
from scenec.ir.base import Plugin
from scenec.ir.light import Light
from scenec.ir.names import Unique
from scenec.ir.physics_profile import Look, World
from scenec.ir.scene import Actor
from scenec.syntax.said import Said
from scenec.trace import made_of


def write_world(
    context: Context, members: Members, reuse: Reuse, holder: ElementWriter, world: World | None, name: Said, plugins: tuple[Plugin, ...]
) -> None:
    """Write a world. world: None where the scene has models and no world. plugins: those of the scene."""
    part = holder.child("world")
    part.set("name", name)
    own = world.id if world is not None else ""
    if world is not None:
        write_world_settings(context, part, world)
        write_look(context, part, world, members.lights(own))
    if world is not None:
        write_systems_of_world(part, world.extras)
        write_missing_systems(context, part, world)
    write_plugins(part, plugins)
    for frame in members.frames(own):
        if not write_if_included(context, reuse, part, frame):
            write_frame(context, part, frame)
    if lights := members.lights(own):
        write_lights(context, part, lights)
    for model in members.nested(own):
        write_model(context, members, reuse, part, model)
    for joint in members.joints(own):
        if not write_if_included(context, reuse, part, joint):
            write_joint_if_possible(context, part, joint)
    for actor in members.actors(own):
        if not write_if_included(context, reuse, part, actor):
            write_actor(context, part, actor)
    if world is not None:
        write_extras(part, world.extras)


def write_lights(context: Context, holder: ElementWriter, lights: list[Light]) -> None:
    from scenec.converters.sdformat.write.light import write_light

    for light in lights:
        write_light(context, holder, light, context.names.unique_name(light, "light", None), None, None)


def write_world_settings(context: Context, part: ElementWriter, world: World) -> None:
    if part.knows("gravity"):
        write_fields(part, world)
    write_profiles(context, part, world)
    part.put(world, "wind", "wind/linear_velocity")
    part.put(world, "audio_device", "audio/device")
    write_atmosphere(part, world)
    write_spherical_coordinates(part, world)


def write_look(context: Context, holder: ElementWriter, world: World, lights: list[Light]) -> None:
    """Write how a world is drawn. lights: those of the world. Lights of links are added to the first world."""
    if world.id == context.scene.worlds[0].id and any(link.lights for link in context.scene.links):
        lights = [*lights, *(light for link in context.scene.links if link.lights for light in link.lights)]
    if lights:
        from scenec.converters.sdformat.write.light import write_ambient

        write_ambient(context, holder.later("scene"), world, lights)
    elif world.look is not None:
        holder.later("scene").put(world.look, "ambient")
    if world.look is not None:
        write_settings_of_look(holder, world.look)


def write_settings_of_look(holder: ElementWriter, look: Look) -> None:
    part = holder.later("scene")
    part.put(look, "background")
    for field in ("shadows", "grid", "origin_visual"):
        part.put(look, field)
    if look.fog is not None:
        fog = part.later("fog")
        for field in ("color", "type", "start", "end", "density"):
            fog.put(look.fog, field)
    if look.sky is not None:
        sky = part.child("sky")
        for field in ("time", "sunrise", "sunset"):
            sky.put(look.sky, field)
        for field in ("speed", "direction", "humidity", "mean_size", "ambient"):
            sky.put(look.sky, f"cloud_{field}", f"clouds/{field}")
        sky.put(look.sky, "cubemap", "cubemap_uri")
    for viewpoint in look.viewpoints[:1]:
        camera = holder.later("gui").child("camera")
        camera.set("name", show(viewpoint.name or made_of("user_camera", viewpoint.name)))
        if viewpoint.pose is not None:
            camera.text("pose", pose_text(viewpoint.pose.position, viewpoint.pose.rotation))
        write_extras(camera, viewpoint.extras)


def write_actor(context: Context, holder: ElementWriter, actor: Actor) -> None:
    part = holder.child("actor", says=(actor.world,))
    part.set("name", context.names.unique_name(actor, "actor", None))
    write_pose(context, part, actor.pose, actor.relative_to, None, None)
    if actor.skin is not None:
        skin = part.child("skin")
        skin.text("filename", context.assets.file(actor.skin, actor))
        skin.put(actor, "skin_scale", "scale")
    unique = Unique()
    for animation in actor.animations:
        element = part.child("animation")
        element.set("name", context.names.named(animation, "animation", unique))
        element.text("filename", context.assets.file(animation.uri, animation, animation.found))
        element.put(animation, "scale")
        element.put(animation, "interpolate_x")
    script = part.child("script")
    for field in ("loop", "delay_start", "auto_start"):
        script.put(actor, field)
    for i, trajectory in enumerate(actor.trajectories):
        path = script.child("trajectory")
        path.set("id", show(i if trajectory.number is None else trajectory.number))
        path.set("type", show(trajectory.type or made_of("__default__", trajectory.type)))
        path.put(trajectory, "tension", "@tension")
        for waypoint in trajectory.waypoints:
            element = path.child("waypoint")
            element.text("time", number(waypoint.time))
            element.text("pose", pose_text(waypoint.pose.position, waypoint.pose.rotation))
    write_plugins(part, actor.plugins)
    write_extras(part, actor.extras)
