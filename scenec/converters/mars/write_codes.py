"""What the findings of the MARS writer mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

WRITE_CODES: Mapping[str, Code] = {
    "actuator-defaulted": Code("defaulted", "With --motors, a motor was made of the limits of a joint.", "Leave out --motors."),
    "actuator-gain-defaulted": Code(
        "defaulted",
        "MARS's servo makes a velocity of an error of position; the source gives no gain of that kind, so one was chosen.",
        "Tune p of the motor.",
    ),
    "actuator-max-effort-defaulted": Code("defaulted", "Nothing states how strong a motor is, and MARS needs it.", "State it."),
    "actuator-max-velocity-defaulted": Code("defaulted", "Nothing states how fast a motor is, and MARS needs it.", "State it."),
    "collision-mesh-dropped": Code(
        "dropped",
        "MARS stretches a mesh that touches to a size that stands in the scene; that of a file that is not there is unknown.",
        "Put the file where the scene expects it, or name its folder with --search-path.",
    ),
    "collision-sensing-approximated": Code(
        "approximated",
        "A shape that only feels became one that touches nothing at all: MARS has none that feels without pushing.",
        "Let a contact sensor watch a shape that pushes, or let the program compare positions.",
    ),
    "friction-law-approximated": Code(
        "approximated",
        "MARS takes the mean of the frictions of two surfaces. The coefficients are kept, so surfaces of different friction grip "
        "otherwise than under the source's law.",
        "Give surfaces that touch each other the same friction.",
    ),
    "heightmap-position-converted": Code("converted", "The offset of a terrain became part of its node's position."),
    "inertia-approximated": Code(
        "approximated",
        "An inertia tensor is not positive definite, at which MARS ends the simulation; its smallest moments were raised to 1e-9 of the "
        "largest.",
        "Correct the tensor.",
    ),
    "inertia-defaulted": Code("defaulted", "A mass has no inertia tensor, and MARS needs one.", "State it."),
    "joint-axis-frame-converted": Code("converted", "An axis that was stated in another frame is written in that of the world."),
    "joint-damping-dropped": Code(
        "dropped",
        "A joint has viscous damping. What MARS calls a joint's damping is friction, the same at every velocity.",
        "Let the program that drives the joint brake it by its velocity.",
    ),
    "joint-end-converted": Code("converted", "A joint names a frame or a model; in MARS it connects the body that carries it."),
    "joint-floating-converted": Code("converted", "A joint that holds nothing is not written: bodies of MARS move freely without one."),
    "joint-frame-approximated": Code(
        "approximated",
        "A joint has an anchor in MARS, no frame; no axis tells how that was turned.",
        "Let programs take the frame of the joint's child link instead.",
    ),
    "joint-ineffective": Code("dropped", "A joint connects two things of which neither ever moves."),
    "joint-initial-limits-shifted": Code(
        "converted",
        "Every joint of MARS is at zero where its file has it. One that starts elsewhere is written where it starts, with its limits, "
        "and the range of its motor, shifted.",
        "Add the difference to the positions that programs use.",
    ),
    "joint-limit-inactive-dropped": Code(
        "dropped",
        "Limits that are not enforced cannot be written: stops of MARS hold.",
        "Nothing needs to be done: the joint moves as freely as it did.",
    ),
    "joint-spring-as-stops-converted": Code(
        "converted",
        "The only springs of MARS are those of a joint's stops: a spring became two springy stops at its rest position, which pull alike.",
    ),
    "joint-type-dropped": Code(
        "dropped", "MARS has no such joint: it knows hinge, slider, ball, universal, hinge2 and fixed.", "See the finding's hint."
    ),
    "light-detached": Code(
        "approximated", "A light hangs on a link that MARS cannot name: another node before it is called alike.", "Rename the link."
    ),
    "light-pose-ineffective": Code("dropped", "Where parallel light comes from, and how a light that shines everywhere is turned."),
    "link-empty-dropped": Code(
        "dropped", "A link never moves and is no shape; MARS has no places without any.", "Give it a shape if something must stand there."
    ),
    "link-frame-moved": Code(
        "converted",
        "The frame of a body of MARS is its first node, which stands at the centre of mass and carries all its mass.",
        "Ask for the position of another node of the group, or take the difference, which the finding names, into account.",
    ),
    "mass-defaulted": Code(
        "defaulted", "A body weighs nothing, at which MARS ends the simulation; it got a billionth of its lightest neighbour's mass."
    ),
    "mass-of-static-ineffective": Code("dropped", "What never moves needs no mass."),
    "material-diffuse-defaulted": Code("defaulted", "A visual has no colour; MARS would draw it black, so it is light grey.", "State it."),
    "mesh-centre-dropped": Code(
        "dropped",
        "A part of a mesh is to be centred, which MARS does not do, and the file is not there to do it in.",
        "Put the file there.",
    ),
    "mesh-file-approximated": Code(
        "approximated",
        "A mesh file that MARS turns or reads otherwise than the source's simulator was written anew, as triangles.",
        "Convert it to OBJ, which is taken over as it is.",
    ),
    "mesh-unmeasured-dropped": Code("dropped", "A mesh must be measured for MARS, and its file cannot be read.", "Convert it to OBJ."),
    "plane-approximated": Code(
        "approximated",
        "Planes of MARS face up and never move: a box whose upper side is the plane stands for another one.",
        "Make the box larger where things leave it, or start from a box in the source.",
    ),
    "plane-normal-converted": Code("converted", "A plane's direction became the rotation of its node."),
    "plane-size-defaulted": Code("defaulted", "MARS draws planes of a size, and this one states none.", "State it."),
    "plane-size-ineffective": Code("dropped", "A plane that touches is endless, whatever size it says."),
    "self-collision-approximated": Code(
        "approximated",
        "MARS says who touches whom with fifteen bits. They do not suffice for the links of this scene that do not touch others of their "
        "own model.",
        "Convert the models to files of their own.",
    ),
    "self-collision-ineffective": Code(
        "dropped",
        "A link does not touch others of its model, which only masks of shapes can say, and it has none, or it has the only ones.",
    ),
    "sensor-camera-pose-converted": Code("converted", "A camera has a pose in its sensor; MARS's sensor stands where the camera does."),
    "sensor-pose-approximated": Code(
        "approximated",
        "A sensor of a joint has a pose; joints of MARS have no frame it could be in.",
        "Let programs turn what it measures into the frame they expect.",
    ),
    "sensor-scan-approximated": Code(
        "approximated", "Rays of MARS spread alike to both sides of the sensor's x axis.", "Turn the sensor by half the difference."
    ),
    "sensor-type-dropped": Code(
        "dropped",
        "MARS has no such sensor, nor one that is like it.",
        "Use a sensor that MARS has, or let a plug-in of MARS compute what it measures.",
    ),
    "sensor-type-approximated": Code(
        "approximated",
        "MARS has no such sensor; the nearest one it has stands for it.",
        "Let programs read the part of the data that they know.",
    ),
    "visual-hidden-ineffective": Code("dropped", "A visual is hidden, and MARS shows every node, so it is left out."),
    "sensor-ray-approximated": Code(
        "approximated",
        "Rays of MARS meet shapes that have their bit of the mask; links that must not touch every other link cannot have it, as they "
        "would share it.",
        "Let the links of these models touch each other in the source, if their shapes do not overlap.",
    ),
    "shape-approximated": Code(
        "approximated", "MARS has no such shape; a mesh of flat faces stands for it.", "Use a mesh of your own if the flat faces matter."
    ),
    "shape-capsule-converted": Code("converted", "MARS makes no capsule of length 0; a sphere is the same."),
}
