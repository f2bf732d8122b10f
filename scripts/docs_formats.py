"""`docs/formats/*.md`: what each format can say, row by row, and what becomes of it.

The rows are the vocabularies of `scenec.converters`. What a conversion makes of a row is written by hand in
`docs/formats/<source>_to_<target>.tsv` and tested against what converting the fixtures reports (tests/test_docs.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from scripts.docs_tables import DOCS, code, generated_by, read_tsv, table

FATES = ("kept", "partly", "approximated", "lost", "no effect")
"""kept: arrives, perhaps in another form or unit. partly: depends on what the reason says. approximated: arrives nearly. lost: the
target cannot say it. no effect: it does nothing in its own format either."""

Transfer = dict[tuple[str, str], dict[str, str]]

SIMROBOT_INTRODUCTION = """# SimRobot

Scenes (`.ros2`) and includes (`.rsi2`) of SimRobotCore2, and with `simrobot@core3` those of its MuJoCo successor (`.ros3`,
`.rsi3`). Facts are those of SimRobot 5710337 and of older releases where they differ. The text looks like XML and is not: no
declaration, no entities, no single quotes, and numbers as C reads them.

**Reading.** Every attribute below is read. `--lenient` also takes attributes of forks and fractional colours; `--old-light point`
reads `Light` as its documentation has it. Unused templates are no part of the scene.

**References.** Every element below may also have `ref`, which names a template. The content of the template replaces
it, so `ref` is not in the scene. `name` is accepted everywhere; without a row in a table, it only names a template.

**Dialects.** `2024`: since autumn 2024. `core3`: only in the MuJoCo core. `fork`: only in a fork, read with `--lenient`.

**To SDFormat.** *kept*: in the result, perhaps in another form or unit. *partly*: depends, see the reason. *approximated*: nearly the same.
*lost*: SDFormat has no place for it. *no effect*: SimRobot ignores it as well. Tests convert the fixtures and compare.
"""

if TYPE_CHECKING:
    from scripts.sdformat_specimen import Fate

SDFORMAT_INTRODUCTION = """# SDFormat

Every element and attribute of the specifications 1.4 to 1.12, definition by definition. A path starts at the element of its
definition. Definitions include each other (`link` includes `visual`, `visual` includes `geometry`).

**Reading.** Versions 1.0 to 1.12 and the old `<gazebo version="1.2">` are read as libsdformat 17 reads them. Files that libsdformat
refuses are refused. Two values differ. The pose of a sonar is that of its cone, which opens along +x in the neutral scene and along -z in
Gazebo. Automatic inertia includes meshes, as in Gazebo, where libsdformat alone gives 1 kg. A text ends at a comment or element inside
it, the declared encoding is ignored where the bytes are UTF-8, and `&`, `<` and `]]>` may stand for themselves, as in tinyxml2. Elements
without a field in the neutral scene are stored (`extras`) and written again. COLLADA meshes are read in the unit of their file. Their
`up_axis` is ignored, as in Gazebo's loaders
(gz-common, AssimpLoader::UpdatedRootNodeTransform).

**Writing.** The version is that of `--to sdformat@1.9`, else 1.7. If the scene needs a newer one, the report names the reason. Parts that
the version lacks are dropped with a finding, or written in another way:

- Poses and axes are expressed in frames that the version has. Joints to frames become joints to the links that carry them.
- Before 1.11, automatic inertia is written as numbers.
- Before 1.10, a joint of the world belongs to its model, or to a new model around the models that it connects.
- Before 1.8, a capsule is a cylinder and two spheres.
- Before 1.5, nested models are one model, as with `--flatten`. Names get a prefix (`arm_hand`). Frames of a nested model are attached to
  the link that carries it. Links of a nested static model are fixed to the world.
- Values that the source's version ignores and the written version would obey (`<pose frame>` before 1.7) are left out.

**Running.** Results of other formats are brought to what libsdformat and Gazebo's physics take. Moving links without mass: welded ones
become frames, those with shapes weigh what their shapes weigh (`--density`), those between two joints stay, and those at the end of a
chain get a share of their neighbour's mass. Tensors that no body has are raised. Links that touch in the source, and no others, share a
bit of `collide_bitmask`, since `self_collide` knows only a whole model.

