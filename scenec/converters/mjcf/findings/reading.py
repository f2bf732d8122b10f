"""Findings of the MJCF reader: what MuJoCo ignores, refuses or reads otherwise than its author meant."""

from __future__ import annotations

from scenec.accounting.code import Code, by_code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- files

XML_TOLERATED = Code(
    "mjcf-xml-tolerated", "kept", "note", "metadata",
    headline="Irregular XML accepted",
    because="The parser of MuJoCo (tinyxml2) accepts this: {remark}.",
    effect="Stricter readers refuse the file.",
    advice="Correct the XML.",
    many="places of irregular XML accepted",
)
IMAGE_FILE_MISSING = Code(
    "mjcf-image-missing", "kept", "warning", "appearance",
    headline="Image file missing: {value}",
    because="The image is neither where the model says nor in a --search-path folder.",
    effect="MuJoCo refuses the model. Other simulators draw without the image.",
    advice="Put the image where the model expects it, or name its folder with --search-path.",
    many="image files missing", together=True,
)
MESH_FILE_MISSING = Code(
    "mjcf-mesh-missing", "kept", "error", "geometry",
    headline="Mesh file missing: {value}",
    because="The file is neither where the model says nor in a --search-path folder.",
    effect="MuJoCo refuses the model. The shape is neither drawn nor touched, and weighs nothing.",
    advice="Put the file where the model expects it, or name its folder with --search-path.",
    many="mesh files missing", together=True,
)
MESH_FIRST_PART = Code(
    "mjcf-mesh-first-object-only", "kept", "warning", "geometry",
    headline="Only the first object of a mesh file is shown: {value}",
    because="MuJoCo reads the first object of an OBJ file, here {part}, and leaves out {others}.",
    effect="The scene shows what MuJoCo shows.",
    advice="Join the objects, or give each a file of its own.",
    many="mesh files of which only the first object is shown",
)
MESH_UNREADABLE = Code(
    "mjcf-mesh-unreadable", "kept", "error", "geometry",
    headline="Mesh unreadable: {value}",
    because="Reading the mesh failed: {problem}.",
    effect="The mass of bodies with this mesh is too small.",
    advice="Save the mesh as OBJ or STL.",
    many="meshes unreadable", together=True,
)

MASS_UNRESOLVED = Code(
    "mjcf-mass-unresolved", "unresolved", "warning", "physics",
    headline="Mass or density not used: {value}",
    because="The mesh of the geom cannot be read: {why}.",
    effect="The geom weighs nothing.",
    advice="Provide the mesh.",
    many="masses and densities not used",
)

ATTACHED_KEYFRAME_DROPPED = Code(
    "mjcf-attached-keyframe-dropped", "dropped", "warning", "metadata",
    headline="Numbers of an attached model's keyframe dropped: {name}",
    because="Activations and deformable bodies have no known place in the keyframes of the whole model.",
    effect="The named pose lacks these numbers.",
    advice="State the keyframe in the model that attaches.",
    many="numbers of attached models' keyframes dropped",
)

# ---------------------------------------------------------------- without effect

ATTACHED_SETTING_INEFFECTIVE = Code(
    "mjcf-attached-setting-ineffective", "dropped", "note", "metadata",
    headline="Value of an attached model ignored: {subject}",
    because="MuJoCo takes along only what belongs to the attached bodies.",
    effect="No effect: MuJoCo ignores the value, too.",
    advice="State the value in the model that attaches.",
    many="values of attached models ignored",
)
ATTRIBUTE_INEFFECTIVE = Code(
    "mjcf-attribute-ineffective", "dropped", "note", "metadata",
    headline="Attribute ignored: {name}",
    because="MuJoCo ignores this attribute in {why}.",
    effect="No effect: MuJoCo ignores the value, too.",
    advice="Remove the attribute.",
    many="attributes ignored",
)
BLANK_INEFFECTIVE = Code(
    "mjcf-blank-ineffective", "dropped", "note", "metadata",
    headline="Blank attribute ignored: {name}",
    because="MuJoCo reads a blank attribute as a missing one.",
    effect="No effect: the default holds.",
    advice="Remove the attribute.",
    many="blank attributes ignored",
)
DEFAULT_INEFFECTIVE = Code(
    "mjcf-default-ineffective", "dropped", "note", "metadata",
    headline="Unused default: <{tag}> of the class {name}",
    because="No element takes these values from the class.",
    effect="No effect: the model is the same without them.",
    advice="Remove the values.",
    many="unused defaults",
)
CLASS_INEFFECTIVE = Code(
    "mjcf-class-ineffective", "dropped", "note", "metadata",
    headline="Unused name of a default class: {value}",
    because="No element of the model refers to the class.",
    effect="No effect: classes inside it have its values under any name.",
    advice="Remove the class, if no class inside it is used.",
    many="unused names of default classes",
)
INCLUDED_ROOT_INEFFECTIVE = Code(
    "mjcf-included-root-ineffective", "dropped", "note", "metadata",
    headline="Attribute of an included file's root ignored",
    because="MuJoCo takes only what is inside the root of an included file.",
    effect="No effect: the model keeps its own name.",
    advice="Remove the attribute.",
    many="attributes of included roots ignored",
)
INERTIAL_INEFFECTIVE = Code(
    "mjcf-inertial-ineffective", "dropped", "note", "physics",
    headline="Mass or inertia below the compiler's bounds ignored: {subject}",
    because="The values of boundmass and boundinertia in <compiler> are larger.",
    effect="No effect: MuJoCo takes the bounds, too.",
    advice="State the mass and the inertia that the body should have.",
    many="masses or inertias below the compiler's bounds ignored",
)
TEXT_INEFFECTIVE = Code(
    "mjcf-text-ineffective", "dropped", "note", "metadata",
    headline="Text between elements ignored: {value}",
    because="MJCF has no texts.",
    effect="No effect: MuJoCo ignores the text, too.",
    advice="Make the text a comment.",
    many="texts between elements ignored",
)

