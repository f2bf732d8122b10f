"""SDFormat files from its specification of any version."""

from __future__ import annotations

from benchmarks.fuzz.values import NAMES, Maker, Wild
from benchmarks.fuzz.xml_text import Tag, xml_text
from scenec.converters.sdformat.versions import KNOWN
from scenec.converters.sdformat.vocabulary import attributes, children, fact, row

_MOST = 90
_USUAL = {
    "world": ("model", "model", "joint", "light", "physics", "frame", "include"),
    "model": ("link", "link", "joint", "joint", "frame", "model", "plugin", "include"),
    "link": ("inertial", "collision", "visual", "sensor", "pose", "light"),
    "joint": ("axis", "axis2", "physics", "sensor", "pose"),
    "sensor": ("camera", "ray", "imu", "contact", "pose", "noise"),
    "collision": ("surface", "pose"),
    "visual": ("material", "pose"),
}
_SHAPES = ("box", "sphere", "cylinder", "capsule", "ellipsoid", "cone", "plane", "mesh", "polyline", "heightmap", "empty", "image")
_REFERENCES = frozenset(
    {"parent", "child", "relative_to", "attached_to", "expressed_in", "canonical_link", "placement_frame", "joint", "link"}
)
_TYPES = {
    "joint": ("revolute", "prismatic", "fixed", "ball", "universal", "continuous", "screw", "gearbox", "revolute2"),
    "sensor": (
        "camera",
        "ray",
        "imu",
        "contact",
        "gpu_lidar",
        "depth",
        "force_torque",
        "logical_camera",
        "altimeter",
        "sonar",
        "multicamera",
    ),
    "light": ("point", "spot", "directional"),
    "physics": ("ode", "bullet", "dart", "simbody"),
}


class _File:
    def __init__(self, wild: Wild, version: str) -> None:
        self.wild, self.version, self.count = wild, version, 0

    def fill(self, tag: Tag, path: str, depth: int) -> None:
        self.count += 1
        for name in attributes(path, self.version):
            found = fact(f"{path}/@{name}", self.version)
            needed = found is not None and found.required == "1"
            if self.wild.wild != (needed or self.wild.rng.random() < 0.25):
                tag.attributes[name] = self._value(f"{path}/@{name}", name, tag.name)
        found = fact(path, self.version)
        if found is not None and found.type:
            tag.text = self._value(path, tag.name, tag.name)
        for name in self._children(path, tag.name, depth):
            inner = f"{path}/{name}"
            self.fill(tag.add(name), inner, depth + 1)

    def _children(self, path: str, tag: str, depth: int) -> list[str]:
        known = children(path, self.version)
        chosen = [name for name in known if (needs := fact(f"{path}/{name}", self.version)) and needs.required in ("1", "+")]
        if tag == "geometry" and known:
            return [str(self.wild.pick([name for name in _SHAPES if name in known] or known))]
        if depth < 9 and self.count < _MOST:
            chosen += self.wild.some([name for name in _USUAL.get(tag, ()) if name in known], 5)
            chosen += self.wild.some([name for name in known if name not in chosen], 2 if depth < 5 else 1)
        if self.wild.wild:
            chosen = self.wild.some((*chosen, "box", "link", "pose", "a:b"), 4)
        return chosen

    def _value(self, path: str, name: str, tag: str) -> str:
        if name == "type" and tag in _TYPES and not self.wild.wild:
            return str(self.wild.pick(_TYPES[tag]))
        if name == "name" or name in _REFERENCES:
            return self.wild.name() if not self.wild.wild else "::".join(self.wild.some(NAMES, 2))
        known = row(path, self.version)
        return (self.wild.value(known.kind) or self.wild.name()) if known is not None else self.wild.name()


def sdf_file(wild: Wild) -> str:
    version = str(wild.pick(KNOWN if wild.rng.random() < 0.4 else KNOWN[-6:]))
    file = _File(wild, version)
    root = Tag("sdf", {"version": version if not wild.wild else wild.number()})
    top = str(wild.pick(("world", "world", "model", "model", "light", "actor")))
    file.fill(root.add(top), f"sdf/{top}" if fact(f"sdf/{top}", version) else top, 0)
    if top == "model":
        for name in NAMES[: wild.rng.randint(0, 4)]:
            link = root.children[0].add("link", {"name": name})
            file.fill(link.add("inertial"), "link/inertial", 3)
            file.fill(link.add(wild.pick(("collision", "visual")), {"name": "a"}), "link/collision", 3)
    return xml_text(root, wild)


MAKERS = (Maker(sdf_file),)
