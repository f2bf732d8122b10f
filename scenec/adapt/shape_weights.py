"""Mass and tensor of links that state none: what their shapes weigh.

MuJoCo weighs the geoms of a URDF so (1,000 kg/m^3), and SDFormat the collisions of `<inertial auto="true">`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from scenec.ir.geometry import MeshShape
from scenec.ir.inertia import Inertia, compose, rotated
from scenec.ir.kinematics import Kinematics
from scenec.ir.link import Collision, Inertial, Link, Visual
from scenec.ir.magnitude import LARGEST
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene
from scenec.trace import Computed, derived

if TYPE_CHECKING:
    from scenec.meshes.solids import Lump

WATER = 1000.0
"""kg/m^3."""

Part = Collision | Visual


class ShapeWeights:
    """Weights of the links of a scene, as if their shapes were solid. density: kg/m^3."""

    def __init__(self, scene: Scene, density: float) -> None:
        self.density = density
        self._scene = scene
        self._kinematics: Kinematics | None = None
        self._meshes = {mesh.id: mesh for mesh in scene.meshes}

    def of(self, link: Link) -> Inertial | None:
        """Return the inertial that a link gets of its collisions, or of its visuals where no collision encloses anything. None if no visual
        does either, or if the mass or a moment is beyond what scenec computes with (`LARGEST`)."""
        solid = self._solid(link)
        if not solid:
            return None
        volume, com, tensor = compose([self._placed(part, lump, link) for part, lump in solid])
        if not volume * self.density > 0:
            return None
        own = link.inertial or Inertial(origin=link.origin)
        mass = float(f"{volume * self.density:.6g}")
        entries = [entry * mass / volume for entry in tensor.entries]
        if not all(abs(each) <= LARGEST for each in (mass, *entries)):
            return None
        sources = tuple((part.geometry, part.pose) for part, _ in solid)
        moments = (derived(Computed(entry), sources) for entry in entries)
        return msgspec.structs.replace(
            own, mass=derived(mass, sources, own.mass), pose=derived(Pose(com), sources), inertia=Inertia(*moments), auto=None, density=None
        )

    def words(self, link: Link) -> str:
        """Return how the mass of a link came about, for people."""
        solid = self._solid(link)
        kind = "collision" if isinstance(solid[0][0], Collision) else "visual"
        return f"{len(solid)} {kind}{'s' if len(solid) > 1 else ''} at {self.density:,.10g} kg/m³"

    def _solid(self, link: Link) -> Sequence[tuple[Part, Lump]]:
        touched = [each for each in link.collisions if not each.sensing_only]
        for parts in (touched, link.visuals):
            found = [(part, lump) for part in parts if (lump := self._lump(part)) is not None and lump[0] > 0]
            if found:
                return found
        return ()

    def _lump(self, part: Part) -> Lump | None:
        from scenec.meshes.solids import solid_of, solid_of_mesh

        shape = part.geometry
        if not isinstance(shape, MeshShape):
            return solid_of(shape)
        mesh = self._meshes.get(shape.mesh)
        return None if mesh is None else solid_of_mesh(shape, mesh)

    def _placed(self, part: Part, lump: Lump, link: Link) -> Lump:
        """Return a solid in the frame of its link."""
        volume, centre, tensor = lump
        X_LP = part.pose or Pose()
        if part.relative_to is not None and part.relative_to != link.id:
            self._kinematics = self._kinematics or Kinematics(self._scene)
            X_LP = self._kinematics.relative(part.relative_to, link.id) @ X_LP
        return volume, X_LP.apply(centre), rotated(tensor, X_LP.rotation)
