"""Values of the right and of the wrong kind: numbers that no simulation can use, texts that mean something to somebody else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from scenec.syntax.kinds import Kind, KindError

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
ORDINARY = (
    "0", "1", "-1", "0.5", "2", "0.1", "-0.25", "3", "10", "1.5707963267948966", "0.001", "9.81", "100", "0.7",
)
EXTREME = (
    "-0", "-0.0", "1e308", "-1e308", "1.7976931348623157e308", "1e309", "-1e999", "1e5000", "1e-5000", "5e-324", "1e-310", "1e154",
    "1e200", "1e-200", "1e16", "1e15", "123456789012345678901234567890", "9" * 400,
    "9" * 5000, "0." + "0" * 400 + "1", "nan", "NaN", "-nan",
    "inf", "-inf", "Infinity", "0x10", "0x1p-3", "0x1p2000", "2147483647", "2147483648", "-2147483649", "4294967296",
    "18446744073709551616", "65536", "1000000", "100000000", "1e1_0", "1_000", "1,5", "1e", "1e+", "+", "-", ".", ".5", "5.", "+3",
    "--1", "0b1", "08", "1/0", "1;2", "٣", "½", "²", "1 ", " 1", "1\n", "1e400 1e400 1e400", "0 0 0", "1 2", "1 2 3 4 5 6 7 8 9",
    "0 0 0 0",
)
TEXTS = (
    "", " ", "a", "b", "c", "world", "__root__", "__model__", "a::b", "::", "a::", "::a", "..", "../../a", "/etc/passwd", "C:\\a",
    "con", "nul.obj", "a/b", "x" * 300, "é", "e\u0301", "𝄞", "\u202e", "\ufeff", "\u0085", "\u2028", "\u00a0", "\ufffe", "\ufdd0",
    "<b>&\"'", "]]>", "--", "$a", "${a}", "$(a)", "{{a}}", "%s%n", "null", "true", "false", "yes", "~", "*a", "&a", "!a", "#",
    "=1+1", "@a", "|", "model://a", "package://a/b", "file:///dev/zero", "http://127.0.0.1:9/a", "mm", "kg", "()", "nd", "box",
    "mesh.obj", "mesh.stl", "mesh.dae", "image.png", "a b", "a_2", "A", "\t", "a\tb", "a\nb", "\\", "\\n", '"', "'", "`", "a;b",
    "1", "-1", "0x", "x\u0301" * 40,
)
WORDS = (
    "true", "false", "1", "0", "box", "sphere", "cylinder", "capsule", "mesh", "plane", "hinge", "slider", "revolute", "prismatic",
    "fixed", "ball", "universal", "continuous", "screw", "gearbox", "revolute2", "hinge2", "fixed", "undefined", "node1", "node2",
    "center", "custom", "DC", "PID", "omni", "spot", "point", "directional", "perspective", "spherical", "length", "velocity",
    "angle", "quadratic", "ode", "bullet", "dart", "simbody", "camera", "ray", "imu", "contact", "gps", "lidar", "gpu_lidar",
    "depth", "force_torque", "altimeter", "gaussian", "none", "mm", "cm", "m", "km", "rgb(50%, 10%, 0%)", "rgba(1%, 2%, 3%, 4%)",
    "#aabbcc", "#aabbccdd", "10mm", "3degree", "2degree/s", "5kg", "1N", "0.01s", "0.1kg*m^2", "2m/s", "-9.81m/s^2", "0 0 1",
    "1 0 0", "0 0 0 0 0 0", "1 2 3 0.1 0.2 0.3", "0.5 0.5 0.5 1", "0 0", "1 0 0 0", "1 1 1", "0.2 0.3 0.4", "0 0 -9.81", "joint",
    "JointPosition", "NodePosition", "RaySensor", "CameraSensor", "RotatingRaySensor", "EM_SPEED", "servo", "PRIMITIVE", "empty",
    "terrain",
)
# fmt: on
NAMES = ("a", "b", "c", "d", "e")
"""Few, so that names repeat, and references lead somewhere or round in circles."""

_ALL = (*ORDINARY, *WORDS, *NAMES)


@cache
def _accepted(kind: Kind[Any]) -> tuple[str, ...]:
    """Which of the ordinary values a kind takes."""
    words = [*getattr(kind, "words", ()), *getattr(kind, "numbers", ())]
    return tuple(text for text in (*words, *_ALL) if takes(kind, text)) or ORDINARY


def takes(kind: Kind[Any], text: str) -> bool:
    try:
        kind.parse(text)
    except KindError:
        return False
    return True


class Wild:
    """Choices with a share of wrong ones. share: how many of the choices are wild, from 0 (a well-behaved file) to 1."""

    def __init__(self, rng: random.Random, share: float) -> None:
        self.rng, self.share = rng, share

    @property
    def wild(self) -> bool:
        return self.rng.random() < self.share

    def pick(self, choices: Sequence[Any]) -> Any:
        return self.rng.choice(choices)

    def name(self) -> str:
        return str(self.pick(TEXTS)) if self.wild else str(self.pick(NAMES))

    def number(self) -> str:
        return str(self.pick(EXTREME)) if self.wild else str(self.pick(ORDINARY))

    def value(self, kind: Kind[Any]) -> str:
        """A text for a value of that kind; a wild one may be of any other."""
        if self.wild:
            return str(self.pick((*EXTREME, *TEXTS, *WORDS)))
        return str(self.pick(_accepted(kind)))

    def some(self, choices: Sequence[Any], most: int) -> list[Any]:
        """A few of the choices, each at most once."""
        count = min(len(choices), self.rng.randint(0, most))
        return self.rng.sample(list(choices), count)


class Maker(NamedTuple):
    """A function that makes a text of a format. spec: the format with its version, suffix: of the file; "" = those that the format has."""

    make: Callable[[Wild], str]
    spec: str = ""
    suffix: str = ""
