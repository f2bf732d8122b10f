"""The SimRobot reader: from files to templates, to one instantiated tree, to the neutral scene; with findings about the rest.

The scene element is the world with its gravity, solver and lights, and holds everything else.
"""

from __future__ import annotations

import os

from scenec import ir
from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.simrobot.findings.reading import (
    ATTRIBUTE_OF_CORE3,
    ATTRIBUTE_OF_FORK_DROPPED,
    ATTRIBUTE_UNKNOWN,
    INERTIA_REFERENCE_POINT,
    TEMPLATE_UNUSED_INEFFECTIVE,
    TEXT_INEFFECTIVE,
)
from scenec.converters.simrobot.profile import CORE2, CORE3
from scenec.converters.simrobot.read.compound import read_world_content
from scenec.converters.simrobot.read.context import Reading
from scenec.converters.simrobot.read.cursor import SceneCursor
from scenec.converters.simrobot.read.expansion import Expanded, Expansion, Ignored, Note, break_cycles, expand
from scenec.converters.simrobot.read.friction import DEFAULT_FRICTION, Frictions
from scenec.converters.simrobot.read.light import read_light
from scenec.converters.simrobot.read.mesh import Meshes
from scenec.converters.simrobot.read.templates import FLAT, Library, Part, Template, load
from scenec.converters.simrobot.read.user_input import read_user_inputs
from scenec.converters.simrobot.vocabulary import FORK, attribute_names, element
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import NO_CHILDREN, Document
from scenec.trace import traced


def read(request: ReadRequest) -> ReadResult:
    """Return the scene of a .ros2 file (or, asked for `core3`, of a .ros3 file or of text for the MuJoCo core).

    Raises ReadError, in SimRobot's words, for a file that SimRobot refuses.
    """
    ledger = request.ledger
    core3 = request.version == CORE3
    if request.name.lower().endswith((".ros2d", ".rsi2d")):
        raise ReadError(FLAT, Source(request.shown), hint="scenes of SimRobotCore2 (.ros2) and of the MuJoCo core (.ros3) can be read")
    entry = ledger.add(read_simrobot_text(request.data, request.name, shown=request.shown, path=request.path))
    shown_folder = os.path.dirname(request.shown)

    def open_document(path: str, name: str) -> Document:
        shown = os.path.join(shown_folder, name) if not os.path.isabs(name) else name
        return ledger.add(read_simrobot_text(request.open(path), name, shown=os.path.normpath(shown), path=path))

    library = load(entry, open_document, folder=request.folder or "")
    expansion = expand(library, core3=core3, lenient=request.options.lenient)
    report_expansion(expansion, ledger, core3=core3)
    meshes = Meshes(ledger)
    meshes.register_all(expansion.scene)
    frictions = Frictions(ledger, lists_pairs=not core3 or has_element_of_class(expansion.scene, "friction"))
    reading = Reading(ledger, request.options, core3, request.folder, frictions, meshes)
    scene = read_scene(SceneCursor.at(expansion.scene, ledger), reading)
    release_documents(library)
    break_cycles(expansion.scene)
    return ReadResult(scene, CORE3 if core3 else CORE2, tuple(document.name for document in library.documents))


def read_scene(scene: SceneCursor, reading: Reading) -> ir.Scene:
    world = read_world(scene, reading)
    reading.user_inputs += read_user_inputs(scene)
    lights = tuple(read_light(light, reading, world.id) for light in scene.of_class("light"))
    read_world_content(scene, reading, world.id)
    controller = scene.string("controller")
    if not controller:
        scene.consumed(controller)
    return ir.Scene(
        name=scene.name,
        worlds=(world,),
        models=tuple(reading.models),
        frames=tuple(reading.frames),
        links=tuple(reading.links),
        joints=tuple(reading.joints),
        lights=lights,
        meshes=reading.meshes.meshes(),
        # MuJoCo takes the larger of two materials' own coefficients; its first release still listed pairs.
        friction_law="table" if reading.frictions.lists_pairs else "max",
        friction_default=DEFAULT_FRICTION,
        friction_pairs=reading.frictions.pairs(),
        controllers=(ir.Controller(library=controller, origin=scene.origin),) if controller else (),
        user_inputs=tuple(reading.user_inputs),
        assets=tuple(reading.assets.values()),
        uses=tuple(reading.uses),
        extras=tuple(reading.extras),
        origin=scene.origin,
    )


def read_world(scene: SceneCursor, reading: Reading) -> ir.World:
    """Return the world. Gravity acts along z. `bodyCollisions` decides whether moving bodies collide."""
    return ir.World(
        id="world1",
        name=scene.name,
        gravity=(0.0, 0.0, scene.number("gravity")),
        moving_bodies_collide=scene.flag("bodyCollisions"),
        profiles=(read_physics(scene, reading),),
        look=ir.Look(background=reading.colour(scene, "color"), origin=scene.origin),
        origin=scene.origin,
    )


def read_physics(scene: SceneCursor, reading: Reading) -> ir.PhysicsProfile:
    """Return the engine settings that are written. A QuickSolver replaces the exact one every `skip`-th step or oftener."""
    quick = scene.only("solver")
    solver = ir.SolverSettings(
        type="quick" if quick else "world",
        iterations=quick.get("iterations") if quick else None,
        iteration_skip=quick.integer("skip") if quick else None,
        cfm=scene.optional_number("CFM"),
        erp=scene.optional_number("ERP"),
        contact_cfm=scene.optional_number("contactSoftCFM"),
        contact_erp=scene.optional_number("contactSoftERP"),
        slip1=scene.optional_number("slip1"),
        slip2=scene.optional_number("slip2"),
        origin=quick.origin if quick else scene.origin,
    )
    engine = "mujoco" if reading.core3 else "ode"
    return ir.PhysicsProfile(engine=engine, default=True, step=scene.number("stepLength"), solver=solver, origin=scene.origin)


