"""Compares the results of the acceptance checks with the floors kept beside this file: what passed once must pass, what was
lost or reported may only become less.

    floors.py --golden golden.json --loss loss.json            exit status 1 where something got worse
    floors.py --pairs pairs.json                               the same for a check of pairs of formats (repeatable)
    floors.py --golden golden.json --pairs pairs.json --accept   keep the better figures, and take those of new scenes; give it a
                                                               run over all scenes, as some have twins of the same name

What fails in the golden check must be known to, by name. Each scene has a floor for each target: the share of its values that are
lost, and the number of findings. A run is compared with the floors of the scenes it looked at. A scene without a floor passes and is
named, but a format converted to itself loses nothing.
Problems of a loss probe (a silent loss, a ledger that does not balance) or of pairs (a bent value, bytes that drift) have the
floor 0 unless a figure is written there by hand, since a random sample can only lower it by chance. Needs only the standard library.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from pathlib import Path
from typing import Any

FLOORS = Path(__file__).with_name("floors.json")
EMPTY: dict[str, Any] = {"passed": {}, "failing": {}, "problems": {}, "loss": {}}
ROUNDING = 1e-9  # shares are quotients of counts
DIGITS = 1e6  # shares are kept as millionths, rounded up


def passes(golden: list[dict[str, Any]]) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Per group of the golden check how many entries pass, and the names of those that do not."""
    passed: Counter[str] = Counter()
    failing: dict[str, list[str]] = {}
    for entry in golden:
        passed[entry["group"]] += entry["status"] == "pass"
        if entry["status"] not in ("pass", "n/a"):
            failing.setdefault(entry["group"], []).append(entry["name"])
    return dict(passed), {group: sorted(names) for group, names in failing.items()}


