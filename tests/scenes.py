"""A scene for tests that holds everything the IR can say, and is legal throughout: what becomes of a part is a format's doing."""

from __future__ import annotations

import math
from pathlib import Path

from scenec import ir
from scenec.ir.blocks import Block
from scenec.source import Origin, Source

# fmt: off
# Parts are written as a file would have them, several values in a line: a formatter would give each a line.
DATA = Path(__file__).parent / "data"
CHECKER = Path(__file__).parents[1] / "fixtures" / "checker.png"
AT = Origin(None, None, Source("kitchen.scene", 1, 1, "/scene[1]"))


def pose(x: float = 0.0, y: float = 0.0, z: float = 0.0, rpy: ir.Vec3 = (0.0, 0.0, 0.0)) -> ir.Pose:
    return ir.Pose((x, y, z), ir.Rotation.from_rpy(*rpy))


def extra(key: str, value: str | float | bool | tuple[float, ...] | None = 0.25) -> ir.Extra:
    return ir.Extra(format="other", key=key, value=value)


def raw(tag: str) -> tuple[ir.RawItem, ...]:
    return (
        ir.RawItem(depth=0, tag=tag, attributes=(("mode", "fast"),), text=""),
        ir.RawItem(depth=1, tag="gain", attributes=(), text="0.5"),
    )


def plugin(name: str) -> ir.Plugin:
    return ir.Plugin(name=name, filename=f"lib{name}.so", content=raw(f"{name}_setting"), use="use1" if name == "walker" else None)


def texture(name: str) -> ir.Texture:
    return ir.Texture(uri=f"{name}.png", found=str(CHECKER))


# ---------------------------------------------------------------- the kitchen sink


def kitchen_sink(friction_law: str = "table") -> ir.Scene:
    """Every node class and every field of the IR at least once. friction_law ``min``: without the table of pairs."""
    table = friction_law == "table"
    return ir.Scene(
        name="kitchen",
        framing="world",
        worlds=(_world(),),
        models=_models(),
        frames=_frames(),
        links=(_base(), *_shape_links(), *_joint_links(), _static_link(), _nested_link()),
        joints=_joints(),
        lights=_lights(),
        meshes=_meshes(),
        friction_law=friction_law,
        friction_default=0.9 if table else None,
        friction_pairs=(
            ir.FrictionPair(first="rubber", second="carpet", mu=0.6, rolling_deceleration=0.15),
            ir.FrictionPair(first="carpet", second="rubber", mu=0.7),
        )
        if table
        else (),
        excluded_pairs=(ir.ExcludedPair(name="hands", links=("link2", "link3")),),
        named_poses=(_named_pose(),),
        actors=(_actor(),),
        grippers=(_gripper(),),
        controllers=(
            ir.Controller(
                name="brain",
                library="brain_so",
                period=0.02,
                sensors=("eye",),
                actuators=("drive",),
                links=("base",),
                extras=(extra("mode"),),
            ),
        ),
        user_inputs=(ir.UserInput(name="speed", type="velocity", lower=-1.5, upper=2.5, default=0.5),),
        plugins=(plugin("stage"),),
        assets=(ir.Asset(id="asset1", name="wheel", kind="Body", file="wheel.scene", found="/models/wheel.scene"),),
        uses=(
            ir.Use(id="use1", asset="asset1", name="left", arguments=(("side", "left"),)),
            ir.Use(id="use2", asset="asset1", name="right", parent="use1"),
        ),
        extras=(extra("unit", "metre"), ir.Extra(format="other", key="history", content=raw("entry"))),
        origin=AT,
    )


def _named_pose() -> ir.NamedPose:
    placed = ir.LinkPlacement(link="tool1", pose=pose(1.0, 2.0, 3.0, (0.0, 0.0, 0.5)))
    moved = ir.JointPosition(joint="joint0", values=(0.4,)), ir.JointPosition(joint="joint5", values=(0.2, 0.3))
    return ir.NamedPose(name="home", model="model1", positions=moved, placements=(placed,), time=1.5, extras=(extra("key"),))


def _gripper() -> ir.Gripper:
    return ir.Gripper(
        name="hand", model="model1", palm="link1", fingers=("link2", "link3"), attach_steps=11, detach_steps=12, min_contact_count=3,
        use="use2",
    )


