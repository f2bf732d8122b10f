"""Openings of cameras that the target's program refuses, brought into its range."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec

from scenec.accounting.amounts import angle_text
from scenec.adapt.findings import CAMERA_OPENING_APPROXIMATED
from scenec.ir.scene import Scene
from scenec.ir.sensor import Camera, Sensor
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger


def adapt(
    scene: Scene, ledger: Ledger, target: str, *, least: float = 0.0, most: float = math.tau, width: int = 320, height: int = 240
) -> Scene:
    """The scene whose cameras open from `least` to `most` horizontally (rad). width, height: pixels of a camera that states none, by which
    a vertical opening decides the horizontal one. Reports `sensor-camera-opening-approximated` for each camera."""
    if not any(sensor.cameras for link in scene.links for sensor in link.sensors):
        return scene
    links = []
    for link in scene.links:
        sensors = []
        for sensor in link.sensors:
            cameras = tuple(_in_range(each, least, most, (width, height)) for each in sensor.cameras)
            for old, new in zip(sensor.cameras, cameras, strict=True):
                if new is not old:
                    _report(ledger, old, new, sensor)
            same = all(new is old for old, new in zip(sensor.cameras, cameras, strict=True))
            sensors.append(sensor if same else msgspec.structs.replace(sensor, cameras=cameras))
        same = all(new is old for old, new in zip(link.sensors, sensors, strict=True))
        links.append(link if same else msgspec.structs.replace(link, sensors=tuple(sensors)))
    return msgspec.structs.replace(scene, links=tuple(links))


def _in_range(camera: Camera, least: float, most: float, size: tuple[int, int]) -> Camera:
    if camera.horizontal_fov is not None:
        held = min(max(float(camera.horizontal_fov), least), most)
        same = held == camera.horizontal_fov
        return camera if same else msgspec.structs.replace(camera, horizontal_fov=derived(held, camera.horizontal_fov))
    if camera.vertical_fov is None or not 0 < camera.vertical_fov < math.pi:
        return camera
    across = (camera.width or size[0]) / (camera.height or size[1])
    lowest, highest = (2 * math.atan(math.tan(min(limit, 3.1) / 2) / across) for limit in (least, most))
    held = min(max(float(camera.vertical_fov), lowest), highest)
    if held == camera.vertical_fov:
        return camera
    horizontal = least if held == lowest else most
    return msgspec.structs.replace(camera, vertical_fov=None, horizontal_fov=derived(horizontal, camera.vertical_fov))


def _report(ledger: Ledger, old: Camera, new: Camera, sensor: Sensor) -> None:
    stated, which = (old.horizontal_fov, "horizontally") if old.horizontal_fov is not None else (old.vertical_fov, "vertically")
    assert stated is not None and new.horizontal_fov is not None
    ledger.report(
        CAMERA_OPENING_APPROXIMATED,
        sensor,
        about=stated,
        value=f"{angle_text(stated, 4)} {which}",
        target=f"{angle_text(new.horizontal_fov, 4)} horizontally",
        origin=old.origin,
    )
