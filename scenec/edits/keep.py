"""An edited scene in the files that it was read from: changed values are printed where they stand, parts are inserted and cut.

The proof is reading back. After each round of edits the files are read again, from memory. Differences from the edited scene are the next
round: a number in a unit that was guessed wrongly is tried in another one. If a value differs that was not edited, one place states both,
and another way is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, islice
from typing import Any, NamedTuple

from scenec.comparison.tolerance import near_colour
from scenec.edits.changes import Added, Change, Changed, Path, Removed, called, changes
from scenec.edits.definition_uses import share_less, stated_at_use
from scenec.edits.edited import Edited, NotKeptError, NoWayLeftError, OverlappingError, UnreadableError
from scenec.edits.files_state import FilesState
from scenec.edits.identity import with_ids_of, with_places_of
from scenec.edits.notation import Answer, Respelled, corrected, numbers_in
from scenec.edits.parts import Parts
from scenec.edits.places import Place, Places
from scenec.edits.printed_scene import field_of_use
from scenec.edits.value_texts import ValueTexts
from scenec.errors import ScenecError
from scenec.files import within
from scenec.input import boundary_of
from scenec.ir.check import walk_nodes
from scenec.ir.geometry import MeshShape
from scenec.ir.scene import Scene
from scenec.ir.sensor import Sensor
from scenec.ir.walk import at_path, fields_of, with_value
from scenec.reading import Reading
from scenec.syntax.splice import Edit, NotFoundError
from scenec.trace import Ids, ids_of

ROUNDS = 12
"""Readings of the edited files at most. Most edits take one."""
MOST_WAYS = 8
"""Ways to say a value that are tried."""
MOST_TRIES = 2
"""Further readings for a number in a unit that was guessed wrongly."""
MOST_ALONE = 200
"""Values that are changed one by one."""
MOST_SHARING = 20
"""Other parts beside which a value is stated at its use, one after the other, before its edit is given up."""
PARTS: Path = ("parts",)
"""Instead of the path of a value: all parts that are inserted and cut."""


def edited_files(scene: Scene, reading: Reading, *, follow: bool = False) -> Edited:
    """The files of an edited scene. follow: values of the same part may change with an edit, if the files work them out of what was edited,
    as a tensor out of the mass of a box, or state both by one number. Raises NotKeptError."""
    with within(boundary_of(reading.path, reading.base, reading.options)):  # an archive that was read leads nowhere else
        start = FilesState.read(reading, {})
        return _Edit(_together(scene, changes(start.scene, scene)), start, follow).run()


def _together(scene: Scene, edits: Iterable[Change]) -> Scene:
    """The scene in which what one text says of a part changes together: the ambient colour of a material with its diffuse one."""
    for each in edits:
        if not isinstance(each, Changed) or not ids_of(each.old):
            continue
        above = at_path(scene, each.path[:-1])
        for name, value in fields_of(each.owner):
            if name != each.path[-1] and value == each.old and ids_of(value) == ids_of(each.old) and getattr(above, name) == value:
                scene = with_value(scene, (*each.path[:-1], name), each.new)
    return scene


class _Following(NamedTuple):
    """Files in which values changed with an edit. rest: what differs from the edited scene."""

    state: FilesState
    rest: list[Change]


class _Edit:
    """One run. now: the files so far. attempts: of a value, how many ways to say it have been tried; errors: how far off it was; answers:
    the id of the text that was changed for it, and what the text gave before. fixed: ids of texts that stay. rounded: see `Edited`."""

    def __init__(self, scene: Scene, start: FilesState, follow: bool) -> None:
        self.scene = scene
        self.now = start
        self.follow = follow
        self.followed: set[str] = set()
        self.dropped: set[str] = set()
        self.freed: list[str] = []
        self.attempts: dict[Path, int] = {}
        self.errors: dict[Path, float] = {}
        self.answers: dict[Path, tuple[int, Answer]] = {}
        self.fixed: frozenset[int] = frozenset()
        self.rounded: set[str] = set()
        self.moved = False
        self.added: set[Path] = set()
        self.alone = True

    def run(self) -> Edited:
        todo = list(changes(self.now.scene, self.scene))
        self.moved = any(not isinstance(each, Changed) for each in todo)
        self.added = {each.path for each in todo if isinstance(each, Added)}
        self.alone = not _has_sensor(todo)
        wanted, start = {each.path for each in todo}, self.now
        for _ in range(ROUNDS):
            if not todo:
                return self._result()
            before = self.now
            try:
                todo = self._round(todo)
                alone = any(not _belongs(each.path, wanted) for each in todo)
            except (UnreadableError, OverlappingError):
                alone = True
            except NotKeptError:
                if not self.moved:
                    raise
                alone = True
            if alone:
                self.now = start if self.moved else before
                return self._one_by_one()
        raise NotKeptError(f"{self._called(todo[0])} does not come out as it is in the edited scene")

    def _result(self) -> Edited:
        notes = (tuple(sorted(set(each))) for each in (self.rounded, self.followed, self.dropped, self.freed))
        return Edited(dict(self.now.files), self.now.origin, self.scene, *notes)

    def _round(self, todo: Sequence[Change]) -> list[Change]:
        """Make some edits, and return what still differs."""
        files = self._applied(todo)
        try:
            self.now = FilesState.read(self.now.reading, files)
        except ScenecError as error:
            raise UnreadableError(f"the edited text cannot be read: {error}") from None
        left = self._left()
        rounded = [each for each in left if isinstance(each, Changed) and self._is_rounded(each)]
        self.rounded.update(map(self._called, rounded))
        return [each for each in left if each not in rounded]

    def _left(self) -> list[Change]:
        """Return the differences that are left. Values that the reader states by itself of a part that was added do not count."""
        if not self.moved:
            return [each for each in changes(self.now.scene, self.scene) if not self._is_idle(each)]
        scene = with_ids_of(self.now.scene, self.scene)
        self.now = self.now.with_scene(scene)
        found = list(changes(scene, self.scene))
        found = [each for each in found if not (self._is_idle(each) or (self.added and self._parts.is_made_beside(each, scene)))]
        found = self._without_split(found, scene)
        inside = {each.path for each in found if _belongs(each.path, self.added)}
        found = [each for each in found if not (each.path in inside and _is_default(each))]
        as_printed = [
            each for each in found if each.path in inside and isinstance(each, Changed | Added) and self._parts.is_as_printed(each)
        ]
        self.dropped.update(self._called(each) for each in as_printed if not {"pose", "relative_to"} & {*each.path})
        return [each for each in found if each not in as_printed]

    def _without_split(self, found: list[Change], scene: Scene) -> list[Change]:
        """Return the differences but those of new parts that the format says by several, as an IMU by an accelerometer and a gyroscope."""
        split = {each.path[:-1] for each in found if isinstance(each, Added) and each.path in self.added and len(each.path) > 3}
        split = {each for each in split if self._parts.are_as_printed(each, scene)}
        self.dropped.update(f"{self._called(each)}.type" for each in found if isinstance(each, Added) and each.path[:-1] in split)
        return [each for each in found if not any(each.path[: len(path)] == path for path in split)]

    def _is_idle(self, change: Change) -> bool:
        """Whether a mesh came or went that no shape has, or a model without links: readers find them by their parts."""
        if isinstance(change, Changed):
            return False
        if change.path[0] == "models" and len(change.path) == 2:  # of which the last link is gone
            return all(link.model != change.node.id for link in self.scene.links)
        if change.path[0] != "meshes":
            return False
        if len(change.path) > 2:  # a group of a mesh of several visuals, one of which is gone
            return "groups" in change.path
        return change.node.id not in self._meshes

    @cached_property
    def _meshes(self) -> set[str]:
        """The ids of meshes that shapes of the edited scene have."""
        return {str(node.mesh) for _, node, _ in walk_nodes(self.scene) if isinstance(node, MeshShape)}

    def _is_rounded(self, change: Changed) -> bool:
        """Whether a value is as near as its notation allows: a colour in steps of 1/255 or of a percent."""
        both = change.old, change.new
        if not all(isinstance(each, tuple) and all(isinstance(number, float) for number in each) for each in both) or not near_colour(
            *both
        ):
            return False
        located = self.now.origin.ledger.locate(ids_of(change.old))
        return bool(located) and all(text.strip().startswith(("#", "rgb")) for _, text in located.values())

    def _one_by_one(self) -> Edited:
        """Each value by itself, in the first way that changes nothing else: what was worked out of several values can change with each."""
        self.rounded.clear()
        left = list(changes(self.now.scene, self.scene))
        if len(left) > MOST_ALONE:
            raise NotKeptError("values that stand at one place changed differently")
        if any(not isinstance(each, Changed) for each in left):
            left = self._with_moves(left)
        while left:
            left = self._alone(left)
        return self._result()

    def _with_moves(self, left: list[Change]) -> list[Change]:
        """Insert and cut parts, all at once, as a link goes with its joint. Returns the values that are left to be edited."""
        before = self.now
        if not _has_sensor(left):
            self.alone = True
            try:
                return self._moved(left)
            except NotKeptError:
                self.now = before
        self.alone = False
        return self._moved(list(changes(before.scene, self.scene)))

    def _moved(self, left: list[Change]) -> list[Change]:
        values = {each.path for each in left if isinstance(each, Changed)}
        inner: list[Change] = [each for each in left if not isinstance(each, Changed)]
        before = self.now
        while inner:  # numbers in another unit than the writer's, too
            self.attempts.pop(PARTS, None)
            left = self._round(inner)
            if strange := [each for each in left if not _belongs(each.path, values | self.added)]:
                self.now = before
                moves = [each for each in changes(before.scene, self.scene) if not isinstance(each, Changed)]
                others = [*map(_holder, strange), None]  # None: what a use adds may come before what its definition says
                if not any(self._is_freed(_holder(each), other) for other in others for each in moves):
                    raise NotKeptError(f"{self._called(strange[0])} does not come out as it is in the edited scene")
                before = self.now
                left = list(changes(before.scene, self.scene))
            inner = [each for each in left if not _belongs(each.path, values)]
        return left

    def _alone(self, left: list[Change]) -> list[Change]:
        """Make the first of some edits, and return what is left then."""
        change, others = left[0], {each.path for each in left[1:]}
        self._forget(change.path)
        before, why = self.now, ""
        following: _Following | None = None
        shared: dict[Path, Path] = {}
        for _ in range(MOST_WAYS + 2):
            self.now = before
            try:
                rest = self._tried(change, others)
            except UnreadableError:
                continue
            except NotKeptError as error:
                why = why or str(error)
                break
            if following is None and self._follows(change, rest, others):
                following = _Following(self.now, rest)
            beside = [each for each in rest if each.path != change.path and not _belongs(each.path, others)]
            shared = shared or {each.path[:2]: each.path for each in beside if isinstance(each, Changed)}
            rest = self._given_back(change, rest, others)
            if all(_belongs(each.path, others) for each in rest):
                return rest
            why = f"what stands at one place also says {self._called(beside[0])}" if beside else why
        if following is None:
            self.now = before
            for each in islice(shared.values(), MOST_SHARING):
                if self._is_freed(change.path, each):
                    return list(changes(self.now.scene, self.scene))
            raise NotKeptError(why or f"{self._called(change)} cannot be changed alone")
        return self._with_followers(following, others)

    def _is_freed(self, path: Path, beside: Path | None) -> bool:
        """Whether a value no longer shares what it is read from with another one (None: with any): the use of a definition says
        it itself."""
        if len(self.freed) == MOST_ALONE:
            return False
        places, now = self.now.places, self.now
        try:
            for way in stated_at_use(path, beside, now.origin, places):
                state = self._with_equal_scene(way.edits, places)
                if state is not None and share_less(path, beside, now, state):
                    self.scene = with_places_of(self.scene, now.scene, state.scene)
                    self.now = state
                    self.freed.append(way.name)
                    return True
        except (NotFoundError, OSError):
            pass
        return False

    def _with_equal_scene(self, edits: Mapping[str, Sequence[Edit]], places: Places) -> FilesState | None:
        """The files with some edits, if they give the same scene as without."""
        try:
            state = FilesState.read(self.now.reading, self.now.spliced(edits, places))
        except (ScenecError, ValueError):
            return None
        state = state.with_scene(with_ids_of(state.scene, self.now.scene))
        return None if any(changes(state.scene, self.now.scene)) else state

    def _tried(self, change: Change, others: set[Path]) -> list[Change]:
        """Make an edit, and again where a number came out in another unit."""
        rest = self._round([change])
        for _ in range(MOST_TRIES):
            if not rest or rest[0].path != change.path or any(not _belongs(each.path, others) for each in rest[1:]):
                break
            rest = self._round(rest[:1])
        return rest

    def _follows(self, change: Change, rest: list[Change], others: set[Path]) -> bool:
        """Whether everything that changed with a value is worked out of it, in the same part."""
        if not self.follow or not isinstance(change, Changed):
            return False
        ids = set(ids_of(change.old))
        more = [each for each in rest if not _belongs(each.path, others)]
        return all(
            isinstance(each, Changed) and each.path[:2] == change.path[:2] and each.path != change.path and ids & set(ids_of(each.old))
            for each in more
        )

    def _with_followers(self, made: _Following, others: set[Path]) -> list[Change]:
        """Take values that changed with an edit for edited, too."""
        self.now = made.state
        for each in made.rest:
            if isinstance(each, Changed) and not _belongs(each.path, others):
                self.followed.add(self._called(each))
                self.scene = with_value(self.scene, each.path, each.old)
        return [each for each in made.rest if _belongs(each.path, others)]

    def _forget(self, path: Path) -> None:
        """Start anew with the ways to say a value, and the numbers in it."""
        for known in (self.attempts, self.errors, self.answers):
            for each in [each for each in known if each[: len(path)] == path]:
                del known[each]

    def _given_back(self, change: Change, rest: list[Change], others: set[Path]) -> list[Change]:
        """Give values back that changed with another one, as far as they have texts of their own: a tensor about another point than the
        centre of mass changes with the mass. Returns the differences that are left."""
        if not isinstance(change, Changed):
            return rest
        self.fixed = frozenset(ids_of(change.old))
        try:
            for _ in range(MOST_TRIES + 1):
                found = [each for each in rest if not _belongs(each.path, others)]
                if not found or not all(isinstance(each, Changed) and set(ids_of(each.old)) - self.fixed for each in found):
                    return rest
                rest = self._round(found)
        except NotKeptError:
            pass
        finally:
            for each in rest:
                if each.path != change.path:
                    self._forget(each.path)
            self.fixed = frozenset()
        return rest

    def _called(self, change: Change) -> str:
        """Name a value or part for messages."""
        return called(self.now.scene if isinstance(change, Removed) else self.scene, change.path)

    def _applied(self, todo: Sequence[Change]) -> dict[str, bytes]:
        """Edit the files once."""
        places = self.now.places
        edits: dict[str, list[Edit]] = {}
        places.locate(chain.from_iterable(ids_of(each.old) for each in todo if isinstance(each, Changed)))
        try:
            for change in todo:
                if isinstance(change, Changed):
                    self._say(change, places, edits)
            others = [each for each in todo if not isinstance(each, Changed)]
            if others:
                self._move_parts(others, places, edits)
            return self.now.spliced(edits, places)
        except ValueError as error:
            raise OverlappingError(str(error)) from None
        except (NotFoundError, OSError) as error:
            raise NotKeptError(str(error)) from None

    @cached_property
    def _parts(self) -> Parts:
        return Parts(self.scene, self.now)

    # -- values

    def _say(self, change: Changed, places: Places, edits: dict[str, list[Edit]]) -> None:
        """Print a changed value where it stands."""
        ids = tuple(each for each in ids_of(change.old) if each not in self.fixed)
        parts = _by_part(change)
        if parts:
            for number, (old, new) in parts.items():
                self._say(Changed((*change.path, number), change.owner, old, new), places, edits)
            return
        if not ids or field_of_use(change.path, self.now.origin):
            self._parts.state(change.path, self.now.origin, places, edits)
            return
        if self._corrected(change, places, edits, ids):
            return
        attempt = self.attempts[change.path] = self.attempts.get(change.path, -1) + (not self._is_nearer(change))
        ways = list(islice(ValueTexts(self.now.origin, places).ways(change, ids), MOST_WAYS))
        if attempt == len(ways):
            self._parts.state(change.path, self.now.origin, places, edits)
            return
        if attempt > len(ways):
            raise NoWayLeftError(f"there is no way to say {self._called(change)} in the notation that stands there")
        self._note_answer(change, ways[attempt], places, ids)
        for place, text in ways[attempt].items():
            source = places.text(place.file)
            new = f' {place.name}="{text}"' if place.new else source.escaped(place.span, text)
            edits.setdefault(place.file, []).append(Edit(*place.span, new))

    def _note_answer(self, change: Changed, way: Respelled, places: Places, ids: Ids) -> None:
        """Keep what a text of one number gave, before it is changed."""
        texts = self._texts(places, ids)
        own = next((each for each, (place, _) in texts.items() if place in way), None)
        numbers = numbers_in(texts[own][1]) if own is not None and len(way) == 1 else []
        if own is not None and len(numbers) == 1 and isinstance(change.old, float):
            self.answers[change.path] = own, Answer(float(numbers[0][0]), float(change.old))

    def _texts(self, places: Places, ids: Ids) -> dict[int, tuple[Place, str]]:
        """The texts of a value by the ids of values, and by negative numbers those that their expressions are worked out of."""
        return {**dict(enumerate(places.behind(ids), -MOST_WAYS)), **places.values(ids)}

    def _corrected(self, change: Changed, places: Places, edits: dict[str, list[Edit]], ids: Ids) -> bool:
        """Whether a number is said by what the last one led to: its value is worked out of other numbers, too."""
        known = self.answers.pop(change.path, None)
        if known is None or not isinstance(change.old, float) or not isinstance(change.new, (int, float)):
            return False
        place, text = self._texts(places, ids).get(known[0], (None, ""))
        made = corrected(text, known[1], change.old, change.new) if place is not None else None
        if place is None or made is None:
            return False
        source = places.text(place.file)
        edits.setdefault(place.file, []).append(Edit(*place.span, source.escaped(place.span, made)))
        self.errors[change.path] = abs(change.old - change.new)
        return True

    def _is_nearer(self, change: Changed) -> bool:
        """Whether a number came so much nearer in the last round that the same way leads to it: what it is read by is no mere unit."""
        if not isinstance(change.old, float) or not isinstance(change.new, (int, float)):
            return False
        error, before = abs(change.old - change.new), self.errors.get(change.path)
        self.errors[change.path] = error
        return before is not None and error < before / 10

    # -- parts

    def _move_parts(self, others: list[Added | Removed], places: Places, edits: dict[str, list[Edit]]) -> None:
        attempt = self.attempts[PARTS] = self.attempts.get(PARTS, -1) + 1
        if attempt:
            raise NotKeptError(f"{self._called(others[0])} does not come out as it is in the edited scene")
        self._parts.edit(others, self.now.origin, places, edits, alone=self.alone)


def _is_default(change: Change) -> bool:
    """Whether the edited scene says nothing of a value."""
    return isinstance(change, Removed) or (isinstance(change, Changed) and (change.new is None or change.new == ()))


def _has_sensor(edits: Iterable[Change]) -> bool:
    """Whether a sensor is new, which formats may say by several."""
    return any(isinstance(each, Added) and isinstance(each.node, Sensor) for each in edits)


def _holder(change: Change) -> Path:
    """The path of the part that a part is in; of one that is in none, its own."""
    return change.path[:-2] if len(change.path) > 2 else change.path


def _belongs(path: Path, wanted: set[Path]) -> bool:
    """Whether a value is one of those that are to change, or is in a part that is."""
    return any(path[:length] in wanted for length in range(1, len(path) + 1))


def _by_part(change: Changed) -> dict[int, tuple[Any, Any]]:
    """The numbers of a tuple that changed, if each was read from a place of its own."""
    old, new = change.old, change.new
    if type(old) is not tuple or not isinstance(new, tuple) or len(old) != len(new):
        return {}
    if not all(ids_of(each) for each, other in zip(old, new, strict=True) if each != other):
        return {}
    several = {ids_of(each) for each in old if ids_of(each)}
    if len(several) < 2:
        return {}
    return {i: (each, other) for i, (each, other) in enumerate(zip(old, new, strict=True)) if each != other}
