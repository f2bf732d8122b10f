"""Links that weigh nothing, or less, for a target whose physics cannot move them. One order for all targets:

1. Links welded to others are merged before (`merge_fixed_joints`), or need no mass where the target's bodies nest, unless another joint
   may carry them (`nested_links`).
2. A link that no joint moves stands still.
3. A link with shapes weighs what they weigh, if that is a mass for the target: its collisions, else its visuals, at one density. The
   shapes of one that is welded to a link with mass are part of that body, whose mass the source states: such a link is of the last kind.
4. A link without shapes between two joints stays as it is where the target's physics can move it.
5. Any other gets a share of its neighbours' mass, which the target names, since it depends on how its engine copes with large ratios.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.adapt.findings import LINK_INERTIA_REPLACED, LINK_MADE_STATIC, LINK_MASS_DEFAULTED, LINK_MASS_OF_SHAPES, SHAPE_MADE_STATIC
from scenec.adapt.inertias_to_definite import tensor_text
from scenec.adapt.links_between_joints import links_between_joints
from scenec.adapt.native_engines import is_native
from scenec.adapt.shape_weights import WATER, ShapeWeights
from scenec.adapt.welded_links import nested_links, welded_links
from scenec.ir.base import WORLD, Id
from scenec.ir.inertia import NO_INERTIA, Inertia
from scenec.ir.joint import Joint
from scenec.ir.joint_series import links_in_series
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Inertial, Link
from scenec.ir.names import Unique, shape_word
from scenec.ir.pose import Pose
from scenec.ir.scene import Model, Scene
from scenec.syntax.kinds import shown
from scenec.trace import derived, ids_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from scenec.accounting.ledger import Ledger

SHARE = 1e-9
"""Of the neighbours' mass and inertia, where the target names none."""
COMPACT = 1e-4
"""kg m^2 per kg of a body that is 1 cm large, where no neighbour has a tensor."""
LARGEST_GROUP = 100
"""Links without mass that joints connect, and their neighbours: of more, what is made for one does not tell the values of the others as
its sources."""


def adapt(
    scene: Scene,
    ledger: Ledger,
    target: str,
    share: float = SHARE,
    *,
    density: float | None = None,
    least: float = 0.0,
    least_moment: float = 0.0,
    welded: bool = False,
    folded: bool = False,
    between: bool = False,
    named: bool = False,
    native_engine: str = "",
) -> Scene:
    """The scene in which every link that moves weighs something, or can be moved without. share: of its heaviest neighbour's mass and its
    lightest neighbour's inertia, what a link without shapes gets. density: of shapes (kg/m^3; None: `WATER`). least: mass (kg) below
    which the target takes a link as massless. least_moment: of a link without shapes (kg m^2). welded: links that are welded to one with
    mass, or to what stands still, need none. folded: nor do those in series, which the target makes one body of. between: nor do those
    between joints, whose own physics needs none. named: shapes of links that become static get names where they have none, by which users
    find them. native_engine: scenes for this engine stay as they are. Reports `link-made-static` and `shape-made-static`,
    `link-mass-of-shapes-defaulted`, `link-mass-defaulted` and `link-inertia-replaced`, each with the link."""
    if is_native(scene, native_engine):
        return scene
    static = static_models(scene)
    weighs = partial(_weighs, least=least)
    massless = {link.id: link for link in scene.links if link.model not in static and not weighs(link)}
    if not massless:
        return scene
    carried = welded_links(scene, static, weighs) & massless.keys()
    exempt = nested_links(scene, carried) if welded else set[Id]()
    if folded:
        exempt |= set(links_in_series(scene))
    massless = {link_id: link for link_id, link in massless.items() if link_id not in exempt}
    if not massless:
        return scene
    graph = _Graph(scene, weighs)
    still = {link_id: link for link_id, link in massless.items() if not _states_mass(link) and link_id not in graph.joints}
    shown_still = {link_id: _made_static(link, ledger, target, named=named) for link_id, link in still.items()}
    moving = {link_id: link for link_id, link in massless.items() if link_id not in still}
    weight = ShapeWeights(scene, WATER if density is None else density)
    given = {
        link_id: of_shapes
        for link_id, link in moving.items()
        if link_id not in carried and (of_shapes := weight.of(link)) is not None and _is_enough(of_shapes, least)
    }
    for link_id, inertial in given.items():
        _report_weighed(ledger, moving[link_id], inertial, weight)
    bare = {link_id: link for link_id, link in moving.items() if link_id not in given}
    idle = links_between_joints(scene, graph.kinematics, bare) if between else set[Id]()
    weighed = _Graph(_rebuilt(scene, {}, given), weighs) if given else graph
    for link_id, link in bare.items():
        if link_id not in idle:
            given[link_id], heaviest = weighed.little(link, share, least, least_moment)
            _report_given(ledger, link, given[link_id], share, ledger.path(heaviest))
    return _rebuilt(scene, shown_still, given)