**SDFormat to SDFormat.** The version stays, and so do all values, also those of newer versions and references to missing parts. Values
that libsdformat ignores or replaces (a second `<pose>`, a negative radius) are reported with a code in `-ineffective`. The file keeps its
text and comments if no option, edit or adaptation changes it and no error is reported. Only references to copied files change. Otherwise
unchanged numbers keep their digits, and comments are counted.

**Plugins.** Controllers of Gazebo in a model are actuators: JointPositionController, JointController, JointTrajectoryController,
ApplyJointForce, DiffDrive, and the differential drives of Gazebo Classic. JointStatePublisher is a sensor. Parameters, defaults and names
are those of gz-sim 8.12.0 and ignition-gazebo 6.17.0. Other values of these plugins are stored (`extras`), and SDFormat is written with
the same elements in the same order. Systems of a world (Physics, Sensors, Imu and others) are no loss in other formats; their parameters
are. All other plugins, plugins that an `<include>` adds, and plugins with unusual content stay texts. With `--ready`, actuators of all
formats become such plugins ([Ready to run](../howto/ready.md)).

**Includes** stay includes, with their own values (name, pose, static, placement frame, namespace, plugins). A model is written out with
`--flatten`, after a change of the model, and if its file is newer than the requested version. Included files never change: readers
upgrade each file from its own version. With `--assets copy`, the included file and all meshes, materials and images that it names by
relative paths are copied byte for byte, and keep their places to each other. `model://`, `package://` and absolute references stay as
written, and `include-kept` states the hash of the file. The same holds for meshes, textures, material scripts and files of actors. MTL
files and images of a mesh are copied with it.

**Differences from the reference.** Of 437 reference dumps of libsdformat one differs, automatic inertia of a mesh
(`sdf__mesh_auto_inertial.sdf`); the pose of a sonar (`sdf__sensors.sdf`) is the same place in another frame.
`tests/consumers/test_sdf_scenes.py` loads scenes and the results of SDFormat to SDFormat with Gazebo's parser and Drake, and both give the
same. Drake refuses `initial_position`, in the source as in the result.

`required`: `0` optional, `1` once, `+` at least once, `*` any number, `-1` deprecated. `since`, `until`: the first and last version,
empty for the first or last of all. *in the scene*: the field of the neutral scene (docs/ir.md);
`extras`: a value that only SDFormat has; empty: an element without a value.

