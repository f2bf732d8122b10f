"""Principal axes as MuJoCo finds and orders them (src/user/user_util.cc, `mjuu_eig3`).

Which axis is called x matters where MuJoCo moves a frame into them, or fits a primitive along them: the largest moment comes first.
"""

from __future__ import annotations

import math

from scenec.ir.inertia import Inertia, rotated
from scenec.ir.pose import IDENTITY, Rotation, Vec3

SMALL = 1e-12
"""Products below this are none, and moments that differ by less are equal (kg m^2)."""
_MOST = 500
_HALF = 0.707106781186548


def principal_axes(inertia: Inertia) -> tuple[Vec3, Rotation]:
    """Return the moments, the largest first, and the axes that they are along. Jacobi's method, with MuJoCo's bounds."""
    turn = IDENTITY
    moments = list(inertia.entries[:3])
    for _ in range(_MOST):
        entries = rotated(inertia, turn.inverse()).entries
        moments = list(entries[:3])
        products = {(0, 1): entries[3], (0, 2): entries[4], (1, 2): entries[5]}
        row, column = max(products, key=lambda at: (abs(products[at]), at))
        product = products[row, column]
        if abs(product) < SMALL:
            break
        tau = (moments[column] - moments[row]) / (2 * product)
        t = math.copysign(1.0, tau) / (abs(tau) + math.sqrt(1 + tau * tau)) if tau else 1.0
        cosine = 1.0 / math.sqrt(1 + t * t)
        if cosine > 1.0 - SMALL:
            break
        axis = 3 - row - column
        sine = math.sqrt(0.5 - 0.5 * cosine) * (-1.0 if tau >= 0 else 1.0) * (-1.0 if axis == 1 else 1.0)
        turn = turn @ _about(axis, math.sqrt(1.0 - sine * sine), sine)
    return _sorted(moments, turn)


def _sorted(moments: list[float], turn: Rotation) -> tuple[Vec3, Rotation]:
    for lead in (0, 1, 0):
        if moments[lead] + SMALL < moments[lead + 1]:
            moments[lead], moments[lead + 1] = moments[lead + 1], moments[lead]
            turn = turn @ _about((lead + 2) % 3, _HALF, _HALF)
    return (moments[0], moments[1], moments[2]), turn


def _about(axis: int, w: float, sine: float) -> Rotation:
    parts = [0.0, 0.0, 0.0]
    parts[axis] = sine
    return Rotation.from_quat(w, *parts)
