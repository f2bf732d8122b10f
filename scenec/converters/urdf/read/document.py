"""The element tree of a robot file. This is the place where a xacro file is expanded into the same tree."""

from __future__ import annotations

import re

from scenec.converters.common.options import PARAMETERS
from scenec.converters.format import ReadRequest
from scenec.converters.urdf.findings.reading import PARAMETER_UNKNOWN, XACRO_EXPANDED, XACRO_LEFT, XACRO_REMARK, XML_TOLERATED
from scenec.converters.urdf.options import ALLOW_ENV
from scenec.converters.urdf.read.referenced_files import PackageLocator
from scenec.source import Source
from scenec.syntax.tree import Document, SourceNode
from scenec.syntax.xml import read_xml
from scenec.trace import traced
from scenec.xacro.expansion import arguments_of, expand

_XACRO = re.compile(r"\.xacro(?:\.|$)", re.IGNORECASE)


def is_xacro(name: str) -> bool:
    """Return whether a file is expanded before it is read: ``x.xacro``, ``x.urdf.xacro``, ``x.xacro.urdf``. A plain .urdf is never."""
    return _XACRO.search(name) is not None


def document_of(request: ReadRequest) -> Document:
    """Return the elements of a file, numbered in the ledger."""
    if is_xacro(request.name):
        return _expanded(request)
    document = read_xml(request.data, request.name, shown=request.shown, path=request.path, tinyxml2=True)
    request.ledger.add(document)
    for line, column, remark in document.remarks:
        request.ledger.report(XML_TOLERATED, origin=Source(document.name, line, column), remark=remark)
    _report_xacro(document, request)
    for name in arguments_of(PARAMETERS.of(request.options)):
        why = "Only files with .xacro in their names have arguments."
        request.ledger.report(PARAMETER_UNKNOWN, origin=document.source(document.root), value=name, why=why)
    return document


def _expanded(request: ReadRequest) -> Document:
    """Return the elements of a xacro file, expanded."""
    locator = PackageLocator(request.options.search_path)
    document = expand(
        request.data,
        request.name,
        opener=request.open,
        shown=request.shown,
        path=request.path,
        folder=request.folder,
        arguments=arguments_of(PARAMETERS.of(request.options)),
        allowed_environment=ALLOW_ENV.of(request.options),
        find=lambda package: locator.find(f"package://{package}/", request.folder),
    )
    request.ledger.add(document)
    request.ledger.report(XACRO_EXPANDED, origin=document.source(document.root), subject="robot")
    for name, close in document.unknown_arguments:
        why = f"The expansion met no argument of this name.{f' Another is called {close}.' if close else ''}"
        request.ledger.report(PARAMETER_UNKNOWN, origin=document.source(document.root), value=name, why=why)
    for place, remark in document.warnings:
        request.ledger.report(XACRO_REMARK, origin=place, remark=remark)
    return document


def _report_xacro(document: Document, request: ReadRequest) -> None:
    """Report elements of xacro in a plain file: every reader of URDF skips them."""
    left: list[SourceNode] = []
    for node in document.root.children:
        if node.tag.startswith("xacro:"):
            left.append(node)
    if left:
        ids = tuple(value_id for node in left for value_id in range(node.first_id, node.first_id + node.value_count))
        tags = ", ".join(dict.fromkeys(f"<{node.tag}>" for node in left))
        request.ledger.report(XACRO_LEFT, about=traced("", ids), origin=document.source(left[0]), value=tags, subject="robot")
