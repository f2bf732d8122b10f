"""Edits of a converted file, brought home: differences between that file and the conversion of the original are made in the original's
own files.

The proof is converting again: an edit counts as made if the original, edited and converted, gives the edited file.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple

import msgspec

from scenec.accounting.code import Code
from scenec.accounting.ledger import Ledger
from scenec.accounting.report import Report
from scenec.comparison.compared_scene import ComparedScene
from scenec.comparison.scene_matching import match
from scenec.conversion import Origin, Target, read_source, write_target
from scenec.converters.format import WriteOptions
from scenec.edits.changes import Change, Changed, Path, Removed, called, changes, shown, values_are_equal
from scenec.edits.edited import NotKeptError
from scenec.edits.findings import EDIT_CONFLICT, EDIT_NOT_APPLIED, VALUE_FOLLOWED
from scenec.edits.identity import with_ids, without_places
from scenec.edits.keep import edited_files
from scenec.edits.traced_values import TracedValues
from scenec.edits.transfer import NoCounterpartError, Scenes, Transfer
from scenec.edits.write_edited import in_its_files
from scenec.errors import ScenecError, UsageError, WriteError
from scenec.ir.check import LEADS_TO, walk_nodes
from scenec.ir.names import scene_paths
from scenec.ir.scene import Scene
from scenec.ir.walk import at_path, leaves, with_value
from scenec.output import Output, commit
from scenec.reading import Reading

ROUNDS = 6
"""Conversions at most until the original gives what was edited: links that stand on a moved one are moved back, once for each step."""
MOST_TRIES = 400
"""Times that edits are made, some of them at once, where not all can be made together."""


class Onto(msgspec.Struct, frozen=True, eq=False):
    """edited, original: as they were read. path: where the files of the original are written. base: the file that `edited` was made from,
    None for what `original` converts to now. options: of the conversion that made it."""

    edited: Origin
    original: Origin
    path: str
    base: Origin | None = None
    options: WriteOptions = WriteOptions()


def brought_home(task: Onto) -> tuple[Output, Report]:
    """The files of the original with the edits, and the report. Raises WriteError where nothing can be written, UsageError for a scene that
    has no files."""
    original = task.original
    reading = original.ledger.documents[0].reading if original.ledger.documents else None
    if not isinstance(reading, Reading):
        raise UsageError("the original is no file that can be edited", None, "a file on the disk")
    ledger = Ledger()
    made = _Home(task, reading, ledger).run()
    try:
        return in_its_files(made, reading, reading.format, task.path, ledger, task.edited.side, follow=True)
    except NotKeptError as reason:
        raise WriteError(f"the original cannot be edited where it stands: {reason}", hint="edit the original") from None


class _State(NamedTuple):
    """The original so far, and its conversion."""

    scene: Scene
    now: Scene


class _NotMadeError(Exception):
    """Edits do not come out of the original. Its words say why, in one sentence without a full stop."""


class _Home:
    """One run. edited: what the original shall convert to; placed: the same with the places of the file; stem, suffix: of the name that it
    was made under; ids: of parts in that -> in the original. first: the conversion before any edit, None in the same format."""

    def __init__(self, task: Onto, reading: Reading, ledger: Ledger) -> None:
        self.task = task
        self.reading = reading
        self.ledger = ledger
        self.edited = task.edited.scene
        self.placed = self.edited
        self.stem, self.suffix = os.path.splitext(os.path.basename(task.edited.path or "scene"))
        self.ids: dict[str, str] = {}
        self.followed: set[str] = set()
        self.first: Scene | None = None

    def run(self) -> Scene:
        """The scene of the original with all edits that can be made."""
        scene = self.task.original.scene
        now = without_places(self._converted(scene, is_first=True))
        named = [each.new for each in changes(now, _aligned(self.edited, now)) if isinstance(each, Changed) and each.old == self.stem]
        if named and self.task.base is None and _is_file_name(named[0]):  # it was made under another name
            self.stem = str(named[0])
            now = without_places(self._converted(scene, is_first=True))
        self.edited = self._wanted(now)
        self.ids = match(ComparedScene(now), ComparedScene(scene)).ids()
        todo = list(changes(now, self.edited))
        start = _State(scene, now)
        if not todo:
            return scene
        try:
            scene = self._made(start, todo).scene
        except _NotMadeError:
            scene = self._in_halves(start, todo)
        for value in sorted(self.followed):
            self.ledger.report(VALUE_FOLLOWED, subject=value)
        return scene

    def _wanted(self, now: Scene) -> Scene:
        """Return the scene that the original shall convert to: the edited one, or its conversion with the edits since the base."""
        if self.task.base is None:
            self.placed = with_ids(self.edited, match(ComparedScene(self.edited), ComparedScene(now)).ids(), now)
            return without_places(self.placed)
        base = _aligned(self.task.base.scene, now)
        edited = _aligned(self.edited, base)
        own = _own_ids(now) | _own_ids(base) | _own_ids(edited)
        edits, free = list(changes(base, edited)), list[Change]()
        merging = Transfer(Scenes(base, edited, now, own))
        for edit in edits:
            try:
                if merging.conflicts(edit):
                    self._report(EDIT_CONFLICT, edit, base, edited)
                else:
                    free.append(edit)
            except NoCounterpartError:
                self._report(EDIT_CONFLICT, edit, base, edited)
        failed = merging.make(free)
        for edit in free:
            if edit.path in failed:
                self._report(EDIT_CONFLICT, edit, base, edited)
        return merging.scene

    # -- making edits

    def _made(self, state: _State, edits: Sequence[Change]) -> _State:
        """The original with some edits, proven by conversion and by its files. Raises _NotMadeError."""
        before = self.edited, self.ids, self.followed.copy()
        try:
            return self._tried(state, edits)
        except _NotMadeError:
            self.edited, self.ids, self.followed = before
            raise

    def _tried(self, state: _State, edits: Sequence[Change]) -> _State:
        own = {_key(each) for each in edits}
        others = {_key(each) for each in changes(state.now, self.edited)} - own
        todo, (scene, now) = list(edits), state
        elsewhere: dict[Path, Path] = {}
        ids = self.ids
        for _ in range(ROUNDS):
            transfer = Transfer(Scenes(now, self.edited, scene, self.ids))
            failed = transfer.make(transfer.stated(todo, elsewhere) or todo, elsewhere)
            if failed:
                raise _NotMadeError(next(iter(failed.values())))
            scene, self.ids = transfer.scene, transfer.ids
            try:
                now = self._converted(scene)
            except (ScenecError, ValueError, KeyError) as error:
                raise _NotMadeError(f"the original cannot be converted with it: {error}") from None
            now = _aligned(now, self.edited)
            todo = self._without_followers([each for each in changes(now, self.edited) if _key(each) not in others], own, now, scene)
            try:
                if not todo:
                    return self._in_files(scene, now, others)
                more = self._stated_elsewhere(todo, own, elsewhere)
            except _NotMadeError:
                more = self._stated_elsewhere(edits, own, elsewhere)
                if not more:
                    raise
            if more:
                elsewhere |= more
                todo, (scene, now), self.ids = list(edits), state, ids
        raise _NotMadeError(_why(todo[0], own))

    def _without_followers(self, left: Sequence[Change], own: set[tuple[Any, ...]], now: Scene, scene: Scene) -> list[Change]:
        """Return the differences but those of values that only the conversion states, such as a start that repeats poses. These follow
        edits."""
        known = Transfer(Scenes(now, self.edited, scene, self.ids))
        found: list[Change] = []
        for each in left:
            if isinstance(each, Changed) and _key(each) not in own and not known.has(each.path):
                self.followed.add(called(self.edited, each.path))
                self.edited = with_value(self.edited, each.path, each.old)
            else:
                found.append(each)
        return found

    def _stated_elsewhere(self, left: Sequence[Change], own: set[tuple[Any, ...]], known: dict[Path, Path]) -> dict[Path, Path]:
        """Find where the original states the sources of values that stayed as they were: the force of a motor, of which the effort limit of
        a joint is made."""
        found: dict[Path, Path] = {}
        first = self.first
        if first is None:
            return found
        places = Transfer(Scenes(first, self.edited, first, _own_ids(first)))
        for each in left:
            if not isinstance(each, Changed) or _key(each) not in own or each.path in known or not isinstance(each.old, (int, float, str)):
                continue
            try:
                value = at_path(first, places.place(each.path))
            except NoCounterpartError:
                continue
            for path in self._traced.of(value):
                if values_are_equal(at_path(self.task.original.scene, path), value):
                    found[each.path] = path
                    break
        return found

    @cached_property
    def _traced(self) -> TracedValues:
        return self._trace()

    def _in_files(self, scene: Scene, now: Scene, others: set[tuple[Any, ...]]) -> _State:
        """Return the same, if the files of the original can say it. Values that the original works out of an edit follow."""
        try:
            edited = edited_files(scene, self.reading, follow=True)
        except NotKeptError as reason:
            raise _NotMadeError(f"it cannot be written where the original states it: {reason}") from None
        if edited.followed:
            now = _aligned(self._converted(edited.scene), self.edited)
            for each in changes(now, self.edited):
                if isinstance(each, Changed) and _key(each) not in others:
                    self.edited = with_value(self.edited, each.path, each.old)
            self.followed.update(edited.followed)
        return _State(edited.scene, now)

    def _in_halves(self, state: _State, todo: Sequence[Change]) -> Scene:
        """All edits that can be made; the others are findings. Edits that fail together are made in halves, so that few of many are found
        soon."""
        tries, waiting = 0, _halves(_together(todo))
        while waiting:
            groups = waiting.pop()
            tries += 1
            if tries > MOST_TRIES:
                raise WriteError(f"{len(todo):,} edits cannot be made together", hint="bring fewer of them home at once")
            edits = [edit for group in groups for edit in group]
            try:
                state = self._made(state, _found_again(edits, changes(state.now, self.edited)))
            except _NotMadeError as reason:
                if len(groups) > 1:
                    waiting += _halves(groups)
                    continue
                for edit in edits:
                    self._report(EDIT_NOT_APPLIED, edit, state.now, self.edited, str(reason))
        return state.scene

    # -- conversion

    def _converted(self, scene: Scene, *, is_first: bool = False) -> Scene:
        """Return the conversion of the original, read again. is_first: nothing has changed, and the places of all values are kept."""
        task, edited = self.task, self.task.edited
        record, own = edited.record, task.original.record
        assert record is not None
        if own is not None and own.name == record.name:
            return scene
        made = msgspec.structs.replace(task.original, result=msgspec.structs.replace(task.original.result, scene=scene), ledger=Ledger())
        if is_first:
            made = task.original
        spec = f"{record.name}@{edited.result.version}" if edited.result.version else record.name
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, self.stem + self.suffix)
            assets = _assets_folder(edited.scene)
            beside = os.path.relpath(os.path.join(folder, assets)) if assets else None
            output, report = write_target(made, Target(spec, path, task.options, beside, trace=is_first))
            commit(output, path)
            now = read_source(path, spec, None, None, edited.options)
            if is_first:
                self._trace = partial(TracedValues, task.original, now, output.files[output.main], report.ledger)
                self.first = now.scene
            return now.scene

    # -- findings

    def _report(self, row: Code, edit: Change, before: Scene, after: Scene, why: str = "") -> None:
        self.ledger.report(
            row,
            subject=called(before if isinstance(edit, Removed) else after, edit.path),
            value=edit.new if isinstance(edit, Changed) and not isinstance(edit.new, msgspec.Struct) else "",
            origin=None if isinstance(edit, Removed) else self._place_of(edit.path),
            why=why[:1].upper() + why[1:],
        )

    def _place_of(self, path: Path) -> Any:
        """Return the place in the edited file of a part or value of the edited scene; None where that is not known."""
        if self.task.base is not None:
            return None
        node: Any = self.placed
        found = None
        for step in path[:-1] if not isinstance(path[-1], int) else path:
            node = node[step] if isinstance(step, int) else getattr(node, step)
            found = getattr(node, "origin", None) or found
        return found


def _is_file_name(name: Any) -> bool:
    return isinstance(name, str) and re.fullmatch(r"\w[\w .-]*", name) is not None


def _own_ids(scene: Scene) -> dict[str, str]:
    """The ids of all parts, each for itself."""
    return {each: each for each in (*scene_paths(scene), *(node.id for group in (scene.meshes, scene.worlds) for node in group))}


def _aligned(scene: Scene, to: Scene) -> Scene:
    """A scene whose parts have the ids, and the order, of the same parts of another one."""
    ids = match(ComparedScene(scene), ComparedScene(to)).ids()
    return without_places(with_ids(scene, ids, to))


def _assets_folder(scene: Scene) -> str:
    """The folder in which a scene has most of its files, "" for none."""
    every = (getattr(node, "uri", None) for _, node, _ in walk_nodes(scene))
    uris = (str(each) for each in every if isinstance(each, str) and ":" not in each)
    folders = Counter(uri.partition("/")[0] for uri in uris if "/" in uri and not uri.startswith(("/", ".")))
    return folders.most_common(1)[0][0] if folders else ""


def _key(change: Change) -> tuple[Any, ...]:
    """An edit, also after others: the index of what is to go changes with what went before it."""
    if not isinstance(change, Removed):
        return type(change), change.path
    name = getattr(change.node, "id", None) or getattr(change.node, "name", None)
    return Removed, tuple(step for step in change.path if isinstance(step, str)), name


def _found_again(group: Iterable[Change], left: Iterable[Change]) -> list[Change]:
    """The same edits among those that are left."""
    keys = {_key(each) for each in group}
    return [each for each in left if _key(each) in keys]


def _together(edits: Sequence[Change]) -> list[list[Change]]:
    """Edits that need each other: parts that are new or gone, and what refers to them."""
    moving = {own for each in edits if not isinstance(each, Changed) and (own := getattr(each.node, "id", None)) is not None}
    groups: list[tuple[set[str], list[Change]]] = []
    for edit in edits:
        about = _mentions(edit) & moving
        joined: list[Change] = [edit]
        rest: list[tuple[set[str], list[Change]]] = []
        for ids, group in groups:
            if about & ids:
                about, joined = about | ids, [*group, *joined]
            else:
                rest.append((ids, group))
        groups = [*rest, (about, joined)]
    return [group for _, group in groups]


def _halves(groups: list[list[Change]]) -> list[list[list[Change]]]:
    """The second half and the first, which is made first; the whole of one."""
    middle = (len(groups) + 1) // 2
    return [each for each in (groups[middle:], groups[:middle]) if each]


def _mentions(edit: Change) -> set[str]:
    if isinstance(edit, Changed):
        led = (type(edit.owner).__name__, edit.path[-1]) in LEADS_TO
        values = (edit.old, edit.new) if led else ()
        return {str(each) for value in values for each in (value if isinstance(value, tuple) else (value,)) if each is not None}
    own = getattr(edit.node, "id", None)
    found = {str(own)} if own is not None else set()
    for _, value in leaves(edit.node):
        found.update(str(each) for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, str))
    return found


def _why(left: Change, own: set[tuple[Any, ...]]) -> str:
    what = shown(left.path)
    if _key(left) not in own:
        return f"with it, {what} would change as well"
    return (
        f"the original, converted again, does not give it: {what} stays as it was"
        if isinstance(left, Changed)
        else (f"the original, converted again, does not give it: {what}")
    )
