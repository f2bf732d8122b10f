"""Sensors at sites and joints become sensors of links and joints; others are kept for MJCF alone."""

from __future__ import annotations

from msgspec.structs import replace

from scenec import ir
from scenec.converters.mjcf.read.actuator import place_key
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import Joint, Reading, raw
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.relations import Relations
from scenec.converters.mjcf.read.sites_and_views import Site
from scenec.converters.mjcf.read.tree import Home
from scenec.ir.pose import Pose, Rotation
from scenec.trace import derived

AT_SITES = {
    "accelerometer": "accelerometer",
    "gyro": "gyroscope",
    "force": "force_torque",
    "torque": "force_torque",
    "touch": "contact",
    "magnetometer": "magnetometer",
    "rangefinder": "distance",
}
"""Element -> type of a sensor that measures in the frame of its site."""
AT_JOINTS = {"jointpos": "position", "jointvel": "velocity", "jointactuatorfrc": "torque"}
"""Element -> quantity of a sensor of a joint."""
RAY_TURN = Rotation.from_matrix(((0.0, 0.0, -1.0), (0.0, 1.0, 0.0), (1.0, 0.0, 0.0)))
"""Our ray, along x, in the site of a rangefinder, which looks along z."""


class Sensors:
    """Reads the sensors of all models, in their order."""

    def __init__(self, reading: Reading, relations: Relations) -> None:
        self.reading, self.relations = reading, relations
        self._strained: dict[str, tuple[str, str, int]] = {}  # site -> the element that waits for its twin, its link, its place there

    def read(self, section: list[tuple[Element, Home]]) -> None:
        for element, _ in section:
            self.reading.name("sensor", element, element)
        for index, (element, home) in enumerate(section):
            self.relations.check_references(element)
            entry = Entry(element, home.classes, None)
            key = place_key("sensor", index)
            if not (self._at_site(entry, key) or self._at_joint(entry, key)):
                self.reading.extras.append(ir.Extra(format="mjcf", key=key, content=raw(element), origin=entry.origin))

    def _at_site(self, entry: Entry, key: str) -> bool:
        tag = entry.element.tag
        name = entry.reference("site")
        if tag not in AT_SITES or name is None or (tag == "rangefinder" and entry.has("data")):
            return False
        site: Site = self.relations.find("site", name, entry.element, "site")
        if not site.body.link:
            return False
        if tag in ("force", "torque") and self._joined(entry, key, site):
            self.reading.ledger.consumed(name)
            return True
        pose = site.X_BS
        if tag == "rangefinder":
            pose = Pose(pose.position, derived(pose.rotation @ RAY_TURN, pose.rotation))
        beam = ir.Beam(shape="ray", origin=entry.origin) if tag == "rangefinder" else None
        extras = (ir.Extra(format="mjcf", key=key), ir.Extra(format="mjcf", key=f"site[{name!s}]"), *entry.extras())
        sensor = ir.Sensor(
            name=entry.name,
            type=derived(AT_SITES[tag], name),
            native_type=tag,
            pose=pose,
            beam=beam,
            extras=extras,
            origin=entry.origin,
        )
        self.reading.change_link(site.body.link, sensors=(sensor,))
        if tag in ("force", "torque"):
            place = len(self.reading.links[self.reading.link_index[site.body.link]].sensors) - 1
            self._strained[site.frame] = (tag, site.body.link, place)
        return True

    def _joined(self, entry: Entry, key: str, site: Site) -> bool:
        """A force and a torque at one site are one sensor."""
        known = self._strained.get(site.frame)
        if known is None or known[0] == entry.element.tag:
            return False
        path = entry.element.path
        named = (("name", entry.name),) if entry.name is not None else ()
        more = tuple(
            ir.Extra(format="mjcf", key=f"{path}/@{name}", value=text, origin=entry.origin) for name, text in (*named, *entry.rest())
        )
        _, link_id, place = self._strained.pop(site.frame)
        index = self.reading.link_index[link_id]
        link = self.reading.links[index]
        sensors = list(link.sensors)
        twin = sensors[place]
        sensors[place] = replace(twin, extras=(*twin.extras, ir.Extra(format="mjcf", key=f"{path}:{key}"), *more))
        self.reading.links[index] = replace(link, sensors=tuple(sensors))
        return True

    def _at_joint(self, entry: Entry, key: str) -> bool:
        tag = entry.element.tag
        name = entry.reference("joint") if tag in AT_JOINTS else None
        if name is None:
            return False
        joint: Joint = self.relations.find("joint", name, entry.element, "joint")
        if joint.kind not in ("hinge", "slide"):
            raise entry.element.error(f"a {joint.kind} joint has no single position", "joint", "a hinge or a slide")
        sensor = ir.Sensor(
            name=entry.name,
            type=derived("joint_state", name),
            native_type=tag,
            quantity=AT_JOINTS[tag],
            extras=(ir.Extra(format="mjcf", key=key), *entry.extras()),
            origin=entry.origin,
        )
        self.reading.change_joint(joint.index, sensors=(sensor,))
        return True