def _world() -> ir.World:
    solver = ir.SolverSettings(
        type="quick", iterations=60, iteration_skip=2, cfm=1e-5, erp=0.3, contact_cfm=2e-5, contact_erp=0.4, slip1=0.01, slip2=0.02,
        max_correcting_velocity=90.0, surface_layer=0.002,
    )
    return ir.World(
        id="world1", name="hall", gravity=(0.1, 0.2, -9.7), magnetic_field=(6e-6, 2.3e-5, -4.2e-5), wind=(0.5, 0.25, 0.125),
        moving_bodies_collide=True, contacts=True,
        profiles=(
            ir.PhysicsProfile(
                name="fine", engine="ode", default=True, step=0.002, real_time_factor=0.9, update_rate=450.0, max_contacts=15,
                solver=solver, extras=(extra("contacts"),),
            ),
        ),
        atmosphere=ir.Atmosphere(type="adiabatic", temperature=290.0, pressure=101000.0, temperature_gradient=-0.0060),
        spherical_coordinates=ir.SphericalCoordinates(
            surface_model="CUSTOM_SURFACE", orientation="ENU", latitude=0.9, longitude=0.15, elevation=20.0, heading=0.3,
            equatorial_axis=1738100.0, polar_axis=1736000.0,
        ),
        look=ir.Look(
            ambient=(0.3, 0.31, 0.32, 0.9), background=(0.6, 0.61, 0.62, 0.8), shadows=True, grid=True, origin_visual=True,
            fog=ir.Fog(color=(0.5, 0.51, 0.52, 0.53), type="linear", start=2.0, end=50.0, density=0.5),
            sky=ir.Sky(
                time=14.0, sunrise=5.5, sunset=21.0, cloud_speed=0.7, cloud_direction=0.4, cloud_humidity=0.55, cloud_mean_size=0.45,
                cloud_ambient=(0.7, 0.71, 0.72, 0.9), cubemap="sky.dds",
            ),
            viewpoints=(ir.Viewpoint(name="visitor", pose=pose(5.0, -4.0, 2.0, (0.0, 0.3, 2.4)), horizontal_fov=1.2,
            extras=(extra("view"),)),),
        ),
        audio_device="hw", extras=(extra("weather", "fine"),),
    )


def _models() -> tuple[ir.Model, ...]:
    return (
        ir.Model(
            id="model1", name="rig", world="world1", pose=pose(0.5, 0.25, 1.5, (0.1, 0.2, 0.3)), static=False, self_collide=True,
            allow_auto_disable=False, enable_wind=True, canonical_link="link1", namespace="ns", plugins=(plugin("rig"),),
            extras=(extra("robot", True),), use="use1",
        ),
        ir.Model(
            id="model2", name="tool", world="world1", parent="model1", pose=pose(0.75, 0.0, 0.5), relative_to="link1",
            placement_frame="tool1",
        ),
        ir.Model(id="model3", name="floor", world="world1", static=True),
    )


def _frames() -> tuple[ir.Frame, ...]:
    return (
        ir.Frame(id="frame1", name="mount", model="model1", attached_to="link1", pose=pose(0.1, 0.2, 0.3), relative_to="link2",
                 extras=(extra("frame"),), use="use2"),
        ir.Frame(id="frame2", name="corner", world="world1", pose=pose(1.5, 2.5, 0.0, (0.0, 0.0, 0.5))),
    )


def _base() -> ir.Link:
    inertial = ir.Inertial(
        mass=2.5, pose=pose(0.01, 0.02, 0.03, (0.1, 0.0, 0.2)), inertia=ir.Inertia(0.02, 0.03, 0.04, 0.001, 0.002, 0.003), auto=False,
        density=800.0, added_mass=tuple(0.01 * (i + 1) for i in range(21)), extras=(extra("mass"),),
    )
    return ir.Link(
        id="link1", name="base", model="model1", pose=pose(0.0, 0.0, 0.25), relative_to="model1", inertial=inertial, self_collide=True,
        gravity=False, gravity_factor=0.6, kinematic=True, must_be_base=True, enable_wind=True,
        damping=ir.Damping(law="rate", linear=0.02, angular=0.03, angular_below=5.0), collisions=(_collision(),), visuals=(_visual(),),
        batteries=(ir.Battery(name="pack", voltage=12.5, capacity=7200.0, power=30.0),), sensors=_sensors(), lights=(_spot(),),
        particle_emitters=(ir.ParticleEmitter(name="smoke", type="box", pose=pose(0.0, 0.1, 0.2), relative_to="frame1",
                                              extras=(extra("emitting", True),)),),
        plugins=(plugin("base"),), extras=(extra("link"),), use="use1", origin=AT,
    )


