"""Materials (interfaces/src/MaterialData.cpp). A node names its material by number; without one it is black."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.converters.mars.findings import reading as findings
from scenec.converters.mars.read.context import Reading
from scenec.converters.mars.read.entry import Entry
from scenec.ir import Color
from scenec.trace import derived, ids_of, traced

BLACK: Color = (0.0, 0.0, 0.0, 1.0)
DEFAULT = ir.Material(diffuse=BLACK, specular=BLACK, emissive=BLACK)
"""The material of nodes without one."""


class Materials:
    """All materials, by the numbers that name them."""

    def __init__(self, entries: list[Entry], reading: Reading) -> None:
        self.reading = reading
        self._entries: dict[int, Entry] = {}
        self._made: dict[int, tuple[ir.Material, float | None]] = {}
        self._used: set[int] = set()
        self._unused: list[Entry] = []
        for entry in entries:
            number = int(entry.take("id"))
            if number:
                if number in self._entries:
                    self._unused.append(self._entries[number])
                self._entries[number] = entry
            else:
                self._unused.append(entry)

    def of(self, node: Entry) -> tuple[ir.Material, float | None]:
        """The material of a node and its transparency."""
        number = node.take("material_id")
        entry = self._entries.get(int(number))
        if entry is None:
            if number:
                node.report(findings.MATERIAL_MISSING, about=number, value=str(int(number)))
            else:
                node.consumed(number)
            return DEFAULT, None
        self._used.add(int(number))
        node.consumed(number)
        if int(number) not in self._made:
            self._made[int(number)] = self._read(entry)
        return self._made[int(number)]

    def report_unused(self) -> None:
        for number, entry in self._entries.items():
            if number not in self._used:
                self._unused.append(entry)
        for entry in self._unused:
            if about := entry.everything():
                entry.report(findings.MATERIAL_UNUSED, about=about)

    def _read(self, entry: Entry) -> tuple[ir.Material, float | None]:
        entry.consume("id")
        transparency = entry.stated("transparency")
        diffuse = _colour(entry, "diffuse")
        if transparency and diffuse[3] != 1:
            entry.report(findings.ALPHA_IGNORED, about=diffuse[3], value=diffuse[3])
        if transparency:
            red, green, blue, alpha = diffuse
            diffuse = (red, green, blue, traced(1.0, ids_of(alpha)) if alpha == 1 else 1.0)
        scale = entry.stated("tex_scale")
        material = ir.Material(
            name=entry.take("name") or None,
            ambient=as_colour(_stated(entry, "ambient")),
            diffuse=diffuse,
            specular=_colour(entry, "specular"),
            emissive=_colour(entry, "emission"),
            shininess=entry.stated("shininess"),
            diffuse_texture=self._texture(entry, "diffuseTexture", "texturename"),
            normal_texture=self._texture(entry, "normalTexture", "bumpmap"),
            displacement_texture=self._texture(entry, "displacementTexture", "displacementmap"),
            texture_scale=(derived(float(scale), scale),) * 2 if scale is not None else None,
            lighting=entry.stated("getLight"),
            extras=entry.rest(),
            origin=entry.origin,
        )
        return material, transparency

    def _texture(self, entry: Entry, new: str, old: str) -> ir.Texture | None:
        return self.reading.texture(entry, entry.first(new, old))


def _colour(entry: Entry, what: str) -> Color:
    """Black where neither name is written."""
    return as_colour(_stated(entry, what)) or BLACK


def _stated(entry: Entry, what: str) -> Any:
    """A colour by its newer name (SMURF's), else by its older one. An ambient colour that is not written is none, as in other formats: each
    target takes its own share of the diffuse colour."""
    return entry.first(f"{what}Color", f"{what}Front")


def as_colour(numbers: tuple[float, ...] | None) -> Color | None:
    if numbers is None:
        return None
    red, green, blue, alpha = numbers
    return (red, green, blue, alpha)
