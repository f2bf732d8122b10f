"""An edited scene as the writer of its format prints it, of which the text of new parts is taken."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from scenec.accounting.ledger import Ledger
from scenec.conversion import Origin, Target, read_source, write_target
from scenec.converters.common.options import ELEMENTS_ALONE
from scenec.converters.format import ReadResult, WriteOptions
from scenec.edits.changes import Path, Removed, changes, values_are_equal
from scenec.edits.cut_elements import has_content, is_left_empty, tag_and_name
from scenec.edits.element_differences import ElementDifferences, element_differences, with_numbers_of
from scenec.edits.files_state import FilesState
from scenec.edits.identity import keys_of_parts, with_other_ids
from scenec.edits.places import Place, Places
from scenec.errors import ScenecError
from scenec.files import read_file
from scenec.ir.pose import Pose
from scenec.ir.scene import Scene
from scenec.ir.walk import at_path, is_node, is_nodes
from scenec.syntax.splice import Edit, NotFoundError, SourceText, Span, spliced
from scenec.trace import ids_of, is_flag

if TYPE_CHECKING:
    from scenec.converters.format import NumberRules, UseRules


def field_of_use(path: Path, origin: Origin) -> str:
    """The element by which the use of a model states a field of it; "" where it does not."""
    if path[0] != "models" or len(path) < 3 or origin.record is None or not origin.record.uses:
        return ""
    model = next(iter(origin.scene.models[path[1] : path[1] + 1]), None)
    rules = cast("UseRules", import_module(origin.record.uses))
    return rules.STATED.get(path[2], "") if model is not None and model.use is not None else ""


class Differences(NamedTuple):
    """before: what the format's writer prints for the scene before; elements: how those of the edited scene differ."""

    before: SourceText
    elements: ElementDifferences


class Standing:
    """Where printed elements stand in the files of a scene. text: the printed one; known: its elements -> the nodes that they are of."""

    def __init__(self, text: SourceText, known: dict[Span, Any], places: Places) -> None:
        self._text = text
        self.known = known
        self.places = places
        self._starts = sorted(each.start for each in known)

    def place(self, element: Span) -> Place | None:
        """Return where an element stands, None where that is not known. A list is also known by what is in it: a Transform by its body."""
        if element in self.known:
            return self.places.element(self.known[element])
        if self._text.syntax != "sexp":
            return None
        for each in self._text.children(element):
            if each in self.known:
                place = self.places.element(self.known[each])
                text = self.places.text(place.file)
                around = text.holder(place.span.start)
                if around is not None and text.tag(around.start) == self._text.tag(element.start):
                    return Place(place.file, around)
        return None

    def has_known(self, element: Span) -> bool:
        """Whether an element, or one in it, is known."""
        return bisect_left(self._starts, element.end) > bisect_left(self._starts, element.start)


