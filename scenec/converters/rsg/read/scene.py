"""The entry of the reader: executes the program as SimSpark does, and turns the remaining nodes into a scene."""

from __future__ import annotations

from collections.abc import Mapping

from scenec import ir
from scenec.converters.format import ReadRequest, ReadResult
from scenec.converters.rsg.findings import program as rows
from scenec.converters.rsg.read.context import Reading
from scenec.converters.rsg.read.program.environment import Environment
from scenec.converters.rsg.read.program.execution_record import Execution
from scenec.converters.rsg.read.program.interpreter import Program
from scenec.converters.rsg.read.program.nodes import Node, collapse
from scenec.converters.rsg.read.program.remarks import Remarks
from scenec.converters.rsg.read.program.resources import Resources
from scenec.converters.rsg.read.program.trampoline import run
from scenec.converters.rsg.read.structure import read_scene
from scenec.converters.rsg.read.unused_values import report_unused_values
from scenec.converters.rsg.vocabulary import CURRENT, OLD, vocabulary
from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.sexp import READ_AS_LATIN_1, SexpDocument, read_sexp
from scenec.syntax.tree import Document


def read(request: ReadRequest, placed: Mapping[str, str] | None = None) -> ReadResult:
    """Read an .rsg file and all files that it imports. placed: names of files that will have another place -> their present path.

    Raises ReadError for files that SimSpark does not import, and for a program that does not terminate.
    """
    document, program, remarks = executed(request, placed or {})
    ledger, resources = request.ledger, program.resources
    reading = Reading(ledger, remarks, resources, program)
    scene = read_scene(program.root, reading)
    report_unused_values(scene, program, remarks)
    documents = [each for each in ledger.documents if each.syntax == "sexp"]
    for each in documents:
        report_parser_remarks(each, request)
    document.execution = Execution(request, resources, program)
    ledger.kept = scene
    program.forget_nodes()
    return ReadResult(scene, OLD if program.old else CURRENT, tuple(each.name for each in documents))


def executed(request: ReadRequest, placed: Mapping[str, str]) -> tuple[SexpDocument, Program, Remarks]:
    """Execute a file. Returns the file, the program with its nodes, and the findings made on the way. Raises as `read` does."""
    ledger = request.ledger
    document = ledger.add(read_sexp(request.data, request.name, shown=request.shown, path=request.path))
    remarks = Remarks(ledger)
    resources = Resources(request)
    resources.found.update(placed)
    root = Node(vocabulary()["Scene"], document, document.root, None)
    program = Program(resources, remarks, request.options.constants, root)
    environment = Environment(document, None, 0, list(request.options.parameters), None)
    if run(program.run_file(document, root, environment)):
        collapse(root, program.removed)
    return document, program, remarks


def report_parser_remarks(document: Document, request: ReadRequest) -> None:
    """Report what the parser noticed: text that was not read, and a guessed encoding."""
    for line, column, remark in document.remarks:
        row = rows.TEXT_ENCODING_GUESSED if remark == READ_AS_LATIN_1 else rows.TEXT_UNREAD
        request.ledger.report(row, origin=Source(document.name, line, column), why=remark)


__all__ = ["ReadError", "ir", "read"]
