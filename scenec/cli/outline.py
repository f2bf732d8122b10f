"""The parts of a scene, as plain data (`scenec.inspect/1`): the content of `scenec inspect` in all its forms.

Models, links, joints, shapes and sensors as the physics summary names them; besides, what drives the joints, and the assets.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from scenec.accounting.report import Report
from scenec.ir.geometry import MeshShape
from scenec.ir.names import model_paths
from scenec.ir.scene import Scene
from scenec.ir.summary import CollisionSummary, LinkSummary, PhysicsSummary, VisualSummary

SCHEMA = "scenec.inspect/1"


def outline(scene: Scene, summary: PhysicsSummary, report: Report) -> dict[str, Any]:
    """See the module. Lists are flat and in document order; things name each other by path."""
    return {
        "schema": SCHEMA,
        "source": report.source.to_json(),
        "gravity": summary.gravity,
        "step": summary.step,
        "models": _models(scene),
        "links": _links(scene, summary),
        "joints": _joints(scene, summary),
        "lights": [{"path": light.path, "type": light.type} for light in summary.lights],
        "assets": {"meshes": _meshes(scene), "textures": _textures(scene), "definitions": _definitions(scene)},
        "totals": _totals(scene, summary, report),
    }


def _models(scene: Scene) -> list[dict[str, Any]]:
    paths = model_paths(scene)
    return [{"path": paths[each.id], "parent": paths.get(each.parent or ""), "static": bool(each.static)} for each in scene.models]


def _links(scene: Scene, summary: PhysicsSummary) -> list[dict[str, Any]]:
    models = model_paths(scene)
    return [
        {
            "path": each.path,
            "model": models.get(link.model),
            "static": each.static,
            "mass": each.mass,
            "collisions": [_shape(shape, each) for shape in each.collisions],
            "visuals": [_shape(shape, each) for shape in each.visuals],
            "sensors": [{"path": sensor.path, "type": sensor.type} for sensor in each.sensors],
        }
        for link, each in zip(scene.links, summary.links, strict=True)
    ]


def _shape(shape: CollisionSummary | VisualSummary, link: LinkSummary) -> dict[str, Any]:
    name = shape.path.removeprefix(f"{link.path}::")
    return {"name": name, "type": shape.type, "size": shape.size, "uri": shape.uri}


def _joints(scene: Scene, summary: PhysicsSummary) -> list[dict[str, Any]]:
    models = model_paths(scene)
    return [
        {
            "path": each.path,
            "model": models.get(joint.model or ""),
            "type": each.type,
            "parent": each.parent,
            "child": each.child,
            "axes": [{"lower": axis.lower, "upper": axis.upper, "initial": axis.initial} for axis in each.axes],
            "actuators": [
                {"name": str(motor.name or motor.kind), "kind": str(motor.kind), "axis": int(motor.axis)} for motor in joint.actuators
            ],
            "mimic": each.mimic.joint if each.mimic else None,
        }
        for joint, each in zip(scene.joints, summary.joints, strict=True)
    ]


def _totals(scene: Scene, summary: PhysicsSummary, report: Report) -> dict[str, Any]:
    links = summary.links
    return {
        "worlds": len(scene.worlds),
        "models": len(scene.models),
        "links": len(links),
        "dynamic_links": summary.total.dynamic_links,
        "mass": summary.total.mass,
        "joints": dict(Counter(str(joint.type) for joint in scene.joints)),
        "actuators": sum(len(joint.actuators) for joint in scene.joints),
        "collisions": sum(len(link.collisions) for link in links),
        "visuals": sum(len(link.visuals) for link in links),
        "sensors": sum(len(link.sensors) for link in links),
        "lights": len(summary.lights),
        "values": report.totals["values"],
    }


def _meshes(scene: Scene) -> list[dict[str, Any]]:
    shapes = [each.geometry for link in scene.links for each in link.collisions]
    shapes += [each.geometry for link in scene.links for each in link.visuals]
    uses = Counter(str(shape.mesh) for shape in shapes if isinstance(shape, MeshShape))
    found = []
    for mesh in scene.meshes:
        whole = next((extent for extent in mesh.extents if not extent.submesh), None)
        vertices, faces = (int(whole.vertices), int(whole.faces)) if whole else (None, None)
        if mesh.data is not None:
            vertices = len(mesh.data.vertices.array)
            corners = [each.vertices.array.shape for group in mesh.data.groups for each in group.faces]
            faces = sum(count * (sides - 2) for count, sides in corners)
        uri = None if mesh.uri is None else str(mesh.uri)
        found.append(
            {"name": str(mesh.name or mesh.uri or mesh.id), "uri": uri, "vertices": vertices, "faces": faces, "uses": uses[mesh.id]}
        )
    return found


def _textures(scene: Scene) -> list[dict[str, Any]]:
    """Every image a visual refers to, with how many visuals do, and whether it was found."""
    uses: Counter[str] = Counter()
    found: dict[str, bool] = {}
    for link in scene.links:
        for visual in link.visuals:
            material = visual.material
            for texture in (material.diffuse_texture, material.normal_texture, material.displacement_texture) if material else ():
                if texture is not None:
                    uses[str(texture.uri)] += 1
                    found[str(texture.uri)] = texture.found is not None
    return [{"uri": uri, "found": found[uri], "uses": count} for uri, count in uses.items()]


def _definitions(scene: Scene) -> list[dict[str, Any]]:
    """Return what the source writes once and uses by name."""
    uses = Counter(use.asset for use in scene.uses)
    return [{"name": str(each.name), "kind": str(each.kind), "file": each.file, "uses": uses[each.id]} for each in scene.assets]
