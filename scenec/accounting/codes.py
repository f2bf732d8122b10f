"""Findings that are reported by name: what each code means. Codes of a format stand in its own ``codes.py``.

Codes that settling makes of the scene's parts (``joint-limit-dropped``) are explained by `meanings` instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from scenec.accounting.finding import Category, Fate, Level


class Code(msgspec.Struct, frozen=True, gc=False):
    """fate: what happened to the values. meaning: in general, a whole sentence. hint: what to do about it. level, category, consequence: of
    values which only one format has, and whose loss the driver tells; else whoever makes a finding says them."""

    fate: Fate
    meaning: str
    hint: str = ""
    level: Level | Literal[""] = ""
    category: Category | Literal[""] = ""
    consequence: str = ""


CODES: Mapping[str, Code] = {
    # settling
    "source-element-dropped": Code(
        "dropped",
        "The reader makes nothing of this element, so nothing in it reaches the result.",
        "Check its spelling; if it is right, report it, as a reader should know every element of its format.",
    ),
    "source-attribute-dropped": Code(
        "dropped", "The reader makes nothing of this attribute.", "Check its spelling; if it is right, report it."
    ),
    "source-text-dropped": Code("dropped", "The reader makes nothing of this text.", "Remove it if it says nothing."),
    "reference-refused": Code(
        "unresolved",
        "Something refers to a file outside of the folder that reading is confined to (--confine; a stream is confined to its folder, an "
        "archive to itself). It was not opened.",
        "If it may be read, name its folder with --search-path, or a larger one with --confine.",
    ),
    "comments-dropped": Code(
        "dropped",
        "Comments are no values of the scene and do not go through. They are counted once for all files.",
        "Keep the source; what people need to know of the result stands best in a file beside it.",
    ),
    # carrying
    "carried-values-ineffective": Code(
        "dropped",
        "The file carries values for another format (`--carry`), which its own simulator does not know. A plain reading leaves them alone.",
        "Convert with --carry to put them back.",
    ),
    "carried-value-stale-ineffective": Code(
        "dropped",
        "A value was carried in place of what the file says there, and the file was edited since. The edit wins; the finding "
        "tells both values.",
        "Nothing, if the edit was meant; else undo it, and the carried value comes back.",
    ),
    "carried-form-ineffective": Code(
        "dropped",
        "How the source said something that the file says too, such as in which frame, was carried along; the file was edited there, so it "
        "is said as the file says it.",
    ),
    "carried-value-invalid": Code(
        "invalid",
        "A carried value is none that could stand there: of a wrong kind, in a field that does not exist, or with which there is no scene.",
        "Convert from the source again, or correct the carried value.",
    ),
    "carried-record-ineffective": Code(
        "dropped",
        "What the file carries is told in a way that this version of scenec does not know, so nothing of it is put back.",
        "Use the version of scenec that wrote it.",
    ),
    "carried-part-edited": Code(
        "kept",
        "A part that was made because the format needs it, and that would have been taken out again, was edited since; it stays.",
        "Remove it if the edit was not meant for the result.",
    ),
    "carry-impossible": Code(
        "kept",
        "What was written could not be read back and compared with the source, so nothing is carried; or thousands of parts stand so deep "
        "in models that their names, each with those of all around, would make a record many times as large as the file.",
        "The finding says which. Nest models less deeply, or report it with the file.",
    ),
    # adaptations
    "friction-pair-approximated": Code(
        "approximated",
        "The source lists the friction of two materials; the target gives each surface one coefficient and combines them by a law "
        "of its own. The coefficients were chosen so that the law comes as near as it can to what is listed; of very many materials, "
        "pairs that are not listed were not looked at.",
        "The finding names both values; give the materials coefficients of their own if the difference matters.",
    ),
    "friction-pair-ineffective": Code(
        "dropped", "The friction of two materials is listed, but no two shapes of the scene that can touch are made of them."
    ),
    "link-made-static": Code(
        "converted", "A link is welded to the world, or weighs nothing and hangs on no joint; it became part of what stands still."
    ),
    "inertial-ineffective": Code("dropped", "A link is welded to the world and never moves, so its mass and inertia have no effect."),
    "joint-fixed-merged": Code(
        "converted", "Links that a fixed joint welds together became one; the child and the joint stay as named places of it."
    ),
    "collision-shape-approximated": Code(
        "approximated",
        "The target does not collide with this shape; the box, ball, cylinder or capsule that comes nearest took its place.",
        "The finding says how far it is off. Give the link simple shapes of your own if contact matters there.",
    ),
    "adaptation-dropped": Code(
        "dropped", "A step that brings a scene into the target's range lost a value, though it should keep or name every one.", "Report it."
    ),
    "collisions-to-primitives-dropped": Code(
        "dropped",
        "A value of a shape has no place in the simple one that took its place.",
        "State it of a box, a ball, a cylinder or a capsule in the source.",
    ),
    "number-infinite-dropped": Code(
        "dropped",
        "A number is infinite, none at all or so large that its square is infinite where only a finite one means something (a gain, a "
        "damping, a direction, an angle). Limits, ranges and frictions may be infinite: they bound nothing.",
        "Write a finite number, or none.",
    ),
    "colour-range-approximated": Code(
        "approximated",
        "A part of a colour is below 0 or above 1, where the target takes none; the nearest allowed one is written.",
        "Bring the colour into the range from 0 to 1 in the source.",
    ),
    "visual-shape-tessellated": Code(
        "approximated",
        "The target does not draw this shape; a mesh of it took its place, whose error the finding names.",
        "Use a mesh of your own if the flat faces show.",
    ),
    "mesh-inlined": Code("converted", "The target has no mesh files; the numbers, colours and images of the file went into the scene."),
    "mesh-unreadable-dropped": Code(
        "dropped",
        "The target needs the numbers of a mesh file that cannot be read; what it shows is gone.",
        "Convert it to OBJ or COLLADA.",
    ),
    "mesh-files-to-inline-dropped": Code(
        "dropped",
        "A value of a mesh has no place in the inline mesh that was made of its file.",
        "Check the look of the mesh in the result, and colour it there.",
    ),
    "visual-bounds-split": Code(
        "converted", "A mesh with several materials became one visual per material; each encloses its own part only."
    ),
    "joint-sensor-dropped": Code(
        "dropped",
        "The joint of a sensor is gone, or its target measures nothing at joints.",
        "Let the program work it out from the positions of the joint.",
    ),
    "joint-axis-ineffective": Code("dropped", "A fixed joint states an axis, about which it does not move."),
    "joint-fixed-ineffective": Code("dropped", "A fixed joint stands between links that others weld together already."),
    "joint-split": Code(
        "converted",
        "A joint of several axes became a chain of hinges with next to weightless links between. A universal joint moves as before; a "
        "ball cannot turn on where its middle hinge stands at a quarter turn.",
    ),
    "joint-reversed": Code(
        "converted",
        "A link may hang on one joint only, so this joint is told from its other side: parent and child change places and the axis points "
        "the other way. Positions, limits and motors mean what they meant.",
    ),
    "link-empty-removed": Code(
        "converted", "A link weighs nothing, is at the end of a joint and holds nothing; it became a named place.", "State its mass."
    ),
    "joint-empty-dropped": Code("dropped", "A joint moves a link that weighs nothing and holds nothing.", "State the link's mass."),
    "link-mass-defaulted": Code(
        "defaulted",
        "A link that moves weighs nothing, which the target refuses; it got 1e-9 of the mass and inertia of its lightest neighbour.",
        "State its mass.",
    ),
    "numbers-to-finite-dropped": Code(
        "dropped", "A value stood beside a number that nobody can compute with, and went with it.", "Write a finite number in the source."
    ),
    "massless-links-dropped": Code(
        "dropped", "A value of a link that weighs nothing has no place in what it became.", "Give the link a mass in the source."
    ),
    "link-inertia-approximated": Code(
        "approximated",
        "An inertia tensor has a principal moment that is zero or below; it was raised to 1e-9 of the largest one.",
        "Correct the tensor.",
    ),
    "friction-law-converted": Code("converted", "A table of pairs lists what the source's law makes of the coefficients of two surfaces."),
    "link-pose-ineffective": Code("dropped", "A model is placed by its only link, so it does not matter where that is in the model."),
    "merge-fixed-joints-dropped": Code(
        "dropped",
        "A value of a fixed joint, or of a link welded to another, has no place in the one.",
        "State it of the link that the two became.",
    ),
    "surface-name-changed": Code(
        "converted",
        "Surfaces of one name have several coefficients of friction; each coefficient became a material with a name of its own.",
        "Give materials that slide differently names of their own in the source.",
    ),
    "surface-mu-approximated": Code(
        "approximated",
        "A surface that never slides got a very large coefficient of friction; or a scene has more coefficients than a table of pairs "
        "can tell apart, and this one became the nearest that is listed.",
        "Write a friction of your own if things slide where they should not.",
    ),
    "surface-mu2-approximated": Code(
        "approximated",
        "A surface has another friction across than along; the target has one coefficient for all directions.",
        "Write the friction of the direction that matters.",
    ),
    "friction-table-to-surfaces-dropped": Code(
        "dropped",
        "A value was lost while the friction of pairs of materials was brought to surfaces.",
        "Report it: the step should say why.",
    ),
    "surface-mu-ineffective": Code(
        "dropped",
        "A surface has a friction coefficient of its own in a scene whose table of pairs says what surfaces do; the table counts.",
    ),
    # asking those who load the result (--verify)
    "consumer-accepted": Code(
        "kept",
        "A program that loads the format has loaded the result and found it valid; where it tells what it reads, that is what was written.",
        "Load it in the simulator to see it move: nobody has simulated it.",
    ),
    "consumer-rejected": Code(
        "invalid",
        "A program that loads the format refuses the result, or a part of it; the finding has its own words. The result was written all "
        "the same.",
        "If the message speaks of an element or a version it does not know, write another version of the format.",
    ),
    "consumer-differs": Code(
        "approximated",
        "A program that loads the format, or scenec's own reader, reads another scene from the result than was written, and no finding "
        "says why.",
        "Report it, with the scene: this is a fault of a writer or of a reader.",
    ),
    "consumer-failed": Code(
        "invalid",
        "A program that loads the format gave no verdict: it crashed, took too long, or wrote too much.",
        "Try to load the result with it by hand.",
    ),
    "consumer-missing": Code(
        "kept",
        "A program that loads the format is not installed, so it was not asked.",
        "The finding says what to install.",
    ),
    # judging (scenec check); the values themselves are read as they stand
    "id-repeated": Code("kept", "Two things have one identity.", "Report it: a reader should never do that."),
    "reference-dangling": Code("kept", "Something refers to what is not in the scene.", "Correct the name."),
    "pose-unresolved": Code(
        "kept", "Poses are relative to each other in a circle, so that nothing says where they are.", "Break the circle."
    ),
    "link-mass-implausible": Code(
        "kept", "A body that moves has no mass, or a negative one; simulators refuse it or never stop accelerating it.", "State its mass."
    ),
    "link-inertia-implausible": Code(
        "kept",
        "No body can have this mass distribution: a principal moment is negative, or larger than the sum of the other two.",
        "Check units, signs and the order of the entries.",
    ),
    "link-inertia-unlike-shape": Code(
        "kept", "The inertia tensor is that of a much larger body than the shapes of the link.", "Check the units of the tensor."
    ),
    "joint-axis-implausible": Code("kept", "A joint's axis has no direction.", "Give it one."),
    "joint-limits-reversed": Code(
        "kept", "A joint's lower limit is above its upper one; simulators ignore such limits or refuse them.", "Exchange them."
    ),
    "joint-initial-outside-limits": Code("kept", "A joint starts outside its limits; simulators push it back at the first step."),
    "mesh-unused": Code("kept", "No shape uses this mesh.", "Remove it if it is not needed."),
}
