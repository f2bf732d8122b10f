"""What the findings of the MARS reader mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

READ_CODES: Mapping[str, Code] = {
    "alpha-ineffective": Code("dropped", "A material has a transparency, which MARS takes instead of the alpha of its colours."),
    "archive-member-repeated": Code(
        "invalid", "An archive holds several files of one name; the first one was read, others read the last one.", "Pack it anew."
    ),
    "archive-name-mismatch": Code(
        "converted",
        "MARS looks for a scene called as its archive is and loads nothing else; the only scene in it was read.",
        "Call the archive as the scene in it.",
    ),
    "collision-mesh-missing": Code(
        "converted", "A node is to touch as a mesh but names no file; its box touches instead.", "Name the file, or say box."
    ),
    "controller-wire-ineffective": Code(
        "dropped",
        "A controller is wired to a sensor, motor or node that is not there.",
        "Correct the number.",
    ),
    "dialect-old": Code(
        "converted",
        "The scene has keys of an exporter of August 2012 that no MARS reads; today's takes 0 in their place. They were read as meant.",
        "Export the scene anew.",
    ),
    "graphics-ineffective": Code("dropped", "A scene has graphicOptions more than once; MARS takes the first."),
    "include-unresolved": Code(
        "unresolved", "A scene in YAML includes another file by URI, which is not read.", "Put its content in place."
    ),
    "inertia-asymmetric": Code(
        "approximated", "The matrix i00 to i22 is not symmetric, as every tensor of inertia is; the mean of the two entries was taken.",
        "Write the same number on both sides of the diagonal.",
    ),
    "joint-axis-missing": Code(
        "invalid",
        "A hinge2 or universal joint has no axis2. MARS's engine gives up on it; it was read as one that turns about axis1 alone.",
        "Give it an axis2.",
    ),
    "joint-limit-interpreted": Code(
        "converted",
        "A joint declares stops that MARS does not enforce: a motor takes them from a hinge, and a lower stop of 0 switches them off. "
        "They were taken as declared.",
    ),
    "joint-refused": Code(
        "invalid",
        "MARS makes no such joint: its type, its nodes or its axis are wrong. It loads nothing after it; only the joint is left out.",
        "The finding says what is missing.",
    ),
    "joint-static-ineffective": Code("dropped", "A joint connects two things that never move.", "Make one of its nodes movable."),
    "key-ineffective": Code(
        "dropped",
        "MARS does not look at this key here: it is written a second time, says nothing to a node, joint, motor or sensor of this kind, is "
        "a number that nothing refers to, or is of a release long ago.",
    ),
    "key-unknown-ineffective": Code("dropped", "MARS does not know this key.", "Check its spelling."),
    "link-massless": Code(
        "converted", "Nothing of a moving body weighs anything, and MARS ends when it loads it.", "State a mass, and a density of 0."
    ),
    "mass-ineffective": Code(
        "dropped",
        "A node has a mass and a density. The density counts, and where none is written it is 1 kg/m^3.",
        "Write a density of 0 where the mass is meant.",
    ),
    "material-ineffective": Code("dropped", "A node names a material that is not there and is drawn black.", "Correct the number."),
    "material-unused-ineffective": Code("dropped", "No node is made of a material, or it has no number to be named by."),
    "member-massless": Code(
        "converted",
        "A node of a group weighs nothing, and MARS puts it at the centre of mass of the group; it was read where it is written.",
        "Give it a mass.",
    ),
    "mesh-object-ineffective": Code(
        "dropped",
        "A node shows one object of a mesh file (origname) that has none of that name. MARS shows nothing; it was read as the whole mesh.",
        "Correct origname, or leave it out.",
    ),
    "mesh-size-unresolved": Code(
        "unresolved",
        "A mesh is to be stretched to a size, but its file is not there or cannot be read, so nobody knows by how much.",
        "Put the mesh where the scene expects it.",
    ),
    "mesh-unreadable": Code("unresolved", "A mesh file cannot be read, so nothing is known of its size.", "Repair the file."),
    "mimic-ineffective": Code("dropped", "A motor is to follow one that is not there.", "Correct the name."),
    "motor-idle-ineffective": Code(
        "dropped",
        "A motor names a joint or an axis that is not there, so it drives nothing.",
        "Correct the number.",
    ),
    "motor-range-interpreted": Code(
        "converted",
        "A motor's range and first command are called min_val, max_val and value, as before 2015. Today's MARS takes -pi, pi and 0 "
        "instead; they were read as meant.",
        "Call them minPosition, maxPosition and position.",
    ),
    "node-physics-refused": Code(
        "converted", "MARS makes no body of this physicmode and stops loading nodes; it was read as a visual only.",
        "Give it another physicmode, or noPhysical.",
    ),
    "nodeid-ineffective": Code("dropped", "A Joint6DOF measures a joint in the frame of a node that the joint does not hold."),
    "nodeindex2-ineffective": Code(
        "dropped",
        "A joint's second node is not there; MARS fixes the joint to the world.",
        "Correct the number.",
    ),
    "nodename-ineffective": Code("dropped", "A light hangs on a node that is not there.", "Correct the name."),
    "plane-level": Code(
        "converted", "A plane is turned, but MARS's planes are level whatever their rotation says; only what is drawn is turned.",
        "Use a box for a slope.",
    ),
    "relativeid-ineffective": Code(
        "dropped",
        "A node is relative to one that stands after it or nowhere; MARS takes its pose for absolute.",
        "Put the node it is relative to before it.",
    ),
    "sensor-idle-ineffective": Code("dropped", "A sensor watches nothing that is there.", "Correct the number."),
    "sensor-target-ineffective": Code("dropped", "A sensor of several things names one that is not there.", "Correct the number."),
    "sensor-type-refused": Code(
        "invalid", "MARS knows no sensor of this type and loads nothing after it; only the sensor is left out.", "Correct its type."
    ),
    "shape-size-refused": Code(
        "converted", "A node is to touch but has no size; MARS stops loading nodes there. Only its shape is left out.", "Give it a size."
    ),
    "terrain-without-image": Code("converted", "A terrain names no image to be made of.", "Name it in t_srcname."),
    "text-misread": Code(
        "converted",
        "MARS reads a number as C does and takes what it finds: text without one is 0, `yes` is false, an unknown word is the default. So "
        "was it read.",
        "Write a number, or true or false.",
    ),
    "value-refused": Code(
        "converted",
        "MARS tells values from maps by how much stands in them: a vector with one number only, a value with a comment or an attribute "
        "stop it from loading. They were read as meant.",
        "Give a vector at least two of its numbers, and a value neither comments nor attributes.",
    ),
    "vector-noise-ineffective": Code("dropped", "A number of a vector is below the rounding of the others; it was taken as 0."),
    "version-ineffective": Code("dropped", "MARS converts nothing for the version of a scene."),
    "visual-attached": Code(
        "converted",
        "A node without physics belongs to a group. MARS leaves it where it is loaded; it was read as moving with the group, as was meant.",
        "vizLink attaches it in MARS too.",
    ),
    "visual-kind-refused": Code(
        "converted",
        "A node is to show a primitive that MARS does not have.",
        "Say box, sphere, cylinder or capsule.",
    ),
    "visual-oval-approximated": Code(
        "approximated", "A cylinder or capsule is drawn stretched to an oval; it was read as round.", "Give it equal width and depth."
    ),
    "vizlink-ineffective": Code("dropped", "A node is to show at another one that is not there.", "Correct the number."),
}  # fmt: skip
