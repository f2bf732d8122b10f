"""One SDFormat file that says everything the newest specification has, made from the vocabulary; and what becomes of each of its values.

`fates()` reads it and writes it again in the same version: which field of the scene (or `extras`) each row of the specification reaches,
and whether it comes out again, is observed, not claimed. docs/formats/sdformat.md shows it row by row.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

import scenec
from scenec.converters.sdformat import vocabulary
from scenec.converters.sdformat.versions import LATEST
from scenec.ir.walk import at_path, leaves
from scenec.trace import ids_of

# Rows of this table take a line or two each: a formatter would give every word a line.
# fmt: off
TEXTS = {
    "bool": "true", "int": "2", "unsigned int": "3", "double": "0.5", "float": "0.5", "string": "text", "vector2d": "0.1 0.2",
    "vector2i": "2 3", "vector3": "0.1 0.2 0.3", "quaternion": "1 0 0 0", "color": "0.1 0.2 0.3 1", "pose": "0.1 0.2 0.3 0 0 0.4",
    "time": "1 2",
}
# fmt: on
"""A text of each type."""

# Rows of this table, too.
# fmt: off
SAID = {
    **dict.fromkeys(("relative_to", "attached_to", "expressed_in", "canonical_link", "placement_frame", "parent_frame"), "a"),
    **dict.fromkeys(("gearbox_reference_body", "palm_link"), "a"),
    "gripper_link": "b", "rotation_format": "euler_rpy", "degrees": "false", "merge": "false", "auto": "false",
    "surface_model": "EARTH_WGS84", "world_frame_orientation": "ENU", "localization": "CUSTOM", "workflow": "metal",
}
# fmt: on
"""Texts that name something of the file, or one of a few words."""

# Rows of this table, too.
# fmt: off
JOINTS = {"revolute": ("axis",), "universal": ("axis", "axis2"), "screw": ("screw_thread_pitch", "thread_pitch"),
          "gearbox": ("gearbox_ratio", "gearbox_reference_body")}
SENSORS = {
    "air_pressure": "air_pressure", "air_speed": "air_speed", "altimeter": "altimeter", "camera": "camera", "contact": "contact",
    "force_torque": "force_torque", "gps": "gps", "imu": "imu", "lidar": "lidar", "logical_camera": "logical_camera",
    "magnetometer": "magnetometer", "navsat": "navsat", "ray": "ray", "rfid": "rfid", "rfidtag": "rfidtag", "sonar": "sonar",
    "wireless_transmitter": "transceiver",
}
# fmt: on
"""Type -> the child that belongs to it."""
ENGINES = ("ode", "bullet", "simbody", "dart")


class Fate(NamedTuple):
    """read: the field it reaches (``Link.gravity``), ``extras``, ``reading`` for what only steers it. written: it comes out again."""

    read: str
    written: bool


class Specimen:
    """Writes elements with everything that may stand in them."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def text(self) -> str:
        model = self.element("sdf/world/model", "model", ("model", "link", "include"), inside=BODY)
        rest = [tag for tag in vocabulary.children("sdf/world", LATEST) if tag not in ("model", "include", "joint", "frame")]
        world = "".join(self.anything(f"sdf/world/{tag}", tag) for tag in rest)
        link = self.element("sdf/world/model/link", "link", ())
        return f'<sdf version="{LATEST}"><world name="w">{world}{model.replace("</model>", link + "</model>")}{INCLUDE}</world></sdf>'

    def anything(self, path: str, tag: str) -> str:
        """An element in as many variants as it takes to say everything."""
        children = vocabulary.children(path, LATEST)
        if tag == "joint":
            special = {name for names in JOINTS.values() for name in names}
            return "".join(
                self.element(
                    path,
                    tag,
                    (special - set(names) if kind == "revolute" else set(children) - set(names)) | {"parent", "child"},
                    {"type": kind},
                    ENDS,
                )
                for kind, names in JOINTS.items()
            )
        if tag == "sensor":
            blocks = set(SENSORS.values())
            return "".join(
                self.element(path, tag, blocks - {block} if kind == "imu" else set(children) - {block}, {"type": kind})
                for kind, block in SENSORS.items()
            )
        if tag == "physics" and "world" in path.split("/")[-2:]:
            return "".join(self.element(path, tag, set(ENGINES) - {engine}, {"type": engine}) for engine in ENGINES)
        if tag in ("collision", "visual") and path.endswith(f"/link/{tag}"):
            shapes = vocabulary.children(f"{path}/geometry", LATEST)
            return "".join(
                self.element(
                    path,
                    tag,
                    "geometry" if i == 0 else children,
                    inside=f"<geometry>{self.anything(f'{path}/geometry/{shape}', shape)}</geometry>",
                )
                for i, shape in enumerate(shapes)
            )
        return self.element(path, tag, ())

    def element(self, path: str, tag: str, without: str | Iterable[str], said: dict[str, str] | None = None, inside: str = "") -> str:
        """One element with its attributes, text and children, except some children. inside: what stands in it before those."""
        left_out = {without} if isinstance(without, str) else set(without)
        attributes = {name: self._said(f"{path}/@{name}", name) for name in vocabulary.attributes(path, LATEST)}
        attributes.update(said or {})
        if path.endswith("/sensor/camera/pose"):
            attributes.pop("relative_to", None)  # such a pose has no place, so it is not written
        if "name" in attributes:
            attributes["name"] = self._name(tag)
        head = f"<{tag}" + "".join(f" {name}={quoteattr(text)}" for name, text in attributes.items())
        fact = vocabulary.fact(path, LATEST)
        if tag == "plugin":
            return f"{head}><anything>1</anything></plugin>"
        text = TEXTS["pose"] if tag == "pose" else self._said(path, tag) if fact is not None and fact.type else ""
        children = [child for child in vocabulary.children(path, LATEST) if child not in left_out and not _goes_round(path, child)]
        inner = "".join(self.anything(f"{path}/{child}", child) for child in children)
        return f"{head}>{text}{inside}{inner}</{tag}>"

    def _name(self, tag: str) -> str:
        number = self._numbers[tag] = self._numbers.get(tag, 0) + 1
        return f"{tag}_{number}"

    def _said(self, path: str, name: str) -> str:
        fact = vocabulary.fact(path, LATEST)
        assert fact is not None
        if name in SAID:
            return "world" if SAID[name] == "a" and "/model/" not in path else SAID[name]
        if path.endswith("mimic/@joint"):
            return "joint_2"
        if name in ("type", "format", "uri") or fact.type == "string":
            return fact.default if fact.default not in (None, "", "__default__") else TEXTS["string"]
        text = TEXTS[fact.type]
        too_small = fact.minimum is not None and " " not in text and float(text) < float(fact.minimum)
        return str(fact.minimum) if too_small else text