def _collision() -> ir.Collision:
    surface = ir.Surface(
        name="rubber", mu=0.8, mu2=0.7, direction=(0.0, 1.0, 0.0), slip1=0.011, slip2=0.012, rolling_friction=0.013,
        rolling_friction2=0.014, torsional_friction=0.019, restitution=0.4, max_correcting_velocity=0.05,
        spinning_friction=0.5, use_patch_radius=True, patch_radius=0.015, surface_radius=0.016, torsional_slip=0.017,
        bounce_threshold=0.2, stiffness=1e5, damping=12.0, soft_cfm=0.001, soft_erp=0.25, min_depth=0.001,
        contact_motion1=0.3, contact_motion2=0.35, friction_model="cone", bullet_friction=0.75, bullet_friction2=0.65,
        bullet_direction=(1.0, 0.0, 0.0), collide_without_contact=True, collide_without_contact_bitmask=3, extras=(extra("contact"),),
    )
    return ir.Collision(
        name="hull", pose=pose(0.0, 0.0, 0.1), relative_to="frame1", geometry=ir.Box(size=(0.4, 0.3, 0.2)), surface=surface,
        sensing_only=False, collide_mask=5, category_mask=6, max_contacts=7, laser_retro=0.35, density=950.0, excluded=("link2",),
        debug_color=(0.1, 0.2, 0.3, 0.4), extras=(extra("hull"),), use="use1",
    )


def _visual() -> ir.Visual:
    return ir.Visual(
        name="cover", pose=pose(0.0, 0.0, 0.15), relative_to="frame1", geometry=ir.Box(size=(0.5, 0.4, 0.3)), material=_material(),
        visible=True, cast_shadows=False, receive_shadows=False, transparency=0.2, visibility_flags=9, layer=2, laser_retro=0.45,
        plugins=(plugin("cover"),), extras=(extra("cover"),), use="use1",
    )


def _material() -> ir.Material:
    metal = ir.Pbr(
        workflow="metal", albedo_map=texture("albedo"), normal_map=texture("bumps"), normal_map_space="object", roughness=0.35,
        roughness_map=texture("rough"), metalness=0.45, metalness_map=texture("metal"), environment_map=texture("room"),
        ambient_occlusion_map=texture("shade"), emissive_map=texture("glow"), light_map=texture("lit"), light_map_uv_set=1,
    )
    specular = ir.Pbr(workflow="specular", specular_map=texture("shine"), glossiness=0.65, glossiness_map=texture("gloss"))
    return ir.Material(
        name="paint", ambient=(0.11, 0.12, 0.13, 1.0), diffuse=(0.21, 0.22, 0.23, 0.9), specular=(0.31, 0.32, 0.33, 1.0),
        emissive=(0.41, 0.42, 0.43, 1.0), shininess=40.0, metallic=0.3, roughness=0.6, diffuse_texture=texture("wood"),
        normal_texture=texture("grain"), displacement_texture=texture("relief"), texture_scale=(2.0, 3.0), two_sided=True, lighting=False,
        render_order=1.5, script=ir.MaterialScript(name="Kitchen/Paint", uris=("kitchen.material", "textures")),
        shader=ir.Shader(type="normal_map_object_space", normal_map=texture("facets")), pbr=(metal, specular),
        extras=(extra("paint"),), use="use1",
    )


