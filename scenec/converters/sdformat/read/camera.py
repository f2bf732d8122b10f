"""Read cameras."""

from __future__ import annotations

from scenec import ir
from scenec.converters.sdformat.read.context import Reading
from scenec.converters.sdformat.read.element import Element
from scenec.converters.sdformat.read.extras import collect
from scenec.converters.sdformat.read.noise import read_plain_noise
from scenec.converters.sdformat.read.scope import Scope
from scenec.converters.sdformat.vocabulary import CUSTOM, INTRINSICS, PROJECTION

BASE = "camera"


def read_camera(reading: Reading, element: Element, scope: Scope) -> ir.Camera:
    pose, relative_to = reading.pose(element, scope)
    save, distortion, lens = element.child("save"), element.child("distortion"), element.child("lens")
    width, height = (element.take(BASE, f"image/{name}", default=True) for name in ("width", "height"))
    near, far = (element.take(BASE, f"clip/{name}", default=True) for name in ("near", "far"))
    return ir.Camera(
        name=element.raw("name"),
        pose=pose,
        relative_to=relative_to,
        width=width,
        height=height,
        horizontal_fov=element.take(BASE, "horizontal_fov", default=True),
        near=near,
        far=far,
        format=element.take(BASE, "image/format"),
        anti_aliasing=element.take(BASE, "image/anti_aliasing"),
        depth_output=element.take(BASE, "depth_camera/output"),
        depth_near=element.take(BASE, "depth_camera/clip/near"),
        depth_far=element.take(BASE, "depth_camera/clip/far"),
        noise=read_plain_noise(element, BASE),
        distortion=_distortion(distortion) if distortion is not None else None,
        lens=_lens(lens) if lens is not None else None,
        save=save.flag("camera/save/@enabled", "enabled") if save is not None else None,
        save_path=save.take(BASE + "/save", "path") if save is not None else None,
        visibility_mask=element.take(BASE, "visibility_mask"),
        segmentation_type=element.take(BASE, "segmentation_type"),
        box_type=element.take(BASE, "box_type"),
        optical_frame=element.take(BASE, "optical_frame_id"),
        trigger_topic=element.take(BASE, "trigger_topic"),
        info_topic=element.take(BASE, "camera_info_topic"),
        extras=collect(element, BASE),
        origin=element.origin,
    )


def _distortion(element: Element) -> ir.Distortion:
    base = f"{BASE}/distortion"
    k1, k2, k3, p1, p2, center = (element.take(base, name, default=True) for name in ("k1", "k2", "k3", "p1", "p2", "center"))
    return ir.Distortion(k1=k1, k2=k2, k3=k3, p1=p1, p2=p2, center=center, origin=element.origin)


def _lens(element: Element) -> ir.Lens:
    base = f"{BASE}/lens"
    custom = element.child("custom_function")
    return ir.Lens(
        type=element.take(base, "type", default=True),
        scale_to_fov=element.take(base, "scale_to_hfov", default=True),
        custom=_several(custom, f"{base}/custom_function", CUSTOM),
        custom_function=custom.word("fun") if custom is not None else None,
        cutoff_angle=element.take(base, "cutoff_angle"),
        texture_size=element.take(base, "env_texture_size"),
        intrinsics=_several(element.child("intrinsics"), f"{base}/intrinsics", INTRINSICS),
        projection=_several(element.child("projection"), f"{base}/projection", PROJECTION),
        origin=element.origin,
    )


def _several(element: Element | None, base: str, names: tuple[str, ...]) -> tuple[float, ...] | None:
    return tuple(element.take(base, name, default=True) for name in names) if element is not None else None


def read_logical_camera(element: Element) -> ir.Camera:
    """Read a logical camera, which sees everything in a frustum."""
    base = "logical_camera"
    near, far, ratio, angle = (element.take(base, name, default=True) for name in ("near", "far", "aspect_ratio", "horizontal_fov"))
    return ir.Camera(near=near, far=far, aspect_ratio=ratio, horizontal_fov=angle, origin=element.origin)
