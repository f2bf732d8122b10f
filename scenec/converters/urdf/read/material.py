"""Read materials (urdf_parser/src/link.cpp: parseMaterial, model.cpp: assignMaterial).

A material is known by its name: those of the robot first, wherever they stand, then those that visuals define, from there on. A known one
replaces what a visual says itself.
"""

from __future__ import annotations

import msgspec

from scenec import ir
from scenec.converters.urdf import vocabulary as v
from scenec.converters.urdf.findings.reading import (
    MATERIAL_COLOUR_SHORT,
    MATERIAL_DEFINITION_INEFFECTIVE,
    MATERIAL_INVALID,
    MATERIAL_NAME_EMPTY_INEFFECTIVE,
    MATERIAL_REPEATED,
    MATERIAL_UNKNOWN,
    MATERIAL_UNUSED_INEFFECTIVE,
)
from scenec.converters.urdf.read.element import Part
from scenec.errors import ReadError
from scenec.ir.base import Color
from scenec.trace import derived, ids_of, traced

BLACK: Color = (0.0, 0.0, 0.0, 1.0)


class Known(msgspec.Struct):
    """A material that has a name. name: as defined."""

    name: str
    material: ir.Material
    part: Part
    used: bool = False


class Materials:
    """The materials of a robot by name."""

    def __init__(self) -> None:
        self._known: dict[str, Known] = {}

    def add_global(self, part: Part) -> None:
        """Read a material of the robot. ReadError for a second one of its name; --lenient accepts equal ones."""
        name = part.raw("name")
        if name is None:
            part.report(MATERIAL_INVALID, about=part.pass_over(), why="The material has no name.", outcome="No visual can use it.")
            return
        if str(name) in self._known:
            self._repeated(part, name)
            return
        try:
            material = _content(part)
        except ReadError as problem:
            part.report(MATERIAL_INVALID, about=part.pass_over(), why=_sentence(problem), outcome="Visuals that use it are black.")
            material = ir.Material(diffuse=BLACK, origin=part.origin)
        if material is None:
            part.report(
                MATERIAL_INVALID,
                about=part.pass_over(),
                why="The material has neither colour nor texture.",
                outcome="Visuals that use it are black.",
            )
            material = ir.Material(diffuse=BLACK, origin=part.origin)
        self._known[str(name)] = Known(name, msgspec.structs.replace(material, extras=part.rest()), part)

    def _repeated(self, part: Part, name: str) -> None:
        before = self._known[str(name)].material
        if not part.reading.options.lenient:
            raise part.error(f"material {str(name)!r} is defined twice", "name", hint="keep one, or use --lenient")
        about = traced("", part.all_ids())
        material = _content(part)
        if material is None or (material.diffuse, material.diffuse_texture) != (before.diffuse, before.diffuse_texture):
            raise part.error(f"material {str(name)!r} is defined twice, and differently", "name")
        part.pass_over()
        part.report(MATERIAL_REPEATED, about=about, value=str(name))

    def of_visual(self, part: Part) -> ir.Material | None:
        """Return the material of a visual. ReadError if it has no name, which ends the reading of the link."""
        name = part.take(v.MATERIAL_NAME)
        known = self._known.get(str(name)) if name else None
        if known is not None:
            known.used = True
            self._pass_over_own(part, name)
            material = known.material
            named = derived(str(name), name, known.name)
            return msgspec.structs.replace(material, name=named, extras=(*material.extras, *part.rest()))
        try:
            material_here = _content(part)
        except ReadError as problem:
            about = part.pass_over()
            part.report(MATERIAL_INVALID, about=about, value=str(name), why=_sentence(problem), outcome="The visual has no material.")
            return None
        if material_here is None:
            part.report(MATERIAL_UNKNOWN, value=str(name))
            return ir.Material(name=name, extras=part.rest(), origin=part.origin) if name else None
        if name:
            self._known[str(name)] = Known(name, material_here, part, used=True)
        else:
            part.report(MATERIAL_NAME_EMPTY_INEFFECTIVE, about=name)
        return msgspec.structs.replace(material_here, name=name or None, extras=part.rest())

    def _pass_over_own(self, part: Part, name: str) -> None:
        """Report what a visual says of a material that is known already."""
        own = [child for tag in ("color", "texture") for child in part.every(tag)]
        if not own:
            return
        about = tuple(each.pass_over() for each in own)
        known = self._known[str(name)]
        part.report(MATERIAL_DEFINITION_INEFFECTIVE, about=about, value=str(name), line=known.part.document.place_of(known.part.node)[0])

    def report_unused(self) -> None:
        """Report materials of the robot that no visual uses."""
        for known in self._known.values():
            if not known.used:
                about = (traced("", known.part.all_ids()), known.material)
                known.part.pass_over()
                known.part.report(MATERIAL_UNUSED_INEFFECTIVE, about=about, value=str(known.name))


def _content(part: Part) -> ir.Material | None:
    """Return the colour and texture of a material, None without either. ReadError for a colour that urdfdom refuses."""
    color, texture = part.first("color"), part.first("texture")
    diffuse, image = None, None
    if texture is not None:
        image = part.reading.texture(texture, texture.take(v.TEXTURE_FILE))
    if color is not None:
        stated = color.take(v.RGBA)
        if len(stated) != 4:
            color.report(MATERIAL_COLOUR_SHORT, about=stated, value=color.node.attributes["rgba"], count=len(stated))
            diffuse = traced(BLACK, ids_of(stated))
        else:
            diffuse = stated
    if diffuse is None and image is None:
        return None
    return ir.Material(diffuse=diffuse, diffuse_texture=image, origin=part.origin)


def _sentence(problem: ReadError) -> str:
    return f"{problem.what[:1].upper()}{problem.what[1:]}."
