"""Definitions in files of their own, as SimRobot's scenes are laid out: the scene includes one file per model.

The file of a model also gets the definitions that only the model refers to. Definitions of several models get a common file; those of the
scene alone stay in it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable

from scenec.converters.common.file_names import FileNames, file_stem
from scenec.converters.simrobot.vocabulary import PATH_ATTRIBUTES, is_absolute
from scenec.syntax.xml_printing import Out

MODELS = frozenset(("Body", "Compound", "Hinge", "Slider"))
SHARED = "shared"
Key = tuple[str, str]
"""Element and name of a definition."""


def split(simulation: Out, folder: str, suffix: str) -> dict[str, Out]:
    """Move definitions out of a simulation into files that it includes. Returns file name -> its `Simulation`."""
    definitions = {(child.tag, child.attributes.get("name", "")): child for child in simulation.children if child.tag not in ("", "Scene")}
    homes = homes_of(simulation, definitions)
    files: dict[str, Out] = {}
    taken = FileNames()
    names: dict[str, str] = {}
    for key, home in homes.items():
        if home is None:
            continue
        if home not in names:
            names[home] = taken.free(file_stem(home, "part"), suffix)
            files[f"{folder}/{names[home]}"] = Out("Simulation")
        files[f"{folder}/{names[home]}"].children.append(relocated(definitions[key], folder))
    moved = {id(definitions[key]) for key, home in homes.items() if home is not None}
    simulation.children = [
        *(Out("Include", None, href=name) for name in files),
        *(child for child in without_headings(simulation.children, moved)),
    ]
    return files


def without_headings(children: Iterable[Out], moved: set[int]) -> list[Out]:
    """Return the children that stay. A comment before a definition that moved goes with it."""
    kept: list[Out] = []
    waiting: list[Out] = []
    for child in children:
        if not child.tag:
            waiting.append(child)
        elif id(child) in moved:
            child.children[:0] = [Out("", comment.text) for comment in waiting if child.text is None]
            waiting = []
        else:
            kept += [*waiting, child]
            waiting = []
    return kept + waiting


def homes_of(simulation: Out, definitions: dict[Key, Out]) -> dict[Key, str | None]:
    """Return definition -> its file, None for the main one."""
    homes: dict[Key, str | None] = {}
    for key in definitions:
        if key[0] in MODELS:
            homes[key] = key[1]
    users: dict[Key, set[str]] = {}
    for key in list(homes):
        for reached in reached_from(definitions[key], definitions):
            if reached not in homes:
                users.setdefault(reached, set()).add(key[1])
    in_scene = {key for child in simulation.children if child.tag == "Scene" for key in reached_from(child, definitions)}
    for key in definitions:
        if key not in homes:
            needed = users.get(key, set())
            only = next(iter(needed)) if len(needed) == 1 else SHARED if needed else None
            homes[key] = only if only is None or key not in in_scene else SHARED
    return homes


def reached_from(root: Out, definitions: dict[Key, Out]) -> set[Key]:
    """Return the definitions that an element refers to, directly or not; a model on the way keeps its own. Placeholders count as any
    name."""
    found: set[Key] = set()
    stack = [root]
    while stack:
        out = stack.pop()
        ref = out.attributes.get("ref")
        if ref is not None:
            keys = [(out.tag, ref)] if "$" not in ref else [key for key in definitions if key[0] == out.tag and may_name(ref, key[1])]
            for key in keys:
                if key in definitions and key not in found:
                    found.add(key)
                    if key[0] not in MODELS:
                        stack.append(definitions[key])
        stack.extend(out.children)
    return found


def may_name(ref: str, name: str) -> bool:
    """Return whether a reference with placeholders may become this name."""
    head, tail = ref.partition("$")[0], re.split(r"[$})]\w*", ref)[-1]
    return name.startswith(head) and name.endswith(tail)


def relocated(definition: Out, folder: str) -> Out:
    """Return an element with its paths relative to the folder."""
    stack = [definition]
    while stack:
        out = stack.pop()
        for name in PATH_ATTRIBUTES:
            text = out.attributes.get(name)
            if text and not is_absolute(text) and "$" not in text:
                out.attributes[name] = posixpath.relpath(text, folder)
        stack.extend(out.children)
    return definition