class PrintedScene:
    """The edited scene, printed anew and read again."""

    def __init__(self, scene: Scene, state: FilesState) -> None:
        origin = state.origin
        assert origin.record is not None
        record, version = origin.record, origin.result.version
        self.scene = scene
        self._spec, self._path = f"{record.name}@{version}", origin.path or ""
        self._record, self._version = record, version
        self._last: Standing | None = None
        try:
            name, data = self._print(scene)
            self._read(name, data, origin)
            if record.numbers:
                self._read(name, self._renumbered(origin, state.places), origin)
        except (ScenecError, AssertionError) as error:
            raise NotFoundError(f"the new part cannot be printed: {error}") from None

    def _read(self, name: str, data: bytes, origin: Origin) -> None:
        self.again = read_source(data, self._spec, None, name, origin.options, read_file)
        self.text = SourceText(data, self._record.syntax)
        self.ids = _counterparts(self.scene, self.again.scene)
        self._own_ids = {node.id: own for own, node in self.ids.items()}

    def _renumbered(self, origin: Origin, places: Places) -> bytes:
        """The text with the numbers that its elements have in the files; new ones get numbers that are free there."""
        rules = cast("NumberRules", import_module(self._record.numbers))
        own, known = places.text(places.root().file), self._known(origin)
        every = [each for group in self.text.children(self.text.outermost[-1]) for each in self.text.children(group)]
        pairs: list[tuple[str, str]] = []
        for each in every:
            if each in known:
                place = places.element(known[each])
                pairs.append((self.text.text[slice(*each)], places.text(place.file).text[slice(*place.span)]))
        file = (own.text[slice(*each)] for group in own.children(places.root().span) for each in own.children(group))
        new = (self.text.text[slice(*each)] for each in every if each not in known)
        numbers = rules.numbers_of(pairs, file, new)
        edits = [Edit(*each, rules.exchanged(self.text.text[slice(*each)], numbers)) for each in every]
        return self.text.encoded(spliced(self.text.text, edits))

    def _print(self, scene: Scene) -> tuple[str, bytes]:
        made = Origin(ReadResult(scene, "", (), source=self._spec), Ledger(), self._record)
        path = os.path.splitext(self._path)[0] + self._record.suffix(self._version)  # never an archive
        output, _ = write_target(
            made, Target(self._spec, path, WriteOptions(version=self._version, flatten=True, own={ELEMENTS_ALONE: True}))
        )
        return output.main, output.files[output.main]

    def differences(self, before: Scene) -> Differences:
        """How the printed text differs from that of another scene. Raises NotFoundError if that one cannot be printed."""
        try:
            text = SourceText(self._print(before)[1], self._record.syntax)
        except (ScenecError, AssertionError) as error:
            raise NotFoundError(f"the scene before cannot be printed: {error}") from None
        return Differences(text, element_differences(text, self.text))

    def longer_lists(self, found: Differences, origin: Origin, places: Places) -> Iterator[tuple[Place, str]]:
        """Yield where lists of numbers stand in the files that are longer or shorter with the moves, and their new texts."""
        known = self._standing(origin, places).known
        for old, new in found.elements.changed:
            if new not in known:
                continue
            place = places.element(known[new])
            text = places.text(place.file)
            for name in text.attributes(place.span.start):
                values = [_attribute(*each, name) for each in ((text, place.span), (found.before, old), (self.text, new))]
                made = None if None in values else with_numbers_of(*(each for each in values if each is not None))
                if made is not None:
                    yield Place(place.file, text.value(*text.place(place.span.start), name)), made

    def left_over(self, found: Differences, cuts: Sequence[Place], origin: Origin, places: Places) -> Iterator[Place]:
        """Yield elements of the files that the format's writer prints for parts that are gone, if nothing else is in them: those around
        what is cut, such as its place, and items of lists, such as a material."""
        known = self._standing(origin, places)
        holders = ((cut.file, places.text(cut.file).holder(cut.span.start)) for cut in cuts)
        above: dict[tuple[str, str], dict[Place, None]] = {}
        for file, each in holders:
            if each is not None:
                above.setdefault(tag_and_name(places.text(file), each), {})[Place(file, each)] = None
        gone = set(cuts)
        for old, around in found.elements.removed if cuts else ():
            printed = found.before, old
            heads = {found.before.head(each.start) for each in found.before.children(old)}
            twins = list(above.get(tag_and_name(*printed), ()))
            if not twins and found.before.head(old.start) == f"<{found.before.tag(old.start)}>":
                twins = [each for each in self._items(around, known, places) if has_content(each, printed, places)][-1:]
            yield from (each for each in twins if is_left_empty(each, gone, heads, places))

    def _items(self, around: Span, known: Standing, places: Places) -> list[Place]:
        """Return the elements in that of the files which is a printed one; none where that is not known."""
        try:
            holder, missing = self._holder(around, known, places)
        except NotFoundError:
            return []
        return [] if missing else [Place(holder.file, each) for each in places.text(holder.file).children(holder.span)]

    def span(self, path: Path, origin: Origin, places: Places) -> Span:
        """Where the new part at a path of the edited scene stands in the printed text, with what is around it alone."""
        node = self._twin(path)
        if node is None or node.origin is None:
            raise NotFoundError("it is not known how the new part is printed")
        source = node.origin.source
        span, standing = self.text.element(source.line, source.column), self._standing(origin, places)
        for around in self.text.around(span.start)[1:]:
            if around in self.text.outermost or standing.has_known(around) or standing.place(around) is not None:
                break
            span = around
        return span

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

    def has_parts(self, path: Path, parts: Any) -> bool:
        try:
            twins = self._twin(path)
        except NotFoundError:
            return False
        pairs = zip(twins, parts, strict=False)
        return len(twins) == len(parts) and not any(any(changes(with_other_ids(twin, self._own_ids), each)) for twin, each in pairs)

    def has(self, path: Path, value: Any) -> bool:
        """Whether a value of the printed scene is this one; ids are those of the edited scene."""
        try:
            twin = self._twin(path)
        except NotFoundError:
            return False
        return values_are_equal(self._own_ids.get(twin, twin) if isinstance(twin, str) else twin, value)

    def stated(self, path: Path, origin: Origin, places: Places) -> tuple[Place, str]:
        """Where a value belongs in the files of the scene, and the text that states it."""
        tag = field_of_use(path, origin)
        if tag:
            return self._stated_at_use(path, tag, origin, places)
        ledger = self.again.ledger
        ids = ids_of(self._twin(path))
        source, _ = next(iter(ledger.locate(ids[-1:]).values()), (None, ""))
        if source is None:
            raise NotFoundError("the format does not state the value")
        slot = source.path.rpartition("/@")[2] if "/@" in source.path else ""
        span = self.text.value(source.line, source.column, slot)
        known, way = self._standing(origin, places).known, self.text.around(span.start)
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

    def _stated_at_use(self, path: Path, tag: str, origin: Origin, places: Places) -> tuple[Place, str]:
        """The same in the element of a use that states it of its model."""
        model, twin = at_path(origin.scene, path[:2]), self._twin(path[:2])
        use = places.element(next(each for each in origin.scene.uses if each.id == model.use))
        own, text = self.text, places.text(use.file)
        source = twin.origin.source
        element = own.element(source.line, source.column)
        printed = next((own.text[slice(*each)] for each in own.children(element) if own.tag(each.start) == tag), None)
        made = printed or f"<{tag}>{text.escaped(use.span, _as_text(at_path(self.scene, path[:3])))}</{tag}>"
        existing = next((each for each in text.children(use.span) if text.tag(each.start) == tag), None)
        return (Place(use.file, existing), made) if existing is not None else _inside(text, use, [made])

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
        known = self._standing(origin, places)
        siblings, above = self._around(span)
        before = [place for each in siblings if each.end <= span.start and (place := known.place(each)) is not None]
        after = [place for each in siblings if each.start >= span.end and (place := known.place(each)) is not None]
        if before:
            place = before[-1]
            text = places.text(place.file)
            at, indentation = text.whole_lines(place.span).end, text.indentation(place.span.start)
            return self._line(text, place, at, indentation, span, behind=place.span.end)
        if after:
            place = after[0]
            text = places.text(place.file)
            at, indentation = text.whole_lines(place.span).start, text.indentation(place.span.start)
            return self._line(text, place, at, indentation, span, behind=place.span.start)
        return self._in_lists(span, above, known, places)

    def _in_lists(self, span: Span, above: Span | None, known: Standing, places: Places) -> tuple[Place, str]:
        """The same at the end of what holds it: in lists of the file that hold parts of one kind, such as materials, else in new ones."""
        place, missing = self._holder(above, known, places)
        text = places.text(place.file)
        lines = self._lines(span, text)
        for tag in missing:
            lines = [f"<{tag}>", *(text.indentation_unit + line for line in lines), f"</{tag}>"]
        return _inside(text, place, lines)

    def _holder(self, above: Span | None, known: Standing, places: Places) -> tuple[Place, list[str]]:
        """The element of the files that holds what a printed element holds, and the tags of lists that are not in it, the innermost first.
        Raises NotFoundError where that is not known."""
        lists: list[str] = []
        while above is not None:
            tag = self.text.tag(above.start)
            place = known.place(above)
            if place is None and above == self.text.outermost[-1] and places.text(places.root().file).tag(places.root().span.start) == tag:
                place = places.root()
            if place is not None:
                break
            if self.text.head(above.start) != f"<{tag}>":  # it says something itself
                raise NotFoundError("it is not known where the new part belongs")
            lists.append(tag)
            above = self._around(above)[1]
        else:
            raise NotFoundError("it is not known where the new part belongs")
        text = places.text(place.file)
        while lists:
            found = [each for each in text.children(place.span) if text.tag(each.start) == lists[-1]]
            if len(found) != 1:
                break
            place = Place(place.file, found[0])
            lists.pop()
        return place, lists

    def _line(self, text: SourceText, place: Place, at: int, indentation: str, span: Span, *, behind: int) -> tuple[Place, str]:
        lines = [indentation + line if line else line for line in self._lines(span, text)]
        ending = text.line_end
        if at in (place.span.end, place.span.start) and text.begins_line(place.span.start):  # what holds it ends on its line
            made = (
                [ending + line for line in lines] if behind == place.span.end else [line.lstrip() + ending + indentation for line in lines]
            )
            return Place(place.file, Span(behind, behind)), "".join(made)
        if at in (place.span.end, place.span.start):  # something else stands on the line
            return Place(place.file, Span(behind, behind)), " ".join(line.strip() for line in lines)
        return Place(place.file, Span(at, at)), "".join(line + ending for line in lines)

    def _lines(self, span: Span, text: SourceText | None = None) -> list[str]:
        """The lines of an element, without the indentation of the first; inner ones as deep as those of the file it goes to."""
        indentation = self.text.indentation(span.start)
        lines = self.text.text[slice(*span)].split("\n")
        unit, own = text.indentation_unit if text is not None else "  ", len(self.text.indentation_unit)
        found = [lines[0]]
        for line in lines[1:]:
            inner = line.removeprefix(indentation)
            depth = (len(inner) - len(inner.lstrip(" "))) // own
            found.append(unit * depth + inner.lstrip(" "))
        return found

    def _standing(self, origin: Origin, places: Places) -> Standing:
        """Where the printed elements stand in some files, worked out once for them: each version of the files has its own `places`."""
        if self._last is None or self._last.places is not places:
            self._last = Standing(self.text, self._known(origin), places)
        return self._last

    def _known(self, origin: Origin) -> dict[Span, Any]:
        """Where elements stand in the printed text -> the node in the files that they are of."""
        found: dict[Span, Any] = {}
        current = {node.id: node for group in _groups(origin.scene) for node in group}
        for own, twin in self.ids.items():
            node = current.get(own)
            if type(node) is type(twin):
                self._pair(twin, node, found)
        for twin, node in _pairs(self.again.scene.named_poses, origin.scene.named_poses):
            self._pair(twin, node, found)
        return found

    def _pair(self, twin: Any, node: Any, found: dict[Span, Any]) -> None:
        """A node and the parts of it that are alike, as far as they have elements of their own in the files."""
        waiting: list[tuple[Any, Any, tuple[Any, Any] | None]] = [(twin, node, None)]
        while waiting:
            one, other, around = waiting.pop()
            place = reference_of(other)
            if place is not None and place != around and getattr(one, "origin", None) is not None:
                source = one.origin.source
                found.setdefault(self.text.element(source.line, source.column), other)
            for name in one.__struct_fields__:
                waiting += [(inner, outer, place or around) for inner, outer in _pairs(getattr(one, name), getattr(other, name))]

    def _around(self, span: Span) -> tuple[list[Span], Span | None]:
        """The elements beside that of a span, and the one around them."""
        return self.text.siblings(span.start)


