"""Lints: scenes that SimSpark reads, but crashes on, ignores or shows differently. One function per rule.

The file is executed again, since the rules are about its nodes, which the reader does not keep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.accounting.problem import problem_of
from scenec.converters.format import LintRequest, ReadOptions, ReadRequest
from scenec.converters.rsg.findings import lints as rows
from scenec.converters.rsg.read.obj import read_obj
from scenec.converters.rsg.read.program.execution_record import Execution
from scenec.converters.rsg.read.program.interpreter import Program
from scenec.converters.rsg.read.program.nodes import Node
from scenec.converters.rsg.read.scene import executed
from scenec.errors import ScenecError
from scenec.ir.check import Problem
from scenec.source import Source
from scenec.syntax.sexp import SexpDocument

BESIDE_BODY = ("Accelerometer", "GyroRatePerceptor")
PERCEPTOR_OF = {
    "HingeEffector": "HingePerceptor",
    "UniversalJointEffector": "UniversalJointPerceptor",
    "Hinge2Effector": "Hinge2Perceptor",
}
OF_AN_AGENT = ("SayEffector", "AgentSyncEffector")


def lints(request: LintRequest) -> Iterator[Problem]:
    """Yield the problems of a file and of all that it imports, rule by rule."""
    program = run_again(request)
    if program is None:
        return
    for rule in RULES:
        yield from rule(program)
    program.forget_nodes()


def run_again(request: LintRequest) -> Program | None:
    """Execute the file again and return its program; None if there is no file of SimSpark, or it has changed."""
    entry = next((each for each in request.ledger.documents if isinstance(each, SexpDocument) and each.execution is not None), None)
    if entry is None:
        return None
    known: Execution = entry.execution
    try:
        data = known.data if known.data is not None else request.open(entry.path or "")
        reading = ReadRequest(
            data=data,
            name=entry.name,
            shown=known.shown,
            path=entry.path,
            folder=known.folder,
            version="",
            options=ReadOptions(search_path=known.search_path, parameters=known.parameters, constants=known.constants),
            ledger=Ledger(),
            open=request.open,
        )
        return executed(reading, {})[1]
    except (ScenecError, OSError):  # it has changed since it was read
        return None


# ---------------------------------------------------------------- meshes and materials


def meshes(program: Program) -> Iterator[Problem]:
    """Check meshes: faces before the first usemtl (R1), and the material files that meshes load (R7)."""
    reported: set[str] = set()
    for node in program.root.walk():
        load = node.last("load")
        name = str.__str__(load.arguments[0]) if load is not None and load.arguments else ""
        path = program.resources.find(name) if name.lower().endswith(".obj") else None
        if path is None or path in reported:
            continue
        reported.add(path)
        try:
            found = read_obj(program.resources.read(path))
        except (OSError, ValueError):
            continue
        if found.bare:
            drawn = sum(extent.faces for extent in found.extents)
            yield problem(node, rows.MESH_WITHOUT_USEMTL, value=name, bare=f"{found.bare:,}", faces=f"{found.bare + drawn:,}")
        library = program.resources.find(f"materials/{found.library}") if found.library else None
        if library is not None and library not in reported:
            reported.add(library)
            yield from materials(program, library)


def materials(program: Program, path: str) -> Iterator[Problem]:
    """Check the materials of a file: SimSpark does not initialise values that a material leaves out (R7)."""
    try:
        text = program.resources.read(path).decode("utf-8", "replace")
    except OSError:
        return
    for found in re.finditer(r"(?ms)^[ \t]*newmtl[ \t]+(\S+)(.*?)(?=^[ \t]*newmtl|\Z)", text):
        missing = [word for word in ("Ka", "Kd", "Ks", "Ns", "d") if not re.search(rf"(?m)^[ \t]*{word}\s", found[2])]
        if missing:
            place = Source(program.resources.relative(path), text[: found.start(1)].count("\n") + 1)
            yield problem_of(rows.MATERIAL_UNINITIALISED, subject=found[1], origin=place, missing=" and no ".join(missing))


# ---------------------------------------------------------------- contacts


def inner_handlers(program: Program) -> Iterator[Problem]:
    """Check contact handlers: contacts are reported to the TransformCollider (R2)."""
    for node in program.root.walk():
        around = node.parent.parent if node.parent is not None and node.parent.cls.group == "collider" else None
        if node.cls.group == "handler" and around is not None and around.cls.name == "TransformCollider":
            yield problem(node, rows.HANDLER_IN_INNER_COLLIDER)


def touch_handlers(program: Program) -> Iterator[Problem]:
    """Check TouchPerceptorHandlers: a handler looks for its perceptor once, when it is made (R4)."""
    order = {id(node): index for index, node in enumerate(program.root.walk())}
    for node in program.root.walk():
        if node.cls.name != "TouchPerceptorHandler" or node.transform is None:
            continue
        perceptors = [each for each in node.transform.walk() if each.cls.name == "ForceResistancePerceptor"]
        if not any(order[id(each)] < order[id(node)] for each in perceptors):
            yield problem(node, rows.TOUCH_HANDLER_WITHOUT_PERCEPTOR)


def touch_perceptors(program: Program) -> Iterator[Problem]:
    """Check touch perceptors: their handler stands behind them in a collider of the same Transform (R4)."""
    order = {id(node): index for index, node in enumerate(program.root.walk())}
    for node in program.root.walk():
        wanted = {"TouchPerceptor": "PerceptorHandler", "ForceResistancePerceptor": "TouchPerceptorHandler"}.get(node.cls.name)
        if wanted is None or node.transform is None:
            continue
        around = [node.transform, *(each for each in node.transform.above() if each.is_transform)]
        feeding = (each for home in around for each in home.walk() if each.cls.name == wanted)
        if not any(order[id(each)] > order[id(node)] for each in feeding):
            yield problem(node, rows.TOUCH_PERCEPTOR_UNFED, handler=wanted)


# ---------------------------------------------------------------- what looks for others


def bodiless(program: Program) -> Iterator[Problem]:
    """Check inertial sensors: the server dereferences the RigidBody of the nearest Transform (R5)."""
    for node in program.root.walk():
        if node.cls.name in BESIDE_BODY and (node.transform is None or node.transform.first("body") is None):
            yield problem(node, rows.INERTIAL_SENSOR_WITHOUT_BODY)


def batteries(program: Program) -> Iterator[Problem]:
    """Check BatteryPerceptors: they look for the Battery above them (R6)."""
    for node in program.root.walk():
        if node.cls.name == "BatteryPerceptor" and not any(each.cls.name == "Battery" for each in node.above()):
            yield problem(node, rows.BATTERY_PERCEPTOR_OUTSIDE)


def cameras(program: Program) -> Iterator[Problem]:
    """Check ImagePerceptors: their images come from a render server (R8)."""
    for node in program.root.walk():
        if node.cls.name == "ImagePerceptor":
            yield problem(node, rows.IMAGE_NEEDS_RENDER_SERVER)


def agents(program: Program) -> Iterator[Problem]:
    """Check effectors that cast a node above them to AgentAspect (R3)."""
    for node in program.root.walk():
        if node.cls.name in OF_AN_AGENT and not any(each.cls.name == "AgentAspect" for each in node.above()):
            yield problem(node, rows.EFFECTOR_OUTSIDE_AGENT)


def balls(program: Program) -> Iterator[Problem]:
    """Check balls: the soccer simulation looks for Ball/physics and Ball/geometry (R3)."""
    for node in program.root.walk():
        if node.cls.name != "Ball":
            continue
        body, shape = node.child("physics"), node.child("geometry")
        if node.name != "Ball" or body is None or body.cls.group != "body" or shape is None or shape.cls.group != "collider":
            yield problem(node, rows.BALL_INCOMPLETE)


def effectors(program: Program) -> Iterator[Problem]:
    """Check joint effectors: an agent reads joints through perceptors (R10)."""
    for node in program.root.walk():
        wanted = PERCEPTOR_OF.get(node.cls.name)
        if wanted is not None and node.parent is not None and not any(each.cls.name == wanted for each in node.parent.children):
            yield problem(node, rows.EFFECTOR_WITHOUT_PERCEPTOR, perceptor=wanted)


def sliders(program: Program) -> Iterator[Problem]:
    """Check the first joint: motor parameters of a slider are looked up in a table that only other joints fill."""
    first = next((node for node in program.nodes if node.cls.group == "joint"), None)
    if first is not None and first.cls.name == "SliderJoint":
        yield problem(first, rows.FIRST_JOINT_SLIDER)


RULES: tuple[Callable[[Program], Iterator[Problem]], ...] = (
    meshes,
    inner_handlers,
    touch_handlers,
    touch_perceptors,
    bodiless,
    batteries,
    cameras,
    agents,
    balls,
    effectors,
    sliders,
)


# ---------------------------------------------------------------- problems


def problem(node: Node, row: Code, value: str = "", **slots: Any) -> Problem:
    """Make a problem of a node. Its class is the slot `node`."""
    place = node.document.source(node.source)
    return problem_of(row, subject=path_of(node), value=value, origin=place, node=node.cls.name, **slots)


def path_of(node: Node) -> str:
    """Return the path of a node, as SimSpark's log has it."""
    return "/".join(str(each.stated or each.cls.name) for each in (*reversed(list(node.above())[:-1]), node))
