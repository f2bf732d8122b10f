"""Whether a scene that anybody may have written, in a file of its own, is one at all: what readers of formats see to by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from scenec.accounting.problem import problem_of
from scenec.checks.findings import ACTUATOR_AXIS_MISSING, CONTENT_DEPTH_WRONG, JOINT_AXIS_IMPLAUSIBLE, MESH_TABLE_WRONG
from scenec.checks.scene import structure
from scenec.errors import UsageError
from scenec.ir.check import Problem, walk_nodes
from scenec.ir.geometry import MeshData
from scenec.ir.names import scene_paths
from scenec.ir.scene import Scene


def unsound(scene: Scene) -> Problem | None:
    """Return the first problem that makes a scene impossible to write: things that share an id, references that lead nowhere
    or round in a circle, foreign content that hangs on nothing, faces without vertices, axes without a direction."""
    names = scene_paths(scene)
    return next(iter([*structure(scene, names), *_contents(scene), *_faces(scene), *_driven(scene), *_directed(scene)]), None)


def refuse_unsound(scene: Scene) -> None:
    """Raise UsageError for a scene that is impossible to write; see `unsound`."""
    problem = unsound(scene)
    if problem is not None:
        raise UsageError(said_of(problem), None, "", "", problem.hint)


def said_of(problem: Problem) -> str:
    """A problem as the first part of an error: whom it is about, what is wrong, why."""
    what = ": ".join(each for each in (problem.subject, problem.headline) if each)
    return f"{what}. {problem.text}"


def _contents(scene: Scene) -> Iterator[Problem]:
    for owner, node, origin in walk_nodes(scene):
        content = getattr(node, "content", None)
        if not isinstance(content, tuple):
            continue
        allowed = 0
        for item in content:
            if not 0 <= item.depth <= allowed:
                yield problem_of(CONTENT_DEPTH_WRONG, subject=owner, value=str(item.depth), origin=origin, most=allowed)
                return
            allowed = item.depth + 1


def _driven(scene: Scene) -> Iterator[Problem]:
    """Actuators of axes that their joint does not have."""
    for joint in scene.joints:
        for actuator in joint.actuators:
            if not 0 <= actuator.axis < max(1, len(joint.axes)):
                axis, count = str(int(actuator.axis)), len(joint.axes)
                yield problem_of(ACTUATOR_AXIS_MISSING, subject=joint.id, value=axis, origin=actuator.origin, count=count)
                return


def _directed(scene: Scene) -> Iterator[Problem]:
    """Axes that are the zero vector."""
    for joint in scene.joints:
        for axis in joint.axes:
            if not any(axis.xyz):
                yield problem_of(JOINT_AXIS_IMPLAUSIBLE, subject=joint.id, value="0 0 0", origin=axis.origin or joint.origin)
                return


def _faces(scene: Scene) -> Iterator[Problem]:
    for mesh in scene.meshes:
        why = _wrong_with(mesh.data) if mesh.data is not None else None
        if why is not None:
            origin = mesh.data.origin if mesh.data is not None else None
            yield problem_of(MESH_TABLE_WRONG, subject=f"meshes[{mesh.name or mesh.id}]", origin=origin, why=why)
            return


def _wrong_with(data: MeshData) -> str | None:
    """Return what is wrong with the tables of a mesh, None if nothing is."""
    tables = {"vertices": (data.vertices, 3), "normals": (data.normals, 3), "texcoords": (data.texcoords, 2)}
    for name, (table, columns) in tables.items():
        if table is not None and table.array.shape[1] != columns:
            return f"A row of {name} has {table.array.shape[1]} numbers instead of {columns}."
    for faces in (each for group in data.groups for each in group.faces):
        shape = faces.vertices.array.shape
        for name, (table, _) in tables.items():
            corners = getattr(faces, name)
            if corners is None:
                continue
            if corners.array.dtype.kind != "i" or corners.array.shape != shape or shape[1] < 3:
                return f"The {name} of faces must be a table of whole numbers with three or more columns."
            if not corners.array.size:
                continue
            if table is None or corners.array.min() < 0 or corners.array.max() >= len(table):
                return f"A face refers to {name} that do not exist."
    return None