def _as_text(value: Any) -> str:
    """The text of a value that the writer leaves out since it is the default, which the definition need not have."""
    return "0 0 0 0 0 0" if isinstance(value, Pose) else str(bool(value)).lower() if is_flag(value) else str(value)


def _attribute(text: SourceText, element: Span, name: str) -> str | None:
    if not text.has_attribute(element.start, name):
        return None
    return text.text[slice(*text.value(*text.place(element.start), name))]


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
    if text.syntax == "sexp" and text.text[start : close.start].strip():
        return Place(place.file, Span(close.start, close.start)), ending + body.removesuffix(ending)
    if text.text[start : close.start].strip():  # on one line
        return Place(place.file, Span(close.start, close.start)), ending + body + outer
    return Place(place.file, Span(start, start)), body


def reference_of(node: Any) -> tuple[Any, Any] | None:
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


def _groups(scene: Scene) -> tuple[tuple[Any, ...], ...]:
    return (scene.worlds, scene.models, scene.links, scene.joints, scene.frames, scene.meshes)


def _counterparts(scene: Scene, again: Scene) -> dict[str, Any]:
    """Id of a node of the edited scene -> the node of the same kind and path in the printed one."""
    keys = {key: own for own, key in keys_of_parts(again).items()}
    by_id = {node.id: node for group in _groups(again) for node in group}
    found = {own: by_id[keys[key]] for own, key in keys_of_parts(scene).items() if key in keys}
    return found | {node.id: twin for node, twin in zip(scene.worlds, again.worlds, strict=False)}
