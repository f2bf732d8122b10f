"""The compiler's settings, and how something is turned (src/user/user_objects.cc, `ResolveOrientation`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import cast

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.converters.mjcf import kinds
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.elements import Element
from scenec.ir.pose import IDENTITY, ORIGIN, Pose, Rotation, Vec3, cross, dot, norm, scale, sub, unit
from scenec.trace import Ids, derived, ids_of, merge, traced

NEARLY_ZERO = 1e-14
"""mjEPS: shorter axes have no direction."""
RADIANS = math.pi / 180
_AXES: dict[str, Vec3] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}
_STEERING = frozenset(
    "angle coordinate eulerseq autolimits boundmass boundinertia settotalmass balanceinertia inertiafromgeom inertiagrouprange strippath "
    "assetdir meshdir texturedir fitaabb alignfree convexhull exactmeshinertia".split()
)
FOLDERS = frozenset(("assetdir", "meshdir", "texturedir"))
"""Of them those that say where files are. They steer the reading only if a file is read."""
SWITCHES = (
    *("autolimits", "alignfree", "fitaabb", "strippath", "balanceinertia", "boundmass", "boundinertia"),
    *("inertiafromgeom", "inertiagrouprange", "assetdir", "meshdir", "texturedir", "angle", "eulerseq"),
    *("exactmeshinertia", "convexhull"),
)
"""Of them those that change what some elements mean, and nothing in many models. Whether convex hulls were made beforehand (`convexhull`)
never did: MuJoCo searched all vertices of a mesh for the same points."""


class Compiler(msgspec.Struct, eq=False, gc=False):
    """Settings of one model, with MuJoCo's defaults. stated: the attributes as written, the last of each. asked: the switches that
    something in the model depends on. kept: folders that only names depend on which are kept for MJCF alone."""

    stated: dict[str, str]
    degree: bool = True
    global_: bool = False
    eulerseq: str = "xyz"
    autolimits: bool = True
    bound_mass: float = 0.0
    bound_inertia: float = 0.0
    total_mass: float = -1.0
    balance: bool = False
    from_geoms: str = "auto"
    groups: tuple[int, int] = (0, 5)
    strip_path: bool = False
    fit_boxes: bool = False
    align_free: bool = False
    asked: set[str] = set()
    kept: set[str] = set()

    def radians(self, angle: float) -> float:
        """Return an angle of the file in rad."""
        if angle:
            self.asked.add("angle")
        return traced(float(angle) * RADIANS, ids_of(angle)) if self.degree and angle else angle

    def folder(self, name: str, *, kept: bool = False) -> str:
        """Return the folder of files of one kind. name: the setting that tells it, which `assetdir` stands for. kept: only a name that is
        kept for MJCF depends on it. Such a name is made of the setting, traced, unless files that are read depend on it, too."""
        name = name if name in self.stated else "assetdir"
        text = self.stated.get(name, "")
        if kept and name not in self.asked:
            self.kept.add(name)
            return text
        self.asked.add(name)
        return str(text)


def compiler_of(sections: list[Element], ledger: Ledger) -> Compiler:
    """Return the settings of all compiler sections: the later one wins, and the earlier one has no effect then."""
    stated: dict[str, str] = {}
    for section in sections:
        for name, text in section.attributes.items():
            if name in stated:
                ledger.report(
                    findings.ATTRIBUTE_INEFFECTIVE,
                    about=stated[name],
                    subject=f"compiler@{name}",
                    value=stated[name],
                    name=name,
                    why="an earlier section, if a later one states it",
                )
            stated[name] = text
        ledger.consumed(*(text for name, text in section.attributes.items() if name in _STEERING and name not in FOLDERS))

    def number(name: str, default: float) -> float:
        return kinds.numbers(stated[name])[0] if name in stated else default

    sequence = stated.get("eulerseq", "xyz")
    if "eulerseq" in stated and (len(sequence) != 3 or any(letter.lower() not in _AXES for letter in sequence)):
        owner = next(each for each in reversed(sections) if "eulerseq" in each.attributes)
        raise owner.error(f"eulerseq={sequence!r} is no sequence of axes", "eulerseq", "three of the letters xyzXYZ")
    groups = kinds.wholes(stated["inertiagrouprange"]) if "inertiagrouprange" in stated else (0, 5)
    return Compiler(
        stated,
        degree=stated.get("angle", "degree") == "degree",
        global_=stated.get("coordinate") == "global",
        eulerseq=str(sequence),
        autolimits=stated.get("autolimits", "true") == "true",
        bound_mass=number("boundmass", 0.0),
        bound_inertia=number("boundinertia", 0.0),
        total_mass=number("settotalmass", -1.0),
        balance=stated.get("balanceinertia") == "true",
        from_geoms=str(stated.get("inertiafromgeom", "auto")),
        groups=(groups[0], groups[1]),
        strip_path=stated.get("strippath") == "true",
        fit_boxes=stated.get("fitaabb") == "true",
        align_free=stated.get("alignfree") == "true",
    )


def report_switches(compiler: Compiler, ledger: Ledger) -> None:
    """Report switches that nothing in the model depends on, and the groups whose geoms have mass: many ranges come to the same masses.
    Folders of files that are read steered the reading."""
    groups = compiler.stated.get("inertiagrouprange")
    if groups is not None and "inertiagrouprange" in compiler.asked:
        ledger.report(findings.INERTIA_GROUPS, about=groups, subject="compiler@inertiagrouprange", value=groups)
    ledger.consumed(*(compiler.stated[name] for name in FOLDERS & compiler.asked if name in compiler.stated))
    for name in SWITCHES:
        text = compiler.stated.get(name)
        if text is not None and name not in compiler.asked and name not in compiler.kept:
            ledger.report(
                findings.ATTRIBUTE_INEFFECTIVE,
                about=text,
                subject=f"compiler@{name}",
                value=text,
                name=name,
                why="a model in which nothing depends on it",
            )


def left_of_compiler(sections: list[Element]) -> dict[str, str]:
    """Return the settings that change no meaning."""
    return {name: text for section in sections for name, text in section.attributes.items() if name not in _STEERING}


# ---------------------------------------------------------------- poses


def pose_of(entry: Entry, compiler: Compiler) -> Pose:
    """Return the pose that an element states, in the frame around it."""
    position = entry.together("pos", ORIGIN)
    rotation = rotation_of(entry, compiler) if entry.is_turned() else IDENTITY
    if position is ORIGIN and rotation is IDENTITY:
        return HERE
    return Pose(cast("Vec3", position), rotation)


def rotation_of(entry: Entry, compiler: Compiler) -> Rotation:
    """Return how an element is turned, by whichever attribute says it. The four others win over `quat` of the same element's class."""
    template = entry.template
    for name, turn in _TURNS if template or "quat" not in entry.own else ():  # an element states one of them
        if name in entry.own or (template and entry.has(name)):
            entry.stated("quat")
            angles = entry.vector(name) if name == "euler" else entry.together(name)
            assert angles is not None
            try:
                found = turn(tuple(float(each) for each in angles), compiler)
            except ValueError:
                raise entry.element.error(f"{name} has no direction", name, "vectors that are not zero") from None
            entry.classes.ledger.converted(ids_of(angles))
            return found.with_ids(ids_of(angles)) if name != "euler" or found.rpy is None else _with_angles(angles, compiler)
    values = entry.together("quat")
    if values is None:
        return IDENTITY
    w, x, y, z = values
    if math.hypot(w, x, y, z) < NEARLY_ZERO:
        raise entry.element.error("quat is zero", "quat", "a quaternion w x y z")
    return Rotation.from_quat(w, x, y, z).with_ids(ids_of(values))


