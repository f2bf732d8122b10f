"""Volume and inertia of primitive geoms, solid and hollow (src/user/user_objects.cc, `GetVolume` and `SetInertia`).

size: MuJoCo's, with half lengths (m): of a sphere its radius; of a capsule and a cylinder radius and half length; of an ellipsoid and a box
half of each edge or axis. shell: the mass lies on the surface, and the density counts per area.
"""

from __future__ import annotations

import math

from scenec.ir.inertia import NO_INERTIA, Inertia, solid_box, solid_capsule, solid_cylinder, solid_ellipsoid, solid_sphere

Size = tuple[float, ...]
_THOMSEN = 1.6075
"""Exponent of Thomsen's approximation of the surface of an ellipsoid."""
_THIN = 1e-6
"""m: how thick MuJoCo makes the shell of an ellipsoid."""


def amount(kind: str, size: Size, *, shell: bool) -> float:
    """Return the volume (m^3), or with `shell` the surface (m^2). A plane has none."""
    try:
        found: float = (_SURFACES if shell else _VOLUMES)[kind](size) if kind in _VOLUMES else 0.0
    except OverflowError:  # its vertices cannot be computed
        return math.inf
    return found


def inertia(kind: str, size: Size, mass: float, *, shell: bool) -> Inertia:
    """Return the tensor (kg m^2) about the middle, along the geom's axes."""
    if kind not in _VOLUMES:
        return NO_INERTIA
    if shell:
        try:
            return _HOLLOW[kind](mass, size)
        except (OverflowError, ZeroDivisionError):  # its vertices cannot be computed
            return Inertia(math.nan, math.nan, math.nan)
    if kind == "sphere":
        return solid_sphere(mass, size[0])
    if kind == "capsule":
        return solid_capsule(mass, size[0], 2 * size[1])
    if kind == "cylinder":
        return solid_cylinder(mass, size[0], 2 * size[1])
    if kind == "ellipsoid":
        return solid_ellipsoid(mass, (size[0], size[1], size[2]))
    return solid_box(mass, (2 * size[0], 2 * size[1], 2 * size[2]))


_VOLUMES = {
    "sphere": lambda s: 4 * math.pi * s[0] ** 3 / 3,
    "capsule": lambda s: math.pi * s[0] ** 2 * (2 * s[1] + 4 * s[0] / 3),
    "cylinder": lambda s: math.pi * s[0] ** 2 * 2 * s[1],
    "ellipsoid": lambda s: 4 * math.pi * s[0] * s[1] * s[2] / 3,
    "box": lambda s: 8 * s[0] * s[1] * s[2],
    "hfield": lambda s: 8 * s[0] * s[1] * s[2],
}
_SURFACES = {
    "sphere": lambda s: 4 * math.pi * s[0] ** 2,
    "capsule": lambda s: 4 * math.pi * s[0] ** 2 + 4 * math.pi * s[0] * s[1],
    "cylinder": lambda s: 2 * math.pi * s[0] ** 2 + 4 * math.pi * s[0] * s[1],
    "ellipsoid": lambda s: (
        4 * math.pi * (((s[0] * s[1]) ** _THOMSEN + (s[1] * s[2]) ** _THOMSEN + (s[2] * s[0]) ** _THOMSEN) / 3) ** (1 / _THOMSEN)
    ),
    "box": lambda s: 8 * (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]),
    "hfield": lambda s: 8 * (s[0] * s[1] + s[1] * s[2] + s[2] * s[0]),
}


def _hollow_sphere(mass: float, size: Size) -> Inertia:
    moment = 2 * mass * size[0] ** 2 / 3
    return Inertia(moment, moment, moment)


def _hollow_capsule(mass: float, size: Size) -> Inertia:
    radius, height = size[0], 2 * size[1]
    of_caps = mass * 2 * radius / (2 * radius + height)
    of_tube = mass - of_caps
    caps = 2 * of_caps * radius**2 / 3
    middle = radius / 2  # of a hollow half ball, from its base
    across = of_tube * (6 * radius**2 + height**2) / 12 + caps + of_caps * ((size[1] + middle) ** 2 - middle**2)
    return Inertia(across, across, of_tube * radius**2 + caps)


def _hollow_cylinder(mass: float, size: Size) -> Inertia:
    radius, height = size[0], 2 * size[1]
    of_disk = mass * radius / (2 * radius + 2 * height)
    of_tube = mass - 2 * of_disk
    across = of_tube * (6 * radius**2 + height**2) / 12 + 2 * of_disk * (radius**2 / 4 + size[1] ** 2)
    return Inertia(across, across, of_tube * radius**2 + of_disk * radius**2)


def _hollow_ellipsoid(mass: float, size: Size) -> Inertia:
    """As MuJoCo: what is left when an ellipsoid is taken out of one that is a little larger."""
    larger = tuple(each + _THIN for each in size[:3])
    inner, outer = _VOLUMES["ellipsoid"](size), _VOLUMES["ellipsoid"](larger)
    density = mass / (outer - inner)
    a = solid_ellipsoid(inner * density, (size[0], size[1], size[2]))
    b = solid_ellipsoid(outer * density, (larger[0], larger[1], larger[2]))
    return Inertia(b.ixx - a.ixx, b.iyy - a.iyy, b.izz - a.izz)


def _hollow_box(mass: float, size: Size) -> Inertia:
    x, y, z = (2 * each for each in size[:3])
    areas = (y * z, z * x, x * y)  # of a side across x, y and z
    whole = 2 * sum(areas)
    of = [mass * area / whole for area in areas]

    def moment(i: int) -> float:
        """Of three pairs of sides about one axis: those across it lie flat, the others stand off and turn edgewise."""
        edges = (x, y, z)
        j, k = (i + 1) % 3, (i + 2) % 3
        flat = 2 * of[i] * (edges[j] ** 2 + edges[k] ** 2) / 12
        first = 2 * of[j] * (edges[k] ** 2 / 12 + edges[j] ** 2 / 4)
        return flat + first + 2 * of[k] * (edges[j] ** 2 / 12 + edges[k] ** 2 / 4)

    return Inertia(moment(0), moment(1), moment(2))


_HOLLOW = {
    "sphere": _hollow_sphere,
    "capsule": _hollow_capsule,
    "cylinder": _hollow_cylinder,
    "ellipsoid": _hollow_ellipsoid,
    "box": _hollow_box,
    "hfield": _hollow_box,
}
