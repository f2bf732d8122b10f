"""Problems of the files of a scene that `scenec check` reports: images and includes."""

from __future__ import annotations

from scenec.accounting.code import Code

# A row of this table starts with its code, fate, level and category in one line: a formatter would give each a line.
# fmt: off

TEXTURE_MISSING = Code(
    "simrobot-texture-missing", "kept", "warning", "appearance",
    headline="Image not found: {value}",
    because="The image {value} does not exist. Only a definition without use names it.",
    effect="SimRobot draws the plain colour where the definition is used.",
    advice="Put the image there, or correct the path. Relative paths start at the file that names the image.",
    many="images not found", together=True,
)
TEXTURE_PIXELS = Code(
    "simrobot-texture-pixels", "kept", "warning", "appearance",
    headline="Image not drawn: {value}",
    because="SimRobotCore2 draws images of 8 bit in red, green and blue only. Pixels of {subject}: {kind}.",
    effect="SimRobot draws the plain colour.",
    advice="Save the image as RGB or RGBA with 8 bit a channel.",
    many="images not drawn",
)
TEXTURE_PATH_ABSOLUTE = Code(
    "simrobot-texture-path-absolute", "kept", "note", "appearance",
    headline="Image path absolute: {value}",
    because="The path of the image {value} is absolute.",
    effect="The image is not found on other computers.",
    advice="Write the path relative to the file that names it.",
    many="image paths absolute",
)
TEXTURE_WITHOUT_COORDINATES = Code(
    "simrobot-texture-without-coordinates", "kept", "warning", "appearance",
    headline="Image not drawn: {value}",
    because="SimRobot draws images only on a ComplexAppearance with TexCoords.",
    effect="SimRobot draws the plain colour.",
    advice="Give the appearance TexCoords, or remove the image.",
    many="images not drawn",
)
INCLUDE_OF_OTHER_CORE = Code(
    "simrobot-include-of-other-core", "kept", "warning", "metadata",
    headline="File of another core included: {value}",
    because="The file {value} is written for another core of SimRobot than the scene that includes it.",
    effect="The other core refuses its elements or gives them another meaning.",
    advice="Convert the file, and include the {suffix} file.",
    many="files of another core included",
)
