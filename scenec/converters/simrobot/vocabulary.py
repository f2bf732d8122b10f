"""The vocabulary of SimRobot: elements, the classes they belong to, which children they take, their attributes, file names in them.

Cardinalities go by class, not by element: a Body takes one translation whichever way it comes, any number of geometries of
any shape, at least one mass. Rows marked `since="core3"` or `"fork"` are not part of SimRobotCore2: the first are read with
``simrobot@core3``, the second with ``--lenient``. Rows marked `until="core2"`, and the elements in `GONE`, are not part of the
MuJoCo core as it is now; its release of 2025 still had them for looks, lights and frictions, so ``simrobot@core3`` reads them, too,
and writes the newer ones (Src/SimRobotCore3/Parser/ParserCore3.cpp, 804e749 and 05ddf04). Other facts from SimRobot 5710337 (files
of ``Src/SimRobotCore2``, cited short: PC is Parser/ParserCore2.cpp), older releases as named.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from scenec.converters.simrobot import kinds as k
from scenec.converters.simrobot.colours import COLOUR, Colour
from scenec.converters.simrobot.profile import CORE2, CORE3, FARTHEST, GRAVITY, STEP
from scenec.syntax.kinds import Kind
from scenec.syntax.vocabulary import Child, Element, Row

FORK = "fork"

GONE = frozenset({"QuickSolver", "Light", "TorusGeometry", "PT2Motor", "ApproxDistanceSensor", "Friction", "RollingFriction"})
"""Elements that the MuJoCo core does not have any more."""


class Grammar(msgspec.Struct, frozen=True):
    """The class of an element and the classes of its children: exactly one (or, if also in `many`, at least one) of each
    `required`, at most one of each `optional`, any number of each `many`. `text`: whether it has a text payload."""

    element_class: str
    required: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    many: tuple[str, ...] = ()
    text: bool = False

    def allows(self, child_class: str) -> bool:
        return child_class in self.many or child_class in self.optional or child_class in self.required


_PLACED = ("translation", "rotation")
_MASS = Grammar("mass", (), _PLACED, ("set", "mass"))
_GEOMETRY = Grammar("geometry", (), (*_PLACED, "material"), ("set", "geometry"))
_APPEARANCE = Grammar("appearance", ("surface",), _PLACED, ("set", "appearance"))
_JOINT = Grammar("joint", ("body", "axis"), _PLACED, ("set",))
_OUTWARD = Grammar("outward sensor", (), _PLACED)
_INWARD = Grammar("inward sensor", (), _PLACED)
_PRIMITIVES = Grammar("primitives", text=True)
_MOTOR = Grammar("motor")
_LIGHT = Grammar("light")

GRAMMAR: dict[str, Grammar] = {
    "Simulation": Grammar("infrastructure", ("scene",)),
    "Include": Grammar("infrastructure"),
    "Set": Grammar("set"),
    "Scene": Grammar("scene", (), ("solver",), ("set", "body", "compound", "light", "user input")),
    "QuickSolver": Grammar("solver"),
    "Light": _LIGHT,
    "DirLight": _LIGHT,
    "PointLight": _LIGHT,
    "SpotLight": _LIGHT,
    "Compound": Grammar(
        "compound", (), _PLACED, ("set", "joint", "compound", "body", "appearance", "geometry", "outward sensor", "user input")
    ),
    "Body": Grammar(
        "body", ("mass",), _PLACED, ("set", "joint", "appearance", "geometry", "mass", "inward sensor", "outward sensor", "user input")
    ),
    "Translation": Grammar("translation"),
    "Rotation": Grammar("rotation"),
    "Mass": _MASS,
    "BoxMass": _MASS,
    "InertiaMatrixMass": _MASS,
    "CapsuleMass": _MASS,
    "CylinderMass": _MASS,
    "SphereMass": _MASS,
    "Geometry": _GEOMETRY,
    "BoxGeometry": _GEOMETRY,
    "SphereGeometry": _GEOMETRY,
    "CylinderGeometry": _GEOMETRY,
    "CapsuleGeometry": _GEOMETRY,
    "TorusGeometry": _GEOMETRY,
    "Material": Grammar("material", (), (), ("set", "friction")),
    "Friction": Grammar("friction"),
    "RollingFriction": Grammar("friction"),
    "Appearance": Grammar("appearance", (), _PLACED, ("set", "appearance")),
    "BoxAppearance": _APPEARANCE,
    "SphereAppearance": _APPEARANCE,
    "CylinderAppearance": _APPEARANCE,
    "CapsuleAppearance": _APPEARANCE,
    "ComplexAppearance": Grammar(
        "appearance",
        ("surface", "vertices", "primitives"),
        (*_PLACED, "normals", "texture coordinates"),
        ("set", "primitives", "appearance"),
    ),
    "Surface": Grammar("surface"),
    "Vertices": Grammar("vertices", text=True),
    "Normals": Grammar("normals", text=True),
    "TexCoords": Grammar("texture coordinates", text=True),
    "Triangles": _PRIMITIVES,
    "Quads": _PRIMITIVES,
    "Hinge": _JOINT,
    "Slider": _JOINT,
    "Axis": Grammar("axis", (), ("motor", "deflection"), ("set",)),
    "Deflection": Grammar("deflection"),
    "ServoMotor": _MOTOR,
    "VelocityMotor": _MOTOR,
    "PT2Motor": _MOTOR,
    "Gyroscope": _INWARD,
    "Accelerometer": _INWARD,
    "CollisionSensor": Grammar("inward sensor", (), _PLACED, ("geometry",)),
    "Camera": _OUTWARD,
    "ObjectSegmentedImageSensor": _OUTWARD,
    "DepthImageSensor": _OUTWARD,
    "SingleDistanceSensor": _OUTWARD,
    "ApproxDistanceSensor": _OUTWARD,
    "UserInput": Grammar("user input"),
}

PATH_ATTRIBUTES = ("diffuseTexture", "texture")
"""Attributes that hold a file name relative to the file they stand in."""


def is_absolute(path: str) -> bool:
    """Return whether a path is absolute by SimRobot's test: a leading slash or backslash, or a colon as second character."""
    return path[:1] in ("/", "\\") or path[1:2] == ":"


