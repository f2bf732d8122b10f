"""Groups links into Spaces of Transforms: which models share a Space, the names of their links in it, and self-collision.

SimSpark places bodies absolutely, and joints refer to them by path. So all links of a robot are Transforms side by side in one Space, which
switches self-collision. Models that are nested, or connected by joints, share one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from scenec.converters.common import findings as common
from scenec.converters.common.write_context import claim_idle
from scenec.converters.rsg.write.context import Writing
from scenec.converters.rsg.write.values import escaped_name, named
from scenec.ir.base import WORLD, Id
from scenec.ir.joint import Joint
from scenec.ir.kinematics import Posed
from scenec.ir.link import Link
from scenec.ir.names import Unique
from scenec.ir.scene import Frame, Model
from scenec.syntax.said import Said, constant

UNNAMED = "transform"
"""The name that SimSpark gives a Transform without one."""


@dataclass
class Group:
    """Models that share a Space. names: link -> the name of its Transform, unique among its siblings. nodes: model -> the name of its own
    node in the Space, None if its links stand in the Space itself. taken: names used in the Space."""

    name: str
    static: bool
    models: list[Id] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    names: dict[Id, str] = field(default_factory=dict)
    nodes: dict[Id, str | None] = field(default_factory=dict)
    taken: Unique = field(default_factory=Unique)


class Structure:
    """The groups, in document order. ends: joint -> (parent, child), links or WORLD. hung: link -> the joints that move it."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        scene = writing.scene
        self.links = {link.id: link for link in scene.links}
        self.models = {model.id: model for model in scene.models}
        self.ends: dict[Id, tuple[Id, Id]] = {}
        self.hung: dict[Id, list[Joint]] = {}
        for joint in scene.joints:
            parent, child = (self.moving(end) for end in (joint.parent, joint.child))
            self.ends[joint.id] = (parent, child)
            holder = child if child != WORLD else parent
            if parent != child:
                self.hung.setdefault(holder, []).append(joint)
        self.groups = self._groups()
        groups: tuple[tuple[Posed, ...], ...] = (scene.models, scene.links, scene.joints, scene.frames)
        self.references = {thing.relative_to for group in groups for thing in group if thing.relative_to is not None}
        self.frames: dict[Id, list[Frame]] = {}
        self.frame_ids = {frame.id for frame in scene.frames}
        for frame in scene.frames:
            if frame.attached_to is not None or frame.model is not None:
                self.frames.setdefault(writing.kinematics.body_of(frame.id), []).append(frame)
        self.group_of: dict[Id, Group] = {link.id: group for group in self.groups for link in group.links}

    def moving(self, end: Id) -> Id:
        """Return the link at an end of a joint. A link of a static model counts as the world."""
        link = self.links.get(self.writing.kinematics.body_of(end))
        return WORLD if link is None or link.model in self.writing.static else link.id

    def _groups(self) -> list[Group]:
        writing, leader = self.writing, {model: model for model in self.models}

        def top(model: Id) -> Id:
            while leader[model] != model:
                model = leader[model]
            return model

        def join(one: Id, other: Id) -> None:
            if (one in writing.static) == (other in writing.static):
                first, second = sorted((top(one), top(other)), key=order.__getitem__)
                leader[second] = first

        order = {model: i for i, model in enumerate(leader)}
        spaces: dict[object, Id] = {}
        for model in self.models.values():
            if model.parent in order:
                join(str(model.parent), model.id)
            space = shared_space(model)
            if space is not None:
                join(spaces.setdefault(space, model.id), model.id)
        for parent, child in self.ends.values():
            if WORLD not in (parent, child):
                join(self.links[parent].model, self.links[child].model)
        return self._filled({model: top(model) for model in leader})

    def _filled(self, tops: dict[Id, Id]) -> list[Group]:
        writing, unique = self.writing, Unique()
        groups: dict[Id, Group] = {}
        for model, top in tops.items():
            if top not in groups:
                space = shared_space(self.models[top])
                name = space[0] if space is not None and space[0] else writing.paths[top]
                groups[top] = Group(unique(writing.legal(self.models[top], name)), top in writing.static)
            groups[top].models.append(model)
        firsts: dict[Id, Link] = {}
        for link in writing.scene.links:
            firsts.setdefault(link.model, link)
        inner: dict[Id, Unique] = {}
        for group in groups.values():
            for model in group.models:
                if model in firsts:
                    group.nodes[model] = self._node_of(group, self.models[model], firsts[model])
                    inner[model] = group.taken if group.nodes[model] is None else Unique()
        for link in writing.scene.links:
            top = tops[link.model]
            group = groups[top]
            group.links.append(link)
            wanted = self._inner_name(link, top)
            group.names[link.id] = name = inner[link.model](writing.legal(link, wanted))
            if wanted == link.name and name != wanted and name.startswith(f"{wanted}_"):
                self._report_renamed(link, name)
        return [group for group in groups.values() if group.links]

    def _node_of(self, group: Group, model: Model, first: Link) -> str | None:
        """Return the name of the node for a model that only shares a Space with others: the node around its links, else None."""
        alone = len(group.models) == 1 or shared_space(model) is None
        if alone or model.name is None or model.name == first.name:
            return None
        return group.taken(self.writing.legal(model, str(model.name)))

    def body_name(self, link: Id) -> Said:
        """Return the name of a link's RigidBody: that of the source, else `body`."""
        for extra in self.links[link].extras:
            if extra.format == "rsg" and extra.key == "RigidBody/setName" and isinstance(extra.value, str):
                return named(escaped_name(extra.value), extra.value)
        return constant("body")

    def way(self, link: Id, other: Id) -> str:
        """Return the path from the Transform of a link to that of another one in the same Space."""
        group = self.group_of[link]
        models = (self.links[link].model, self.links[other].model)
        here, there = (group.nodes[model] for model in models)
        if models[0] == models[1] or (here is None and there is None):
            return f"../{group.names[other]}"
        up = ".." if here is None else "../.."
        return f"{up}/{group.names[other]}" if there is None else f"{up}/{there}/{group.names[other]}"

    def _inner_name(self, link: Link, top: Id) -> str:
        """Return the name of a link in its Space. A link of an inner model has the name of that model in front."""
        models = [self.models[each].name or "model" for each in self._inner_models(link.model, top)]
        return "::".join(map(str, [*reversed(models), link.name or UNNAMED]))

    def _inner_models(self, model: Id, top: Id) -> Iterator[Id]:
        """Yield the models around a link within the first model of its Space."""
        at, steps = model, 0
        while at != top and shared_space(self.models[at]) is None and steps < len(self.models):
            yield at
            steps += 1
            if self.models[at].parent not in self.models:
                break
            at = str(self.models[at].parent)

    def _report_renamed(self, link: Link, name: str) -> None:
        self.writing.report(
            common.NAME_MADE_UNIQUE,
            link,
            about=link.name,
            subject=f"{self.writing.path(link)}.name",
            value=str(link.name),
            target=name,
        )

    # -- what names and places say

    def said_by_name(self, group: Group, link_id: Id) -> tuple[object, ...]:
        """Return what the name of a link in its Space says: its own, those of the models around it, and that of a model which is called
        like its first link."""
        link = self.links[link_id]
        says: list[object] = [link.name]
        says += [self.models[model].name for model in self._inner_models(link.model, group.models[0])]
        model = self.models[link.model]
        if group.nodes.get(model.id) is None and model.name == link.name:
            says.append(model.name)
        return tuple(says)

    def said_by_name_of_group(self, group: Group) -> tuple[object, ...]:
        """Return what the name of a Space says: the names of the models on the path of the first, or the name that models shared."""
        top = group.models[0]
        space = shared_space(self.models[top])
        if space is not None and space[0]:
            return tuple([model.name for model in (self.models[each] for each in group.models) if model.name == space[0]])
        says, at = list[object](), top
        while at in self.models and len(says) < len(self.models):
            says.append(self.models[at].name)
            at = str(self.models[at].parent)
        return tuple(says)

    def said_by_space(self, group: Group) -> tuple[object, ...]:
        """Return what models say that their Space expresses: that they are static, the world, what is around them."""
        says: list[object] = []
        worlds = {world.id for world in self.writing.scene.worlds[:1]}
        for i, model_id in enumerate(group.models):
            model = self.models[model_id]
            says += (model.static, model.world if model.world in worlds else None, model.parent if i else None)
            if group.static:
                says.append(self._of_static(model))
            says += [extra.value for extra in model.extras if extra.format == "rsg" and extra.key == "Space"]
        return tuple(says)

    def _of_static(self, model: Model) -> object:
        """Return the self-collision of a model that never moves, so that its links do not touch each other. Report it if they should."""
        if model.self_collide and self.writing.source_of(model.self_collide).ids:
            why = common.NEVER_MOVES
            self.writing.report(common.SELF_COLLISION_INEFFECTIVE, model, about=model.self_collide, value=True, why=why)
            return None
        return model.self_collide

    def report_placements(self, group: Group) -> None:
        """Report models that are placed by one of their frames."""
        for model_id in group.models:
            self.writing.report_placement(self.models[model_id])

    def self_collides(self, group: Group) -> tuple[bool, tuple[object, ...]]:
        """Return whether the Space of a group allows self-collision, and the settings of links that say so. Others are reported."""
        stated = {link.id: self._collides(link) for link in group.links}
        flags = {link: bool(value) for link, value in stated.items()}
        whole = any(flags.values()) if len(group.links) == 1 else sum(flags.values()) * 2 > len(flags)
        for link in group.links:
            if flags[link.id] != whole and len(group.links) > 1:
                claim_idle(self.writing.request, stated[link.id])
                self.writing.report(
                    common.SELF_COLLISION_APPROXIMATED,
                    link,
                    about=link.self_collide,
                    value="on" if flags[link.id] else "off",
                    target="off" if flags[link.id] else "on",
                    why="A Space of RubySceneGraph switches self-collision on or off for all its bodies at once.",
                    what="The link passes through other links of its model."
                    if flags[link.id]
                    else "The link touches other links of its model.",
                )
        return whole, tuple([value for link, value in stated.items() if flags[link] == whole])

    def _collides(self, link: Link) -> object:
        """Return the self-collision of a link, else that of its model."""
        if link.self_collide is not None:
            return link.self_collide
        model = self.models.get(link.model)
        return model.self_collide if model is not None else None


def shared_space(model: Model) -> tuple[str, object] | None:
    """Return a key of models that stood in one Space of the source though no joint connects them: the place of the Space in that file, else
    (after a neutral scene) its name."""
    for extra in model.extras:
        if extra.format == "rsg" and extra.key == "Space":
            document, node = extra.origin.place if extra.origin is not None else (None, None)
            if document is None or node is None or document.syntax != "sexp":
                return (str(extra.value), None) if extra.value else None
            return str(extra.value), (document.name, node.line, node.column, node.first_id)
    return None
