"""What the findings of the SDFormat reader and writer mean (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code
from scenec.converters.sdformat.codes_own import OWN

CODES: Mapping[str, Code] = {
    **OWN,
    # reading
    "element-repeated-ineffective": Code(
        "dropped",
        "An element stands twice where one is meant. libsdformat takes the first, of several shapes the first in an order of its own.",
    ),
    "element-text-ineffective": Code("dropped", "Text stands between elements, where no value belongs; nothing reads it."),
    "attribute-unknown": Code(
        "kept", "SDFormat has no such attribute; it is kept for SDFormat and nothing looks at it.", "Correct or remove it."
    ),
    "element-unknown": Code(
        "kept",
        "The newest SDFormat has no such element there. libsdformat keeps it without looking at it, and so does this.",
        "Check its spelling.",
    ),
    "frame-circle-invalid": Code(
        "invalid", "Poses or attachments refer to each other in a circle, so that nothing says where these things are.", "Break the circle."
    ),
    "geometry-size-ineffective": Code(
        "dropped", "A radius or length is not positive; the size that libsdformat takes instead stands in its place.", "Correct it."
    ),
    "include-invalid": Code(
        "invalid",
        "An include names no file, a broken one, one that includes itself, or one that cannot be merged.",
        "Correct the included file.",
    ),
    "include-override-ineffective": Code("dropped", "Something that an include, or merging, replaces or ignores by the rules of SDFormat."),
    "include-parameter-invalid": Code(
        "invalid",
        "A change that an include makes inside its model (experimental:params) names what is not there or is no known action.",
        "Compare it with the included file.",
    ),
    "inertial-auto-converted": Code(
        "converted", "Versions before 1.11 have no automatic inertia; mass, centre and tensor are written as they come out."
    ),
    "inertial-auto-ineffective": Code("dropped", "Where inertia is automatic, a stated pose or tensor has no effect."),
    "inertial-auto-invalid": Code("invalid", "Automatic inertia needs collisions, and the link has none.", "Add some, or state the mass."),
    "joint-axis-invalid": Code("invalid", "The axis of a joint is the zero vector; z is taken.", "Give it a direction."),
    "joint-end-invalid": Code(
        "invalid",
        "A joint's parent or child is not there, is the world where that cannot be, or both are one link. It is left out.",
        "Correct the names.",
    ),
    "joint-limit-unlimited-ineffective": Code("dropped", "A limit of 1e16 and more, or a negative effort or velocity, means no limit."),
    "joint-mimic-invalid": Code("invalid", "A joint is to follow itself.", "Name another joint."),
    "joint-pitch-ineffective": Code("dropped", "Both pitches of a screw joint are stated; the newer one, screw_thread_pitch, counts."),
    "joint-type-invalid": Code("invalid", "There is no such type of joint; the joint is left out.", "Correct the type."),
    "light-type-invalid": Code("invalid", "There is no such type of light.", "Write point, spot or directional."),
    "material-factor-invalid": Code("invalid", "Roughness, metalness or glossiness is no number.", "State a number from 0 to 1."),
    "material-script-invalid": Code("invalid", "A material script needs a file and a name.", "State both."),
    "model-without-link-invalid": Code("invalid", "A model that moves has no link.", "Add one, or make it static."),
    "model-static-converted": Code(
        "converted",
        "SDFormat takes a model without a link only if it is static, so it is written as static though it is said to move. "
        "Nothing in it could move.",
    ),
    "model-static-defaulted": Code(
        "defaulted", "SDFormat takes a model without a link only if it is static, so it is written as static. Nothing in it could move."
    ),
    "model-static-ineffective": Code("dropped", "A model nested in a static one is static, whatever it says itself."),
    "name-repeated-converted": Code(
        "converted", "Two things of different kinds have one name. In files before 1.7 libsdformat renames the second, and so does this."
    ),
    "name-repeated-invalid": Code("invalid", "Two things beside each other have one name.", "Rename one."),
    "name-reserved-invalid": Code("invalid", "SDFormat reserves this name.", "Give it another name."),
    "pose-frame-ineffective": Code("dropped", "A pose that is always relative to the same thing names a frame."),
    "reference-unresolved-invalid": Code("invalid", "A name refers to nothing in its scope.", "Correct the name."),
    "root-element-repeated-invalid": Code(
        "invalid",
        "A file holds worlds, or one model, light or actor; what is more than that is not read.",
        "Put it into a file of its own.",
    ),
    "sdformat-root-kept": Code(
        "kept", "The outermost element is <gazebo>, as up to 2012. Current libraries refuse such files; this reads them.", "Write it anew."
    ),
    "sdformat-version-invalid": Code(
        "invalid", "There is no such version of SDFormat; the file is read as the newest.", "Correct the version."
    ),
    "sensor-type-invalid": Code("invalid", "There is no such type of sensor.", "Correct the type."),
    "unresolved-asset": Code(
        "unresolved",
        "A model, mesh or image that the scene refers to is not there. Nothing is ever fetched from the network. From SDFormat to "
        "SDFormat such references are kept as they stand, and this is a note.",
        "Name the folder that holds it with --search-path, or in GZ_SIM_RESOURCE_PATH.",
    ),
    "xml-tolerated": Code("kept", "The file is not quite XML; libsdformat accepts it and so does this.", "Correct it for other programs."),
    # writing
    "actuator-maximum-approximated": Code(
        "approximated",
        "SDFormat has one effort and one velocity limit for a joint and its motor together. The joint has limits of its own besides "
        "its motor's; the smaller of the two was written.",
        "Give the larger one to the program that drives the joint.",
    ),
    "gravity-defaulted": Code(
        "defaulted",
        "The source leaves gravity to its simulator. SDFormat's silence would mean 9.8 m/s^2, so what that simulator takes is written.",
    ),
    "gravity-dropped": Code(
        "dropped",
        "A model file cannot say what the gravity is; it will be that of the world it is put into. A note if that is likely to be the "
        "same, a warning within 1 %, else an error.",
        "Write a world (--as world), or set the gravity of the world you put it into.",
    ),
    "include-kept": Code(
        "kept",
        "A model that the source includes by model://, by an absolute path, or with --assets keep or link, is included by the result, too. "
        "Its files are not part of the output; the finding names their number and the hash of their content.",
        "Write everything into one file with --flatten, if the result shall not depend on them.",
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
    "joint-world-converted": Code(
        "converted",
        "A joint of the world holds one model. Versions before 1.10 can only say that in the model, so the joint is one of its own there.",
    ),
    "joint-zero-shifted": Code(
        "converted",
        "--joint-zero shift was asked for: links stand where they start, and the joint's positions, limits included, count from there.",
        "Let programs count its positions from there.",
    ),
    "light-range-defaulted": Code(
        "defaulted", "SDFormat lets a light fade with its distance and end at 10 m unless it says otherwise; the source does not."
    ),
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
    "sensor-beam-approximated": Code(
        "approximated",
        "SDFormat's wide distance sensors are cones; a pyramid became the cone around it.",
        "Narrow the cone in the result if it must not see the corners.",
    ),
    "sensor-type-approximated": Code(
        "approximated",
        "SDFormat has no gyroscope or accelerometer of its own; the sensor became an IMU, which measures it and more.",
        "Let programs read the part of the data that they know.",
    ),
    "sensor-settings-defaulted": Code(
        "defaulted",
        "SDFormat's sensors have a range, an opening or a resolution in any case; where the source states none, a default was written.",
    ),
    "sensor-type-converted": Code(
        "converted", "SDFormat has no distance sensor of its own: a scanner with a single ray, or a sonar, measures the same."
    ),
    "shape-capsule-split": Code(
        "converted",
        "Versions before 1.8 have no capsule. A cylinder and a sphere at each end are the same shape; they are written instead.",
    ),
    "step-defaulted": Code(
        "defaulted",
        "The source leaves the step to its simulator. What that takes is written; where it is not known, SDFormat's own default, 1 ms.",
    ),
    "step-dropped": Code(
        "dropped",
        "A model file cannot say how long a simulation step is; it will be that of the world it is put into. A note if that is likely "
        "to be the same, a warning within 1 %, else an error.",
        "Write a world (--as world), or set the step of the world you put it into.",
    ),
}
