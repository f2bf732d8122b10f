"""Materials (interfaces/src/MaterialData.cpp). A node names its material by number; without one it is black."""

from __future__ import annotations

from typing import Any

from scenec import ir
from scenec.converters.mars.entry import Entry
from scenec.converters.mars.reading import Reading
from scenec.ir import Color
from scenec.trace import derived, ids_of, traced

BLACK: Color = (0.0, 0.0, 0.0, 1.0)
DEFAULT = ir.Material(ambient=BLACK, diffuse=BLACK, specular=BLACK, emissive=BLACK)
"""What MARS paints with where no material is named."""


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
                node.ineffective(
                    "material", number, f"there is no material {int(number)}", level="warning", category="appearance",
                    consequence="it is drawn black", hint="name a material, or make one of that id",
                )  # fmt: skip
            else:
                node.consumed(number)
            return DEFAULT, None
        self._used.add(int(number))
        node.consumed(number)
        if int(number) not in self._made:
            self._made[int(number)] = self._read(entry)
        return self._made[int(number)]

    def tell_unused(self) -> None:
        for number, entry in self._entries.items():
            if number not in self._used:
                self._unused.append(entry)
        for entry in self._unused:
            if about := entry.everything():
                entry.ineffective("material-unused", about, "no node is made of it", category="appearance")

    def _read(self, entry: Entry) -> tuple[ir.Material, float | None]:
        entry.consume("id")
        transparency = entry.stated("transparency")
        diffuse = _colour(entry, "diffuse")
        if transparency and diffuse[3] != 1:
            entry.ineffective("alpha", diffuse[3], "the transparency counts, not the alpha of the colours", category="appearance")
        if transparency:
            red, green, blue, alpha = diffuse
            diffuse = (red, green, blue, traced(1.0, ids_of(alpha)) if alpha == 1 else 1.0)
        scale = entry.stated("tex_scale")
        material = ir.Material(
            name=entry.take("name") or None, ambient=_colour(entry, "ambient"), diffuse=diffuse, specular=_colour(entry, "specular"),
            emissive=_colour(entry, "emission"), shininess=entry.stated("shininess"),
            diffuse_texture=self._texture(entry, "diffuseTexture", "texturename"),
            normal_texture=self._texture(entry, "normalTexture", "bumpmap"),
            displacement_texture=self._texture(entry, "displacementTexture", "displacementmap"),
            texture_scale=(derived(float(scale), scale),) * 2 if scale is not None else None,
            lighting=entry.stated("getLight"), extras=entry.rest(), origin=entry.origin,
        )  # fmt: skip
        return material, transparency

    def _texture(self, entry: Entry, new: str, old: str) -> ir.Texture | None:
        return self.reading.texture(entry, entry.first(new, old))


def _colour(entry: Entry, what: str) -> Color:
    """A colour by its newer name (SMURF's), else by its older one; black where neither is written."""
    found: Any = entry.first(f"{what}Color", f"{what}Front")
    return as_colour(found) or BLACK


def as_colour(numbers: tuple[float, ...] | None) -> Color | None:
    if numbers is None:
        return None
    red, green, blue, alpha = numbers
    return (red, green, blue, alpha)
