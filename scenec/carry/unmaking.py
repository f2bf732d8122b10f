"""Taking out again what was made for a format: the links between the hinges that stand in for a ball joint, a link for the world's shapes.

What was edited stays, and with it all that it cannot be without: a chain of hinges stays whole, a link keeps its model. What it stands
in for then must not come back beside it.
"""

from __future__ import annotations

import json
from collections.abc import Container, Mapping

from scenec import ir
from scenec.carry.collect import mark_of
from scenec.carry.references import REFERENCES
from scenec.carry.showing import Showing
from scenec.carry.tree import SCENE, Part, Path, Tree
from scenec.converters.format import CarriedRow


class Unmaking:
    """rows: of parts that were made. full: key in the file -> key in the tree. restated: (part, field) of which the
    record has the source's value. gone, stays: keys of the tree; kept: row and key of what
    stays."""

    def __init__(
        self, tree: Tree, rows: list[CarriedRow], full: Mapping[str, str], restated: set[tuple[str, Path]], showing: Showing
    ) -> None:
        self.tree, self.restated = tree, restated
        made = {full[row.of]: row for row in rows if full.get(row.of, SCENE) != SCENE and full[row.of] in tree.parts}
        self.children = tree.children()
        edited = {key for key, row in made.items() if json.dumps(mark_of(tree, key, self.children, showing)) != row.text.strip()}
        self.stays = self._with_required_parts(edited, made.keys() - edited)
        self.kept = [(row, key) for key, row in made.items() if key in self.stays]
        self.gone = [key for key in made if key not in self.stays]

    def _with_required_parts(self, stays: set[str], others: set[str]) -> set[str]:
        """The made parts that are to stay, given those that were edited: what they and joints of the file's own name, and the joints at
        links that stay."""
        at_links: dict[str, list[str]] = {}
        for key in others:
            if self.tree.parts[key].cls is ir.Joint:
                for name in set(referred(self.tree.parts[key])):
                    at_links.setdefault(name, []).append(key)
        own = [part.key for part in self.tree.parts.values() if part.cls is ir.Joint and part.key not in others | stays]
        found, todo = set(stays), [*own, *stays]
        while todo:
            key = todo.pop()
            needed = [name for part in self.tree.below(key, self.children) for name in referred(part, self.restated) if name in others]
            if key in found and self.tree.parts[key].cls is ir.Link:
                needed += at_links.get(key, ())
            more = dict.fromkeys(name for name in needed if name not in found)
            found.update(more)
            todo.extend(more)
        return found

    def joined(self) -> list[set[str]]:
        """The links that each chain that stays connects, apart from its own."""
        chain_of: dict[str, set[str]] = {}
        chains: dict[int, set[str]] = {}
        for joint in self.tree.parts.values():
            ends = {joint.leaves.get((end,), "") for end in ("parent", "child")} if joint.cls is ir.Joint else set()
            if joint.key not in self.stays and not ends & self.stays:
                continue
            chain = ends
            for link in ends & self.stays:
                other = chain_of.get(link)
                if other is not None and other is not chain:
                    less, chain = sorted((chain, other), key=len)
                    chain |= less
                    chains.pop(id(less), None)
                    chain_of.update((each, chain) for each in less & self.stays)
            chain_of.update((each, chain) for each in ends & self.stays)
            chains[id(chain)] = chain
        return [chain - self.stays for chain in chains.values()]


def referred(part: Part, restated: Container[tuple[str, Path]] = ()) -> list[str]:
    """Return the keys of the parts that a part belongs to or connects, but not the replaceable frame of its place. restated: fields
    that get another value."""
    names: list[str] = []
    for path, value in part.leaves.items():
        if path[-1] in REFERENCES and (part.key, path) not in restated:
            names += value if isinstance(value, tuple) else (value,)
    return names
