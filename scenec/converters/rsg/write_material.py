"""Materials. A file can only name them: SimSpark's scripts define about twenty, each a colour; the nearest is chosen.

With ``--materials generate`` a visual whose colour no script has is drawn through a mesh file that brings its own.
"""

from __future__ import annotations

import math

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.rsg.materials import ALWAYS, DEFAULT, STANDARD
from scenec.converters.rsg.write_context import Writing
from scenec.ir.base import Color
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList

NEAR = 0.5 / 255
"""Colours that differ less look the same."""


class Materials:
    """Names materials of visuals."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._nearest: dict[tuple[Color, Color | None], str] = {}

    def write(self, out: SList, visual: Visual, subject: str) -> None:
        """A visual without a material, or without a colour, is left to SimSpark's default."""
        material = visual.material
        if material is None:
            return
        bare = unwrap(material)
        if bare.name is not None and (self.writing.from_rsg or self._is_standard(bare)):
            mark_read(material)
            out.add("setMaterial", str(material.name))
            return
        if bare.diffuse is None:
            return
        if self.writing.from_rsg and _is_default(bare):
            mark_read(material)
            return
        name = self.nearest(bare.diffuse, bare.ambient)
        out.add("setMaterial", name)
        self._read_what_fits(visual, material, name, subject)

    def _is_standard(self, material: Material) -> bool:
        """Whether a name of SimSpark stands for just this material."""
        known = STANDARD.get(str(material.name))
        return known is not None and (material.diffuse, material.ambient) in ((known.diffuse, known.ambient), (None, None))

    def nearest(self, diffuse: Color, ambient: Color | None) -> str:
        """The standard material that looks most alike: by the diffuse colour, then the ambient one, then in the order of the scripts."""
        key = (diffuse, ambient)
        if key not in self._nearest:
            self._nearest[key] = min(
                ALWAYS,
                key=lambda name: (
                    round(_distance(STANDARD[name].diffuse, diffuse), 9),
                    _distance(STANDARD[name].ambient, ambient or STANDARD[name].ambient),
                ),
            )
        return self._nearest[key]

    def _read_what_fits(self, visual: Visual, material: Material, name: str, subject: str) -> None:
        """What the chosen material says as well is kept; its diffuse colour may only be like the wanted one."""
        diffuse, standard = material.diffuse, STANDARD[name]
        assert diffuse is not None
        for field in ("ambient", "specular", "emissive"):
            value = getattr(unwrap(material), field)
            if value is not None and _distance(value, getattr(standard, field)) <= NEAR:
                getattr(material, field)
        if unwrap(material).name == name:
            _ = material.name
        difference = _distance(diffuse, standard.diffuse)
        if difference > NEAR:
            self.writing.tell(
                visual,
                "material-diffuse-approximated",
                "approximated",
                "note" if difference < 0.1 else "warning",
                "appearance",
                about=diffuse,
                subject=subject,
                value=_shown(diffuse),
                target=f"{name} ({_shown(standard.diffuse)})",
                because="a scene can only name materials that scripts of SimSpark define; this is the nearest",
                consequence=f"{subject} has another colour",
                hint="--materials generate writes a mesh with a material of its own",
            )


def _is_default(material: Material) -> bool:
    """What SimSpark takes for a visual that names no material."""
    return (material.diffuse, material.ambient, material.specular) == (DEFAULT.diffuse, DEFAULT.ambient, DEFAULT.specular)


def _distance(one: Color, other: Color) -> float:
    return math.dist(tuple(map(float, one)), tuple(map(float, other)))


def _shown(color: Color) -> str:
    return " ".join(shown(float(f"{part:.4g}")) for part in color)
