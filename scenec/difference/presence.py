"""Parts that only one of two scenes has, renamed parts, and values with the same effect in another form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.joint_graph import WORLD_INDEX
from scenec.comparison.pairing import last_name
from scenec.comparison.scene_matching import Matching
from scenec.difference.bodies import Bodies
from scenec.difference.item import Change, Item
from scenec.difference.leaves import Leaves
from scenec.difference.nesting import Nesting
from scenec.difference.notes import Notes
from scenec.ir.base import Id


def compare_presence(
    a: ComparedScene,
    b: ComparedScene,
    links: Mapping[int, int],
    joints: Mapping[int, int],
    bodies: Bodies,
    matching: Matching,
    leaves: Leaves,
    notes: Notes,
) -> None:
    """Models, links and joints that are in one scene only, renamed, welded to another link, or written from the other side."""
    _renamed(a, b, links, joints, matching, notes)
    back_links = {j: i for i, j in links.items()}
    back_joints = {y: x for x, y in joints.items()}
    holders = {a.groups[i]: i for i in sorted(links, reverse=True)}
    _Unmatched(a, b, "removed", links, joints, bodies.merged_a, holders, set(matching.models), notes).report()
    _Unmatched(b, a, "added", back_links, back_joints, bodies.merged_b, holders, set(matching.models.values()), notes).report()
    for x, joint in enumerate(a.joints):
        if joint.id in matching.reversed and leaves.same_format:
            y = joints[x]
            ends = [(side.physics.joints[at].parent, side.physics.joints[at].child) for side, at in ((a, x), (b, y))]
            names = (a.joint_paths[x], b.joint_paths[y])
            nodes = (a.joints[x], b.joints[y])
            notes.changed("joint", "metadata", names, names[0], "written", (ends[0], ends[1]), nodes, change="restructured")


def _renamed(
    a: ComparedScene, b: ComparedScene, links: Mapping[int, int], joints: Mapping[int, int], matching: Matching, notes: Notes
) -> None:
    """Report each changed name once: a link of a renamed model is not renamed for that. A part without a name is not renamed by
    getting one, nor a namesake by getting another number."""
    models = {model.id: model for model in b.scene.models}
    for model in a.scene.models:
        other = models.get(matching.models.get(model.id, ""))
        if other is not None and _name(model) and _name(other) and last_name(a.model_paths[model.id]) != last_name(b.model_paths[other.id]):
            path = a.model_paths[model.id]
            notes.renamed("model", (path, b.model_paths[other.id]), path, (model, other))
    for kind, pairs, left, right, paths, others in (
        ("link", links, a.links, b.links, a.link_paths, b.link_paths),
        ("joint", joints, a.joints, b.joints, a.joint_paths, b.joint_paths),
    ):
        ours: Sequence[Any] = left
        theirs: Sequence[Any] = right
        for i, j in pairs.items():
            one, other_one = _name(ours[i]), _name(theirs[j])
            if one and other_one and one != other_one and last_name(paths[i]) != last_name(others[j]):
                notes.renamed(kind, (paths[i], others[j]), paths[i], (ours[i], theirs[j]))


def _name(node: Any) -> str:
    """The last part of a name: what stands before may be a model that another format nests."""
    return last_name(str(node.name or ""))


class _Unmatched:
    """Reports the parts that only one side has. change: their change; holders: group of A -> its first link that both have."""

    def __init__(
        self,
        side: ComparedScene,
        other: ComparedScene,
        change: Change,
        links: Mapping[int, int],
        joints: Mapping[int, int],
        merged: Mapping[int, int],
        holders: Mapping[int, int],
        models: set[Id],
        notes: Notes,
    ) -> None:
        self.side, self.other, self.change, self.links, self.joints = side, other, change, links, joints
        self.merged, self.holders, self.models, self.notes = merged, holders, models, notes

    def report(self) -> None:
        whole = self._models()
        for i, link in enumerate(self.side.links):
            if i not in self.links and i not in whole:
                if i in self.merged:
                    self._welded(i)
                else:
                    self._gone("link", "physics", self.side.link_paths[i], self._contents(i), link)
        for x, joint in enumerate(self.side.joints):
            ends = self.side.ends[x]
            if x in self.joints or (all(end in whole or end == WORLD_INDEX for end in ends) and any(end in whole for end in ends)):
                continue
            still = all(end == WORLD_INDEX or self.side.groups[end] == WORLD_INDEX for end in ends)
            if (joint.type == "fixed" or still) and any(end in self.merged for end in ends):
                continue  # reported by the link
            path = self.side.joint_paths[x]
            if (joint.type == "fixed" or still) and self._welded_too(ends):
                self._note("joint", "metadata", path, str(joint.type), joint, "restructured")
            else:
                self._gone("joint", "physics", path, str(joint.type), joint)

    def _models(self) -> set[int]:
        """Report models that are missing in the other scene, and return the links that are reported with them."""
        nesting = Nesting(self.side.scene, self.side.links)
        present = nesting.around([i for i in range(len(self.side.links)) if i in self.links or i in self.merged])
        gone = {model.id for model in self.side.scene.models if model.id not in self.models and model.id not in present}
        joints_at: dict[int, list[int]] = {}
        for x, ends in enumerate(self.side.ends):
            for end in ends:
                joints_at.setdefault(end, []).append(x)
        reported: set[int] = set()
        for model in self.side.scene.models:
            if model.id in gone and model.parent not in gone:
                links = set(nesting.inside(model.id))
                reported |= links
                count = len({joint for i in links for joint in joints_at.get(i, ())})
                joints = f", {count:,} joint{'s' * (count != 1)}" if count else ""
                said = f"{len(links):,} link{'s' * (len(links) != 1)}{joints}"
                self._gone("model", "physics", self.side.model_paths[model.id], said, model)
        return reported

    def _contents(self, i: int) -> str:
        link = self.side.physics.links[i]
        counts = (("collision", len(link.collisions)), ("visual", len(link.visuals)), ("sensor", len(link.sensors)))
        said = [f"{link.mass:.6g} kg"] if link.mass else []
        return ", ".join([*said, *(f"{many} {word}{'s' * (many != 1)}" for word, many in counts if many)]) or "empty"

    def _welded_too(self, ends: tuple[int, int]) -> bool:
        """Whether the other scene holds the same two links together in some other way."""
        groups = [
            WORLD_INDEX if end == WORLD_INDEX else self.other.groups[self.links[end]]
            for end in ends
            if end == WORLD_INDEX or end in self.links
        ]
        return len(groups) == 2 and groups[0] == groups[1]

    def _welded(self, i: int) -> None:
        holder = self.holders.get(self.merged[i])
        if self.merged[i] == WORLD_INDEX:
            into = "the world"
        elif holder is None:
            into = "another link"
        else:
            into = self.other.link_paths[self.links_back(holder)]
        self._note("link", "metadata", self.side.link_paths[i], into, self.side.links[i], "restructured")

    def links_back(self, holder: int) -> int:
        """The holder, a link of A, as the other scene's index."""
        return self.links[holder] if self.change == "removed" else holder

    def _gone(self, kind: str, category: Any, path: str, said: str, node: Any) -> None:
        self._note(kind, category, path, said, node, self.change)

    def _note(self, kind: str, category: Any, path: str, said: str, node: Any, change: Change) -> None:
        mine = self.change == "removed"
        item = Item(
            change=change,
            kind=kind,
            category=category,
            a=path if mine else None,
            b=None if mine else path,
            owner=path,
            aspect="" if change == self.change else "welded to",
            before=said if mine else None,
            after=None if mine else said,
        )
        self.notes.note(item, node if mine else None, None if mine else node)