def folder_of(name: str) -> str:
    """Return the folder part of a file name, with its slash."""
    return name[: name.rfind("/") + 1]


_WHITE: Colour = (1.0, 1.0, 1.0, 1.0)
_BLACK: Colour = (0.0, 0.0, 0.0, 1.0)


def _row(
    name: str, kind: Kind[Any], default: Any = None, *, required: bool = False, since: str = "", until: str = "", reason: str = ""
) -> Row[Any]:
    return Row(
        name=name,
        kind=kind,
        default=default,
        required=required,
        since=since,
        until=until,
        reason=reason,
        place="ignored" if reason else "ir",
        cite="PC",
    )


def _rows(
    names: str, kind: Kind[Any], default: Any = None, *, required: bool = False, since: str = "", until: str = "", reason: str = ""
) -> tuple[Row[Any], ...]:
    return tuple(_row(name, kind, default, required=required, since=since, until=until, reason=reason) for name in names.split())


_NAME = (_row("name", k.NAME, ""),)
_REF = (_row("ref", k.REFERENCE, ""),)
_BOX = _rows("width height depth", k.SIZE, required=True)
_ROUND = _rows("radius", k.SIZE, required=True)
_LONG = _rows("radius height", k.SIZE, required=True)
_COLOR = (_row("color", COLOUR, (0.8, 0.8, 0.8, 1.0)),)
_VALUE = (_row("value", k.MASS, required=True),)
_IMAGE = (*_rows("imageWidth imageHeight", k.COUNT, required=True), *_rows("angleX angleY", k.OPENING, required=True))
_REACH = (_row("min", k.LENGTH, 0.0), _row("max", k.RANGE, FARTHEST))
_LIGHT_COLOURS = (
    _row("diffuseColor", COLOUR, _WHITE, until=CORE2),
    _row("ambientColor", COLOUR, _BLACK, until=CORE2),
    _row("specularColor", COLOUR, _WHITE, until=CORE2),
    _row("color", COLOUR, _WHITE, since=CORE3),
    _row("intensity", k.POSITIVE, 1.0, since=CORE3),
)
_POSITION = _rows("x y z", k.LENGTH, 0.0)
_ATTENUATION = (_row("constantAttenuation", k.POSITIVE, 1.0), *_rows("linearAttenuation quadraticAttenuation", k.POSITIVE, 0.0))
_RANDOM = _rows("xRandom yRandom zRandom", k.TEXT, since=FORK, reason="a random offset that a fork of SimRobot draws anew at every start")