def _shape_links() -> tuple[ir.Link, ...]:
    """One link with a collision and a visual of every shape."""
    terrain = ir.Heightmap(
        image=texture("hills"), size=(20.0, 21.0, 3.0), position=(1.0, 2.0, 0.5), textures=tuple(
            ir.TerrainTexture(size=size, diffuse=texture(f"{name}_colour"), normal=texture(f"{name}_normal"))
            for name, size in (("grass", 2.0), ("rock", 3.0))),
        blends=(ir.TerrainBlend(min_height=1.5, fade_distance=0.4),), sampling=4, use_terrain_paging=True,
    )
    mesh = ir.MeshShape(
        mesh="mesh2", scale=(0.5, 0.6, 0.7), submesh="blade", center_submesh=True, optimization="convex_decomposition",
        convex_decomposition=ir.ConvexDecomposition(max_convex_hulls=8, voxel_resolution=50000),
    )
    outline = (((0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (0.0, 0.5)),)
    shapes: tuple[ir.Shape, ...] = (
        ir.Empty(),
        ir.Sphere(radius=0.21),
        ir.Cylinder(radius=0.22, length=0.31),
        ir.Capsule(radius=0.23, length=0.32),
        ir.Ellipsoid(radii=(0.24, 0.25, 0.26)),
        ir.Cone(radius=0.27, length=0.33),
        ir.Torus(major_radius=0.4, minor_radius=0.1),
        ir.Plane(normal=(0.0, 0.0, 1.0), size=(5.0, 6.0)),
        ir.Polyline(outlines=outline, height=0.34),
        terrain,
        ir.ImageExtrusion(image=texture("maze"), scale=0.05, threshold=200, height=1.1, granularity=2),
        mesh,
        ir.MeshShape(mesh="mesh1"),
        ir.MeshShape(mesh="mesh3"),
    )
    collisions = tuple(ir.Collision(name=f"touch_{i}", geometry=shape, pose=pose(i * 1.5)) for i, shape in enumerate(shapes))
    visuals = tuple(ir.Visual(name=f"look_{i}", geometry=shape, pose=pose(i * 1.5)) for i, shape in enumerate(shapes))
    return (
        ir.Link(id="link2", name="shapes", model="model1", pose=pose(0.0, 2.0, 0.0), inertial=_inertial(1.0), collisions=collisions,
                visuals=visuals),
        ir.Link(id="link3", name="finger", model="model1", pose=pose(0.0, 2.5, 0.0), inertial=_inertial(0.5)),
    )


def _inertial(mass: float) -> ir.Inertial:
    return ir.Inertial(mass=mass, inertia=ir.Inertia(0.01 * mass, 0.011 * mass, 0.012 * mass))


def _static_link() -> ir.Link:
    ground = ir.Collision(name="ground", geometry=ir.Plane(normal=(0.0, 0.0, 1.0)), surface=ir.Surface(name="carpet"))
    return ir.Link(id="floor1", name="slab", model="model3", collisions=(ground,))


def _nested_link() -> ir.Link:
    return ir.Link(id="tool1", name="grip", model="model2", pose=pose(0.05), inertial=_inertial(0.4))


def _meshes() -> tuple[ir.Mesh, ...]:
    vertices = Block([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.25]])
    triangles = ir.Faces(
        vertices=Block([[0, 2, 1], [0, 1, 3]]), normals=Block([[0, 0, 0], [1, 1, 1]]), texcoords=Block([[0, 1, 2], [0, 1, 2]])
    )
    quads = ir.Faces(vertices=Block([[0, 1, 4, 2]]))
    data = ir.MeshData(
        vertices=vertices, normals=Block([[0.0, 0.0, -1.0], [0.0, -1.0, 0.0]]), texcoords=Block([[0.0, 0.0], [1.0, 0.0], [0.5, 1.0]]),
        groups=(ir.MeshGroup(name="skin", faces=(triangles, quads), material=ir.Material(name="skin", diffuse=(0.8, 0.7, 0.6, 1.0))),),
    )
    plain = ir.MeshData(vertices=vertices, groups=(ir.MeshGroup(name="wing", faces=(quads,)),), smooth=True)
    extent = ir.MeshExtent(submesh="blade", vertices=4, faces=4, lower=(-0.5, -0.5, -0.5), upper=(0.5, 0.5, 0.5))
    return (
        ir.Mesh(id="mesh1", name="shell", data=data, extras=(extra("mesh"),)),
        ir.Mesh(id="mesh2", name="rotor", uri="rotor.obj", found=str(DATA / "rotor.obj"), extents=(extent,)),
        ir.Mesh(id="mesh3", name="kite", data=plain),
    )


