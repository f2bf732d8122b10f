"""Elements that only SDFormat has, and what their loss means. Settling makes these findings."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

ROAD_DROPPED = Code(
    "sdformat-road-dropped", "dropped", "note", "appearance",
    headline="Road dropped",
    because="A road is a band that Gazebo draws on the ground. Roads have no collisions.",
    effect="The road is not drawn.",
    advice="Draw it as a flat box or a mesh.",
    many="roads dropped",
)
POPULATION_DROPPED = Code(
    "sdformat-population-dropped", "dropped", "warning", "physics",
    headline="Population dropped",
    because="Gazebo Classic places the copies of a population when it loads the world. The file states no pose for them.",
    effect="The copies of the model are missing.",
    advice="Write the copies out in the source.",
    many="populations dropped",
)
SOFT_CONTACT_DROPPED = Code(
    "sdformat-soft-contact-dropped", "dropped", "warning", "physics",
    headline="Soft contact dropped",
    because="The element <soft_contact> describes a deformable body for DART only.",
    effect="The body is rigid.",
    advice="Tune the stiffness of its contacts instead.",
    many="soft contacts dropped",
)
