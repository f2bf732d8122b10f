"""The grammar of SimRobot's parsers, taken from Docs and ParserCore2.cpp (5710337) and ParserCore3.cpp (05ddf04), as plain data.

Nothing here comes from the package under test: if its vocabulary and these tables disagree, one of them is wrong.
"""

from __future__ import annotations

CLASSES = {
    "set": "Set",
    "scene": "Scene",
    "solver": "QuickSolver",
    "light": "DirLight PointLight SpotLight",
    "compound": "Compound",
    "body": "Body",
    "translation": "Translation",
    "rotation": "Rotation",
    "mass": "Mass BoxMass SphereMass CylinderMass CapsuleMass InertiaMatrixMass",
    "geometry": "Geometry BoxGeometry SphereGeometry CylinderGeometry CapsuleGeometry TorusGeometry",
    "material": "Material",
    "friction": "Friction RollingFriction",
    "appearance": "Appearance BoxAppearance SphereAppearance CylinderAppearance CapsuleAppearance ComplexAppearance",
    "surface": "Surface",
    "vertices": "Vertices",
    "normals": "Normals",
    "texcoords": "TexCoords",
    "primitives": "Triangles Quads",
    "joint": "Hinge Slider",
    "axis": "Axis",
    "deflection": "Deflection",
    "motor": "ServoMotor VelocityMotor PT2Motor",
    "intsensor": "Gyroscope Accelerometer CollisionSensor",
    "extsensor": "Camera ObjectSegmentedImageSensor DepthImageSensor SingleDistanceSensor ApproxDistanceSensor",
    "userinput": "UserInput",
}
CLASS_OF = {tag: name for name, tags in CLASSES.items() for tag in tags.split()}

_DRAWN = "surface! translation rotation set* appearance*"
CHILDREN = {
    "Scene": "solver set* body* compound* light* userinput*",
    "Compound": "translation rotation set* joint* compound* body* appearance* geometry* extsensor* userinput*",
    "Body": "mass!* translation rotation set* joint* appearance* geometry* intsensor* extsensor* userinput*",
    "Hinge": "body! axis! translation rotation set*",
    "Slider": "body! axis! translation rotation set*",
    "Axis": "motor deflection set*",
    "Material": "set* friction*",
    "Appearance": "translation rotation set* appearance*",
    "ComplexAppearance": f"{_DRAWN} vertices! primitives!* normals texcoords",
    "CollisionSensor": "translation rotation geometry*",
    **dict.fromkeys(CLASSES["mass"].split(), "translation rotation set* mass*"),
    **dict.fromkeys(CLASSES["geometry"].split(), "translation rotation material set* geometry*"),
    **{f"{shape}Appearance": _DRAWN for shape in ("Box", "Sphere", "Cylinder", "Capsule")},
    **dict.fromkeys(("Gyroscope", "Accelerometer", *CLASSES["extsensor"].split()), "translation rotation"),
}
"""Element -> classes of its children: ! needed, * any number."""