_ROWS: dict[str, Sequence[Row[Any]]] = {
    "Include": (_row("href", k.FILE, required=True),),
    "Set": (_row("name", k.NAME, required=True), _row("value", k.TEXT, required=True)),
    "Scene": (
        _row("name", k.NAME, required=True),
        _row("controller", k.NAME, ""),
        _row("color", COLOUR, (0.0, 0.0, 0.0, 0.0)),
        _row("stepLength", k.DURATION, STEP),
        _row("gravity", k.ACCELERATION, GRAVITY),
        _row("bodyCollisions", k.BOOLEAN, True),
        *_rows("CFM ERP contactSoftCFM contactSoftERP slip1 slip2", k.FRACTION, until=CORE2),
        *_rows("Kp Kd contactKp contactKd", k.POSITIVE, since=FORK, reason="a fork's spring and damper form of ERP and CFM"),
    ),
    "QuickSolver": (_row("iterations", k.COUNT), _row("skip", k.COUNT, 1)),
    "Body": (*_NAME, _row("collideWithParent", k.BOOLEAN, False, since="2024", until=CORE2)),
    "Compound": _NAME,
    "Translation": (*_POSITION, *_RANDOM),
    "Rotation": (*_rows("x y z", k.ANGLE, 0.0), *_RANDOM),
    "BoxMass": (*_VALUE, *_BOX),
    "SphereMass": (*_VALUE, *_ROUND),
    "CylinderMass": (*_VALUE, *_LONG),
    "CapsuleMass": (*_VALUE, *_LONG),
    "InertiaMatrixMass": (*_VALUE, *_POSITION, *_rows("ixx iyy izz", k.INERTIA, required=True), *_rows("ixy ixz iyz", k.INERTIA, 0.0)),
    "Geometry": _NAME,
    "BoxGeometry": (*_NAME, *_BOX, *_COLOR),
    "SphereGeometry": (*_NAME, *_ROUND, *_COLOR),
    "CylinderGeometry": (*_NAME, *_LONG, *_COLOR),
    "CapsuleGeometry": (*_NAME, *_LONG, *_COLOR),
    "TorusGeometry": (*_NAME, *_rows("majorRadius minorRadius", k.SIZE, required=True), *_COLOR),
    "Material": (*_NAME, *_rows("friction rollingFriction", k.POSITIVE, since=CORE3)),
    "Friction": (_row("material", k.NAME, required=True), _row("value", k.POSITIVE, required=True)),
    "RollingFriction": (_row("material", k.NAME, required=True), _row("value", k.POSITIVE, required=True)),
    "Appearance": _NAME,
    "BoxAppearance": (*_NAME, *_BOX),
    "SphereAppearance": (*_NAME, *_ROUND),
    "CylinderAppearance": (*_NAME, *_LONG),
    "CapsuleAppearance": (*_NAME, *_LONG),
    "ComplexAppearance": _NAME,
    "Surface": (
        _row("diffuseColor", COLOUR, required=True, until=CORE2),
        _row("ambientColor", COLOUR, until=CORE2),
        _row("specularColor", COLOUR, _BLACK, until=CORE2),
        _row("emissionColor", COLOUR, _BLACK, until=CORE2),
        _row("shininess", k.SHININESS, 1.0, until=CORE2),
        _row("diffuseTexture", k.FILE, "", until=CORE2),
        _row("albedo", COLOUR, since=CORE3),
        _row("alpha", k.FRACTION, 1.0, since=CORE3),
        _row("metallic", k.FRACTION, 0.0, since=CORE3),
        _row("roughness", k.FRACTION, 0.5, since=CORE3),
        _row("ambient", k.FRACTION, 1.0, since=CORE3),
        _row("texture", k.FILE, "", since=CORE3),
    ),
    "Vertices": (
        *_NAME,
        _row("unit", k.VERTEX_UNIT, 0),
    ),
    "Hinge": _NAME,
    "Slider": _NAME,
    "Axis": (*_rows("x y z", k.PLAIN, 0.0), _row("cfm", k.FRACTION, until=CORE2)),
    "Deflection": (
        *_rows("min max", k.ANGULAR_RANGE, required=True),
        _row("init", k.ANGLE, 0.0),
        _row("isActive", k.BOOLEAN, True, since="2024"),
        *_rows("stopCFM stopERP", k.FRACTION, until=CORE2),
    ),
    "ServoMotor": (
        _row("maxVelocity", k.ANGULAR_VELOCITY, required=True),
        _row("maxForce", k.FORCE, required=True),
        _row("p", k.PLAIN, required=True),
        *_rows("i d", k.PLAIN, 0.0),
        _row("isNaoMotor", k.BOOLEAN, False, since="2024", until=CORE2),
        *_rows("fudgeFactor minFeedbackForce maxFeedbackForce maxPositionDiff maxForceGrowth", k.PLAIN, -1.0, since="2024", until=CORE2),
        _row("delay", k.POSITIVE, 0.0, since=CORE3),
        _row("velocityLowPassFactor", k.FRACTION, 1.0, since=CORE3),
    ),
    "VelocityMotor": (_row("maxVelocity", k.ANGULAR_VELOCITY, required=True), _row("maxForce", k.FORCE, required=True)),
    "PT2Motor": (*_rows("T D K V", k.PLAIN, required=True), _row("F", k.FORCE, required=True)),
    "Gyroscope": _NAME,
    "Accelerometer": _NAME,
    "CollisionSensor": _NAME,
    "Camera": (*_NAME, *_IMAGE),
    "ObjectSegmentedImageSensor": (*_NAME, *_IMAGE),
    "DepthImageSensor": (
        *_NAME,
        _row("imageWidth", k.COUNT, required=True),
        _row("imageHeight", k.COUNT, 1),
        *_rows("angleX angleY", k.OPENING, required=True),
        *_REACH,
        _row("projection", k.PROJECTION, "perspective"),
    ),
    "SingleDistanceSensor": (*_NAME, *_REACH),
    "ApproxDistanceSensor": (*_NAME, *_REACH, *_rows("angleX angleY", k.OPENING, required=True)),
    "DirLight": (*_LIGHT_COLOURS, _row("x", k.DIRECTION, 0.0), _row("y", k.DIRECTION, 0.0), _row("z", k.DIRECTION, 1.0)),
    "PointLight": (*_LIGHT_COLOURS, *_POSITION, *_ATTENUATION),
    "SpotLight": (
        *_LIGHT_COLOURS,
        *_POSITION,
        *_ATTENUATION,
        _row("dirX", k.DIRECTION, 0.0),
        _row("dirY", k.DIRECTION, 0.0),
        _row("dirZ", k.DIRECTION, 1.0),
        _row("cutoff", k.FRACTION, 0.0),
    ),
    "Light": (
        *_LIGHT_COLOURS[:3],
        _row("x", k.LENGTH, 0.0),
        _row("y", k.LENGTH, 0.0),
        _row("z", k.LENGTH, 1.0),
        *_ATTENUATION,
        _row("spotCutoff", k.ANGLE, 3.141592653589793),
        *_rows("spotDirectionX spotDirectionY", k.LENGTH, 0.0),
        _row("spotDirectionZ", k.LENGTH, -1.0),
        _row("spotExponent", k.SHININESS, 0.0),
    ),
    "UserInput": (*_NAME, _row("type", k.INPUT_TYPE, "length"), *_rows("min max", k.TEXT, required=True), _row("default", k.TEXT)),
}


