"""Lights."""

from __future__ import annotations

from scenec.ir.base import Color, Extra, Id, Node
from scenec.ir.pose import Pose, Vec3


class Attenuation(Node, frozen=True, kw_only=True, gc=False):
    """1 / (constant + linear d + quadratic d^2), d in m; nothing beyond `range` (m)."""

    range: float | None = None
    constant: float | None = None
    linear: float | None = None
    quadratic: float | None = None


class Spot(Node, frozen=True, kw_only=True, gc=False):
    """inner_angle, outer_angle: full opening angles of the bright cone and of where the light ends (rad).
    falloff: exponent between them (1 = linear in the SDF sense); exponent: of the cosine (OpenGL)."""

    inner_angle: float | None = None
    outer_angle: float | None = None
    falloff: float | None = None
    exponent: float | None = None


class Light(Node, frozen=True, kw_only=True, gc=False):
    """A light of the world or of a link.

    type: ``directional``, ``point`` or ``spot``. pose: in the frame of its owner (world or link), or of `relative_to`.
    direction: the way the light travels, in the light's own frame; need not be a unit vector. intensity: factor. use: asset instance.
    """

    name: str | None = None
    type: str
    pose: Pose | None = None
    relative_to: Id | None = None
    direction: Vec3 | None = None
    diffuse: Color | None = None
    specular: Color | None = None
    ambient: Color | None = None
    intensity: float | None = None
    on: bool | None = None
    cast_shadows: bool | None = None
    visualize: bool | None = None
    attenuation: Attenuation | None = None
    spot: Spot | None = None
    world: Id | None = None
    extras: tuple[Extra, ...] = ()
    use: str | None = None
