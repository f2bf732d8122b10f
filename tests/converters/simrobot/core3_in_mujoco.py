"""Builds the MuJoCo model of a .ros3 file as SimRobotCore3 does, and steps it.

Rules and figures are those of its Body.cpp, Compound.cpp, Geometry.cpp, Hinge.cpp, Slider.cpp, ServoMotor.cpp, VelocityMotor.cpp and
Simulation.cpp. Trees of free bodies have a collision group each; group 0 is the static world. A body on a joint of the world has no
root body, which the core asks for the group of the bodies below it: there it crashes.
"""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from scenec.converters.simrobot import kinds
from scenec.converters.simrobot.read.expansion import Expanded, expand
from scenec.converters.simrobot.read.templates import load
from scenec.ir.pose import Pose, Rotation, Vec3, scale, unit
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import Document

GEOMETRIES = {"BoxGeometry": "BOX", "SphereGeometry": "SPHERE", "CylinderGeometry": "CYLINDER", "CapsuleGeometry": "CAPSULE"}
VELOCITY_GAIN = 0.2
MOST_GROUPS = 32


HERE = Pose()


class CoreCrashError(Exception):
    """SimRobotCore3 crashes while it loads the scene."""


@dataclass
class Motor:
    """joint: its name in the model. lower, upper: of the Deflection (rad or m), infinite without one. p, d: of a servo."""

    joint: str
    kind: str
    force: float
    speed: float
    start: float
    lower: float = -math.inf
    upper: float = math.inf
    p: float = 0.0
    d: float = 0.0


@dataclass
class Core3:
    """A loaded scene. roots: the free bodies. motors: in the order of the actuators."""

    model: Any
    data: Any
    roots: list[str]
    motors: list[Motor] = field(default_factory=list)

    def pose(self, body: str) -> tuple[Any, Any]:
        """Return the place (m) and the orientation (3x3) of a body in the world."""
        found = self.data.body(body)
        return found.xpos.copy(), found.xmat.reshape(3, 3).copy()

    def step(self, targets: dict[str, float]) -> None:
        """Step once. targets: joint -> set point of its motor (rad, m, rad/s or m/s)."""
        import mujoco

        mujoco.mj_step1(self.model, self.data)
        for index, motor in enumerate(self.motors):
            target = targets.get(motor.joint, 0.0 if motor.kind == "VelocityMotor" else motor.start)
            if motor.kind == "VelocityMotor":
                self.data.ctrl[index] = min(max(target, -motor.speed), motor.speed)
                continue
            joint = self.data.joint(motor.joint)
            force = motor.p * (min(max(target, motor.lower), motor.upper) - joint.qpos[0]) - motor.d * joint.qvel[0]
            self.data.ctrl[index] = min(max(force, -motor.force), motor.force)
        mujoco.mj_step2(self.model, self.data)


def load_scene(path: Path) -> Core3:
    """Load a scene. Raises CoreCrashError where the core crashes, and ValueError where MuJoCo refuses the model."""
    return _Builder(_scene(path)).load()


def _scene(path: Path) -> Expanded:
    def document(file: str, name: str) -> Document:
        return read_simrobot_text(Path(file).read_bytes(), name, path=file)

    return expand(load(document(os.fspath(path), path.name), document, folder=os.fspath(path.parent)), core3=True).scene


def _value(element: Expanded, name: str, kind: Any = kinds.LENGTH, default: float = 0.0) -> float:
    return float(kind.parse(element.attributes[name])[0]) if name in element.attributes else default


def _child(element: Expanded, tag: str) -> Expanded | None:
    return next((child for child in element.children if child.tag == tag), None)


def _placed(element: Expanded, outer: Pose) -> Pose:
    place, turn = _child(element, "Translation"), _child(element, "Rotation")
    if place is not None:
        outer = outer @ Pose((_value(place, "x"), _value(place, "y"), _value(place, "z")))
    if turn is not None:
        outer = outer @ Pose(rotation=Rotation.from_rpy(*(_value(turn, axis, kinds.ANGLE) for axis in "xyz")))
    return outer


@dataclass(frozen=True)
class _Holder:
    """The carrier of an element. pose: of the element in the world (m). body: of the model, the world's for parts that stand still;
    X_W: the pose of that body in the world; group: of its root body, None without one."""

    body: Any
    pose: Pose = HERE
    X_W: Pose = HERE
    group: int | None = 0
    is_world: bool = True