ENDS = "<parent>a</parent><child>b</child>"
BODY = '<link name="a"/><link name="b"/>'
INCLUDE = (
    '<include merge="false"><uri>part.sdf</uri><name>part</name><pose>1 0 0 0 0 0</pose><placement_frame>a</placement_frame>'
    '<static>true</static><namespace>n</namespace><plugin name="p" filename="f"/></include>'
)
PART = f'<sdf version="{LATEST}"><model name="m"><link name="a"/></model></sdf>'


def _goes_round(path: str, child: str) -> bool:
    """Whether an element would stand in one of its own kind, without end."""
    return child in ("model", "model_state", "include") and f"/{child}/" in f"{path}/"


def row_of(path: str) -> str:
    """The row of the tables that a path of tags stands for: ``sdf/world/model/link/gravity`` is ``link/gravity``."""
    place = vocabulary._place(path, LATEST)
    if place is None:
        return ""
    name, inner = place
    return name if inner == vocabulary.OWN else f"{name}/{inner}"


def fates() -> dict[str, Fate]:
    """Row of the specification -> what became of it in the specimen, the best of its uses."""
    with tempfile.TemporaryDirectory() as folder:
        entry = Path(folder) / "specimen.sdf"
        entry.write_text(Specimen().text(), encoding="utf-8")
        entry.with_name("part.sdf").write_text(PART, encoding="utf-8")
        report = scenec.convert(entry, Path(folder) / "out" / "specimen.sdf", to=f"sdformat@{LATEST}")
        scene, _ = scenec.read(entry)
    fields = _fields(scene)
    found: dict[str, Fate] = {}
    for value_id, line in enumerate(report.ledger):
        row = row_of(_tags(line.path))
        if not row:
            continue
        read = fields.get(value_id, "reading" if line.fate in ("kept", "converted") else "")
        fate = Fate(read, line.fate in ("kept", "converted"))
        before = found.get(row)
        if before is None or (fate.written, fate.read not in ("", "extras")) > (before.written, before.read not in ("", "extras")):
            found[row] = fate
    return found


def _fields(scene: Any) -> dict[int, str]:
    """The id of each value -> the field it reached."""
    found: dict[int, str] = {}
    for path, value in leaves(scene):
        owner = at_path(scene, path[:-1])
        kind = type(owner).__name__
        within = [type(at_path(scene, path[:i])).__name__ for i in range(len(path))]
        label = "extras" if "Extra" in within else "Plugin.content" if kind == "RawItem" else f"{kind}.{path[-1]}"
        for value_id in ids_of(value):
            found.setdefault(value_id, label)
    return found


def _tags(path: str) -> str:
    """``/sdf[1]/world[1]/@name`` -> ``sdf/world/@name``."""
    return re.sub(r"\[\d+\]", "", path).removesuffix("/text()").strip("/")
