"""Findings of the neutral scene's reader."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

SCENE_SCHEMA_EARLIER = Code(
    "scene-schema-earlier",
    "converted",
    "note",
    "metadata",
    headline="Earlier schema read: {value}",
    because="The schema that is written, {schema}, has more fields.",
    effect="No effect: the fields of the file mean what they meant.",
    many="files of an earlier schema",
)
SCENE_SOURCE_INEFFECTIVE = Code(
    "scene-source-ineffective",
    "dropped",
    "note",
    "metadata",
    headline="Source format ignored: {value}",
    because="No format of this name is known here.",
    effect="No effect: the scene is taken for one that came from no format.",
    advice="Name a format that `scenec formats` lists, with its version, or leave it out.",
    many="source formats ignored",
)

CODES = by_code(list(globals().values()))
