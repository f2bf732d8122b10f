"""How values are spelled in RSG: numbers, names, switches.

Untouched numbers are written as short as they read back, computed ones with 15 digits; never through `eval`, which keeps six.
"""

from __future__ import annotations

import math
import re

from scenec.converters.common.numbers import Computed, finite
from scenec.ir.pose import Vec3, clean
from scenec.trace import ids_of

ENDLESS = 1e16
"""What is larger stands for infinity in other formats."""

_FORBIDDEN = re.compile(r"""[\x00-\x20\x7f()"';/\\]|^\$|^\.{1,2}\Z""")
"""In names: what cannot be addressed by a path (``/``, ``.``, ``..``), is substituted (``$``) or would end an atom."""
_AMBIGUOUS = re.compile(r"%(?=[0-9A-F]{2})")


def number(value: float) -> str:
    """A number; infinity as one that no float32 of a simulator reaches in practice."""
    if math.isinf(value):
        return "1e+20" if value > 0 else "-1e+20"
    return finite(value)


NOISE = 1e-15
"""What two places of a metre that are the same can be apart once they are computed."""


def numbers(*values: float) -> tuple[str, ...]:
    return tuple(map(number, values))


def vector(values: Vec3, *, is_computed: bool = False) -> tuple[str, ...]:
    """Components of one vector: noise of a computation is not shown."""
    if is_computed or any(len(ids_of(value)) > 1 for value in values):
        return tuple(number(Computed(value) if abs(value) >= NOISE else 0.0) for value in clean(values))
    return numbers(*values)


def flag(value: object) -> str:
    """`true` or `false`: SimSpark takes no other word."""
    return "true" if value else "false"


def spelled(name: str) -> str:
    """A name that can be addressed, reversibly escaped as in URLs where it could not."""
    if not _FORBIDDEN.search(name):
        return str(name)
    return _FORBIDDEN.sub(_escaped, _AMBIGUOUS.sub("%25", name))


def _escaped(found: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in found.group().encode())
