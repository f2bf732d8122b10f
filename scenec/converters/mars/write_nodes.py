"""Nodes: what a link becomes.

A link that moves is a group. Its first node is called like the link and carries mass, centre and tensor; it stands at the centre of
mass, as nodes have no other, along the axes of the link, and is no shape. Each collision is a node of the group, relative to the
first. A link that is just one shape around its centre of mass is one node. What is only drawn hangs on the first node (`vizLink`),
unless a collision looks just like it. What never moves is a node per shape, in the world.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scenec.accounting.lens import mark_read, unwrap
from scenec.converters.common.write_context import HERE, Placed
from scenec.converters.mars.write_assets import Assets
from scenec.converters.mars.write_context import Writing, placed_text, restore
from scenec.converters.mars.write_groups import Groups
from scenec.converters.mars.write_inertia import Mass, Part, carrier, is_solid, share_of
from scenec.converters.mars.write_masks import ALL, Masks
from scenec.converters.mars.write_mass import mass_of
from scenec.converters.mars.write_materials import Materials
from scenec.converters.mars.write_meshes import ONE, Meshes
from scenec.converters.mars.write_sensors import is_at_node, needs_node
from scenec.converters.mars.write_shape import Shown, as_node, is_known
from scenec.converters.mars.write_surfaces import write_surface
from scenec.converters.mars.write_values import flag, number, vector
from scenec.ir.base import Id
from scenec.ir.geometry import Heightmap, Sphere
from scenec.ir.inertia import Inertia, solid_sphere
from scenec.ir.link import Collision, Link, Visual
from scenec.ir.pose import Pose, Rotation
from scenec.syntax.xml_printing import Out
from scenec.trace import derived

MOVED = 1e-8
"""How far (m) the frame of a link must move to be worth a note."""
FEELER = 0.01
"""The radius (m) of the ball whose tensor the node of a sensor has."""


class Touching(NamedTuple):
    """A collision to be written: through the lens, as MARS says it, and the visual that it is drawn as."""

    collision: Collision
    shown: Shown
    visual: Visual | None


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
        self.entries: list[Out] = []
        self._names: dict[str, int] = {}

    def write(self) -> None:
        for link in self.groups.links:
            self.writing.owner = link.id
            seen: Link = self.writing.seen[link.id]
            before = len(self.entries)
            if self.writing.is_static(link.id):
                self._write_static(seen, link.id)
            else:
                self._write_moving(seen, link.id)
            for node in self.entries[before:]:
                self.writing.seal(node)

    def by_name(self) -> dict[str, Id]:
        """Name -> the link whose first node is the first that is called so."""
        links = {number: link for link, number in self.groups.index.items()}
        return {name: links[number] for name, number in self._names.items() if number in links and name}

    # -- what moves

    def _write_moving(self, link: Link, link_id: Id) -> None:
        X_WL = self.writing.in_world(link_id)
        touching, drawn = self._parts(link, link_id, X_WL, moving=True)
        whole = mass_of(self.writing, self.groups, link)
        if self._is_one_node(link, touching, whole) and not self._sensing(link, link_id, Placed(touching[0].shown.placed.pose)):
            node = self._write_one(link, link_id, X_WL, touching[0], whole)
            X_LK = Placed(Pose(touching[0].shown.placed.pose.position), touching[0].shown.placed.computed)
        else:
            node, X_LK = self._write_group(link, link_id, X_WL, touching, whole)
        self.frames[link_id] = X_LK
        self._tell_frame(link, X_LK)
        self._write_link_values(node, link)
        X_KL = Placed(X_LK.pose.inverse(), computed=not X_LK.pose.is_identity)
        for visual, shown in drawn:
            out = self._drawn_node(visual, shown, moving=True)
            out.add("vizLink", str(self.groups.index[link_id]))
            placed_text(out, X_KL @ shown.placed)

    def _is_one_node(self, link: Link, touching: list[Touching], whole: Mass) -> bool:
        """Whether the only shape of a link can be its first node: around the centre of mass, along the link's axes, and not called
        otherwise."""
        if len(touching) != 1:
            return False
        collision, shown, _ = touching[0]
        name, X = unwrap(collision).name, shown.placed.pose
        size = max(map(abs, X.position), default=0.0)
        near = all(abs(a - b) <= 1e-14 * size for a, b in zip(X.position, whole.com, strict=True))
        return near and _is_level(X.rotation) and name in (None, "", unwrap(link).name) and bool(whole.mass)

    def _write_one(self, link: Link, link_id: Id, X_WL: Placed, touching: Touching, whole: Mass) -> Out:
        _ = touching.collision.name
        node = self._node(link.name, touching.shown, link_id=link_id)
        self._write_group_values(node, link_id)
        placed_text(node, X_WL @ touching.shown.placed)
        node.add("mass", number(whole.mass))
        node.add("density", "0")
        part = _part(touching)
        if not is_solid(whole, part):
            _write_tensor(node, whole.inertia)
        self._write_touching(node, touching, link_id)
        return node

    def _write_group(self, link: Link, link_id: Id, X_WL: Placed, touching: list[Touching], whole: Mass) -> tuple[Out, Placed]:
        parts = [_part(each) for each in touching]
        share = share_of(whole.mass) if whole.mass else 0.0
        rest = carrier(whole, parts, share) if share else whole
        sensing = self._sensing(link, link_id, Placed(Pose(rest.com), computed=True))
        if sensing:
            parts += [Part(Sphere(radius=FEELER), placed.pose) for placed in sensing.values()]
            rest = carrier(whole, parts, share)
        untouched = rest.com is whole.com
        inertial = unwrap(link).inertial
        com = derived(Pose(rest.com), inertial.pose if inertial is not None else None)
        X_LK = Placed(com if not com.is_identity else HERE, computed=not untouched)
        node = self._first_node(link, link_id)
        placed_text(node, X_WL @ X_LK)
        node.add("mass", number(rest.mass))
        node.add("density", "0")
        _write_tensor(node, rest.inertia)
        node.add("coll_bitmask", "0")
        X_KL = Placed(X_LK.pose.inverse(), computed=not X_LK.pose.is_identity)
        absolute = self.writing.options.poses == "absolute"
        for each in touching:
            out = self._node(each.collision.name, each.shown)
            self._write_group_values(out, link_id)
            if absolute:
                placed_text(out, X_WL @ each.shown.placed)
            else:
                out.add("relativeid", str(self.groups.index[link_id]))
                placed_text(out, X_KL @ each.shown.placed)
            out.add("mass", number(share))
            out.add("density", "0")
            self._write_touching(out, each, link_id)
        for i, placed in sensing.items():
            self._write_feeler(link, link_id, i, X_KL @ placed, share)
        return node, X_LK

    def _sensing(self, link: Link, link_id: Id, X_LK: Placed) -> dict[int, Placed]:
        """The sensors that are not where the first node is: number -> where they are in the link."""
        found = {}
        for i, sensor in enumerate(unwrap(link).sensors):
            if not needs_node(self.writing, sensor):
                continue
            placed = self.writing.within(link.sensors[i], link_id)
            X_KS = X_LK.pose.inverse() @ placed.pose
            if max(map(abs, X_KS.position)) > MOVED or not _is_level(X_KS.rotation):
                found[i] = placed
        return found

    def _write_feeler(self, link: Link, link_id: Id, i: int, placed: Placed, share: float) -> None:
        """The node of a sensor: a tiny weight that is no shape and touches nothing."""
        out = self._node(unwrap(link).sensors[i].name, None)
        self.of_sensors[link_id, i] = int(out.children[0].text or "0")
        self._write_group_values(out, link_id)
        out.add("relativeid", str(self.groups.index[link_id]))
        placed_text(out, placed)
        vector(out, "extend", (0.0, 0.0, 0.0))
        out.add("mass", number(share))
        out.add("density", "0")
        _write_tensor(out, solid_sphere(share, FEELER))
        out.add("coll_bitmask", "0")

    def _first_node(self, link: Link, link_id: Id) -> Out:
        """The carrier of a group: no shape, nothing to touch."""
        node = self._node(link.name, None, link_id=link_id)
        self._write_group_values(node, link_id)
        vector(node, "extend", (0.0, 0.0, 0.0))
        return node

    def _write_group_values(self, node: Out, link_id: Id) -> None:
        node.add("groupid", str(self.groups.group[link_id]))
        node.add("movable", "true")

    def _tell_frame(self, link: Link, X_LK: Placed) -> None:
        offset = X_LK.pose.position
        if max(map(abs, offset)) > MOVED:
            self.writing.tell(
                link,
                "link-frame-moved",
                "converted",
                "note",
                "physics",
                value="0 0 0",
                target=" ".join(f"{part:.6g}" for part in offset),
                because="the frame of a body of MARS is its first node, which stands at the centre of mass",
                consequence="nothing moves; who asks for the position of the link is told that of its centre of mass",
            )

    # -- what stands still

    def _write_static(self, link: Link, link_id: Id) -> None:
        writing = self.writing
        if self._is_nothing(link):
            self._tell_nothing(link)
            return
        X_WL = writing.in_world(link_id)
        touching, drawn = self._parts(link, link_id, X_WL, moving=False)
        inertial = unwrap(link).inertial
        if inertial is not None and inertial.mass:
            mark_read(link.inertial)
            writing.tell(
                link,
                "mass-of-static-ineffective",
                "dropped",
                "note",
                "physics",
                about=inertial,
                because="what never moves needs no mass",
                consequence="nothing: it does not move",
            )
        elif link.inertial is not None:
            mark_read(link.inertial)
        self.frames[link_id] = Placed(HERE)
        for each in touching:
            node = self._node(self._static_name(link, each.collision), each.shown, link_id=link_id)
            node.add("movable", "false")
            placed_text(node, X_WL @ each.shown.placed)
            self._write_touching(node, each, link_id)
        for visual, shown in drawn:
            node = self._drawn_node(visual, shown, moving=False, name=self._static_name(link, visual), link_id=link_id)
            placed_text(node, X_WL @ shown.placed)
        if touching or drawn:
            self.frames[link_id] = (touching[0].shown if touching else drawn[0][1]).placed
        elif on_nodes := [i for i, sensor in enumerate(unwrap(link).sensors) if is_at_node(writing, sensor)]:
            apart = self._sensing(link, link_id, Placed(HERE))
            if all(i in apart for i in on_nodes):  # a node where nothing is would be nobody's
                self.frames[link_id] = apart[on_nodes[0]]
            self._anchor(link.name, X_WL @ self.frames[link_id], link_id)
        first = self.groups.index.get(link_id)
        if first is None:
            return
        self._write_link_values(next(node for node in reversed(self.entries) if _index(node) == first), link)
        for i, placed in self._sensing(link, link_id, self.frames[link_id]).items():
            node = self._anchor(unwrap(link).sensors[i].name, X_WL @ placed)
            self.of_sensors[link_id, i] = _index(node)

    def _is_nothing(self, link: Link) -> bool:
        """Whether there is nothing about a link that never moves that MARS could say."""
        bare = unwrap(link)
        parts: list[Collision | Visual] = [*bare.collisions, *bare.visuals]
        shown = any(is_known(part, moving=False) for part in parts)
        return not shown and not any(is_at_node(self.writing, sensor) for sensor in bare.sensors) and not bare.lights

    def _tell_nothing(self, link: Link) -> None:
        bare = unwrap(link)
        if bare.collisions or bare.visuals or bare.sensors:
            return  # these are left unread, so each is told
        mark_read(link)
        self.writing.tell(
            link,
            "link-empty-dropped",
            "dropped",
            "note",
            "naming",
            about=bare,
            because="it never moves and is no shape, and MARS has no places without any",
            consequence="nobody can ask where it is",
        )

    def _anchor(self, name: str | None, X_W: Placed, link_id: Id | None = None) -> Out:
        """A place that never moves and shows nothing, for a sensor to stand at."""
        node = self._node(name, None, link_id=link_id)
        node.add("noPhysical", "true")
        node.add("noVisual", "true")
        node.add("movable", "false")
        placed_text(node, X_W)
        vector(node, "extend", (0.0, 0.0, 0.0))
        return node

    def _static_name(self, link: Link, part: Any) -> str | None:
        """The first node of a link is called like it, others by their own name."""
        if unwrap(link).id not in self.groups.index and unwrap(link).name:
            if unwrap(part).name == unwrap(link).name:
                _ = part.name
            return link.name
        name: str | None = part.name
        return name

    def _write_terrain(self, node: Out, terrain: Heightmap) -> None:
        assert terrain.size is not None
        width, height, white = terrain.size
        node.add("t_srcname", self.assets.texture(terrain.image))
        node.add("t_width", number(width))
        node.add("t_height", number(height))
        node.add("t_scale", number(white))

    # -- nodes

    def _tell_hidden(self, visual: Visual) -> None:
        mark_read(visual)
        self.writing.tell(
            visual,
            "visual-hidden-ineffective",
            "dropped",
            "note",
            "appearance",
            about=unwrap(visual),
            subject=self.writing.subject(visual),
            because="it is hidden, and MARS shows every node",
            consequence="nothing: nobody saw it",
        )

    def _parts(self, link: Link, link_id: Id, X_WL: Placed, *, moving: bool) -> tuple[list[Touching], list[tuple[Visual, Shown]]]:
        """The collisions of a link, each with the visual that looks just like it, and the other visuals."""
        drawn: list[tuple[Visual, Shown]] = []
        for visual in link.visuals:
            if visual.visible is not None and not visual.visible:
                self._tell_hidden(visual)
                continue
            if not is_known(visual, moving=moving):
                continue
            placed = self.writing.within(visual, link_id)
            shown = as_node(self.writing, self.meshes, visual, placed, X_WL @ placed, moving=moving)
            if shown is not None:
                drawn.append((visual, shown))
        touching: list[Touching] = []
        for collision in link.collisions:
            if not is_known(collision, moving=moving):
                continue
            placed = self.writing.within(collision, link_id)
            shown = as_node(self.writing, self.meshes, collision, placed, X_WL @ placed, moving=moving)
            if shown is None:
                continue
            alike = next((each for each in drawn if _looks_like(collision, shown, *each)), None)
            if alike is not None:
                drawn.remove(alike)
                if shown.mode == "plane":
                    shown = shown._replace(extend=alike[1].extend)
                _ = alike[0].name
                if alike[1].terrain is not None:
                    mark_read(alike[1].terrain)
            touching.append(Touching(collision, shown, alike[0] if alike is not None else None))
        return touching, drawn

    def _node(self, name: str | None, shown: Shown | None, *, link_id: Id | None = None) -> Out:
        """A new entry. shown: None for a carrier. link_id: the link it stands for, if it is its first."""
        node = Out("node")
        if name is not None:
            node.attributes["name"] = str(name)
        index = self.groups.next_index()
        self._names.setdefault(node.attributes.get("name", ""), index)
        if link_id is not None:
            self.groups.index.setdefault(link_id, index)
        node.add("index", str(index))
        node.add("physicmode", shown.mode if shown is not None else "box")
        node.add("filename", shown.file if shown is not None else "PRIMITIVE")
        if shown is not None and shown.mode != "terrain":
            vector(node, "extend", shown.extend)
        if shown is not None and shown.mode == "mesh":
            vector(node, "pivot", (0.0, 0.0, 0.0))
        if shown is not None and shown.terrain is not None:
            self._write_terrain(node, shown.terrain)
        if shown is not None and shown.part:
            node.add("origname", shown.part)
        if shown is not None and shown.stretched is not None:
            vector(node, "visualsize", shown.stretched)
        if shown is not None and shown.scale != ONE:
            vector(node, "visualscale", shown.scale)
        self.entries.append(node)
        return node

    def _drawn_node(
        self, visual: Visual, shown: Shown, *, moving: bool, name: str | None = None, link_id: Id | None = None
    ) -> Out:  # fmt: skip
        node = self._node(visual.name if name is None else name, shown, link_id=link_id)
        node.add("noPhysical", "true")
        node.add("movable", flag(moving))
        self._write_look(node, visual)
        return node

    def _write_touching(self, node: Out, touching: Touching, link_id: Id) -> None:
        """What a node that touches says besides where and how large it is."""
        collision = touching.collision
        node.add("coll_bitmask", str(self._mask(collision, link_id)))
        write_surface(self.writing, node, collision)
        if touching.visual is None:
            node.add("noVisual", "true")
        else:
            self._write_look(node, touching.visual)
        restore(self.writing, node, collision, "node")

    def _mask(self, collision: Collision, link_id: Id) -> int:
        stated = collision.collide_mask
        if unwrap(collision).category_mask == unwrap(collision).collide_mask:
            _ = collision.category_mask
        if collision.sensing_only:
            self.writing.tell(
                collision,
                "collision-sensing-approximated",
                "approximated",
                "warning",
                "physics",
                about=unwrap(collision).sensing_only,
                subject=self.writing.subject(collision),
                because="a shape of MARS that pushes nothing touches nothing either",
                consequence="contact sensors do not feel it",
            )
            return 0
        if stated is not None and self.writing.from_mars:
            return int(stated)
        return (ALL if stated is None else int(stated) & ALL) & self.masks.of.get(link_id, ALL)

    def _write_look(self, node: Out, visual: Visual) -> None:
        material = self.materials.of(visual)
        if material is not None:
            node.add("material_id", str(material))
        if visual.visibility_flags is not None:
            node.add("cullMask", str(int(visual.visibility_flags)))
        for value, key in ((visual.cast_shadows, "shadowcaster"), (visual.receive_shadows, "shadowreceiver")):
            if value is not None and not value:
                node.add(key, "false")
        restore(self.writing, node, visual, "node")

    def _write_link_values(self, node: Out, link: Link) -> None:
        bare = unwrap(link)
        _ = link.self_collide
        if bare.damping is not None and bare.damping.law == "rate":
            assert link.damping is not None
            _ = link.damping.law
            for field, key in (("linear", "linear_damping"), ("angular", "angular_damping"), ("angular_below", "angular_low")):
                value = getattr(link.damping, field)
                if value is not None:
                    node.add(key, number(value))
        restore(self.writing, node, link, "node")


def _is_level(rotation: Rotation) -> bool:
    """Whether a rotation turns nothing; undoing that of an OBJ file leaves rounding."""
    return all(abs(part) <= 1e-15 for part in rotation[1:])


def _index(node: Out) -> int:
    return int(next(child.text or "0" for child in node.children if child.tag == "index"))


def _part(touching: Touching) -> Part:
    shown = touching.shown
    x, y, z = (float(edge) for edge in shown.extend)
    return Part(shown.bare, shown.placed.pose, (x, y, z) if shown.mode == "mesh" else None)


def _looks_like(collision: Collision, shape: Shown, visual: Visual, shown: Shown) -> bool:
    """Whether a visual is the same shape at the same place under the same name."""
    names = unwrap(collision).name, unwrap(visual).name
    if shape.mode != shown.mode or shape.placed.pose != shown.placed.pose or shown.stretched is not None:
        return False
    if shape.mode == "terrain":
        return shape.bare == shown.bare
    if shape.mode == "plane":
        return names[0] == names[1]
    same = (shape.file, shape.extend, shape.part, shape.scale) == (shown.file, shown.extend, shown.part, shown.scale)
    return same and (names[0] == names[1] or names[1] is None)


def _write_tensor(node: Out, inertia: Inertia) -> None:
    node.add("inertia", "true")
    for i, row in enumerate(inertia.matrix()):
        for j, entry in enumerate(row):
            node.add(f"i{i}{j}", number(entry))
