"""What the findings of the RubySceneGraph reader mean."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

READING: Mapping[str, Code] = {
    "call-overridden-ineffective": Code("dropped", "A node gets the same call twice; the last one counts.", "Remove the first."),
    "call-rejected-ineffective": Code(
        "dropped",
        "A method does not take this number or kind of parameters. SimSpark then ignores the call without a word, so it says nothing.",
        "Write the parameters that the finding names; switches are spelled true and false.",
    ),
    "capsule-scaled": Code("approximated", "A capsule is scaled, and is none any more.", "Write its size with setParams."),
    "class-without-function-ineffective": Code(
        "dropped", "SimSpark knows this class, but its physics engine does nothing with it.", "Use RigidBody and the colliders that exist."
    ),
    "collider-rotation-entry-ineffective": Code(
        "dropped", "setRotation takes the rotation of a matrix; what it says about position is ignored."
    ),
    "collider-unbound": Code(
        "converted",
        "A collider belongs to a body that was made before it, beside it. This one does not, so it stays when the body moves.",
        "Write it behind the RigidBody, beside it; an offset goes into a TransformCollider.",
    ),
    "collider-without-shape-ineffective": Code("dropped", "A TransformCollider holds no collider, or more than the one that it can hold."),
    "contact-mode-off-ineffective": Code(
        "dropped", "A value of a contact is set, but its mode is not switched on.", "Add the call that ends in Mode, with true."
    ),
    "cylinder-elliptic": Code("approximated", "A cylinder with two radii becomes a round one.", "Use the same scale along x and y."),
    "cylinder-size-ineffective": Code(
        "dropped",
        "setParams of a drawn Cylinder only creates it; its size is that of setScale.",
        "Write (setParams 1 1) and the size in setScale.",
    ),
    "define-invalid": Code(
        "invalid", "A definition lacks its variable or value; SimSpark skips the rest of the file.", "(def $name value)"
    ),
    "expression-invalid": Code(
        "invalid",
        "An expression has no value, so SimSpark skips the rest of the file. Expressions are arithmetic, constants and texts; nothing else "
        "of Ruby is evaluated, and nothing is ever executed.",
        "Constants of the application's scripts are given with --constants FILE.json.",
    ),
    "expression-rounded": Code(
        "approximated",
        "A number with more than six digits before its point comes out of an expression with six.",
        "Write the number itself.",
    ),
    "header-surplus-ineffective": Code("dropped", "SimSpark reads two version numbers in the header and nothing behind them."),
    "import-failed": Code(
        "unresolved",
        "An imported file is not there or cannot be read. SimSpark says so in its log and goes on without it.",
        "Files are looked up below resource locations, never beside the importing file: name one with --search-path.",
    ),
    "joint-axis-index-ineffective": Code("dropped", "A parameter is set for an axis that this joint does not have."),
    "joint-axis-zero": Code("invalid", "A joint's axis has no direction; ODE keeps the x axis.", "Give it one."),
    "joint-body-not-found": Code(
        "unresolved",
        "The path in attach leads to no RigidBody. SimSpark then attaches the joint to the world.",
        "Paths start at the joint. After an import, Transforms that hold nothing but Transforms are gone from them.",
    ),
    "joint-fixed-unset": Code(
        "approximated", "A FixedJoint without setFixed pulls its bodies onto each other; here they keep their places.", "Add (setFixed)."
    ),
    "joint-order-ineffective": Code(
        "dropped", "An anchor or axis is set before the joint is attached, where it is lost.", "Write attach first."
    ),
    "joint-stops-crossed": Code(
        "converted", "The lower stop is above the upper one; ODE enforces neither.", "Exchange them if they are meant."
    ),
    "joint-unattached-ineffective": Code("dropped", "A joint is attached to no body, so it does nothing.", "Attach it."),
    "mass-added-to-default": Code(
        "kept", "Mass is added to a body that has none set, so to the 1 kg that every body starts with.", "Set a mass first."
    ),
    "mass-centre-refused": Code(
        "converted",
        "setMassParameters places the centre of mass beside the body's origin, where ODE does not allow it to be.",
        "Place the Transform at the centre of mass and shift what stands beside the body.",
    ),
    "mass-matrix-undefined": Code(
        "kept",
        "Mass is added without the matrix that places it; SimSpark then uses memory that nobody set.",
        "Write 0 0 0 0 0 0 behind it.",
    ),
    "mass-replaced-ineffective": Code("dropped", "A body's mass is set twice; the last call counts."),
    "mass-translated-ineffective": Code("dropped", "translateMass has no effect: SimSpark changes a copy."),
    "mass-turn-ineffective": Code("dropped", "Turning a round mass about its own axis changes nothing."),
    "material-unknown": Code(
        "unresolved",
        "No script of SimSpark and no material file of a mesh defines a material of this name; SimSpark does not draw the shape.",
        "Use a name from the list in docs/formats/rsg.md.",
    ),
    "mesh-as-loaded": Code(
        "converted",
        "SimSpark shows something else than other loaders: it keeps three corners of a face, wants normals and skips four lines. The "
        "result has what SimSpark shows.",
        "Export triangles with normals.",
    ),
    "mesh-not-found": Code(
        "unresolved", "A mesh file is in no resource location.", "Name the folder that holds models/ with --search-path."
    ),
    "mesh-unreadable": Code(
        "unresolved", "SimSpark's loader finds nothing to draw in a mesh file.", "Export it as OBJ, as triangles with normals."
    ),
    "method-unknown-ineffective": Code(
        "dropped", "The class has no method of this name; SimSpark ignores the call.", "Correct its spelling."
    ),
    "node-class-missing": Code(
        "invalid", "nd is not followed by a class; SimSpark skips the rest of the file.", "Write a class behind nd, like (nd Box)."
    ),
    "node-class-unknown": Code(
        "invalid", "SimSpark knows no class of this name and skips the rest of the file.", "Names are case-sensitive."
    ),
    "node-empty-ineffective": Code("dropped", "A node has a name or a pose, and nothing in it is part of the scene."),
    "node-removed-ineffective": Code(
        "dropped",
        "After each import SimSpark removes Transforms without children, and hands the children of those that hold only Transforms to the "
        "node above; what places them stays, the names go.",
    ),
    "parameter-count-differs": Code(
        "converted",
        "A file gets another number of parameters than it declares. Parameters and definitions share one list, so variables have values "
        "that belong to others.",
        "Pass as many as the file declares; for the entry file, with --parameter.",
    ),
    "parameter-surplus-ineffective": Code("dropped", "More parameters are written than are read."),
    "select-without-node": Code(
        "invalid",
        "sel names no child of the current node; SimSpark skips the rest of the file.",
        "Correct the name behind sel; the children of the node are named in its messages.",
    ),
    "switch-branch-ineffective": Code("dropped", "A case of a switch is not taken, so what it says is no part of the scene."),
    "switch-rest-ineffective": Code("dropped", "Of a case, SimSpark executes the first list behind the label only."),
    "switch-without-case": Code("invalid", "No case of a switch fits; SimSpark skips the rest of the file.", "There is no default case."),
    "template-invalid": Code(
        "invalid",
        "A parameter is declared twice, or its name lacks the $; SimSpark skips the rest of the file.",
        "Declare each parameter once, with a $ before its name.",
    ),
    "text-ineffective": Code("dropped", "Text that SimSpark never reads, or reads otherwise than it is meant."),
    "text-not-executed-ineffective": Code("dropped", "SimSpark never gets here: the file was left before, or it stands behind the scene."),
    "transform-last-row-ineffective": Code("dropped", "The last row of a matrix is not used."),
    "transform-not-rigid": Code(
        "approximated", "A matrix scales or shears. Bodies never follow that; what is drawn would, and here does not.", "Scale the shapes."
    ),
    "variable-unknown": Code(
        "invalid", "A variable is not defined; SimSpark skips the rest of the file.", "A file sees its own definitions and parameters only."
    ),
    "variable-unused-ineffective": Code("dropped", "A definition or parameter that nothing uses."),
    "variable-without-value": Code(
        "invalid",
        "A parameter was not given, and no definition stands in its place; SimSpark skips the rest of the file.",
        "Give the parameter with --parameter, or define the variable before it is used.",
    ),
    "visual-without-shape-ineffective": Code("dropped", "A shape is not drawn before setParams or load says what it is."),
}
