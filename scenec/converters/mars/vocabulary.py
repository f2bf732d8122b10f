"""The vocabulary of MARS: the entries of its lists and their keys.

A key is an attribute of its entry or an element in it, as one likes; vectors, quaternions and colours are elements (or YAML maps)
of one key per number, which the key's kind names. Cardinality is no concern of MARS: of a key written twice the first counts,
except the keys in `REPEATED`. Facts from rock-simulation/mars 71a5c452, cited by file: Node is interfaces/src/NodeData.cpp, NM
sim/src/core/NodeManager.cpp, Joint interfaces/src/JointData.cpp, Motor interfaces/src/MotorData.cpp, SM sim/src/core/SensorManager.cpp
with sim/src/sensors, Ctrl interfaces/src/ControllerData.cpp, Mat interfaces/src/MaterialData.cpp, Light interfaces/src/LightData.cpp,
Gfx interfaces/src/GraphicData.cpp, Load scene_loader/src/Load.cpp, Save scene_loader/src/Save.cpp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from scenec.converters.mars import kinds as k
from scenec.syntax.kinds import Kind
from scenec.syntax.vocabulary import Child, Element, Place, Row

LISTS: dict[str, str] = {
    "materiallist": "material",
    "nodelist": "node",
    "jointlist": "joint",
    "motorlist": "motor",
    "sensorlist": "sensor",
    "controllerlist": "controller",
    "lightlist": "light",
}
"""The lists of a scene and what they hold, in the order MARS loads them (graphicOptions stand between controllers and lights)."""

REPEATED = frozenset({"id", "sensorid", "motorid", "nodeid"})
"""Keys that may be written several times, each time meaning one more."""

SENSOR_TYPES: dict[str, str] = {
    **dict.fromkeys(("JointPosition", "JointVelocity", "JointLoad", "JointTorque", "JointAVGTorque"), "joint"),
    **dict.fromkeys(("NodePosition", "NodeRotation", "NodeContact", "NodeContactForce"), "node"),
    **dict.fromkeys(("NodeCOM", "NodeVelocity", "NodeAngularVelocity", "NodeIMU"), "node"),
    "MotorCurrent": "motor",
    **dict.fromkeys(("RaySensor", "RotatingRaySensor", "MultiLevelLaserRangeFinder"), "attached"),
    **dict.fromkeys(("CameraSensor", "ScanningSonar", "HapticField"), "attached"),
    "Joint6DOF": "joint6dof",
}
"""type -> what it watches: a list of joints, nodes or motors (`id`), one node (`attached_node`), or a node and a joint."""

_IDENTITY = (1.0, 0.0, 0.0, 0.0)
_NULL = (0.0, 0.0, 0.0)
_BLACK = (0.0, 0.0, 0.0, 1.0)


def _rows(
    cite: str, names: str, kind: Kind[Any], default: Any = None, *, place: Place = "ir", reason: str = "", until: str = ""
) -> tuple[Row[Any], ...]:
    where: Place = "ignored" if reason else place
    return tuple(Row(name=name, kind=kind, default=default, cite=cite, place=where, reason=reason, until=until) for name in names.split())


_DEAD = "No release of MARS reads it any more."
_SAVED = "MARS writes it when it saves a scene and does not read it."
_DOCUMENTED = "The attribute is documented, but no release of MARS reads it."

_NODE = (
    *_rows("Node", "name", k.TEXT, ""),
    *_rows("Node", "index groupid relativeid", k.INDEX, 0),
    *_rows("Node", "physicmode", k.PHYSICS_MODE, "undefined"),
    *_rows("Node", "filename", k.FILE, "PRIMITIVE"),
    *_rows("Node", "origname", k.TEXT, ""),
    *_rows("Node", "position extend pivot visualsize visualposition", k.POSITION, _NULL),
    *_rows("Node", "rotation visualrotation", k.QUATERNION, _IDENTITY),
    *_rows("Node", "visualscale", k.VECTOR, (1.0, 1.0, 1.0)),
    *_rows("Node", "movable noPhysical inertia", k.FLAG, False),
    *_rows("Node", "mass", k.MASS, 0.0),
    *_rows("Node", "density", k.DENSITY, 1.0),
    *_rows("Node", "i00 i01 i02 i10 i11 i12 i20 i21 i22", k.INERTIA, 0.0),
    *_rows("Node", "material_id", k.INDEX, 0),
    *_rows("Node", "coll_bitmask", k.MASK, 65535),
    *_rows("interfaces/src/ContactParams.cpp", "cmax_num_contacts", k.WHOLE, 4),
    *_rows("interfaces/src/ContactParams.cpp", "cerp", k.NUMBER, 0.1),
    *_rows("interfaces/src/ContactParams.cpp", "ccfm", k.NUMBER, 1e-8),
    *_rows("interfaces/src/ContactParams.cpp", "cfriction1 cfriction2", k.NUMBER, 0.8),
    *_rows("interfaces/src/ContactParams.cpp", "cmotion1 cmotion2 cbounce_vel", k.SPEED, 0.0),
    *_rows("interfaces/src/ContactParams.cpp", "cfds1 cfds2 cbounce", k.NUMBER, 0.0),
    *_rows("interfaces/src/ContactParams.cpp", "rolling_friction rolling_friction2", k.LENGTH, 0.0),
    *_rows("interfaces/src/ContactParams.cpp", "spinning_friction", k.NUMBER, 0.0),
    *_rows("interfaces/src/ContactParams.cpp", "capprox", k.FLAG, True),
    *_rows("interfaces/src/ContactParams.cpp", "cfdir1", k.VECTOR),
    *_rows("Node", "t_srcname", k.FILE),
    *_rows("Node", "t_width t_height", k.LENGTH, 0.0),
    *_rows("Node", "t_scale", k.LENGTH, 1.0),
    *_rows("Node", "t_tex_scale", k.NUMBER, 1.0, place="extras"),
    *_rows("Node", "t_tex_scale_x t_tex_scale_y", k.NUMBER, 0.0, place="extras"),
    *_rows("Node", "linear_damping angular_damping", k.NUMBER, 0.0),
    *_rows("Node", "angular_low", k.NUMBER, 0.0),
    *_rows("Node", "shadow_id", k.INDEX, 0, place="extras"),
    *_rows("Node", "shadowcaster shadowreceiver", k.FLAG, True),
    *_rows("Node", "frameID", k.TEXT, "", place="extras"),
    *_rows("NM", "vizLink", k.INDEX, 0),
    *_rows("NM", "noVisual", k.FLAG, False),
    *_rows("NM", "noDataPackage reducedDataPackage createFrame loadSizeFromMesh", k.FLAG, False, place="extras"),
    *_rows("graphics/src/wrapper/OSGNodeStruct.cpp", "visualType", k.TEXT, ""),
    *_rows("NM", "physicalScale", k.VECTOR, (1.0, 1.0, 1.0), place="extras"),
    *_rows("NM", "sharedDrawID maxNumLights frictionDirNode lod", k.WHOLE, place="extras"),
    *_rows("NM", "cullMask", k.WHOLE),
    *_rows("NM", "brightness shadowCenterRadius", k.NUMBER, place="extras"),
    *_rows("NM", "c_filter_depth c_filter_angle", k.NUMBER, place="extras"),
    *_rows("NM", "c_filter_sphere fDirInitial", k.VECTOR, place="extras"),
    *_rows("NM", "t_grid", k.FLAG, place="extras"),
    *_rows("Load", "relativeposition", k.POSITION, _NULL, until="2012-08"),
    *_rows("Load", "relativerotation", k.QUATERNION, _IDENTITY, until="2012-08"),
    *_rows("Load", "relativeoffset actual_pos", k.POSITION, reason=_DEAD),
    *_rows("Load", "actual_rot", k.QUATERNION, reason=_DEAD),
    *_rows(
        "phobos mtmarssceneexport.py",
        "collision_bitmask",
        k.MASK,
        reason="An exporter misspelt coll_bitmask.",
    ),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
    *_rows("Save", "material", k.TEXT, reason="MARS writes the name of the material here and does not read it."),
)

_JOINT = (
    *_rows("Joint", "name", k.TEXT, ""),
    *_rows("Joint", "index nodeindex1 nodeindex2", k.INDEX, 0),
    *_rows("Joint", "type", k.JOINT_TYPE, "undefined"),
    *_rows("Joint", "anchorpos", k.ANCHOR_POSITION, "node1"),
    *_rows("Joint", "anchor", k.ANCHOR, _NULL),
    *_rows("Joint", "axis1", k.AXIS1, _NULL),
    *_rows("Joint", "axis2", k.AXIS2, _NULL),
    *_rows("Joint", "lowStopAxis1 highStopAxis1 lowStopAxis2 highStopAxis2", k.DISPLACEMENT, 0.0),
    *_rows("Joint", "spring_const_constraint_axis1 spring_const_constraint_axis2", k.STIFFNESS, 0.0),
    *_rows("Joint", "damping_const_constraint_axis1 damping_const_constraint_axis2", k.DAMPING, 0.0),
    *_rows("Joint", "angle1_offset angle2_offset", k.DISPLACEMENT, 0.0),
    *_rows("Joint", "invertAxis", k.FLAG, False),
    *_rows("sim/src/physics/JointPhysics.cpp", "jointCFM", k.NUMBER),
    *_rows("Joint", "desired_id", k.INDEX, reason="The value requests an id at run time."),
    *_rows("Joint", "spring_constant damping_constant", k.NUMBER, reason=_DOCUMENTED),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
)

_MOTOR = (
    *_rows("Motor", "name", k.TEXT, ""),
    *_rows("Motor", "index jointIndex", k.INDEX, 0),
    *_rows("Motor", "jointIndex2", k.INDEX, 0, place="extras"),
    *_rows("Motor", "axis", k.WHOLE, 1),
    *_rows("Motor", "type", k.MOTOR_TYPE, "undefined"),
    *_rows("Motor", "maxSpeed", k.VELOCITY, 0.0),
    *_rows("Motor", "maximumVelocity", k.VELOCITY, until="2015"),
    *_rows("Motor", "maxEffort", k.EFFORT, 0.0),
    *_rows("Motor", "motorMaxForce", k.EFFORT, until="2015"),
    *_rows("Motor", "maxAcceleration", k.ACCELERATION, 0.0),
    *_rows("Motor", "p", k.NUMBER, 0.0),
    *_rows("Motor", "i", k.INTEGRAL, 0.0),
    *_rows("Motor", "d", k.DERIVATIVE, 0.0),
    *_rows("Motor", "minPosition", k.DISPLACEMENT, -math.pi),
    *_rows("Motor", "maxPosition", k.DISPLACEMENT, math.pi),
    *_rows("Motor", "minValue maxValue", k.DISPLACEMENT, until="2015"),
    *_rows("Motor", "min_val max_val value", k.DISPLACEMENT, until="2015-02"),
    *_rows("Motor", "position", k.DISPLACEMENT, 0.0),
    *_rows("Motor", "joint", k.TEXT, "", place="extras"),
    *_rows("sim/src/core/MotorManager.cpp", "mimic_motor", k.TEXT),
    *_rows("sim/src/core/MotorManager.cpp", "mimic_multiplier", k.NUMBER, 1.0),
    *_rows("sim/src/core/MotorManager.cpp", "mimic_offset", k.DISPLACEMENT, 0.0),
    *_rows("sim/src/core/SimMotor.cpp", "maxeffort_approximation maxspeed_approximation current_approximation", k.TEXT, place="extras"),
    *_rows("sim/src/core/SimMotor.cpp", "maxeffort_coefficients maxspeed_coefficients current_coefficients", k.TEXT, place="extras"),
    *_rows("sim/src/core/SimMotor.cpp", "filterValue spring", k.NUMBER, place="extras"),
    *_rows("sim/src/core/SimMotor.cpp", "maxEffortControl", k.TEXT, place="extras"),
    *_rows("Motor", "Km Kn Ra Lm Jm Rm U gear max_current r_current", k.NUMBER, reason=_DEAD),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
)

_SENSOR = (
    *_rows("SM", "name", k.TEXT, ""),
    *_rows("SM", "index", k.INDEX, 0),
    *_rows("SM", "type", k.TEXT, ""),
    *_rows("SM", "rate", k.SECONDS, 0.0),
    *_rows("SM", "id attached_node nodeID jointID", k.INDEX, 0),
    *_rows("SM", "position_offset position", k.POSITION, _NULL),
    *_rows("SM", "orientation_offset orientation rotation_offset", k.EULER),
    *_rows("SM", "cloud_offset", k.EULER, place="extras"),
    *_rows("RaySensor", "width", k.WHOLE, 1),
    *_rows("RaySensor", "opening_width", k.OPENING, math.pi / 2),
    *_rows("RaySensor", "max_distance", k.LENGTH, 100.0),
    *_rows("RaySensor", "draw_rays", k.FLAG, True),
    *_rows("RotatingRaySensor", "opening_height", k.OPENING),
    *_rows("RotatingRaySensor", "vertical_offset horizontal_resolution", k.ANGLE),
    *_rows("RotatingRaySensor", "horizontal_offset", k.ANGLE, 0.0),
    *_rows("RotatingRaySensor", "bands", k.WHOLE, 16, place="extras"),
    *_rows("RotatingRaySensor", "lasers", k.WHOLE, 32),
    *_rows("RotatingRaySensor", "min_distance", k.LENGTH, 0.01),
    *_rows("MultiLevelLaserRangeFinder", "numRaysVertical", k.WHOLE, 32),
    *_rows("MultiLevelLaserRangeFinder", "numRaysHorizontal", k.WHOLE, 1900),
    *_rows("MultiLevelLaserRangeFinder", "rttResolutionX", k.WHOLE, 512, place="extras"),
    *_rows("MultiLevelLaserRangeFinder", "rttResolutionY", k.WHOLE, 256, place="extras"),
    *_rows("MultiLevelLaserRangeFinder", "verticalOpeningAngle horizontalOpeningAngle", k.ANGLE),
    *_rows("MultiLevelLaserRangeFinder", "maxDistance", k.LENGTH, 100.0),
    *_rows("CameraSensor", "height", k.WHOLE, 480),
    *_rows("CameraSensor", "opening_angle opening_angle2", k.OPENING),
    *_rows("CameraSensor", "enabled", k.FLAG, True),
    *_rows("CameraSensor", "frame_offset hud_idx hud_size hud_width hud_height", k.WHOLE, place="extras"),
    *_rows("CameraSensor", "show_cam", k.FLAG, False),
    *_rows("CameraSensor", "depth_image", k.FLAG, False, reason="Exporters write it. MARS does not read it."),
    *_rows("ScanningSonar", "resolution gain internal_width internal_height", k.NUMBER, place="extras"),
    *_rows("ScanningSonar", "extension", k.VECTOR, place="extras"),
    *_rows("ScanningSonar", "only_ray", k.FLAG, place="extras"),
    *_rows("HapticField", "cols rows stepX stepY", k.NUMBER, place="extras"),
    *_rows("HapticField", "drawRays", k.FLAG, True),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
)

_CONTROLLER = (
    *_rows("Ctrl", "name", k.TEXT, ""),
    *_rows("Ctrl", "index", k.INDEX, 0),
    *_rows("Ctrl", "rate", k.SECONDS, 0.02),
    *_rows("Ctrl", "dylib_path", k.FILE, ""),
    *_rows("Ctrl", "sensorid motorid nodeid", k.INDEX, 0),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
)

_MATERIAL = (
    *_rows("Mat", "name", k.TEXT, ""),
    *_rows("Mat", "id", k.INDEX, 0),
    *_rows("Mat", "ambientFront diffuseFront specularFront emissionFront", k.COLOUR, _BLACK),
    *_rows("Mat", "ambientColor diffuseColor specularColor emissionColor", k.COLOUR),
    *_rows("Mat", "ambientBack diffuseBack specularBack emissionBack", k.COLOUR, place="extras"),
    *_rows("Mat", "transparency", k.NUMBER, 0.0),
    *_rows("Mat", "shininess", k.NUMBER, 0.0),
    *_rows("Mat", "texturename bumpmap displacementmap diffuseTexture normalTexture displacementTexture", k.FILE),
    *_rows("Mat", "tex_scale", k.NUMBER, 1.0),
    *_rows("Mat", "bumpNorFac", k.NUMBER, 1.0, place="extras"),
    *_rows("Mat", "getLight", k.FLAG, True),
    *_rows("Mat", "reflect", k.NUMBER, 0.0, place="extras"),
    *_rows("Mat", "exists", k.FLAG, True, place="extras"),
    *_rows("Mat", "cullMask brightness", k.NUMBER, place="extras"),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
)

_LIGHT = (
    *_rows("Light", "name", k.TEXT, ""),
    *_rows("Light", "index", k.INDEX, 0, reason="No entry refers to a light."),
    *_rows("Light", "position lookat", k.POSITION, _NULL),
    *_rows("Light", "ambient diffuse specular", k.COLOUR),
    *_rows("Light", "constantAttenuation linearAttenuation quadraticAttenuation", k.NUMBER),
    *_rows("Light", "type", k.LIGHT_TYPE, "omni"),
    *_rows("Light", "angle", k.DEGREES),
    *_rows("Light", "exponent", k.NUMBER),
    *_rows("Light", "directional", k.FLAG, False),
    *_rows("Light", "nodeName", k.TEXT, ""),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
)

_GRAPHICS = (
    *_rows("Gfx", "clearColor", k.CLEAR_COLOUR, (0.25, 0.27, 0.48, 1.0)),
    *_rows("Gfx", "fogEnabled", k.FLAG, False),
    *_rows("Gfx", "fogDensity", k.NUMBER, 0.35),
    *_rows("Gfx", "fogStart", k.LENGTH, 10.0),
    *_rows("Gfx", "fogEnd", k.LENGTH, 30.0),
    *_rows("Gfx", "fogColor", k.COLOUR, (0.2, 0.2, 0.2, 1.0)),
    *_rows("Save", "mapIndex filePrefix", k.TEXT, reason=_SAVED),
)

_ROWS: dict[str, Sequence[Row[Any]]] = {
    "node": _NODE,
    "joint": _JOINT,
    "motor": _MOTOR,
    "sensor": _SENSOR,
    "controller": _CONTROLLER,
    "material": _MATERIAL,
    "light": _LIGHT,
    "graphicOptions": _GRAPHICS,
}


@cache
def vocabulary() -> dict[str, Element]:
    """Every entry of a scene with its keys, for coverage tables and checks."""
    root = Element(
        tag="SceneFile",
        rows=_rows("Load", "version", k.TEXT, ""),
        children=(*(Child(name, 0, 1) for name in LISTS), Child("graphicOptions", 0, 1)),
        cite="Load",
    )
    lists = {name: Element(tag=name, children=(Child(entry),), cite="Load") for name, entry in LISTS.items()}
    return {"SceneFile": root, **lists, **{tag: Element(tag=tag, rows=tuple(rows)) for tag, rows in _ROWS.items()}}


@cache
def _by_name(tag: str) -> dict[str, Row[Any]]:
    return {row.name: row for row in vocabulary()[tag].rows}


def row(tag: str, key: str) -> Row[Any]:
    """The row of a key of an entry: ``row("node", "mass")``. KeyError for one that MARS does not have."""
    return _by_name(tag)[key]


def keys(tag: str) -> tuple[str, ...]:
    """Every key of an entry, in the order of the vocabulary."""
    return tuple(_by_name(tag))
