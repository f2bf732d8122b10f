"""Sites, cameras and lights of bodies and of the world."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from scenec import ir
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.compiler import RADIANS, pose_of, turned_to, vector_within, within
from scenec.converters.mjcf.read.context import WORLD_ID, Reading, aside
from scenec.converters.mjcf.read.tree import Body, Placed
from scenec.ir.base import Color
from scenec.ir.pose import ORIGIN, Pose, Rotation, Vec3, norm, sub
from scenec.syntax.kinds import shown
from scenec.trace import derived, ids_of, traced

CAMERA_TURN = Rotation.from_matrix(((0.0, -1.0, 0.0), (0.0, 0.0, 1.0), (-1.0, 0.0, 0.0)))
"""Our sensing frame (looks along x, z up) in MuJoCo's camera (looks along -z, y up)."""
FOVY = 45.0
CUTOFF = 45.0
EXPONENT = 10.0
DIFFUSE, SPECULAR, AMBIENT = (0.7, 0.7, 0.7), (0.3, 0.3, 0.3), (0.0, 0.0, 0.0)
DOWN: Vec3 = (0.0, 0.0, -1.0)


class Site(msgspec.Struct, frozen=True, gc=False):
    """A site that sensors and others refer to. X_BS: its pose in its body."""

    body: Body
    X_BS: Pose
    frame: str


ALL_AROUND = 180.0
"""Half the opening of a spot that shines in all directions (degrees), as OpenGL has it."""


