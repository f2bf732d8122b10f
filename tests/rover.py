"""A plain robot for tests: parts that state one thing at a time.

In the kitchen sink every part states everything, so that a writer takes the first of several ways. Here each motor, sensor, light and
shape takes another of these ways: motors that command velocities and forces, a free base, stops that are switched off.
"""

from __future__ import annotations

from scenec import ir
from tests.scenes import pose, texture


def rover() -> ir.Scene:
    """A robot of a free chassis with wheels, a lift, an arm and a trailer. Units of the scene: m, kg, s, rad."""
    return ir.Scene(
        name="rover",
        worlds=(_world(),),
        models=(ir.Model(id="rover", name="rover", world="world1", self_collide=False),),
        links=(_chassis(), *_moved_links()),
        joints=_joints(),
        lights=_lights(),
        friction_law="min",
    )


def balls() -> ir.Scene:
    """Two robots of a ball each, in a world with a name, whose masks let them touch the floor and not each other."""

    def ball(number: int) -> ir.Link:
        shape = ir.Collision(name="ball", geometry=ir.Sphere(radius=0.1), collide_mask=number, category_mask=number)
        return ir.Link(
            id=f"link{number}",
            name="ball",
            model=f"robot{number}",
            pose=pose(0.0, number, 1.0),
            inertial=_inertial(1.0),
            collisions=(shape,),
        )

    return ir.Scene(
        worlds=(ir.World(id="world1", name="court"),),
        models=tuple(ir.Model(id=f"robot{number}", name=f"robot{number}", world="world1") for number in (1, 2)),
        links=(ball(1), ball(2)),
    )


def _world() -> ir.World:
    solver = ir.SolverSettings(type="Newton", iterations=40, erp=0.2, cfm=1e-6, surface_layer=0.001)
    profile = ir.PhysicsProfile(engine="ode", step=0.001, solver=solver)
    return ir.World(id="world1", name="yard", gravity=(0.0, 0.0, -3.7), moving_bodies_collide=False, profiles=(profile,))


def _inertial(mass: float, com: ir.Vec3 | None = None) -> ir.Inertial:
    tensor = ir.Inertia(0.1 * mass, 0.12 * mass, 0.14 * mass)
    return ir.Inertial(mass=mass, pose=None if com is None else pose(*com), inertia=tensor)


def _chassis() -> ir.Link:
    ground = ir.Surface(mu=0.7, slip1=0.02, slip2=0.02)
    image_based = ir.Pbr(workflow="metal", roughness=0.4, metalness=0.8)
    return ir.Link(
        id="chassis",
        name="chassis",
        model="rover",
        pose=pose(0.0, 0.0, 0.3),
        inertial=_inertial(12.0, (0.01, 0.0, 0.02)),
        damping=ir.Damping(law="force", linear=0.4, angular=0.05),
        collisions=(
            ir.Collision(name="body", geometry=ir.Box(size=(0.6, 0.4, 0.2)), surface=ground, collide_mask=1, category_mask=1),
            ir.Collision(name="bumper", geometry=ir.Sphere(radius=0.5), sensing_only=True),
        ),
        visuals=(
            ir.Visual(
                name="paint",
                geometry=ir.Box(size=(0.6, 0.4, 0.2)),
                material=ir.Material(name="steel", diffuse=(0.2, 0.3, 0.4, 1.0), pbr=(image_based,)),
            ),
            ir.Visual(
                name="dome",
                geometry=ir.Ellipsoid(radii=(0.1, 0.1, 0.1)),
                pose=pose(0.0, 0.0, 0.2),
                cast_shadows=False,
                material=ir.Material(diffuse=(0.8, 0.1, 0.1, 1.0), diffuse_texture=texture("dome")),
            ),
            ir.Visual(name="hidden", geometry=ir.Capsule(radius=0.05, length=0.2), visible=False),
        ),
        sensors=_sensors(),
    )


def _sensors() -> tuple[ir.Sensor, ...]:
    wide = ir.Camera(width=320, height=200, horizontal_fov=1.3, near=0.05, far=30.0)
    tall = ir.Camera(horizontal_fov=2.0, vertical_fov=1.5)
    row = ir.Lidar(
        horizontal=ir.Scan(samples=64, lower=-1.0, upper=1.0),
        vertical=ir.Scan(samples=1, lower=-0.1, upper=0.1),
        range=ir.Range(lower=0.05, upper=8.0),
    )
    return (
        ir.Sensor(name="front", type="camera", pose=pose(0.3), update_rate=15.0, cameras=(wide,)),
        ir.Sensor(name="finder", type="logical_camera", cameras=(tall,)),
        ir.Sensor(name="row", type="lidar", lidar=row),
        ir.Sensor(name="range", type="distance", pose=pose(0.3, 0.1), beam=ir.Beam(shape="ray", range=ir.Range(lower=0.02, upper=1.5))),
        ir.Sensor(name="bump", type="contact", contact=ir.ContactTarget(collisions=("bumper",))),
        ir.Sensor(name="turn", type="gyroscope", pose=pose(0.0, 0.0, 0.05)),
        ir.Sensor(name="stance", type="joint_state", quantity="position", targets=("wheel_left", "lift")),
    )