def together(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Several runs of the loss probe, or of the check of pairs, as one."""
    problems: Counter[str] = Counter()
    for run in runs:
        problems.update(run["problems"])
    lists = {key: [row for run in runs for row in run.get(key, ())] for key in ("scenes", "conversions")}
    return {"problems": dict(problems), **lists}


def with_pairs(probe: dict[str, Any] | None, pairs: dict[str, Any] | None) -> dict[str, Any] | None:
    """A loss probe's scenes with what a check of pairs found lost in its own; without the problems of the pairs."""
    if pairs is None:
        return probe
    scenes = [{"entry": row["entry"], "loss": {row["pair"][1]: row["loss"]}} for row in pairs.get("conversions", ()) if "loss" in row]
    return together([*([probe] if probe is not None else []), {"problems": {}, "scenes": scenes}])


def losses(probe: dict[str, Any]) -> dict[str, dict[str, dict[str, float]]]:
    """Pair -> scene -> share of lossy values, number of findings. Collections hold scenes of one name (each year has its
    ``BH.ros2``); the number of values tells them apart, and where it does not the worse counts for both."""
    found: dict[str, dict[str, dict[str, float]]] = {}
    for scene in probe["scenes"]:
        source, _, name = scene["entry"].partition(":")
        for target, loss in scene["loss"].items():
            scenes = found.setdefault(f"{source} -> {target}", {})
            key = f"{name} #{loss['values']}"
            scenes[key] = {figure: max(loss[figure], scenes.get(key, loss)[figure]) for figure in ("share", "findings")}
    return found


def floor_of(scene: str, kept: dict[str, dict[str, float]]) -> dict[str, float] | None:
    """The floor of a scene; if its values are counted differently now, the loosest of its name."""
    name = scene.rpartition(" #")[0]
    same = [kept[scene]] if scene in kept else [floor for other, floor in kept.items() if other.rpartition(" #")[0] == name]
    return {key: max(floor[key] for floor in same) for key in ("share", "findings")} if same else None


def worse(
    floors: dict[str, Any], golden: list[dict[str, Any]] | None, probe: dict[str, Any] | None, pairs: dict[str, Any] | None = None
) -> list[str]:
    """One line for each figure below its floor."""
    found = []
    for kind, count in (pairs or {"problems": {}})["problems"].items():
        if count > floors.get("pairs", {}).get(kind, 0):
            found.append(f"pairs: {count} {kind}, the floor is {floors.get('pairs', {}).get(kind, 0)}")
    if golden is not None:
        passed, failing = passes(golden)
        for group, least in floors["passed"].items():
            fresh = sorted(set(failing.get(group, [])) - set(floors["failing"].get(group, [])))
            if passed.get(group, 0) < least or fresh:
                found.append(f"golden {group}: {passed.get(group, 0)} pass, the floor is {least}; newly failing: {', '.join(fresh[:10])}")
    if probe is not None:
        for kind, count in probe["problems"].items():
            if count > floors["problems"].get(kind, 0):
                found.append(f"loss probe: {count} {kind}, the floor is {floors['problems'].get(kind, 0)}")
        for pair, scenes in losses(probe).items():
            source, _, target = pair.partition(" -> ")
            for scene, figures in scenes.items():
                if source == target and figures["share"]:
                    found.append(f"{pair} {scene}: share {figures['share']:.6g}; a format converted to itself loses nothing")
                for key, most in (floor_of(scene, floors["loss"].get(pair, {})) or {}).items():
                    if figures[key] > most + ROUNDING:
                        found.append(f"{pair} {scene}: {key} {figures[key]:.6g}, the floor is {most:.6g}")
    return found


def accepted(floors: dict[str, Any], golden: list[dict[str, Any]] | None, probe: dict[str, Any] | None) -> dict[str, Any]:
    """The floors with every better figure taken over. Worse ones stay: a floor is raised by hand, with its reason in the commit."""
    result: dict[str, Any] = json.loads(json.dumps(floors))
    if golden is not None:
        passed, failing = passes(golden)
        for group, count in passed.items():
            if count >= result["passed"].get(group, 0):
                result["passed"][group] = count
                result["failing"][group] = failing.get(group, [])
    if probe is not None:
        for pair, scenes in losses(probe).items():
            kept = result["loss"].setdefault(pair, {})
            for scene, figures in scenes.items():
                kept[scene] = {key: min(figures[key], kept.get(scene, figures)[key]) for key in ("share", "findings")}
                kept[scene]["share"] = math.ceil(kept[scene]["share"] * DIGITS - ROUNDING) / DIGITS
    return result


def printed(floors: dict[str, Any]) -> str:
    """As JSON with a line for each scene."""
    rest = json.dumps({key: value for key, value in floors.items() if key != "loss"}, indent=1, sort_keys=True)
    pairs = []
    for pair, scenes in sorted(floors["loss"].items()):
        lines = [f"   {json.dumps(scene)}: {json.dumps(figures, sort_keys=True)}" for scene, figures in sorted(scenes.items())]
        pairs.append(f"  {json.dumps(pair)}: {{\n" + ",\n".join(lines) + "\n  }")
    return rest.removesuffix("\n}") + ',\n "loss": {\n' + ",\n".join(pairs) + "\n }\n}\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--golden", type=Path, help="what golden_check.py --json wrote")
    parser.add_argument("--loss", type=Path, action="append", help="what loss_probe.py --json wrote (repeatable)")
    parser.add_argument("--pairs", type=Path, action="append", help="what pairs_check.py --json wrote (repeatable)")
    parser.add_argument("--accept", action="store_true", help="rewrite floors.json with every better figure")
    options = parser.parse_args()
    floors = json.loads(FLOORS.read_text(encoding="utf-8")) if FLOORS.exists() else EMPTY
    golden = json.loads(options.golden.read_text(encoding="utf-8")) if options.golden else None
    probe = together([json.loads(path.read_text(encoding="utf-8")) for path in options.loss]) if options.loss else None
    pairs_checked = together([json.loads(path.read_text(encoding="utf-8")) for path in options.pairs]) if options.pairs else None
    probe = with_pairs(probe, pairs_checked)
    if options.accept:
        FLOORS.write_text(printed(accepted(floors, golden, probe)), encoding="utf-8")
        print(f"wrote {FLOORS.name}")
        return 0
    problems = worse(floors, golden, probe, pairs_checked)
    for line in problems:
        print(line)
    pairs = losses(probe) if probe is not None else {}
    for pair, scenes in pairs.items():
        for scene in scenes:
            if floor_of(scene, floors["loss"].get(pair, {})) is None:
                print(f"note: {pair} {scene} has no floor yet")
    checked = (len(floors["passed"]) if golden is not None else 0) + sum(len(scenes) for scenes in pairs.values()) + (probe is not None)
    print(f"floors: {checked - min(checked, len(problems))} held, {len(problems)} broken")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
