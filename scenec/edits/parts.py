"""Parts of a scene that were added or removed: elements are inserted as the writer of the format prints them, or cut."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from scenec.accounting.ledger import Ledger
from scenec.conversion import Origin, Target, read_source, write_target
from scenec.converters.common.options import ELEMENTS_ALONE
from scenec.converters.format import ReadResult, WriteOptions
from scenec.edits.changes import Added, Change, Changed, Path, Removed, values_are_equal
from scenec.edits.inserted_elements import inserted_elements
from scenec.edits.places import Place, Places
from scenec.errors import ScenecError
from scenec.files import read_file
from scenec.ir.base import Node
from scenec.ir.names import scene_paths
from scenec.ir.scene import Scene
from scenec.ir.walk import at_path, is_node, is_nodes
from scenec.syntax.splice import Edit, NotFoundError, SourceText, Span
from scenec.trace import ids_of


class Parts:
    """Edits of one scene. printed: the whole edited scene as the format's writer prints it, of which the text of new parts is taken."""

    def __init__(self, scene: Scene, origin: Origin) -> None:
        self._printed = _Printed(scene, origin)

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
                        yield from (each for each in value if _reference(each) is not None)
                elif is_node(value):
                    waiting.append(value)

    def is_made_beside(self, change: Change, scene: Scene) -> bool:
        """Whether a part that was read stands in the text of the printed scene, too, for a new part: the place of a sensor."""
        if not isinstance(change, Removed):
            return False
        if change.path[0] == "extras":
            return change.node in self._printed.again.scene.extras
        if change.path[0] == "frames" and len(change.path) == 2:
            return scene_paths(scene)[change.node.id] in scene_paths(self._printed.again.scene).values()
        return change.path[-2:-1] == ("sensors",) and self._printed.has_twin(at_path(scene, change.path[:2]), change)

    def edit(
        self, changes: Iterable[Added | Removed], origin: Origin, places: Places, edits: dict[str, list[Edit]], *, alone: bool
    ) -> None:
        """Insert and cut. alone: only the elements of new parts, not what else is printed for them, such as the place of a sensor.

        Raises NotFoundError where it is not known where a part stands or belongs.
        """
        changes = list(changes)
        removed = [each.node for each in changes if isinstance(each, Removed) and isinstance(each.node, Node)]
        cuts = [places.element(each) for node in removed for each in (node, *self._hanging(node))]
        for place in _outermost(cuts):
            text = places.text(place.file)
            edits.setdefault(place.file, []).append(Edit(*text.whole_lines(place.span), ""))
        added = [each for each in changes if isinstance(each, Added)]
        for each in added:
            if not isinstance(each.node, Node):  # a pose, a tensor: values of the part that has them
                self.state(each.path, origin, places, edits)
        new = [self._printed.span(each.path) for each in added if isinstance(each.node, Node)]
        if new and not alone:
            new += self._printed.inserted(origin.scene)
        inserted: dict[Place, list[str]] = {}
        for span in _outermost([Place("", each) for each in new]):
            where, made = self._printed.placed(span.span, origin, places)
            inserted.setdefault(where, []).append(made)
        for where, texts in inserted.items():
            edits.setdefault(where.file, []).append(Edit(*where.span, "".join(texts)))


