"""Adaptations: small steps that bring a scene into a target's range, each in a file of its own.

A step takes a scene, the ledger and the target's title and returns a scene. What it computes it marks with `derived`; what it
changes in meaning it reports. The driver compares what went in with what came out: a value that vanished in between and that
the step did not name is reported as dropped under the step's name.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from scenec.ir.scene import Scene
from scenec.ir.walk import changed_parts, ids_below
from scenec.trace import traced

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

Step = Callable[[Scene, "Ledger", str], Scene]

STEPS = ("friction_table_to_mean_surfaces", "friction_table_to_surfaces", "merge_fixed_joints", "surfaces_to_friction_table")
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
        if result is scene or not ledger.value_count:  # ids of a scene written without its source belong to a ledger that is gone
            return result
        gone, new, common = changed_parts(scene, result)
        lost = ids_below(gone) - ids_below(new) - ledger.consumed_ids
        lost.difference_update(value_id for entry in ledger.entries[done:] for value_id in entry.ids)
        if lost:
            lost -= ids_below(common)
        for value_id in sorted(lost):
            ledger.report(
                f"{name.replace('_', '-')}-dropped",
                "dropped",
                "warning",
                "physics",
                about=traced("", (value_id,)),
                because=f"it does not survive the adaptation {name.replace('_', ' ')} for {target}",
                consequence="the target does not have it",
            )
        return result

    return run
