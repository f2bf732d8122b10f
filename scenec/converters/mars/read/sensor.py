"""Sensors (sim/src/core/SensorManager.cpp, sim/src/sensors/*). Periods in ms. Cameras and rays look along +x of their node, with z up."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from scenec import ir
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.profile import SENSOR_KINDS, SENSOR_QUANTITIES
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import NO_REFERENCE, Entry, as_rotation, as_vector
from scenec.converters.mars.read.joint_nodes import JointOfNodes
from scenec.converters.mars.read.motor import Motors
from scenec.converters.mars.read.nodes import Nodes, in_frame_of, traced_link
from scenec.converters.mars.vocabulary import SENSOR_TYPES
from scenec.ir import Pose, Rotation
from scenec.trace import derived, ids_of

DEGREE = math.pi / 180
MOST_RAYS = 2.0**31


class Sensors:
    """The sensors of a scene, each put on the link or joint it watches. `names`: file number -> name, for controllers."""

    def __init__(self, nodes: Nodes, joints: dict[int, JointOfNodes], motors: Motors, reading: Reading) -> None:
        self.nodes = nodes
        self.joints = joints
        self.motors = motors
        self.reading = reading
        self.names: dict[int, str] = {}
        self.entries: list[Entry] = []

    def read(self, entry: Entry) -> None:
        native = entry.take("type")
        watches = SENSOR_TYPES.get(str(native))
        self.names[int(entry.take("index"))] = entry.take("name")
        self.entries.append(entry)
        if watches is None:
            self._unknown(entry, native)
        elif watches in ("joint", "motor"):
            self._of_joints(entry, native, watches)
        elif watches == "joint6dof":
            self._force_torque(entry, native)
        else:
            self._of_nodes(entry, native, "attached_node" if watches == "attached" else "id")

    def _unknown(self, entry: Entry, native: str) -> None:
        from scenec.syntax.vocabulary import nearest

        near = nearest(str(native), list(SENSOR_TYPES))
        fix = f"Did you mean {near}?" if near else "Correct the type."
        entry.report(findings.SENSOR_TYPE_REFUSED, about=entry.everything(), value=str(native), fix=fix)

    def _lost(self, entry: Entry, what: str) -> None:
        entry.report(findings.SENSOR_IDLE, about=entry.everything(), missing=what)

    # -- who is watched

    def _of_nodes(self, entry: Entry, native: str, key: str) -> None:
        numbers = entry.all(key)
        found = [(number, node) for number in numbers if (node := self.nodes.find(number)) is not None]
        if not found:
            self._lost(entry, "node")
            return
        self._report_missing(entry, [number for number in numbers if number not in [each for each, _ in found]], "node")
        number, first = found[0]
        entry.consumed(number)
        targets = tuple(traced_link(node, number) for number, node in found[1:])
        X_S = in_frame_of(first, self._pose(entry))
        sensor = self._sensor(entry, native, X_S, targets)
        self.reading.links_sensors.setdefault(first.link, []).append(sensor)

    def _of_joints(self, entry: Entry, native: str, watches: str) -> None:
        numbers = entry.all("id")
        found: list[tuple[Any, JointOfNodes]] = []
        for number in numbers:
            joint = self.joints.get(int(number)) if watches == "joint" else None
            if watches == "motor" and int(number) in self.motors.numbers:
                self.motors.referred.add(int(number))
                joint = self.motors.numbers[int(number)][1]
            if joint is not None:
                joint.referred = joint.referred or watches == "joint"
                found.append((number, joint))
        if not found:
            self._lost(entry, watches)
            return
        self._report_missing(entry, [number for number in numbers if number not in [each for each, _ in found]], watches)
        number, first = found[0]
        entry.consumed(number)
        targets = tuple(derived(joint.id, number) for number, joint in found[1:])
        first.sensors.append(self._sensor(entry, native, None, targets))

    def _force_torque(self, entry: Entry, native: str) -> None:
        """Read a sensor of force and torque in a joint, in the frame of a node. Files of version 0.1 name joint and node in one list."""
        old = entry.all("id")
        number = entry.first("jointID") if entry.has("jointID") else next((each for each in old if int(each) in self.joints), None)
        joint = self.joints.get(int(number)) if number is not None else None
        if joint is None:
            self._lost(entry, "joint")
            return
        joint.referred = joint.feedback = True
        node_number = entry.stated("nodeID")
        node = self.nodes.find(node_number)
        entry.consumed(number, *old)
        frame = None
        if node is not None:
            home = node.first or node
            frame = "child" if home is joint.child else "parent" if home is joint.parent else None
        if node_number is not None and frame is None:
            entry.report(findings.SENSOR_NODE_IGNORED, about=node_number, value=str(int(node_number)))
        elif frame is not None:
            frame = derived(frame, node_number)
        sensor = self._sensor(entry, native, None, ())
        joint.sensors.append(msgspec.structs.replace(sensor, force_torque=ir.ForceTorque(frame=frame, origin=entry.origin)))

    def _report_missing(self, entry: Entry, numbers: list[Any], what: str) -> None:
        if numbers:
            shown = ", ".join(str(int(number)) for number in numbers)
            entry.report(findings.SENSOR_TARGET_UNKNOWN, about=tuple(numbers), value=shown, kind=what)

    # -- what it measures

    def _sensor(self, entry: Entry, native: str, pose: Pose | None, targets: tuple[str, ...]) -> ir.Sensor:
        word = str(native)
        period = entry.stated("rate")
        rate = derived(1.0 / float(period) if period > 0 else 0.0, period) if period is not None else None
        type_ = SENSOR_KINDS.get(word, "joint_state" if SENSOR_TYPES[word] == "joint" else "link_state")
        quantity = SENSOR_QUANTITIES.get(word)
        looks = SENSOR_TYPES[word] == "attached"
        sensor = ir.Sensor(
            name=entry.take("name") or None,
            type=derived(type_, native),
            native_type=word,
            pose=pose,
            update_rate=rate,
            visualize=entry.first("draw_rays", "drawRays", "show_cam") if looks else None,
            enabled=entry.stated("enabled") if looks else None,
            cameras=(_camera(entry),) if word == "CameraSensor" else (),
            lidar=LIDARS[word](entry) if word in LIDARS else None,
            beam=_sonar(entry) if word == "ScanningSonar" else None,
            quantity=derived(quantity, native) if quantity else None,
            targets=targets,
            extras=(),
            origin=entry.origin,
        )
        if word == "HapticField" and entry.has("maxDistance"):
            reach = ir.Range(upper=entry.take("maxDistance"), origin=entry.origin)
            sensor = msgspec.structs.replace(sensor, beam=ir.Beam(shape="ray", range=reach, origin=entry.origin))
        return msgspec.structs.replace(sensor, extras=self._extras(entry))

    def _extras(self, entry: Entry) -> tuple[ir.Extra, ...]:
        entry.discard("index")
        return entry.rest()

    def _pose(self, entry: Entry) -> Pose:
        """The offset of the sensing frame in its node's; angles in degrees, Rz(yaw) Ry(pitch) Rx(roll), or a quaternion."""
        place = as_vector(entry.first("position_offset", "position") or (0.0, 0.0, 0.0))
        key = next((key for key in ("orientation_offset", "rotation_offset", "orientation") if entry.has(key)), None)
        if key is None:
            return Pose(place)
        if entry.has_part(key, "w"):
            return Pose(place, as_rotation(entry.quaternion(key)))
        yaw, pitch, roll = entry.take(key)
        turn = Rotation.from_rpy(float(roll) * DEGREE, float(pitch) * DEGREE, float(yaw) * DEGREE)
        entry.ledger.converted(ids_of((yaw, pitch, roll)))
        return Pose(place, turn.with_ids(ids_of((yaw, pitch, roll))))


