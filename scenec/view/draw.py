"""A scene as a drawing: its shapes with their colours, its links and joints, and marks for what has no shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scenec.files import within
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import IDENTITY, Kinematics, static_models
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.material import Material
from scenec.ir.names import Unique, joint_paths, link_paths, shape_word
from scenec.ir.pose import Vec3
from scenec.ir.read_from import boundary_of_scene
from scenec.ir.scene import Scene
from scenec.ir.summary import joint_positions
from scenec.view.drawing import WORLD_LINK, Color, Drawing, DrawnAxis, DrawnJoint, DrawnLink, Follows, Part, Textured, in_world
from scenec.view.image_colours import ImageColours, image_of
from scenec.view.solids import Solid, Solids
from scenec.view.textures import Textures

PLAIN: Color = (0.75, 0.76, 0.78, 1.0)
"""Of a visual that states no colour."""
WHITE: Color = (1.0, 1.0, 1.0, 1.0)
"""Of an image whose material states no colour."""
TOUCHED: Color = (1.0, 0.55, 0.1, 0.4)
"""Of collisions."""
LACKING: Color = (0.9, 0.1, 0.7, 0.5)
"""Of the box that stands for a mesh that is not there."""
TURNING = ("revolute", "continuous", "universal", "revolute2", "screw")
MOVABLE = (*TURNING, "prismatic")
"""Types of joints whose axes say how they move."""
FARTHEST = 1e9
"""m from the origin."""
AROUND = 3.0
"""How many times as wide as everything else a plane without end is drawn."""


def draw(
    scene: Scene,
    at: Mapping[str, float | Sequence[float]] | None = None,
    *,
    title: str = "",
    largest: int | None = None,
    textures: bool = False,
) -> Drawing:
    """The drawing of a scene, with the joints at their initial positions or at those that `at` names (path -> rad or m, or one per axis).

    title: what the picture is called. largest: how many triangles its surfaces may have; beyond that, fine meshes are thinned out and
    a note says so. textures: images are taken along, for a page; else they are their mean colour.
    Raises UsageError for an unknown joint, ReadError where poses refer to nothing.
    """
    import numpy as np

    from scenec.view.marks import mark
    from scenec.view.thin import thinned

    with within(boundary_of_scene(scene)), np.errstate(over="ignore", invalid="ignore"):  # of what is too large to be drawn
        draughtsman = _Draughtsman(scene, at or {}, title, Textures() if textures else None)
        drawing = thinned(draughtsman.drawing(), largest)
        mark(drawing, scene, draughtsman.solids)
    return drawing


class _Draughtsman:
    def __init__(self, scene: Scene, at: Mapping[str, float | Sequence[float]], title: str, textures: Textures | None) -> None:
        self.scene = scene
        self.kinematics = Kinematics(scene)
        self.positions = joint_positions(scene, at)
        self.displaced = self.kinematics.moved(self.positions)
        self.index: dict[Id, int] = {link.id: i for i, link in enumerate(scene.links)}
        self.order: dict[Id, int] = {joint.id: i for i, joint in enumerate(scene.joints)}
        self.paths = link_paths(scene)
        self.result = Drawing(title)
        self.solids = Solids(scene, self.result)
        self.images = ImageColours()
        self.textures = textures
        self.hidden = 0

    def drawing(self) -> Drawing:
        result, static = self.result, static_models(self.scene)
        result.links = tuple(self._link(link, link.model in static) for link in self.scene.links)
        for link in self.scene.links:
            unique = Unique()
            for collision in link.collisions:
                self._shape(collision, link, unique(self._path(collision, link)), "collisions")
            for visual in link.visuals:
                self._shape(visual, link, unique(self._path(visual, link)), "visuals")
        result.joints = self._joints()
        _measure(result)
        result.parts = [part if part.bounded else _wide(part, result.extent) for part in result.parts]
        result.notes += self._notes()
        result.averaged = len(self.images.averaged)
        result.images = self.textures.copies if self.textures is not None else []
        return result

    def _path(self, shown: Collision | Visual, link: Link) -> str:
        return f"{self.paths[link.id]}::{shown.name or shape_word(shown.geometry)}"

    def _link(self, link: Link, static: bool) -> DrawnLink:
        zero = self.kinematics.at_zero(link.id)
        D = self.displaced.get(link.id)
        mass = link.inertial.mass if link.inertial is not None else None
        return DrawnLink(self.paths[link.id], None if mass is None else float(mass), static, zero, zero if D is None else D @ zero)

    def _shape(self, shown: Collision | Visual, link: Link, path: str, layer: str) -> None:
        if isinstance(shown, Visual) and shown.visible is not None and not shown.visible:
            self.hidden += 1
            return
        X_LS = shown.pose or IDENTITY
        if shown.relative_to is not None and shown.relative_to != link.id:
            X_LS = self.kinematics.at_zero(link.id).inverse() @ self.kinematics.at_zero(shown.relative_to) @ X_LS
        for solid in self.solids.pieces(shown.geometry, endless=layer == "collisions"):
            self.result.parts.append(
                Part(
                    path=path,
                    kind=shape_word(shown.geometry),
                    layer=layer,
                    link=self.index[link.id],
                    surface=solid.surface,
                    pose=X_LS,
                    scale=solid.scale,
                    color=self._color(shown, solid),
                    bounded=not solid.endless,
                    texture=self._texture(shown, solid),
                )
            )

    def _color(self, shown: Collision | Visual, solid: Solid) -> Color:
        if solid.lacking:
            return LACKING
        if isinstance(shown, Collision):
            return TOUCHED
        material = shown.material if shown.material is not None else solid.material
        if material is None:
            return PLAIN
        image = image_of(material)
        return _of_material(material, 1.0 - float(shown.transparency or 0.0), None if image is None else self.images.mean(image))

    def _texture(self, shown: Collision | Visual, solid: Solid) -> Textured | None:
        """The image on a piece of a visual, if a page can show it; then it is not drawn as its mean colour."""
        if self.textures is None or not isinstance(shown, Visual) or self.result.surfaces[solid.surface].texcoords is None:
            return None
        material = shown.material if shown.material is not None else solid.material
        image = image_of(material) if material is not None else None
        if material is None or image is None or image.found is None or not self.images.readable(image):
            return None
        copy = self.textures.copy_of(image.found)
        if copy is None:
            return None
        self.images.averaged.pop(str(image.uri), None)
        tint = _of_material(material, 1.0 - float(shown.transparency or 0.0), WHITE)
        u, v = material.texture_scale or (1.0, 1.0)
        return Textured(copy, tint, (float(u), float(v)))

    # -- joints

    def _joints(self) -> tuple[DrawnJoint, ...]:
        tree = self.kinematics.tree()
        placing = {joint.id for joint, _, _ in tree}
        ordered = [*(joint for joint, _, _ in tree), *(joint for joint in self.scene.joints if joint.id not in placing)]
        index = {joint.id: i for i, joint in enumerate(ordered)}
        paths = joint_paths(self.scene)
        return tuple(self._joint(joint, paths[joint.id], joint.id in placing, index) for joint in ordered)

    def _joint(self, joint: Joint, path: str, placing: bool, index: Mapping[Id, int]) -> DrawnJoint:
        X_WJ = self.kinematics.at_zero(joint.id)
        parent, child = (self.kinematics.body_of(end) for end in (joint.parent, joint.child))
        axes = []
        for axis, position in zip(joint.axes, self.positions.get(joint.id, ()), strict=False):
            limits = axis.limits
            active = limits is not None and (limits.active is None or bool(limits.active))
            axes.append(
                DrawnAxis(
                    direction=_three(X_WJ.rotation.apply(self.kinematics.joint_axis(joint, axis))),
                    lower=_finite(limits.lower) if limits is not None and active else None,
                    upper=_finite(limits.upper) if limits is not None and active else None,
                    position=float(position),
                )
            )
        mimic = next((axis.mimic for axis in joint.axes if axis.mimic is not None and axis.mimic.joint in index), None)
        return DrawnJoint(
            path=path,
            place=self.order[joint.id],
            type=str(joint.type),
            parent=self.index.get(parent, WORLD_LINK),
            child=self.index.get(child, WORLD_LINK),
            anchor=_three(X_WJ.position),
            axes=tuple(axes) if joint.type in MOVABLE else (),
            pitch=float(joint.screw_pitch or 0.0) if joint.type == "screw" else 0.0,
            placing=placing and child != WORLD,
            follows=None
            if mimic is None
            else Follows(index[mimic.joint], int(mimic.axis), float(mimic.multiplier), float(mimic.offset), float(mimic.reference)),
        )

    def _notes(self) -> list[str]:
        notes = [f"{what}: {uri}" for uri, what in self.solids.missing.items()]
        if self.images.averaged:
            notes.append(f"Textures are drawn as their mean colour: {_listed(list(self.images.averaged))}.")
        for why in dict.fromkeys(self.images.left_out.values()):
            without = [uri for uri, each in self.images.left_out.items() if each == why]
            notes.append(f"Textures replaced by the colour of the material ({why}): {_listed(without)}.")
        if self.hidden:
            notes.append(f"Invisible visuals are not drawn: {self.hidden:,}.")
        if not any(part.layer in ("visuals", "collisions") for part in self.result.parts):
            notes.append("The scene has no shapes.")
        loops = [joint.path for joint in self.result.joints if not joint.placing]
        if loops:
            notes.append(f"Loops are cut at these joints, and do not follow the others: {_listed(loops)}.")
        still = [joint.path for joint in self.result.joints if not joint.axes and joint.type != "fixed"]
        if still:
            notes.append(f"Joints without axes cannot be moved here: {_listed(still)}.")
        endless = sorted({part.path for part in self.result.parts if not part.bounded})
        if endless:
            notes.append(f"Infinite planes are drawn {AROUND:g} times as wide as the rest of the scene: {_listed(endless)}.")
        return notes


def _listed(names: Sequence[str], most: int = 3) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def _of_material(material: Material, opacity: float, image: Color | None = None) -> Color:
    """The diffuse colour, or the ambient one if that is black (what ambient light alone shows), times that of its image, with what the
    material gives off."""
    plain = WHITE if image is not None else PLAIN if material.emissive is None else (0.0, 0.0, 0.0, 1.0)
    base = material.diffuse or plain
    if not any(base[:3]) and material.ambient is not None:
        base = (*material.ambient[:3], base[3])
    if image is not None:
        base = (base[0] * image[0], base[1] * image[1], base[2] * image[2], base[3] * image[3])
    glow = material.emissive or (0.0, 0.0, 0.0, 0.0)
    red, green, blue = (min(max(float(a) + float(b), 0.0), 1.0) for a, b in zip(base[:3], glow[:3], strict=True))
    return red, green, blue, min(max(float(base[3]) * opacity, 0.0), 1.0)


def _measure(drawing: Drawing) -> None:
    """Takes out what is too far away or too large to be drawn, and sets the bounds of what is bounded, in the world."""
    import numpy as np

    kept, lows, highs = [], [], []
    beyond: dict[str, None] = {}
    for part in drawing.parts:
        points = in_world(drawing, part)
        if not (np.abs(points) < FARTHEST).all():  # not a number is not less either
            beyond[part.path] = None
            continue
        kept.append(part)
        if part.bounded and len(points):
            lows.append(points.min(axis=0))
            highs.append(points.max(axis=0))
    drawing.parts = kept
    if beyond:
        drawing.notes.append(f"Parts farther than {FARTHEST:g} m away are not drawn: {_listed(list(beyond))}.")
    if not lows:
        origins = np.array([link.pose.position for link in drawing.links] or [(0.0, 0.0, 0.0)], dtype=float)
        near = (np.abs(origins) < FARTHEST).all(axis=1)
        origins = origins[near] if near.any() else np.zeros((1, 3))
        lows, highs = [origins.min(axis=0) - 0.5], [origins.max(axis=0) + 0.5]
    drawing.low, drawing.high = _three(np.min(lows, axis=0).tolist()), _three(np.max(highs, axis=0).tolist())


def _wide(part: Part, extent: float) -> Part:
    from dataclasses import replace

    return replace(part, scale=(AROUND * extent, AROUND * extent, AROUND * extent))


def _finite(value: float | None) -> float | None:
    return None if value is None or not abs(value) < 1e16 else float(value)


def _three(v: Sequence[float]) -> Vec3:
    return (float(v[0]), float(v[1]), float(v[2]))
