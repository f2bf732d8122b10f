"""Adaptations: small steps that bring a scene into a target's range, each in a file of its own.

A step takes a scene, the ledger and the target's title and returns a scene. What it computes it marks with `derived`; what it
changes in meaning it reports. The driver compares what went in with what came out: a value that vanished in between and that
the step did not name is reported as dropped under the step's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from scenec.ir.scene import Scene
from scenec.ir.walk import leaves
from scenec.trace import ids_of

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

Step = Callable[[Scene, "Ledger", str], Scene]

STEPS = ("friction_table_to_surfaces",)
"""Each is a module of this package with a function `adapt`."""


def load(name: str) -> Step:
    """The step of that name, settled: see `settled`."""
    from importlib import import_module

    module = import_module(f"scenec.adapt.{name}")
    return settled(name, cast(Step, module.adapt))


def settled(name: str, step: Step) -> Step:
    """The step with its own accounting: every value id that was in the scene before and is not after must be named by a
    finding of the step; otherwise it is reported `dropped` under the step's name."""

    def run(scene: Scene, ledger: Ledger, target: str) -> Scene:
        done = len(ledger.entries)
        result = step(scene, ledger, target)
        if result is scene:
            return scene
        after = {value_id for _, value in leaves(result) for value_id in ids_of(value)}
        named = {value_id for entry in ledger.entries[done:] for value_id in entry.ids} | ledger.consumed_ids
        for path, value in leaves(scene):
            lost = [value_id for value_id in ids_of(value) if value_id not in after and value_id not in named]
            if lost:
                ledger.report(
                    f"{name.replace('_', '-')}-dropped",
                    "dropped",
                    "warning",
                    "physics",
                    about=value,
                    subject=".".join(str(step) for step in path),
                    because=f"it does not survive the adaptation {name.replace('_', ' ')} for {target}",
                    consequence="the target does not have it",
                )
                named.update(lost)
        return result

    return run
