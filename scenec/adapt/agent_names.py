"""Names by which an agent knows the effectors and perceptors of a robot (`--name-map`): SimSpark's Nao has `he1` where others say HeadYaw.

The map names joints and sensors as the source does, by name or path. Of a joint it gives the effector and the perceptor, of a sensor of a
link the perceptor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.control_findings import AGENT_EFFECTOR_UNUSED, AGENT_NAME_CONVERTED, AGENT_PERCEPTOR_DEFAULTED
from scenec.errors import UsageError, nearest
from scenec.ir.joint import Actuator, Joint
from scenec.ir.scene import Scene
from scenec.ir.sensor import Sensor
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.ledger import Ledger

EFFECTOR, PERCEPTOR = "effector", "perceptor"
EXAMPLE = '{"HeadYaw": {"effector": "he1", "perceptor": "hj1"}, "Gyro": "torso"}'


def adapt(scene: Scene, ledger: Ledger, target: str, names: Mapping[str, Any] | None = None) -> Scene:
    """The scene whose actuators and sensors have the names of a map: joint -> effector and perceptor, sensor -> perceptor. A joint
    without a perceptor gets one. Reports `agent-name-converted`, `agent-perceptor-defaulted` and `agent-effector-unused`. Raises UsageError
    for a map of another form and for a joint or sensor that the scene lacks."""
    if not names:
        return scene
    step = _Renaming(scene, ledger, {key: _wanted(key, value) for key, value in names.items()})
    joints = tuple(map(step.joint, scene.joints))
    links = tuple(
        msgspec.structs.replace(link, sensors=tuple(map(step.sensor, link.sensors))) if link.sensors else link for link in scene.links
    )
    step.refuse_unknown()
    return msgspec.structs.replace(scene, joints=joints, links=links)


def _wanted(key: str, value: object) -> dict[str, str]:
    """Return the names that the map gives one joint or sensor. Raises UsageError."""
    roles = {PERCEPTOR: value} if isinstance(value, str) else value
    if (
        isinstance(roles, dict)
        and roles
        and roles.keys() <= {EFFECTOR, PERCEPTOR}
        and all(isinstance(name, str) for name in roles.values())
    ):
        return roles
    raise UsageError(f"the name map says {value!r} of {key}", None, f"a name, or names of effector and perceptor: {EXAMPLE}")


class _Renaming:
    def __init__(self, scene: Scene, ledger: Ledger, names: Mapping[str, dict[str, str]]) -> None:
        self.ledger, self.names = ledger, names
        self.used: set[str] = set()
        self.known: set[str] = set()

    def joint(self, joint: Joint) -> Joint:
        path = self.ledger.path(joint)
        found = self._of(path, joint.name)
        sensors = tuple(map(self.sensor, joint.sensors))
        if found is None:
            return msgspec.structs.replace(joint, sensors=sensors) if joint.sensors else joint
        actuators = joint.actuators
        if EFFECTOR in found:
            actuators = tuple(self._renamed(each, found[EFFECTOR], path, "effector") for each in actuators)
            if not actuators:
                self.ledger.report(AGENT_EFFECTOR_UNUSED, joint, target=found[EFFECTOR])
        if PERCEPTOR in found:
            states = [each for each in sensors if each.type == "joint_state"]
            named = {id(each): self._renamed(each, found[PERCEPTOR], path, "perceptor") for each in states}
            sensors = tuple(named.get(id(each), each) for each in sensors)
            if not states:
                sensors = (*sensors, Sensor(name=found[PERCEPTOR], type="joint_state", quantity="position"))
                self.ledger.report(AGENT_PERCEPTOR_DEFAULTED, joint, target=found[PERCEPTOR])
        return msgspec.structs.replace(joint, actuators=actuators, sensors=sensors)

    def sensor(self, sensor: Sensor) -> Sensor:
        path = self.ledger.path(sensor)
        found = self._of(path, sensor.name)
        return sensor if found is None or PERCEPTOR not in found else self._renamed(sensor, found[PERCEPTOR], path, "perceptor")

    def _of(self, path: str, name: str | None) -> dict[str, str] | None:
        """Return the names for a part, by its path, else by its name."""
        self.known.update((path, *((str(name),) if name else ())))
        key = path if path in self.names else str(name or "")
        if key not in self.names:
            return None
        self.used.add(key)
        return self.names[key]

    def _renamed(self, part: Any, name: str, path: str, role: str) -> Any:
        """Return an actuator or sensor with a name of the map."""
        before: Actuator | Sensor = part
        if before.name == name:
            return before
        if before.name:
            self.ledger.report(AGENT_NAME_CONVERTED, before, about=before.name, value=str(before.name), target=name, role=role)
        return msgspec.structs.replace(before, name=derived(name, before.name))

    def refuse_unknown(self) -> None:
        """Raise UsageError for a name of the map that no joint or sensor has."""
        for key in self.names.keys() - self.used:
            raise UsageError(
                f"the name map names {key!r}, which is no joint or sensor of the scene", None, "", nearest(key, sorted(self.known))
            )
