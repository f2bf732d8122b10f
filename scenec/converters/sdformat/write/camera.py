"""Cameras: everything that makes images."""

from __future__ import annotations

import math

from scenec.converters.sdformat.vocabulary import CUSTOM, INTRINSICS, PROJECTION
from scenec.converters.sdformat.write.context import Context
from scenec.converters.sdformat.write.element_writer import ElementWriter
from scenec.converters.sdformat.write.extras import write_extras
from scenec.converters.sdformat.write.frames import pose_text
from scenec.converters.sdformat.write.light import EVERYWHERE
from scenec.converters.sdformat.write.required_values import write_required
from scenec.converters.sdformat.write.values import computed_number, flag, number, show
from scenec.ir.sensor import Camera, Distortion, Lens, Sensor
from scenec.syntax.said import constant

NARROW = 1e-9
"""Smaller openings (rad) show nothing and have no focal length."""


def write_cameras(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    cameras = sensor.cameras if sensor.type == "multicamera" else sensor.cameras[:1]
    for camera in cameras:
        write_camera(context, holder, sensor, camera)


def write_camera(context: Context, holder: ElementWriter, sensor: Sensor, camera: Camera) -> None:
    """Write a camera, which looks along +x like those of the scene."""
    part = holder.child("camera")
    if camera.name is not None:
        part.set("name", show(camera.name))
    if camera.relative_to is None and camera.pose is not None and not camera.pose.is_identity:
        part.text("pose", pose_text(camera.pose.position, camera.pose.rotation))
    part.put(camera, "info_topic", "camera_info_topic")
    part.put(camera, "trigger_topic")
    size = (("width", "image/width"), ("height", "image/height"))
    is_stated = write_from_vertical_fov(part, camera)
    write_required(context, part, sensor, camera, size if is_stated else (("horizontal_fov", ""), *size))
    part.put(camera, "format", "image/format")
    part.put(camera, "anti_aliasing", "image/anti_aliasing")
    write_required(context, part, sensor, camera, (("near", "clip/near"), ("far", "clip/far")))
    if camera.save is not None or camera.save_path is not None:
        save = part.child("save")
        save.set("enabled", flag(camera.save))
        save.put(camera, "save_path", "path", always=True)
    part.put(camera, "depth_output", "depth_camera/output")
    part.put(camera, "depth_near", "depth_camera/clip/near")
    part.put(camera, "depth_far", "depth_camera/clip/far")
    if camera.noise is not None and part.has("noise"):
        noise = part.child("noise")
        for field in ("type", "mean", "stddev"):
            noise.put(camera.noise, field, always=True)
    if camera.distortion is not None and part.has("distortion"):
        write_distortion(part, camera.distortion)
    if camera.lens is not None and part.has("lens"):
        write_lens(part, camera.lens)
    write_vertical_fov(context, part, camera)
    for field in ("segmentation_type", "box_type", "visibility_mask"):
        part.put(camera, field)
    part.put(camera, "optical_frame", "optical_frame_id")
    write_extras(part, camera.extras)


def write_distortion(holder: ElementWriter, distortion: Distortion) -> None:
    part = holder.child("distortion")
    for field in ("k1", "k2", "k3", "p1", "p2", "center"):
        part.put(distortion, field, always=True)


def write_lens(holder: ElementWriter, lens: Lens) -> None:
    part = holder.later("lens")
    part.put(lens, "type", always=True)
    part.put(lens, "scale_to_fov", "scale_to_hfov", always=True)
    if lens.custom is not None or lens.custom_function is not None:
        function = part.later("custom_function")
        for tag, value in zip(CUSTOM, lens.custom or (), strict=False):
            function.text(tag, number(value))
        function.put(lens, "custom_function", "fun", always=True)
    part.put(lens, "cutoff_angle")
    part.put(lens, "texture_size", "env_texture_size")
    for tag, names, values in (("intrinsics", INTRINSICS, lens.intrinsics), ("projection", PROJECTION, lens.projection)):
        if values is not None and part.has(tag):
            for name, value in zip(names, getattr(lens, tag), strict=False):
                part.text(f"{tag}/{name}", number(value))


def write_from_vertical_fov(part: ElementWriter, camera: Camera) -> bool:
    """Write the horizontal opening that square pixels give, where only the vertical one is stated. Return whether it was written."""
    vertical = camera.vertical_fov
    if camera.horizontal_fov is not None or vertical is None or not NARROW < vertical < math.pi:
        return False
    sizes = []
    for pixels, path in ((camera.width, "image/width"), (camera.height, "image/height")):
        sizes.append(pixels if pixels is not None and pixels > 0 and part.takes(pixels, path) else int(part.default(path)))
    horizontal = 2 * math.atan(math.tan(vertical / 2) * sizes[0] / sizes[1])
    part.text("horizontal_fov", computed_number(horizontal, camera.vertical_fov))
    return True


def square_pixel_fov(camera: Camera) -> float | None:
    """Return the vertical opening (rad) that square pixels give. None if a value is missing or the opening is impossible."""
    if not camera.width or not camera.height or camera.horizontal_fov is None or not NARROW < camera.horizontal_fov < math.tau:
        return None
    return 2 * math.atan(math.tan(camera.horizontal_fov / 2) * camera.height / camera.width)


def write_vertical_fov(context: Context, part: ElementWriter, camera: Camera) -> None:
    """Write focal lengths if the vertical opening differs from that of square pixels. SDFormat states the horizontal one only."""
    square = square_pixel_fov(camera)
    if camera.vertical_fov is None or square is None or not part.takes(camera.horizontal_fov, "horizontal_fov"):
        return
    if math.isclose(camera.vertical_fov, square, rel_tol=1e-9):
        part.leave_out(camera.vertical_fov)
        return
    if (
        not NARROW < camera.vertical_fov < math.tau
        or not part.has("lens/intrinsics")
        or (camera.lens is not None and camera.lens.intrinsics is not None)
    ):
        return  # left unread
    width, height, horizontal = camera.width, camera.height, camera.horizontal_fov
    assert width is not None and height is not None and horizontal is not None
    if camera.lens is None:  # a lens has to have both
        for tag, text in (("type", "stereographic"), ("scale_to_hfov", "true")):
            part.text(f"lens/{tag}", constant(text))
    intrinsics = part.later("lens").later("intrinsics")
    intrinsics.text("fx", computed_number(width / 2 / math.tan(horizontal / 2), camera.width, camera.horizontal_fov))
    vertical = camera.vertical_fov
    assert vertical is not None
    intrinsics.text("fy", computed_number(height / 2 / math.tan(vertical / 2), camera.height, vertical))
    intrinsics.text("cx", computed_number(width / 2, camera.width))
    intrinsics.text("cy", computed_number(height / 2, camera.height))
    intrinsics.text("s", constant("0"))


def write_logical_camera(context: Context, holder: ElementWriter, sensor: Sensor) -> None:
    """Write a logical camera, whose view is a frustum. Without a far end it sees the whole scene. The aspect ratio gives the height."""
    for camera in sensor.cameras[:1]:
        part = holder.child("logical_camera")
        write_required(context, part, sensor, camera, (("near", ""), ("far", "")), {"far": EVERYWHERE})
        openings = (camera.horizontal_fov, camera.vertical_fov)
        if camera.aspect_ratio is None and all(angle is not None and 0 < angle < math.pi for angle in openings):
            assert camera.horizontal_fov is not None and camera.vertical_fov is not None
            ratio = math.tan(camera.horizontal_fov / 2) / math.tan(camera.vertical_fov / 2)
            part.text("aspect_ratio", computed_number(ratio, camera.horizontal_fov, camera.vertical_fov))
        else:
            write_required(context, part, sensor, camera, (("aspect_ratio", ""),))
        write_required(context, part, sensor, camera, (("horizontal_fov", ""),))
