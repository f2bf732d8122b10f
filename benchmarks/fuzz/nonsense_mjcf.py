"""MJCF models from MuJoCo's schema: bodies in bodies, classes, and sections that refer to them."""

from __future__ import annotations

from benchmarks.fuzz.values import NAMES, Maker, Wild
from benchmarks.fuzz.xml_text import Tag, xml_text
from scenec.converters.mjcf.vocabulary import Attribute, element, elements

_USUAL = {
    "body/geom": ("type", "size", "pos", "contype", "friction", "class"),
    "body/joint": ("name", "type", "axis", "range", "damping", "pos"),
    "body/site": ("name", "pos"),
    "body/inertial": ("pos", "mass", "diaginertia"),
    "actuator/position": ("joint", "kp", "ctrlrange"),
    "actuator/motor": ("joint", "gear"),
    "equality/connect": ("body1", "body2", "anchor"),
    "equality/joint": ("joint1", "joint2", "polycoef"),
    "sensor/gyro": ("site",),
    "contact/exclude": ("body1", "body2"),
    "keyframe/key": ("qpos", "ctrl"),
}
_SIZES = {"sphere": 1, "capsule": 2, "cylinder": 2, "box": 3, "ellipsoid": 3}
_INSIDE = ("body/geom", "body/geom", "body/joint", "body/site", "body/camera", "body/light", "body/inertial")
_SECTIONS = ("actuator", "equality", "sensor", "contact", "keyframe", "tendon")
_ALONE = ("quat", "fromto", "axisangle", "xyaxes", "zaxis", "euler", "fullinertia")
"""Attributes of which an element states one."""
_NEVER = (
    *("class", "childclass", "directional", "sensorsize", "site1", "site2", "mesh", "hfield", "inheritrange", "fromto", "mass", "density"),
    *(
        "condim",
        "diaginertia",
        "fullinertia",
        "range",
        "actuatorfrcrange",
        "springdamper",
        "mocap",
        "qpos",
        "qvel",
        "mpos",
        "mquat",
        "ctrl",
    ),
)
"""Attributes that exclude others or need more than this makes."""


class _Model:
    def __init__(self, wild: Wild) -> None:
        self.wild, self.left = wild, 40
        self.named: dict[str, list[str]] = {}

    def body(self, parent: Tag, depth: int) -> None:
        self.left -= 1
        body = parent.add("body")
        self._fill(body, "body")
        body.attributes["name"] = self._value(element("body").attributes["name"])
        free = self.wild.rng.random() < 0.3 and depth == 0
        if free:
            body.add("freejoint")
        for path in self.wild.some(_INSIDE, 5):
            if not (free and path == "body/joint"):
                self._add(body, path)
        while depth < 6 and self.left > 0 and self.wild.rng.random() < 0.5:
            self.body(body, depth + 1)

    def _add(self, parent: Tag, path: str) -> None:
        tag = parent.add(path.rpartition("/")[2])
        self._fill(tag, path)
        if self.wild.wild:
            return
        if path == "body/inertial":
            tag.attributes |= {"mass": "2", "diaginertia": "0.1 0.2 0.25", "pos": "0 0 0.1"}
        if path == "body/joint":
            tag.attributes["type"] = str(self.wild.pick(("hinge", "slide")))
        if path in ("equality/connect", "equality/weld"):
            tag.attributes |= {"body1": self.named["body"][0], **({"anchor": "0 0 1"} if path.endswith("connect") else {})}
        if path == "body/geom":
            kind = str(self.wild.pick(tuple(_SIZES)))
            tag.attributes["type"] = kind
            tag.attributes["size"] = " ".join(f"{self.wild.rng.uniform(0.01, 1):.3g}" for _ in range(_SIZES[kind]))

    def _fill(self, tag: Tag, path: str) -> None:
        alone = False
        for name, row in element(path).attributes.items():
            usual = name in _USUAL.get(path, ())
            if self.wild.wild or not (row.required or self.wild.rng.random() < (0.7 if usual else 0.06)):
                continue
            if row.until or name in _NEVER or (name in _ALONE and alone):
                continue
            alone = alone or name in _ALONE
            value = self._value(row)
            if value:
                tag.attributes[name] = value

    def _value(self, row: Attribute) -> str:
        if row.values and not self.wild.wild:
            return str(self.wild.pick(row.values))
        if row.type == "bool":
            return str(self.wild.pick(("true", "false")))
        if row.type == "id":
            names = self.named.setdefault(row.names, [])
            names.append(f"{self.wild.name()}{len(names)}")
            return names[-1]
        if row.type == "ref":
            known = self.named.get(row.refers_to, [])
            return str(self.wild.pick(known)) if known and not self.wild.wild else ""
        if row.type in ("string", "file", "chars"):
            return self.wild.name()
        least, most = row.lengths
        count = self.wild.rng.randint(least, most if most >= 0 else 8)
        return " ".join(str(self.wild.rng.randint(0, 3)) if row.type == "int" else self.wild.number() for _ in range(count))

    def classes(self, root: Tag) -> None:
        section = root.add("default")
        for name in ("", *NAMES[: self.wild.rng.randint(0, 2)]):
            holder = section.add("default", {"class": name}) if name else section
            for tag in self.wild.some(("geom", "joint", "site", "motor", "camera"), 3):
                self._fill(holder.add(tag), f"default/{tag}")

    def section(self, root: Tag, name: str) -> None:
        section = root.add(name)
        paths = [path for path in elements() if path.rpartition("/")[0] == name and not elements()[path].until]
        paths = [path for path in paths if "flex" not in path and not self._lacks(path)]
        for path in self.wild.some(paths, 4):
            self._add(section, path)

    def _lacks(self, path: str) -> bool:
        """Whether nothing is there that an element has to name."""
        rows = element(path).attributes.values()
        return any(row.required and row.type == "ref" and not self.named.get(row.refers_to) for row in rows)


def mjcf_file(wild: Wild) -> str:
    """Return a model with bodies of few names, so that references lead somewhere now and then."""
    model, root = _Model(wild), Tag("mujoco")
    model._fill(root.add("option"), "option")
    if wild.rng.random() < 0.5:
        model.classes(root)
    world = root.add("worldbody")
    for _ in range(wild.rng.randint(1, 4)):
        model.body(world, 0)
    for name in wild.some(_SECTIONS, 4):
        model.section(root, name)
    return xml_text(root, wild)


MAKERS = (Maker(mjcf_file),)
