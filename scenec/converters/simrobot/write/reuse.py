"""The expanded scene with reuse: models that are used several times become definitions, in files of their own if asked for."""

from __future__ import annotations

import posixpath
from collections.abc import Sequence

import msgspec

from scenec.converters.format import WriteResult
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.shared_definitions import Instance, share_definitions
from scenec.errors import ScenecError
from scenec.ir.scene import Model
from scenec.syntax.element import Element
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.xml_printing import Out, claims_of


def with_reuse(writing: Writing, simulation: Element, expanded: WriteResult, instances: Sequence[Instance]) -> WriteResult:
    """Return the result with definitions, if reading it gives the same scene as the expanded one; else the expanded one."""
    options, request = writing.options, writing.request
    if options.flatten:
        return expanded
    taken = [(child.attributes.get("name", ""), child.tag) for child in simulation.children]
    definitions = share_definitions(instances, taken, single=options.split)
    if not definitions and not options.split:
        return expanded
    from scenec.converters.simrobot.write.kept import include_suffix, read_back
    from scenec.converters.simrobot.write.scene_equality import SceneEquality
    from scenec.converters.simrobot.write.source_layout import WrittenFiles
    from scenec.converters.simrobot.write.split import split

    place = next(i for i, child in enumerate(simulation.children) if child.tag == "Scene")
    simulation.children[place:place] = definitions
    parts: dict[str, Out] = {expanded.main: simulation}
    if options.split:
        parts.update(split(simulation, request.assets, include_suffix(writing)))
    files = {**expanded.files, **{name: print_simrobot(part) for name, part in parts.items()}}
    try:
        wanted = read_back(WrittenFiles(expanded.main, expanded.files, expanded.claims), writing.version).scene
        if not SceneEquality().holds(wanted, read_back(WrittenFiles(expanded.main, files, {}), writing.version).scene):
            return expanded
    except ScenecError:
        return expanded
    return msgspec.structs.replace(expanded, files=files, claims={name: claims_of(part) for name, part in parts.items()})


def instance_of(writing: Writing, model: Model, out: Element, number: int = 0) -> Instance:
    """Return the instance of a model (or of its tree of bodies of that number)."""
    scene = writing.scene
    use = next((each for each in scene.uses if each.id == model.use), None)
    asset = next((each for each in scene.assets if use is not None and each.id == use.asset), None)
    name = str(out.attributes.get("name") or model.name or out.tag)
    if use is None or asset is None:
        return Instance(out, None, name)
    stem = posixpath.splitext(posixpath.basename(str(asset.name).rstrip("/")))[0] or name
    tree = f"/{number}" if number else ""
    return Instance(out, f"{asset.kind} {asset.id}{tree}", f"{stem}{number + 1 if number else ''}", use.arguments)
