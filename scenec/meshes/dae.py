"""COLLADA text of inline meshes.

Written here rather than by pycollada, which rounds to seven digits and puts the time and random ids into the file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from scenec.ir.geometry import Faces, MeshData, MeshGroup
from scenec.ir.material import Material
from scenec.meshes.surface import smoothed, used_rows

if TYPE_CHECKING:
    from numpy.typing import NDArray

_HEAD = """<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>1970-01-01T00:00:00Z</created><modified>1970-01-01T00:00:00Z</modified>\
<unit name="meter" meter="1"/><up_axis>Z_UP</up_axis></asset>
"""
"""The schema demands times; constant ones keep equal meshes equal files."""


def dae_text(mesh: MeshData) -> bytes:
    """The COLLADA 1.4.1 file: a node and a geometry per group, under the group's name; metres, z up.

    Triangles and quads stay what they are, numbers keep all digits, groups keep their material with its diffuse texture
    (referred to by its uri). Without normals, a smooth mesh gets those of `smoothed`.
    """
    mesh = smoothed(mesh)
    # Materials are distinguished by what is written of them: each use is looked at in full, as the account of what was written
    # demands.
    described = [_described(group.material) if group.material is not None else None for group in mesh.groups]
    materials: dict[_Described, str] = {}
    for described_material in described:
        if described_material is not None:
            materials.setdefault(described_material, f"material{len(materials) + 1}")
    pieces = [_HEAD, *_material_libraries(materials), "<library_geometries>\n"]
    for number, group in enumerate(mesh.groups, 1):
        pieces.append(_geometry(mesh, group, f"geometry{number}"))
    pieces.append('</library_geometries>\n<library_visual_scenes><visual_scene id="scene">\n')
    for number, (group, described_material) in enumerate(zip(mesh.groups, described, strict=True), 1):
        pieces.append(f'<node id="node{number}" name={quoteattr(group.name)}><instance_geometry url="#geometry{number}">')
        if described_material is not None:
            target = f'<instance_material symbol="material" target="#{materials[described_material]}"/>'
            pieces.append(f"<bind_material><technique_common>{target}</technique_common></bind_material>")
        pieces.append("</instance_geometry></node>\n")
    pieces.append('</visual_scene></library_visual_scenes>\n<scene><instance_visual_scene url="#scene"/></scene>\n</COLLADA>\n')
    return "".join(pieces).encode()


def _geometry(mesh: MeshData, group: MeshGroup, identifier: str) -> str:
    """A geometry holds its own copy of the rows it uses: sources are not shared between geometries."""
    renumber: dict[str, NDArray[Any]] = {}
    pieces = [f"<geometry id={quoteattr(identifier)} name={quoteattr(group.name)}><mesh>\n"]
    for kind, components in (("vertices", "XYZ"), ("normals", "XYZ"), ("texcoords", "ST")):
        used = [indices.array for faces in group.faces if (indices := getattr(faces, kind)) is not None]
        if used:
            table = getattr(mesh, kind).array
            rows, renumber[kind] = used_rows(used, len(table))
            pieces.append(_source(f"{identifier}-{kind}", components, table[rows]))
    position = f'<input semantic="POSITION" source="#{identifier}-vertices"/>'
    pieces.append(f'<vertices id="{identifier}-corners">{position}</vertices>\n')
    pieces += [_primitive(faces, identifier, renumber, group.material is not None) for faces in group.faces]
    pieces.append("</mesh></geometry>\n")
    return "".join(pieces)


def _source(identifier: str, components: str, table: NDArray[Any]) -> str:
    numbers = " ".join(map(repr, (table + 0.0).ravel().tolist()))
    count, width = table.shape
    params = "".join(f'<param name="{component}" type="float"/>' for component in components)
    return (
        f'<source id="{identifier}"><float_array id="{identifier}-array" count="{count * width}">{numbers}</float_array>'
        f'<technique_common><accessor source="#{identifier}-array" count="{count}" stride="{width}">{params}</accessor>'
        "</technique_common></source>\n"
    )


def _primitive(faces: Faces, identifier: str, renumber: dict[str, NDArray[Any]], has_material: bool) -> str:
    import numpy as np

    count, corners = faces.vertices.array.shape
    if not count:
        return ""
    columns = [renumber["vertices"][faces.vertices.array]]
    inputs = [f'<input semantic="VERTEX" source="#{identifier}-corners" offset="0"/>']
    if faces.normals is not None:
        inputs.append(f'<input semantic="NORMAL" source="#{identifier}-normals" offset="{len(columns)}"/>')
        columns.append(renumber["normals"][faces.normals.array])
    if faces.texcoords is not None:
        inputs.append(f'<input semantic="TEXCOORD" source="#{identifier}-texcoords" offset="{len(columns)}" set="0"/>')
        columns.append(renumber["texcoords"][faces.texcoords.array])
    indices = " ".join(map(str, np.stack(columns, axis=2).ravel().tolist()))
    tag = "triangles" if corners == 3 else "polylist"
    counts = f"<vcount>{' '.join(['4'] * count)}</vcount>" if corners == 4 else ""
    material = ' material="material"' if has_material else ""
    return f'<{tag} count="{count}"{material}>{"".join(inputs)}{counts}<p>{indices}</p></{tag}>\n'


class _Described(NamedTuple):
    """The written values of a material: its name, the uri of its texture, and its Phong terms."""

    name: str | None
    texture: str | None
    terms: str


def _described(material: Material) -> _Described:
    """The terms stand in the order that the schema demands. The format has a diffuse texture or a diffuse colour, not both: a
    colour beside a texture is not looked at."""
    texture = material.diffuse_texture.uri if material.diffuse_texture is not None else None
    diffuse = material.diffuse if texture is None else None
    terms = []
    for tag, color in (
        ("emission", material.emissive),
        ("ambient", material.ambient),
        ("diffuse", diffuse),
        ("specular", material.specular),
    ):
        if tag == "diffuse" and texture is not None:
            terms.append('<diffuse><texture texture="sampler" texcoord="TEXCOORD"/></diffuse>')
        elif color is not None:
            terms.append(f"<{tag}><color>{' '.join(repr(float(part)) for part in color)}</color></{tag}>")
    if material.shininess is not None:
        terms.append(f"<shininess><float>{float(material.shininess)!r}</float></shininess>")
    if diffuse is not None and diffuse[3] != 1:
        terms.append('<transparent opaque="A_ONE"><color>1 1 1 1</color></transparent>')
        terms.append(f"<transparency><float>{float(diffuse[3])!r}</float></transparency>")
    return _Described(material.name, texture, "".join(terms))


def _material_libraries(materials: dict[_Described, str]) -> list[str]:
    if not materials:
        return []
    images = [
        f'<image id="{key}-image"><init_from>{escape(material.texture)}</init_from></image>\n'
        for material, key in materials.items()
        if material.texture is not None
    ]
    pieces = ["<library_images>\n", *images, "</library_images>\n"] if images else []
    pieces.append("<library_effects>\n")
    pieces += [_effect(material, key) for material, key in materials.items()]
    pieces.append("</library_effects>\n<library_materials>\n")
    for material, key in materials.items():
        label = quoteattr(material.name or key)
        pieces.append(f'<material id="{key}" name={label}><instance_effect url="#{key}-effect"/></material>\n')
    pieces.append("</library_materials>\n")
    return pieces


def _effect(material: _Described, key: str) -> str:
    params = ""
    if material.texture is not None:
        params = f'<newparam sid="surface"><surface type="2D"><init_from>{key}-image</init_from></surface></newparam>'
        params += '<newparam sid="sampler"><sampler2D><source>surface</source></sampler2D></newparam>'
    shading = f'<technique sid="common"><phong>{material.terms}</phong></technique>'
    return f'<effect id="{key}-effect"><profile_COMMON>{params}{shading}</profile_COMMON></effect>\n'