def _camera(entry: Entry) -> ir.Camera:
    """Opening angles in degrees; without a vertical one the pixels are square."""
    width, height = entry.stated("width"), entry.take("height")
    horizontal, vertical = entry.first("opening_width", "opening_angle"), entry.first("opening_height", "opening_angle2")
    return ir.Camera(
        width=width if width is not None else 640,
        height=height,
        horizontal_fov=_radians(horizontal) if horizontal is not None else math.pi / 2,
        vertical_fov=_radians(vertical) if vertical is not None else None,
        origin=entry.origin,
    )


def _radians(degrees: float) -> float:
    return derived(math.radians(float(degrees)), degrees)


def _ray(entry: Entry) -> ir.Lidar:
    """`width` rays in the node's x-y plane, centred on +x."""
    opening = entry.take("opening_width")
    half = derived(float(opening) / 2, opening)
    scan = ir.Scan(samples=entry.take("width"), lower=derived(-float(half), half), upper=half, origin=entry.origin)
    return ir.Lidar(horizontal=scan, range=ir.Range(upper=entry.take("max_distance"), origin=entry.origin), origin=entry.origin)


def _rotating(entry: Entry) -> ir.Lidar:
    """A turning stack of lasers. Vertical angles turn about y of the node, so that positive ones look down."""
    opening = entry.stated("opening_width")
    opening = 2 * math.pi if opening is None else opening
    step, height = entry.stated("horizontal_resolution"), entry.stated("opening_height")
    step, height = DEGREE if step is None else step, 40 * DEGREE if height is None else height
    tilt = entry.stated("vertical_offset")
    tilt = 10.67 * DEGREE if tilt is None else tilt
    rays = float(opening) / float(step) if step else 1.0
    samples = round(min(max(rays, -MOST_RAYS), MOST_RAYS))
    middle = entry.take("horizontal_offset")
    around = ir.Scan(
        samples=derived(samples, opening, step),
        lower=derived(float(middle) - float(opening) / 2, opening, middle),
        upper=derived(float(middle) + float(opening) / 2, opening, middle),
        origin=entry.origin,
    )
    lower, upper = -float(tilt) - float(height) / 2, -float(tilt) + float(height) / 2
    up = ir.Scan(samples=entry.take("lasers"), lower=derived(lower, tilt, height), upper=derived(upper, tilt, height), origin=entry.origin)
    reach = ir.Range(lower=entry.take("min_distance"), upper=entry.take("max_distance"), origin=entry.origin)
    return ir.Lidar(horizontal=around, vertical=up, range=reach, origin=entry.origin)


