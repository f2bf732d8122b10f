"""RubySceneGraph, the scenes of SimSpark and rcssserver3d: the record of the format. Its parts are loaded when it is used."""

from __future__ import annotations

import re

from scenec.accounting.spoken import ElementNames
from scenec.converters.common.options import MOTORS, PARAMETERS, SHAPE_DENSITY, SPLIT
from scenec.converters.format import Format, SourceFormat, WriteOptions
from scenec.converters.rsg.options import CONSTANTS, MATERIALS, NAME_MAP
from scenec.converters.rsg.profile import GRAVITY, MONITOR_LIGHT, adaptations

HEADER = re.compile(rb"(?:[ \t\r\n]|;[^\n]*\n)*\(\s*(?:RSG|RubySceneGraph|RDS|RubyDeltaScene)[\s)]")


def _sniff(data: bytes) -> bool:
    """The first expression is the header; only comments may come before it."""
    return HEADER.match(data.removeprefix(b"\xef\xbb\xbf")) is not None


_IMPORT = re.compile(rb"\(\s*importScene\s+['\"]?([^\s'\")(]+)")


def _mentions(data: bytes) -> list[str]:
    """The files that a file imports; what only others import is no scene of its own."""
    return [name.decode("utf-8", "replace") for name in _IMPORT.findall(data)]


FORMAT = Format(
    name="rsg",
    package=__name__,
    syntax="sexp",
    title="RubySceneGraph",
    simulator="SimSpark",
    suffixes={".rsg": ""},
    versions=("2007", "current"),
    default_version="current",
    sniff=_sniff,
    options=(
        PARAMETERS.doing("template parameters, in order"),
        CONSTANTS,
        SPLIT.doing("equal models in one file with parameters"),
        MOTORS,
        SHAPE_DENSITY,
        MATERIALS,
        NAME_MAP,
    ),
    says=(("light", "ambient"),),
    elements=ElementNames(makers=frozenset(("nd", "node")), definers=frozenset(("def", "define", "let")), is_program=True),
    adaptations=adaptations(WriteOptions(), SourceFormat()),
    adaptations_for=adaptations,
    mentions=_mentions,
    gravity=GRAVITY,
    needs_mass="each",
    lights=(MONITOR_LIGHT,),
    carried="scenec.converters.rsg.carried",
    uses="scenec.converters.rsg.uses",
)
