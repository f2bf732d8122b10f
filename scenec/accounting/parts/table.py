"""The classes of the rows of the table: kinds of nodes and fields, with the sentences that hold for a whole category."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from scenec.accounting.code import Code
from scenec.accounting.finding import Category, Level

EFFECT: Mapping[Category, str] = {
    "physics": "The scene moves differently.",
    "geometry": "The shape is different.",
    "appearance": "The scene looks different.",
    "sensing": "The sensor reads other values.",
    "control": "The joint is driven differently.",
    "naming": "Programs that look the part up by this name do not find it.",
    "metadata": "The simulation is the same.",
}
ADVICE: Mapping[Category, str] = {
    "physics": "Set the value in {simulator} if it matters.",
    "geometry": "Use a shape in the source that {target} has, too.",
    "appearance": "Set the value in the result by hand if the look matters.",
    "sensing": "Let programs that read the sensor compensate.",
    "control": "Let the program that drives the joints compensate.",
    "naming": "Let programs use the name that the part has in the result.",
    "metadata": "",
}


class Kind(msgspec.Struct, frozen=True, gc=False):
    """A class of nodes. of: its name. prefix: of codes. word: what it is called. level: of a whole node; field_level: of one of its fields.
    effect, advice: of a whole node; field_effect, field_advice: of its fields. words: more than one of them. owner: what stands before the
    words for its fields, if not `word`."""

    of: str
    prefix: str
    word: str
    category: Category
    level: Level = "warning"
    field_level: Level = "warning"
    effect: str = ""
    advice: str = ""
    because: str = ""
    field_effect: str = ""
    field_advice: str = ""
    words: str = ""
    owner: str = ""

    def row(self, code: str) -> Code:
        """The row of a node that is dropped as a whole."""
        words = self.words or plural(self.word)
        return Code(
            code,
            "dropped",
            self.level,
            self.category,
            headline=f"{self.word[:1].upper()}{self.word[1:]} dropped",
            because=self.because or f"{{target}} has no element for {words}.",
            effect=self.effect or EFFECT[self.category],
            advice=self.advice or ADVICE[self.category],
            many=f"{words} dropped",
        )


class Field(msgspec.Struct, frozen=True, gc=False):
    """A field of a class. of: ``Class.field``. word: what it is called. level, category: other than those of its kind. together: see
    `scenec.accounting.code.Code`."""

    of: str
    word: str
    effect: str
    advice: str = ""
    level: Level | None = None
    category: Category | None = None
    words: str = ""
    because: str = ""
    together: bool = False


WORDS: Mapping[str, str] = {
    "relative_to": "reference frame",
    "lower": "lower bound",
    "upper": "upper bound",
    "custom": "mapping",
    "custom_function": "mapping function",
    "uris": "file list",
    "uri": "file name",
    "filename": "file name",
    "axis": "axis number",
    "default": "default value",
    "first": "first material",
    "second": "second material",
    "loop": "repetition flag",
    "auto_start": "start flag",
    "interpolate_x": "interpolation flag",
    "scale_to_fov": "scaling flag",
    "use_terrain_paging": "paging flag",
    "center": "centre",
    "max_convex_hulls": "hull limit",
    "attached_to": "attachment",
    "min_contact_count": "contact limit",
    "joint": "leader",
    "linear": "linear term",
    "quadratic": "quadratic term",
    "constant": "constant term",
    "custom_rpy": "rotation",
    "gravity_direction_x": "gravity direction",
    "color": "colour",
    "delay_start": "start delay",
    "stddev": "standard deviation",
    "bias_stddev": "bias standard deviation",
    "dynamic_bias_stddev": "dynamic bias standard deviation",
}
"""Fields that are called otherwise after the word for their node."""

MASS = (
    "damping",
    "friction",
    "gravity",
    "fog",
    "noise",
    "wind",
    "metalness",
    "roughness",
    "shininess",
    "restitution",
    "stiffness",
    "lighting",
    "sky",
    "data",
    "smoothing",
    "glossiness",
    "slip",
    "normals",
    "vertices",
    "outlines",
    "radii",
    "gear",
    "dynamics",
    "fingers",
    "texcoords",
    "faces",
    "anti-aliasing",
    "self-collision",
    "paging",
    "bounce",
    "optics",
    "gains",
    "limits",
    "settings",
    "coordinates",
    "feedback",
    "sampling",
    "intrinsics",
    "parameters",
    "bits",
    "arguments",
    "steps",
    "links",
    "sensors",
    "actuators",
    "joints",
    "axes",
    "uris",
    "attributes",
    "statistics",
    "granularity",
    "collisions",
    "mu",
)
"""Last words that are the same for one and for several."""


def plural(word: str) -> str:
    """``joint axis`` -> ``joint axes``, ``body of a scene`` -> ``bodies of scenes`` for the words of this table."""
    first, of, rest = word.partition(" of ")
    if of:
        article = next((each for each in ("a ", "an ") if rest.startswith(each)), "")
        return f"{plural(first)} of {plural(rest.removeprefix(article)) if article else rest}"
    if word.endswith(MASS):
        return word
    if word.endswith("axis"):
        return word[:-2] + "es"
    if word.endswith("y") and word[-2:-1] not in "aeou":
        return word[:-1] + "ies"
    if word.endswith("radius"):
        return word[:-2] + "i"
    return word + ("es" if word.endswith(("s", "x", "ch", "sh")) else "s")
