"""What the loss of each part of the scene means to its user: one row per kind of node, and per field where it matters.

A code is made of the node's prefix, the field and ``-dropped``; this is the only place where such codes come from.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from scenec.accounting.advice import LOST, WITHOUT
from scenec.accounting.finding import Category, Level
from scenec.accounting.hints import WHOLE, hint_of
from scenec.accounting.seen import seen
from scenec.accounting.spoken import element_of


class Meaning(msgspec.Struct, frozen=True, gc=False):
    """code: of the finding when it is dropped. label: what it is, in words. consequence, hint: sentences."""

    code: str
    label: str
    level: Level
    category: Category
    consequence: str
    hint: str = ""


class NodeMeaning(msgspec.Struct, frozen=True, gc=False):
    """prefix: of the codes of its fields. level: when the whole node is lost; field_level: when one field of it is."""

    prefix: str
    label: str
    category: Category
    level: Level = "warning"
    field_level: Level = "warning"
    consequence: str = ""


def _nodes(*rows: NodeMeaning) -> dict[str, NodeMeaning]:
    return {row.label.partition("|")[0]: msgspec.structs.replace(row, label=row.label.partition("|")[2]) for row in rows}


N = NodeMeaning
NODES: dict[str, NodeMeaning] = _nodes(
    N("scene", "Scene|the scene", "metadata", field_level="note"),
    N("world", "World|the world", "physics", level="error"),
    N("physics", "PhysicsProfile|a set of engine settings", "physics"),
    N("solver", "SolverSettings|the solver's settings", "physics", consequence="contacts and joints are softer or stiffer"),
    N("atmosphere", "Atmosphere|the atmosphere", "physics"),
    N("spherical-coordinates", "SphericalCoordinates|the place on Earth", "sensing", consequence="satellite navigation reads elsewhere"),
    N("look", "Look|the look of the world", "appearance", "note", "note"),
    N("fog", "Fog|fog", "appearance", "note", "note"),
    N("sky", "Sky|the sky", "appearance", "note", "note"),
    N("viewpoint", "Viewpoint|a view of the user interface", "appearance", "note", "note"),
    N("model", "Model|a model", "physics", level="error"),
    N("frame", "Frame|a named frame", "naming", consequence="what refers to it by name does not find it"),
    N("link", "Link|a link", "physics", level="error", consequence="the body is gone"),
    N("inertial", "Inertial|mass and inertia", "physics", level="error", consequence="the body has another mass"),
    N("inertia", "Inertia|the inertia tensor", "physics", level="error", field_level="error"),
    N("collision", "Collision|a collision shape", "physics", level="error", consequence="nothing touches the body there"),
    N("visual", "Visual|a visual", "appearance", level="warning", consequence="the part is invisible"),
    N("damping", "Damping|the damping of a link's motion", "physics"),
    N("surface", "Surface|contact properties", "physics", consequence="it slides or bounces differently"),
    N("friction-pair", "FrictionPair|the friction between two named materials", "physics", consequence="it slides differently"),
    N("material", "Material|a material", "appearance", "note", "note"),
    N("material-pbr", "Pbr|a physically based material", "appearance", "note", "note"),
    N("material-script", "MaterialScript|a material script", "appearance", "note", "note"),
    N("material-shader", "Shader|a shader", "appearance", "note", "note"),
    N("texture", "Texture|a texture", "appearance", "note", "note"),
    N("mesh", "Mesh|a mesh", "geometry", level="error", field_level="note"),
    N("mesh", "MeshData|the numbers of a mesh", "geometry", level="error"),
    N("mesh-group", "MeshGroup|a part of a mesh", "geometry", level="error"),
    N("mesh-faces", "Faces|faces of a mesh", "geometry", level="error"),
    N("shape-convex", "ConvexDecomposition|how a mesh is cut into convex parts", "physics", "note", "note"),
    N("terrain-texture", "TerrainTexture|a texture of the terrain", "appearance", "note", "note"),
    N("terrain-blend", "TerrainBlend|how textures of the terrain blend", "appearance", "note", "note"),
    N("pose", "Pose|a pose", "physics", level="error", field_level="error", consequence="it stands elsewhere"),
    N("joint", "Joint|a joint", "physics", level="error", field_level="warning", consequence="the bodies move apart"),
    N("joint-axis", "Axis|a joint axis", "physics", level="error", field_level="warning"),
    N("joint-limit", "Limits|the limits of a joint", "physics", level="error", consequence="the joint moves beyond its range"),
    N("joint-dynamics", "Dynamics|damping, friction and spring of a joint", "physics", consequence="the joint moves more freely"),
    N("joint-mimic", "Mimic|the coupling to another joint", "physics", level="error", consequence="the joint moves on its own"),
    N("actuator", "Actuator|a motor", "control", consequence="nothing drives the joint until a controller is added"),
    N("actuator-gain", "Gains|a motor's controller gains", "control", consequence="no controller holds the joint at its set point"),
    N("sensor", "Sensor|a sensor", "sensing", consequence="programs that read it get nothing"),
    N("sensor-camera", "Camera|a camera's optics", "sensing"),
    N("sensor-lens", "Lens|a camera's lens", "sensing"),
    N("sensor-distortion", "Distortion|lens distortion", "sensing"),
    N("sensor-lidar", "Lidar|a laser scanner's rays", "sensing"),
    N("sensor-scan", "Scan|the rays of one plane", "sensing"),
    N("sensor-range", "Range|the range of a distance sensor", "sensing"),
    N("sensor-beam", "Beam|the beam of a distance sensor", "sensing"),
    N("sensor-noise", "Noise|a sensor's noise", "sensing", consequence="the sensor is more exact than it should be"),
    N("sensor-channel", "Channel|a measured quantity's noise", "sensing"),
    N("sensor-imu-frame", "ImuFrame|the reference of an orientation", "sensing"),
    N("sensor-force-torque", "ForceTorque|how force and torque are measured", "sensing"),
    N("sensor-contact", "ContactTarget|what a contact sensor watches", "sensing"),
    N("sensor-radio", "Radio|a radio", "sensing"),
    N("light", "Light|a light", "appearance", "warning", "note", "the scene is lit differently"),
    N("light-attenuation", "Attenuation|how a light fades", "appearance", "note", "note"),
    N("light-spot", "Spot|the cone of a spot light", "appearance", "note", "note"),
    N("battery", "Battery|a battery", "physics"),
    N("particle-emitter", "ParticleEmitter|a particle emitter", "appearance", "note", "note"),
    N("plugin", "Plugin|a plugin", "control", consequence="the code is not loaded"),
    N("gripper", "Gripper|a gripper", "control"),
    N("actor", "Actor|an actor", "appearance", "warning", "note"),
    N("actor-animation", "Animation|an animation", "appearance", "note", "note"),
    N("actor-trajectory", "Trajectory|an actor's path", "appearance", "note", "note"),
    N("actor-waypoint", "Waypoint|a waypoint of an actor", "appearance", "note", "note"),
    N("controller", "Controller|a controller", "control", consequence="no code runs the scene until one is added"),
    N("user-input", "UserInput|a value the user sets in the simulator's window", "metadata", "note", "note"),
    N("extra", "Extra|a value of one format", "metadata", "note", "note"),
    N("raw", "RawItem|foreign content", "metadata", "note", "note"),
)

_FIELDS: dict[tuple[str, str], tuple[str, Level, Category, str]] = {
    # (class, field): label, level, category, consequence
    ("Scene", "name"): ("the name of the scene", "note", "naming", ""),
    ("Scene", "framing"): ("what the file is", "note", "metadata", ""),
    ("Scene", "friction_law"): ("how the friction of two surfaces combines", "warning", "physics", ""),
    ("Scene", "friction_default"): ("the friction of surfaces without an entry", "warning", "physics", ""),
    ("World", "name"): ("the name of the world", "note", "naming", ""),
    ("World", "moving_bodies_collide"): (
        "moving bodies that touch only what is static",
        "error",
        "physics",
        "moving bodies collide with each other",
    ),
    ("Link", "self_collide"): ("a link that touches links of its own model", "error", "physics", "its collisions differ"),
    ("Model", "self_collide"): ("whether links of one model touch", "error", "physics", "its collisions differ"),
    ("Model", "name"): ("the name of a model", "warning", "naming", ""),
    ("Link", "name"): ("the name of a link", "warning", "naming", ""),
    ("Joint", "name"): ("the name of a joint", "warning", "naming", ""),
    ("Joint", "parent"): ("the parent of a joint", "error", "physics", ""),
    ("Joint", "child"): ("the child of a joint", "error", "physics", ""),
    ("Joint", "type"): ("the type of a joint", "error", "physics", ""),
    ("Inertial", "mass"): ("the mass of a link", "error", "physics", "the body has another mass"),
    ("Collision", "name"): ("the name of a collision", "note", "naming", ""),
    ("Collision", "sensing_only"): ("a shape that senses without touching", "error", "physics", "the sensing shape pushes things away"),
    ("Collision", "debug_color"): ("the colour of a collision in debug views", "note", "appearance", ""),
    ("Visual", "name"): ("the name of a visual", "note", "naming", ""),
    ("Sensor", "name"): ("the name of a sensor", "warning", "naming", "programs do not find it by name"),
    ("Light", "name"): ("the name of a light", "note", "naming", ""),
    ("Material", "name"): ("the name of a material", "note", "naming", ""),
    ("Surface", "name"): ("the name of a contact material", "note", "naming", ""),
    ("Actuator", "name"): ("the name of a motor", "warning", "naming", "programs do not find it by name"),
    ("Actuator", "command"): ("what a motor is commanded with", "warning", "control", "nothing takes the commands"),
    ("Actuator", "output"): ("what a motor's controller puts out", "warning", "control", "nothing drives the joint"),
    ("Axis", "initial"): ("the position a joint starts at", "warning", "physics", "the joint starts at zero"),
    ("Limits", "lower"): ("the lower limit of a joint", "error", "physics", "the joint moves beyond its range"),
    ("Limits", "upper"): ("the upper limit of a joint", "error", "physics", "the joint moves beyond its range"),
    ("Limits", "effort"): ("the effort limit of a joint", "error", "physics", "the joint is stronger"),
    ("Limits", "velocity"): ("the velocity limit of a joint", "error", "physics", "the joint is faster"),
    ("Actuator", "max_effort"): ("a motor's maximum effort", "error", "control", "the motor is stronger"),
    ("Actuator", "max_velocity"): ("a motor's maximum velocity", "error", "control", "the motor is faster"),
    ("FrictionPair", "rolling_deceleration"): (
        "rolling friction given as a deceleration",
        "warning",
        "physics",
        "rolling things do not slow down",
    ),
}


SHAPE = "give it a shape that the target has too: a box, a sphere, a cylinder, or a mesh"


def kebab(name: str) -> str:
    """``rolling_deceleration`` -> ``rolling-deceleration``, ``SelfCollide`` -> ``self-collide``, ``PT2Motor`` -> ``pt2-motor``,
    ``gz:sky/@time`` -> ``gz-sky-time``."""
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "-", name)
    return "-".join(word for word in re.split(r"[^0-9a-zA-Z]+", parted) if word).lower()


def meaning_of(node: msgspec.Struct, field: str, inner: Any = None) -> Meaning:
    """What it means that a field of a node is dropped; `inner`: the node in that field, when it is dropped as a whole."""
    if inner is not None and type(inner).__name__ == "Extra":
        return of_one_format(getattr(inner, "format", ""), getattr(inner, "key", ""))
    if inner is not None and type(inner).__name__ in NODES:
        whole = NODES[type(inner).__name__]
        prefix = whole.prefix
        if prefix in ("pose", "texture"):
            prefix = f"{_prefix(node)}-{kebab(field)}"
        label, consequence = (
            seen(type(node).__name__, field)
            or seen(type(inner).__name__, "")
            or (whole.label, whole.consequence or WITHOUT[whole.category])
        )
        return Meaning(f"{prefix}-dropped", label, whole.level, whole.category, consequence, hint_of("", "", whole.prefix))
    if inner is not None:  # a shape
        owner = NODES.get(type(node).__name__)
        word = kebab(type(inner).__name__).replace("-", " ")
        label = f"{'an' if word[0] in 'aeiou' else 'a'} {word} shape"
        category = owner.category if owner else "geometry"
        return Meaning(f"{_prefix(node)}-shape-dropped", label, "error", category, WITHOUT[category], SHAPE)
    code = f"{_prefix(node)}-{kebab(field)}-dropped"
    if row := _FIELDS.get((type(node).__name__, field)):
        label, level, category, consequence = row
        consequence = consequence or (seen(type(node).__name__, field) or ("", ""))[1]
        hint = hint_of(type(node).__name__, field, _prefix(node)) or LOST[category]
        return Meaning(code, label, level, category, consequence or WITHOUT[category], hint)
    own = NODES.get(type(node).__name__)
    if own is None:
        label = f"the {field.replace('_', ' ')} of a {kebab(type(node).__name__)}"
        return Meaning(code, label, "error", "geometry", WITHOUT["geometry"], LOST["geometry"])
    label = f"the {field.replace('_', ' ')} of {own.label}"
    consequence = WITHOUT[own.category] if own.prefix in WHOLE or not own.consequence else own.consequence
    label, consequence = seen(type(node).__name__, field) or (label, consequence)
    return Meaning(
        code, label, own.field_level, own.category, consequence, hint_of(type(node).__name__, field, own.prefix) or LOST[own.category]
    )


def of_one_format(name: str, key: str) -> Meaning:
    """What it means that a value is lost which only the format of this name has. key: of the `Extra`, or as its code spells it;
    which one of several alike it is, in brackets at its end, is no part of the code."""
    key = element_of(key)
    consequence = f"whatever simulators of {name} do with it does not happen"
    return Meaning(
        f"{name}-{kebab(key)}-dropped", f"{key}, which only {name} has", "note", "metadata", consequence, hint_of("", "", "extra")
    )


def _prefix(node: msgspec.Struct) -> str:
    row = NODES.get(type(node).__name__)
    return row.prefix if row else "shape-" + kebab(type(node).__name__)
