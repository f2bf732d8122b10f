"""Findings about parts that SimSpark has nothing for, with SimSpark's reason.

Settling owns these codes (`scenec.accounting.parts`), so the rows are not among `CODES` and `scenec explain` shows the general text.
"""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

COLLISION_DROPPED = Code(
    "collision-dropped", "dropped", "error", "physics",
    each=True,
    headline="Collision dropped: {value}",
    because="{why}",
    effect="Other links pass through the link there.",
    advice="Give the link a box, a sphere or a capsule.",
    many="collisions dropped",
)
LIGHT_OFF_DROPPED = Code(
    "light-dropped", "dropped", "note", "appearance",
    headline="Light dropped: {value}",
    because="Lights of SimSpark are always on, and this one is off.",
    effect="No effect: the light was off.",
    advice="Switch the light on in the source if it is needed.",
    many="lights dropped",
)
MESH_GROUP_NAME_DROPPED = Code(
    "mesh-group-name-dropped", "dropped", "note", "naming",
    headline="Name of a mesh part dropped: {value}",
    because="SimSpark names the parts of a mesh by their materials only.",
    effect="No effect: the mesh looks the same.",
    advice="Give each part a material of its own name.",
    many="names of mesh parts dropped",
)
CONTACT_SENSOR_DROPPED = Code(
    "sensor-dropped", "dropped", "warning", "sensing",
    headline="Sensor dropped: {value}",
    because="A TouchPerceptor gets its values from the colliders of its link. This link has none that SimSpark can use.",
    effect="Programs that read the sensor get no data.",
    advice="Give the link a collision: a box, a sphere or a capsule.",
    many="sensors dropped",
)
VISUAL_DROPPED = Code(
    "visual-dropped", "dropped", "warning", "appearance",
    each=True,
    headline="Visual dropped: {value}",
    because="{why}",
    effect="The visual is invisible.",
    advice="Draw the shape as a mesh.",
    many="visuals dropped",
)
