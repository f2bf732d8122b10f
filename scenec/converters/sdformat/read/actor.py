"""Read actors: scripted characters."""

from __future__ import annotations

from scenec import ir
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect, read_plugins
from scenec.converters.sdformat.read.scope import Scope
from scenec.ir import Id
from scenec.ir.pose import Pose

SCRIPT = "actor/script"


def read_actor(reading: Reading, element: Element, scope: Scope | None, world: Id | None) -> ir.Actor:
    pose, relative_to = reading.pose(element, scope)
    use = reading.use_of(element)
    skin, script = element.child("skin"), element.child("script")
    loop, delay, start = (script.take(SCRIPT, name) if script is not None else None for name in ("loop", "delay_start", "auto_start"))
    return ir.Actor(
        name=reading.own_name(element),
        world=world,
        pose=pose,
        relative_to=relative_to,
        skin=skin.word("filename") if skin is not None else None,
        skin_scale=skin.take("actor/skin", "scale") if skin is not None else None,
        animations=tuple(_animation(reading, each) for each in element.all("animation")),
        loop=loop,
        delay_start=delay,
        auto_start=start,
        trajectories=tuple(_trajectory(reading, each) for each in script.all("trajectory")) if script is not None else (),
        plugins=read_plugins(element, reading.use_of),
        extras=collect(element, "actor"),
        use=use,
        origin=element.origin,
    )


def _animation(reading: Reading, element: Element) -> ir.Animation:
    uri = element.word("filename") or ""
    found = reading.locator.find_file(uri, element.file.folder) if uri else None
    return ir.Animation(
        name=element.required("name"),
        uri=uri,
        found=found,
        scale=element.take("actor/animation", "scale"),
        interpolate_x=element.take("actor/animation", "interpolate_x"),
        origin=element.origin,
    )


def _trajectory(reading: Reading, element: Element) -> ir.Trajectory:
    element.required("id")
    element.required("type")
    base = f"{SCRIPT}/trajectory"
    return ir.Trajectory(
        number=element.flag(f"{base}/@id", "id"),
        type=element.raw("type"),
        tension=element.flag(f"{base}/@tension", "tension"),
        waypoints=tuple(_waypoint(reading, each) for each in element.all("waypoint")),
        origin=element.origin,
    )


def _waypoint(reading: Reading, element: Element) -> ir.Waypoint:
    pose, _ = reading.pose(element, None)
    time = element.take(f"{SCRIPT}/trajectory/waypoint", "time", default=True)
    return ir.Waypoint(time=time, pose=pose or Pose(), origin=element.origin)