class _Printed:
    """The edited scene, printed anew and read again."""

    def __init__(self, scene: Scene, origin: Origin) -> None:
        assert origin.record is not None
        record, version = origin.record, origin.result.version
        self.scene = scene
        self._spec, self._path = f"{record.name}@{version}", origin.path or ""
        self._record, self._version = record, version
        try:
            name, data = self._print(scene)
            self.again = read_source(data, self._spec, None, name, origin.options, read_file)
        except (ScenecError, AssertionError) as error:
            raise NotFoundError(f"the new part cannot be printed: {error}") from None
        self.text = SourceText(data, record.syntax)
        self.ids = _counterparts(scene, self.again.scene)

    def _print(self, scene: Scene) -> tuple[str, bytes]:
        made = Origin(ReadResult(scene, "", (), source=self._spec), Ledger(), self._record)
        output, _ = write_target(made, Target(self._spec, self._path, WriteOptions(version=self._version, own={ELEMENTS_ALONE: True})))
        return output.main, output.files[output.main]

    def inserted(self, before: Scene) -> list[Span]:
        """The elements that are printed of the edited scene and not of the one before."""
        _, data = self._print(before)
        return inserted_elements(SourceText(data, self._record.syntax), self.text)

    def span(self, path: Path) -> Span:
        """Where the new part at a path of the edited scene stands in the printed text."""
        node = self._twin(path)
        if node is None or node.origin is None:
            raise NotFoundError("it is not known how the new part is printed")
        source = node.origin.source
        return self.text.element(source.line, source.column)

    def _twin(self, path: Path) -> Any:
        """The node of the printed scene that a node of the edited one became."""
        for length in range(len(path), 0, -1):
            above = at_path(self.scene, path[:length])
            own = getattr(above, "id", None) if is_node(above) else None
            if own is not None:
                twin = self.ids.get(own)
                if twin is None:
                    raise NotFoundError("the new part is not in the text that the format's writer prints")
                try:
                    return at_path(twin, path[length:])
                except (IndexError, AttributeError, TypeError):
                    raise NotFoundError("the new part is not in the text that the format's writer prints") from None
        try:
            return at_path(self.again.scene, path)
        except (IndexError, AttributeError, TypeError):
            raise NotFoundError("the new part is not in the text that the format's writer prints") from None

    def has_twin(self, above: Any, change: Removed) -> bool:
        """Whether a part of that name is in the printed twin of the node with an id that it is in."""
        twin = self.ids.get(above.id)
        try:
            return twin is not None and at_path(twin, change.path[2:]).name == getattr(change.node, "name", None)
        except (IndexError, AttributeError, TypeError):
            return False

    def has(self, path: Path, value: Any) -> bool:
        """Whether a value of the printed scene is this one; ids are those of the edited scene."""
        try:
            twin = self._twin(path)
        except NotFoundError:
            return False
        own = {node.id: own for own, node in self.ids.items()}
        return values_are_equal(own.get(twin, twin) if isinstance(twin, str) else twin, value)

    def stated(self, path: Path, origin: Origin, places: Places) -> tuple[Place, str]:
        """Where a value belongs in the files of the scene, and the text that states it."""
        ledger = self.again.ledger
        ids = ids_of(self._twin(path))
        source, _ = next(iter(ledger.locate(ids[-1:]).values()), (None, ""))
        if source is None:
            raise NotFoundError("the format does not state the value")
        slot = source.path.rpartition("/@")[2] if "/@" in source.path else ""
        span = self.text.value(source.line, source.column, slot)
        known, way = self._known(origin), self.text.around(span.start)
        levels = [i for i, each in enumerate(way) if each in known]
        if not levels:
            raise NotFoundError("it is not known where the value belongs")
        if levels[0] == 0:
            place = places.element(known[way[0]])
            text = places.text(place.file)
            if slot and not text.has_attribute(place.span.start, slot):
                at = text.behind_name(place.span.start)
                return Place(place.file, Span(at, at)), f' {slot}="{self.text.text[slice(*span)]}"'
            levels = levels[1:]
        if not levels:
            raise NotFoundError(f"the element states {slot} already" if slot else "the element has another text")
        inner = way[levels[0] - 1]
        place = places.element(known[way[levels[0]]])
        own = places.element(known[inner]) if inner in known else None
        made = self._instead(inner, place, places)
        if made is not None and made[0] == own:
            raise NotFoundError(f"the element states {slot} already" if slot else "the element has another text")
        return made or self.placed(inner, origin, places)

    def _instead(self, span: Span, place: Place, places: Places) -> tuple[Place, str] | None:
        """The one element of the same name in an element of the files, such as a reference to a definition that others share, and the
        text that says it all there; None if there is none."""
        text = places.text(place.file)
        tag = self.text.tag(span.start)
        found = [each for each in text.children(place.span) if text.tag(each.start) == tag]
        if len(found) != 1:
            return None
        indentation = text.indentation(found[0].start)
        lines = self._lines(span, text)
        made = text.line_end.join([lines[0], *(indentation + line if line else line for line in lines[1:])])
        return Place(place.file, found[0]), made

    def placed(self, span: Span, origin: Origin, places: Places) -> tuple[Place, str]:
        """Where the element of a span belongs in the files of the scene, and its text with the indentation there."""
        known = self._known(origin)
        siblings, above = self._around(span)
        before = [each for each in siblings if each.end <= span.start and each in known]
        after = [each for each in siblings if each.start >= span.end and each in known]
        if before:
            place = places.element(known[before[-1]])
            text = places.text(place.file)
            at, indentation = text.whole_lines(place.span).end, text.indentation(place.span.start)
            return self._line(text, place, at, indentation, span, behind=place.span.end)
        if after:
            place = places.element(known[after[0]])
            text = places.text(place.file)
            at, indentation = text.whole_lines(place.span).start, text.indentation(place.span.start)
            return self._line(text, place, at, indentation, span, behind=place.span.start)
        if above is not None and above in known:
            place = places.element(known[above])
            text = places.text(place.file)
            return _inside(text, place, self._lines(span, text))
        if above is not None and above == self.text.outermost[-1]:
            place = places.root()
            text = places.text(place.file)
            if text.tag(place.span.start) == self.text.tag(above.start):
                return _inside(text, place, self._lines(span, text))
        raise NotFoundError("it is not known where the new part belongs")

    def _line(self, text: SourceText, place: Place, at: int, indentation: str, span: Span, *, behind: int) -> tuple[Place, str]:
        lines = [indentation + line if line else line for line in self._lines(span, text)]
        ending = text.line_end
        if at in (place.span.end, place.span.start):  # something else stands on the line
            return Place(place.file, Span(behind, behind)), " ".join(line.strip() for line in lines)
        return Place(place.file, Span(at, at)), "".join(line + ending for line in lines)

    def _lines(self, span: Span, text: SourceText | None = None) -> list[str]:
        """The lines of an element, without the indentation of the first; inner ones as deep as those of the file it goes to."""
        indentation = self.text.indentation(span.start)
        lines = self.text.text[slice(*span)].split("\n")
        unit = text.indentation_unit if text is not None else "  "
        found = [lines[0]]
        for line in lines[1:]:
            inner = line.removeprefix(indentation)
            depth = (len(inner) - len(inner.lstrip(" "))) // 2
            found.append(unit * depth + inner.lstrip(" "))
        return found

    def _known(self, origin: Origin) -> dict[Span, Any]:
        """Where elements stand in the printed text -> the node in the files that they are of."""
        found: dict[Span, Any] = {}
        current = {node.id: node for group in _groups(origin.scene) for node in group}
        for own, twin in self.ids.items():
            node = current.get(own)
            if type(node) is type(twin):
                self._pair(twin, node, found)
        return found

    def _pair(self, twin: Any, node: Any, found: dict[Span, Any]) -> None:
        """A node and the parts of it that are alike, as far as they have elements of their own in the files."""
        waiting: list[tuple[Any, Any, tuple[Any, Any] | None]] = [(twin, node, None)]
        while waiting:
            one, other, around = waiting.pop()
            place = _reference(other)
            if place is not None and place != around and getattr(one, "origin", None) is not None:
                source = one.origin.source
                found.setdefault(self.text.element(source.line, source.column), other)
            for name in one.__struct_fields__:
                waiting += [(inner, outer, place or around) for inner, outer in _pairs(getattr(one, name), getattr(other, name))]

    def _around(self, span: Span) -> tuple[list[Span], Span | None]:
        """The elements beside that of a span, and the one around them."""
        return self.text.siblings(span.start)