*read* and *written* are observed: scripts/sdformat_specimen.py makes a file with every value of the newest version. scenec reads it
and writes it in the same version. *read* is the field that the value reached; `reading`: the value steers the reading and is no
part of the scene. Empty: no value, or not in the newest version (older spellings are converted first, as in libsdformat).
"""


def transfer(name: str) -> Transfer:
    """(element, attribute) -> row of a hand-written table; element ``*`` for all without a row of their own."""
    rows = {(row["element"], row["attribute"]): row for row in read_tsv(f"formats/{name}.tsv")}
    for place, row in rows.items():
        if row["fate"] not in FATES or (row["fate"] != "kept" and not row["because"]):
            raise ValueError(f"{name}.tsv {place}: fate {row['fate']!r} needs to be one of {FATES}, with a reason unless kept")
    return rows


def said(table_: Transfer, element: str, attribute: str) -> dict[str, str] | None:
    return table_.get((element, attribute)) or table_.get(("*", attribute))


# ---------------------------------------------------------------- SimRobot


def simrobot_rows() -> list[tuple[str, str, Any]]:
    """(element, ``@attribute`` or ``text()``, row) of the whole vocabulary."""
    from scenec.converters.simrobot.vocabulary import vocabulary

    return [
        (tag, f"@{row.name}" if row.name else "text()", row)
        for tag, element in vocabulary().items()
        for row in (*element.rows, *([element.text] if element.text else []))
    ]


def simrobot_page() -> str:
    from scenec.converters.simrobot.vocabulary import GRAMMAR, tags_of_class

    known = transfer("simrobot_to_sdformat")
    rows = simrobot_rows()
    parts = [
        generated_by("scenec/converters/simrobot/vocabulary.py and docs/formats/simrobot_to_sdformat.tsv"),
        SIMROBOT_INTRODUCTION,
        f"\n{_counts(known, rows)}",
    ]
    for tag, grammar in GRAMMAR.items():
        own = [(attribute, row) for element, attribute, row in rows if element == tag and attribute != "@ref"]
        parts.append(f"\n## {tag}\n\n{_children(grammar, tags_of_class)}\n")
        if own:
            head = ["attribute", "kind", "unit", "default", "dialect", "read", "to SDFormat", "why"]
            parts.append("\n" + table(head, [_simrobot_row(tag, attribute, row, known) for attribute, row in own]))
    return "".join(parts)


def _simrobot_row(tag: str, attribute: str, row: Any, known: Transfer) -> list[str]:
    fate = said(known, tag, attribute) or {"fate": "", "because": ""}
    read = row.place if row.place != "ignored" else f"left out: {row.reason}"
    default = "required" if row.required else _shown(row.kind, row.default)
    return [code(attribute), row.kind.name, row.kind.unit, default, row.since, read, fate["fate"], fate["because"]]


def _shown(kind: Any, default: object) -> str:
    if default is None or default == "":
        return ""
    return str(kind.show(default)).removesuffix(kind.unit)


def _children(grammar: Any, tags_of_class: Any) -> str:
    """Return what may stand in an element, as a sentence."""

    def names(classes: Iterable[str]) -> str:
        return ", ".join(code(tag) for one in classes for tag in tags_of_class(one))

    said = [f"Class: {grammar.element_class}."]
    if grammar.required:
        said.append(f"Needs: {names(grammar.required)}.")
    if grammar.optional:
        said.append(f"May have one of each: {names(grammar.optional)}.")
    if grammar.many:
        said.append(f"Any number of: {names(grammar.many)}.")
    return " ".join(said)


def _counts(known: Transfer, rows: Iterable[tuple[str, str, Any]]) -> str:
    """How many rows have which fate."""
    fates = [row["fate"] for tag, attribute, _ in rows if (row := said(known, tag, attribute))]
    return f"Of {len(fates)} attributes and texts: " + ", ".join(f"{fates.count(fate)} {fate}" for fate in FATES) + ".\n"


# ---------------------------------------------------------------- SDFormat


def sdformat_page() -> str:
    import json

    data = json.loads((DOCS.parent / "scenec/converters/sdformat/vocabulary.json").read_text(encoding="utf-8"))
    fields = _fields_by_path()
    from scripts.sdformat_specimen import fates

    seen = fates()
    source = "scenec/converters/sdformat/vocabulary.json and docs/ir_terms.tsv"
    parts = [generated_by(source), SDFORMAT_INTRODUCTION, "\n" + _unsupported(seen)]
    for definition, rows in sorted(data["definitions"].items()):
        cells = [row for path, spans in rows if (row := _sdformat_row(definition, path, spans, fields, seen))]
        if cells:
            head = ["path", "type", "default", "required", "since", "until", "in the scene", "read", "written"]
            parts.append(f"\n## {definition}\n\n{table(head, cells)}")
    return "".join(parts)


def _unsupported(seen: Mapping[str, Fate]) -> str:
    """Return what the specimen lost, in a sentence."""
    lost = [code(row) for row, fate in sorted(seen.items()) if not (fate.read and fate.written)]
    return f"Rows whose value is not read or not written again: {', '.join(lost) or 'none'}.\n"


def _sdformat_row(
    definition: str, path: str, spans: list[list[Any]], fields: Mapping[str, str], seen: Mapping[str, Fate]
) -> list[str] | None:
    from scenec.converters.sdformat.profile import WRITABLE
    from scenec.converters.sdformat.versions import KNOWN, order

    held = [(version, facts) for version, facts in spans if facts is not None]
    gone = next((version for version, facts in spans if facts is None and order(version) > order(held[-1][0])), "")
    if gone and order(gone) <= order(WRITABLE[0]):
        return None
    facts, first = held[-1][1], held[0][0]
    where = definition if path == "." else f"{definition}/{path}"
    return [
        code(where),
        facts.get("type", ""),
        "" if facts.get("default") in (None, "__default__") else str(facts["default"]),
        facts["required"],
        first if order(first) > order(WRITABLE[0]) else "",
        KNOWN[KNOWN.index(gone) - 1] if gone else "",
        _field_of(where, fields, bool(facts.get("type"))),
        *_columns_of(seen.get(where)),
    ]


def _columns_of(fate: Fate | None) -> list[str]:
    if fate is None:
        return ["", ""]
    read = fate.read if fate.read in ("extras", "reading", "") else code(fate.read)
    return [read or "no", "yes" if fate.written else "no"]


def _fields_by_path() -> dict[str, str]:
    """SDFormat path -> ``Class.field`` of the scene, for every word of docs/ir_terms.tsv that is a path."""
    found: dict[str, str] = {}
    for row in read_tsv("ir_terms.tsv"):
        for path in paths_of(row["sdformat"]):
            found.setdefault(path, row["field"] if row["class"] == "*" else f"{row['class']}.{row['field']}")
    return {**found, "channel/noise": "Channel.noise"}


def paths_of(words: str) -> list[str]:
    """The paths among an entry's words: ``surface/bounce/threshold``, without remarks in parentheses."""
    plain = re.sub(r"\([^)]*\)", "", words)
    return [word for word in (part.strip() for part in plain.split(",")) if re.fullmatch(r"[a-z_0-9]+(/@?[a-z_0-9]+)+", word)]