def release_documents(library: Library) -> None:
    """Drop the trees of files that can be read again. The instantiated elements keep the nodes that they need."""
    library.spliced.clear()
    for document in library.documents:
        if not document.can_be_read_again:
            continue
        nodes = [document.root]
        for node in nodes:
            nodes += node.children
            node.children = NO_CHILDREN
        document.give_away()


def has_element_of_class(scene: Expanded, element_class: str) -> bool:
    stack = [scene]
    while stack:
        expanded = stack.pop()
        if expanded.element_class == element_class:
            return True
        stack.extend(expanded.children)
    return False


def report_expansion(expansion: Expansion, ledger: Ledger, *, core3: bool) -> None:
    """Findings about everything that the instantiation left behind."""
    for value_id in expansion.consumed:
        ledger.consumed_ids.add(value_id)
    for template in expansion.unused:
        report_unused_template(template, expansion.library, ledger)
    for ids, ignored in neighbouring_values(expansion.ineffective):
        ledger.report(ignored.row, about=traced("", ids), **ignored.slots)
    for note in expansion.notes:
        report_note(note, ledger)
    for document in expansion.library.documents:
        report_text_remarks(document, ledger)
    report_unknown_attributes(expansion.scene, ledger, core3=core3)
    if not core3:
        report_mujoco_era(expansion.scene, ledger)


def report_unused_template(template: Template, library: Library, ledger: Ledger) -> None:
    ids: list[int] = []
    stack = [template.part]
    while stack:
        part = stack.pop()
        ids.extend(range(part.node.first_id, part.node.first_id + part.node.value_count))
        stack.extend(reversed(library.children(part)))
    document, node = template.part.document, template.part.node
    ledger.report(
        TEMPLATE_UNUSED_INEFFECTIVE,
        about=traced("", tuple(ids)),
        origin=document.origin(node),
        subject=f"{node.tag} {template.name}",
    )


def neighbouring_values(ineffective: dict[int, Ignored]) -> list[tuple[tuple[int, ...], Ignored]]:
    """Return neighbouring values with the same reason, together."""
    result: list[tuple[list[int], Ignored]] = []
    for value_id in sorted(ineffective):
        why = ineffective[value_id]
        if result and result[-1][1] == why and result[-1][0][-1] == value_id - 1:
            result[-1][0].append(value_id)
        else:
            result.append(([value_id], why))
    return [(tuple(ids), why) for ids, why in result]


def report_text_remarks(document: Document, ledger: Ledger) -> None:
    """Report what the text layer noticed: attributes written twice, values cut off."""
    for line, column, remark in document.remarks:
        ledger.report(TEXT_INEFFECTIVE, origin=Source(document.name, line, column), remark=remark)


def report_note(note: Note, ledger: Ledger) -> None:
    node = note.part.node
    value = traced(node.attributes[note.attribute], (node.attribute_id(note.attribute),))
    ledger.report(note.row, about=value, subject=f"{node.tag}@{note.attribute}", value=str.__str__(value), **note.slots)


def report_unknown_attributes(scene: Expanded, ledger: Ledger, *, core3: bool) -> None:
    """Report unknown attributes. Only `lenient` leaves any; else the expansion has refused them."""
    stack, reported = [scene], set()
    while stack:
        expanded = stack.pop()
        known = attribute_names(expanded.tag, core3=core3)
        for name, value in expanded.attributes.items():
            if name in known or value.ids in reported:
                continue
            reported.add(value.ids)
            row, why = unknown_attribute(expanded.tag, name)
            ledger.report(
                row,
                about=value,
                subject=f"{expanded.tag}@{name}",
                value=str.__str__(value),
                attribute=name,
                element=expanded.tag,
                why=why,
            )
        stack.extend(reversed(expanded.children))


def unknown_attribute(tag: str, attribute: str) -> tuple[Code, str]:
    """Return the row of the finding about an attribute that SimRobotCore2 refuses, and why it does."""
    row = element(tag).row(attribute)
    if row is None:
        return ATTRIBUTE_UNKNOWN, "SimRobot has no such attribute."
    if row.since == CORE3:
        return ATTRIBUTE_OF_CORE3 if tag == "ServoMotor" else ATTRIBUTE_UNKNOWN, "Only the MuJoCo core has this attribute."
    if row.since == FORK:
        return ATTRIBUTE_OF_FORK_DROPPED, row.reason
    return ATTRIBUTE_UNKNOWN, "SimRobot has no such attribute."


def report_mujoco_era(scene: Expanded, ledger: Ledger) -> None:
    """Report inertia tensors of scenes from autumn 2025, when Core2 ran on MuJoCo (ServoMotor@delay dates them): they may be about
    another point."""
    stack, masses, delayed = [scene], [], False
    while stack:
        expanded = stack.pop()
        delayed = delayed or (expanded.tag == "ServoMotor" and "delay" in expanded.attributes)
        if expanded.tag == "InertiaMatrixMass" and any(name in expanded.attributes for name in ("x", "y", "z")):
            masses.append(expanded)
        stack.extend(reversed(expanded.children))
    if delayed and masses:
        part: Part = masses[0].parts[0]
        ledger.report(
            INERTIA_REFERENCE_POINT,
            origin=part.document.origin(part.node),
            subject=f"{len(masses)} InertiaMatrixMass",
            target="tensors about the origin of the mass frame",
        )


__all__ = ["read"]
