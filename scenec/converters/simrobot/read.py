"""Reading a SimRobot scene: files, templates, one instantiated tree, the neutral scene; and what did not get there."""

from __future__ import annotations

import os

from scenec.accounting.ledger import Ledger
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.simrobot.cursor import SceneCursor
from scenec.converters.simrobot.expansion import Expanded, Expansion, Note, expand, forget
from scenec.converters.simrobot.read_friction import Frictions
from scenec.converters.simrobot.read_mesh import Meshes
from scenec.converters.simrobot.read_scene import read_scene
from scenec.converters.simrobot.reading import Reading
from scenec.converters.simrobot.templates import FLAT, Library, Part, Template, load
from scenec.converters.simrobot.vocabulary import CORE3, FORK, attribute_names, element
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.simrobot_text import read_simrobot_text
from scenec.syntax.tree import NO_CHILDREN, Document
from scenec.trace import traced

CORE2 = "core2"


def read(request: ReadRequest) -> ReadResult:
    """The scene of a .ros2 file (or, asked for `core3`, of a .ros3 file or of text written for the MuJoCo core).

    Raises ReadError for what SimRobot refuses, in its words.
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
    tell(expansion, ledger, core3=core3)
    let_go(library)
    meshes = Meshes(ledger)
    meshes.register_all(expansion.scene)
    frictions = Frictions(ledger, lists_pairs=not core3 or has_element_of_class(expansion.scene, "friction"))
    reading = Reading(ledger, request.options, core3, request.folder, frictions, meshes)
    scene = read_scene(SceneCursor(expansion.scene, ledger), reading)
    forget(expansion.scene)
    return ReadResult(scene, CORE3 if core3 else CORE2, tuple(document.name for document in library.documents))


def let_go(library: Library) -> None:
    """All that stands in files has become elements of the scene. Files that can be read again let go of their trees: their nodes last as
    long as the elements that are made of them."""
    library.spliced.clear()
    for document in library.documents:
        if document.read_again is None:
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


def tell(expansion: Expansion, ledger: Ledger, *, core3: bool) -> None:
    """Findings about everything that the instantiation left behind."""
    for value_id in expansion.consumed:
        ledger.consumed_ids.add(value_id)
    for template in expansion.unused:
        tell_unused(template, expansion.library, ledger)
    for ids, (code, why) in runs(expansion.ineffective):
        ledger.report(
            code,
            "dropped",
            "note",
            "metadata",
            about=traced("", ids),
            because=why,
            consequence="nothing: it has no effect in SimRobot either",
        )
    for note in expansion.notes:
        tell_note(note, ledger)
    for document in expansion.library.documents:
        tell_remarks(document, ledger)
    tell_unknown_attributes(expansion.scene, ledger, core3=core3)
    if not core3:
        tell_mujoco_era(expansion.scene, ledger)


def tell_unused(template: Template, library: Library, ledger: Ledger) -> None:
    ids: list[int] = []
    stack = [template.part]
    while stack:
        part = stack.pop()
        ids.extend(range(part.node.first_id, part.node.first_id + part.node.value_count))
        stack.extend(reversed(library.children(part)))
    document, node = template.part.document, template.part.node
    ledger.report(
        "template-unused-ineffective",
        "dropped",
        "note",
        "metadata",
        about=traced("", tuple(ids)),
        origin=document.origin(node),
        subject=f"{node.tag} {template.name}",
        because="nothing in the scene refers to this template",
        consequence="nothing: it is not part of the scene",
    )


def runs(ineffective: dict[int, tuple[str, str]]) -> list[tuple[tuple[int, ...], tuple[str, str]]]:
    """Neighbouring values with the same reason, together."""
    result: list[tuple[list[int], tuple[str, str]]] = []
    for value_id in sorted(ineffective):
        why = ineffective[value_id]
        if result and result[-1][1] == why and result[-1][0][-1] == value_id - 1:
            result[-1][0].append(value_id)
        else:
            result.append(([value_id], why))
    return [(tuple(ids), why) for ids, why in result]


def tell_remarks(document: Document, ledger: Ledger) -> None:
    """What the text layer noticed: attributes written twice, values cut off."""
    for line, column, remark in document.remarks:
        ledger.report(
            "text-ineffective",
            "dropped",
            "warning",
            "metadata",
            origin=Source(document.name, line, column),
            because=remark,
            consequence="SimRobot ignores it without a word, and so does the result",
        )


def tell_note(note: Note, ledger: Ledger) -> None:
    node = note.part.node
    value = traced(node.attributes[note.attribute], (node.attribute_id(note.attribute),))
    ledger.report(
        note.code,
        "converted",
        "warning",
        "metadata",
        about=value,
        subject=f"{node.tag}@{note.attribute}",
        value=str.__str__(value),
        because=note.because,
        consequence="the result has the text that SimRobot makes of it",
        hint="use one placeholder, or Set a combined value",
    )


def tell_unknown_attributes(scene: Expanded, ledger: Ledger, *, core3: bool) -> None:
    """Only with `lenient` there are any: else the expansion has refused them."""
    stack, told = [scene], set()
    while stack:
        expanded = stack.pop()
        known = attribute_names(expanded.tag, core3=core3)
        for name, value in expanded.attributes.items():
            if name in known or value.ids in told:
                continue
            told.add(value.ids)
            row = element(expanded.tag).row(name)
            if row and row.since == CORE3 and expanded.tag == "ServoMotor":
                ledger.report(
                    "attribute-of-core3",
                    "converted",
                    "note",
                    "control",
                    about=value,
                    subject=f"{expanded.tag}@{name}",
                    value=str.__str__(value),
                    because="SimRobotCore2 refuses it; it was added for the MuJoCo core",
                    hint="simrobot@core3 reads the whole file as that core does",
                )
                continue
            because = row.reason if row and row.reason else "SimRobot does not know this attribute"
            if row and row.since == CORE3:
                because = "only the MuJoCo core has this attribute (simrobot@core3 reads it)"
            of_fork = row is not None and row.since == FORK
            ledger.report(
                "attribute-of-fork-dropped" if of_fork else "attribute-unknown",
                "dropped",
                "warning",
                "metadata",
                about=value,
                subject=f"{expanded.tag}@{name}",
                value=str.__str__(value),
                because=because,
                consequence="SimRobot refuses the file; here it is left out, and the fork behaves otherwise"
                if of_fork
                else "SimRobot refuses the file; here it is left out",
            )
        stack.extend(reversed(expanded.children))


def tell_mujoco_era(scene: Expanded, ledger: Ledger) -> None:
    """Scenes written while Core2 ran on MuJoCo (autumn 2025, known by ServoMotor@delay) may mean their tensors otherwise."""
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
            "inertia-reference-point",
            "converted",
            "warning",
            "physics",
            origin=part.document.origin(part.node),
            subject=f"{len(masses)} InertiaMatrixMass",
            target="tensors about the origin of the mass frame",
            because="ServoMotor@delay dates this scene to SimRobot's MuJoCo core, which takes inertia tensors about the centre of mass; "
            "SimRobotCore2 takes them about the origin of the mass frame",
            consequence="if it was written for MuJoCo, the inertias are too small",
            hint="read it with --from simrobot@core3",
        )


__all__ = ["read"]