class _Builder:
    def __init__(self, scene: Expanded) -> None:
        import mujoco

        self.scene = scene
        self.spec = mujoco.MjSpec()
        self.spec.compiler.degree = False
        self.spec.compiler.inertiafromgeom = mujoco.mjtInertiaFromGeom.mjINERTIAFROMGEOM_FALSE
        option = self.spec.option
        option.timestep = _value(scene, "stepLength", kinds.DURATION, 0.01)
        option.integrator = mujoco.mjtIntegrator.mjINT_EULER
        option.iterations, option.tolerance = 50, 1e-6
        option.solver = mujoco.mjtSolver.mjSOL_NEWTON
        option.gravity = [0.0, 0.0, _value(scene, "gravity", kinds.ACCELERATION, -9.80665)]
        self.collide = scene.attributes.get("bodyCollisions", "true") in ("true", "1", "on")
        self.roots: list[str] = []
        self.motors: list[Motor] = []
        self.count = 0

    def load(self) -> Core3:
        import mujoco

        todo = [(child, _Holder(self.spec.worldbody)) for child in reversed(self.scene.children)]
        while todo:
            element, holder = todo.pop()
            if element.element_class == "compound":
                inner = replace(holder, pose=_placed(element, holder.pose))
                self.add_geometries(element, inner.body, inner.pose, 0)
            elif element.element_class == "body":
                inner = self.add_body(element, holder, None)
            elif element.element_class == "joint":
                joint, element = element, next(child for child in element.children if child.element_class == "body")
                pose = self.start_of(joint, _placed(joint, holder.pose))
                inner = self.add_body(element, replace(holder, pose=pose), joint)
                self.add_joint(joint, pose, inner)
            else:
                continue
            todo += [(child, inner) for child in reversed(element.children)]
        model = self.spec.compile()
        data = mujoco.MjData(model)
        mujoco.mj_kinematics(model, data)
        for motor in self.motors:
            if motor.kind == "ServoMotor":
                dof = model.joint(motor.joint).dofadr[0]
                model.dof_damping[dof], model.dof_armature[dof] = 0.01, 0.01
        return Core3(model, data, self.roots, self.motors)

    def name(self, element: Expanded) -> str:
        self.count += 1
        return f"{element.attributes.get('name', element.tag)} #{self.count}"

    def add_body(self, element: Expanded, holder: _Holder, joint: Expanded | None) -> _Holder:
        if not holder.is_world and holder.group is None:
            raise CoreCrashError(f"{element.attributes.get('name')}: the body that carries it has no root body")
        group = holder.group
        pose = _placed(element, holder.pose)
        body = holder.body.add_body(name=self.name(element))
        relative = holder.X_W.inverse() @ pose
        body.pos, body.quat = list(relative.position), list(relative.rotation)
        if holder.is_world:
            group = None
            if joint is None:
                body.add_freejoint()
                self.roots.append(body.name)
                group = len(self.roots) if self.collide else 1
        _add_mass(body, element)
        self.add_geometries(element, body, Pose(), group or 0)
        return _Holder(body, pose, pose, group, is_world=False)

    def add_geometries(self, element: Expanded, body: Any, outer: Pose, group: int) -> None:
        """Add the shapes of a body or compound. outer: its pose in the body."""
        for child in element.children:
            if child.element_class == "geometry":
                pose = _placed(child, outer)
                if child.tag in GEOMETRIES:
                    self.add_geometry(child, body, pose, group)
                self.add_geometries(child, body, pose, group)

    def add_geometry(self, element: Expanded, body: Any, pose: Pose, group: int) -> None:
        import mujoco

        if group >= MOST_GROUPS:
            raise CoreCrashError(f"{element.attributes.get('name')}: no collision group is left")
        kind = GEOMETRIES[element.tag]
        geom = body.add_geom(name=self.name(element), type=getattr(mujoco.mjtGeom, f"mjGEOM_{kind}"))
        radius, height = _value(element, "radius"), _value(element, "height")
        half = [_value(element, each) / 2 for each in ("depth", "width", "height")]
        geom.size = {
            "BOX": half,
            "SPHERE": [radius, 0, 0],
            "CYLINDER": [radius, height / 2, 0],
            "CAPSULE": [radius, height / 2 - radius, 0],
        }[kind]
        bit = 1 << group
        geom.contype, geom.conaffinity = (each - (1 << 32) if each >= 1 << 31 else each for each in (bit, 0xFFFFFFFF ^ bit))
        geom.pos, geom.quat = list(pose.position), list(pose.rotation)
        geom.condim, geom.friction = 3, [1.0, 0.0, 0.0]
        material = _child(element, "Material")
        if material is not None:
            geom.priority = 1
            friction, rolling = _value(material, "friction", kinds.PLAIN), _value(material, "rollingFriction", kinds.PLAIN)
            geom.condim = 6 if rolling > 0 else 3 if friction > 0 else 1
            geom.friction = [max(friction, 0.0), max(rolling, 0.0), max(rolling, 0.0)]

    def start_of(self, joint: Expanded, pose: Pose) -> Pose:
        """Return the pose of a joint where it starts: turned or moved by `init`."""
        init = _deflection(joint)[2]
        axis = _axis(joint)
        return pose @ (Pose(rotation=Rotation.about(axis, init)) if joint.tag == "Hinge" else Pose(scale(axis, init)))

    def add_joint(self, element: Expanded, pose: Pose, child: _Holder) -> None:
        import mujoco

        hinge = element.tag == "Hinge"
        name = self.name(element)
        X_BJ = child.X_W.inverse() @ pose
        joint = child.body.add_joint(name=name, type=mujoco.mjtJoint.mjJNT_HINGE if hinge else mujoco.mjtJoint.mjJNT_SLIDE)
        joint.pos, joint.axis = list(X_BJ.position), list(X_BJ.rotation.apply(_axis(element)))
        lower, upper, init = _deflection(element)
        axis = _child(element, "Axis")
        assert axis is not None
        if _child(axis, "Deflection") is not None:
            joint.limited = mujoco.mjtLimited.mjLIMITED_TRUE
            joint.range, joint.ref = [lower, upper], init
        for motor in axis.children:
            if motor.tag in ("ServoMotor", "VelocityMotor"):
                self.add_motor(motor, name, (lower, upper, init), hinge=hinge)

    def add_motor(self, element: Expanded, joint: str, deflection: tuple[float, float, float], *, hinge: bool) -> None:
        import mujoco

        speed = _value(element, "maxVelocity", kinds.ANGULAR_VELOCITY if hinge else kinds.VELOCITY)
        lower, upper, init = deflection
        motor = Motor(joint, element.tag, _value(element, "maxForce", kinds.FORCE), speed, init, lower, upper)
        motor.p, motor.d = _value(element, "p", kinds.PLAIN), _value(element, "d", kinds.PLAIN)
        actuator = self.spec.add_actuator(name=self.name(element), target=joint, trntype=mujoco.mjtTrn.mjTRN_JOINT)
        actuator.ctrllimited = mujoco.mjtLimited.mjLIMITED_TRUE
        if motor.kind == "VelocityMotor":
            actuator.gainprm[0], actuator.biasprm[2] = VELOCITY_GAIN, -VELOCITY_GAIN
            actuator.biastype = mujoco.mjtBias.mjBIAS_AFFINE
            actuator.ctrlrange = [-motor.speed, motor.speed]
            actuator.forcelimited = mujoco.mjtLimited.mjLIMITED_TRUE
            actuator.forcerange = [-motor.force, motor.force]
        else:
            actuator.gainprm[0] = 1.0
            actuator.ctrlrange = [-motor.force, motor.force]
        self.motors.append(motor)