STRAY_BODY_INEFFECTIVE = Code(
    "mjcf-stray-body-ineffective", "dropped", "warning", "metadata",
    headline="Body outside of the world ignored: {subject}",
    because="MuJoCo reads bodies below <worldbody> only.",
    effect="No effect: MuJoCo ignores the body, too.",
    advice="Put the body into <worldbody>, or convert the model that includes this file.",
    many="bodies outside of the world ignored",
)

# ---------------------------------------------------------------- dialects

INERTIA_GROUPS = Code(
    "mjcf-inertia-groups-only", "kept", "note", "physics",
    headline="Groups of geoms that have mass: {value}",
    because="Geoms of other groups give no mass to bodies without an inertial.",
    effect="The masses are those of MuJoCo.",
    many="ranges of groups of geoms that have mass",
)
GLOBAL_COORDINATES = Code(
    "mjcf-global-coordinates-converted", "converted", "warning", "geometry",
    headline="Global coordinates read",
    because="MuJoCo had them up to release 2.3.3. All poses of the file count in the world.",
    effect="Later releases refuse the file. scenec read it as the old release did.",
    advice="Write the file anew.",
    many="files in global coordinates",
)
MAIN_CLASS_RENAMED = Code(
    "mjcf-main-class-renamed", "converted", "warning", "metadata",
    headline="Outermost default class has another name: {value}",
    because="MuJoCo allowed that up to release 3.1.6. The name is `main` now.",
    effect="Later releases refuse the file. scenec read it as the old release did.",
    advice="Call the class main, or leave its name out.",
    many="outermost default classes with another name",
)
OLD_SPELLING = Code(
    "mjcf-old-spelling-converted", "converted", "warning", "metadata",
    headline="Old spelling read: {value}",
    because="MuJoCo had this attribute up to release {until}.",
    effect="MuJoCo {version} refuses the file. scenec read it as the old release did.",
    advice="Write the file anew, or load it into an old release.",
    many="old spellings read",
)

# ---------------------------------------------------------------- limits of the neutral scene

NOT_FUSED = Code(
    "mjcf-bodies-not-fused", "kept", "note", "metadata",
    headline="Fixed bodies not fused",
    because="With fusestatic MuJoCo makes one body of several without joints. The model moves in the same way.",
    effect="The scene has all bodies of the file.",
    many="models whose fixed bodies are not fused",
)
VISUAL_DISCARDED = Code(
    "mjcf-visual-ineffective", "dropped", "note", "appearance",
    headline="Visual geom discarded: {subject}",
    because="With discardvisual MuJoCo drops geoms that touch nothing and that nothing names.",
    effect="No effect: MuJoCo does not draw the geom, either. The mass of the geom counts.",
    advice="Set discardvisual to false to keep the geom.",
    many="visual geoms discarded",
)
HIDDEN_MATERIAL = Code(
    "mjcf-hidden-material-ineffective", "dropped", "note", "appearance",
    headline="Material of a hidden geom ignored: {value}",
    because="MuJoCo does not draw geoms of groups 3 to 5, nor those that are transparent.",
    effect="No effect: MuJoCo draws the geom only on demand.",
    advice="Let a visible geom show the material.",
    many="materials of hidden geoms ignored",
)

FLEX_KEPT_ASIDE = Code(
    "mjcf-flex-kept-aside", "kept", "note", "physics",
    headline="Deformable body kept for MJCF alone: {subject}",
    because="Other formats have no deformable bodies. scenec does not work out its mass.",
    effect="Only MJCF files have the body.",
    advice="Use rigid bodies if other simulators must show it.",
    many="deformable bodies kept for MJCF alone",
)

CODES = by_code(list(globals().values()))
