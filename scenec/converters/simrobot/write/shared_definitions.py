"""Models that are used several times become one definition and references to it, in files of their own if asked for.

Instances of one asset (or equal ones) are compared element by element. Equal parts make the definition. A value that differs is a
placeholder, with a `Set` where an instance has another value than most. Poses, names and other attributes of the instances themselves go to
the references. Instances that differ otherwise stay written out.
"""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, cast

import msgspec

from scenec.converters.format import WriteResult
from scenec.converters.simrobot.write.context import Writing
from scenec.converters.simrobot.write.values import spelled_text
from scenec.errors import ScenecError
from scenec.ir.names import Unique
from scenec.ir.scene import Model
from scenec.syntax.element import Element
from scenec.syntax.said import Said, constant, merged
from scenec.syntax.simrobot_printing import print_simrobot
from scenec.syntax.xml_printing import Out, claims_of
from scenec.trace import Ids

MAXIMUM_PLACEHOLDERS = 12
"""A definition with more is harder to read than what it stands for."""

MINIMUM = 6
"""Elements that equal models must have to be worth a definition where the source has none."""

PLACED = ("Translation", "Rotation")


class Instance(NamedTuple):
    """An element of a model. asset: the name and kind of the asset that it is an instance of, None if the source has none. arguments:
    the
    values that the source sets for it."""

    out: Element
    asset: str | None
    name: str
    arguments: tuple[tuple[str, str], ...] = ()


Difference = tuple[str, ...]
"""The values of one attribute in all instances of a group."""

Place = tuple[int, str]
"""The number of an element in document order, and an attribute."""


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


def share_definitions(instances: Sequence[Instance], taken: Iterable[tuple[str, str]], *, single: bool = False) -> list[Element]:
    """Make references of the instances that have a common definition, and return the definitions. taken: (name, tag) of existing ones.
    single: a model that is used once gets a definition, too."""
    names: dict[str, Unique] = {}
    for name, tag in taken:
        names.setdefault(tag, Unique())(name)
    groups: dict[tuple[object, ...], list[Instance]] = {}
    sizes = Counter((instance.asset, element_count(instance.out)) for instance in instances)
    for instance in instances:
        if not single and sizes[instance.asset, element_count(instance.out)] == 1:
            continue  # what it is like takes as much memory as a large model itself, and no other can be like it
        print_of_it = signature(instance.out, values=instance.asset is None)
        if print_of_it is not None and (single or instance.asset is not None or len(print_of_it) >= MINIMUM):
            groups.setdefault((instance.asset, print_of_it), []).append(instance)
    definitions = []
    for group in groups.values():
        if len(group) > 1 or single:
            definition = common_definition(group, names)
            if definition is not None:
                definitions.append(definition)
    return definitions


def element_count(out: Element) -> int:
    """Return the number of elements in `signature`."""
    stack, count = list[Out](own_children(out)), 1
    while stack:
        element = stack.pop()
        count += 1
        if element.has_children:  # to ask for the children of those that have none would make lists of them
            stack += element.children
    return count


def signature(out: Element, *, values: bool) -> tuple[object, ...] | None:
    """Return what instances of one definition have in common: elements, attributes, texts; with `values` also the values of attributes,
    except colours. None for an element with a dollar sign, which SimRobot would replace."""
    found: list[object] = []
    stack: list[tuple[Element, bool]] = [(out, True)]
    while stack:
        element, root = stack.pop()
        if any("$" in text for text in element.attributes.values()):
            return None
        attributes = tuple(
            (name, text if values and not is_colour(name) else "") for name, text in element.attributes.items() if name != "ambientColor"
        )
        children = own_children(element) if root else inner(element)
        found.append((element.tag, () if root else attributes, element.text, len(children)))
        stack.extend((child, False) for child in reversed(children))
    return tuple(found)


def is_colour(attribute: str) -> bool:
    return attribute.endswith("Color") or attribute in ("color", "albedo")


def inner(out: Element) -> list[Element]:
    """Return the children of an element of an instance, all of which are such elements."""
    return cast("list[Element]", out.children)


def own_children(root: Element) -> list[Element]:
    """Return the children that belong to the definition: all but the pose of the instance."""
    return [child for child in inner(root) if child.tag not in PLACED]


