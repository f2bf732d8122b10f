"""Reading a RubySceneGraph: the program is executed as SimSpark does, and the nodes it leaves are interpreted as a scene."""

from __future__ import annotations

from scenec import ir
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.rsg.environment import Environment, Remarks
from scenec.converters.rsg.nodes import Node, collapse
from scenec.converters.rsg.program import Program
from scenec.converters.rsg.read_leftovers import tell_leftovers
from scenec.converters.rsg.read_structure import read_scene
from scenec.converters.rsg.reading import Reading
from scenec.converters.rsg.resources import Resources
from scenec.converters.rsg.steps import run
from scenec.converters.rsg.vocabulary import CURRENT, OLD, vocabulary
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.sexp import read_sexp
from scenec.syntax.tree import Document


def read(request: ReadRequest) -> ReadResult:
    """The scene of an .rsg file and all it imports. Raises ReadError for what SimSpark does not import at all, and for a program that
    does not end."""
    ledger = request.ledger
    document = ledger.add(read_sexp(request.data, request.name, shown=request.shown, path=request.path))
    remarks = Remarks(ledger)
    resources = Resources(request)
    root = Node(vocabulary()["Scene"], document, document.root, None)
    program = Program(resources, remarks, request.options.constants, root)
    environment = Environment(document, None, 0, list(request.options.parameters), None)
    if run(program.run_file(document, root, environment)):
        collapse(root, program.removed)
    reading = Reading(ledger, remarks, resources, program)
    scene = read_scene(root, reading)
    tell_leftovers(scene, program, remarks)
    documents = [each for each in ledger.documents if each.syntax == "sexp"]
    for each in documents:
        tell_remarks(each, request)
    program.forget_nodes()
    return ReadResult(scene, OLD if program.old else CURRENT, tuple(each.name for each in documents))


def tell_remarks(document: Document, request: ReadRequest) -> None:
    for line, column, remark in document.remarks:
        request.ledger.report("text-ineffective", "dropped", "note", "metadata", origin=Source(document.name, line, column), because=remark)


__all__ = ["ReadError", "ir", "read"]
