"""Links that weigh nothing, for a target that refuses them.

Links welded to others are merged before (`merge_fixed_joints`). Of the rest, one that no joint moves stands still; one at the end of a
joint that nothing is seen, felt or measured of becomes a named place; any other gets next to no mass: 1e-9 of its lightest neighbour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from scenec.ir.base import WORLD, Id
from scenec.ir.inertia import NO_INERTIA, Inertia
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Kinematics, static_models
from scenec.ir.link import Inertial, Link
from scenec.ir.names import joint_paths, link_paths
from scenec.ir.scene import Frame, Model, Scene
from scenec.syntax.kinds import shown
from scenec.trace import derived

if TYPE_CHECKING:
    from scenec.accounting.finding import Fate
    from scenec.accounting.ledger import Ledger

SHARE = 1e-9
"""Of the lightest neighbour's mass and inertia."""
COMPACT = 1e-4
"""kg m^2 per kg of a body that is 1 cm large, where no neighbour has a tensor."""


def adapt(scene: Scene, ledger: Ledger, target: str) -> Scene:
    """The scene in which every link that moves weighs something. Reports `link-made-static`, `link-empty-removed` and
    `link-mass-defaulted`, each with the link."""
    static = static_models(scene)
    massless = {link.id: link for link in scene.links if link.model not in static and not _weighs(link)}
    if not massless:
        return scene
    massless = {link_id: link for link_id, link in massless.items() if _might_be_adapted(link)}
    graph = _Graph(scene)
    paths, joint_names = {**link_paths(scene), **ledger.paths}, {**joint_paths(scene), **ledger.paths}
    still = {link_id for link_id in massless if link_id not in graph.joints}
    removed: dict[Id, Joint] = {}
    for link_id, link in massless.items():
        joints = graph.joints.get(link_id, [])
        if len(joints) == 1 and graph.child(joints[0]) == link_id and _is_bare(link) and not joints[0].sensors:
            removed[link_id] = joints[0]
    for link_id in still:
        _tell(ledger, massless[link_id], paths[link_id], "link-made-static", "converted", "a static model", target, "it stands still")
    for link_id, joint in removed.items():
        _tell_removed(ledger, massless[link_id], joint, paths[link_id], joint_names[joint.id], target)
    given: dict[Id, Inertial] = {}
    for link_id, link in massless.items():
        if link_id not in still and link_id not in removed:
            given[link_id] = graph.next_to_nothing(link)
            mass = shown(float(given[link_id].mass or 0.0))
            _tell(ledger, link, paths[link_id], "link-mass-defaulted", "defaulted", f"{mass} kg", target,
                  "it moves as its neighbours make it; small steps keep it stable", "state its mass")  # fmt: skip
    return _rebuilt(scene, graph, still, removed, given)


def _weighs(link: Link) -> bool:
    return link.inertial is not None and link.inertial.mass is not None and link.inertial.mass > 0


def _might_be_adapted(link: Link) -> bool:
    """A negative mass is nonsense that the target must judge."""
    return link.inertial is None or not link.inertial.mass or link.inertial.mass > 0


def _is_bare(link: Link) -> bool:
    return not (link.collisions or link.visuals or link.sensors or link.lights or link.plugins or link.batteries or link.particle_emitters)


def _tell(ledger: Ledger, link: Link, path: str, code: str, fate: Fate, made: str, target: str, consequence: str, hint: str = "") -> None:
    stated = link.inertial.mass if link.inertial is not None else None
    ledger.report(
        code, fate, "note" if fate == "converted" else "warning", "physics", about=stated, origin=link.origin, subject=path,
        value="0 kg", target=made, because=f"{target} refuses what moves and weighs nothing", consequence=consequence, hint=hint,
    )  # fmt: skip


def _tell_removed(ledger: Ledger, link: Link, joint: Joint, path: str, joint_path: str, target: str) -> None:
    _tell(ledger, link, path, "link-empty-removed", "converted", "a named place", target,
          "nothing that could be seen, felt or measured of it moves any more")  # fmt: skip
    ledger.report(
        "joint-empty-dropped", "dropped", "warning", "physics", about=(joint, link.inertial), origin=joint.origin, subject=joint_path,
        value=str(joint.type), because=f"what it moves is empty and weighs nothing, which {target} refuses",
        consequence="programs do not find the joint", hint="give the link a mass if it matters",
    )  # fmt: skip


