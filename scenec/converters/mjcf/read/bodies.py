"""Bodies become links, joined by joints; what stands in the world becomes a static model (src/user/user_objects.cc, `mjCBody::Compile`).

Each body below `worldbody` begins a model. A body without joints is fixed to the one around it. Of several joints of a body each moves a
weightless link of its own, in the order in which they are written; the last one moves the body itself.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import msgspec

from scenec import ir
from scenec.converters.mjcf.findings import reading as findings
from scenec.converters.mjcf.read.compiler import HERE, ids_of_pose, pose_of, within
from scenec.converters.mjcf.read.context import WORLD_ID, Reading, aside
from scenec.converters.mjcf.read.elements import ORIENTATIONS
from scenec.converters.mjcf.read.geom import LAST_DRAWN, Geom, Geoms
from scenec.converters.mjcf.read.inertial import inertial_of, is_heavy, principal_pose, weighs_by_geoms
from scenec.converters.mjcf.read.joint import Joints, check_joints, is_aligned, kind_of
from scenec.converters.mjcf.read.tree import Body, Placed, Tree
from scenec.ir.inertia import NO_INERTIA, rotated
from scenec.ir.pose import Pose
from scenec.syntax.kinds import shown
from scenec.trace import derived, ids_of, traced

WORLD_NAME = "worldbody"
"""The name of the model and link that hold what `worldbody` itself holds."""
IS_WORLD = ir.Extra(format="mjcf", key=WORLD_NAME)
"""Says of a model that it is what `worldbody` itself holds."""


class Bodies:
    """Puts the bodies of a tree into the scene. geoms: those of each body, by its identity; models: the model of each body."""

    def __init__(self, reading: Reading, tree: Tree, geoms: Geoms, paired: set[str], referred: Callable[[], set[str]]) -> None:
        """paired: names of geoms in a `contact/pair`. referred: gives the names of those that anything names."""
        self.reading, self.tree, self.paired, self._find_referred = reading, tree, paired, referred
        self.joints = Joints(reading)
        self.models: dict[int, str] = {}
        self._moving = _moving(tree)
        self.geoms: dict[int, list[Geom]] = {}
        for body in (tree.world, *tree.bodies):
            of_geoms = weighs_by_geoms(body)
            self.geoms[id(body)] = [geoms.read(each, weighs=of_geoms) for each in body.geoms]
        every = [geom for of in self.geoms.values() for geom in of]
        self._masks = any((geom.contype, geom.conaffinity) != (1, 1) for geom in every if self._touches(geom))

    def build(self) -> None:
        world = self.tree.world
        for body in (world, *self.tree.bodies):
            self._discard(body)
        if world.geoms or world.cameras:
            self._world(world)
        self.reading.extras.extend(self._apart(world, f"{WORLD_NAME}/"))
        for body in self.tree.bodies:
            self._body(body)
        for body in self.tree.bodies:
            self._check_mass(body)
        self.reading.extras.extend(aside(each) for each in self.reading.link_names.values())

    @cached_property
    def _referred(self) -> set[str]:
        return self._find_referred()

    def _touches(self, geom: Geom) -> bool:
        return geom.touches or str(geom.entry.name) in self.paired

    # ---------------------------------------------------------------- links

    def _world(self, body: Body) -> None:
        model = self.reading.new_id("model")
        body.link = self.reading.new_id("link")
        self.models[id(body)] = model
        self.reading.models.append(ir.Model(id=model, name=WORLD_NAME, world=WORLD_ID, static=True, self_collide=True, extras=(IS_WORLD,)))
        collisions, visuals = self._parts(body)
        self.reading.add_link(ir.Link(id=body.link, name=WORLD_NAME, model=model, collisions=collisions, visuals=visuals))
        self._name_geoms(body)

    def _body(self, body: Body) -> None:
        entry, parent = body.entry, body.parent
        assert entry is not None and parent is not None
        check_joints(body)
        self.reading.name("body", entry.element, body)
        top = parent.parent is None
        free = bool(body.joints) and kind_of(body.joints[0]) == "free"
        inertial = inertial_of(body, self.geoms[id(body)], self.reading.ledger)
        if free and is_aligned(body):
            inertial = self._aligned(body, inertial)
        model = self._model(body) if top else self.models[id(parent)]
        self.models[id(body)] = model
        above = ir.WORLD if top else parent.link
        stands_in: tuple[Pose | None, str | None] = (None, None) if top else (body.X_PB, parent.link)
        chain = [] if free else body.joints
        links = [self.reading.new_id("link") for _ in chain[1:]]
        body.link = self.reading.new_id("link")
        series = body.link if links else None
        for placed, link in zip(chain, links, strict=False):
            self.reading.add_link(self._between(placed.entry.name, body, link, model, stands_in))
            self.joints.read(placed, body, (above, link), model, series)
            above, stands_in = link, (None, link)
        self.reading.add_link(self._link(body, model, stands_in, inertial))
        if free:
            self.joints.free(body.joints[0], body)
        elif chain:
            self.joints.read(chain[-1], body, (above, body.link), model, series)
        elif not top or self._moves_below(body):
            self._weld(body, above, model)
        self._name_geoms(body)
        self._check_planes(body)

    def _model(self, body: Body) -> str:
        model = self.reading.new_id("model")
        assert body.entry is not None
        still = not self._moves_below(body) and not body.joints
        self.reading.models.append(
            ir.Model(
                id=model,
                name=body.name,
                world=WORLD_ID,
                pose=_said(body.X_PB),
                static=True if still else None,
                self_collide=True,
                origin=body.entry.origin,
            )
        )
        return model

    def _moves_below(self, body: Body) -> bool:
        """Whether anything hangs on it by a joint, or it does itself."""
        return id(body) in self._moving

    def _between(self, joint: str | None, body: Body, link: str, model: str, stands_in: tuple[Pose | None, str | None]) -> ir.Link:
        """A link that is there only because a joint needs one to move. In a body without a name it has none: links of others are named
        after their models, and this one stands first in its own."""
        assert body.entry is not None
        called = None if body.name is None else "_".join(str(each) for each in (body.name, joint) if each is not None)
        stated = self.reading.link_names.pop(joint or "", None)
        if stated is not None:
            self.reading.ledger.consumed(stated.name)
            called = stated.attributes["data"]
        return ir.Link(
            id=link,
            name=called,
            model=model,
            pose=stands_in[0],
            relative_to=stands_in[1],
            inertial=ir.Inertial(mass=0.0, inertia=NO_INERTIA),
            origin=body.entry.origin,
        )

    def _link(self, body: Body, model: str, stands_in: tuple[Pose | None, str | None], inertial: ir.Inertial) -> ir.Link:
        entry = body.entry
        assert entry is not None
        collisions, visuals = self._parts(body)
        compensated = entry.number("gravcomp")
        entry.consume("gravcomp", "mocap", "pos", "quat", "axisangle", "xyaxes", "zaxis", "euler")
        gravity = factor = None
        if compensated is not None and compensated == 1.0:
            gravity = derived(False, compensated)
        elif compensated is not None:
            factor = derived(1.0 - float(compensated), compensated)
        extras = (*entry.extras(), *self._apart(body, ""))
        return ir.Link(
            id=body.link,
            name=entry.name,
            model=model,
            pose=stands_in[0],
            relative_to=stands_in[1],
            inertial=inertial,
            collisions=collisions,
            visuals=visuals,
            gravity=gravity,
            gravity_factor=factor,
            kinematic=derived(True, entry.text("mocap") or "") if body.mocap else None,
            extras=extras,
            origin=entry.origin,
        )

    def _aligned(self, body: Body, inertial: ir.Inertial) -> ir.Inertial:
        """Move the frame of a body into its centre of mass and its principal axes, as MuJoCo does with `align`: free joints count there."""
        X_BI = principal_pose(body, inertial, self.geoms[id(body)])
        body.X_PB = within(body.X_PB, X_BI)
        X_IB = derived(X_BI.inverse(), X_BI)
        for geom in self.geoms[id(body)]:
            geom.X_BG = within(X_IB, geom.X_BG)
        for placed in (*body.sites, *body.cameras, *body.lights, *body.apart):
            placed.X_BF = within(X_IB, placed.X_BF)
        tensor = rotated(inertial.inertia or NO_INERTIA, (X_IB @ (inertial.pose or Pose())).rotation)
        return ir.Inertial(mass=inertial.mass, inertia=derived(tensor, inertial.inertia, X_BI), origin=inertial.origin)

    def _apart(self, body: Body, path: str) -> tuple[ir.Extra, ...]:
        """Return what of a body only MJCF has. path: before its name in the keys."""
        found = []
        for placed in body.apart:
            element = placed.entry.element
            extra = aside(element, f"{path}{element.tag}")
            if element.tag == "flexcomp":
                self.reading.ledger.report(findings.FLEX_KEPT_ASIDE, origin=element.origin, subject=str(element.name or ""))
                extra = _in_body(extra, placed)
            found.append(extra)
        return tuple(found)

    def _weld(self, body: Body, above: str, model: str) -> None:
        assert body.entry is not None
        self.reading.joints.append(
            ir.Joint(id=self.reading.new_id("joint"), model=model, type="fixed", parent=above, child=body.link, origin=body.entry.origin)
        )

    def _check_mass(self, body: Body) -> None:
        """MuJoCo requires mass and inertia of each body with a joint, or of one that is fixed to it."""
        if not body.joints:
            return
        todo = [body]
        while todo:
            each = todo.pop()
            inertial = self.reading.links[self.reading.link_index[each.link]].inertial
            if inertial is not None and is_heavy(inertial):
                return
            todo += [child for child in each.children if not child.joints]
        if self._unweighed(body):
            return
        assert body.entry is not None
        name = f" {body.name!r}" if body.name is not None else ""
        hint = "state <inertial>, give a geom a mass, or set boundmass and boundinertia in <compiler>"
        raise body.entry.element.error(f"the body{name} moves and has no mass or no inertia", None, "", "", hint)

    def _unweighed(self, body: Body) -> bool:
        """Whether a mesh of it could not be weighed, which is reported where it is read."""
        return any(isinstance(geom.shape, ir.MeshShape | ir.Empty) and geom.weight is None for geom in self.geoms[id(body)])

    def _discard(self, body: Body) -> None:
        """Drop geoms that only look, where the compiler's options say so. They weigh all the same."""
        if body.home.compiler.stated.get("discardvisual") != "true":
            return
        for geom in self.geoms[id(body)]:
            if not self._touches(geom) and str(geom.entry.name) not in self._referred:
                geom.discarded = True
                self.reading.ledger.report(
                    findings.VISUAL_DISCARDED,
                    about=(*geom.entry.element.attributes.values(), _nameless(geom.material)),
                    origin=geom.entry.origin,
                    subject=str(geom.entry.name or body.name or ""),
                )

    # ---------------------------------------------------------------- shapes

    def _parts(self, body: Body) -> tuple[tuple[ir.Collision, ...], tuple[ir.Visual, ...]]:
        """A geom is a collision if it touches, and a visual if it is drawn. One that is neither is an invisible visual."""
        collisions: list[ir.Collision] = []
        visuals: list[ir.Visual] = []
        for geom in self.geoms[id(body)]:
            if geom.discarded:
                self.reading.ledger.consumed(geom.material, geom.surface, geom.shape, geom.contype, geom.conaffinity)
                continue
            touches = self._touches(geom)
            own = (*geom.group, *geom.own, *geom.entry.extras())
            place = _said(geom.X_BG)
            if touches:
                collisions.append(self._collision(geom, place, own))
            if geom.drawn or not touches:
                visuals.append(self._visual(geom, place, geom.group if touches else own))
            elif geom.material is not None:
                if geom.material.name is None and ids_of(geom.material.diffuse):
                    collisions[-1] = msgspec.structs.replace(collisions[-1], debug_color=geom.material.diffuse)
                if geom.entry.has("material"):
                    self._hide_material(geom, geom.material)
                elif geom.entry.has("rgba"):
                    self.reading.ledger.consumed(geom.material)
            if not touches:
                self.reading.ledger.consumed(geom.contype, geom.conaffinity)
                if geom.entry.has("friction"):
                    self.reading.ledger.consumed(geom.surface)
        return tuple(collisions), tuple(visuals)

    def _hide_material(self, geom: Geom, material: ir.Material) -> None:
        """Report the material of a geom that touches and is not drawn, as far as no other geom shows it. The colour of a transparent
        material is what hides the geom."""
        entry, name = geom.entry, geom.entry.text("material")
        self.reading.ledger.consumed(material.name)
        unused = msgspec.structs.replace(material, name=None)
        if int(entry.integer("group")) <= LAST_DRAWN:
            self.reading.ledger.consumed(name, material.diffuse)
            name, unused = None, msgspec.structs.replace(unused, diffuse=None, ambient=None)
        if ids_of((unused, name)):
            self.reading.ledger.report(
                findings.HIDDEN_MATERIAL,
                about=(unused, name),
                origin=entry.origin,
                subject=str(entry.name or ""),
                value=str(material.name),
            )

    def _collision(self, geom: Geom, place: Pose | None, own: tuple[ir.Extra, ...]) -> ir.Collision:
        shape = geom.shape
        if isinstance(shape, ir.MeshShape) and geom.kind == "mesh":
            shape = msgspec.structs.replace(shape, optimization="convex_hull")
        if not self._masks:
            self.reading.ledger.consumed(geom.contype, geom.conaffinity)
        return ir.Collision(
            name=geom.entry.name,
            pose=place,
            geometry=shape,
            surface=geom.surface,
            category_mask=geom.contype if self._masks else None,
            collide_mask=geom.conaffinity if self._masks else None,
            extras=own,
            origin=geom.entry.origin,
        )

    def _visual(self, geom: Geom, place: Pose | None, own: tuple[ir.Extra, ...]) -> ir.Visual:
        return ir.Visual(
            name=geom.entry.name,
            pose=place,
            geometry=geom.shape,
            material=geom.material,
            visible=None if geom.drawn else False,
            cast_shadows=geom.shadow,
            extras=own,
            origin=geom.entry.origin,
        )

    def _check_planes(self, body: Body) -> None:
        """Only what stands still has planes."""
        at: Body | None = body
        while at is not None and not at.joints:
            at = at.parent
        planes = [geom for geom in self.geoms[id(body)] if geom.kind == "plane"]
        if at is not None and planes:
            raise planes[0].entry.element.error("a body that moves has a plane", "type", "a plane in the world, or a box")

    def _name_geoms(self, body: Body) -> None:
        for geom in self.geoms[id(body)]:
            self.reading.name("geom", geom.entry.element, (body, geom))