_Turn = Callable[[tuple[float, ...], Compiler], Rotation]


def _by_axis(values: tuple[float, ...], compiler: Compiler) -> Rotation:
    x, y, z, angle = values
    return Rotation.about(_direction((x, y, z)), compiler.radians(angle))


def _by_axes(values: tuple[float, ...], compiler: Compiler) -> Rotation:
    """The y axis is made to stand upright on the x axis."""
    x = _direction((values[0], values[1], values[2]))
    y = (values[3], values[4], values[5])
    y = _direction(sub(y, scale(x, dot(x, y))))
    z = _direction(cross(x, y))
    return Rotation.from_matrix(((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])))


def _by_z(values: tuple[float, ...], compiler: Compiler) -> Rotation:
    return turned_to((values[0], values[1], values[2]))


def turned_to(direction: Vec3) -> Rotation:
    """Return the smallest rotation that takes z to a direction; opposite to z half a turn about x (mjuu_z2quat). ValueError for none."""
    to = _direction(direction)
    axis = cross((0.0, 0.0, 1.0), to)
    sine = norm(axis)
    if sine < 1e-10:
        return IDENTITY if to[2] > 0 else Rotation((0.0, 1.0, 0.0, 0.0))
    return Rotation.about(axis, math.atan2(sine, to[2]))


def by_euler(values: tuple[float, ...], compiler: Compiler) -> Rotation:
    angles = [compiler.radians(each) for each in values]
    if any(angles):
        compiler.asked.add("eulerseq")
    if compiler.eulerseq == "XYZ":
        return Rotation.from_rpy(*angles)
    found = IDENTITY
    for letter, angle in zip(compiler.eulerseq, angles, strict=True):
        turn = Rotation.about(_AXES[letter.lower()], angle)
        found = found @ turn if letter.islower() else turn @ found
    return found


_TURNS: tuple[tuple[str, _Turn], ...] = (("axisangle", _by_axis), ("xyaxes", _by_axes), ("zaxis", _by_z), ("euler", by_euler))


def _with_angles(values: tuple[float, ...], compiler: Compiler) -> Rotation:
    """Angles that the neutral scene can keep as they are written."""
    return Rotation.from_rpy(*(compiler.radians(each) for each in values))


def _direction(vector: Vec3) -> Vec3:
    if norm(vector) < NEARLY_ZERO:
        raise ValueError
    return unit(vector)


HERE = Pose()
"""The frame itself."""


def ids_of_pose(pose: Pose) -> Ids:
    """Return the ids of a pose. Mostly the numbers of its position have the same, and its rotation has them, too, or none."""
    x, y, z = map(ids_of, pose.position) if type(pose.position) is tuple else [ids_of(pose.position)] * 3
    turn = pose.rotation.ids
    if x == y == z and (not turn or turn == x):
        return x
    return merge(x, y, z, turn)


def within(X_FG: Pose, X_GP: Pose) -> Pose:
    """Return a pose in an outer frame, made of both: itself where the frame is the same."""
    if X_FG is HERE:
        return X_GP
    if X_FG.is_identity:
        return X_GP if not ids_of_pose(X_FG) else derived(X_GP, X_FG)
    if X_GP is HERE or (X_GP.is_identity and not ids_of_pose(X_GP)):
        return X_FG
    return derived(X_FG @ X_GP, X_FG, X_GP)


def vector_within(X_FG: Pose, vector: Vec3) -> Vec3:
    """Return a direction in an outer frame."""
    if X_FG is HERE or X_FG.rotation == IDENTITY:
        return vector
    ids = merge(ids_of(X_FG.rotation), ids_of(vector))
    turned = X_FG.rotation.apply(vector)
    return (traced(float(turned[0]), ids), traced(float(turned[1]), ids), traced(float(turned[2]), ids))
