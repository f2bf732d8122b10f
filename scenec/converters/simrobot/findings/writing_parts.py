"""Findings of the SimRobot writer about shapes, appearances, lights and sensors."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

# ---------------------------------------------------------------- shapes

COLLISION_EMPTY_INEFFECTIVE = Code(
    "collision-empty-ineffective", "dropped", "note", "geometry",
    headline="Empty collision left out",
    because="The collision has no shape.",
    effect="No effect: nothing can touch it.",
    advice="Remove the collision, or give it a shape.",
    many="empty collisions left out",
)
COLLISION_KIND_DROPPED = Code(
    "collision-kind-dropped", "dropped", "error", "physics",
    headline="Collision dropped: {value}",
    because="{why}",
    effect="Other bodies pass through the link there.",
    advice="Give the link a box, sphere or cylinder there.",
    many="collisions dropped",
)
VISUAL_KIND_DROPPED = Code(
    "visual-kind-dropped", "dropped", "warning", "appearance",
    headline="Visual dropped: {value}",
    because="{why}",
    effect="The visual is invisible.",
    advice="Make an OBJ or COLLADA mesh of it.",
    many="visuals dropped",
)
TRIGGER_DROPPED = Code(
    "trigger-shape-bounds-dropped", "dropped", "error", "physics",
    headline="Trigger shape dropped: {value}",
    because="In SimRobot, only sensors have shapes that sense without touching.",
    effect="No sensor reports what enters the shape.",
    advice="Watch the positions of the bodies that may enter it.",
    many="trigger shapes dropped",
)
SURFACE_CONTACT_DROPPED = Code(
    "surface-contact-dropped", "dropped", "warning", "physics",
    headline="Contact properties dropped: {value}",
    because="Contacts of SimRobot have friction. Softness and slip are settings of the whole scene.",
    effect="The shape slips, gives way or bounces differently.",
    advice="Set softness and slip for the whole scene: CFM, ERP and slip of <Scene>.",
    many="contact properties dropped",
)
FRICTION_FLOOR_APPROXIMATED = Code(
    "friction-floor-approximated", "approximated", "warning", "physics",
    each=True,
    headline="Friction on floors of other files changed: {value} -> {result}",
    because="The scene has no floor. SimRobot takes friction 1 for two materials that do not list each other.",
    effect="Shapes of this material slide less easily on the floor of another file.",
    advice="Include the floor in the source, or list its material in this Material by hand.",
    many="friction coefficients on floors of other files changed",
)

# ---------------------------------------------------------------- meshes

MESH_NAME_MADE_UNIQUE = Code(
    "mesh-name-made-unique", "converted", "note", "naming",
    headline="Mesh name changed: {value} -> {result}",
    because="Another list of vertices has this name, or the mesh is used in several sizes.",
    effect="The shape is the same. The <Vertices> element has the new name.",
    advice="Give the meshes different names in the source if programs look them up by name.",
    many="mesh names changed",
)
MESH_GROUP_RENAMED = Code(
    "mesh-group-renamed", "converted", "note", "naming",
    headline="Part of a mesh renamed: {value} -> {result}",
    because="A part of a mesh has the name of the appearance that draws it.",
    effect="The part looks the same.",
    many="parts of meshes renamed",
)

# ---------------------------------------------------------------- colours and images

COLOUR_ROUNDED = Code(
    "colour-rounded", "converted", "note", "appearance",
    headline="Colour rounded: {value} -> {result}",
    because="Colours of SimRobot have 8 bits per component.",
    effect="The difference is at most half a step of 1/255 and invisible.",
    many="colours rounded",
)
COLOUR_APPROXIMATED = Code(
    "colour-approximated", "approximated", "note", "appearance",
    headline="Colour limited: {value} -> {result}",
    because="Colour components of SimRobot are between 0 and 1.",
    effect="The part has another colour.",
    advice="Correct the colour in the source.",
    many="colours limited",
)
TEXTURE_PIXELS_CONVERTED = Code(
    "texture-pixels-converted", "converted", "note", "appearance",
    headline="Image converted: {value} -> {result}",
    because="SimRobotCore2 draws images of 8 bit in red, green and blue only.",
    effect="The image looks the same.",
    many="images converted",
)
TEXTURE_PIXELS_UNDRAWN = Code(
    "texture-pixels-undrawn", "kept", "warning", "appearance",
    headline="Image not drawn: {value}",
    because="SimRobotCore2 draws images of 8 bit in red, green and blue only.",
    effect="SimRobot draws the plain colour instead.",
    advice="Install pillow (pip install pillow), or save the image with 8 bit in red, green and blue.",
    many="images not drawn",
)

# ---------------------------------------------------------------- lights

LIGHT_DEFAULTED = Code(
    "light-defaulted", "defaulted", "note", "appearance",
    headline="Light added: {result}",
    because="The scene has no light. {simulated_by} adds this one, and SimRobot adds none.",
    effect="The scene is lit as in its own simulator.",
    advice="Add a light to the source.",
    many="lights added",
)
LIGHT_STILL_APPROXIMATED = Code(
    "light-still-approximated", "approximated", "warning", "appearance",
    headline="Light of a link fixed in the world",
    because="Lights of SimRobot belong to the scene and never move.",
    effect="The light stays where it is at the start.",
    advice="Place the light where it is needed most.",
    many="lights of links fixed in the world",
)
LIGHT_POSITION_INEFFECTIVE = Code(
    "light-position-ineffective", "dropped", "note", "appearance",
    headline="Position of a light ignored: {value}",
    because="Parallel light has a direction and no position.",
    effect="No effect: the light shines as before.",
    many="positions of lights ignored",
)
LIGHT_ROTATION_INEFFECTIVE = Code(
    "light-rotation-ineffective", "dropped", "note", "appearance",
    headline="Rotation of a light ignored: {value}",
    because="A point light shines in all directions.",
    effect="No effect: the light shines as before.",
    many="rotations of lights ignored",
)
LIGHT_ATTENUATION_APPROXIMATED = Code(
    "light-attenuation-approximated", "approximated", "note", "appearance",
    headline="Light attenuation changed: {value} -> {result}",
    because="SimRobot refuses light that grows with distance.",
    effect="The light fades differently.",
    advice="Correct the attenuation in the source.",
    many="light attenuations changed",
)

# ---------------------------------------------------------------- sensors

SENSOR_KIND_DROPPED = Code(
    "sensor-kind-dropped", "dropped", "warning", "sensing",
    headline="Sensor dropped: {value}",
    because="{why}",
    effect="Programs that read the sensor get no data.",
    advice="Use a sensor that SimRobot has, or let the program compute the values.",
    many="sensors dropped",
)
SENSOR_SPLIT = Code(
    "sensor-split", "converted", "note", "sensing",
    headline="Sensor split: {value}",
    because="SimRobot has no such sensor, only its parts.",
    effect="Programs must read all parts: {result}.",
    many="sensors split",
)
SENSOR_RATE_DROPPED = Code(
    "sensor-rate-dropped", "dropped", "warning", "sensing",
    headline="Sensor rate dropped: {value}",
    because="Sensors of SimRobot measure in every step.",
    effect="Programs get values at another rate.",
    advice="Let the program skip values.",
    many="sensor rates dropped",
)
SENSOR_DISPLAY_DROPPED = Code(
    "sensor-display-dropped", "dropped", "note", "metadata",
    headline="Display settings of a sensor dropped: {value}",
    because="Scenes of SimRobot do not state where data is shown or published.",
    effect="The measured values are the same.",
    advice="Open the view of the sensor in SimRobot's window.",
    many="display settings of sensors dropped",
)
SENSOR_CLIP_DROPPED = Code(
    "sensor-clip-dropped", "dropped", "note", "sensing",
    headline="Clip distances of a camera dropped: {value}",
    because="Cameras of SimRobot see from 1 cm to 500 m.",
    effect="The picture may show more or fewer near and far things.",
    advice="Filter near and far things in the program that reads the images.",
    many="clip distances of cameras dropped",
)
SENSOR_CONTACT_APPROXIMATED = Code(
    "sensor-contact-approximated", "approximated", "warning", "sensing",
    headline="Contact sensor extended: {value} -> {result}",
    because="A CollisionSensor of SimRobot senses with all shapes of its body, or with shapes that only sense.",
    effect="The sensor reports contacts elsewhere on the body, too.",
    advice="Use shapes that only sense.",
    many="contact sensors extended",
)
SENSOR_CAMERA_DEFAULTED = Code(
    "sensor-camera-defaulted", "defaulted", "note", "sensing",
    headline="Camera settings added: {result}",
    because="The source does not state {missing}, and SimRobot needs it.",
    effect="The camera takes pictures with these settings.",
    advice="State the settings in the source.",
    many="camera settings added",
)
