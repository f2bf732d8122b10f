"""Findings of the SimRobot reader."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

IGNORED = "No effect: SimRobot ignores it as well."

# ---------------------------------------------------------------- text and files

TEXT_INEFFECTIVE = Code(
    "text-ineffective", "dropped", "warning", "metadata",
    headline="Text ignored",
    because="SimRobot ignores part of what stands there: {remark}.",
    effect=IGNORED,
    advice="Remove the part that is not meant.",
    many="texts ignored",
)
TEXTURE_NOT_FOUND = Code(
    "texture-not-found", "kept", "warning", "appearance",
    headline="Texture not found: {value}",
    because="{why}",
    effect="SimRobot and {target} draw the plain colour instead.",
    advice="Put the image where the scene expects it.",
    many="textures not found", together=True,
)

# ---------------------------------------------------------------- attributes

ATTRIBUTE_UNKNOWN = Code(
    "attribute-unknown", "dropped", "warning", "metadata",
    headline="Attribute dropped: {attribute} of <{element}>",
    because="{why}",
    effect="SimRobot refuses the file. With --lenient the attribute is left out.",
    advice="Remove the attribute, or correct its spelling. For the MuJoCo core, use --from simrobot@core3.",
    many="attributes dropped",
)
ATTRIBUTE_OF_FORK_DROPPED = Code(
    "attribute-of-fork-dropped", "dropped", "warning", "metadata",
    headline="Fork attribute dropped: {attribute} of <{element}>",
    because="Only a fork of SimRobot reads this attribute: {why}.",
    effect="SimRobot refuses the file. With --lenient the attribute is left out, and the fork behaves differently.",
    advice="Keep the source for the fork.",
    many="fork attributes dropped",
)
ATTRIBUTE_OF_CORE3 = Code(
    "attribute-of-core3", "converted", "note", "control",
    headline="Attribute of the MuJoCo core read: {attribute}",
    because="SimRobotCore2 refuses this attribute. SimRobot's MuJoCo core has it.",
    effect="The motor is read with this attribute.",
    advice="Use --from simrobot@core3 if the whole file is meant for that core.",
    many="attributes of the MuJoCo core read",
)
NUMBER_NOT_FINITE = Code(
    "number-not-finite", "invalid", "error", "physics",
    headline="Number is not finite: {value}",
    because="SimRobot accepts nan and infinity as numbers, and then simulates a body without a place.",
    effect="The attribute is read as if it were not written.",
    advice="Write a finite number.",
    many="numbers that are not finite",
)
COLOUR_COMPONENT_MISSING = Code(
    "colour-component-missing", "converted", "warning", "appearance",
    headline="Colour components added: {value}",
    because="SimRobot leaves components that are not written undefined.",
    effect="SimRobot shows random values there. The result has 0 for a missing colour and 1 for a missing alpha.",
    advice="Write all components of the colour.",
    many="colours with missing components",
)
COLOUR_FRACTIONAL = Code(
    "colour-fractional", "converted", "note", "appearance",
    headline="Fractional colour read: {value}",
    because="Releases up to 2017 read colour components as fractions. Later ones refuse the file.",
    effect="The colour is the same. Only --lenient accepts it.",
    advice="Write the colour as #rrggbb.",
    many="fractional colours read",
)
NAME_INEFFECTIVE = Code(
    "name-ineffective", "dropped", "note", "metadata",
    headline="Name ignored",
    because="{why}",
    effect="No effect: SimRobot does not use the name.",
    many="names ignored",
)

# ---------------------------------------------------------------- templates and placeholders

TEMPLATE_UNUSED_INEFFECTIVE = Code(
    "template-unused-ineffective", "dropped", "note", "metadata",
    headline="Unused template dropped",
    because="No element of the scene refers to this template.",
    effect="No effect: the template is never used.",
    many="unused templates dropped",
)
ATTRIBUTE_OVERRIDDEN_INEFFECTIVE = Code(
    "attribute-overridden-ineffective", "dropped", "note", "metadata",
    headline="Attribute of a template ignored",
    because="Every element that refers to the template has this attribute itself.",
    effect=IGNORED,
    many="attributes of templates ignored",
)
ELEMENT_REPLACED_INEFFECTIVE = Code(
    "element-replaced-ineffective", "dropped", "note", "metadata",
    headline="Element of a template ignored",
    because="Every element that refers to the template has its own {element}.",
    effect=IGNORED,
    many="elements of templates ignored",
)
SET_INEFFECTIVE = Code(
    "set-ineffective", "dropped", "note", "metadata",
    headline="Set ignored: {variable}",
    because='No placeholder takes this value of "{variable}".',
    effect=IGNORED,
    advice="Check the spelling of the name.",
    many="elements Set ignored",
)
PLACEHOLDER_TEXT_DROPPED = Code(
    "placeholder-text-converted", "converted", "warning", "metadata",
    headline='Text between placeholders lost: "{text}"',
    because="SimRobot loses the text between two placeholders of one attribute.",
    effect="The result has the text that SimRobot makes of it.",
    advice="Put the text into the values of the placeholders.",
    many="texts between placeholders lost",
)
PLACEHOLDER_UNDEFINED = Code(
    "placeholder-undefined", "converted", "warning", "metadata",
    headline="Placeholder undefined: {variable}",
    because='No Set defines "{variable}" there.',
    effect="The placeholder stays in the text, as in SimRobot.",
    advice='Add <Set name="{variable}" value="..."/> where the element is used.',
    many="placeholders undefined",
)

# ---------------------------------------------------------------- shapes, meshes, masses

CONTAINER_INEFFECTIVE = Code(
    "container-ineffective", "dropped", "note", "metadata",
    headline="Empty container ignored",
    because="The element has neither a name nor a part.",
    effect=IGNORED,
    many="empty containers ignored",
)
CAPSULE_DEGENERATE = Code(
    "capsule-degenerate", "approximated", "warning", "geometry",
    headline="Capsule read as a sphere: height {value} m",
    because="The height of {height} m counts from tip to tip, and the caps alone take {caps} m.",
    effect="SimRobot's own capsule is undefined there. The result has one without a cylinder.",
    advice="Make the height at least twice the radius.",
    many="capsules read as spheres",
)
MATERIAL_INEFFECTIVE = Code(
    "material-ineffective", "dropped", "warning", "physics",
    headline="Material ignored",
    because="A Geometry has no shape of its own and passes its material to none.",
    effect=IGNORED,
    advice="Give the material to the shapes.",
    many="materials ignored",
)
MATERIAL_AMBIGUOUS = Code(
    "material-ambiguous", "approximated", "warning", "physics",
    headline="Material merged with its namesake",
    because="Materials of this name list different frictions, and a scene has one list per name.",
    effect="Pairs with this material use the entries of the first one.",
    advice="Give the materials different names.",
    many="materials merged with their namesakes",
)
FRICTION_REPEATED_INEFFECTIVE = Code(
    "friction-repeated-ineffective", "dropped", "warning", "physics",
    headline="Friction entry ignored: {value}",
    because="A later entry for the same material replaces this one.",
    effect="No effect: SimRobot uses the later entry as well.",
    advice="Remove the entry that is not meant.",
    many="friction entries ignored",
)
MESH_FACES_INCOMPLETE = Code(
    "mesh-faces-incomplete", "approximated", "warning", "geometry",
    headline="Indices at the end of a face list dropped",
    because="{count} indices do not make whole faces of {corners}.",
    effect="The faces before them are complete.",
    advice="Complete the list.",
    many="incomplete face lists",
)
MESH_INDEX_OUT_OF_RANGE = Code(
    "mesh-index-out-of-range", "approximated", "warning", "geometry",
    headline="Mesh indices replaced by 0",
    because="{count} indices are out of range. The mesh has {limit} entries.",
    effect="SimRobot draws these corners at some other vertex. The result draws them at the first one.",
    advice="Correct the indices.",
    many="lists with mesh indices replaced by 0",
)
TEXTURE_COORDINATES_DROPPED = Code(
    "texture-coordinates-dropped", "dropped", "warning", "appearance",
    headline="Texture coordinates dropped",
    because="The mesh has {count} texture coordinates for {vertices} vertices.",
    effect="The part shows its plain colour.",
    advice="Give one pair of texture coordinates per vertex.",
    many="texture coordinates dropped",
)
INERTIA_REFERENCE_POINT = Code(
    "inertia-reference-point", "converted", "warning", "physics",
    headline="Inertia tensors read about the mass frame",
    because="ServoMotor@delay dates the scene to SimRobot's MuJoCo core, which takes tensors about the centre of mass.",
    effect="The inertias are too small if the scene was written for that core.",
    advice="Use --from simrobot@core3 if the scene is meant for the MuJoCo core.",
    many="scenes with inertia tensors read about the mass frame",
)

# ---------------------------------------------------------------- joints

SLIDER_INIT_INEFFECTIVE = Code(
    "slider-init-ineffective", "dropped", "warning", "physics",
    headline="Initial position of a Slider ignored",
    because="A Slider of SimRobotCore2 starts at zero. SimRobot refuses the attribute.",
    effect="No effect: the joint starts at zero. Only --lenient accepts the file.",
    advice="Place the body of the Slider where it must start.",
    many="initial positions of Sliders ignored",
)
JOINT_LIMIT_MINIMUM_INEFFECTIVE = Code(
    "joint-limit-minimum-ineffective", "dropped", "warning", "physics",
    headline="Lower joint limit ignored",
    because="SimRobot takes a minimum above the maximum as the maximum.",
    effect="No effect: the joint is locked in SimRobot as well.",
    advice="Exchange the two limits if the joint must move.",
    many="lower joint limits ignored",
)
JOINT_LIMIT_INACTIVE_INEFFECTIVE = Code(
    "joint-limit-inactive-ineffective", "dropped", "warning", "physics",
    headline="Attribute isActive ignored",
    because="{why}",
    effect="No effect: the limits hold in SimRobot as well.",
    advice="Remove the limits if the joint must move freely.",
    many="attributes isActive ignored",
)

# ---------------------------------------------------------------- lights

LIGHT_INTERPRETED = Code(
    "light-interpreted", "converted", "note", "appearance",
    headline="Light of 2013 to 2021 interpreted: {result}",
    because="SimRobot draws this Light as parallel light towards the origin. SimRobot's documentation calls x, y, z a position.",
    effect="The scene is lit by {result}.",
    advice="Use --old-light {other} to read it the other way.",
    many="elements Light of 2013 to 2021 interpreted",
)
LIGHT_RANGE_INEFFECTIVE = Code(
    "light-range-ineffective", "dropped", "note", "appearance",
    headline="Attenuation and spot of a light ignored",
    because="Parallel light neither fades nor has a cone.",
    effect=IGNORED,
    many="attenuations and spots ignored",
)
LIGHT_SPOT_INEFFECTIVE = Code(
    "light-spot-ineffective", "dropped", "note", "appearance",
    headline="Spot of a light ignored",
    because="A cutoff above 90° makes a light that shines in all directions.",
    effect=IGNORED,
    many="spots of lights ignored",
)