@cache
def tags_of_class(element_class: str) -> tuple[str, ...]:
    """The elements of a class in the order of GRAMMAR."""
    return tuple(tag for tag, grammar in GRAMMAR.items() if grammar.element_class == element_class)


@cache
def element(tag: str) -> Element:
    """The vocabulary entry of an element; `ref` is an attribute of every element that can be a template. Elements whose name
    is never shown have no row for it."""
    grammar = GRAMMAR[tag]
    rows = (*_ROWS.get(tag, ()), *(() if grammar.element_class == "infrastructure" else _REF))
    children = [
        Child(child, 1 if one in grammar.required and len(tags_of_class(one)) == 1 else 0, None if one in grammar.many else 1)
        for one in (*grammar.required, *grammar.optional, *(c for c in grammar.many if c not in grammar.required))
        for child in tags_of_class(one)
    ]
    text = Row[Any](name="", kind=k.NUMBERS, cite="PC") if grammar.text else None
    return Element(
        tag=tag,
        rows=rows,
        children=tuple(children),
        text=text,
        cite="PC",
        reason="" if tag != "Light" else "replaced by DirLight, PointLight and SpotLight in 2022",
    )


@cache
def attribute_names(tag: str, *, core3: bool = False, lenient: bool = False, newest: bool = False) -> frozenset[str]:
    """The attributes that are accepted on an element. `name` is tolerated on every element but Include and Simulation. newest:
    without those that the MuJoCo core has given up."""
    dialects = {"", "2024"} | ({CORE3} if core3 else set()) | ({FORK} if lenient else set())
    names = {row.name for row in element(tag).rows if row.since in dialects and not (newest and row.until)}
    return frozenset(names | {"name"})


def vocabulary() -> dict[str, Element]:
    """Every element, for coverage tables and checks."""
    return {tag: element(tag) for tag in GRAMMAR}