def _made_static(link: Link, ledger: Ledger, target: str, *, named: bool) -> Link:
    """Report a link that stands still. Return it, with a name for each shape if `named`."""
    ledger.report(
        LINK_MADE_STATIC,
        link,
        about=_stated_mass(link),
        value="0 kg",
        target="a static model",
        why=f"The link has no mass and no joint. Programs of {target} cannot move links without mass.",
    )
    return _with_named_shapes(link, ledger, named=named)


def _with_named_shapes(link: Link, ledger: Ledger, *, named: bool) -> Link:
    """Report the shapes of a link that becomes static. Return the link, with a name for each shape if `named`."""
    unique = Unique()
    groups: list[tuple[Any, ...]] = []
    for group in (link.collisions, link.visuals):
        parts: list[Any] = []
        for part in group:
            name = unique(str(part.name or shape_word(part.geometry)))
            ledger.report(SHAPE_MADE_STATIC, part, value=shape_word(part.geometry), subject=f"{ledger.path(link)}::{name}")
            parts.append(msgspec.structs.replace(part, name=name) if named and part.name is None else part)
        groups.append(tuple(parts))
    return msgspec.structs.replace(link, collisions=groups[0], visuals=groups[1])


def _weighs(link: Link, least: float) -> bool:
    return link.inertial is not None and _is_enough(link.inertial, least)


def _is_enough(inertial: Inertial, least: float) -> bool:
    return inertial.mass is not None and inertial.mass > 0 and inertial.mass >= least


def _states_mass(link: Link) -> bool:
    """Whether a link says that it weighs something, even if that is less than nothing."""
    return link.inertial is not None and bool(link.inertial.mass)


def _stated_mass(link: Link) -> float | None:
    return link.inertial.mass if link.inertial is not None else None


def _report_weighed(ledger: Ledger, link: Link, given: Inertial, weight: ShapeWeights) -> None:
    """Report the mass that a link gets of its shapes, and the pose and tensor that it had."""
    own = link.inertial
    ledger.report(
        LINK_MASS_OF_SHAPES,
        link,
        about=(_stated_mass(link), own.pose.position if own is not None and own.pose is not None else None),
        value=f"{shown(float(_stated_mass(link) or 0.0))} kg",
        target=f"{shown(float(f'{float(given.mass or 0.0):.3g}'))} kg, {weight.words(link)}",
    )
    _report_replaced(ledger, link, given)


def _report_given(ledger: Ledger, link: Link, given: Inertial, share: float, heaviest: str) -> None:
    """Report the mass that a link gets, a share of that of the heaviest ("": a mass of its own), and the tensor that it had."""
    mass = shown(float(given.mass or 0.0))
    ledger.report(
        LINK_MASS_DEFAULTED,
        link,
        about=_stated_mass(link),
        value=f"{shown(float(_stated_mass(link) or 0.0))} kg",
        target=f"{mass} kg, {shown(share)} of the mass of {heaviest}" if heaviest else f"{mass} kg",
    )
    _report_replaced(ledger, link, given)


def _report_replaced(ledger: Ledger, link: Link, given: Inertial) -> None:
    """Report a stated tensor that a link without mass had, and the rotation of its frame."""
    own = link.inertial
    if own is None or own.inertia is None or given.inertia is None or not ids_of(own.inertia):
        return
    about = (own.inertia.entries, own.pose.rotation if own.pose is not None else None)
    ledger.report(
        LINK_INERTIA_REPLACED,
        link,
        at="inertial.inertia",
        about=about,
        value=tensor_text(own.inertia),
        target=tensor_text(given.inertia),
        origin=own.origin,
    )


