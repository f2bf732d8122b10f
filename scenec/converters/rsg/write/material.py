"""Materials. A file can only name them. SimSpark's scripts define about twenty, of which the nearest is chosen.

With ``--materials generate``, other colours are defined in a material file.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

from scenec.converters.rsg.findings import writing as rows
from scenec.converters.rsg.materials import ALWAYS, DEFAULT, SHININESS, STANDARD, Standard
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.mesh import MeshFiles
from scenec.converters.rsg.write.obj import library_text, material_word
from scenec.converters.rsg.write.values import escaped_name, named
from scenec.ir.base import Color
from scenec.ir.link import Visual, is_transparent
from scenec.ir.material import Material
from scenec.ir.names import Unique
from scenec.syntax.kinds import shown
from scenec.syntax.said import Said, constant
from scenec.syntax.sexp_printing import SList
from scenec.trace import Sources, plain

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
        self.library: dict[str, list[Material]] = {}
        """Name -> what it is said of: materials with the same values."""

    def made_hidden(self, visual: Visual) -> bool:
        """Return whether a switch hides a visual that is transparent in the source: SimSpark's materials are opaque."""
        return not self.writing.is_own and is_transparent(visual)

    def write(self, out: SList, visual: Visual, subject: str) -> None:
        """Write the material of a visual. One without a material or colour gets SimSpark's default."""
        material = visual.material
        if material is None:
            return
        called, diffuse, ambient = material.name, material.diffuse, material.ambient
        if called is not None and (self.writing.is_own or _is_standard(called, diffuse, ambient)):
            out.add("setMaterial", named(called, (called, *_defined_by(material))))
            return
        if diffuse is None:
            return
        if self.writing.is_own and _is_default(material):
            for field, value in _standard_values(DEFAULT):
                out.omit_if(getattr(material, field), value)
            return
        if self.made_hidden(visual):
            diffuse = (*diffuse[:3], 1.0)
        name = self.nearest(plain(diffuse), plain(ambient))
        difference = _distance(diffuse, STANDARD[name].diffuse)
        if self.writing.options.materials == "generate" and difference > NEAR:
            out.add("setMaterial", self._generate(material))
            return
        out.add("setMaterial", _fitting(material, name, diffuse, ambient))
        if difference > NEAR:
            self._report_diffuse(visual, diffuse, name, subject, difference)

    def _generate(self, material: Material) -> Said:
        """Return the name of a material that the material file will define, with its colours."""
        key: Key = plain((material.name, material.diffuse, material.ambient, material.specular, material.shininess))
        if key not in self._generated:
            assert material.diffuse is not None
            colour = "".join(f"{min(max(round(part * 255), 0), 255):02x}" for part in material.diffuse[:3])
            self._generated[key] = name = self._names(escaped_name(material_word(str(material.name or f"mat{colour}"))))
            if material.name and name != material.name:
                self._report_renamed(material, name)
        name = self._generated[key]
        self.library.setdefault(name, []).append(material)
        return named(name, material.name)

    def _report_renamed(self, material: Material, name: str) -> None:
        given = material.name
        self.writing.report(
            rows.MATERIAL_NAME_CHANGED,
            material,
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

    def _report_diffuse(self, visual: Visual, diffuse: Color, name: str, subject: str, difference: float) -> None:
        """Report a diffuse colour that the chosen material does not have."""
        self.writing.report(
            rows.MATERIAL_DIFFUSE_APPROXIMATED,
            visual,
            level="note" if difference < 0.1 else "warning",
            about=diffuse,
            subject=subject,
            value=_shown(diffuse),
            target=f"{name} ({_shown(STANDARD[name].diffuse)})",
        )


def _is_standard(name: str, diffuse: Color | None, ambient: Color | None) -> bool:
    """Return whether SimSpark defines exactly this material under its name."""
    known = STANDARD.get(str(name))
    return known is not None and (diffuse, ambient) in ((known.diffuse, known.ambient), (None, None))


def _fitting(material: Material, name: str, diffuse: Color, ambient: Color | None) -> Said:
    """Return the name of a standard material, which says the values that it has as well."""
    says: list[object] = [material.name] if material.name == name else []
    for field, value in (("diffuse", diffuse), ("ambient", ambient), ("specular", material.specular), ("emissive", material.emissive)):
        if value is not None and _distance(value, getattr(STANDARD[name], field)) <= NEAR:
            says.append(value)
    return named(name, tuple(says))


def _defined_by(material: Material) -> Iterator[object]:
    """Yield what the name of a material says: the values of SimSpark's own, or all of one that a mesh brings along."""
    known = STANDARD.get(str(material.name))
    if known is None:
        yield material
        return
    for field, value in _standard_values(known):
        stated = getattr(material, field)
        if stated == value:
            yield stated


def _standard_values(known: Standard) -> Iterator[tuple[str, object]]:
    """Yield the fields of a material that SimSpark's scripts define, and their values."""
    for field in ("diffuse", "ambient", "specular", "emissive"):
        yield field, getattr(known, field)
    yield "shininess", SHININESS


def _is_default(material: Material) -> bool:
    """Return whether a material is the one of a visual that names none."""
    return (material.diffuse, material.ambient, material.specular) == (DEFAULT.diffuse, DEFAULT.ambient, DEFAULT.specular)


def _distance(one: Color, other: Color) -> float:
    return math.dist(tuple(map(float, one)), tuple(map(float, other)))


def _shown(color: Color) -> str:
    return " ".join(shown(float(f"{part:.4g}")) for part in color)


CARRIER = "materials"
"""Name of the hidden node that loads the material file, and of its mesh."""


def write_library(writing: Writing, body: SList, materials: Mapping[str, Sequence[Material]], meshes: MeshFiles) -> None:
    """Write the material file, and a hidden mesh at the start of the scene that loads it: SimSpark reads material files only with meshes,
    and runs calls in the order of the file."""
    if not materials:
        return
    library = meshes.add_library("", library_text(materials))
    space = SList("nd", constant("Space"))
    space.add("setName", constant(Unique(inner.atoms[1] for each in body.lists for inner in each.lists[:1])(CARRIER)))
    carrier = space.add("nd", constant("StaticMesh"))
    carrier.add("load", constant(meshes.add(CARRIER, _carrier(library, materials), Sources(()))))
    carrier.add("setVisible", constant("0"))
    body.lists.insert(0, space)
    writing.report(
        rows.MATERIAL_LIBRARY_DEFAULTED,
        writing.scene,
        subject="materials",
        target=f"materials/{library}",
    )


def _carrier(library: str, materials: Iterable[str]) -> bytes:
    corner = "f 1/1/1 2/1/1 3/1/1"
    lines = ["# brings its materials along", "#", f"mtllib {library}", "#", "v 0 0 0", "v 0.001 0 0", "v 0 0.001 0", "vt 0 0", "vn 0 0 1"]
    lines += [line for name in materials for line in (f"usemtl {name}", corner)]
    return ("\n".join(lines) + "\n").encode()
