"""One small scene for each thing a scene description can say: what the support matrix is computed from.

A concept is measured by what its scene says beyond its base: a box on the ground, or two with a hinge between them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from scenec import ir
from scenec.ir.blocks import Block
from scenec.ir.sensor import SENSOR_TYPES

INERTIA = ir.Inertia(0.02, 0.02, 0.02)
BOX = ir.Box(size=(0.2, 0.3, 0.4))
RED = (1.0, 0.0, 0.0, 1.0)
IMAGE = "checker.png"


class Concept(NamedTuple):
    """group, name: as the matrix calls it. base, scene: without and with it."""

    group: str
    name: str
    base: ir.Scene
    scene: ir.Scene


def _pose(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> ir.Pose:
    return ir.Pose((x, y, z))


def _with(stated: dict[str, Any], fields: dict[str, Any]) -> dict[str, Any]:
    return stated | fields


def _link(name: str, **fields: Any) -> ir.Link:
    stated: dict[str, Any] = {
        "id": name,
        "name": name,
        "model": "robot",
        "inertial": ir.Inertial(mass=1.5, inertia=INERTIA),
        "collisions": (ir.Collision(name="touch", geometry=BOX),),
        "visuals": (ir.Visual(name="look", geometry=BOX, material=ir.Material(diffuse=RED, ambient=RED)),),
    }
    return ir.Link(**stated | fields)


WORLD = ir.World(id="world1", name="yard", gravity=(0.0, 0.0, -9.81))
MODEL = ir.Model(id="robot", name="robot", world="world1", pose=_pose(0.0, 0.0, 1.0))
PLAIN = ir.Scene(name="yard", worlds=(WORLD,), models=(MODEL,), links=(_link("body"),))
"""A box."""

AXIS = ir.Axis(xyz=(0.0, 1.0, 0.0))
HINGE = ir.Joint(id="joint", name="joint", model="robot", type="revolute", parent="body", child="arm", axes=(AXIS,))
ARM = _link("arm", pose=_pose(0.5))
PAIR = replace(PLAIN, links=(*PLAIN.links, ARM))
JOINTED = replace(PAIR, joints=(HINGE,))
"""Two boxes with a hinge that turns freely."""


def _body(**fields: Any) -> ir.Scene:
    return replace(PLAIN, links=(replace(PLAIN.links[0], **fields),))


def _inertial(**fields: Any) -> ir.Scene:
    return _body(inertial=ir.Inertial(**_with({"mass": 1.5, "inertia": INERTIA}, fields)))


def _world(**fields: Any) -> ir.Scene:
    return replace(PLAIN, worlds=(replace(WORLD, **fields),))


def _joint(**fields: Any) -> ir.Scene:
    return replace(PAIR, joints=(replace(HINGE, **fields),))


def _axis(**fields: Any) -> ir.Scene:
    return _joint(axes=(replace(AXIS, **fields),))


def _touch(**fields: Any) -> ir.Scene:
    return _body(collisions=(ir.Collision(**_with({"name": "touch", "geometry": BOX}, fields)),))


def _look(**fields: Any) -> ir.Scene:
    return _body(
        visuals=(ir.Visual(**_with({"name": "look", "geometry": BOX, "material": ir.Material(diffuse=RED, ambient=RED)}, fields)),)
    )


def _material(**fields: Any) -> ir.Scene:
    return _look(material=ir.Material(**_with({"diffuse": RED, "ambient": RED}, fields)))


def concepts() -> Iterator[Concept]:
    """In the order of the matrix."""
    for rows in (
        _structure(),
        _bodies(),
        _joints(),
        _drives(),
        _shapes(),
        _contacts(),
        _looks(),
        _lights(),
        _sensors(),
        _worlds(),
        _code(),
    ):
        for group, name, base, scene in rows:
            yield Concept(group, name, base, scene)


Rows = Iterator[tuple[str, str, ir.Scene, ir.Scene]]


def _structure() -> Rows:
    group = "Structure"
    second = _link("other", model="second")
    both = replace(
        PLAIN, models=(MODEL, ir.Model(id="second", name="second", world="world1", pose=_pose(2.0))), links=(*PLAIN.links, second)
    )
    yield group, "several models", PLAIN, both
    nested = ir.Model(id="tool", name="tool", parent="robot", pose=_pose(0.5))
    grip = _link("grip", model="tool")
    weld = ir.Joint(id="weld", name="weld", model="robot", type="revolute", parent="body", child="grip", axes=(AXIS,))
    yield group, "nested models", PLAIN, replace(PLAIN, models=(MODEL, nested), links=(*PLAIN.links, grip), joints=(weld,))
    yield group, "static models", PLAIN, replace(PLAIN, models=(replace(MODEL, static=True),))
    frame = ir.Frame(id="frame", name="tool_tip", model="robot", attached_to="body", pose=_pose(0.1))
    yield group, "named frames", PLAIN, replace(PLAIN, frames=(frame,))


def _bodies() -> Rows:
    group = "Bodies"
    yield group, "mass and inertia", _body(inertial=None), PLAIN
    yield group, "centre of mass beside the origin", PLAIN, _inertial(pose=_pose(0.1))
    yield group, "products of inertia", PLAIN, _inertial(inertia=replace(INERTIA, ixy=0.002))
    yield group, "links that touch each other", JOINTED, replace(JOINTED, models=(replace(MODEL, self_collide=True),))
    yield group, "weightless links", PLAIN, _body(gravity=False)
    yield group, "links that gravity pulls less", PLAIN, _body(gravity_factor=0.25)
    yield group, "damping of a link's motion", PLAIN, _body(damping=ir.Damping(law="rate", linear=0.1, angular=0.1))


_TYPES = {
    "revolute": "hinges (revolute)",
    "continuous": "wheels (continuous)",
    "prismatic": "sliders (prismatic)",
    "fixed": "fixed joints",
    "ball": "ball joints",
    "universal": "universal joints",
    "revolute2": "two hinges in a row (revolute2)",
    "screw": "screws",
    "gearbox": "gearboxes",
    "planar": "planar joints",
    "floating": "floating joints",
}
_SECOND = ir.Axis(xyz=(0.0, 0.0, 1.0))


def _joints() -> Rows:
    group = "Joints"
    for word, name in _TYPES.items():
        axes: tuple[ir.Axis, ...] = () if word in ("fixed", "ball", "planar", "floating") else (AXIS,)
        more: dict[str, Any] = {"screw": {"screw_pitch": 0.01}, "gearbox": {"gear_ratio": 2.0}}.get(word, {})
        if word in ("universal", "revolute2", "gearbox"):
            axes = (AXIS, _SECOND)
        if word in ("revolute", "prismatic"):
            axes = (replace(AXIS, limits=ir.Limits(lower=-1.0, upper=1.0)),)
        yield group, name, PAIR, _joint(type=word, axes=axes, **more)
    third = _link("third", pose=_pose(0.5, 0.5))
    chain = ir.Joint(id="second", name="second", model="robot", type="revolute", parent="arm", child="third", axes=(AXIS,))
    loop = ir.Joint(id="loop", name="loop", model="robot", type="revolute", parent="body", child="third", axes=(AXIS,))
    three = replace(JOINTED, links=(*JOINTED.links, third), joints=(HINGE, chain))
    yield group, "closed loops", three, replace(three, joints=(HINGE, chain, loop))
    yield group, "position limits", JOINTED, _axis(limits=ir.Limits(lower=-1.0, upper=1.0))
    limited = _axis(limits=ir.Limits(lower=-1.0, upper=1.0))
    yield group, "effort and velocity limits", limited, _axis(limits=ir.Limits(lower=-1.0, upper=1.0, effort=5.0, velocity=2.0))
    yield group, "stiffness of the stops", limited, _axis(limits=ir.Limits(lower=-1.0, upper=1.0, stiffness=1e4, dissipation=10.0))
    yield group, "damping", JOINTED, _axis(dynamics=ir.Dynamics(damping=0.5))
    yield group, "friction", JOINTED, _axis(dynamics=ir.Dynamics(friction=0.5))
    yield group, "inertia of rotors (armature)", JOINTED, _axis(dynamics=ir.Dynamics(armature=0.01))
    yield group, "springs", JOINTED, _axis(dynamics=ir.Dynamics(spring_stiffness=2.0, spring_reference=0.1))
    yield group, "starting position", JOINTED, _axis(initial=0.3)
    home = ir.NamedPose(name="home", positions=(ir.JointPosition(joint="joint", values=(0.5,)),))
    yield group, "poses with a name", JOINTED, replace(JOINTED, named_poses=(home,))
    leader = replace(three, joints=(HINGE, chain))
    mimic = replace(chain, axes=(replace(AXIS, mimic=ir.Mimic(joint="joint", multiplier=2.0, offset=0.0, reference=0.0)),))
    yield group, "mimicking another joint", leader, replace(leader, joints=(HINGE, mimic))


def _drives() -> Rows:
    group = "Motors"
    common: dict[str, Any] = {"name": "motor", "kind": "motor", "max_effort": 5.0, "max_velocity": 4.0}
    gains = ir.Gains(p=10.0, i=0.0, d=0.1)
    for name, command, output, more in (
        ("position servos with gains", "position", "velocity", {"gains": gains}),
        ("velocity motors", "velocity", "effort", {}),
        ("torque motors", "effort", "effort", {}),
    ):
        yield group, name, JOINTED, _joint(actuators=(ir.Actuator(command=command, output=output, **common | more),))

    torque: dict[str, Any] = common | {"command": "effort", "output": "effort"}
    direct, geared = (_joint(actuators=(ir.Actuator(**torque, ratio=ratio),)) for ratio in (None, 50.0))
    yield group, "gears between motor and joint", direct, geared


def _shapes() -> Rows:
    vertices = Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
    faces = ir.Faces(vertices=Block([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]))
    mesh = ir.Mesh(id="mesh", name="wedge", data=ir.MeshData(vertices=vertices, groups=(ir.MeshGroup(name="all", faces=(faces,)),)))
    rows: tuple[tuple[str, ir.Shape], ...] = (
        ("boxes", ir.Box(size=(0.3, 0.3, 0.3))),
        ("spheres", ir.Sphere(radius=0.2)),
        ("cylinders", ir.Cylinder(radius=0.1, length=0.4)),
        ("capsules", ir.Capsule(radius=0.1, length=0.4)),
        ("ellipsoids", ir.Ellipsoid(radii=(0.1, 0.2, 0.3))),
        ("cones", ir.Cone(radius=0.1, length=0.4)),
        ("planes", ir.Plane(size=(4.0, 5.0))),
        ("meshes", ir.MeshShape(mesh="mesh")),
        ("heightmaps", ir.Heightmap(image=ir.Texture(uri=IMAGE), size=(10.0, 10.0, 1.0))),
        ("extruded outlines", ir.Polyline(outlines=(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)),), height=0.2)),
    )
    still = replace(PLAIN, models=(replace(MODEL, static=True),))
    for kind, group in (("collisions", "Collision shapes"), ("visuals", "Visual shapes")):
        for name, shape in rows:
            base = still if isinstance(shape, ir.Plane | ir.Heightmap) else PLAIN
            base = replace(base, meshes=(mesh,)) if isinstance(shape, ir.MeshShape) else base
            part: Any = ir.Collision(name="extra", geometry=shape) if kind == "collisions" else ir.Visual(name="extra", geometry=shape)
            link = replace(base.links[0], **{kind: (*getattr(base.links[0], kind), part)})
            yield group, name, replace(base, meshes=()), replace(base, links=(link,))


def _contacts() -> Rows:
    group = "Contact"
    yield group, "friction coefficient", PLAIN, _touch(surface=ir.Surface(mu=0.5, mu2=0.5))
    yield (
        group,
        "friction that differs by direction",
        _touch(surface=ir.Surface(mu=0.5, mu2=0.5)),
        _touch(surface=ir.Surface(mu=0.5, mu2=0.2)),
    )
    named = _materials()
    table = (("rubber", "rubber", 0.7), ("rubber", "ice", 0.1), ("ice", "ice", 0.3))
    pairs = tuple(ir.FrictionPair(first=first, second=second, mu=mu) for first, second, mu in table)
    yield group, "friction per pair of materials", named, replace(named, friction_pairs=pairs)
    yield group, "rolling friction", PLAIN, _touch(surface=ir.Surface(rolling_friction=0.01))
    yield group, "torsional friction", PLAIN, _touch(surface=ir.Surface(torsional_friction=0.01))
    yield group, "bounciness", PLAIN, _touch(surface=ir.Surface(restitution=0.5, bounce_threshold=0.1))
    yield group, "soft contacts", PLAIN, _touch(surface=ir.Surface(stiffness=1e5, damping=10.0))
    yield group, "collision masks", PLAIN, _touch(collide_mask=6)
    yield group, "shapes that never touch some links", JOINTED, _excluding()
    pair = ir.ExcludedPair(links=("body", "third"))
    beside = replace(JOINTED, links=(*JOINTED.links, _link("third", pose=_pose(0.5, 0.5))))
    yield group, "pairs of links that never touch", beside, replace(beside, excluded_pairs=(pair,))


def _materials() -> ir.Scene:
    """Four bodies that move freely, two of each material."""
    models, links = [], []
    for i, name in enumerate(("rubber", "rubber", "ice", "ice")):
        models.append(ir.Model(id=f"m{i}", name=f"m{i}", world="world1", pose=_pose(float(i))))
        touch = ir.Collision(name="touch", geometry=BOX, surface=ir.Surface(name=name))
        links.append(_link(f"l{i}", model=f"m{i}", collisions=(touch,)))
    return replace(PLAIN, models=tuple(models), links=tuple(links), friction_law="table")


def _excluding() -> ir.Scene:
    touch = ir.Collision(name="touch", geometry=BOX, excluded=("arm",))
    return replace(JOINTED, links=(replace(JOINTED.links[0], collisions=(touch,)), ARM))


def _looks() -> Rows:
    group = "Looks"
    yield group, "colours", _look(material=None), PLAIN
    yield group, "specular highlights", PLAIN, _material(specular=(0.5, 0.5, 0.5, 1.0), shininess=30.0)
    yield group, "glow (emissive)", PLAIN, _material(emissive=(0.2, 0.2, 0.2, 1.0))
    yield group, "transparency", PLAIN, _material(diffuse=(1.0, 0.0, 0.0, 0.5))
    yield group, "textures", PLAIN, _material(diffuse_texture=ir.Texture(uri=IMAGE))
    yield group, "roughness and metal (PBR)", PLAIN, _material(pbr=(ir.Pbr(roughness=0.3, metalness=0.7),))
    yield (
        group,
        "maps of roughness and normals",
        PLAIN,
        _material(pbr=(ir.Pbr(normal_map=ir.Texture(uri=IMAGE), roughness_map=ir.Texture(uri=IMAGE)),)),
    )
    yield (
        group,
        "materials of a script",
        _look(material=None),
        _look(material=ir.Material(script=ir.MaterialScript(name="Steel", uris=("steel.material",)))),
    )
    yield group, "shapes that cast no shadow", PLAIN, _look(cast_shadows=False)


def _lights() -> Rows:
    group = "Lights"
    light: dict[str, Any] = {"name": "lamp", "diffuse": (1.0, 1.0, 1.0, 1.0), "specular": (0.1, 0.1, 0.1, 1.0), "world": "world1"}
    sun = ir.Light(type="directional", direction=(0.0, 0.5, -1.0), **light)
    lamp = ir.Light(type="point", pose=_pose(0.0, 0.0, 3.0), **light)
    spot = ir.Light(
        type="spot",
        pose=_pose(0.0, 0.0, 3.0),
        direction=(0.0, 0.0, -1.0),
        spot=ir.Spot(inner_angle=0.4, outer_angle=0.8, falloff=1.0),
        **light,
    )
    for name, each in (("directional lights", sun), ("point lights", lamp), ("spot lights", spot)):
        yield group, name, PLAIN, replace(PLAIN, lights=(each,))
    fading = replace(lamp, attenuation=ir.Attenuation(range=20.0, constant=0.5, linear=0.1, quadratic=0.01))
    yield group, "fading with distance", replace(PLAIN, lights=(lamp,)), replace(PLAIN, lights=(fading,))
    on_link = replace(lamp, world=None, pose=_pose(0.1))
    yield group, "lights on links", PLAIN, _body(lights=(on_link,))


_OF_JOINTS = frozenset({"force_torque", "joint_state", "motor_state"})


def _sensor(kind: str, **fields: Any) -> ir.Scene:
    inside: dict[str, Any] = {"name": "sensor", "type": kind}
    camera = ir.Camera(width=320, height=240, horizontal_fov=1.0, vertical_fov=0.7788347922, near=0.1, far=100.0)
    if kind.endswith("camera") and kind != "logical_camera":
        inside["cameras"] = (camera,)
    elif kind == "multicamera":
        inside["cameras"] = (replace(camera, name="left"), replace(camera, name="right", pose=_pose(0.0, -0.1)))
    elif kind == "lidar":
        scan = ir.Scan(samples=90, lower=-1.0, upper=1.0)
        inside["lidar"] = ir.Lidar(horizontal=scan, range=ir.Range(lower=0.1, upper=10.0))
    elif kind in ("distance", "sonar"):
        inside["beam"] = ir.Beam(shape="ray" if kind == "distance" else "cone", radius=None, range=ir.Range(lower=0.1, upper=3.0))
    elif kind in ("joint_state", "motor_state"):
        inside["quantity"] = "position" if kind == "joint_state" else "torque"
    sensor = ir.Sensor(**inside | fields)
    return _joint(sensors=(sensor,)) if kind in _OF_JOINTS else _body(sensors=(sensor,))


def _sensors() -> Rows:
    group = "Sensors"
    for kind in SENSOR_TYPES:
        yield group, kind.replace("_", " "), JOINTED if kind in _OF_JOINTS else PLAIN, _sensor(kind)
    yield group, "update rate", _sensor("imu"), _sensor("imu", update_rate=50.0)
    noise = ir.Channel(name="angular_velocity/x", noise=ir.Noise(type="gaussian", mean=0.0, stddev=0.01))
    yield group, "noise", _sensor("imu"), _sensor("imu", channels=(noise,))


def _worlds() -> Rows:
    group = "World"
    yield group, "gravity", PLAIN, _world(gravity=(0.0, 0.0, -3.7))
    yield group, "time step", PLAIN, _world(profiles=(ir.PhysicsProfile(step=0.004),))
    solver = ir.SolverSettings(iterations=50, cfm=1e-5, erp=0.3)
    stepping = _world(profiles=(ir.PhysicsProfile(step=0.004),))
    yield group, "solver settings", stepping, _world(profiles=(ir.PhysicsProfile(step=0.004, solver=solver),))
    yield group, "ambient light and background", PLAIN, _world(look=ir.Look(ambient=(0.4, 0.4, 0.4, 1.0), background=(0.7, 0.7, 0.9, 1.0)))
    yield group, "fog", PLAIN, _world(look=ir.Look(fog=ir.Fog(type="linear", start=1.0, end=50.0, density=0.1)))
    yield group, "contacts switched off", PLAIN, _world(contacts=False)
    yield group, "wind", PLAIN, _world(wind=(1.0, 0.0, 0.0))
    yield group, "magnetic field", PLAIN, _world(magnetic_field=(1e-5, 2e-5, -4e-5))
    yield (
        group,
        "place on Earth",
        PLAIN,
        _world(spherical_coordinates=ir.SphericalCoordinates(latitude=0.9, longitude=0.15, elevation=10.0)),
    )


def _code() -> Rows:
    group = "Code"
    plugin = ir.Plugin(name="walk", filename="libwalk.so", content=(ir.RawItem(depth=0, tag="gain", text="0.5"),))
    yield group, "plugins", PLAIN, replace(PLAIN, models=(replace(MODEL, plugins=(plugin,)),))
    yield group, "controllers", PLAIN, replace(PLAIN, controllers=(ir.Controller(name="brain", library="libbrain.so", period=0.01),))
    yield group, "actors", PLAIN, replace(PLAIN, actors=(ir.Actor(name="person", world="world1", loop=True, delay_start=1.0),))
    knob = ir.UserInput(name="speed", type="velocity", lower=0.0, upper=2.0, default=1.0)
    yield group, "values set in the simulator's window", PLAIN, replace(PLAIN, user_inputs=(knob,))
