"""What the findings of the SDFormat writer mean (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

CODES: Mapping[str, Code] = {
    "actuator-maximum-approximated": Code(
        "approximated",
        "SDFormat has one effort and one velocity limit for a joint and its motor together. The joint has limits of its own besides "
        "its motor's; the smaller of the two was written.",
    ),
    "gravity-dropped": Code(
        "dropped",
        "A model file cannot say what the gravity is; it will be that of the world it is put into. A note if that is likely to be the "
        "same, a warning within 1 %, else an error.",
        "Write a world (--as world), or set the gravity of the world you put it into.",
    ),
    "inertial-defaulted": Code(
        "defaulted",
        "Nothing states the mass of a link that moves; SDFormat's own default is written: 1 kg, unit inertia.",
        "State its mass.",
    ),
    "joint-axis-initial-approximated": Code(
        "approximated",
        "The joint does not start at zero. SDFormat 1.6 to 1.8 has a place for that, but no simulator looks there.",
        "Set the position when the simulation starts, or write links where they start with --joint-zero shift.",
    ),
    "joint-floating-converted": Code(
        "converted", "A joint that leaves all freedom is no joint in SDFormat: links move freely unless a joint holds them."
    ),
    "joint-limit-effort-ineffective": Code("dropped", "A joint and its motor both have a maximum effort; the smaller one is written."),
    "joint-limit-velocity-ineffective": Code("dropped", "A joint and its motor both have a maximum velocity; the smaller one is written."),
    "joint-limit-ineffective": Code("dropped", "The limits of a joint are switched off. SDFormat has no switch, so they are left out."),
    "joint-zero-shifted": Code(
        "converted",
        "--joint-zero shift was asked for: links stand where they start, and the joint's positions, limits included, count from there.",
        "Let programs count its positions from there.",
    ),
    "light-range-defaulted": Code("defaulted", "SDFormat lets a light end at 10 m unless it says otherwise; the source has no such end."),
    "material-ambient-defaulted": Code(
        "defaulted", "SDFormat takes black where no ambient colour is stated, so the diffuse colour is written there, too."
    ),
    "name-defaulted": Code("defaulted", "SDFormat needs a name where the source has none."),
    "name-escaped": Code(
        "converted", "SDFormat reserves this name. The finding has both spellings; references follow.", "Let programs ask for the new name."
    ),
    "name-made-unique": Code(
        "converted",
        "SDFormat wants names to be unique among siblings. The finding has both spellings; references follow.",
        "Let programs ask for the new name.",
    ),
    "physics-update-rate-defaulted": Code(
        "defaulted", "SDFormat takes 1000 steps a second unless told otherwise; the rate that fits the step was written."
    ),
    "plane-size-defaulted": Code(
        "defaulted", "SDFormat draws no infinite planes, so the drawn one got a size. It still touches everywhere."
    ),
    "sdformat-version-raised": Code(
        "defaulted",
        "The scene has something that the default version cannot say, so a newer one was written. The finding names what it is.",
        "Ask for a version with --to sdformat@1.7 to leave out what it lacks.",
    ),
    "sensor-beam-approximated": Code("approximated", "SDFormat's wide distance sensors are cones; a pyramid became the cone around it."),
    "sensor-type-approximated": Code(
        "approximated", "SDFormat has no gyroscope or accelerometer of its own; the sensor became an IMU, which measures it and more."
    ),
    "step-dropped": Code(
        "dropped",
        "A model file cannot say how long a simulation step is; it will be that of the world it is put into. A note if that is likely "
        "to be the same, a warning within 1 %, else an error.",
        "Write a world (--as world), or set the step of the world you put it into.",
    ),
}
