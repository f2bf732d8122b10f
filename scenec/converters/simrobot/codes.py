"""What the findings of the SimRobot reader and writer mean (`scenec explain`)."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code
from scenec.converters.simrobot.codes_own import OWN

CODES: Mapping[str, Code] = {
    **OWN,
    "attribute-of-core3": Code(
        "converted",
        "A motor has an attribute of SimRobot's MuJoCo core, which SimRobotCore2 refuses; with --lenient it is read as what it says.",
        "Read the file with --from simrobot@core3 if it is meant for that core.",
    ),
    "attribute-overridden-ineffective": Code(
        "dropped", "A template gives an attribute that every element which refers to it gives itself; the own one counts."
    ),
    "attribute-of-fork-dropped": Code(
        "dropped",
        "Only a fork of SimRobot knows this attribute; SimRobot has nothing for it and refuses the file. With --lenient it is left out.",
        "Keep the source for the fork.",
    ),
    "attribute-unknown": Code(
        "dropped",
        "SimRobot does not know this attribute and refuses the file; with --lenient it is left out instead.",
        "Remove it, or correct its spelling. Attributes of the MuJoCo core are read with --from simrobot@core3.",
    ),
    "capsule-degenerate": Code(
        "approximated",
        "A capsule's height, which includes both caps, is less than twice its radius. It becomes a sphere-like capsule without a cylinder.",
        "Make the height at least twice the radius.",
    ),
    "compound-label-unresolved": Code(
        "unresolved",
        "A model or link of a neutral scene says by a label what compound of SimRobot it stands in, and the scene has none of that label, "
        "or one that stands in itself. What would be in it is written further out.",
        "Give the scene an extra `Compound[label]` whose value is the compound's name; `Compound[outer/label]` if it stands in another.",
        "warning",
        "naming",
        "programs do not find it by the compound's name",
    ),
    "colour-component-missing": Code(
        "converted",
        "A colour lacks components, and SimRobot leaves them undefined. Missing colours are taken as 0, a missing alpha as 1.",
        "Write all components.",
    ),
    "colour-fractional": Code(
        "converted", "A colour is written in fractions, as releases up to 2017 read them; later ones refuse the file. Read with --lenient."
    ),
    "container-ineffective": Code("dropped", "A Geometry or Appearance without a name holds no part, so it has no effect."),
    "element-replaced-ineffective": Code(
        "dropped", "A template holds an element of which there can be only one, and the element that refers to the template has its own."
    ),
    "friction-repeated-ineffective": Code(
        "dropped",
        "A material lists its friction against another one twice; the last entry counts.",
        "Remove the entry that is not meant.",
    ),
    "inertia-reference-point": Code(
        "converted",
        "The scene was written while SimRobot ran on MuJoCo, which takes inertia tensors about the centre of mass; SimRobotCore2 takes "
        "them about the origin of the mass frame. They were read as SimRobotCore2 does.",
        "If the scene is meant for MuJoCo, read it with --from simrobot@core3.",
    ),
    "joint-limit-inactive-ineffective": Code(
        "dropped",
        "Limits are said to be inactive where SimRobot enforces them all the same: of sliders, and of all joints in the MuJoCo core.",
    ),
    "joint-limit-minimum-ineffective": Code(
        "dropped",
        "A joint's minimum is above its maximum; SimRobot takes it as the maximum, so the joint cannot move.",
        "Exchange the two if the joint should move.",
    ),
    "light-interpreted": Code(
        "converted",
        "The Light of 2013 to 2021 is drawn as parallel light towards the origin, though its documentation calls its x, y, z a position.",
        "Read it with --old-light point if a position is meant.",
    ),
    "light-range-ineffective": Code("dropped", "Attenuation and spot angles do not apply to light that comes in parallel."),
    "light-spot-ineffective": Code("dropped", "A spot's cutoff above 90 degrees makes no spot but a light that shines everywhere."),
    "material-ambiguous": Code(
        "approximated",
        "Two materials of one name list different frictions; the scene keeps the first one's.",
        "Give the materials different names.",
    ),
    "mass-ineffective": Code(
        "dropped",
        "A mass has no effect: it weighs nothing, belongs to what never moves, or the MuJoCo core reads only the first mass of a "
        "body, without its placement.",
    ),
    "material-ineffective": Code("dropped", "A Geometry that only holds others passes its material to nobody.", "Give it to the shapes."),
    "mesh-name-made-unique": Code(
        "converted",
        "Two meshes have one name, or one is used in several sizes; the later list of vertices got a number.",
        "Give the meshes names of their own in the source.",
    ),
    "mesh-faces-incomplete": Code(
        "approximated", "The numbers of a list of faces do not make whole faces; what is left over is left out.", "Complete the list."
    ),
    "mesh-index-out-of-range": Code(
        "approximated",
        "A face names a vertex that does not exist; SimRobot draws that corner at some other vertex, the result at the first one.",
        "Correct the index.",
    ),
    "name-ineffective": Code("dropped", "An element has a name that SimRobot makes no use of."),
    "number-not-finite": Code(
        "invalid",
        "A number is nan or infinite. SimRobot loads the scene and then simulates bodies without a place; it is read as if the attribute "
        "were not written. Where the attribute must be written, the scene is refused.",
        "Write a finite number.",
    ),
    "number-range-approximated": Code(
        "approximated",
        "A number is outside of what SimRobot takes (a negative friction, an opening that is not above 0, billions of pixels); it "
        "refuses the whole file for one, so the nearest that it takes is written.",
        "Correct the number in the source.",
    ),
    "placeholder-text-dropped": Code(
        "dropped",
        "Text between two placeholders of one attribute is lost when SimRobot fills them in.",
        "Put the text into the values of the placeholders.",
    ),
    "placeholder-undefined": Code(
        "converted",
        "A placeholder stands where no Set gives it a value, so it stays as it is written.",
        'Add <Set name="..." value="..."/> where the element is used.',
    ),
    "set-ineffective": Code("dropped", "A Set gives a value that no placeholder takes.", "Check the spelling of its name."),
    "slider-init-ineffective": Code(
        "dropped", "A Slider starts at zero whatever its init says; SimRobot refuses the attribute. Read with --lenient."
    ),
    "template-unused-ineffective": Code("dropped", "A definition is never referred to, so it is no part of the scene."),
    "text-ineffective": Code(
        "dropped",
        "An attribute is written twice, or a backslash cuts a value off: SimRobot ignores the rest without a word.",
        "Remove what is not meant.",
    ),
    "texture-coordinates-dropped": Code(
        "dropped",
        "A mesh has texture coordinates that cannot be used as they are written.",
        "Give a pair of texture coordinates for every vertex.",
    ),
    "texture-not-found": Code(
        "unresolved",
        "An image file does not exist. SimRobot shows the plain colour, and so does the result.",
        "Put the file where the scene expects it.",
    ),
    # the writer
    "actuator-defaulted": Code("defaulted", "With --motors, a motor was made of the limits of a joint.", "Leave out --motors."),
    "actuator-gain-defaulted": Code(
        "defaulted",
        "SimRobot's servo makes a velocity of an error of position; the source gives no gain of that kind, so one was chosen.",
        "Tune p of the motor.",
    ),
    "actuator-max-effort-defaulted": Code("defaulted", "Nothing states how strong a motor is, and SimRobot needs it.", "State it."),
    "actuator-max-velocity-defaulted": Code("defaulted", "Nothing states how fast a motor is, and SimRobot needs it.", "State it."),
    "colour-approximated": Code("approximated", "A colour has components below 0 or above 1, which SimRobot cannot say.", "Correct it."),
    "colour-rounded": Code("converted", "Colours of SimRobot are 8 bit deep; another one was rounded, by half a step at most."),
    "gravity-approximated": Code("approximated", "Gravity of SimRobot acts along z only.", "Turn the scene."),
    "inertia-defaulted": Code("defaulted", "A mass has no inertia tensor, and SimRobot needs one.", "State it."),
    "mesh-group-renamed": Code("converted", "A part of a mesh is called like the appearance that draws it."),
    "model-placement-converted": Code("converted", "A model is placed by one of its parts; where its bodies are was worked out."),
    "mass-defaulted": Code("defaulted", "A body weighs nothing, which SimRobot refuses; it was given a gram.", "State its mass."),
    "joint-kind-dropped": Code(
        "dropped",
        "SimRobot has hinges and sliders only. The two bodies of any other joint move freely of each other.",
        "--adapt-joints writes ball and universal joints as chains of hinges.",
    ),
    "collision-empty-ineffective": Code("dropped", "A collision has no shape."),
    "collision-kind-dropped": Code(
        "dropped",
        "SimRobot cannot collide with this shape, and nothing tells how large it is: a mesh that is not there, terrain, an image.",
        "Give the link a box, a ball or a cylinder there.",
    ),
    "visual-hidden-ineffective": Code("dropped", "A visual is hidden, or has no shape."),
    "shape-size-dropped": Code(
        "dropped", "A size of this shape is 0 or below, and SimRobot refuses a file with such a shape.", "Give it a size, however small."
    ),
    "physics-step-dropped": Code("dropped", "The step is 0 s or below, which SimRobot refuses.", "State a step above 0."),
    "visual-kind-dropped": Code(
        "dropped", "SimRobot cannot draw this: a mesh that cannot be read, terrain, an image.", "Make an OBJ or COLLADA mesh of it."
    ),
    "link-inertial-frame-split": Code(
        "approximated",
        "The joint that held this body, or one above it, could not be written: it stands where it did, but moves freely from there.",
        "Write joints of several axes as chains of hinges with --adapt-joints.",
    ),
    "appearance-frame-split": Code(
        "approximated",
        "What shows belongs to a body that a lost joint set free; see link-inertial-frame-split.",
        "See to the joint that is gone first: --adapt-joints, or another joint in the source.",
    ),
    "sensor-frame-split": Code(
        "approximated",
        "The sensor belongs to a body that a lost joint set free; see link-inertial-frame-split.",
        "See to the joint that is gone first: --adapt-joints, or another joint in the source.",
    ),
    "motor-dropped": Code(
        "dropped",
        "A motor takes torques, or is a second one of its axis; those of SimRobot take positions or velocities, one per axis.",
        "Command a position or a velocity.",
    ),
    "trigger-shape-bounds-dropped": Code(
        "dropped",
        "A shape only feels what is in it, and no contact sensor of its body feels with it; SimRobot has such shapes for sensors only.",
        "Watch the positions of what may enter it.",
    ),
    "plane-size-ineffective": Code("dropped", "A plane that is touched ends nowhere, whatever size it states."),
    "self-collision-converted": Code("converted", "Of two bodies of SimRobot that touch it is enough that one says so."),
    "scene-framing-converted": Code("converted", "Files of SimRobot are scenes: a model, a light or an actor stands in one, alone."),
    "sensor-kind-approximated": Code(
        "approximated",
        "Cameras of SimRobot have no lens; a wide angle camera became a plain one.",
        "Widen the plain camera's angle in the result until it sees enough.",
    ),
    "sensor-rate-dropped": Code("dropped", "Sensors of SimRobot measure in every step.", "Let the program skip values."),
    "sensor-clip-dropped": Code(
        "dropped",
        "Cameras of SimRobot see from 1 cm to 500 m.",
        "Leave nearer and farther things out in the program that reads the images.",
    ),
    "sensor-display-dropped": Code(
        "dropped",
        "Where data is shown or published is not said in scenes of SimRobot.",
        "Open the view of the sensor in SimRobot's window.",
    ),
    "light-position-ineffective": Code("dropped", "Light that comes in parallel has no place."),
    "light-rotation-ineffective": Code("dropped", "Light that shines in all directions has no direction."),
    "joint-limit-ineffective": Code("dropped", "A joint that turns without end states limits."),
    "joint-stop-dropped": Code(
        "dropped",
        "The stops of a joint are soft or springy; those of SimRobot are hard.",
        "Let the program that drives the joint slow it down before its stops.",
    ),
    "surface-contact-dropped": Code(
        "dropped",
        "Of contacts SimRobot knows friction, and softness and slip for the whole scene; the finding lists what else is said.",
        "Set CFM and ERP of the Scene so that most contacts are right.",
    ),
    "model-linkless-converted": Code("converted", "A model holds other models only; these go by their own names."),
    "model-empty-dropped": Code(
        "dropped", "A model has no link and holds no other model.", "Take it out of the source, or give it a link."
    ),
    "mesh-missing-dropped": Code(
        "dropped", "A mesh file is not there, and SimRobot needs its numbers.", "Name the folder that holds it with --search-path."
    ),
    "model-static-ineffective": Code("dropped", "A model says whether it stands still inside another that stands still anyway."),
    "joint-parent-converted": Code("converted", "A joint hangs on a named place; it is written on the body that this place belongs to."),
    "joint-child-converted": Code("converted", "A joint holds a named place; it is written with the body that this place belongs to."),
    "joint-still-ineffective": Code("dropped", "A joint connects two things that never move."),
    "joint-damping-dropped": Code("dropped", "SimRobot's joints have no damping.", "Let the controller make up for it."),
    "joint-friction-dropped": Code("dropped", "SimRobot's joints have no friction.", "Let the controller make up for it."),
    "joint-spring-stiffness-dropped": Code("dropped", "SimRobot's joints have no springs.", "Let the controller make up for it."),
    "joint-effort-limit-dropped": Code(
        "dropped",
        "Only motors have a maximum effort in SimRobot, and the source drives this joint with none: a limit is a cap, not a drive.",
        "--motors servo makes motors of the limits of joints.",
    ),
    "joint-effort-velocity-limit-dropped": Code(
        "dropped",
        "Only motors have a maximum effort and velocity in SimRobot, and the source drives this joint with none: a limit is a cap, not a "
        "drive.",
        "--motors servo makes motors of the limits of joints.",
    ),
    "joint-velocity-limit-dropped": Code(
        "dropped",
        "Only motors have a maximum velocity in SimRobot, and the source drives this joint with none: a limit is a cap, not a drive.",
        "--motors servo makes motors of the limits of joints.",
    ),
    "gravity-defaulted": Code("defaulted", "The file leaves gravity to the simulator; what those of its format take is stated."),
    "step-defaulted": Code("defaulted", "The file leaves the step to the simulator; what those of its format take is stated."),
    "light-still-approximated": Code(
        "approximated",
        "Lights of SimRobot belong to the scene, so one of a link that moves stays behind.",
        "Place the light where it is needed most.",
    ),
    "light-attenuation-approximated": Code("approximated", "SimRobot refuses light that grows with distance.", "Correct it."),
    "sensor-kind-dropped": Code(
        "dropped",
        "SimRobot has nothing for this kind of sensor, or not where it is; the finding says why.",
        "Use a sensor that SimRobot has, or let the program compute what it measures.",
    ),
    "sensor-split": Code(
        "converted", "SimRobot has no such sensor but what it is made of: an IMU became a gyroscope and an accelerometer, for example."
    ),
    "sensor-contact-approximated": Code(
        "approximated",
        "A contact sensor feels with some shapes of its body; in SimRobot it feels with all.",
        "Make them shapes that only feel.",
    ),
    "self-collision-ineffective": Code("dropped", "A model that does not move, or is one body, has no parts that could push each other."),
    "joint-axis-frame-converted": Code("converted", "An axis that was stated in another frame is written in that of its joint."),
    "joint-loop-dropped": Code(
        "dropped",
        "Bodies of SimRobot form trees. A joint whose child hangs on another one already closes a loop, which was cut there.",
        "Put the joint that may be missing last.",
    ),
    "joint-zero-shifted": Code(
        "converted",
        "A Slider of SimRobotCore2 starts at zero. One that does not is written where it starts, with its limits shifted.",
        "Add the difference to the positions that programs use.",
    ),
    "joint-limit-inactive-dropped": Code(
        "dropped",
        "The MuJoCo core enforces all limits. Those that isActive switches off are left out, so the joint moves as freely as before.",
        "Take isActive out of the source if the limits are to hold.",
    ),
    "joint-ode-dropped": Code(
        "dropped",
        "CFM and ERP of an axis or its stops are settings of ODE, which the MuJoCo core does not have.",
        "Tune the joint's damping in the MuJoCo core instead.",
    ),
    "material-ambient-approximated": Code(
        "approximated",
        "A surface of the MuJoCo core reflects a part of ambient light in its own colour; another ambient colour is only near that.",
        "Set albedo and ambient light in the result if the tint in the shade matters.",
    ),
    "material-highlight-approximated": Code(
        "approximated",
        "A surface of the MuJoCo core has a roughness instead of a specular colour and a shininess: one whose highlights are as wide.",
        "Tune roughness and metallic.",
    ),
    "solver-ode-dropped": Code(
        "dropped",
        "CFM, ERP, slip and the iterations of a QuickSolver are settings of ODE; the MuJoCo core takes none of them.",
        "Tune timestep and contacts in the MuJoCo core until they behave alike.",
    ),
    "material-diffuse-defaulted": Code("defaulted", "A visual has no colour, and SimRobot needs one: light grey.", "State it."),
    "name-characters-escaped": Code(
        "converted", "A name has characters that SimRobot cannot write, or would fill in; they are escaped as in URLs, reversibly."
    ),
    "plane-approximated": Code(
        "approximated",
        "SimRobot has no planes: a box whose upper side is the plane stands for it.",
        "Make the box larger where things leave it, or start from a box in the source.",
    ),
    "self-collision-approximated": Code(
        "approximated",
        "A model whose links touch each other, except where they share a joint: in SimRobot a body touches none or all of its tree.",
        "Leave gaps between the shapes at the joints.",
    ),
    "sensor-camera-defaulted": Code("defaulted", "A camera does not state its size or opening, and SimRobot needs them.", "State them."),
    "sensor-scan-approximated": Code(
        "approximated", "Rays of a scanner in SimRobot are symmetric about its x axis.", "Turn the sensor by half the difference."
    ),
}
