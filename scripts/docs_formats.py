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
reads `Light` as its documentation has it. Templates without a reference are not part of the scene.

**References.** Every element below may also have `ref`, which names a template: what that says stands in its place, so nothing of
`ref` needs to go on. `name` is accepted everywhere; where no table lists it, it only names a template.

**Dialects.** `2024`: since autumn 2024. `core3`: only in the MuJoCo core. `fork`: only in a fork, read with `--lenient`.

**To SDFormat.** *kept*: arrives, perhaps in another form or unit. *partly*: depends, see the reason. *approximated*: arrives nearly.
*lost*: SDFormat cannot say it. *no effect*: it does nothing in SimRobot either. Tests convert the fixtures and compare.
"""

if TYPE_CHECKING:
    from scripts.sdformat_specimen import Fate

SDFORMAT_INTRODUCTION = """# SDFormat

Every element and attribute of the specifications 1.4 to 1.12, definition by definition. A path starts at the definition's own
element; definitions include each other (`link` includes `visual`, `visual` includes `geometry`).

**Reading.** Versions 1.0 to 1.12, and the `<gazebo version="1.2">` of old, as libsdformat 17 resolves them; where that refuses a file, so
does this. It differs in two places. A sonar's pose is that of the cone, which opens along +x in the neutral scene; Gazebo's opens along
-z of the sensor's own frame. Automatic inertia measures meshes, as Gazebo does; libsdformat alone leaves 1 kg. As in tinyxml2, a text
ends at a comment or element inside it, and the declared encoding is ignored where the bytes are UTF-8. Elements without a field
in the neutral scene go to `extras` as they stand and are written again. COLLADA meshes are taken in the unit their file states and as their
axes stand, without turning its `up_axis` to z: Gazebo's loaders ignore it (gz-common, AssimpLoader::UpdatedRootNodeTransform).

**Writing.** 1.7 unless the scene needs more (the report then says what for), or as asked with `--to sdformat@1.9`. What the version
asked for does not have is reported as dropped, unless it can be said another way: poses and axes are told in frames the version knows,
joints to frames become joints to the links that carry them; before 1.11 automatic inertia is written as numbers, before 1.10 a joint of
the world stands in the model it holds, or in a new one around the models it connects, before 1.8 a capsule is a cylinder and two spheres,
before 1.5 nested models are one, as with `--flatten`: names get a prefix (`arm_hand`), frames of a nested model are attached to the link
that carries it, and links of a nested static model are fixed to the world. What the source's version ignores and the written one would
obey (`<pose frame>` before 1.7) is left out.

From SDFormat to SDFormat the version stays, and so does everything a file says: also what is newer than the version it states, which
libsdformat reads all the same, and references that lead nowhere. What libsdformat ignores or replaces (a second `<pose>`, a negative
radius) is reported with a code in `-ineffective`. If nothing is edited, adapted or asked for, and no error is reported, the file keeps its
text, comments included; only references to files that travel are spelled anew. Else numbers that nothing changed keep their digits, and
comments are counted, not kept.

**Plugins.** Controllers of Gazebo that stand in a model are actuators: JointPositionController, JointController,
JointTrajectoryController, ApplyJointForce, DiffDrive, and the differential drives of Gazebo Classic. JointStatePublisher is a sensor.
Parameters, defaults and names are those of gz-sim 8.12.0 and ignition-gazebo 6.17.0. What the neutral scene lacks of them are extras, and
SDFormat is written with the same elements in the same order again. Systems of a world (Physics, Sensors, Imu and the like) are no loss
elsewhere; their parameters are. All other plugins, those that an `<include>` adds, and those with unusual content stay texts. With
`--ready` actuators of all formats become such plugins ([Ready to run](../howto/ready.md)).

**Includes** stay includes, merged ones too, with what they say themselves (name, pose, static, placement frame, namespace, plugins). A
model is written out with `--flatten`, where it was changed on the way, and where its file is newer than a version asked for. Included
files are never changed: readers upgrade each file from the version it states. Relative references travel (`--assets copy`): the
included file, what it includes, and every mesh, material and image they name relatively are copied byte for byte and keep their places to
each other. References by `model://`, `package://` and absolute ones stay as written, and `include-kept` tells the hash of what the result
then rests on. The same holds for meshes, textures, material scripts and actors' files; MTL files and images that a mesh names go with it.

**Differences from the reference.** Of 437 reference dumps of libsdformat two differ, both above: the pose of a sonar
(`sdf__sensors.sdf`), and automatic inertia of a mesh (`sdf__mesh_auto_inertial.sdf`). Of the scenes that Gazebo's parser and Drake take,
both see the same in what scenec writes again (`tests/consumers/test_sdf_scenes.py`); Drake refuses `initial_position`, as it does in the
original.

`required`: `0` optional, `1` once, `+` at least once, `*` any number, `-1` deprecated. `since`, `until`: the first and last version,
empty where that is the first or last there is. *in the scene*: the field of the neutral scene (docs/ir.md) that stands for it;
`extras`: a value that only SDFormat has; empty: an element without a value of its own.

*read* and *written* are observed: scripts/sdformat_specimen.py makes a file that says everything the newest version has, scenec reads it
and writes it again in the same version. *read* is the field that the value reached; `reading`: it steers how the file is read and is no
part of the scene. Empty: no value of its own, or not in the newest version (older spellings are converted first, as libsdformat does).
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
    "actor": "Actor", "animation": "Animation", "battery": "Battery", "camera": "Camera", "collision": "Collision", "frame": "Frame",
    "gripper": "Gripper", "joint": "Joint", "light": "Light", "link": "Link", "model": "Model", "particle_emitter": "ParticleEmitter",
    "physics": "PhysicsProfile", "plugin": "Plugin", "sensor": "Sensor", "visual": "Visual", "world": "World",
}  # fmt: skip
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