def _in_body(flex: ir.Extra, placed: Placed) -> ir.Extra:
    """Return a flexcomp with its place in the body and a quaternion: a result has no frames, and its angles have another unit."""
    stated, moved = placed.entry.element.attributes, placed.X_BF is not HERE
    if not moved and stated.keys().isdisjoint(("axisangle", "euler")):
        return flex
    pose = within(placed.X_BF, pose_of(placed.entry, placed.home.compiler))
    numbers = {"pos": pose.position, "quat": pose.rotation} if moved else {"quat": pose.rotation}
    texts = {name: traced(" ".join(shown(float(each)) for each in row), ids_of_pose(pose)) for name, row in numbers.items()}
    first, *others = flex.content
    kept = [pair for pair in first.attributes if pair[0] not in ORIENTATIONS and pair[0] not in texts]
    first = msgspec.structs.replace(first, attributes=(*kept, *texts.items()))
    return msgspec.structs.replace(flex, content=(first, *others))


def _nameless(material: ir.Material | None) -> ir.Material | None:
    """A material as far as it is seen: its name has an effect, as geoms refer to it."""
    return msgspec.structs.replace(material, name=None) if material is not None else None


def _said(pose: Pose) -> Pose | None:
    return None if pose is HERE or (pose.is_identity and not ids_of_pose(pose)) else pose


def _moving(tree: Tree) -> set[int]:
    """The bodies that have joints, or something with joints inside."""
    found: set[int] = set()
    for body in reversed(tree.bodies):
        if body.joints or any(id(child) in found for child in body.children):
            found.add(id(body))
    return found