def _inside(text: SourceText, place: Place, lines: list[str]) -> tuple[Place, str]:
    """At the end of an element that has no part like it yet."""
    outer, ending = text.indentation(place.span.start), text.line_end
    inner = outer + text.indentation_unit
    if text.syntax == "sexp" and len(lines) == 1 and "\n" not in text.text[slice(*place.span)]:
        end = text.closing(place.span).start
        return Place(place.file, Span(end, end)), f" {lines[0]}"
    body = "".join(inner + line + ending for line in lines)
    close = text.closing(place.span)
    if close.end - close.start == 2 and text.text.startswith("/>", close.start):  # <a/>
        return Place(place.file, close), f">{ending}{body}{outer}</{text.tag(place.span.start)}>"
    start = max(text.text.rfind("\n", 0, close.start), text.text.rfind("\r", 0, close.start)) + 1
    if text.text[start : close.start].strip():  # on one line
        return Place(place.file, Span(close.start, close.start)), ending + body + outer
    return Place(place.file, Span(start, start)), body


def _reference(node: Any) -> tuple[Any, Any] | None:
    """The element that a node was read from."""
    origin = getattr(node, "origin", None)
    if origin is None or origin.document is None:
        return None
    document, at = origin.reference
    return document, at if isinstance(at, int) else (at.line, at.column)


def _pairs(one: Any, other: Any) -> Iterator[tuple[Any, Any]]:
    """Pairs of parts of two nodes: of one name, else of one number."""
    if is_node(one) and type(one) is type(other):
        yield one, other
    elif is_nodes(one) and isinstance(other, tuple):
        named = {each.name: each for each in other if getattr(each, "name", None)}
        for i, each in enumerate(one):
            match = named.get(getattr(each, "name", None))
            if match is None and i < len(other) and (len(one) == len(other) or not getattr(other[i], "name", None)):
                match = other[i]  # new ones stand behind the others
            if match is not None and type(match) is type(each):
                yield each, match


def _outermost(places: Iterable[Place]) -> list[Place]:
    """Those that are in no other, each once, in order."""
    found: list[Place] = []
    for each in sorted(set(places), key=lambda place: (place.file, place.span.start, -place.span.end)):
        if not found or found[-1].file != each.file or each.span.start >= found[-1].span.end:
            found.append(each)
    return found


def _groups(scene: Scene) -> tuple[tuple[Any, ...], ...]:
    return (scene.worlds, scene.models, scene.links, scene.joints, scene.frames, scene.meshes)


def _counterparts(scene: Scene, again: Scene) -> dict[str, Any]:
    """Id of a node of the edited scene -> the node of the same path in the printed one."""
    paths = {path: own for own, path in scene_paths(again).items()}
    by_id = {node.id: node for group in _groups(again) for node in group}
    return {own: by_id[paths[path]] for own, path in scene_paths(scene).items() if path in paths}
