"""Findings of what only MJCF has, where another format lost it: parts of a machine, not mere settings."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

_CARRY = "With --carry, converting back restores it."

ACTUATOR = Code(
    "mjcf-actuator-dropped", "dropped", "warning", "control",
    headline="Actuator dropped",
    because="{target} has no actuator of this kind: only MuJoCo has its law, or drives what it drives.",
    effect="The driven joint or tendon moves without a motor.",
    advice=f"Drive the joint by a program or a plugin. {_CARRY}",
    many="actuators dropped",
)
SENSOR = Code(
    "mjcf-sensor-dropped", "dropped", "warning", "sensing",
    headline="Sensor dropped",
    because="{target} has no sensor of this kind.",
    effect="Programs that read the sensor get no data.",
    advice=f"Measure the value by a program or a plugin. {_CARRY}",
    many="sensors dropped",
)
PAIR = Code(
    "mjcf-contact-pair-dropped", "dropped", "warning", "physics",
    headline="Contact pair dropped: {value}",
    because="Only MJCF states how two certain geoms touch.",
    effect="The two shapes touch by their own masks and surfaces.",
    advice=f"Check the friction between the two shapes. {_CARRY}",
    many="contact pairs dropped",
)
EXCLUDE = Code(
    "mjcf-contact-exclude-dropped", "dropped", "warning", "physics",
    headline="Contact exclusion dropped: {value}",
    because="One of the two bodies is no link of the result.",
    effect="The two bodies may touch.",
    advice=f"Check that the bodies do not collide at the start. {_CARRY}",
    many="contact exclusions dropped",
)


def _tendon(kind: str) -> Code:
    return Code(
        f"mjcf-tendon-{kind}-dropped", "dropped", "error", "physics",
        headline="Tendon dropped",
        because="{target} has no tendons.",
        effect="The tendon no longer pulls, couples or limits its joints.",
        advice=f"Couple the joints otherwise. {_CARRY}",
        many="tendons dropped",
    )


def _equality(kind: str, what: str, effect: str) -> Code:
    return Code(
        f"mjcf-equality-{kind}-dropped", "dropped", "error", "physics",
        headline=f"{what} dropped: {{value}}",
        because="{target} has no constraint of this kind.",
        effect=effect,
        advice=f"Hold the parts by a joint, if the format has one that fits. {_CARRY}",
        many=f"constraints between {'joints' if kind == 'joint' else 'tendons' if kind == 'tendon' else 'bodies'} dropped",
    )


def _soft(key: str) -> Code:
    return Code(
        f"mjcf-{key}-dropped", "dropped", "error", "physics",
        headline="Deformable body dropped",
        because="{target} has no deformable bodies.",
        effect="The body is missing, with its mass and contacts.",
        advice=f"Use rigid bodies. {_CARRY}",
        many="deformable bodies dropped",
    )


def _fluid(name: str) -> Code:
    return Code(
        f"mjcf-option-{name}-dropped", "dropped", "warning", "physics",
        headline=f"{name.capitalize()} of the medium dropped: {{value}}",
        because="{target} has no forces of a medium that fills the world.",
        effect="Bodies move without drag and lift.",
        advice=f"Add a plugin for these forces. {_CARRY}",
    )


def _weight(name: str) -> Code:
    return Code(
        f"mjcf-{name}-ineffective", "dropped", "note", "physics",
        headline=f"{name.capitalize()} of a geom ignored: {{value}}",
        because="No body takes its mass from this geom.",
        effect="No effect: MuJoCo ignores the value, too.",
        advice="Remove the attribute.",
        many=f"values of {name} of geoms ignored",
    )


TENDONS = tuple(map(_tendon, ("fixed", "spatial")))
EQUALITIES = (
    _equality("connect", "Connection of two bodies", "The two bodies move apart."),
    _equality("weld", "Weld of two bodies", "The two bodies move apart, or one no longer follows what holds it."),
    _equality("joint", "Coupling of two joints", "Each joint moves on its own."),
    _equality("tendon", "Coupling of two tendons", "The tendons no longer hold each other."),
)
SOFT = tuple(map(_soft, ("flexcomp", "worldbody-flexcomp", "deformable-flex")))
FLUID = tuple(map(_fluid, ("density", "viscosity")))
WEIGHTS = tuple(map(_weight, ("density", "mass", "shellinertia")))

CODES = by_code([ACTUATOR, SENSOR, PAIR, EXCLUDE, *TENDONS, *EQUALITIES, *SOFT, *FLUID, *WEIGHTS])
