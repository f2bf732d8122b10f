"""What the findings of the RubySceneGraph writer mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

WRITING: Mapping[str, Code] = {
    "actuator-command-approximated": Code(
        "approximated",
        "A motor takes positions; effectors of SimSpark command velocities, and the agent closes the loop itself.",
        "Send velocities: a gain times the error of position.",
    ),
    "actuator-defaulted": Code("defaulted", "With --motors, a motor was made of the limits of a joint.", "Leave out --motors."),
    "actuator-max-effort-defaulted": Code(
        "defaulted", "Nothing states how strong a motor is, and one without a force does nothing in SimSpark.", "State it."
    ),
    "collision-shape-approximated": Code(
        "approximated",
        "SimSpark touches boxes, spheres, capsules and planes. A long cylinder became a capsule as long from tip to tip, a flat one a box, "
        "or a sphere if it is a wheel.",
        "Give the body a shape that SimSpark has.",
    ),
    "friction-law-approximated": Code(
        "approximated",
        "SimSpark takes the mean of the coefficients of two surfaces; the source combines them otherwise, and has different ones.",
        "Give surfaces that touch the same coefficient.",
    ),
    "gravity-dropped": Code(
        "dropped",
        "A scene of RubySceneGraph cannot say gravity: SimSpark's scripts do, 9.81 m/s^2 downwards.",
        "Set another one in spark.rb, or with setGravity of the simulator's World.",
    ),
    "inertia-approximated": Code(
        "approximated",
        "ODE refuses a tensor that is not positive definite; its smallest principal moment was raised to a billionth of the largest. In "
        "the dialect of 2007 a body has the tensor of a box, which not every tensor is.",
        "Correct the tensor.",
    ),
    "inertia-defaulted": Code("defaulted", "A mass has no inertia tensor, and ODE needs one.", "State it."),
    "joint-axes-approximated": Code(
        "approximated", "ODE keeps the two axes of a joint at right angles; those of the source are not.", "Use two hinges."
    ),
    "joint-axis-frame-converted": Code("converted", "An axis that was stated in another frame is written in that of its joint."),
    "joint-axis-normalised": Code(
        "converted", "The axis of a slider is the z axis of a frame, and its length, which means nothing, is gone."
    ),
    "joint-damping-dropped": Code("dropped", "Joints of RubySceneGraph have no damping.", "Damp the motion in the agent."),
    "joint-effort-dropped": Code(
        "dropped",
        "A joint's cap of effort is no drive, and RubySceneGraph limits the force of motors only.",
        "--motors velocity makes motors of such limits.",
    ),
    "joint-friction-dropped": Code(
        "dropped", "Joints of RubySceneGraph have no friction.", "Let the agent that drives the joint brake it."
    ),
    "joint-initial-shifted": Code(
        "converted",
        "In RubySceneGraph a joint's zero is where it starts. One that starts elsewhere is written there, with its stops shifted.",
        "Add the difference to the positions that programs use.",
    ),
    "joint-limit-beyond-half-turn": Code(
        "approximated", "ODE heeds stops of what turns only within half a turn to each side.", "Keep the joint within that in the agent."
    ),
    "joint-limit-inactive-dropped": Code(
        "dropped",
        "The source says limits and that they do not hold; RubySceneGraph has only such that hold.",
        "Nothing needs to be done: the joint moves as freely as it did.",
    ),
    "joint-limit-shifted": Code("converted", "Stops count from the joint's zero, which was moved to where it starts."),
    "joint-motor-idle-defaulted": Code(
        "defaulted",
        "The effector of a joint with two axes commands both; the one that nothing is to drive got a motor without force.",
        "Send 0 for that axis.",
    ),
    "joint-motor-dropped": Code(
        "dropped", "SimSpark has no effector for a slider, and none that commands forces.", "Drive the joint by other means."
    ),
    "joint-pose-ineffective": Code("dropped", "Where a weld between two bodies is said to be means nothing."),
    "joint-spring-dropped": Code(
        "dropped", "Joints of RubySceneGraph have no springs.", "Let the agent that drives the joint pull it back to its rest."
    ),
    "link-empty-dropped": Code(
        "dropped",
        "Nothing is left of something static that SimSpark could show or touch, so it is not written.",
        "Give it a shape if something must stand there.",
    ),
    "link-frame-moved": Code(
        "converted", "A body of ODE has its origin at its centre of mass, so the frame that carries the link's name stands there."
    ),
    "link-pose-ineffective": Code("dropped", "A model is placed by its only link; where that is in the model does not matter."),
    "mass-defaulted": Code(
        "defaulted",
        "ODE has no body without a mass. One that weighs nothing was given a billionth of its lightest neighbour's.",
        "State its mass, or weld it to another body.",
    ),
    "link-inertial-frame-split": Code(
        "approximated",
        "A link hung on a joint that RubySceneGraph does not have; it and what hangs on it are free.",
        "Replace the joint in the source by one that the target has.",
    ),
    "mass-ineffective": Code("dropped", "What never moves needs no mass."),
    "plane-position-ineffective": Code("dropped", "A plane goes on for ever; moving it along itself changes nothing."),
    "material-diffuse-approximated": Code(
        "approximated",
        "A scene of RubySceneGraph can only name materials that SimSpark's scripts define; the nearest one was chosen.",
        "--materials generate defines them in a file.",
    ),
    "material-library-defaulted": Code(
        "defaulted",
        "With --materials generate, colours that no script of SimSpark has are defined in a material file, and a mesh that nobody sees "
        "brings it along.",
        "Put the folder of the scene where SimSpark looks for files.",
    ),
    "material-transparency-dropped": Code(
        "dropped",
        "A visual has no transparency in RubySceneGraph, and SimSpark's materials are opaque.",
        "Show what is behind by leaving the visual out (setVisible).",
    ),
    "mesh-group-name-dropped": Code(
        "dropped", "SimSpark knows the parts of a mesh by their materials, not by names.", "Give each part a material of its own name."
    ),
    "mesh-look-approximated": Code(
        "approximated",
        "A mesh file was written anew as an OBJ file of the kind that SimSpark draws: the same shape, without textures and materials.",
        "Give the visual a material.",
    ),
    "model-placement-converted": Code("converted", "A model is placed by one of its parts; where its bodies are was worked out."),
    "name-characters-escaped": Code(
        "converted",
        "A name has characters that cannot stand in paths and messages of SimSpark; they are escaped as in URLs, reversibly.",
    ),
    "material-name-changed": Code(
        "converted",
        "A material of the generated library got another name: SimSpark has one of that name, or the name is no word of RubySceneGraph.",
        "Give it a name of letters and digits that no material of SimSpark has.",
    ),
    "name-made-unique": Code("converted", "Two links beside each other have one name; the later one got a number."),
    "node-name-ineffective": Code(
        "dropped", "Transforms that only place others have names; bodies are written side by side, without them."
    ),
    "self-collision-ineffective": Code(
        "dropped", "A link that never moves is said to touch others of its model, which do not move either."
    ),
    "self-collision-approximated": Code(
        "approximated",
        "A Space of RubySceneGraph says for all its bodies at once whether they touch each other; a link differs from the others.",
        "Leave gaps between the shapes.",
    ),
    "sensor-imu-split": Code(
        "converted", "An IMU became a GyroRatePerceptor and an Accelerometer of the same name; there is no orientation."
    ),
    "step-dropped": Code(
        "dropped", "A scene of RubySceneGraph cannot say the step of the simulation: SimSpark's scripts do, 0.02 s.", "Set it there."
    ),
}
