"""The ledger: every value of the source and its fate.

Values are numbered by their documents; a value's fate is settled once, at the end (`scenec.accounting.settle`), from what
reached the IR, what the writer read of it, and what readers, adaptations and writers reported on the way. So no value
has to be marked where it is used, and a value without any report cannot be lost silently.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar

import msgspec

from scenec.accounting.code import RESULT, SUBJECT, TARGET, VALUE, Code, rendered
from scenec.accounting.finding import SUMMED_FATES, Fate, Finding, Level, excerpt
from scenec.accounting.id_set import IdSet
from scenec.accounting.leaf_uses import LeafUses
from scenec.accounting.shared_values import Shareable
from scenec.accounting.spoken import ElementNames, Names
from scenec.ir.base import Node
from scenec.ir.joint import Axis, Joint
from scenec.ir.light import Light
from scenec.ir.link import Collision, Inertial, Link, Visual
from scenec.ir.scene import Frame, Scene
from scenec.ir.sensor import Sensor
from scenec.source import Origin, Source
from scenec.trace import LEAF, Ids, ids_of, merge, plain

if TYPE_CHECKING:
    from scenec.syntax.tree import Document, SourceNode

D = TypeVar("D", bound="Document")
Lost = Literal["", "value", "element"]
Part = Joint | Frame | Inertial | Collision | Visual | Sensor | Light
"""Parts that may be made of values that other parts state, too (`scenec.accounting.shared_values`)."""
_PARTS = (Joint, Frame, Inertial, Collision, Visual, Sensor, Light)

_FEW = 1000
"""Texts that are remembered, in case they are said again."""

RANK = {fate: rank for rank, fate in enumerate(SUMMED_FATES)}


class Within(NamedTuple):
    """The part that the subject of a finding is in. owner: the path of the link, joint, shape or sensor. part: that itself, if the values
    are not all of it. lost: what the settling found to be lost, of which the report adds what the source calls it."""

    owner: str = ""
    part: Part | Axis | None = None
    lost: Lost = ""


ALONE = Within()


class Entry(msgspec.Struct, eq=False, gc=False):
    """A finding in the making: it names value ids and an origin; places are worked out once, for all, at the end. parts: what it is about,
    with values that other parts may share."""

    template: Finding
    ids: Ids
    origin: Origin | Source | None
    within: Within = ALONE
    parts: tuple[Part | Axis, ...] = ()


class Ledger:
    """Documents, what was said about their values, and the findings in the order they were made. explanations: each loads the codes that
    a format of the two sides reports by name. names: what the two sides are called. elements: how the
    source names what it holds. format_called: for the name of a format its title, what
    simulates it, and its codes. kept: what the reader of a format leaves for its writer, so that an unchanged scene is written in the text
    that it was read from. It holds the scene, so no document may hold it: the places of the scene hold their documents. added: parts of
    the scene that an adaptation made from nothing, so that nothing of the source is lost with them. steered: id of a value -> those of
    other values that change what was made of it. uses: the leaves of the scene that is written last; findings can be about them."""

    def __init__(self) -> None:
        self.documents: list[Document] = []
        self.entries: list[Entry] = []
        self.consumed_ids = IdSet()
        self.converted_ids: set[int] = set()
        self.scene: Scene | None = None
        self.reached: Scene | None = None
        self.explanations: list[Callable[[], Mapping[str, Code]]] = []
        self.names = Names()
        self.elements = ElementNames()
        self.kept: Any = None
        self.uses = LeafUses()
        self.added: list[Node] = []
        self.steered: dict[int, Ids] = {}
        self.format_called: Callable[[str], tuple[str, str, Mapping[str, Code]]] = lambda name: (name, "", {})
        self._next_id = 0
        self._said: dict[str, str] = {}

    def explained(self, code: str) -> Code | None:
        """Return what a code means that a format reports by name; what the target says of it counts."""
        return next((found[code] for load in reversed(self.explanations) if code in (found := load())), None)

    # -- what readers do

    def add(self, document: D) -> D:
        """Number the values of a document that was just read."""
        self._next_id = document.number(self._next_id)
        self.documents.append(document)
        return document

    @property
    def value_count(self) -> int:
        return self._next_id

    def consumed(self, *values: object) -> None:
        """Mark values as converted for every target: they steered the reading (an include's name, a reference, a version) and are no part
        of the scene."""
        for value in values:
            if ids := ids_of(value):
                self.consumed_ids.update(ids)

    def changes_with(self, value: object, sources: Ids) -> None:
        """Note that numbers made of a value change with others, as a damping made of a ratio changes with masses. The source map leads from
        the masses to the damping; their fates do not depend on it."""
        for value_id in ids_of(value):
            known = self.steered.setdefault(value_id, sources)
            if known is not sources:  # a value of a class that several joints use
                self.steered[value_id] = merge(known, sources)

    def converted(self, ids: Iterable[int]) -> None:
        """These values are not taken as written (a unit was applied, a colour decoded)."""
        self.converted_ids.update(ids)

    def report(
        self,
        row: Code,
        node: Node | None = None,
        /,
        *,
        at: str = "",
        level: Level | None = None,
        fate: Fate | None = None,
        about: object = None,
        origin: Origin | Source | None = None,
        subject: str = "",
        value: object = "",
        target: str = "",
        named: str = "",
        within: Within = ALONE,
        **slots: Any,
    ) -> None:
        """Make a finding of a row.

        node: what it is about, which says where, and what the subject is; at: the field in it, as ``inertial.inertia``. about: the values
        (or nodes) it speaks of; their fate becomes at least that of the row, and they need not be printed. origin, subject: if not those of
        the node, or at the first of the values. level, fate: others than the row's. target: what became of the value. slots: what the row's
        texts leave open. named: what the texts call the target, if not as the ledger does.
        """
        if node is not None:
            origin = origin or _origin_at(node, at)
            subject = subject or ".".join(filter(None, (self.path(node), at)))
        value = value if type(value) is str else excerpt(plain(value))
        filled = {**slots, VALUE: value, RESULT: plain(target), SUBJECT: plain(subject), **({TARGET: named} if named else {})}
        headline, because, effect, advice = map(self._once, rendered(row, filled))
        finding = Finding(
            code=row.code,
            fate=fate or row.fate,
            level=level or row.level,
            category=row.category,
            subject=plain(subject),
            value=value,
            target=self._once(plain(target)),
            headline=headline,
            because=because,
            consequence=effect,
            hint=advice,
            many=row.many,
            row=row,
        )
        ids = ids_of(about) if about is not None else ()
        if ids and max(ids) >= LEAF:
            self.uses.report(ids)
            ids = self.uses.sources(ids)
        if not self._next_id:  # a scene written without its source: its ids belong to a ledger that is gone
            ids = ()
        parts = (within.part,) if within.part is not None else tuple(_parts_of(about))
        self.entries.append(Entry(finding, ids, origin, within, parts))

    def add_finding(self, finding: Finding, origin: Origin | Source | None = None) -> None:
        """Take in a finding that is made already and is about no values. origin: where, if the finding does not say it."""
        self.entries.append(Entry(finding, (), origin or finding.source))

    def _once(self, text: str) -> str:
        """The same text: of a scene of many links many findings say the same, put together for each, and are kept until the end."""
        if len(self._said) > _FEW:
            self._said.clear()
        return self._said.setdefault(text, text)

    def reported_parts(self) -> set[int]:
        """Return the parts (their `id`) that findings drop or add as a whole: nothing in them is kept, and nothing is left to report."""
        reported = {id(part) for entry in self.entries if entry.template.fate == "dropped" for part in entry.parts}
        return reported.union(map(id, self.added))

    def stamped(self, scene: Scene) -> Scene:
        """Return the scene as a writer gets it: see `LeafUses.stamped`."""
        return self.uses.stamped(scene, self.reported_parts())

    # -- where things stand

    @cached_property
    def paths(self) -> dict[str, str]:
        """Return the names of models, links, joints and frames in reports (by id): their paths in `scene`, which is how it was read, since
        adaptations that take some out would renumber those without a name of their own."""
        from scenec.ir.names import scene_paths

        return {} if self.scene is None else scene_paths(self.scene)

    @cached_property
    def part_paths(self) -> dict[int, str]:
        """Return the names of collisions, visuals and sensors in reports: adaptations that replace one would rename others."""
        from scenec.ir.names import part_paths

        return {} if self.scene is None else part_paths(self.scene)

    @cached_property
    def origins(self) -> dict[str, Origin | None]:
        """Return where the models, links, frames and joints of the scene, as it was read, stand (by id)."""
        scene = self.scene
        groups = (scene.models, scene.links, scene.frames, scene.joints) if scene is not None else ()
        return {part.id: part.origin for group in groups for part in group}

    @cached_property
    def shareable(self) -> Shareable | None:
        """Return the values of the scene, as it was read, that several parts may state. None if there is none."""
        return None if self.scene is None else Shareable(self.scene)

    def forget_scene(self) -> None:
        """Let go of the scene as it was read and as steps got it. Names and places that findings about a stamped one need are kept."""
        if self.scene is not None:
            _ = self.paths, self.origins
            self.shareable = Shareable(self.scene).without_scene()
        self.part_paths = {}  # they go by the identity of parts that are gone
        self.scene = self.kept = None
        if self.reached is not None:
            self.reach(Scene())

    def path(self, thing: Node | str) -> str:
        """Return what reports call a model, link, joint or frame (or what has that id), a shape or a sensor: its path in the scene as it
        was read; of what a step made, that in the scene which the current step got. "" of all else."""
        own = thing if isinstance(thing, str) else getattr(thing, "id", None)
        if isinstance(own, str):
            return self.paths.get(own) or self._paths_reached.get(own, "")
        return self.part_paths.get(id(thing)) or self._parts_reached.get(id(thing), "")

    def reach(self, scene: Scene) -> None:
        """The scene that the next step gets: findings can be about what is new in it."""
        self.reached = scene
        self.__dict__.pop("_paths_reached", None)
        self.__dict__.pop("_parts_reached", None)

    @cached_property
    def _paths_reached(self) -> dict[str, str]:
        from scenec.ir.names import scene_paths

        return {} if self.reached is None else scene_paths(self.reached)

    @cached_property
    def _parts_reached(self) -> dict[int, str]:
        from scenec.ir.names import part_paths

        return {} if self.reached is None else part_paths(self.reached)

    def document_of(self, value_id: int) -> Document:
        index = bisect_right(self.documents, value_id, key=lambda document: document.first_id) - 1
        while self.documents[index].count == 0:
            index -= 1
        return self.documents[index]

    def values(self) -> Iterator[tuple[int, Document, str, int, int, str]]:
        """Every value in order: (id, document, path, line, column, text)."""
        for document in self.documents:
            for path, node in document.walk():
                if node.value_count:
                    for value_id, value_path, line, column, text in document.values(path, node):
                        yield value_id, document, value_path, line, column, text

    def locate(self, ids: Iterable[int]) -> dict[int, tuple[Source, str]]:
        """Place and text of the wanted values. Visits only the branches that hold one."""
        wanted = sorted(set(ids))
        found: dict[int, tuple[Source, str]] = {}
        start = 0
        for document in self.documents:
            end = bisect_right(wanted, document.first_id + document.count - 1)
            if end > start:
                _locate_in(document, wanted[start:end], found)
                start = end
        return found


def _origin_at(node: Node, at: str) -> Origin | Source | None:
    """Where the innermost node stands that holds a field, as far as it is a path of fields."""
    origin: Origin | Source | None = getattr(node, "origin", None)
    inner: object = node
    for step in at.replace("[", ".").replace("]", "").split(".") if at else ():
        inner = inner[int(step)] if isinstance(inner, tuple) else getattr(inner, step, None)
        origin = getattr(inner, "origin", None) or origin
    return origin


def _parts_of(about: object) -> Iterator[Part]:
    for each in about if type(about) is tuple else (about,):
        if isinstance(each, Node):  # most are values
            part = each.inertial if isinstance(each, Link) else each
            if isinstance(part, _PARTS):
                yield part


def _locate_in(document: Document, wanted: list[int], found: dict[int, tuple[Source, str]]) -> None:
    around = [iter(((document.root_path, document.root, 0, len(wanted)),))]
    while around:
        step = next(around[-1], None)
        if step is None:
            around.pop()
            continue
        path, node, low, high = step
        own_end = bisect_right(wanted, node.first_id + node.value_count - 1, low, high)
        if own_end > low:
            mine = set(wanted[low:own_end])
            for value_id, value_path, line, column, text in document.values(path, node):
                if value_id in mine:
                    found[value_id] = (document.located(value_id, line, column, value_path), text)
        if own_end < high:
            around.append(_branches_with(document, path, node, wanted, own_end, high))


def _branches_with(
    document: Document, path: str, node: SourceNode, wanted: list[int], low: int, high: int
) -> Iterator[tuple[str, SourceNode, int, int]]:
    """The children that hold some of the wanted values from `low` to `high`, and from which to which."""
    behind = ("", 0, 0, wanted[high - 1] + 1)
    for i, ((name, n, _, _), (_, _, _, limit)) in enumerate(pairwise(chain(document.branches(node), (behind,)))):
        end = bisect_right(wanted, limit - 1, low, high)
        if end > low:
            yield f"{path}/{name}[{n}]", node.children[i], low, end
            low = end
        if low >= high:
            return
