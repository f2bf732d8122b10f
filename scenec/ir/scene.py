"""The scene: everything a file describes, flat, each node naming the others by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from scenec.ir.geometry import Mesh
from scenec.ir.joint import Joint
from scenec.ir.light import Light
from scenec.ir.link import Link
from scenec.ir.physics_profile import World
from scenec.ir.scene_data import (
    Actor,
    Animation,
    Asset,
    Controller,
    ExcludedPair,
    Frame,
    Gripper,
    JointPosition,
    LinkPlacement,
    Model,
    NamedPose,
    SceneData,
    Trajectory,
    Use,
    UserInput,
    Waypoint,
)

if TYPE_CHECKING:
    import pandas

    from scenec.ir.summary import PhysicsSummary

    Addable: TypeAlias = World | Model | Link | Joint | Frame | Light | Mesh

__all__ = [
    "Actor",
    "Animation",
    "Asset",
    "Controller",
    "ExcludedPair",
    "Frame",
    "Gripper",
    "JointPosition",
    "LinkPlacement",
    "Model",
    "NamedPose",
    "Scene",
    "Trajectory",
    "Use",
    "UserInput",
    "Waypoint",
]


class Scene(SceneData, frozen=True, kw_only=True, gc=False):
    """The content of a file.

    name: of the scene. framing: the kind of file, ``world``, ``model``, ``light`` or ``actor`` (an SDF file keeps its kind).
    lights: those of worlds; a link's own stand in the link. friction_law: how two surfaces combine: ``mean``, ``min``,
    ``max``, ``table`` (friction_pairs, averaged where both list each other; `friction_default` otherwise). excluded_pairs: links that never
    touch each other. named_poses: configurations with a name; none of them is where the simulation starts (`Axis.initial`).
    assets, uses: definitions and where they were used; structure for writers that can express it, without accounting.
    """

    def physics(self, at: Mapping[str, float | Sequence[float]] | None = None) -> PhysicsSummary:
        """Return what a simulator sees: world poses, masses, joints, at the initial position or with joints moved (`at`: path ->
        rad or m, or one value per axis). Raises UsageError for a joint path that does not exist."""
        from scenec.ir.summary import summarize

        return summarize(self, at or {})

    def link(self, path: str) -> Link:
        """The link at a path (``robot::head``). Raises UsageError with the nearest path."""
        from scenec.ir.build import named

        return cast(Link, named(self, "links", path))

    def joint(self, path: str) -> Joint:
        """The joint at a path (``robot::neck``). Raises UsageError with the nearest path."""
        from scenec.ir.build import named

        return cast(Joint, named(self, "joints", path))

    def model(self, path: str) -> Model:
        """The model at a path. Raises UsageError with the nearest path."""
        from scenec.ir.build import named

        return cast(Model, named(self, "models", path))

    def add(self, *nodes: Addable, model: str | None = None) -> Scene:
        """A scene with more worlds, models, links, joints, frames, lights or meshes.

        Nodes without an `id` get one. A field that names another node (a joint's parent and child, a shape's mesh, ``relative_to``)
        takes its id, its path, or its name within the same model. model: the model that links, joints and frames go into.
        Raises UsageError for a reference that leads nowhere, an id or a path that is taken, or a value of a wrong type.
        """
        from scenec.ir.build import added

        return added(self, nodes, model)

    def update(self, node: Addable) -> Scene:
        """A scene in which the node of the same id is this one: ``scene.update(scene.link("arm::hand").with_mass(0.2))``."""
        from scenec.ir.build import updated

        return updated(self, node)

    def to_dataframe(self, what: str = "links") -> pandas.DataFrame:
        """A table (pandas) of what a simulator sees, a row per link or joint. what: ``links`` (path, model, static, mass in kg, com_x..
        in m and ixx.. in kg m^2, in the world) or ``joints`` (path, type, parent, child, lower, upper, effort, velocity, initial of the
        first axis). Raises UsageError without pandas, or for another word."""
        from scenec.ir.dataframe import dataframe

        return dataframe(self, what)

    def replace(self, path: str, **changes: object) -> Scene:
        """A scene with the fields of the node at `path` (as physics paths name it) changed; the rest keeps its provenance. Raises
        UsageError for a path or field that does not exist, and for a value of a wrong type."""
        from scenec.ir.edit import replaced

        return replaced(self, path, changes)

    def without(self, path: str) -> Scene:
        """A scene without the node at `path`; removing a link or model removes what hangs on it."""
        from scenec.ir.edit import without

        return without(self, path)
