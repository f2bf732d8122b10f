"""Types of the parameters of script methods: how SimSpark parses them (parameterlist.h), and how they are printed.

Every parameter is a string. Numbers go through C's ``atof``: text behind a number is ignored, and text without a number is 0.
"""

from __future__ import annotations

import math
import re
from typing import Any

from scenec.syntax.kinds import Kind, KindError, shown

_FLOAT = re.compile(
    r"[ \t\n\v\f\r]*([+-]?(?:0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?"
    r"|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[iI][nN][fF](?:[iI][nN][iI][tT][yY])?|[nN][aA][nN]))"
)


def leading_number(text: str) -> tuple[float, str]:
    """Return the number that C's atof parses at the start of a text, and the part that it parsed ("" if there is none: then 0)."""
    found = _FLOAT.match(text)
    if found is None:
        return 0.0, ""
    literal = found.group(1)
    if "x" in literal or "X" in literal:
        try:
            return float.fromhex(literal), literal
        except OverflowError:
            return math.copysign(math.inf, -1.0 if literal.startswith("-") else 1.0), literal
    return float(literal), literal


class Number(Kind[float]):
    """A float, as atof parses it."""

    def __init__(self, name: str, unit: str) -> None:
        self.name = name
        self.unit = unit

    def parse(self, text: str) -> tuple[float, bool]:
        value, literal = leading_number(text)
        return value, literal != text

    def show(self, value: float) -> str:
        return shown(value)

    def perturb(self, text: str) -> str:
        return shown(self.parse(text)[0] * 0.75 + 0.25)


class Angle(Number):
    """An angle, written in degrees and parsed to rad."""

    def parse(self, text: str) -> tuple[float, bool]:
        return math.radians(leading_number(text)[0]), True

    def show(self, value: float) -> str:
        return shown(math.degrees(value))


class Whole(Kind[int]):
    """An int: the float that atof parses, truncated."""

    name = "integer"

    def parse(self, text: str) -> tuple[int, bool]:
        value, literal = leading_number(text)
        if not math.isfinite(value):
            return 0, True
        return int(value), literal != text or str(int(value)) != text

    def show(self, value: int) -> str:
        return str(int(value))

    def perturb(self, text: str) -> str:
        return str(self.parse(text)[0] + 1)


class Flag(Kind[bool]):
    """Exactly ``true`` or ``false``. Anything else rejects the call."""

    name = "flag"

    def parse(self, text: str) -> tuple[bool, bool]:
        if text not in ("true", "false"):
            raise KindError("not a truth value", "true or false")
        return text == "true", False

    def show(self, value: bool) -> str:
        return "true" if value else "false"

    def perturb(self, text: str) -> str:
        return "false" if text == "true" else "true"


class Text(Kind[str]):
    """A name, a path or a file."""

    def __init__(self, name: str = "text") -> None:
        self.name = name

    def parse(self, text: str) -> tuple[str, bool]:
        return text, False

    def show(self, value: str) -> str:
        return value

    def perturb(self, text: str) -> str:
        return text + "x"


NUMBER = Number("number", "")
LENGTH = Number("length", "m")
MASS = Number("mass", "kg")
DENSITY = Number("density", "kg/m^3")
INERTIA = Number("inertia", "kg m^2")
DEGREES = Angle("angle", "rad")
DEGREES_PER_SECOND = Angle("angular velocity", "rad/s")
RADIANS_PER_SECOND = Number("angular velocity", "rad/s")
METRES_PER_SECOND = Number("velocity", "m/s")
STOP = Number("position", "m or rad")
EFFORT = Number("effort", "N or N m")
WHOLE = Whole()
FLAG = Flag()
TEXT = Text()
PATH = Text("node path")
FILE = Text("file")

KINDS: dict[str, Kind[Any]] = {  # the words of the vocabulary's signatures
    "": NUMBER,
    "m": LENGTH,
    "kg": MASS,
    "density": DENSITY,
    "inertia": INERTIA,
    "deg": DEGREES,
    "deg/s": DEGREES_PER_SECOND,
    "rad/s": RADIANS_PER_SECOND,
    "m/s": METRES_PER_SECOND,
    "stop": STOP,
    "effort": EFFORT,
    "int": WHOLE,
    "flag": FLAG,
    "text": TEXT,
    "path": PATH,
    "file": FILE,
}
