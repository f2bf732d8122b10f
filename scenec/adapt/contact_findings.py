"""Findings of adaptations about friction, surfaces and who touches whom."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

FRICTION_PAIR_APPROXIMATED = Code(
    "friction-pair-approximated", "approximated", "warning", "physics",
    headline="Friction of a pair changed: {value} -> {result}",
    because="{target} takes the {law} of two coefficients. No coefficients fit all pairs.",
    effect="The two materials {slide_or_grip} more than in the source.",
    advice="Give one of the two materials coefficients of its own.",
    many="friction coefficients of pairs changed",
)
FRICTION_PAIRS_UNCHECKED = Code(
    "friction-pairs-unchecked", "approximated", "warning", "physics",
    headline="Friction of unlisted pairs not checked",
    because="The scene has more than {most} materials, so only pairs that the table lists were fitted.",
    effect="Other pairs may slide more or less easily than in the source.",
    advice="Give parts with the same friction the same material.",
    many="friction coefficients of unlisted pairs not checked",
)
FRICTION_PAIR_INEFFECTIVE = Code(
    "friction-pair-ineffective", "dropped", "note", "physics",
    headline="Friction of a pair ignored",
    because="{why}",
    effect="No effect: the pair slides as before.",
    many="friction coefficients of pairs ignored",
)
SURFACE_MU_INEFFECTIVE = Code(
    "surface-mu-ineffective", "dropped", "warning", "physics",
    headline="Friction coefficient of a surface ignored",
    because="The scene has a friction table, which overrides coefficients of surfaces.",
    effect="No effect: the surface slides as before.",
    many="friction coefficients of surfaces ignored",
)
FRICTION_LAW_CONVERTED = Code(
    "friction-law-converted", "converted", "note", "physics",
    headline="Friction law converted: {value} -> {result}",
    because="{why}",
    effect="Each pair has the friction that the law gives.",
    many="friction laws converted",
)
SURFACE_NAME_CHANGED = Code(
    "surface-name-changed", "converted", "note", "naming",
    headline="Contact material renamed: {value} -> {result}",
    because="Surfaces of this name have several coefficients. In {target}, a material has one.",
    effect="Programs that look the material up by name need the new one.",
    advice="Give surfaces of different friction different names in the source.",
    many="contact materials renamed",
)
SURFACE_MU_APPROXIMATED = Code(
    "surface-mu-approximated", "approximated", "note", "physics",
    headline="Friction coefficient changed: {value} -> {result}",
    because="{why}",
    effect="The surface slides differently.",
    advice="State another coefficient if the surface slides too much.",
    many="friction coefficients changed",
)
SURFACE_MU2_APPROXIMATED = Code(
    "surface-mu2-approximated", "approximated", "warning", "physics",
    headline="Friction coefficient across changed: {value} -> {result}",
    because="Friction in {target} is the same in all directions.",
    effect="The surface slides differently across.",
    advice="State the friction of the direction that matters.",
    many="friction coefficients across changed",
)
EXCLUDED_PAIR_INEFFECTIVE = Code(
    "excluded-pair-ineffective", "dropped", "note", "physics",
    headline="Excluded pair ignored: {value}",
    because="Fixed joints make one body of the two links.",
    effect="No effect: parts of one body never touch.",
    many="excluded pairs ignored",
)
CONTACT_MASKS_CONVERTED = Code(
    "contact-masks-converted", "converted", "note", "physics",
    headline="Contacts written as bit masks: {value}",
    because="{target} knows one flag per model and one mask per shape for who touches whom.",
    effect="The same links touch as in the source.",
    many="contacts written as bit masks",
)
SELF_COLLISION_SWITCHED_OFF = Code(
    "self-collision-off-converted", "converted", "note", "physics",
    each=True,
    headline="Self-collision of a link switched off",
    because="No two links of its model touch in the source. {target} has one flag for all links of a model.",
    effect="The link touches no other link of its model, as before.",
    many="self-collisions of links switched off",
)
CONTACT_PAIRS_DROPPED = Code(
    "contact-pairs-approximated", "approximated", "error", "physics",
    headline="Contacts left out: {value}",
    because="The masks of {target} have 16 bits, and the pairs of links that touch need more.",
    effect="These links pass through each other.",
    advice="Exclude more pairs in the source, or simulate the models apart.",
    many="contacts left out",
)
SURFACE_RANGE_APPROXIMATED = Code(
    "surface-range-approximated", "approximated", "warning", "physics",
    headline="Surface value changed: {value} -> {result}",
    because="The programs of {target} refuse a file with a number outside the range of its specification.",
    effect="The body slides or bounces differently.",
    advice="Write a number in the range in the source.",
    many="surface values changed",
)

CODES = by_code(list(globals().values()))