# ---------------------------------------------------------------- joints


def _joint_links() -> tuple[ir.Link, ...]:
    return tuple(
        ir.Link(id=f"arm{i}", name=f"arm_{kind}", model="model1", pose=pose(1.0 + i, -1.0, 0.5), inertial=_inertial(0.3))
        for i, kind in enumerate(ir.JOINT_TYPES)
    )


_AXES = {"revolute": 1, "continuous": 1, "prismatic": 1, "universal": 2, "revolute2": 2, "screw": 1, "gearbox": 2}


def _joints() -> tuple[ir.Joint, ...]:
    joints = [_revolute()]
    for i, kind in enumerate(ir.JOINT_TYPES[1:], 1):
        axes = tuple(
            ir.Axis(xyz=xyz, limits=None if kind == "continuous" else ir.Limits(lower=-0.5, upper=0.75))
            for xyz in ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0))[: _AXES.get(kind, 0)]
        )
        joints.append(
            ir.Joint(
                id=f"joint{i}", name=f"j_{kind}", model="model1", type=kind, parent="link1", child=f"arm{i}", axes=axes,
                screw_pitch=0.004 if kind == "screw" else None, gear_ratio=2.5 if kind == "gearbox" else None,
                gear_reference="link2" if kind == "gearbox" else None,
            )
        )
    joints += [
        ir.Joint(id="weld1", name="j_shapes", model="model1", type="fixed", parent="link1", child="link2"),
        ir.Joint(id="weld2", name="j_finger", model="model1", type="fixed", parent="link1", child="link3"),
        ir.Joint(id="weld3", name="j_tool", model="model1", type="fixed", parent="link1", child="tool1"),
        ir.Joint(id="anchor", name="j_world", world="world1", type="fixed", parent=ir.WORLD, child="link1", closing=True),
    ]
    return tuple(joints)


def _revolute() -> ir.Joint:
    limits = ir.Limits(
        lower=-1.2,
        upper=1.3,
        active=True,
        effort=30.0,
        velocity=4.0,
        stiffness=1e6,
        dissipation=2.0,
        stop_cfm=0.001,
        stop_erp=0.15,
        bounce=0.05,
    )
    dynamics = ir.Dynamics(
        damping=0.12, friction=0.13, spring_stiffness=1.5, spring_reference=0.14, armature=0.015, cfm=1e-4, erp=0.35,
        suspension_cfm=1e-3, suspension_erp=0.45, fudge_factor=0.5,
    )
    mimic = ir.Mimic(joint="joint5", axis=1, multiplier=0.5, offset=0.05, reference=0.1)
    axis = ir.Axis(
        xyz=(0.0, 0.6, 0.8), expressed_in="frame1", limits=limits, dynamics=dynamics, initial=0.25, mimic=mimic, reported_offset=0.01,
        extras=(extra("axis"),),
    )
    servo = ir.Actuator(
        name="drive", axis=0, kind="ServoMotor", command="position", output="velocity", gains=ir.Gains(p=8.0, i=0.4, d=0.2),
        max_effort=25.0, max_velocity=3.5, max_acceleration=50.0, ratio=2.0, command_lower=-1.1, command_upper=1.2, initial_command=0.3,
        delay=0.01,
        mimic=ir.Mimic(joint="joint6", multiplier=1.5, offset=0.15, reference=0.2), extras=(extra("servo"),), use="use1",
    )
    force = ir.Sensor(
        name="strain", type="force_torque", pose=pose(0.0, 0.01), force_torque=ir.ForceTorque(frame="child",
        measure_direction="parent_to_child"),
        channels=(ir.Channel(name="force/x", noise=ir.Noise(type="gaussian", mean=0.1, stddev=0.2)),),
    )
    return ir.Joint(
        id="joint0", name="j_revolute", model="model1", type="revolute", parent="link1", child="arm0", pose=pose(0.0, 0.0, 0.05),
        relative_to="link1", axes=(axis,), feedback=True, actuators=(servo,), sensors=(force,), plugins=(plugin("joint"),),
        extras=(extra("joint"),), use="use1", series="arm1",
    )


