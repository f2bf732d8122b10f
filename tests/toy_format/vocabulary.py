"""The one element of a toy file, with its attributes."""

from __future__ import annotations

import math
from typing import cast

from scenec.ir.pose import Vec3
from scenec.syntax.kinds import Kind, KindError, shown
from scenec.syntax.vocabulary import Child, Element, Row


class Text(Kind[str]):
    name = "text"

    def parse(self, text: str) -> tuple[str, bool]:
        return text, False

    def show(self, value: str) -> str:
        return value

    def perturb(self, text: str) -> str:
        return f"{text}_other"


class Vector(Kind[Vec3]):
    """Three finite numbers. lowest: all are greater."""

    name = "vector"

    def __init__(self, unit: str, lowest: float = -math.inf) -> None:
        self.unit, self.lowest = unit, lowest

    def parse(self, text: str) -> tuple[Vec3, bool]:
        try:
            x, y, z = map(float, text.split())
        except ValueError:
            raise KindError("Expected three numbers") from None
        if not all(math.isfinite(each) and each > self.lowest for each in (x, y, z)):
            raise KindError(f"Expected finite numbers greater than {self.lowest}")
        return (x, y, z), False

    def show(self, value: Vec3) -> str:
        return " ".join(map(shown, value))

    def perturb(self, text: str) -> str:
        x, y, z = self.parse(text)[0]
        return self.show((x + 0.125, y + 0.25, z + 0.5))


class Mass(Kind[float]):
    name = "mass"
    unit = "kg"

    def parse(self, text: str) -> tuple[float, bool]:
        try:
            value = float(text)
        except ValueError:
            raise KindError("Expected a number") from None
        if not 0 < value < math.inf:
            raise KindError("Expected a finite mass greater than 0")
        return value, False

    def show(self, value: float) -> str:
        return shown(value)

    def perturb(self, text: str) -> str:
        return self.show(2 * self.parse(text)[0])


NAME = Row("name", Text(), default="", cite="tests/toy_format")
MASS = Row("mass", Mass(), cite="tests/toy_format")
SIZE = Row("size", Vector("m", 0.0), required=True, cite="tests/toy_format")
AT = Row("at", Vector("m"), default=(0.0, 0.0, 0.0), cite="tests/toy_format")
ROWS = cast("tuple[Row[object], ...]", (NAME, MASS, SIZE, AT))
ELEMENTS = {"toy": Element("toy", children=(Child("box"),)), "box": Element("box", rows=ROWS)}