def _many_levels(entry: Entry) -> ir.Lidar:
    """numRaysHorizontal x numRaysVertical rays around +x."""
    scans = []
    for way in ("Horizontal", "Vertical"):
        opening = entry.stated(f"{way.lower()}OpeningAngle")
        half = derived(float(opening) / 2, opening) if opening is not None else None
        lower = derived(-float(half), half) if half is not None else None
        scans.append(ir.Scan(samples=entry.take(f"numRays{way}"), lower=lower, upper=half, origin=entry.origin))
    reach = ir.Range(upper=entry.take("maxDistance"), origin=entry.origin)
    return ir.Lidar(horizontal=scans[0], vertical=scans[1], range=reach, origin=entry.origin)


def _sonar(entry: Entry) -> ir.Beam:
    reach = entry.stated("maxDistance")
    return ir.Beam(shape="cone", range=ir.Range(upper=reach, origin=entry.origin) if reach is not None else None, origin=entry.origin)


LIDARS = {"RaySensor": _ray, "RotatingRaySensor": _rotating, "MultiLevelLaserRangeFinder": _many_levels}


def settle_numbers(sensors: Sensors, wired: set[int]) -> None:
    """Consume the numbers that controllers refer to, and report the others as ignored."""
    for entry in sensors.entries:
        if int(entry.take("index")) in wired:
            entry.consume("index")
        else:
            entry.ignored_if_written("index", NO_REFERENCE)