def common_definition(group: Sequence[Instance], names: dict[str, Unique]) -> Element | None:
    """Return the definition of a group, whose members become references; None if too much differs."""
    state_ambient(group)
    differences = differing(group)
    if len(set(differences.values())) > MAXIMUM_PLACEHOLDERS:
        return None
    first = group[0]
    called = names.setdefault(first.out.tag, Unique())(spelled_text(first.name))
    definition = Element(first.out.tag, name=constant(called))
    placeholders = named_placeholders(differences, group)
    says = taken_out(group, {place: placeholders[values] for place, values in differences.items()})
    for values, placeholder in placeholders.items():
        most = usual(values)
        equal = [leaves for text, leaves in zip(values, says[placeholder], strict=True) if text == most]
        definition.append("Set", name=constant(placeholder), value=Said(most, merged(equal)))
    definition.children.extend(own_children(first.out))
    for index, instance in enumerate(group):
        other = {placeholders[v]: Said(v[index], says[placeholders[v]][index]) for v in placeholders if v[index] != usual(v)}
        refer(instance, definition, other, is_first=not index)
    return definition


def refer(instance: Instance, definition: Element, arguments: dict[str, Said], *, is_first: bool) -> None:
    """Make a reference of an instance. arguments: its values of placeholders. The children of the first are those of the definition; those
    of others were found equal."""
    out, called = instance.out, definition.attributes["name"]
    if "name" not in out.attributes:
        out.set("name", constant(""))  # else it would be called like the definition
    same = out.remove("name").ids if out.attributes["name"] == called else ()
    others, out.attributes = out.attributes, {}
    out.set("ref", Said(called, same))
    out.attributes.update(others)
    for child in () if is_first else own_children(out):
        out.stand_for(child)
    out.children = [child for child in out.children if child.tag in PLACED]
    for name, text in arguments.items():
        out.append("Set", name=constant(name), value=text)


def differing(group: Sequence[Instance]) -> dict[Place, Difference]:
    """Return the values that are not all equal, by their places."""
    found: dict[Place, Difference] = {}
    for number, elements in enumerate(side_by_side(group)):
        for name in elements[0].attributes:
            values = tuple(element.attributes[name] for element in elements)
            if len(set(values)) > 1:
                found[number, name] = values
    return found


def taken_out(group: Sequence[Instance], placeholders: dict[Place, str]) -> dict[str, list[Ids]]:
    """Put placeholders in place of values that differ. Returns what these say: placeholder -> for each instance."""
    says: dict[str, list[Ids]] = {name: [()] * len(group) for name in placeholders.values()}
    for number, elements in enumerate(side_by_side(group)):
        for name in elements[0].attributes:
            placeholder = placeholders.get((number, name))
            if placeholder is not None:
                for index, element in enumerate(elements):
                    says[placeholder][index] = merged((says[placeholder][index], element.said(name).ids))
                    element.set(name, constant(f"${placeholder}"))
    return says


def side_by_side(group: Sequence[Instance]) -> Iterator[list[Element]]:
    """Yield the elements below the instances in document order, those at the same position together."""
    stack: list[list[Element]] = [list(each) for each in zip(*(reversed(own_children(one.out)) for one in group), strict=True)]
    while stack:
        elements = stack.pop()
        yield elements
        stack.extend(list(each) for each in zip(*(reversed(inner(element)) for element in elements), strict=True))


def state_ambient(group: Sequence[Instance]) -> None:
    """State the ambient colour in all instances if one has it. It is left out where it equals the diffuse one."""
    for elements in side_by_side(group):
        if any("ambientColor" in element.attributes for element in elements):
            for element in elements:
                diffuse = element.attributes.pop("diffuseColor")
                ambient = element.attributes.pop("ambientColor", diffuse)
                element.attributes = {"diffuseColor": diffuse, "ambientColor": ambient, **element.attributes}


def named_placeholders(differences: dict[tuple[int, str], Difference], group: Sequence[Instance]) -> dict[Difference, str]:
    """Return one placeholder for all values that differ in the same way, named as in the source, else like the first attribute."""
    arguments = [dict(instance.arguments) for instance in group]
    called: dict[Difference, str] = {}
    for name in arguments[0] if arguments else ():
        if name.isalnum() and name.isascii() and all(name in each for each in arguments):
            called.setdefault(tuple(each[name] for each in arguments), name)
    free = Unique(called.values())
    placeholders: dict[Difference, str] = {}
    for (_, attribute), values in differences.items():
        if values not in placeholders:
            placeholders[values] = called.get(values) or free(attribute).replace("_", "")
    return placeholders


def usual(values: Difference) -> str:
    """Return the most frequent value; of equally frequent ones the first."""
    return Counter(values).most_common(1)[0][0]