class Views:
    """Puts sites, cameras and lights into the scene."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading

    def read(self, body: Body, model: str | None) -> None:
        """Read those of a body whose link is there, or of the world. model: of the body, None for the world."""
        for site in body.sites:
            self._site(site, body, model)
        cameras = tuple(self._camera(each) for each in body.cameras)
        if cameras:
            self.reading.change_link(body.link, sensors=cameras)
        lights = [(each, self._light(each, body.parent is None)) for each in body.lights]
        made = tuple(light for _, light in lights if light is not None)
        if body.parent is None:
            self.reading.lights.extend(made)
        elif made:
            self.reading.change_link(body.link, lights=made)
        for placed in body.cameras:
            self.reading.name("camera", placed.entry.element, (body, placed))
        for placed in body.lights:
            self.reading.name("light", placed.entry.element, (body, placed))

    def _site(self, placed: Placed, body: Body, model: str | None) -> None:
        entry = placed.entry
        kind = entry.word("type")
        entry.taken.discard("type")
        if kind in ("mesh", "hfield", "plane") and not entry.has("mesh"):
            raise entry.element.error(f"a site cannot be a {kind}", "type", "sphere, capsule, ellipsoid, cylinder or box")
        ends = entry.vector("fromto")
        extras: tuple[ir.Extra, ...] = ()
        if ends is not None:
            a, b = (ends[0], ends[1], ends[2]), (ends[3], ends[4], ends[5])
            half = norm(sub(a, b)) / 2
            size = entry.vector("size", (0.005, 0.005, 0.005)) or ()
            text = " ".join(
                shown(float(each)) for each in ((size[0], half) if kind in ("capsule", "cylinder") else (size[0], size[0], half))
            )
            extras = (ir.Extra(format="mjcf", key="@size", value=traced(text, ids_of((ends, size)))),)
            middle = (a[0] / 2 + b[0] / 2, a[1] / 2 + b[1] / 2, a[2] / 2 + b[2] / 2)
            own = derived(Pose(middle, turned_to(sub(a, b))), ends)
        else:
            own = pose_of(entry, placed.home.compiler)
        X_BS = within(placed.X_BF, own)
        frame = self.reading.new_id("frame")
        self.reading.name("site", entry.element, Site(body, X_BS, frame))
        in_world = body.parent is None
        self.reading.frames.append(
            ir.Frame(
                id=frame,
                name=entry.name,
                model=None if in_world else model,
                world=WORLD_ID if in_world else None,
                attached_to=None if in_world else body.link,
                pose=X_BS,
                extras=(*extras, *entry.extras()),
                origin=entry.origin,
            )
        )

    # ---------------------------------------------------------------- cameras

    def _camera(self, placed: Placed) -> ir.Sensor:
        entry = placed.entry
        X_BC = within(placed.X_BF, pose_of(entry, placed.home.compiler))
        turned = Pose(X_BC.position, derived(X_BC.rotation @ CAMERA_TURN, X_BC.rotation))
        resolution = entry.vector("resolution")
        vertical, horizontal = self._opening(entry, resolution)
        width, height = (resolution[0], resolution[1]) if resolution else (None, None)
        camera = ir.Camera(
            width=None if width is None else derived(int(width), width),
            height=None if height is None else derived(int(height), height),
            horizontal_fov=horizontal,
            vertical_fov=vertical,
            origin=entry.origin,
        )
        return ir.Sensor(name=entry.name, type="camera", pose=turned, cameras=(camera,), extras=entry.extras(), origin=entry.origin)

    def _opening(self, entry: Entry, resolution: tuple[float, ...] | None) -> tuple[float, float | None]:
        """The opening angles (rad): from top to bottom, and from side to side where the image has a size."""
        fovy = entry.number("fovy", FOVY) or FOVY
        size, focal = entry.vector("sensorsize"), entry.vector("focal")
        pixels = entry.vector("focalpixel")
        if float(fovy) >= 180:
            raise entry.element.error("the camera opens half a turn or more", "fovy", "less than 180")
        if size is not None and size[0] > 0 and size[1] > 0:
            if resolution is None:
                raise entry.element.error("sensorsize needs a resolution", "sensorsize", "resolution")
            lengths = focal if focal is not None and all(focal) else None
            if pixels is not None and all(pixels):
                lengths = (pixels[0] * size[0] / resolution[0], pixels[1] * size[1] / resolution[1])
            self.reading.ledger.consumed(size, focal, pixels)
            if lengths is not None:
                ids = traced("", ids_of((size, focal, pixels)))
                wide, high = (derived(2 * math.atan2(edge / 2, length), ids) for edge, length in zip(size, lengths, strict=True))
                return high, wide
        for name in ("sensorsize", "focal", "focalpixel"):
            entry.taken.discard(name)
        vertical = derived(float(fovy) * RADIANS, fovy)
        if resolution is None or not all(resolution[:2]) or not ids_of(resolution):
            return vertical, None
        wide = 2 * math.atan(math.tan(vertical / 2) * float(resolution[0]) / float(resolution[1]))
        return vertical, derived(wide, fovy, resolution)

    # ---------------------------------------------------------------- lights

    def _light(self, placed: Placed, in_world: bool) -> ir.Light | None:
        entry = placed.entry
        directional = entry.text("directional")
        kind = entry.text("type") or ("directional" if directional == "true" else "spot")
        if kind == "spot" and entry.number("cutoff") == ALL_AROUND:
            kind = "point"
        word = derived(str(kind), entry.text("type") or "", directional or "", entry.number("cutoff") if kind == "point" else "")
        if kind == "image":
            self.reading.extras.append(aside(entry.element))
            return None
        position = entry.vector("pos", ORIGIN) or ORIGIN
        stated = entry.vector("dir", DOWN) or DOWN
        direction: Vec3 = (stated[0], stated[1], stated[2])
        if norm(direction) < 1e-14:
            raise entry.element.error("the light has no direction", "dir", "a direction")
        at = Pose((position[0], position[1], position[2]))
        if not placed.X_BF.is_identity:
            at = Pose(within(placed.X_BF, at).position)
            direction = vector_within(placed.X_BF, direction)
        active, shadow = entry.text("active"), entry.text("castshadow")
        if kind == "directional":
            for name in ("attenuation", "range", "cutoff", "exponent"):
                entry.taken.discard(name)
        return ir.Light(
            name=entry.name,
            type=word,
            pose=at,
            direction=None if kind == "point" and not ids_of(direction) else direction,
            diffuse=_opaque(entry, "diffuse", DIFFUSE),
            specular=_opaque(entry, "specular", SPECULAR),
            ambient=_opaque(entry, "ambient", AMBIENT) if entry.has("ambient") else None,
            on=None if active is None else derived(active == "true", active),
            cast_shadows=None if shadow is None else derived(shadow == "true", shadow),
            attenuation=None if kind == "directional" else _attenuation(entry),
            spot=_spot(entry) if kind == "spot" else None,
            world=WORLD_ID if in_world else None,
            extras=entry.extras(),
            origin=entry.origin,
        )


def _opaque(entry: Entry, name: str, default: tuple[float, float, float]) -> Color:
    values: Any = entry.vector(name, default) or default
    return (values[0], values[1], values[2], 1.0)


def _attenuation(entry: Entry) -> ir.Attenuation | None:
    factors, reach = entry.vector("attenuation", (1.0, 0.0, 0.0)), entry.number("range")
    if not entry.has("attenuation") and reach is None:
        return None
    assert factors is not None
    return ir.Attenuation(range=reach, constant=factors[0], linear=factors[1], quadratic=factors[2], origin=entry.origin)


def _spot(entry: Entry) -> ir.Spot:
    """The cutoff is half the opening, always in degrees."""
    cutoff = entry.number("cutoff", CUTOFF) or 0.0
    opening = derived(2 * float(cutoff) * RADIANS, cutoff)
    return ir.Spot(inner_angle=None, outer_angle=opening, exponent=entry.number("exponent", EXPONENT), origin=entry.origin)