# ---------------------------------------------------------------- sensors, lights, actors


def _sensors() -> tuple[ir.Sensor, ...]:
    special = (_camera(), _lidar(), _sonar(), _imu(), _contact(), _radio(), _altimeter())
    known = {sensor.type for sensor in special} | {"force_torque"}
    return (*special, *(ir.Sensor(name=f"s_{kind}", type=kind, update_rate=5.0) for kind in ir.SENSOR_TYPES if kind not in known))


def _noise() -> ir.Noise:
    return ir.Noise(
        type="gaussian_quantized", mean=0.01, stddev=0.02, bias_mean=0.03, bias_stddev=0.04, dynamic_bias_stddev=0.05,
        dynamic_bias_correlation_time=400.0, precision=0.06, parameters=(0.5, 0.25),
    )


def _camera() -> ir.Sensor:
    lens = ir.Lens(
        type="custom", scale_to_fov=True, custom=(1.05, 4.0, 0.1, 1.1), custom_function="tan", cutoff_angle=1.5, texture_size=512,
        intrinsics=(280.0, 281.0, 162.0, 124.0, 1.2), projection=(282.0, 283.0, 163.0, 125.0, 0.1, 0.2),
    )
    optics = ir.Camera(
        name="left", pose=pose(0.0, 0.03), relative_to="link1", width=640, height=480, horizontal_fov=1.1, vertical_fov=0.85,
        aspect_ratio=1.4, near=0.02, far=80.0, depth_near=0.15, depth_far=9.0, depth_output="points", format="R8G8B8", anti_aliasing=2,
        projection="spherical", noise=ir.Noise(type="gaussian", mean=0.01, stddev=0.02),
        distortion=ir.Distortion(k1=0.1, k2=0.2, k3=0.3, p1=0.01, p2=0.02, center=(0.45, 0.55)), lens=lens, visibility_mask=15,
        segmentation_type="instance", box_type="3d", optical_frame="lens_frame", trigger_topic="shoot", info_topic="info",
        save_path="frames", save=True, extras=(extra("camera"),),
    )
    return ir.Sensor(
        name="eye", type="camera", native_type="Camera", pose=pose(0.2, 0.0, 0.1, (0.0, 0.1, 0.0)), relative_to="frame1", update_rate=30.0,
        always_on=True, visualize=True, enabled=True, enable_metrics=True, topic="eye_topic", frame="eye_frame", cameras=(optics,),
        plugins=(plugin("eye"),), extras=(extra("eye"),), use="use1",
    )


def _lidar() -> ir.Sensor:
    lidar = ir.Lidar(
        horizontal=ir.Scan(samples=320, resolution=0.5, lower=-1.5, upper=1.6), vertical=ir.Scan(samples=4, resolution=2.0, lower=-0.2,
        upper=0.3),
        range=ir.Range(lower=0.1, upper=12.0, resolution=0.02), noise=ir.Noise(type="gaussian", mean=0.01, stddev=0.03), visibility_mask=7,
    )
    return ir.Sensor(name="scanner", type="lidar", lidar=lidar)


def _sonar() -> ir.Sensor:
    beam = ir.Beam(
        shape="cone",
        horizontal_angle=0.6,
        vertical_angle=0.5,
        radius=0.4,
        range=ir.Range(lower=0.05, upper=2.5, resolution=0.01),
        noise=_noise(),
    )
    return ir.Sensor(name="echo", type="sonar", beam=beam)


def _imu() -> ir.Sensor:
    frame = ir.ImuFrame(
        localization="CUSTOM",
        custom_rpy=(0.1, 0.2, 0.3),
        parent_frame="world",
        gravity_direction_x=(0.0, 1.0, 0.0),
        gravity_parent_frame="base",
    )
    channel = ir.Channel(name="angular_velocity/x", noise=ir.Noise(type="gaussian", mean=0.1, stddev=0.2, bias_mean=0.3, bias_stddev=0.4))
    return ir.Sensor(name="balance", type="imu", imu_frame=frame, enable_orientation=False, channels=(channel,))


def _contact() -> ir.Sensor:
    return ir.Sensor(name="skin", type="contact", contact=ir.ContactTarget(collisions=("hull",), topic="touches"), targets=("link2",))


