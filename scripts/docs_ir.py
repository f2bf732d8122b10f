"""`docs/ir.md`: the glossary of the neutral scene."""

from __future__ import annotations

import inspect
import re
from importlib import import_module

import msgspec

from scenec.converters import BUILT_IN, NEUTRAL, load
from scenec.ir.scene_data import SceneData
from scripts.docs_tables import code, generated_by, read_tsv, sentence, table

MODULES = ("scene", "physics_profile", "link", "geometry", "material", "surface", "inertia", "pose", "joint", "sensor", "light", "base")
"""The modules of `scenec.ir` that define nodes, from the whole to its parts."""

SHORT = {"RubySceneGraph": "RSG"}
TITLES = {name: SHORT.get(load(name).title, load(name).title) for name in BUILT_IN if name != NEUTRAL}
"""The columns of docs/ir_terms.tsv for formats -> what the page calls them."""
PATHS = "sdformat"
"""The format whose words are paths, of which we know the version that introduced them."""
STRUCTURAL = {
    "id": "identity within the scene",
    "use": "which use of an asset it belongs to",
    "found": "the absolute path of the file, None if it was not found",
    "kind": "the source's own word",
    "native_type": "the source's own word",
    "assets": "definitions the source writes once",
    "uses": "where they are used",
    "series": "the last link of a chain that is one connection",
    "closing": "held by a constraint, on top of a tree",
}
"""Fields that are structure, not values: no format's word stands for them, and no report speaks of them."""

INTRODUCTION = """# The neutral scene

Every reader makes one of these and every writer starts from one. The scene is flat: models, links, joints and frames stand in
tuples of the scene and name each other by `id`. SI units, radians, right-handed, z up, quaternions w x y z. `None` or an empty
tuple means that the source states nothing.

Each table gives a field's type, unit and frame, and the words of the formats for it. An attribute is written `Element@attribute`
or `@attribute`, an SDFormat path from any element downward, `(1.8)` the SDFormat version that introduced it. An empty cell: the
format cannot say it. Every node also has an `origin`, the place in the source it was read from.

As a file (`.scene.json`, [its schema](../scenec/schemas/scene.schema.json)) a scene stands in
`{"schema": "scenec.scene/2", "source": "simrobot@core2", "scene": {...}}`. `source` says what it was read from; leave it out of a scene
that was made as it stands. What is written of it is what would be written of the source itself, but that:

- the source's documents (includes, comments, spellings) are not in it, and files that it names lie beside it; material libraries that
  SimSpark has in a folder of their own do not;
- it states what the source left to its reader, so that a scene of MARS or RubySceneGraph that is one moving model becomes a `<world>`
  of SDFormat, unless `--as model` is asked for;
- numbers that were computed of several have 15 digits, so that the last digit of what is computed of them may differ.
"""


def classes(module: str) -> list[type[msgspec.Struct]]:
    """The node classes that a module of `scenec.ir` defines, in its order; before those of `scene` the parts of a scene."""
    parts = classes("scene_data") if module == "scene" else []
    found = import_module(f"scenec.ir.{module}")
    return parts + [
        each
        for each in vars(found).values()
        if inspect.isclass(each)
        and issubclass(each, msgspec.Struct)
        and each.__module__ == found.__name__
        and each.__struct_fields__
        and each is not SceneData
    ]


def fields(node: type[msgspec.Struct]) -> list[str]:
    return [name for name in node.__struct_fields__ if name != "origin"]


def terms() -> dict[tuple[str, str], dict[str, str]]:
    """(class, field) -> the formats' words, unit and frame; class ``*`` for fields that mean the same everywhere."""
    return {(row["class"], row["field"]): row for row in read_tsv("ir_terms.tsv")}


def words(known: dict[tuple[str, str], dict[str, str]], node: str, field: str) -> dict[str, str] | None:
    return known.get((node, field)) or known.get(("*", field))


PARENTS = (
    *("", "joint", "surface", "material", "link", "model", "lidar", "imu", "world", "geometry"),
    *("actor/script", "actor/script/trajectory"),
)
"""Elements that paths of the table leave out."""


def since(path: str) -> str:
    """The first SDFormat version that has a path, "" if all that are written have it. ValueError if none has. What a plugin has is no
    matter of versions: its parameters are those of Gazebo."""
    from scenec.converters.common.gazebo_systems import OF_MODELS, SWITCHES
    from scenec.converters.sdformat import vocabulary
    from scenec.converters.sdformat.profile import WRITABLE
    from scenec.converters.sdformat.versions import at_least

    systems = [*OF_MODELS.values(), *(system for pair in SWITCHES.values() for system in pair)]
    if path in {f"plugin/{tag}" for system in systems for tag in system.fields}:
        return ""
    for parent in PARENTS:
        if first := vocabulary.since(f"{parent}/{path}".lstrip("/")):
            return "" if at_least(WRITABLE[0], first) else first
    raise ValueError(f"docs/ir_terms.tsv: SDFormat has no {path}")


def with_versions(words: str) -> str:
    """SDFormat's words with the version that introduced them, where it is younger than the oldest one written."""
    from scripts.docs_formats import paths_of

    for path in paths_of(words):
        if first := since(path):
            words = re.sub(rf"(?<![\w/@]){re.escape(path)}(?![\w/@])", f"{path} ({first})", words, count=1)
    return words


def annotation(node: type[msgspec.Struct], field: str) -> str:
    """The field's type as people write it."""
    for base in node.__mro__:
        text = inspect.get_annotations(base).get(field)
        if text:
            return re.sub(r"tuple\[(\w+), \.\.\.\]", r"\1, any number", str(text)).replace(" | None", "")
    return ""


def page() -> str:
    known = terms()
    parts = [generated_by("scenec/ir and docs/ir_terms.tsv"), INTRODUCTION]
    for module in MODULES:
        found = [node for node in classes(module) if node.__name__ != "Node"]
        if not found:
            continue
        parts.append(_heading(sentence(import_module(f"scenec.ir.{module}").__doc__)))
        for node in found:
            parts.append(f"\n### {node.__name__}\n\n{sentence(node.__doc__)}\n\n{_fields(node, known)}")
    return "".join(parts)


def _heading(text: str) -> str:
    """A module's docstring: its first sentence as the heading, the rest as text."""
    title, _, rest = text.partition(".")
    rest = rest.strip()
    return f"\n## {title}\n" + (f"\n{rest}\n" if rest else "")


def _fields(node: type[msgspec.Struct], known: dict[tuple[str, str], dict[str, str]]) -> str:
    rows = []
    for field in fields(node):
        row = words(known, node.__name__, field) or {}
        structure = STRUCTURAL.get(field, "") if not row else ""
        rows.append(
            [
                code(field),
                code(annotation(node, field)),
                row.get("unit", ""),
                row.get("frame", "") or (f"structure: {structure}" if structure else ""),
                *(with_versions(row.get(name, "")) if name == PATHS else row.get(name, "") for name in TITLES),
            ]
        )
    return table(["field", "type", "unit", "frame", *TITLES.values()], rows)
