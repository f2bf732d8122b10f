"""The table of node classes behind `vocabulary`.

The line of a method is its name and its signature, with alternatives separated by ``|``. Getters (`getX`) do nothing in a file and are not
listed.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from scenec.syntax.vocabulary import Place

Group = Literal[
    "node",
    "transform",
    "space",
    "world",
    "body",
    "stub",
    "drive",
    "collider",
    "handler",
    "joint",
    "motor",
    "visual",
    "light",
    "camera",
    "perceptor",
    "effector",
    "record",
]
"""The role of a class for a reader. transform: has a pose. stub: has no function in SimSpark. drive: acts on the body beside it. record:
data of the soccer simulation."""


class Row(msgspec.Struct, frozen=True, gc=False):
    name: str
    group: Group
    base: str
    methods: tuple[str, ...] = ()
    cite: str = ""
    place: Place = "ir"
    reason: str = ""


_SOCCER = "bookkeeping of the soccer simulation; no other format has it"
_STUB = "SimSpark has the class, but ODE does nothing with it"
_MATRIX = "[m1] [m2] [m3] [m4] [m5] [m6] [m7] [m8] [m9] [m10] [m11] [m12] [m13] [m14] [m15] [m16] ..."
_VISUAL = ("setTransparent ...", "setVisible [visible:int] ...", "setCastShadows shadows:flag")
_SINGLE = ("setMaterial material:text",)
_AXIS = "axis:int"

_NODES = (
    Row(
        "BaseNode",
        "node",
        "",
        ("setName name:text ...", "importScene file:file ...", "unlinkChildren ...", "unlinkLeaf leaf:text ..."),
        "basenode_c.cpp",
    ),
    Row(
        "Transform",
        "transform",
        "BaseNode",
        (
            "setLocalPos x:m y:m z:m ...",
            "setLocalRotation x:deg y:deg z:deg ...",
            "setLocalTransform nx ny nz n0 ox oy oz o0 ax ay az a0 x:m y:m z:m w",
        ),
        "transform_c.cpp",
    ),
    Row("AgentAspect", "transform", "Transform", (), "agentaspect_c.cpp"),
    Row("Ball", "transform", "Transform", (), "soccer/ball_c.cpp"),
    Row("FieldFlag", "transform", "Transform", (), "soccer/fieldflag_c.cpp"),
    Row("FieldFeature", "transform", "Transform", ("setOrientation angle:deg", "setType type:text"), "UNSW fork"),
    Row("Scene", "node", "BaseNode", (), "scene_c.cpp"),
    Row("Space", "space", "BaseNode", ("disableInnerCollision disable:flag",), "space_c.cpp"),
    Row(
        "World",
        "world",
        "BaseNode",
        (
            "setGravity x y z ...",
            "setERP erp",
            "setCFM cfm",
            "setAutoDisableFlag flag:flag",
            "setContactSurfaceLayer depth:m",
        ),
        "world_c.cpp",
    ),
)

_BODIES = (
    Row(
        "RigidBody",
        "body",
        "BaseNode",
        (
            "enable ...",
            "disable ...",
            "useGravity gravity:flag",
            "setMass mass:kg",
            "setMassParameters mass:kg cx:m cy:m cz:m I11:inertia I22:inertia I33:inertia I12:inertia I13:inertia I23:inertia",
            "setBox density:density x:m y:m z:m ...",
            "setBoxTotal mass:kg x:m y:m z:m ...",
            "setSphere density:density radius:m",
            "setSphereTotal mass:kg radius:m",
            "setCylinder density:density radius:m length:m",
            "setCylinderTotal mass:kg radius:m length:m",
            "setCapsule density:density radius:m length:m",
            "setCapsuleTotal mass:kg radius:m length:m",
            f"addBox density:density x:m y:m z:m {_MATRIX}",
            f"addBoxTotal mass:kg x:m y:m z:m {_MATRIX}",
            f"addSphere density:density radius:m {_MATRIX}",
            f"addSphereTotal mass:kg radius:m {_MATRIX}",
            f"addCylinder density:density radius:m length:m {_MATRIX}",
            f"addCylinderTotal mass:kg radius:m length:m {_MATRIX}",
            f"addCapsule density:density radius:m length:m {_MATRIX}",
            "addCapsuleTotal mass:kg radius:m length:m",
            "translateMass x:m y:m z:m ...",
            "setVelocity x:m/s y:m/s z:m/s ...",
            "setAngularVelocity x:rad/s y:rad/s z:rad/s ...",
            "setPosition x:m y:m z:m ...",
            "addForce x y z ...",
            "addTorque x y z ...",
        ),
        "rigidbody_c.cpp",
    ),
    *(
        Row(name, "stub", "BaseNode", (), "physicsserver", "ignored", _STUB)
        for name in (
            "StaticBody",
            "DynamicBody",
            "SoftBody",
            "CompoundCollider",
            "ConcaveCollider",
            "ConeCollider",
            "ConvexCollider",
            "EmptyCollider",
            "CylinderCollider",
        )
    ),
    Row("DragController", "drive", "BaseNode", ("setLinearDrag drag", "setAngularDrag drag"), "dragcontroller_c.cpp"),
    Row("VelocityController", "drive", "BaseNode", ("setMaxVelocity velocity:m/s",), "velocitycontroller_c.cpp", "extras"),
    Row("Battery", "drive", "BaseNode", ("setCapacity capacity", "setPower power"), "battery_c.cpp"),
    Row(
        "FPSController",
        "drive",
        "BaseNode",
        ("setAcceleration acceleration", "setHAngle angle:deg", "setVAngle angle:deg"),
        "fpscontroller_c.cpp",
        "extras",
    ),
)

_COLLIDERS = (
    Row(
        "Collider",
        "collider",
        "BaseNode",
        (
            "setPosition x:m y:m z:m ...",
            "setLocalPosition x:m y:m z:m ...",
            "setRotation nx ny nz n0 ox oy oz o0 ax ay az a0 x:m y:m z:m w ...|x:m y:m z:m rx:deg ry:deg rz:deg",
            "addCollisionHandler handler:text",
            "addNotCollideWithColliderName name:text add:flag",
        ),
        "collider_c.cpp",
    ),
    Row("BoxCollider", "collider", "Collider", ("setBoxLengths x:m y:m z:m ...", "addSCFreezeJointEffName name:text"), "boxcollider_c.cpp"),
    Row("SphereCollider", "collider", "Collider", ("setRadius radius:m",), "spherecollider_c.cpp"),
    Row(
        "CapsuleCollider",
        "collider",
        "Collider",
        ("setParams radius:m length:m", "setRadius radius:m", "setLength length:m"),
        "capsulecollider_c.cpp",
    ),
    Row("PlaneCollider", "collider", "Collider", ("setParams a b c d:m|x:m y:m z:m nx ny nz ...",), "planecollider_c.cpp"),
    Row("RayCollider", "collider", "Collider", ("setParams x:m y:m z:m dx dy dz length:m ...",), "raycollider_c.cpp"),
    Row("TransformCollider", "collider", "Collider", (), "transformcollider_c.cpp"),
    Row(
        "ContactJointHandler",
        "handler",
        "BaseNode",
        (
            "setContactBounceMode on:flag",
            "setContactBounceValue bounce",
            "setMinBounceVel velocity:m/s",
            "setContactSoftERPMode on:flag",
            "setContactSoftERP erp",
            "setContactSoftCFMMode on:flag",
            "setContactSoftCFM cfm",
            "setContactSlipMode on:flag",
            "setContactSlip slip",
            "setContactMu mu",
        ),
        "contactjointhandler_c.cpp",
    ),
    Row("TouchPerceptorHandler", "handler", "ContactJointHandler", (), "touchperceptorhandler"),
    Row("RecorderHandler", "handler", "BaseNode", (), "recorderhandler_c.cpp"),
    Row("PerceptorHandler", "handler", "BaseNode", (), "perceptorhandler_c.cpp"),
    Row("AgentCollisionHandler", "handler", "BaseNode", (), "soccer/agentcollisionhandler", "extras", _SOCCER),
)

_JOINTS = (
    Row(
        "Joint",
        "stub",
        "BaseNode",
        (
            "attach body1:path [body2:path] ...",
            f"setBounce {_AXIS} bounce",
            f"setLowStopDeg {_AXIS} angle:deg",
            f"setHighStopDeg {_AXIS} angle:deg",
            f"setLowStopPos {_AXIS} position:stop",
            f"setHighStopPos {_AXIS} position:stop",
            f"setCFM {_AXIS} cfm",
            f"setStopCFM {_AXIS} cfm",
            f"setStopERP {_AXIS} erp",
            f"setSuspensionERP {_AXIS} erp",
            f"setSuspensionCFM {_AXIS} cfm",
            f"setFudgeFactor {_AXIS} factor",
            f"setLinearMotorVelocity {_AXIS} velocity:m/s",
            f"setAngularMotorVelocity {_AXIS} velocity:deg/s",
            f"setMaxMotorForce {_AXIS} force:effort",
            "setJointMaxSpeed1 speed:rad/s",
            "setJointMaxSpeed2 speed:rad/s",
            "enableFeedback enable:flag",
        ),
        "joint_c.cpp",
        "ignored",
        _STUB,
    ),
    Row("HingeJoint", "joint", "Joint", ("setAnchor x:m y:m z:m ...", f"setAxis {_AXIS}|x y z"), "hingejoint_c.cpp"),
    Row(
        "UniversalJoint",
        "joint",
        "Joint",
        ("setAnchor x:m y:m z:m ...", "setAxis1 x y z ...", "setAxis2 x y z ..."),
        "universaljoint_c.cpp",
    ),
    Row("Hinge2Joint", "joint", "Joint", ("setAnchor x:m y:m z:m ...",), "hinge2joint_c.cpp"),
    Row("SliderJoint", "joint", "Joint", (), "sliderjoint_c.cpp"),
    Row("BallJoint", "joint", "Joint", ("setAnchor x:m y:m z:m ...",), "balljoint_c.cpp"),
    Row("FixedJoint", "joint", "Joint", ("setFixed ...",), "fixedjoint_c.cpp"),
    Row("Generic6DOFJoint", "stub", "Joint", (), "generic6dofjoint", "ignored", _STUB),
    Row("ConeTwistJoint", "stub", "Joint", (), "conetwistjoint", "ignored", _STUB),
    Row(
        "AngularMotor",
        "motor",
        "Joint",
        (
            "setUserMode ...",
            "setEulerMode ...",
            "setNumAxes number:int",
            "setMotorAxis axis:int anchor:int x y z ...",
            "setAxisAngle axis:int angle:deg",
            "setBattery path:path",
            "setSpeedConstant constant",
            "setTorqueConstant constant",
            "setResistance resistance",
            "setEnvironmentTempeature temperature",
            "setThermalConductivity conductivity",
            "setHeatCapacity capacity",
            "setProtectionTempeature temperature",
            "setProtectionStiffness stiffness",
            "setMaxTorque torque:effort",
        ),
        "angularmotor_c.cpp",
    ),
)

_VISUALS = (
    Row(
        "StaticMesh",
        "visual",
        "BaseNode",
        (*_VISUAL, "load file:file ...", "setScale x y z", "resetMaterials [material:text] ...", "setUseExternalMesh external:flag"),
        "staticmesh_c.cpp",
    ),
    Row("SingleMatNode", "visual", "StaticMesh", _SINGLE, "singlematnode_c.cpp"),
    Row("Box", "visual", "SingleMatNode", ("setExtents x:m y:m z:m",), "box_c.cpp"),
    Row("Sphere", "visual", "SingleMatNode", ("setRadius radius:m",), "sphere_c.cpp"),
    Row("Capsule", "visual", "SingleMatNode", ("setParams radius:m length:m",), "capsule_c.cpp"),
    Row("Cylinder", "visual", "SingleMatNode", ("setParams radius:m length:m",), "cylinder_c.cpp"),
    Row("Axis", "visual", "BaseNode", (*_VISUAL, "setSize size:m"), "axis_c.cpp", "extras", "a drawing aid of the editor"),
    Row(
        "Light",
        "light",
        "BaseNode",
        ("setDiffuse r g b a", "setAmbient r g b a", "setSpecular r g b a", "setRadius radius:m"),
        "light_c.cpp",
    ),
    Row(
        "Camera",
        "camera",
        "BaseNode",
        (
            "setFOV angle:deg",
            "setZNear distance:m",
            "setZFar distance:m",
            "setViewport x:int y:int width:int height:int",
            "lookAt x:m y:m z:m",
        ),
        "camera_c.cpp",
    ),
)

_PERCEPTOR = ("setPredicateName name:text", "setInterval cycles:int")

_VISION = ("setSenseMyPos on:flag", "setStaticSenseAxis on:flag", "addNoise on:flag", "useRandomNoise on:flag", "setNoiseParams x y z w")

_PERCEPTORS = (
    Row("Perceptor", "perceptor", "BaseNode", _PERCEPTOR, "perceptor_c.cpp"),
    *(
        Row(name, "perceptor", "Perceptor", (), "plugin")
        for name in (
            "TimePerceptor",
            "HingePerceptor",
            "UniversalJointPerceptor",
            "Hinge2Perceptor",
            "GyroRatePerceptor",
            "Accelerometer",
            "GPS",
            "TouchPerceptor",
            "ForceResistancePerceptor",
            "CollisionPerceptor",
            "BatteryPerceptor",
            "GameStatePerceptor",
            "GameTimePerceptor",
            "HearPerceptor",
            "AgentStatePerceptor",
            "HMDPPerceptor",
        )
    ),
    Row(
        "AngularMotorPerceptor",
        "perceptor",
        "Perceptor",
        tuple(f"setSense{word} on:flag" for word in ("Angle", "Rate", "Torque", "Current", "Temperature")),
        "angularmotorperceptor_c.cpp",
    ),
    Row("PerfectVisionPerceptor", "perceptor", "Perceptor", ("setInversion x:flag y:flag z:flag",), "perfectvisionperceptor_c.cpp"),
    Row(
        "ImagePerceptor",
        "perceptor",
        "Perceptor",
        ("setResolution width:int height:int", "setFOV angle:deg", "setZNear distance:m", "setZFar distance:m", "setOffScreen on:flag"),
        "imageperceptor_c.cpp",
    ),
    Row("VisionPerceptor", "perceptor", "Perceptor", _VISION, "soccer/visionperceptor_c.cpp"),
    Row(
        "RestrictedVisionPerceptor",
        "perceptor",
        "Perceptor",
        (
            *_VISION,
            "setViewCones horizontal:deg vertical:deg",
            "setPanRange lower:deg upper:deg",
            "setTiltRange lower:deg upper:deg",
            *(f"setSense{word} on:flag" for word in ("MyOrien", "BallPos", "Line", "LineName", "FieldFeature")),
        ),
        "soccer/restrictedvisionperceptor_c.cpp",
    ),
    Row(
        "SonarPerceptor",
        "perceptor",
        "Perceptor",
        ("setRange lower:m upper:m", "setSenseCone angle:deg", "setMaxEchoes number:int", "addNoise on:flag"),
        "sonarperceptor_c.cpp",
    ),
)

_EFFECTORS = (
    Row("Effector", "effector", "BaseNode", (), "effector_c.cpp"),
    *(
        Row(name, "effector", "Effector", (), "plugin")
        for name in (
            "HingeEffector",
            "UniversalJointEffector",
            "Hinge2Effector",
            "AngularMotorEffector",
            "StiffnessEffector",
        )
    ),
    *(
        Row(name, "effector", "Effector", (), "plugin", "extras", _SOCCER)
        for name in (
            "ForceEffector",
            "AgentSyncEffector",
            "SceneEffector",
            "BeamEffector",
            "SayEffector",
            "PassEffector",
            "PanTiltEffector",
            "CreateEffector",
            "InitEffector",
            "SingleMatInitEffector",
            "StaticMeshInitEffector",
            "HMDPEffector",
        )
    ),
    Row(
        "DriveEffector",
        "effector",
        "Effector",
        ("setForceFactor factor", "setSigma sigma", "setMaxPower power", "setConsumption consumption"),
        "soccer/driveeffector_c.cpp",
        "extras",
        _SOCCER,
    ),
    Row(
        "KickEffector",
        "effector",
        "Effector",
        (
            "setKickMargin margin:m",
            "setForceFactor factor",
            "setTorqueFactor factor",
            "setSteps steps:int",
            "setNoiseParams a b c d",
            "setMaxPower power",
            "setAngleRange lower:deg upper:deg",
        ),
        "soccer/kickeffector_c.cpp",
        "extras",
        _SOCCER,
    ),
    Row("CatchEffector", "effector", "Effector", ("setCatchMargin margin:m",), "soccer/catcheffector_c.cpp", "extras", _SOCCER),
)

_RECORDS = (
    Row("ObjectState", "record", "BaseNode", ("setPerceptName name:text", "setID id:text"), "soccer/objectstate_c.cpp", "extras", _SOCCER),
    Row("AgentState", "record", "ObjectState", ("setRobotType type:int",), "soccer/agentstate_c.cpp", "extras", _SOCCER),
    Row("GoalPost", "record", "ObjectState", (), "soccer/goalpost_c.cpp", "extras", _SOCCER),
    Row(
        "Line",
        "record",
        "BaseNode",
        ("setBeginPoint x:m y:m z:m ...", "setEndPoint x:m y:m z:m ..."),
        "soccer/line_c.cpp",
        "extras",
        _SOCCER,
    ),
)

CLASSES = (*_NODES, *_BODIES, *_COLLIDERS, *_JOINTS, *_VISUALS, *_PERCEPTORS, *_EFFECTORS, *_RECORDS)
