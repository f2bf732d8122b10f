"""Parts of a scene that were added or removed: elements are inserted as the writer of the format prints them, or cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import Any

from scenec.conversion import Origin
from scenec.edits.changes import Added, Change, Changed, Path, Removed, without_numbers
from scenec.edits.cut_elements import cut_edits, outermost
from scenec.edits.files_state import FilesState
from scenec.edits.places import Place, Places
from scenec.edits.printed_scene import Differences, PrintedScene, reference_of
from scenec.ir.base import Node
from scenec.ir.names import scene_paths
from scenec.ir.scene import Scene
from scenec.ir.walk import at_path, is_node, is_nodes
from scenec.syntax.splice import Edit, NotFoundError


class Parts:
    """Edits of one scene. printed: the whole edited scene as the format's writer prints it, of which the text of new parts is taken."""

    def __init__(self, scene: Scene, state: FilesState) -> None:
        self._scene, self._state = scene, state

    @cached_property
    def _printed(self) -> PrintedScene:
        return PrintedScene(self._scene, self._state)

    def state(self, path: Path, origin: Origin, places: Places, edits: dict[str, list[Edit]]) -> None:
        """Insert a value that the files do not state, as the format's writer states it: an attribute, or an element with what it needs."""
        place, text = self._printed.stated(path, origin, places)
        found = edits.setdefault(place.file, [])
        edit = Edit(*place.span, text)
        if edit not in found:  # several values of one element that is not there
            found.append(edit)

    def is_as_printed(self, change: Changed | Added) -> bool:
        """Whether a part that was inserted differs from the edited scene as the whole scene does when the format's writer prints it."""
        return self._printed.has(change.path, change.old if isinstance(change, Changed) else None)

    def are_as_printed(self, path: Path, scene: Scene) -> bool:
        """Whether the parts at a path of a scene that was read, such as the sensors of a link, are those of the printed one."""
        return self._printed.has_parts(path, at_path(scene, path))

    def _hanging(self, node: Node) -> Iterator[Node]:
        """Yield motors and sensors of a part: formats may state them elsewhere."""
        waiting: list[Any] = [node]
        while waiting:
            one = waiting.pop()
            for name in one.__struct_fields__:
                value = getattr(one, name)
                if is_nodes(value):
                    waiting += value
                    if name in ("actuators", "sensors"):
                        yield from (each for each in value if reference_of(each) is not None)
                elif is_node(value):
                    waiting.append(value)

    def is_made_beside(self, change: Change, scene: Scene) -> bool:
        """Whether a part that was read stands in the text of the printed scene, too, for a new part: the place of a sensor."""
        if not isinstance(change, Removed):
            return False
        if change.path[0] == "extras":
            return without_numbers(change.node) in map(without_numbers, self._printed.again.scene.extras)
        if change.path[0] == "named_poses":  # the position of a new joint
            return self.are_as_printed(change.path[:-1], scene)
        if change.path[0] == "frames" and len(change.path) == 2:
            return scene_paths(scene)[change.node.id] in scene_paths(self._printed.again.scene).values()
        return change.path[-2:-1] == ("sensors",) and self._printed.has_twin(at_path(scene, change.path[:2]), change)

    def edit(self, moves: Iterable[Added | Removed], origin: Origin, places: Places, edits: dict[str, list[Edit]], *, alone: bool) -> None:
        """Insert and cut. alone: only the elements of new parts, not what else is printed for them, such as the place of a sensor.

        Raises NotFoundError where it is not known where a part stands or belongs.
        """
        moves = list(moves)
        differences = self._differences(moves, origin)
        cuts = self._cut(moves, places)
        left_over = self._printed.left_over(differences, cuts, origin, places) if differences else ()
        added = [each for each in moves if isinstance(each, Added)]
        for file, edit in cut_edits([*cuts, *left_over], places, refilled=bool(added)):
            edits.setdefault(file, []).append(edit)
        for each in added:
            if not isinstance(each.node, Node):  # a pose, a tensor: values of the part that has them
                self.state(each.path, origin, places, edits)
        new = [self._printed.span(each.path, origin, places) for each in added if isinstance(each.node, Node)]
        if new and differences and not alone:
            new += differences.elements.inserted
        for place, numbers in self._printed.longer_lists(differences, origin, places) if differences else ():
            edits.setdefault(place.file, []).append(Edit(*place.span, numbers))
        inserted: dict[Place, list[str]] = {}
        for span in outermost([Place("", each) for each in new]):
            where, made = self._printed.placed(span.span, origin, places)
            inserted.setdefault(where, []).append(made)
        for where, texts in inserted.items():
            edits.setdefault(where.file, []).append(Edit(*where.span, "".join(texts)))

    def _cut(self, moves: Iterable[Added | Removed], places: Places) -> list[Place]:
        """The elements of parts that are gone."""
        gone = (each for each in moves if isinstance(each, Removed) and each.path[0] != "named_poses")  # numbers of a list
        removed = [each.node for each in gone if isinstance(each.node, Node)]
        found = [places.element(each) for node in removed for each in (node, *self._hanging(node))]
        for node in removed:  # its shapes, where they stand beside it
            place = places.element(node)
            holder = places.text(place.file).holder(place.span.start)
            inner = (places.element(each) for each in _nodes_in(node) if reference_of(each) is not None)
            found += (each for each in inner if each.file == place.file and places.text(each.file).holder(each.span.start) == holder)
        return found

    def _differences(self, moves: Sequence[Added | Removed], origin: Origin) -> Differences | None:
        """How the printed text differs from that of the scene before; None if one of them cannot be printed, though nothing is new."""
        try:
            return self._printed.differences(origin.scene)
        except NotFoundError:
            if any(isinstance(each, Added) for each in moves):
                raise
            return None


def _nodes_in(node: Node) -> Iterator[Node]:
    """Yield the nodes that are in a node."""
    waiting: list[Any] = [node]
    while waiting:
        one = waiting.pop()
        for name in one.__struct_fields__:
            value = getattr(one, name)
            inner = list(value) if is_nodes(value) else [value] if is_node(value) else []
            waiting += inner
            yield from inner
