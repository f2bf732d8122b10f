"""The expanded scene with its reuse: models that are used several times as definitions, in files of their own if that is asked for."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

import msgspec

from scenec.accounting.lens import unwrap
from scenec.converters.format import WriteResult
from scenec.converters.simrobot.fold import Instance, fold
from scenec.converters.simrobot.layout import Laid
from scenec.converters.simrobot.same_scene import Likeness
from scenec.converters.simrobot.split import split
from scenec.converters.simrobot.write_context import Writing
from scenec.converters.simrobot.write_kept import include_suffix, read_laid
from scenec.errors import ScenecError
from scenec.ir.scene import Model
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.xml_printing import Out


def with_reuse(writing: Writing, simulation: Out, expanded: WriteResult, instances: Sequence[Instance]) -> WriteResult:
    """The result with definitions, if reading it gives the same scene as the expanded one; else that."""
    options, request = writing.options, writing.request
    if options.flatten:
        return expanded
    taken = [(child.attributes.get("name", ""), child.tag) for child in simulation.children]
    definitions = fold(instances, taken, single=options.split)
    if not definitions and not options.split:
        return expanded
    place = next(i for i, child in enumerate(simulation.children) if child.tag == "Scene")
    simulation.children[place:place] = definitions
    parts = split(simulation, request.assets, include_suffix(writing)) if options.split else {}
    files = {expanded.main: print_simrobot(simulation), **{name: print_simrobot(part) for name, part in parts.items()}}
    try:
        wanted = read_laid(Laid(expanded.main, expanded.files, 0), writing.version)
        if not Likeness().same(wanted, read_laid(Laid(expanded.main, files, 0), writing.version)):
            return expanded
    except ScenecError:
        return expanded
    return msgspec.structs.replace(expanded, files=files)


def instance_of(writing: Writing, model: Model, out: Out, number: int = 0) -> Instance:
    """What stands for a model (or for its tree of bodies of that number)."""
    bare, scene = unwrap(model), writing.scene
    use = next((each for each in scene.uses if each.id == bare.use), None)
    asset = next((each for each in scene.assets if use is not None and each.id == use.asset), None)
    name = str(out.attributes.get("name") or bare.name or out.tag)
    if use is None or asset is None:
        return Instance(out, None, name)
    stem = posixpath.splitext(posixpath.basename(str(asset.name).rstrip("/")))[0] or name
    tree = f"/{number}" if number else ""
    return Instance(out, f"{asset.kind} {asset.id}{tree}", f"{stem}{number + 1 if number else ''}", use.arguments)
