"""Adaptations: small steps that bring a scene into a target's range, each in a file of its own.

A step takes a scene, the ledger and the target's title and returns a scene. What it computes it marks with `derived`; what it
changes in meaning it reports. The driver compares what went in with what came out: a value that vanished in between and that
the step did not name is reported as dropped. What a target can say, as far as a step must know, is given to it
as parameters, by the target's record.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from scenec.ir.scene import Scene
from scenec.ir.walk import changed_parts, ids_below
from scenec.trace import traced

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

Step = Callable[[Scene, "Ledger", str], Scene]

Adaptation = str | tuple[str, Mapping[str, Any]]
"""The name of a step, with its parameters if it has any."""

STEPS: Mapping[str, str] = {
    "agent_names": "names of a map were given to effectors and perceptors",
    "axes_to_joints": "axes were expressed in the frames of their joints",
    "axes_to_length": "short axes were lengthened",
    "camera_openings_to_range": "openings of cameras were brought into the range of the target",
    "closing_joints_to_anchors": "joints to the world that close loops got anchors",
    "collisions_to_primitives": "collision shapes were replaced by simple ones",
    "colours_to_range": "colours were clipped",
    "complete_motors": "motors were completed",
    "contacts_to_masks": "pairs that touch were converted to masks",
    "ends_to_links": "ends of joints were resolved to links",
    "extension_to_settings": "settings of an extension were brought into force",
    "floor_and_light": "a world, a floor and a light were added",
    "friction_table_to_surfaces": "the friction table was converted to coefficients of surfaces",
    "gains_of_servos": "gains of servos were worked out",
    "gears_to_joints": "gear ratios were applied",
    "inertias_to_definite": "inertia tensors were raised",
    "inertias_to_numbers": "automatic inertias were written as numbers",
    "joints_to_chains": "joints of several axes were split",
    "joints_to_tree": "joints were ordered as a tree",
    "limits_to_active": "inactive limits were dropped",
    "limits_to_order": "reversed limits were exchanged",
    "massless_links": "massless links were replaced",
    "merge_fixed_joints": "fixed joints were merged",
    "motors_to_limits": "maxima of motors were made limits of joints",
    "mesh_files_to_inline": "mesh files were inlined",
    "numbers_to_finite": "infinite numbers were dropped",
    "numbers_to_range": "numbers were brought into the range of the target",
    "sensors_to_types": "types of sensors were replaced",
    "servos_of_robots": "servos were added to robots without actuators",
    "shapes_without_extent": "shapes without extent were dropped",
    "starts_within_limits": "joints were started within their limits",
    "step_to_servos": "the step was shortened",
    "surfaces_to_law": "coefficients of surfaces were fitted to another law",
    "surfaces_to_friction_table": "coefficients of surfaces were converted to a friction table",
    "visuals_to_meshes": "visual shapes were replaced by meshes",
    "world_joints_to_models": "joints of the world were moved into models",
    "world_defaults": "gravity and steps of worlds were stated",
    "world_chains_to_bases": "bases of chains on the world were made free bodies",
    "zeros_to_starts": "zeros of joints were shifted",
}
"""Each is a module of this package with a function `adapt`; what it does, in words for those whose values do not survive it."""


LOSING = frozenset(
    {"collisions_to_primitives", "friction_table_to_surfaces", "merge_fixed_joints", "mesh_files_to_inline", "numbers_to_finite"}
)
"""Steps in which some values have no place, so that what is lost has a code of its own. All others keep or name every value."""


def load(adaptation: Adaptation) -> Step:
    """The step of that name, settled: see `settled`."""
    from importlib import import_module

    name, parameters = (adaptation, {}) if isinstance(adaptation, str) else adaptation
    module = import_module(f"scenec.adapt.{name}")
    return settled(name, cast(Step, partial(module.adapt, **parameters)))


def settled(name: str, step: Step) -> Step:
    """The step with its own accounting: every value id that was in the scene before and is not after must be named by a
    finding of the step; otherwise it is reported `dropped`: under the step's name if it is one of `LOSING`, else as a fault."""

    def run(scene: Scene, ledger: Ledger, target: str) -> Scene:
        done = len(ledger.entries)
        ledger.reach(scene)
        result = step(scene, ledger, target)
        if result is scene or not ledger.value_count:  # ids of a scene written without its source belong to a ledger that is gone
            return result
        gone, new, common = changed_parts(scene, result)
        lost = ids_below(gone) - ids_below(new)
        lost.difference_update(ledger.consumed_ids)
        lost.difference_update(value_id for entry in ledger.entries[done:] for value_id in entry.ids)
        if lost:
            lost -= ids_below(common)
        if lost:
            _report(name, lost, scene, ledger, target)
        return result

    return run


def _report(name: str, lost: set[int], scene: Scene, ledger: Ledger, target: str) -> None:
    """scene: before the step."""
    from scenec.accounting.ledger import Within
    from scenec.adapt.findings import ADAPTATION_DROPPED, OF_STEPS
    from scenec.ir.whereabouts import subjects

    places = subjects(scene, lost, ledger.paths)
    row = OF_STEPS.get(name, ADAPTATION_DROPPED)
    step = STEPS.get(name, name)
    for value_id in sorted(lost):
        subject, owner = places.get(value_id, ("", ""))
        ledger.report(row, about=traced("", (value_id,)), subject=subject, within=Within(owner), step=f"{step[:1].upper()}{step[1:]}")
