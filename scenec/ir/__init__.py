"""The neutral scene. Every name that readers and writers use is here; the modules say where each belongs."""

from scenec.ir.base import UNACCOUNTED, WORLD, Color, Extra, Id, Node, Plugin, RawItem, Texture, Vec2
from scenec.ir.geometry import (
    Box,
    Capsule,
    Cone,
    ConvexDecomposition,
    Cylinder,
    Ellipsoid,
    Empty,
    Faces,
    Geometry,
    Heightmap,
    ImageExtrusion,
    Mesh,
    MeshData,
    MeshExtent,
    MeshGroup,
    MeshShape,
    Plane,
    Polyline,
    Shape,
    Sphere,
    TerrainBlend,
    TerrainTexture,
    Torus,
)
from scenec.ir.inertia import Inertia
from scenec.ir.joint import JOINT_TYPES, Actuator, Axis, Dynamics, Gains, Joint, Limits, Mimic
from scenec.ir.light import Attenuation, Light, Spot
from scenec.ir.link import Battery, Collision, Damping, Inertial, Link, ParticleEmitter, Visual
from scenec.ir.material import Material, MaterialScript, Pbr, Shader
from scenec.ir.physics_profile import (
    Atmosphere,
    Fog,
    Look,
    PhysicsProfile,
    Sky,
    SolverSettings,
    SphericalCoordinates,
    Viewpoint,
    World,
)
from scenec.ir.pose import Pose, Quat, Rotation, Vec3
from scenec.ir.scene import (
    Actor,
    Animation,
    Asset,
    Controller,
    Frame,
    Gripper,
    Model,
    Scene,
    Trajectory,
    Use,
    UserInput,
    Waypoint,
)
from scenec.ir.sensor import (
    SENSOR_TYPES,
    Beam,
    Camera,
    Channel,
    ContactTarget,
    Distortion,
    ForceTorque,
    ImuFrame,
    Lens,
    Lidar,
    Noise,
    Radio,
    Range,
    Scan,
    Sensor,
)
from scenec.ir.surface import FrictionPair, Surface