def _axis(joint: Expanded) -> Vec3:
    axis = _child(joint, "Axis")
    assert axis is not None
    direction = (_value(axis, "x", kinds.PLAIN), _value(axis, "y", kinds.PLAIN), _value(axis, "z", kinds.PLAIN))
    return unit(direction) if any(direction) else (1.0, 0.0, 0.0)


def _deflection(joint: Expanded) -> tuple[float, float, float]:
    """Return lower and upper limit and start of a joint (rad or m)."""
    axis = _child(joint, "Axis")
    deflection = _child(axis, "Deflection") if axis is not None else None
    if deflection is None:
        return -math.inf, math.inf, 0.0
    bounds, kind = (kinds.ANGULAR_RANGE, kinds.ANGLE) if joint.tag == "Hinge" else (kinds.RANGE, kinds.LENGTH)
    return _value(deflection, "min", bounds), _value(deflection, "max", bounds), _value(deflection, "init", kind)


def _add_mass(body: Any, element: Expanded) -> None:
    """Set the mass of a body: the first one alone, without its placement."""
    mass = next(child for child in element.children if child.element_class == "mass")
    value = _value(mass, "value", kinds.MASS)
    body.mass = value
    if mass.tag == "InertiaMatrixMass":
        body.ipos = [_value(mass, axis) for axis in "xyz"]
        body.fullinertia = [_value(mass, entry, kinds.INERTIA) for entry in ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")]
        return
    x, y, z = (_value(mass, each) for each in ("depth", "width", "height"))
    moments = [y * y + z * z, x * x + z * z, x * x + y * y] if mass.tag == "BoxMass" else [4.8 * _value(mass, "radius") ** 2] * 3
    body.fullinertia = [*(value * each / 12 for each in moments), 0.0, 0.0, 0.0]
