"""Materials. A file can only name them. SimSpark's scripts define about twenty, of which the nearest is chosen.

With ``--materials generate``, other colours are defined in a material file.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.materials import ALWAYS, DEFAULT, STANDARD
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.mesh import MeshFiles
from scenec.converters.rsg.write.obj import library_text, material_word
from scenec.converters.rsg.write.values import escaped_name
from scenec.ir.base import Color
from scenec.ir.link import Visual
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.syntax.kinds import shown
from scenec.syntax.sexp_printing import SList

NEAR = 0.5 / 255
"""Largest difference of colours that look the same."""


Key = tuple[str | None, Color | None, Color | None, Color | None, float | None]


class Materials:
    """Chooses materials of visuals."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self._nearest: dict[tuple[Color, Color | None], str] = {}
        self._names = Unique(STANDARD)
        self._generated: dict[Key, str] = {}
        self.library: dict[str, Material] = {}

    def write(self, out: SList, visual: Visual, subject: str) -> None:
        """Write the material of a visual. One without a material or colour gets SimSpark's default."""
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
        if self.writing.options.materials == "generate" and not self._is_exact(bare):
            out.add("setMaterial", self._generate(material))
            return
        name = self.nearest(bare.diffuse, bare.ambient)
        out.add("setMaterial", name)
        self._read_what_fits(visual, material, name, subject)

    def _is_standard(self, material: Material) -> bool:
        """Return whether SimSpark defines exactly this material under its name."""
        known = STANDARD.get(str(material.name))
        return known is not None and (material.diffuse, material.ambient) in ((known.diffuse, known.ambient), (None, None))

    def _is_exact(self, material: Material) -> bool:
        """Return whether a script defines exactly this colour."""
        assert material.diffuse is not None
        return _distance(STANDARD[self.nearest(material.diffuse, material.ambient)].diffuse, material.diffuse) <= NEAR

    def _generate(self, material: Material) -> str:
        """Return the name of a material that the material file will define. material: through the lens."""
        bare = unwrap(material)
        _ = (material.name, material.diffuse, material.ambient, material.specular, material.shininess)
        key = (bare.name, bare.diffuse, bare.ambient, bare.specular, bare.shininess)
        if key not in self._generated:
            assert bare.diffuse is not None
            colour = "".join(f"{min(max(round(part * 255), 0), 255):02x}" for part in bare.diffuse[:3])
            self._generated[key] = name = self._names(escaped_name(material_word(str(bare.name or f"mat{colour}"))))
            self.library[name] = bare
            if bare.name and name != bare.name:
                self._report_renamed(material, name)
        return self._generated[key]

    def _report_renamed(self, material: Material, name: str) -> None:
        given = unwrap(material).name
        self.writing.tell(
            material,
            rows.MATERIAL_NAME_CHANGED,
            about=given,
            subject=f"material {given}",
            value=str(given),
            target=name,
        )

    def nearest(self, diffuse: Color, ambient: Color | None) -> str:
        """Return the nearest standard material: by diffuse colour, then by ambient colour, then in the order of the scripts."""
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
        """Count values as read that the chosen material has as well, and report a different diffuse colour."""
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
                rows.MATERIAL_DIFFUSE_APPROXIMATED,
                level="note" if difference < 0.1 else "warning",
                about=diffuse,
                subject=subject,
                value=_shown(diffuse),
                target=f"{name} ({_shown(standard.diffuse)})",
            )


def _is_default(material: Material) -> bool:
    """Return whether a material is the one of a visual that names none."""
    return (material.diffuse, material.ambient, material.specular) == (DEFAULT.diffuse, DEFAULT.ambient, DEFAULT.specular)


def _distance(one: Color, other: Color) -> float:
    return math.dist(tuple(map(float, one)), tuple(map(float, other)))


def _shown(color: Color) -> str:
    return " ".join(shown(float(f"{part:.4g}")) for part in color)


CARRIER = "materials"
"""Name of the hidden node that loads the material file, and of its mesh."""


def write_library(writing: Writing, body: SList, materials: Mapping[str, Material], meshes: MeshFiles) -> None:
    """Write the material file, and a hidden mesh at the start of the scene that loads it: SimSpark reads material files only with meshes,
    and runs calls in the order of the file."""
    if not materials:
        return
    library = meshes.add_library("", library_text(materials))
    space = SList("nd", "Space")
    space.add("setName", Unique(inner.atoms[1] for each in body.lists for inner in each.lists[:1])(CARRIER))
    carrier = space.add("nd", "StaticMesh")
    carrier.add("load", meshes.add(CARRIER, _carrier(library, materials)))
    carrier.add("setVisible", "0")
    body.lists.insert(0, space)
    writing.tell(
        writing.request.scene,
        rows.MATERIAL_LIBRARY_DEFAULTED,
        subject="materials",
        target=f"materials/{library}",
    )


def _carrier(library: str, materials: Mapping[str, Material]) -> bytes:
    corner = "f 1/1/1 2/1/1 3/1/1"
    lines = ["# brings its materials along", "#", f"mtllib {library}", "#", "v 0 0 0", "v 0.001 0 0", "v 0 0.001 0", "vt 0 0", "vn 0 0 1"]
    lines += [line for name in materials for line in (f"usemtl {name}", corner)]
    return ("\n".join(lines) + "\n").encode()