class _Graph:
    """joints: moving link -> the joints it is part of."""

    def __init__(self, scene: Scene) -> None:
        self.kinematics = Kinematics(scene)
        self.links = {link.id: link for link in scene.links}
        self.joints: dict[Id, list[Joint]] = {}
        self._nearest: dict[Id, Inertial] | None = None
        for joint in scene.joints:
            for end in {self.parent(joint), self.child(joint)} - {WORLD}:
                self.joints.setdefault(end, []).append(joint)

    def parent(self, joint: Joint) -> Id:
        return self.kinematics.body_of(joint.parent)

    def child(self, joint: Joint) -> Id:
        return self.kinematics.body_of(joint.child)

    def _lightest_near(self) -> dict[Id, Inertial]:
        """Link that weighs nothing -> the lightest of those nearest to it that weigh anything; of equal ones the first by id. Found once,
        from those outwards."""
        if self._nearest is None:
            best = {link.id: (float(link.inertial.mass or 0.0), link.id) for link in self.links.values() if link.inertial and _weighs(link)}
            near = list(best)
            while near:
                reached: dict[Id, tuple[float, Id]] = {}
                for each in near:
                    for joint in self.joints.get(each, ()):
                        for end in (self.parent(joint), self.child(joint)):
                            if end not in best and end != WORLD:
                                reached[end] = min(best[each], reached.get(end, best[each]))
                best |= reached
                near = list(reached)
            self._nearest = {link_id: inertial for link_id, (_, lightest) in best.items() if (inertial := self.links[lightest].inertial)}
        return self._nearest

    def next_to_nothing(self, link: Link) -> Inertial:
        """Mass and tensor of a link that has none: a share of the lightest of its nearest neighbours that weigh anything."""
        lightest = self._lightest_near().get(link.id, Inertial(mass=1.0))
        mass = float(lightest.mass or 0.0)
        tensor = lightest.inertia
        moments = (tensor.ixx, tensor.iyy, tensor.izz) if tensor is not None and tensor != NO_INERTIA else (mass * COMPACT,) * 3
        moment = float(f"{SHARE * min(abs(each) for each in moments if each):.3g}")
        own = link.inertial or Inertial(origin=link.origin)
        return msgspec.structs.replace(
            own, mass=derived(float(f"{SHARE * mass:.3g}"), own.mass), pose=own.pose,
            inertia=Inertia(*(derived(each, own.inertia) for each in (moment, moment, moment))),
        )  # fmt: skip


def _rebuilt(scene: Scene, graph: _Graph, still: set[Id], removed: dict[Id, Joint], given: dict[Id, Inertial]) -> Scene:
    per_model: dict[Id, int] = {}
    for link in scene.links:
        per_model[link.model] = per_model.get(link.model, 0) + 1
    models, links, frames = {model.id: model for model in scene.models}, list[Link](), list(scene.frames)
    for link in scene.links:
        if link.id in removed:
            joint = removed[link.id]
            frames.append(Frame(id=joint.id, name=joint.name, model=joint.model, attached_to=joint.parent, pose=joint.pose,
                                relative_to=joint.relative_to or joint.child, origin=joint.origin))  # fmt: skip
            frames.append(Frame(id=link.id, name=link.name, model=link.model, attached_to=graph.parent(joint), pose=link.pose,
                                relative_to=link.relative_to or link.model, origin=link.origin))  # fmt: skip
        elif link.id in still:
            if link.model in models and per_model[link.model] == 1:
                models[link.model] = msgspec.structs.replace(models[link.model], static=True)
                links.append(link)
                continue
            own = Model(id=f"{link.id} alone", name=link.name, world=scene.worlds[0].id if scene.worlds else None, static=True,
                        origin=link.origin)  # fmt: skip
            models[own.id] = own
            links.append(msgspec.structs.replace(link, model=own.id, relative_to=link.relative_to or link.model))
        elif link.id in given:
            links.append(msgspec.structs.replace(link, inertial=given[link.id]))
        else:
            links.append(link)
    gone = {joint.id for joint in removed.values()}
    joints = tuple(joint for joint in scene.joints if joint.id not in gone)
    return msgspec.structs.replace(scene, models=tuple(models.values()), links=tuple(links), frames=tuple(frames), joints=joints)