class _Graph:
    """joints: moving link -> the joints it is part of."""

    def __init__(self, scene: Scene, weighs: Callable[[Link], bool]) -> None:
        self._weighs = weighs
        self.kinematics = Kinematics(scene)
        self.links = {link.id: link for link in scene.links}
        self.joints: dict[Id, list[Joint]] = {}
        self._around: dict[Id, tuple[tuple[Link, ...], tuple[float | None, ...]]] = {}
        for joint in scene.joints:
            for end in {self.parent(joint), self.child(joint)} - {WORLD}:
                self.joints.setdefault(end, []).append(joint)

    def parent(self, joint: Joint) -> Id:
        return self.kinematics.body_of(joint.parent)

    def child(self, joint: Joint) -> Id:
        return self.kinematics.body_of(joint.child)

    def _around_massless(self, link_id: Id) -> tuple[tuple[Link, ...], tuple[float | None, ...]]:
        """The links that weigh something and border on the link, or on those without mass that joints connect it to, in their order.
        Behind them the masses that it and those without mass state: each of these links would be one of the former if it weighed more.
        Of a large group they are left out, so that the work stays linear."""
        if link_id not in self._around:
            group, border, todo = {link_id}, dict[Id, Link](), [link_id]
            while todo:
                for joint in self.joints.get(todo.pop(), ()):
                    for end in (self.parent(joint), self.child(joint)):
                        neighbour = self.links.get(end)
                        if neighbour is None or end in group:
                            continue
                        if self._weighs(neighbour):
                            border[end] = neighbour
                        else:
                            group.add(end)
                            todo.append(end)
            masses = tuple(_stated_mass(self.links[each]) for each in sorted(group)) if len(group) <= LARGEST_GROUP else ()
            self._around.update(dict.fromkeys(group, (tuple(border.values()), masses)))
        return self._around[link_id]

    def little(self, link: Link, share: float, least: float, least_moment: float) -> tuple[Inertial, Id]:
        """Mass and tensor of a link that has none, and the heaviest neighbour ("" = there is none, or too light a one). The mass is a
        share of the heaviest, so that no joint sees a larger ratio. The tensor is one of the smallest, so that what hangs on it turns as
        before. Both come from the masses of zero, too: with another one the link keeps its own tensor, and its neighbours get a share of
        what it weighs. Both are made of all values that are compared: with another value another neighbour is the heaviest."""
        weighing, masses = self._around_massless(link.id)
        around = [(each.inertial, each.id) for each in weighing if each.inertial is not None]
        heaviest, of = max(around, key=lambda each: float(each[0].mass or 0.0), default=(Inertial(mass=1.0), ""))
        mass = float(heaviest.mass or 0.0)
        moment = min((_smallest_moment(each) for each, _ in around), default=_smallest_moment(heaviest))
        own = link.inertial or Inertial(origin=link.origin)
        small = max(float(f"{share * moment:.3g}"), least_moment)
        pose = Pose(own.pose.position) if own.pose is not None else None  # a tensor that is the same about all axes needs no other ones
        lightest = max(share * mass, least)
        compared = around if len(around) <= LARGEST_GROUP else []
        given = derived(float(f"{lightest:.3g}"), own.mass, heaviest.mass, *(each.mass for each, _ in compared), *masses)
        moments = [_smallest_moment(each) for each, _ in compared]
        tensor = Inertia(*(derived(each, moment, *moments, own.mass, *masses) for each in (small, small, small)))
        return msgspec.structs.replace(own, mass=given, pose=pose, inertia=tensor), of if lightest > least else ""


def _smallest_moment(inertial: Inertial) -> float:
    """kg m^2, above 0."""
    tensor = inertial.inertia
    moments = (tensor.ixx, tensor.iyy, tensor.izz) if tensor is not None and tensor != NO_INERTIA else ()
    smallest = min((each for each in moments if each), key=abs, default=None)
    mass = inertial.mass or 0.0
    return derived(float(mass) * COMPACT, mass) if smallest is None else derived(abs(smallest), smallest, *moments)


def _rebuilt(scene: Scene, still: dict[Id, Link], given: dict[Id, Inertial]) -> Scene:
    per_model = Counter(link.model for link in scene.links)
    models, links = {model.id: model for model in scene.models}, list[Link]()
    for link in scene.links:
        if link.id in still:
            link = still[link.id]
            if link.model in models and per_model[link.model] == 1:
                models[link.model] = msgspec.structs.replace(models[link.model], static=True)
                links.append(link)
                continue
            own = Model(
                id=f"{link.id} alone", name=link.name, world=scene.worlds[0].id if scene.worlds else None, static=True, origin=link.origin
            )
            models[own.id] = own
            links.append(msgspec.structs.replace(link, model=own.id, relative_to=link.relative_to or link.model))
        elif link.id in given:
            links.append(msgspec.structs.replace(link, inertial=given[link.id]))
        else:
            links.append(link)
    return msgspec.structs.replace(scene, models=tuple(models.values()), links=tuple(links))