SAME_AS = (
    (r"^(\w+)_shape", r"geometry/\1"),
    (r"^forcetorque", "force_torque"),
    (r"^gps", "navsat"),
    (r"^ray\b", "lidar"),
    (r"\baxis2\b", "axis"),
    (r"^mimic/", "axis/mimic/"),
    (r"thread_pitch$", "screw_thread_pitch"),
    (r"use_parent_model_frame", "xyz/@expressed_in"),
    (r"^physics/(gravity|magnetic_field)", r"world/\1"),
    (r"physics/provide_feedback", "physics/ode/provide_feedback"),
    (r"include/static", "model/static"),
    (r"include/(placement_frame|namespace)", r"model/@\1"),
    (r"^imu/topic", "sensor/topic"),
    (r"^imu/noise/(rate|accel)/", "noise/"),
    (r"^pose/@frame", "pose/@relative_to"),
    (r"^pose$", "link/pose"),
    (r"scan/vertical", "scan/horizontal"),
    (r"pbr/specular", "pbr/metal"),
    (r"logical_camera/(near|far)", r"camera/clip/\1"),
    (r"logical_camera/horizontal_fov", "camera/horizontal_fov"),
    (r"(position_sensing|velocity_sensing)/.*noise$", "channel/noise"),
    (r"^(imu|force_torque|magnetometer|altimeter|air_pressure|air_speed)/.*/noise$", "channel/noise"),
    (r"^inertial/fluid_added_mass/\w+$", "inertial/fluid_added_mass"),
    (r"(lens/intrinsics|lens/projection)/\w+$", r"\1"),
    (r"lens/custom_function/c\d$|lens/custom_function/f$", "lens/custom_function/c1"),
)
"""Paths that say what others say, elsewhere: (pattern, what the glossary has for it)."""

NAMED = {
    "actor": "Actor",
    "animation": "Animation",
    "battery": "Battery",
    "camera": "Camera",
    "collision": "Collision",
    "frame": "Frame",
    "gripper": "Gripper",
    "joint": "Joint",
    "light": "Light",
    "link": "Link",
    "model": "Model",
    "particle_emitter": "ParticleEmitter",
    "physics": "PhysicsProfile",
    "plugin": "Plugin",
    "sensor": "Sensor",
    "visual": "Visual",
    "world": "World",
}
"""Elements whose @name is the name of a node of the scene."""

ROTATIONS = ("@rotation_format", "@degrees")
"""Spellings of a pose, not values of their own."""


def _field_of(path: str, fields: Mapping[str, str], has_value: bool) -> str:
    """The field whose path is the longest end of this one; `extras` for a value that no field stands for."""
    *above, last = path.split("/")
    if last == "@name" and above and above[-1] in NAMED:
        return code(f"{NAMED[above[-1]]}.name")
    if last in ROTATIONS:
        return code("Pose.rotation")
    for pattern, same in (("", ""), *SAME_AS):
        path = re.sub(pattern, same, path) if pattern else path
        steps = path.split("/")
        for start in range(len(steps) - 1):
            if found := fields.get("/".join(steps[start:])):
                return code(found)
    return "extras" if has_value else ""
