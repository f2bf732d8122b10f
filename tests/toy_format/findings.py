"""The findings of the toy format."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

BOX_TURN_DROPPED = Code(
    "toy-box-turn-dropped",
    "dropped",
    "error",
    "geometry",
    headline="Rotation of box dropped",
    because="{target} has no rotated boxes such as {subject}.",
    effect="The box stands parallel to the axes of the world.",
    advice="Use another format for rotated boxes.",
    many="rotations of boxes dropped",
)
BOX_PLACE_CONVERTED = Code(
    "toy-box-place-converted",
    "converted",
    "note",
    "geometry",
    headline="Position of box converted: {result}",
    because="{target} states positions in the world.",
    effect="The box stands where it stood.",
    many="positions of boxes converted",
)
LINK_DROPPED = Code(
    "toy-link-dropped",
    "dropped",
    "error",
    "physics",
    headline="Link dropped",
    because="{target} has only boxes with a mass, and {subject} is none.",
    effect="The link is missing, with its shapes and sensors.",
    advice="Use another format for this link.",
    many="links dropped",
)
CODES = by_code(globals().values())