def _moved_links() -> tuple[ir.Link, ...]:
    tyre = ir.Collision(name="tyre", geometry=ir.Cylinder(radius=0.1, length=0.05), surface=ir.Surface(name="rubber", mu=1.1, mu2=0.9))
    return (
        ir.Link(id="left", name="left", model="rover", pose=pose(0.2, 0.2, 0.1), inertial=_inertial(0.8), collisions=(tyre,)),
        ir.Link(id="right", name="right", model="rover", pose=pose(0.2, -0.2, 0.1), inertial=_inertial(0.8), gravity=False),
        ir.Link(id="mast", name="mast", model="rover", pose=pose(0.0, 0.0, 0.5), inertial=_inertial(1.5)),
        ir.Link(id="arm", name="arm", model="rover", pose=pose(0.3, 0.0, 0.5), inertial=_inertial(0.6)),
        ir.Link(id="hand", name="hand", model="rover", pose=pose(0.6, 0.0, 0.5), inertial=_inertial(0.3)),
        ir.Link(id="trailer", name="trailer", model="rover", pose=pose(-0.6, 0.0, 0.3), inertial=_inertial(4.0)),
        ir.Link(id="flag", name="flag", model="rover", pose=pose(-0.3, 0.0, 0.6), inertial=_inertial(0.05)),
    )


def _joints() -> tuple[ir.Joint, ...]:
    across, up = (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    speed = ir.Actuator(name="left_motor", command="velocity", output="velocity", max_effort=6.0, max_velocity=9.0, initial_command=2.0)
    torque = ir.Actuator(name="right_motor", command="effort", output="effort", max_effort=5.0, command_lower=-4.0, command_upper=4.0)
    lift = ir.Actuator(
        name="lift_motor", command="velocity", output="effort", gains=ir.Gains(p=40.0, i=2.0), max_velocity=0.3, initial_command=0.1
    )
    servo = ir.Actuator(
        name="servo", command="position", output="effort", gains=ir.Gains(p=15.0, d=1.5), max_effort=20.0, ratio=1.0, initial_command=0.2
    )
    stops = ir.Limits(lower=-0.4, upper=0.9, effort=18.0, velocity=3.0)
    return (
        _joint("wheel_left", "continuous", "left", ir.Axis(xyz=across), actuators=(speed,)),
        _joint("wheel_right", "continuous", "right", ir.Axis(xyz=across, dynamics=ir.Dynamics(damping=0.3)), actuators=(torque,)),
        _joint("lift", "prismatic", "mast", ir.Axis(xyz=up, limits=ir.Limits(lower=0.0, upper=0.4)), actuators=(lift,)),
        _joint("shoulder", "revolute", "arm", ir.Axis(xyz=across, limits=stops, initial=0.2), actuators=(servo,)),
        _joint(
            "wrist",
            "revolute",
            "hand",
            ir.Axis(xyz=across, limits=stops, mimic=ir.Mimic(joint="shoulder", multiplier=2.0, offset=0.0, reference=0.0)),
            parent="arm",
        ),
        _joint("hitch", "ball", "trailer", ir.Axis(xyz=up, limits=ir.Limits(lower=0.0, upper=0.5))),
        _joint("hinge", "revolute", "flag", ir.Axis(xyz=across, limits=ir.Limits(lower=-0.1, upper=0.1, active=False, velocity=2.0))),
    )


def _joint(name: str, kind: str, child: str, axis: ir.Axis, parent: str = "chassis", actuators: tuple[ir.Actuator, ...] = ()) -> ir.Joint:
    return ir.Joint(
        id=name, name=name, model="rover", type=kind, parent=parent, child=child, relative_to=child, axes=(axis,), actuators=actuators
    )


def _lights() -> tuple[ir.Light, ...]:
    return (
        ir.Light(name="noon", type="directional", world="world1", direction=(0.0, 0.0, -1.0), cast_shadows=False, intensity=1.0),
        ir.Light(
            name="torch",
            type="point",
            world="world1",
            pose=pose(0.0, 0.0, 2.0),
            diffuse=(1.0, 1.0, 1.0, 1.0),
            on=False,
            attenuation=ir.Attenuation(range=6.0),
        ),
    )
