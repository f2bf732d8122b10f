"""Settling: what became of every value, worked out once a conversion is over.

Two sides are compared. What no finished file says of the scene is dropped (`SceneSettler`); what never reached the scene and was
not reported or consumed is dropped too (`settle_source`). Both are the driver's work, so no reader or writer can forget it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from scenec.accounting.finding import INEFFECTIVE, SUMMED_FATES, Fate, excerpt
from scenec.accounting.findings import SOURCE_ATTRIBUTE_DROPPED, SOURCE_ELEMENT_DROPPED, SOURCE_TEXT_DROPPED
from scenec.accounting.leaf_uses import PRINTED, REPORTED
from scenec.accounting.ledger import RANK, Ledger, Part, Within
from scenec.accounting.printable import GENERAL, NOTHING, Printable, true_row
from scenec.accounting.shared_values import Shareable, SharedValues
from scenec.ir.base import Extra
from scenec.ir.check import LEADS_TO
from scenec.ir.joint import Axis, Dynamics, Limits
from scenec.ir.light import Light
from scenec.ir.link import Collision, Inertial, Visual
from scenec.ir.names import part_paths, scene_paths
from scenec.ir.physics_profile import World
from scenec.ir.scene import Scene
from scenec.ir.sensor import Sensor
from scenec.ir.walk import LeafIds, fields_of, is_node, is_nodes, leaves
from scenec.source import Origin
from scenec.syntax.tree import SourceNode, heads_of
from scenec.trace import Ids, plain

if TYPE_CHECKING:
    from scenec.accounting.code import Code

Implied = Mapping[tuple[str, str], Any]
"""(class name, field) -> the default of a target; a leaf that equals it is not lost. A callable value is
a test of the leaf."""

NEUTRAL: Implied = {("Pose", "position"): (0.0, 0.0, 0.0), ("Pose", "rotation"): (1.0, 0.0, 0.0, 0.0)}
"""Defaults of every target."""


class Fates:
    """The fate of every value id, as far as known; only ever gets worse."""

    def __init__(self, count: int) -> None:
        self._ranks = bytearray(b"\xff" * count)

    def mark(self, ids: Iterable[int], fate: Fate) -> None:
        ranks = self._ranks
        if not ranks:  # a scene written without its source: its ids belong to a ledger that is gone
            return
        rank = RANK[fate]
        for value_id in ids:
            if ranks[value_id] == 255 or ranks[value_id] < rank:
                ranks[value_id] = rank

    def mark_kept(self, alone: Iterable[int], several: Iterable[Ids], converted: set[int]) -> None:
        """The ids of leaves that were made of one value each, and of those made of several. converted: ids not taken as written."""
        ranks = self._ranks
        if not ranks:
            return
        rank = RANK["converted"]
        for value_id in alone:
            if ranks[value_id] == 255:
                ranks[value_id] = 0  # kept is the best of fates
        for value_id in converted.intersection(alone) if converted else ():
            if ranks[value_id] < rank:
                ranks[value_id] = rank
        for ids in several:
            for value_id in ids:
                if ranks[value_id] == 255 or ranks[value_id] < rank:
                    ranks[value_id] = rank

    def carry(self, ids: set[int]) -> None:
        """These values travel beside the result instead of being lost: the one fate that gets better."""
        for value_id in ids:
            self._ranks[value_id] = RANK["carried"]

    def known(self, value_id: int) -> bool:
        return self._ranks[value_id] != 255

    def of(self, value_id: int) -> Fate:
        rank = self._ranks[value_id]
        return "dropped" if rank == 255 else SUMMED_FATES[rank]

    def count(self) -> dict[str, int]:
        return {fate: self._ranks.count(rank) for fate, rank in RANK.items()}

    @property
    def are_known(self) -> bool:
        """Whether every id has a fate."""
        return 255 not in self._ranks

    def unknown_before(self) -> list[int]:
        """Prefix sums: how many ids below each index have no fate yet."""
        sums, total = [0], 0
        for rank in self._ranks:
            total += rank == 255
            sums.append(total)
        return sums


_NAMING: Mapping[type, tuple[str, ...]] = {Extra: ("format", "key")}
"""Fields that say whose and which a value is. A writer reads them to see whether the value concerns it at all; they are kept
or lost with the value."""


_Sharing = Inertial | Collision | Visual | Sensor | Light
"""Nodes any value of which may be one that other parts share, also where only that value is lost."""
_WHOLE = (Inertial, Collision, Visual, Sensor, Light, Axis)
"""Nodes that findings about a value in them belong to."""

_REPORTED_IN_PARTS = (Dynamics, Limits)
"""Nodes with independent values of a joint (damping, friction, a spring): each value is reported by itself."""


class SceneSettler:
    """Compares a stamped scene with what is claimed of it. idle: values that have no effect in some place; those that are printed elsewhere
    are taken out, as only their other uses tell what became of them."""

    def __init__(
        self,
        scene: Scene,
        ledger: Ledger,
        fates: Fates,
        target: str,
        implied: Implied,
        printable: Callable[[], Printable] = NOTHING,
    ) -> None:
        """printable: loads what the target can say."""
        self.idle: set[int] = set()
        self.scene = scene
        self.ledger = ledger
        self.fates = fates
        self.target = target
        self.implied = implied
        self.reported = ledger.reported_parts()
        self._load_printable = printable
        self.uses = ledger.uses
        self._paths: dict[str, str] | None = None
        self._names: dict[str, str] | None = None
        self._parts: dict[int, str] = {}
        self._part = ""
        self._whole: _Sharing | Axis | None = None
        self._printed: list[object] = []
        self._printed_nodes: list[int] = []
        self._unprinted: list[object] = []

    @cached_property
    def _printable(self) -> Printable:
        return self._load_printable()

    def settle(self, *, is_written: bool) -> None:
        """is_written: whether it was, so that what no file says is lost; else all counts as kept."""
        done = len(self.ledger.entries)
        if not is_written:
            self._kept(self.scene, printed=True)
        elif self.uses.all_printed:
            self._printed_nodes.append(0)
        else:
            self._inside(self.scene, "", 0)
        self.idle.update(*(entry.ids for entry in self.ledger.entries[done:] if entry.template.ineffective))
        self._mark_kept(self.uses.sources_below(self._printed), printed=True)
        self._mark_kept(self.uses.sources_within(self._printed_nodes), printed=True)
        self._mark_kept(self.uses.sources_below(self._unprinted), printed=False)

    def _inside(self, node: msgspec.Struct, subject: str, place: int) -> None:
        """Work out what became of the values and nodes in a node. place: in the stamped scene (`StampedNodes`)."""
        naming, nodes = _NAMING.get(type(node), ()), self.uses.stamped_nodes
        next_place = place + 1
        for name, value in fields_of(node):
            if name in naming:
                self._kept(value)
            elif is_node(value):
                self._node(node, name, value, f"{subject}.{name}" if subject else name, next_place)
                next_place = nodes.after(next_place)
            elif is_nodes(value):
                for i, item in enumerate(value):
                    if self.uses.mark_within(next_place) == PRINTED:
                        self._printed_nodes.append(next_place)
                    else:
                        around, path = self._part, self._path_of(item)
                        self._part = path or around
                        self._node(node, name, item, _subject(path, subject, name, item, i), next_place)
                        self._part = around
                    next_place = nodes.after(next_place)
            elif mark := self.uses.mark_of(value):
                self._kept(value, printed=mark != REPORTED)
            elif self._is_implied(node, name, value):
                self._kept(value)
            else:
                self._leaf_dropped(node, name, value, subject)

    def _node(self, owner: msgspec.Struct, name: str, node: msgspec.Struct, subject: str, place: int) -> None:
        mark = self.uses.mark_within(place)
        if mark == PRINTED:
            self._printed_nodes.append(place)
            return
        if self.uses.stamped_nodes.is_reported(place) or id(node) in self.reported:
            return
        if owner is not self._whole:
            self._whole = node if isinstance(node, _WHOLE) else None
        is_touched = mark != 0 and self._is_touched(node)
        if is_touched or isinstance(node, _REPORTED_IN_PARTS) or self._is_only_world(node):
            self._inside(node, subject, place)
        elif all(self._is_implied_at(node, path, value) for path, value in leaves(node)):
            self._kept(node)
        else:
            self._node_dropped(owner, name, node, subject)

    def _is_touched(self, node: msgspec.Struct) -> bool:
        """Whether a value of the node or of a node in it is claimed. Structural fields, fields that say nothing and the naming ones do not
        count: they distinguish nodes."""
        naming = _NAMING.get(type(node), ())
        inside: list[msgspec.Struct] = []
        for name, value in fields_of(node):
            if is_node(value):
                inside.append(value)
            elif is_nodes(value):
                inside += value
            elif name not in naming and self.uses.mark_of(value):
                return True
        return any(map(self._is_touched, inside))

    def _is_only_world(self, node: msgspec.Struct) -> bool:
        """Whether it is the world that all of the scene is in: it is there with what it holds, even if its own values are lost."""
        return isinstance(node, World) and len(self.scene.worlds) == 1

    def _is_implied(self, node: msgspec.Struct, name: str, value: object) -> bool:
        key = (type(node).__name__, name)
        if key not in self.implied:
            return key in NEUTRAL and bool(plain(value) == NEUTRAL[key])
        expected = self.implied[key]
        return bool(expected(value) if callable(expected) else plain(value) == expected)

    def _is_implied_at(self, node: msgspec.Struct, path: tuple[Any, ...], value: object) -> bool:
        owner: Any = node
        for step in path[:-1]:
            owner = owner[step] if isinstance(step, int) else getattr(owner, step)
        return self._is_implied(owner, str(path[-1]), value)

    def _kept(self, value: object, *, printed: bool = False) -> None:
        (self._printed if printed else self._unprinted).append(value)

    def _mark_kept(self, found: LeafIds, *, printed: bool) -> None:
        """Mark values that are held as written as kept, and values made of several, or of one not taken as written, as converted."""
        alone, several = found
        self.fates.mark_kept(alone, several, self.ledger.converted_ids)
        if self.idle and printed:
            self.idle.difference_update(alone, *several)

    def _leaf_dropped(self, node: msgspec.Struct, name: str, value: object, subject: str) -> None:
        self.ledger.report(
            self._row_of(node, name),
            about=value,
            origin=getattr(node, "origin", None),
            subject=f"{subject}.{name}" if subject else name,
            value=excerpt(self._named(node, name, plain(value))),
            named=self.target,
            within=Within(self._part, self._whole, "value"),
        )

    def _node_dropped(self, owner: msgspec.Struct, name: str, node: msgspec.Struct, subject: str) -> None:
        from scenec.accounting.parts import SHAPE, kebab

        row = self._row_of_extra(node) if isinstance(node, Extra) else self._row_of(owner, name, node)
        lost = []
        for path, value in leaves(node):
            if path[-1] in _NAMING.get(type(node), ()):
                self._kept(value)
            else:
                lost.append(value)
        if not lost and isinstance(node, Extra):  # it says where something belongs; what it is has a value of its own
            return
        slots: dict[str, Any] = {SHAPE: kebab(type(node).__name__).replace("-", " ")} if SHAPE in row.slots else {}
        self.ledger.report(
            row,
            about=node if isinstance(node, Part) else tuple(lost),
            origin=getattr(node, "origin", None),
            subject=subject,
            value=excerpt(plain(lost[0])) if len(lost) == 1 else _attributes(node),
            named=self.target,
            within=Within(self._part, owner if isinstance(owner, _Sharing) else None, "" if isinstance(node, Extra) else "element"),
            **slots,
        )

    def _row_of(self, node: msgspec.Struct, field: str, inner: msgspec.Struct | None = None) -> Code:
        """The row of a dropped field, or of the node in it, with a reason that is true of the target."""
        from scenec.accounting.parts import row_for

        row = row_for(node, field, inner)
        return true_row(row, f"{type(node).__name__}.{field}", self._printable) if row.because.startswith(GENERAL) else row

    def _row_of_extra(self, node: Extra) -> Code:
        """The row of a value that only one format has: that format's own, which may say that it had no effect there, else one made of its
        words."""
        from scenec.accounting.parts import of_one_format

        title, simulator, codes = self.ledger.format_called(node.format)
        made = of_one_format(node.format, node.key, title, simulator, at_home=self.target.startswith(title))
        row = codes.get(made.code) or codes.get(f"{made.code.removesuffix('-dropped')}{INEFFECTIVE}")
        return row if row is not None and row.effect else made

    def _named(self, node: msgspec.Struct, field: str, value: Any) -> Any:
        """A value for people: what it refers to by its path instead of an id."""
        if value is None or (type(node).__name__, field) not in (*LEADS_TO, ("Controller", "links")):
            return value
        if isinstance(value, tuple):
            return tuple(self._named(node, field, each) for each in value)
        if self._names is None:
            self._path_of(node)
            groups = (self.scene.worlds, self.scene.meshes, self.scene.assets)
            self._names = {each.id: each.name or each.id for group in groups for each in group} | (self._paths or {})
        return self._names.get(str(value), value)

    def _path_of(self, node: msgspec.Struct) -> str:
        """The path of a link, joint, model, frame, collision, visual or sensor; "" of all else."""
        if self._paths is None:
            scene = self.scene
            self._paths = {**scene_paths(scene), **self.ledger.paths}
            self._parts = part_paths(scene)
        node_id = getattr(node, "id", None)
        return self._paths.get(node_id, "") if isinstance(node_id, str) else self._parts.get(id(node), "")


def _subject(path: str, above: str, field: str, node: msgspec.Struct, index: int) -> str:
    """Return what reports call a node in a tuple of nodes. path: its own, if it has one."""
    if path and not isinstance(node, Collision | Visual):
        return path
    step = f"{field}[{getattr(node, 'name', None) or index}]"
    return f"{above}.{step}" if above else step


def _attributes(node: msgspec.Struct) -> str:
    """Return the attributes of an element that only one format has, as its file states them."""
    if not isinstance(node, Extra) or not node.content:
        return ""
    return excerpt(" ".join(f'{name}="{plain(value)}"' for name, value in node.content[0].attributes))


def settle_source(ledger: Ledger, fates: Fates) -> None:
    """Report what the reader did not take: one finding for a subtree that was not read at all, else one per attribute or text."""
    if fates.are_known:
        return
    before = fates.unknown_before()
    for document in ledger.documents:
        stack: list[tuple[SourceNode, int]] = [(document.root, document.first_id + document.count)]
        while stack:
            node, end = stack.pop()
            left = before[end] - before[node.first_id]
            if not left:
                continue
            if left == end - node.first_id and document.syntax == "xml":
                _unclaimed(ledger, tuple(range(node.first_id, end)), Origin(document, node), SOURCE_ELEMENT_DROPPED, f"<{node.tag}>", "")
                continue
            names = [*(f"@{name}" for name in node.attributes), *(["text()"] if node.has_text else [])]
            texts = [*node.attributes.values(), *([node.text] if node.has_text else [])]
            for i, (name, text) in enumerate(zip(names, texts, strict=True)):
                if not fates.known(node.first_id + i):
                    row = SOURCE_TEXT_DROPPED if name == "text()" else SOURCE_ATTRIBUTE_DROPPED
                    _unclaimed(ledger, (node.first_id + i,), None, row, f"{node.tag}{name}", text)
            firsts = [*(first_id for _, _, first_id in heads_of(node.children)), end]
            for i in range(len(firsts) - 2, -1, -1):
                if before[firsts[i + 1]] > before[firsts[i]]:
                    stack.append((node.children[i], firsts[i + 1]))


def _unclaimed(ledger: Ledger, ids: Ids, origin: Origin | None, row: Code, what: str, text: str) -> None:
    from scenec.trace import traced

    ledger.report(row, about=traced("", ids), origin=origin, subject=what, value=excerpt(text))


def settle(
    scene: Scene,
    ledger: Ledger,
    *,
    is_written: bool = True,
    target: str = "",
    implied: Implied | None = None,
    printable: Callable[[], Printable] = NOTHING,
) -> Fates:
    """Settle a conversion and return every value's fate.

    Adds the findings for what was left on either side to the ledger. scene: as it was written, stamped; just the reading is settled if it
    was not. printable: loads what the target can say.
    """
    fates = Fates(ledger.value_count)
    shared = SharedValues(ledger.shareable or Shareable(scene, ledger.uses), ledger.consumed_ids, ledger.uses)
    settler = SceneSettler(scene, ledger, fates, target, implied or {}, printable)
    for entry in ledger.entries:
        if entry.template.fate == "dropped" and entry.template.ineffective:
            settler.idle.update(shared.without(entry))
        elif entry.template.fate != "defaulted":
            fates.mark(shared.without(entry), entry.template.fate)
    fates.mark(ledger.consumed_ids, "converted")
    done = len(ledger.entries)
    settler.settle(is_written=is_written)
    fates.mark(settler.idle, "dropped")
    for entry in ledger.entries[done:]:
        if entry.template.ineffective:
            continue
        alone = shared.without(entry)
        fates.mark(alone, "dropped")
        if not alone and entry.ids and isinstance(entry.parts[0], Axis) and all(map(fates.known, entry.ids)):
            entry.template = msgspec.structs.replace(entry.template, fate="approximated")  # one of its two meanings is in the result
            fates.mark(entry.ids, "approximated")
    fates.mark([each for each in shared.found if not fates.known(each)], "dropped")
    done = len(ledger.entries)
    settle_source(ledger, fates)
    for entry in ledger.entries[done:]:
        fates.mark(entry.ids, "dropped")
    return fates
