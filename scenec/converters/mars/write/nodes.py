"""Nodes: what a link becomes.

A link that moves is a group. Its first node is called like the link and carries mass, centre and tensor; it stands at the centre of
mass, as nodes have no other, along the axes of the link, and is no shape. Each collision is a node of the group, relative to the
first. A link that is just one shape around its centre of mass is one node. What is only drawn hangs on the first node (`vizLink`),
unless a collision looks just like it. What never moves is a node per shape, in the world.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scenec.converters.common.findings import LINK_EMPTY_DROPPED, LINK_FRAME_MOVED, VISUAL_HIDDEN_INEFFECTIVE
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.mars.findings import writing as findings
from scenec.converters.mars.write.assets import Assets
from scenec.converters.mars.write.context import Writing, placed_text, restore
from scenec.converters.mars.write.groups import Groups
from scenec.converters.mars.write.masks import ALL, Masks
from scenec.converters.mars.write.mass import SMALLER, TRIES, Mass, Part, carrier, is_solid, mass_of, share_of, takes_too_much
from scenec.converters.mars.write.materials import Materials
from scenec.converters.mars.write.meshes import ONE, Meshes
from scenec.converters.mars.write.sensors import is_at_node, requires_node
from scenec.converters.mars.write.shape import Shown, as_node, is_known
from scenec.converters.mars.write.surfaces import write_surface
from scenec.converters.mars.write.values import count, flag, number, vector
from scenec.ir.base import Id
from scenec.ir.geometry import Heightmap, Sphere
from scenec.ir.inertia import Inertia, solid_sphere
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.pose import Pose, Rotation
from scenec.ir.scene import Frame
from scenec.syntax.element import Element
from scenec.syntax.said import constant, spelled
from scenec.trace import made_of, steered_by

MOVED = 1e-8
"""How far (m) the frame of a link must move to be worth a note."""
AT_NODE = 1e-10
"""How far (m) a sensor may be from the node that it is attached to: the rounding of a centre of mass."""
EMPTY = "empty"
"""visualType of a node that is not drawn. With noVisual, `vizLink` of other nodes could not refer to it."""
SENSOR_NODE_RADIUS = 0.01
"""The radius of the sphere whose tensor the node of a sensor has (m)."""


class Drawn(NamedTuple):
    """A visual to be written, its shape in MARS, and its number among the visuals of its link."""

    visual: Visual
    shown: Shown
    number: int


class Touching(NamedTuple):
    """A collision to be written, its shape in MARS, and the visual that its node draws."""

    collision: Collision
    shown: Shown
    drawn: Drawn | None

    @property
    def visual(self) -> Visual | None:
        return None if self.drawn is None else self.drawn.visual


class Nodes:
    """Writes the nodes of all links into `entries`. frames: link -> where its first node is in it; of_sensors: (link, number of its
    sensor) -> the node that was made for the sensor."""

    def __init__(self, writing: Writing, groups: Groups, materials: Materials, meshes: Meshes, assets: Assets) -> None:
        self.writing = writing
        self.groups = groups
        self.materials = materials
        self.meshes = meshes
        self.assets = assets
        self.masks = Masks(writing, groups)
        self.frames: dict[Id, Placed] = {}
        self.of_sensors: dict[tuple[Id, int], int] = {}
        self.entries: list[Element] = []
        self._names: dict[str, int] = {}

    def write(self) -> None:
        for link in self.groups.links:
            before = len(self.entries)
            if self.writing.is_static(link.id):
                self._write_static(link)
            else:
                self._write_moving(link)
            for node in self.entries[before:]:
                self.writing.seal(node)

    def by_name(self) -> dict[str, Id]:
        """Return name -> link, for links whose first node is the first node of that name."""
        links = {number: link for link, number in self.groups.index.items()}
        return {name: links[number] for name, number in self._names.items() if number in links and name}

    # -- what moves

    def _write_moving(self, link: Link) -> None:
        X_WL = self.writing.in_world(link.id)
        touching, drawn = self._parts(link, X_WL, moving=True)
        whole = mass_of(link)
        self.writing.report_idle_rotation(link)
        if self._is_one_node(link, touching, whole) and not self._sensors_elsewhere(link, Placed(touching[0].shown.placed.pose)):
            node = self._write_one(link, X_WL, touching[0], whole)
            X_LK = Placed(Pose(touching[0].shown.placed.pose.position), touching[0].shown.placed.computed)
        else:
            node, X_LK = self._write_group(link, X_WL, touching, drawn, whole)
        self.frames[link.id] = X_LK
        self._report_frame(link, X_LK)
        self._write_link_values(node, link)
        self._write_drawn(drawn, link.id, X_LK.inverse())

    def _write_drawn(self, drawn: list[Drawn], link_id: Id, X_KL: Placed) -> None:
        for each in drawn:
            out = self._drawn_node(each.visual, each.shown, moving=True)
            out.append("vizLink", count(self.groups.index[link_id]))
            placed_text(out, X_KL @ each.shown.placed)

    def _is_one_node(self, link: Link, touching: list[Touching], whole: Mass) -> bool:
        """Return whether the only collision of a link can be its first node: at the centre of mass, along the axes of the link, and with
        the name of the link."""
        if len(touching) != 1:
            return False
        collision, shown, _ = touching[0]
        name, X = collision.name, shown.placed.pose
        size = max(map(abs, X.position), default=0.0)
        near = all(abs(a - b) <= 1e-14 * size for a, b in zip(X.position, whole.com, strict=True))
        return near and _is_level(X.rotation) and name in (None, "", link.name) and bool(whole.mass)

    def _write_one(self, link: Link, X_WL: Placed, touching: Touching, whole: Mass) -> Element:
        node = self._node(link.name, touching.shown, link=link, says=(touching.collision.name,))
        self._write_group_values(node, link.id)
        placed_text(node, X_WL @ touching.shown.placed)
        solid = is_solid(whole, _part(touching))
        node.append("mass", number(whole.mass), says=(whole.com, whole.inertia.entries if solid else ()))  # MARS works both out
        node.append("density", constant("0"))
        if not solid:
            _write_tensor(node, whole.inertia)
        self._write_touching(node, touching, link.id)
        return node

    def _write_group(self, link: Link, X_WL: Placed, touching: list[Touching], drawn: list[Drawn], whole: Mass) -> tuple[Element, Placed]:
        """Write the nodes of a group. drawn: those that stand before a visual of a collision are taken out, and written before it."""
        parts = [_part(each) for each in touching]
        share = steered_by(share_of(whole.mass), whole.mass) if whole.mass else 0.0
        sensing, rest = self._sensors_apart(link, parts, whole, share)
        for _ in range(TRIES):
            if not takes_too_much(whole, rest):
                break
            share = steered_by(float(f"{share * SMALLER:.0e}"), whole.mass, whole.inertia.entries)
            sensing, rest = self._sensors_apart(link, parts, whole, share)
        untouched = rest.com is whole.com
        com = Pose(rest.com)
        X_LK = Placed(com, computed=not untouched or com.is_identity)  # also where it moves nothing
        node = self._first_node(link)
        placed_text(node, X_WL @ X_LK)
        node.append("mass", number(rest.mass))
        node.append("density", constant("0"))
        _write_tensor(node, rest.inertia)
        node.append("coll_bitmask", constant("0"))
        X_KL = X_LK.inverse()
        absolute = self.writing.options.poses == "absolute"
        for each in touching:
            while drawn and each.drawn is not None and drawn[0].number < each.drawn.number:
                self._write_drawn([drawn.pop(0)], link.id, X_KL)
            out = self._node(each.collision.name, each.shown)
            self._write_group_values(out, link.id)
            if absolute:
                placed_text(out, X_WL @ each.shown.placed)
            else:
                out.append("relativeid", count(self.groups.index[link.id]))
                placed_text(out, X_KL @ each.shown.placed)
            out.append("mass", number(share))
            out.append("density", constant("0"))
            self._write_touching(out, each, link.id)
        for i, placed in sensing.items():
            self._write_sensor_node(link, i, X_KL @ placed, share)
        return node, X_LK

    def _sensors_apart(self, link: Link, parts: list[Part], whole: Mass, share: float) -> tuple[dict[int, Placed], Mass]:
        """Return the sensors of a group that need a node of their own, and the mass that remains for the first node. The mass of such a
        node moves the first node a little, so that a sensor that stood there may need one, too."""
        sensing: dict[int, Placed] = {}
        while True:
            nodes = [Part(Sphere(radius=SENSOR_NODE_RADIUS), placed.pose) for placed in sensing.values()]
            rest = carrier(whole, [*parts, *nodes], share) if share else whole
            found = self._sensors_elsewhere(link, Placed(Pose(rest.com), computed=True))
            if found.keys() <= sensing.keys():
                return sensing, rest
            sensing = dict(sorted((sensing | found).items()))

    def _sensors_elsewhere(self, link: Link, X_LK: Placed) -> dict[int, Placed]:
        """Return the sensors that are not at the first node: number -> pose in the link."""
        found = {}
        for i, sensor in enumerate(link.sensors):
            if not requires_node(self.writing, sensor):
                continue
            placed = self.writing.within(link.sensors[i], link.id)
            X_KS = X_LK.pose.inverse() @ placed.pose
            if max(map(abs, X_KS.position)) > AT_NODE or not _is_level(X_KS.rotation):
                found[i] = placed
        return found

    def _write_sensor_node(self, link: Link, i: int, placed: Placed, share: float) -> None:
        """Write the node of a sensor: a tiny mass without a shape or contacts."""
        out = self._node(link.sensors[i].name, None)
        self.of_sensors[link.id, i] = int(out.children[0].text or "0")
        self._write_group_values(out, link.id)
        out.append("relativeid", count(self.groups.index[link.id]))
        placed_text(out, placed)
        vector(out, "extend", (0.0, 0.0, 0.0))
        out.append("mass", number(share))
        out.append("density", constant("0"))
        _write_tensor(out, solid_sphere(share, SENSOR_NODE_RADIUS))
        out.append("coll_bitmask", constant("0"))

    def _first_node(self, link: Link) -> Element:
        """Return the first node of a group, which has no shape and no contacts."""
        node = self._node(link.name, None, link=link)
        self._write_group_values(node, link.id)
        vector(node, "extend", (0.0, 0.0, 0.0))
        return node

    def _write_group_values(self, node: Element, link_id: Id) -> None:
        node.append("groupid", count(self.groups.group[link_id]))
        node.append("movable", constant("true"))

    def _report_frame(self, link: Link, X_LK: Placed) -> None:
        offset = X_LK.pose.position
        if max(map(abs, offset)) > MOVED:
            self.writing.report(LINK_FRAME_MOVED, link, value=" ".join(f"{part:.6g}" for part in offset) + " m")

    # -- what stands still

    def _write_static(self, link: Link) -> None:
        writing = self.writing
        if self._is_empty(link):
            self._report_empty(link)
            return
        X_WL = writing.in_world(link.id)
        touching, drawn = self._parts(link, X_WL, moving=False)
        inertial = link.inertial
        if inertial is not None:
            writing.report(findings.MASS_OF_STATIC, link, about=inertial)
        self.frames[link.id] = Placed(HERE)
        for each in touching:
            node = self._node(self._static_name(link, each.collision), each.shown, link=link)
            node.append("movable", constant("false"))
            placed_text(node, X_WL @ each.shown.placed)
            self._write_touching(node, each, link.id)
        for visual, shown, _ in drawn:
            node = self._drawn_node(visual, shown, moving=False, name=self._static_name(link, visual), link=link)
            placed_text(node, X_WL @ shown.placed)
        if touching or drawn:
            self.frames[link.id] = (touching[0].shown if touching else drawn[0].shown).placed
        elif on_nodes := [i for i, sensor in enumerate(link.sensors) if is_at_node(writing, sensor)]:
            apart = self._sensors_elsewhere(link, Placed(HERE))
            if all(i in apart for i in on_nodes):  # a node without content would belong to no link
                self.frames[link.id] = apart[on_nodes[0]]
            self._anchor(link.name, X_WL @ self.frames[link.id], link)
        first = self.groups.index.get(link.id)
        if first is None:
            return
        self._write_link_values(next(node for node in reversed(self.entries) if _index(node) == first), link)
        for i, placed in self._sensors_elsewhere(link, self.frames[link.id]).items():
            node = self._anchor(link.sensors[i].name, X_WL @ placed)
            self.of_sensors[link.id, i] = _index(node)

    def _is_empty(self, link: Link) -> bool:
        """Return whether a static link has no part that MARS can express."""
        parts: list[Collision | Visual] = [*link.collisions, *link.visuals]
        shown = any(is_known(part, moving=False) for part in parts)
        return not shown and not any(is_at_node(self.writing, sensor) for sensor in link.sensors) and not link.lights

    def _report_empty(self, link: Link) -> None:
        if link.collisions or link.visuals or link.sensors:
            return  # none of these is printed, so each is reported
        self.writing.report(LINK_EMPTY_DROPPED, link, about=(link, Frame(pose=link.pose)))  # other parts may stand where it stood

    def _anchor(self, name: str | None, X_W: Placed, link: Link | None = None) -> Element:
        """Add a static node without a visual, for a sensor to be attached to."""
        node = self._node(name, None, link=link)
        node.append("noPhysical", constant("true"))
        node.append("noVisual", constant("true"))
        node.append("movable", constant("false"))
        placed_text(node, X_W)
        vector(node, "extend", (0.0, 0.0, 0.0))
        return node

    def _static_name(self, link: Link, part: Collision | Visual) -> str | None:
        """The first node of a link is called like it, others by their own name."""
        name = part.name
        if link.id not in self.groups.index and link.name:
            return made_of(link.name, (link.name, name if name == link.name else None))
        return name

    def _write_terrain(self, node: Element, terrain: Heightmap) -> None:
        assert terrain.size is not None
        width, height, white = terrain.size
        node.append("t_srcname", self.assets.texture(terrain.image))
        node.append("t_width", number(width))
        node.append("t_height", number(height))
        node.append("t_scale", number(white))

    # -- nodes

    def _report_hidden(self, visual: Visual) -> None:
        self.writing.report(VISUAL_HIDDEN_INEFFECTIVE, visual, about=visual)

    def _parts(self, link: Link, X_WL: Placed, *, moving: bool) -> tuple[list[Touching], list[Drawn]]:
        """The collisions of a link, each with the visual that looks just like it, and the other visuals."""
        drawn: list[Drawn] = []
        for visual in link.visuals:
            if visual.visible is not None and not visual.visible:
                self._report_hidden(visual)
                continue
            if not is_known(visual, moving=moving):
                continue
            placed = self.writing.within(visual, link.id)
            shown = as_node(self.writing, self.meshes, visual, placed, X_WL @ placed, moving=moving)
            if shown is not None:
                drawn.append(Drawn(visual, shown, len(drawn)))
        touching: list[Touching] = []
        for collision in link.collisions:
            if not is_known(collision, moving=moving):
                continue
            placed = self.writing.within(collision, link.id)
            shown = as_node(self.writing, self.meshes, collision, placed, X_WL @ placed, moving=moving)
            if shown is None:
                continue
            drawn_as = next((each for each in drawn if _looks_like(collision, shown, each.visual, each.shown)), None)
            if drawn_as is not None:
                drawn.remove(drawn_as)
                if shown.mode == "plane":
                    shown = shown._replace(extend=drawn_as.shown.extend)
                shown = shown._replace(also=drawn_as.shown.said_with(drawn_as.visual.name, shown.also))
            touching.append(Touching(collision, shown, drawn_as))
        return touching, drawn

    def _node(
        self, name: str | None, shown: Shown | None, *, link: Link | None = None, drawn: bool = False, says: Iterable[object] = ()
    ) -> Element:
        """Add an entry. shown: its shape, None for the first node of a group. link: the one whose first node this is. drawn: it has
        no collision; then physicmode is not mesh, as MARS stops loading if the mesh of such a node is missing. says: values that its being
        there says."""
        if link is not None:
            says = (*says, link.self_collide)  # which the masks of its shapes say
        node = Element("node", says=(*says, shown.also if shown is not None else None))
        if name is not None:
            node.set("name", spelled(name))
        index = self.groups.next_index()
        self._names.setdefault(node.attributes.get("name", ""), index)
        if link is not None:
            self.groups.index.setdefault(link.id, index)
        node.append("index", count(index))
        node.append("physicmode", constant("box" if shown is None or (drawn and shown.mode == "mesh") else shown.mode))
        node.append("filename", shown.file if shown is not None else constant("PRIMITIVE"))
        if shown is not None and shown.mode != "terrain":
            vector(node, "extend", shown.extend)
        if shown is not None and shown.mode == "mesh":
            vector(node, "pivot", (0.0, 0.0, 0.0))
        if shown is not None and shown.terrain is not None:
            self._write_terrain(node, shown.terrain)
        if shown is not None and shown.part:
            node.append("origname", spelled(shown.part))
        if shown is not None and shown.stretched is not None:
            vector(node, "visualsize", shown.stretched)
        if shown is not None and shown.scale != ONE:
            vector(node, "visualscale", shown.scale)
        self.entries.append(node)
        return node

    def _drawn_node(self, visual: Visual, shown: Shown, *, moving: bool, name: str | None = None, link: Link | None = None) -> Element:
        node = self._node(visual.name if name is None else name, shown, link=link, drawn=True)
        node.append("noPhysical", constant("true"))
        node.append("movable", flag(moving))
        self._write_look(node, visual)
        return node

    def _write_touching(self, node: Element, touching: Touching, link_id: Id) -> None:
        """Write contact values and the look of a node with a collision."""
        collision = touching.collision
        node.append("coll_bitmask", count(self._mask(collision, link_id)))
        write_surface(self.writing, node, collision)
        if touching.visual is None:
            node.append("visualType", constant(EMPTY))
        else:
            self._write_look(node, touching.visual)
        restore(self.writing, node, collision, "node")

    def _mask(self, collision: Collision, link_id: Id) -> int:
        """Which bits of MARS a shape has. Of masks that are all the same, one is written."""
        stated = collision.collide_mask
        same = collision.category_mask if collision.category_mask == stated else None
        if collision.sensing_only:
            self.writing.report(
                findings.COLLISION_SENSING_APPROXIMATED,
                collision,
                about=collision.sensing_only,
            )
            return made_of(0, (stated, same))
        if stated is not None and self.writing.is_own:
            return made_of(int(stated), (stated, same))
        mask = (ALL if stated is None else int(stated) & ALL) & self.masks.of.get(link_id, ALL)
        return made_of(mask, (stated, same))

    def _write_look(self, node: Element, visual: Visual) -> None:
        material = self.materials.of(visual)
        if material is not None:
            node.append("material_id", material)
        if visual.visibility_flags is not None:
            node.append("cullMask", count(visual.visibility_flags))
        for value, key in ((visual.cast_shadows, "shadowcaster"), (visual.receive_shadows, "shadowreceiver")):
            if value is not None and not value:
                node.append(key, flag(value))
            elif value is not None:
                node.omit(value, True)
        restore(self.writing, node, visual, "node")

    def _write_link_values(self, node: Element, link: Link) -> None:
        if link.damping is not None and link.damping.law == "rate":
            for field, key in (("linear", "linear_damping"), ("angular", "angular_damping"), ("angular_below", "angular_low")):
                value = getattr(link.damping, field)
                if value is not None:
                    node.append(key, number(value), says=(link.damping.law,))
        restore(self.writing, node, link, "node")


def _is_level(rotation: Rotation) -> bool:
    """Return whether a rotation is an identity up to rounding, as the rotation back of an OBJ file leaves some."""
    return all(abs(part) <= 1e-15 for part in rotation[1:])


def _index(node: Element) -> int:
    return int(next(child.text or "0" for child in node.children if child.tag == "index"))


def _part(touching: Touching) -> Part:
    shown = touching.shown
    x, y, z = (float(edge) for edge in shown.extend)
    return Part(shown.shape, shown.placed.pose, (x, y, z) if shown.mode == "mesh" else None)


def _looks_like(collision: Collision, shape: Shown, visual: Visual, shown: Shown) -> bool:
    """Whether a visual is the same shape at the same place under the same name."""
    names = collision.name, visual.name
    if shape.mode != shown.mode or shape.placed.pose != shown.placed.pose or shown.stretched is not None:
        return False
    if shape.mode == "terrain":
        return shape.shape == shown.shape
    if shape.mode == "plane":
        return names[0] == names[1]
    same = (shape.file, shape.extend, shape.part, shape.scale) == (shown.file, shown.extend, shown.part, shown.scale)
    return same and (names[0] == names[1] or names[1] is None)


def _write_tensor(node: Element, inertia: Inertia) -> None:
    node.append("inertia", constant("true"))
    for i, row in enumerate(inertia.matrix()):
        for j, entry in enumerate(row):
            node.append(f"i{i}{j}", number(entry))