def _radio() -> ir.Sensor:
    radio = ir.Radio(essid="lab", frequency=2442.0, min_frequency=2412.0, max_frequency=2484.0, gain=2.5, power=14.5, sensitivity=-90.0)
    return ir.Sensor(name="wireless", type="other:wireless_receiver", radio=radio)


def _altimeter() -> ir.Sensor:
    return ir.Sensor(name="height", type="air_pressure", quantity="pressure", reference_altitude=120.0, reference_pressure=100900.0)


def _spot() -> ir.Light:
    return ir.Light(
        name="lamp", type="spot", pose=pose(0.0, 0.0, 0.4), relative_to="link1", direction=(0.0, 0.6, -0.8), diffuse=(0.9, 0.8, 0.7, 1.0),
        specular=(0.2, 0.3, 0.4, 1.0), ambient=(0.05, 0.06, 0.07, 1.0), intensity=1.5, on=True, cast_shadows=True, visualize=False,
        attenuation=ir.Attenuation(range=15.0, constant=0.6, linear=0.02, quadratic=0.003),
        spot=ir.Spot(inner_angle=0.3, outer_angle=0.8, falloff=0.9, exponent=2.0), extras=(extra("lamp"),), use="use1",
    )


def _lights() -> tuple[ir.Light, ...]:
    return (
        ir.Light(
            name="sun",
            type="directional",
            world="world1",
            pose=pose(0.0, 0.0, 10.0),
            direction=(0.5, 0.1, -0.9),
            diffuse=(1.0, 0.9, 0.8, 1.0),
        ),
        ir.Light(name="bulb", type="point", world="world1", pose=pose(1.0, 1.0, 3.0), diffuse=(0.5, 0.6, 0.7, 1.0)),
    )


def _actor() -> ir.Actor:
    waypoints = (ir.Waypoint(time=0.5, pose=pose(1.0, 0.0, 0.9)), ir.Waypoint(time=2.5, pose=pose(3.0, 1.0, 0.9, (0.0, 0.0, 0.5))))
    return ir.Actor(
        name="walker", world="world1", pose=pose(0.0, 4.0, 0.0), relative_to="frame2", skin="walker.dae", skin_scale=0.95,
        animations=(ir.Animation(name="walk", uri="walk.bvh", found=str(DATA / "walk.bvh"), scale=0.055, interpolate_x=True),), loop=False,
        delay_start=1.5, auto_start=False, trajectories=(ir.Trajectory(number=3, type="walk", tension=0.4, waypoints=waypoints),),
        plugins=(plugin("walker"),), extras=(extra("actor"),), use="use1",
    )


# ---------------------------------------------------------------- small builders that tests share


def arm(angle: float = math.pi / 6) -> ir.Scene:
    """A two-link arm on the world: hinge, slider, gravity; the smallest scene with everything a conversion is about."""
    upper = ir.Link(id="upper", name="upper", model="arm", pose=pose(0.0, 0.0, 0.5), relative_to="hinge", inertial=_inertial(2.0))
    lower = ir.Link(id="lower", name="lower", model="arm", pose=pose(0.0, 0.0, 0.4), relative_to="slider", inertial=_inertial(1.0))
    hinge = ir.Joint(
        id="hinge", name="hinge", model="arm", type="revolute", parent=ir.WORLD, child="upper", pose=pose(0.0, 0.0, 1.0), relative_to="arm",
        axes=(ir.Axis(xyz=(0.0, 1.0, 0.0), initial=angle, limits=ir.Limits(lower=-1.0, upper=1.0)),),
    )
    slider = ir.Joint(
        id="slider", name="slider", model="arm", type="prismatic", parent="upper", child="lower", pose=pose(0.0, 0.0, 0.5),
        relative_to="upper", axes=(ir.Axis(xyz=(0.0, 0.0, 1.0), limits=ir.Limits(lower=0.0, upper=0.2)),),
    )
    world = ir.World(id="world1", name="lab", gravity=(0.0, 0.0, -9.81))
    return ir.Scene(
        name="lab", worlds=(world,), models=(ir.Model(id="arm", name="arm", world="world1"),), links=(upper, lower), joints=(hinge, slider)
    )
