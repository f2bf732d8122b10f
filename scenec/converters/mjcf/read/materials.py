"""Materials and textures as MuJoCo's renderer takes them (src/render, doc/XMLreference.rst)."""

from __future__ import annotations

from typing import Any

import msgspec

from scenec import ir
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.classes import Entry
from scenec.converters.mjcf.read.context import Reading, aside
from scenec.converters.mjcf.read.elements import Element
from scenec.converters.mjcf.read.tree import Home
from scenec.errors import nearest
from scenec.ir.base import Color
from scenec.trace import ids_of, made_of, merge, traced

GREY: Color = (0.5, 0.5, 0.5, 1.0)
"""`rgba` of a geom that states none. One that states this is as if it stated none."""
HALF = 0.5
"""`specular` and `shininess` of what states none."""
_PLAIN: Color = (HALF, HALF, HALF, 1.0)
PHONG = 128.0
"""The exponent of shininess 1."""
_MAPS = {
    "normal": "normal_map",
    "roughness": "roughness_map",
    "metallic": "metalness_map",
    "occlusion": "ambient_occlusion_map",
    "emissive": "emissive_map",
    "rgb": "albedo_map",
    "rgba": "albedo_map",
}
"""Role of a layer -> map of a material."""


class Materials:
    """The materials of all models, read when something first shows one."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self._known: dict[tuple[int, str], ir.Material] = {}
        self._glow: dict[tuple[int, str], float] = {}
        self._shown: set[int] = set()
        self._kept: set[int] = set()

    def look(self, of: Entry, home: Home) -> ir.Material:
        """Return how a geom looks. Raises ReadError for a material that is not there."""
        stated = of.vector("rgba")
        rgba = _color(stated) if stated is not None else GREY
        name = of.reference("material")
        if name is None:
            return ir.Material(ambient=rgba, diffuse=rgba, specular=_PLAIN, shininess=HALF * PHONG, origin=of.origin)
        material = self.get(str(of.text("material")), of, home)
        self.reading.ledger.consumed(name)
        if rgba == GREY:
            self.reading.ledger.consumed(rgba)
            return _standing_back(material, rgba) if stated is not None else material
        self.reading.ledger.consumed(material.diffuse)
        glow = self._glow.get((id(home), str(name)))
        emissive = _glowing(rgba, glow) if glow else material.emissive
        return msgspec.structs.replace(material, diffuse=rgba, ambient=rgba, emissive=emissive)

    def get(self, name: str, of: Entry, home: Home) -> ir.Material:
        key = (id(home), name)
        if key not in self._known:
            element = home.assets.get(("material", name))
            if element is None:
                known = [each for tag, each in home.assets if tag == "material"]
                raise of.element.error(f"no material is called {name!r}", "material", "", nearest(name, known))
            self._shown.add(id(element))
            self._known[key] = self._read(element, home)
            glow = Entry(element, home.classes, None).number("emission")
            if glow:
                self._glow[key] = glow
        return self._known[key]

    def _read(self, element: Element, home: Home) -> ir.Material:
        entry = Entry(element, home.classes, None)
        stated = entry.vector("rgba")
        rgba: Color = _color(stated) if stated is not None else (1.0, 1.0, 1.0, 1.0)
        specular = entry.number("specular", HALF)
        shininess = entry.number("shininess", HALF)
        glow = entry.number("emission")
        repeat = entry.vector("texrepeat")
        metallic, roughness = entry.number("metallic"), entry.number("roughness")
        texture, extras = self._texture(entry, home)
        maps, more = self._layers(element, home)
        name = entry.name
        assert specular is not None and shininess is not None
        grey = (specular, specular, specular, 1.0)
        emissive = None
        if glow:
            emissive = _glowing(rgba, glow)
        elif glow is not None:
            self.reading.ledger.consumed(glow)
        return ir.Material(
            name=name,
            ambient=rgba,
            diffuse=rgba,
            specular=grey,
            emissive=emissive,
            shininess=_times(shininess, PHONG),
            metallic=metallic if metallic is None or metallic >= 0 else None,
            roughness=roughness if roughness is None or roughness >= 0 else None,
            diffuse_texture=texture or (maps.albedo_map if maps else None),
            texture_scale=(repeat[0], repeat[1]) if repeat else None,
            pbr=(msgspec.structs.replace(maps, albedo_map=None),) if maps is not None and _has_maps(maps) else (),
            extras=(*extras, *more, *entry.extras()),
            origin=entry.origin,
        )

    def _texture(self, entry: Entry, home: Home) -> tuple[ir.Texture | None, tuple[ir.Extra, ...]]:
        """The image of a material; that of a texture which MuJoCo makes or maps onto a cube is kept aside."""
        name = entry.text("texture")
        if name is None:
            return None, ()
        texture, element = self._image(str(name), entry.element, home)
        if texture is None or element.attributes.get("type") != "2d":
            self._keep(element, home)
            extra = ir.Extra(format="mjcf", key="@texture", value=entry.reference("texture"), origin=entry.origin)
            if texture is None or element.attributes.get("builtin", "none") != "none":
                return None, (extra,)
            return texture, (extra,)
        self.reading.ledger.consumed(name)
        return texture, ()

    def _image(self, name: str, of: Element, home: Home) -> tuple[ir.Texture | None, Element]:
        element = home.assets.get(("texture", name))
        if element is None:
            known = [each for tag, each in home.assets if tag == "texture"]
            raise of.error(f"no texture is called {name!r}", "texture", "", nearest(name, known))
        file = element.attributes.get("file")
        if file is None:
            return None, element
        uri, found = self.reading.located(file, "texturedir", element, home)
        if found is None and id(element) not in self._shown:
            self.reading.ledger.report(findings.IMAGE_FILE_MISSING, about=uri, origin=element.origin, subject=name, value=str(uri))
        if id(element) not in self._shown and element.attributes.get("type") == "2d":
            self._shown.add(id(element))
            rest = tuple(text for key, text in element.attributes.items() if key != "file")
            self.reading.ledger.consumed(*rest)
        return ir.Texture(uri=uri, found=found, origin=element.origin), element

    def _layers(self, element: Element, home: Home) -> tuple[ir.Pbr | None, tuple[ir.Extra, ...]]:
        """The maps of a material's layers, and the layers that have no map here."""
        maps: dict[str, ir.Texture] = {}
        extras: list[ir.Extra] = []
        for layer in element.each("layer"):
            role, name = str(layer.attributes["role"]), layer.attributes.get("texture")
            texture, of = self._image(str(name), layer, home) if name is not None else (None, layer)
            field = _MAPS.get(role)
            if texture is None or field is None or of.attributes.get("type") != "2d":
                if of is not layer:
                    self._keep(of, home)
                extras.append(aside(layer, "layer"))
                continue
            self.reading.ledger.consumed(*layer.attributes.values())
            maps[field] = texture
        named: dict[str, Any] = dict(maps)
        return (ir.Pbr(workflow="metal", origin=element.origin, **named) if named else None), tuple(extras)

    def _keep(self, element: Element, home: Home, *, unused: bool = False) -> None:
        """Keep an asset as it is, once; images by their names as seen from the model. unused: nothing shows it, and all else is read."""
        if id(element) in self._kept:
            return
        self._kept.add(id(element))
        extra = aside(element)
        if element.tag == "texture" and any(name.startswith("file") for name in element.attributes):
            placed = tuple(
                (name, self.reading.located(text, "texturedir", element, home, kept=unused)[0] if name.startswith("file") else text)
                for name, text in extra.content[0].attributes
            )
            content = (msgspec.structs.replace(extra.content[0], attributes=placed), *extra.content[1:])
            extra = msgspec.structs.replace(extra, content=content)
        self.reading.extras.append(extra)

    def keep_unused(self, home: Home) -> None:
        """Keep the textures and materials that nothing shows."""
        for (tag, _), element in home.assets.items():
            if tag in ("texture", "material") and id(element) not in self._shown:
                self._keep(element, home, unused=True)


def _has_maps(pbr: ir.Pbr) -> bool:
    return any(getattr(pbr, field) is not None for field in _MAPS.values() if field != "albedo_map")


def _color(values: tuple[float, ...]) -> Color:
    r, g, b, a = values if len(values) == 4 else (*values, *GREY[len(values) :])
    return (r, g, b, a)


def _standing_back(material: ir.Material, rgba: Color) -> ir.Material:
    """Return the material of a geom that states `GREY`: the colour is the material's because of that, since any other would replace it."""
    diffuse, ambient = (None if colour is None else made_of(colour, (colour, rgba)) for colour in (material.diffuse, material.ambient))
    return msgspec.structs.replace(material, diffuse=diffuse, ambient=ambient)


def _glowing(rgba: Color, glow: float) -> Color:
    """Return how a colour glows: `emission` times it."""
    return (_times(rgba[0], glow), _times(rgba[1], glow), _times(rgba[2], glow), 1.0)


def _times(value: float, factor: float) -> float:
    return traced(float(value) * float(factor), merge(ids_of(value), ids_of(factor))) if ids_of(value) or ids_of(factor) else value * factor
