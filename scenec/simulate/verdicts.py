"""Verdicts on the motion of a robot: stands, falls, sinks, explodes. The thresholds are in docs/howto/simulate.md."""

from __future__ import annotations

import math
from typing import Any

import msgspec

MOST_MOVED, MOST_TURNED = 0.05, 10.0
"""How far what stands moves (m) and turns (degrees)."""
FALLEN_TURN, FALLEN_DROP = 45.0, 0.3
"""Turned by so many degrees, or with its centre of mass lower by this share of its height, it has fallen."""
FREE_FALL = 0.9
"""Share of a free fall from which a part counts as falling: no contact or joint held it."""
DEEPEST = 0.02
"""m into something else: deeper is sinking."""
FASTEST = 30.0
"""m/s above the speed of a free fall: faster is an explosion."""
MOST_OF_A_JOINT = 0.1
"""rad or m that a joint of what is fixed to the ground moves while it holds."""
MOST_BEYOND = {"turns": 0.02, "slides": 0.002}
"""rad or m outside its limits: MuJoCo's limits are soft."""


class Verdict(msgspec.Struct, frozen=True):
    """Verdict on a tree of bodies. name: of its first body. word: ``stands``, ``falls``, ``lands`` (it started in the air),
    ``drops`` (nothing is below it), ``sinks``, ``explodes``, ``moves``; of what is fixed to the ground ``holds`` or ``moves``.
    because: the measures, for people."""

    name: str
    word: str
    because: str


class Excess(msgspec.Struct, frozen=True):
    """How far a joint was outside its limits at most, in rad (turns) or m."""

    joint: str
    beyond: float
    turns: bool

    def sentence(self) -> str:
        return f"Joint {self.joint} was {_amount(self.beyond, turns=self.turns)} outside its limits."


def judge(motion: dict[str, Any]) -> tuple[Verdict, ...]:
    """Return a verdict per tree. motion: what `mujoco_run.py` printed."""
    seconds = motion["times"][-1]
    return tuple(_of_tree(tree, motion["unstable"], seconds, motion["gravity"]) for tree in motion["trees"])


def beyond_limits(motion: dict[str, Any]) -> tuple[Excess, ...]:
    """Return the joints that left their limits, the farthest first."""
    found = [Excess(each["joint"], each["beyond"], each["turns"]) for each in motion["beyond"]]
    kept = [each for each in found if each.beyond > MOST_BEYOND["turns" if each.turns else "slides"]]
    return tuple(sorted(kept, key=lambda each: -each.beyond))


def _of_tree(tree: dict[str, Any], unstable: str, seconds: float, gravity: float) -> Verdict:
    name = tree["name"]
    if unstable:
        return Verdict(name, "explodes", f"MuJoCo gave up with {unstable}")
    if tree["speed"] > FASTEST + gravity * seconds:
        return Verdict(name, "explodes", f"a part reached {tree['speed']:.0f} m/s")
    most = tree["joint_moved"]
    joints = f", joint {tree['joint']} moved {_amount(most, turns=tree['joint_turns'])}" if tree["joints"] else ""
    if not tree["floating"]:
        return Verdict(name, "holds" if most <= MOST_OF_A_JOINT else "moves", f"its base is fixed{joints}")
    height = max(tree["height"], 1e-9)
    if tree["dropped"] > FALLEN_DROP * height and (not tree["touched"] or tree["dropped"] > FREE_FALL * gravity * seconds**2 / 2):
        return Verdict(name, "drops", f"nothing is below it; it fell {_length(tree['dropped'])}")
    if tree["depth"] > DEEPEST:
        return Verdict(name, "sinks", f"a contact is {_length(tree['depth'])} deep")
    measures = f"moved {_length(tree['moved'])}, turned {tree['turned']:.1f}°{joints}"
    if (tree["turned"] > FALLEN_TURN and tree["joints"]) or tree["dropped"] - tree["dropped_free"] > FALLEN_DROP * height:
        return Verdict(name, "falls", f"{measures}, its centre of mass sank {_length(tree['dropped'])}")
    if tree["dropped"] > FALLEN_DROP * height:
        return Verdict(name, "lands", f"it started {_length(tree['dropped_free'])} above what it met; {measures}")
    stands = tree["moved"] <= MOST_MOVED and tree["turned"] <= MOST_TURNED
    return Verdict(name, "stands" if stands else "moves", measures)


def _amount(value: float, *, turns: bool) -> str:
    return f"{math.degrees(value):.1f}°" if turns else _length(value)


def _length(length: float) -> str:
    return f"{length * 1000:.1f} mm" if abs(length) < 0.1 else f"{length:.2f} m"