_BOX, _LONG, _ROUND = "width!:size height!:size depth!:size", "radius!:size height!:size", "radius!:size"
_IMAGE = "imageWidth!:count imageHeight!:count angleX!:opening angleY!:opening"
_COLOURS = "diffuseColor:colour ambientColor:colour specularColor:colour"
_FADING = "x:length y:length z:length constantAttenuation:positive linearAttenuation:positive quadraticAttenuation:positive"
_SERVO = "isNaoMotor:bool fudgeFactor:float minFeedbackForce:float maxFeedbackForce:float maxPositionDiff:float maxForceGrowth:float"
ATTRIBUTES = {
    "Set": "name!:text value!:text",
    "Scene": "name!:text controller:text color:colour stepLength:time gravity:acceleration CFM:fraction ERP:fraction"
    " contactSoftCFM:fraction contactSoftERP:fraction slip1:fraction slip2:fraction bodyCollisions:bool",
    "QuickSolver": "iterations:count skip:count",
    "Body": "collideWithParent:bool",
    "Translation": "x:length y:length z:length",
    "Rotation": "x:angle y:angle z:angle",
    "BoxMass": f"value!:mass {_BOX}",
    "SphereMass": f"value!:mass {_ROUND}",
    "CylinderMass": f"value!:mass {_LONG}",
    "CapsuleMass": f"value!:mass {_LONG}",
    "InertiaMatrixMass": "value!:mass x:length y:length z:length"
    " ixx!:inertia iyy!:inertia izz!:inertia ixy:inertia ixz:inertia iyz:inertia",
    "BoxGeometry": f"{_BOX} color:colour",
    "SphereGeometry": f"{_ROUND} color:colour",
    "CylinderGeometry": f"{_LONG} color:colour",
    "CapsuleGeometry": f"{_LONG} color:colour",
    "TorusGeometry": "majorRadius!:size minorRadius!:size color:colour",
    "Friction": "material!:text value!:positive",
    "RollingFriction": "material!:text value!:positive",
    "BoxAppearance": _BOX,
    "SphereAppearance": _ROUND,
    "CylinderAppearance": _LONG,
    "CapsuleAppearance": _LONG,
    "Surface": "diffuseColor!:colour ambientColor:colour specularColor:colour emissionColor:colour shininess:shininess diffuseTexture:text",
    "Vertices": "unit:unit",
    "Axis": "x:float y:float z:float cfm:fraction",
    "Deflection": "min!:limit max!:limit init:start isActive:bool stopCFM:fraction stopERP:fraction",
    "ServoMotor": f"maxVelocity!:speed maxForce!:force p!:float i:float d:float {_SERVO}",
    "VelocityMotor": "maxVelocity!:speed maxForce!:force",
    "PT2Motor": "T!:float D!:float K!:float V!:float F!:force",
    "Camera": _IMAGE,
    "ObjectSegmentedImageSensor": _IMAGE,
    "DepthImageSensor": "imageWidth!:count imageHeight:count angleX!:opening angleY!:opening min:length max:length projection:projection",
    "SingleDistanceSensor": "min:length max:length",
    "ApproxDistanceSensor": "min:length max:length angleX!:opening angleY!:opening",
    "DirLight": f"{_COLOURS} x:direction y:direction z:direction",
    "PointLight": f"{_COLOURS} {_FADING}",
    "SpotLight": f"{_COLOURS} {_FADING} dirX:direction dirY:direction dirZ:direction cutoff:fraction",
    "UserInput": "type:inputtype min!:text max!:text default:text",
}
"""Element -> its attributes: ! needed, and the kind of value."""

GONE_IN_CORE3 = {"QuickSolver", "TorusGeometry", "PT2Motor", "ApproxDistanceSensor", "Friction", "RollingFriction"}
_SHINE = "color:opaque intensity:positive"
ATTRIBUTES_OF_CORE3 = {
    "Scene": "name!:text controller:text color:colour stepLength:time gravity:acceleration bodyCollisions:bool",
    "Body": "",
    "Material": "friction:positive rollingFriction:positive",
    "Surface": "albedo!:opaque alpha:fraction metallic:fraction roughness:fraction ambient:fraction texture:text",
    "Axis": "x:float y:float z:float",
    "Deflection": "min!:limit max!:limit init:limit isActive:bool",
    "ServoMotor": "maxVelocity!:speed maxForce!:force p!:float i:float d:float delay:positive velocityLowPassFactor:fraction",
    "DirLight": f"{_SHINE} x:direction y:direction z:direction",
    "PointLight": f"{_SHINE} {_FADING}",
    "SpotLight": f"{_SHINE} {_FADING} dirX:direction dirY:direction dirZ:direction cutoff:fraction",
}

UNITS = {
    "length": "mm cm dm m km",
    "velocity": "mm/s cm/s dm/s m/s km/s km/h",
    "acceleration": "mm/s^2 m/s^2",
    "angle": "degree radian",
    "angular velocity": "degree/s radian/s",
    "force": "N",
    "mass": "g kg",
    "inertia": "g*mm^2 kg*m^2",
    "time": "s",
}
