"""What is lost where another format has nothing for what only SDFormat has, as far as more can be said of it than that."""

from __future__ import annotations

from collections.abc import Mapping

from scenec.accounting.codes import Code

OWN: Mapping[str, Code] = {
    "sdformat-road-dropped": Code(
        "dropped", "A road is a band that Gazebo draws on the ground; nothing touches it.", "Draw it as a flat box, or a mesh.", "note",
        "appearance", "the road is not drawn",
    ),
    "sdformat-population-dropped": Code(
        "dropped", "A population has Gazebo Classic place copies of a model when it loads the world; the file does not say where each is.",
        "Write the copies out in the source.", "warning", "physics", "none of the copies is there",
    ),
    "sdformat-soft-contact-dropped": Code(
        "dropped", "soft_contact describes, for the engine DART, a body that can be dented.", "Tune how stiff its contacts are instead.",
        "warning", "physics", "the body is as hard as any other",
    ),
}  # fmt: skip
