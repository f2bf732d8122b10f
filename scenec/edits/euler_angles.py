"""The angles of a rotation about three axes in any order."""

from __future__ import annotations

import math

from scenec.ir.pose import Rotation

_AXES = {"x": 0, "y": 1, "z": 2}


def euler_angles(rotation: Rotation, order: str) -> tuple[float, float, float]:
    """Angles (rad) by which turns about the axes of `order`, one after the other, give the rotation. Small letters: about the axes that the
    turns before have moved; capitals: about fixed axes. Where the first and the third axis coincide, the third angle is 0.

    Quaternion to Euler angles as in Bernardes & Viollet 2022 (doi:10.1371/journal.pone.0276302), for moving axes.
    """
    if order.isupper():  # fixed axes: the same turns in the opposite order
        third, second, first = euler_angles(rotation, order[::-1].lower())
        return first, second, third
    i, j, k = (_AXES[each] for each in reversed(order))  # the paper turns about fixed axes
    proper = i == k
    if proper:
        k = 3 - i - j
    sign = (i - j) * (j - k) * (k - i) // 2
    w, *vector = rotation
    if proper:
        a, b, c, d = w, vector[i], vector[j], vector[k] * sign
    else:
        a, b, c, d = w - vector[j], vector[i] + vector[k] * sign, vector[j] + w, vector[k] * sign - vector[i]
    middle = 2.0 * math.atan2(math.hypot(c, d), math.hypot(a, b))
    plus, minus = math.atan2(b, a), math.atan2(d, c)
    if abs(middle) < 1e-9:
        first, third = 0.0, 2.0 * plus
    elif abs(middle - math.pi) < 1e-9:
        first, third = 0.0, 2.0 * minus
    else:
        first, third = plus - minus, plus + minus
    if not proper:
        third *= sign
        middle -= math.pi / 2.0
    turned = (first, middle, third)
    a1, a2, a3 = (math.remainder(each, 2.0 * math.pi) for each in turned)
    return a3, a2, a1
