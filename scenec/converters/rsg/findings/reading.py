"""Findings about the nodes of a scene: bodies, joints, colliders, visuals and meshes."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- nodes and poses

CLASS_WITHOUT_FUNCTION = Code(
    "class-without-function-ineffective", "dropped", "warning", "metadata",
    headline="Node ignored: {node}",
    because="SimSpark has the class {node}, but its physics engine does nothing with it.",
    effect="No effect: the node does nothing in SimSpark either.",
    advice="Use RigidBody, BoxCollider, SphereCollider, CapsuleCollider or PlaneCollider.",
    many="nodes ignored",
)
NODE_EMPTY = Code(
    "node-empty-ineffective", "dropped", "note", "metadata",
    headline="Empty node ignored",
    because="The node has a name or a pose, but holds no part of the scene.",
    effect="No effect: nothing stands in the node.",
    advice="Remove the node.",
    many="empty nodes ignored",
)
NODE_REMOVED = Code(
    "node-removed-ineffective", "dropped", "note", "metadata",
    headline="Transform removed",
    because="SimSpark removes Transforms without children, and those that hold only Transforms.",
    effect="No effect: the children stay where they are.",
    advice="Leave the Transform out, and place its children directly.",
    many="nodes Transform removed",
)
TRANSFORM_LAST_ROW = Code(
    "transform-last-row-ineffective", "dropped", "note", "metadata",
    headline="Last row of a matrix ignored",
    because="SimSpark does not use the last row of a matrix.",
    effect="No effect: SimSpark ignores the row as well.",
    advice="Write 0 0 0 1 in the last row.",
    many="last rows of matrices ignored",
)
TRANSFORM_NOT_RIGID = Code(
    "transform-not-rigid", "approximated", "warning", "appearance",
    headline="Scale of a matrix dropped",
    because="The matrix scales or shears. Bodies of SimSpark do not follow that, but drawn shapes do.",
    effect="Drawn shapes have another size than in SimSpark.",
    advice="Scale the shapes instead.",
    many="scales of matrices dropped",
)

# ---------------------------------------------------------------- bodies

MASS_ADDED_TO_DEFAULT = Code(
    "mass-added-to-default", "kept", "warning", "physics",
    headline="Mass added to the default: {method}",
    because="The body has no mass yet, so ODE adds to its default of 1 kg and a unit inertia tensor.",
    effect="The body has the sum of both, as in SimSpark.",
    advice="Set a mass first.",
    many="masses added to the default",
)
MASS_CENTRE_REFUSED = Code(
    "mass-centre-refused", "converted", "error", "physics",
    headline="Centre of mass refused by SimSpark: {com} m",
    because="ODE requires the centre of mass at the origin of the body.",
    effect="The result has the centre of mass that the file states.",
    advice="Place the Transform at the centre of mass, and shift the nodes beside the body.",
    many="centres of mass refused by SimSpark",
)
MASS_MATRIX_UNDEFINED = Code(
    "mass-matrix-undefined", "kept", "error", "physics",
    headline="Mass without a matrix: {method}",
    because="SimSpark reads uninitialised memory where the matrix is missing.",
    effect="The result has the mass at the origin of the body.",
    advice="Write the matrix: 0 0 0 0 0 0.",
    many="masses without a matrix",
)
MASS_REPLACED = Code(
    "mass-replaced-ineffective", "dropped", "note", "metadata",
    headline="Mass overridden: {method}",
    because="A later {replacement} of the same body replaces it.",
    effect="No effect: SimSpark uses the later call as well.",
    advice="Remove the earlier call.",
    many="masses overridden",
)
MASS_TRANSLATED = Code(
    "mass-translated-ineffective", "dropped", "warning", "metadata",
    headline="Call ignored: translateMass",
    because="SimSpark translates a copy of the mass and discards it.",
    effect="No effect: the mass stays in place in SimSpark, too.",
    advice="Remove the call.",
    many="calls of translateMass ignored",
)
MASS_TURN = Code(
    "mass-turn-ineffective", "dropped", "note", "metadata",
    headline="Rotation of a mass ignored: {method}",
    because="The mass is round about this axis, or a box with a square cross-section.",
    effect="No effect: the inertia tensor stays the same.",
    advice="Remove the angle.",
    many="rotations of masses ignored",
)

# ---------------------------------------------------------------- colliders

COLLIDER_ROTATION_ENTRY = Code(
    "collider-rotation-entry-ineffective", "dropped", "note", "metadata",
    headline="Position in setRotation ignored",
    because="`setRotation` of a collider uses only the rotation of its matrix.",
    effect="No effect: SimSpark ignores the position as well.",
    advice="Write the position in setPosition or setLocalPosition.",
    many="positions in setRotation ignored",
)
COLLIDER_UNBOUND = Code(
    "collider-unbound", "converted", "warning", "physics",
    headline="Collider left in the world: {node}",
    because="{why}",
    effect="The collider stays in place while the body moves, as in SimSpark.",
    advice="Write the collider behind the RigidBody, beside it. Use a TransformCollider for an offset.",
    many="colliders left in the world",
)
COLLIDER_WITHOUT_SHAPE = Code(
    "collider-without-shape-ineffective", "dropped", "warning", "metadata",
    headline="Collider ignored: {node}",
    because="A TransformCollider uses the first collider in it, and without one it has no shape.",
    effect="No effect: the collider touches nothing in SimSpark either.",
    advice="Put one collider into each TransformCollider.",
    many="colliders ignored",
)
CONTACT_MODE_OFF = Code(
    "contact-mode-off-ineffective", "dropped", "note", "metadata",
    headline="Contact value ignored: {method}",
    because="{mode} is off.",
    effect="No effect: SimSpark ignores the value as well.",
    advice="Add ({mode} true).",
    many="contact values ignored",
)
HANDLER_IN_INNER_COLLIDER = Code(
    "handler-in-inner-collider-ineffective", "dropped", "warning", "physics",
    headline="Contact handler ignored: {node}",
    because="ODE reports contacts to the TransformCollider around the collider, and only its handler counts.",
    effect="No effect: SimSpark ignores the handler as well.",
    advice="Write the handler beside the collider, as a child of the TransformCollider.",
    many="contact handlers ignored",
)

# ---------------------------------------------------------------- joints

JOINT_AXIS_INDEX = Code(
    "joint-axis-index-ineffective", "dropped", "warning", "metadata",
    headline="Axis parameter ignored: {method}",
    because="A {node} has no axis {axis}.",
    effect="No effect: SimSpark ignores the call as well.",
    advice="Correct the number of the axis. The first axis is 0.",
    many="axis parameters ignored",
)
JOINT_AXIS_ZERO = Code(
    "joint-axis-zero", "invalid", "error", "physics",
    headline="Joint axis without a direction replaced",
    because="All three components of the axis are 0.",
    effect="The axis is the x axis, as in ODE.",
    advice="Give the axis a direction.",
    many="joint axes without a direction replaced",
)
JOINT_BODY_NOT_FOUND = Code(
    "joint-body-not-found", "unresolved", "warning", "physics",
    headline="Body of a joint not found: {path}",
    because="The path leads to no RigidBody.",
    effect="The joint holds to the world, as in SimSpark.",
    advice="Start the path at the joint. After an import, Transforms that held only Transforms are gone from paths.",
    many="bodies of joints not found",
)
JOINT_FIXED_UNSET = Code(
    "joint-fixed-unset", "approximated", "warning", "physics",
    headline="Fixed joint approximated: setFixed is missing",
    because="A FixedJoint without setFixed pulls its bodies onto each other.",
    effect="The bodies keep their places.",
    advice="Add (setFixed) behind attach.",
    many="fixed joints approximated",
)
JOINT_ORDER = Code(
    "joint-order-ineffective", "dropped", "warning", "metadata",
    headline="Joint call ignored: {method} before attach",
    because="SimSpark forgets anchors and axes that are set before attach.",
    effect="No effect: the joint has the origin and the axes of its first body.",
    advice="Write attach first.",
    many="joint calls ignored",
)
JOINT_STOPS_CROSSED = Code(
    "joint-stops-crossed", "converted", "warning", "physics",
    headline="Joint limits switched off: {limits}",
    because="The lower stop is above the upper one. ODE then enforces neither.",
    effect="The joint moves without limits, as in SimSpark.",
    advice="Exchange the stops if they are meant.",
    many="joint limits switched off",
)
JOINT_UNATTACHED = Code(
    "joint-unattached-ineffective", "dropped", "warning", "physics",
    headline="Joint ignored: {node}",
    because="The joint is attached to no body, or twice to the same.",
    effect="No effect: the joint does nothing in SimSpark either.",
    advice="Attach the joint to two bodies, or to a body and the world.",
    many="joints ignored",
)

# ---------------------------------------------------------------- visuals

CAPSULE_SCALED = Code(
    "capsule-scaled", "approximated", "warning", "appearance",
    headline="Scaled capsule approximated: scale {scale}",
    because="A capsule that is scaled is no capsule any more.",
    effect="The radius is scaled by the mean of x and y, the length by z.",
    advice="Write the size with setParams, without a scale.",
    many="scaled capsules approximated",
)
CYLINDER_ELLIPTIC = Code(
    "cylinder-elliptic", "approximated", "warning", "appearance",
    headline="Elliptic cylinder approximated: radii {x} m and {y} m",
    because="The cylinder is scaled differently along x and y.",
    effect="The cylinder is round, with the mean of both radii.",
    advice="Use the same scale along x and y.",
    many="elliptic cylinders approximated",
)
CYLINDER_SIZE = Code(
    "cylinder-size-ineffective", "dropped", "note", "metadata",
    headline="Cylinder size ignored: setParams",
    because="A drawn Cylinder is as large as setScale makes it. setParams only creates it.",
    effect="No effect: SimSpark ignores the size as well.",
    advice="Write (setParams 1 1), and the size in setScale.",
    many="cylinder sizes ignored",
)
MATERIAL_UNKNOWN = Code(
    "material-unknown", "unresolved", "warning", "appearance",
    headline="Material not found: {name}",
    because="Neither SimSpark's scripts nor the material file of a mesh define this material.",
    effect="The shape is invisible, as in SimSpark.",
    advice="{fix}",
    many="materials not found",
)
VISUAL_WITHOUT_SHAPE = Code(
    "visual-without-shape-ineffective", "dropped", "warning", "metadata",
    headline="Visual ignored: {node}",
    because="SimSpark draws nothing before setParams or load.",
    effect="No effect: SimSpark does not draw the visual either.",
    advice="Add setParams or load.",
    many="visuals ignored",
)

# ---------------------------------------------------------------- meshes

MESH_AS_LOADED = Code(
    "mesh-as-loaded", "converted", "warning", "geometry",
    headline="Mesh differs from its file: {value}",
    because="SimSpark's loader {difference}.",
    effect="The result has the mesh as SimSpark shows it.",
    advice="Export triangles with normals.",
    many="meshes differ from their files",
)
MESH_FILE_UNREADABLE = Code(
    "mesh-file-unreadable", "kept", "error", "geometry",
    headline="Mesh file not readable: {value}",
    because="The mesh file cannot be read: {why}.",
    effect="SimSpark does not draw the shape.",
    advice="Export the mesh again, as an OBJ file of triangles with normals.",
    many="mesh files not readable", together=True,
)
MESH_NOT_FOUND = Code(
    "mesh-not-found", "kept", "error", "geometry",
    headline="Mesh file not found: {value}",
    because="The mesh file cannot be read: {why}.",
    effect="SimSpark does not draw the shape.",
    advice="Name the folder that holds the file with --search-path.",
    many="mesh files not found", together=True,
)
MESH_WITHOUT_FACES = Code(
    "mesh-without-faces", "kept", "error", "geometry",
    headline="Mesh not drawn: {value}",
    because="SimSpark's loader finds no face whose corners have normals.",
    effect="SimSpark does not draw the shape.",
    advice="Export the mesh as an OBJ file with normals.",
    many="meshes not drawn",
)
MESH_WITHOUT_USEMTL = Code(
    "mesh-without-usemtl", "kept", "error", "geometry",
    headline="Mesh without usemtl not drawn: {value}",
    because="SimSpark ignores faces before the first usemtl, here all {count}.",
    effect="SimSpark does not draw the shape.",
    advice="Write `usemtl matWhite` before the first face.",
    many="meshes without usemtl not drawn",
)

CODES = by_code(list(globals().values()))
