"""Parts that share a definition and shall differ: the use of one of them says itself what the definition says.

Uses are elements that name a definition (`Format.uses` knows how they say it themselves) and calls of xacro's macros (what the call made
takes its place). Of uses in each other the innermost one is tried first in which the parts are not together.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from msgspec import structs

from scenec.conversion import Origin
from scenec.converters.common.definition_use import DefinitionUse
from scenec.edits.changes import Path
from scenec.edits.expressions import calls_of
from scenec.edits.files_state import FilesState
from scenec.edits.places import Place, Places
from scenec.ir.joint import Joint
from scenec.ir.link import Link
from scenec.ir.scene import Scene
from scenec.ir.scene_data import Model, Use
from scenec.ir.walk import at_path, is_node
from scenec.source import Source
from scenec.syntax.splice import Edit, NotFoundError, SourceText, Span
from scenec.trace import ids_of
from scenec.xacro.document import ExpandedDocument
from scenec.xacro.written_out import expansion_of_call

if TYPE_CHECKING:
    from scenec.converters.format import UseRules

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_LIST_COMMENT = re.compile(r";[^\r\n]*")


class _UseElement(NamedTuple):
    """source: where the element of a use stands; use: of a definition, None for the call of a macro."""

    source: Source
    use: Use | None

    @property
    def place(self) -> tuple[str, int, int]:
        return self.source.file, self.source.line, self.source.column


class StatedAtUse(NamedTuple):
    """Edits (by file) that let a use say itself what its definition says, and the name of the use."""

    edits: dict[str, list[Edit]]
    name: str


def stated_at_use(path: Path, beside: Path | None, origin: Origin, places: Places) -> Iterator[StatedAtUse]:
    """Yield ways after which the value or part at a path of the scene no longer shares what it says with the one at `beside` (None: with
    any, by its innermost use). Raises NotFoundError if no use tells them apart, or if it cannot be done."""
    own = _uses_around(path, origin)
    others = {each.place for each in _uses_around(beside, origin)} if beside is not None else {each.place for each in own[:-1]}
    numbers = [i for i, each in enumerate(own) if each.place not in others]
    if not numbers:
        raise NotFoundError("no use of a definition tells them apart")
    for number in reversed(numbers):
        try:
            yield from _at(number, own, path, origin, places)
        except NotFoundError:
            continue


def _at(number: int, uses: list[_UseElement], path: Path, origin: Origin, places: Places) -> Iterator[StatedAtUse]:
    """Yield the ways of one use of several in each other."""
    found = uses[number]
    file = places.path(found.source.file)
    text = places.text(file)
    element = text.element(found.source.line, found.source.column)
    if found.use is None:
        document = cast(ExpandedDocument, origin.ledger.documents[0])
        made = expansion_of_call(document, found.place, text, element)
        yield StatedAtUse({file: [Edit(*element, _with_comments(made, text, element))]}, f"<{text.tag(element.start)}>")
        return
    inner = tuple(str(each.use.name or "") for each in uses[number + 1 :] if each.use is not None)
    asset = next(each for each in origin.scene.assets if each.id == found.use.asset)
    for way in _rules(origin).ways(_definition_use(Place(file, element), found.use, path, inner, origin, places)):
        edits: dict[str, list[Edit]] = {}
        for each in way:
            own = each.edit
            if (own.start, own.end) == tuple(element) and each.text is text:
                own = own._replace(text=_with_comments(own.text, text, element))
            edits.setdefault(places.file_of(each.text), []).append(own)
        yield StatedAtUse(edits, str(found.use.name or asset.name))


def _with_comments(made: str, text: SourceText, element: Span) -> str:
    """The text that takes the place of an element, behind the comments of that which are not in it."""
    pattern = _LIST_COMMENT if text.syntax == "sexp" else _COMMENT
    lost = [found for found in pattern.findall(text.text, *element) if found not in made]
    return (text.line_end + text.indentation(element.start)).join((*lost, made))


def share_less(path: Path, beside: Path | None, before: FilesState, after: FilesState) -> bool:
    """Whether a value (or part) shares less with another one (None: with any) than before: it is in fewer uses, or it is read from a text
    that the other one is not read from."""
    if beside is None or len(_uses_around(path, after.origin)) < len(_uses_around(path, before.origin)):
        return True
    values = [at_path(after.scene, each) for each in (path, beside)]
    if any(map(is_node, values)):
        return True
    own, other = ({place for place, _ in after.places.values(ids_of(value)).values()} for value in values)
    return not own <= other


def _rules(origin: Origin) -> UseRules:
    record = origin.record
    if record is None or not record.uses:
        raise NotFoundError("the format cannot state it at the use of a definition")
    return cast("UseRules", import_module(record.uses))


def _definition_use(at: Place, use: Use, path: Path, inner: tuple[str, ...], origin: Origin, places: Places) -> DefinitionUse:
    asset = next(each for each in origin.scene.assets if each.id == use.asset)
    definition = places.element(asset) if asset.origin is not None else places.root(places.path(asset.file or ""))
    value = at_path(origin.scene, path)
    stands = [] if is_node(value) else [place for place, _ in places.values(ids_of(value)[-1:]).values()]
    made = DefinitionUse(places.text(at.file), at.span, places.text(definition.file), definition.span, inner=inner)
    return structs.replace(made, value_text=places.text(stands[0].file), value=stands[0].span) if stands else made


def _uses_around(path: Path, origin: Origin) -> list[_UseElement]:
    """Return the uses that the value or part at a path is in, the outermost first. Raises NotFoundError for one that is not there."""
    try:
        at_path(origin.scene, path)
    except (IndexError, AttributeError, TypeError):
        raise NotFoundError("it is new") from None
    calls = _calls(path, origin)
    if calls:
        return [_UseElement(each, None) for each in reversed(calls)]
    by_id = {each.id: each for each in origin.scene.uses}
    found: dict[tuple[str, int, int], _UseElement] = {}
    own: str | None
    for own in (*_uses_of_file(path, origin), *_use_ids(origin.scene, path)):
        while own is not None:
            use = by_id[own]
            if use.origin is not None and use.origin.document is not None:
                element = _UseElement(use.origin.source, use)
                found.setdefault(element.place, element)
            own = use.parent
    return list(found.values())[::-1]


def _uses_of_file(path: Path, origin: Origin) -> list[str]:
    """Return the uses of the file that a value stands in, of those that the part has innermost: files can say values of parts of others."""
    own = next(_use_ids(origin.scene, path), None)
    files = {source.file for source, _ in origin.ledger.locate(ids_of(at_path(origin.scene, path))).values()}
    assets = {each.id for each in origin.scene.assets if each.origin is None and each.file in files}
    return [each.id for each in origin.scene.uses if each.asset in assets and each.parent == own and each.id != own]


def _calls(path: Path, origin: Origin) -> list[Source]:
    """Return where the macros were called that made a value or a part, the innermost call first."""
    value = at_path(origin.scene, path)
    node = getattr(value, "origin", None)
    located = [source for source, _ in origin.ledger.locate(ids_of(value)).values()]
    if not located and node is not None and node.document is not None:
        located = [node.source]
    trail = located[0].trail if located else ()
    calls = calls_of(trail)
    return calls if len(calls) == len(trail) else []


def _use_ids(scene: Scene, path: Path) -> Iterator[str]:
    """Yield the uses that nodes name: on the path, then, for definitions that are elements, those that the part hangs from in its model,
    then models."""
    yield from _named(at_path(scene, path[:length]) for length in range(len(path), 1, -1))
    if all(each.origin is None for each in scene.assets):
        return
    part: Any = at_path(scene, path[:2])
    links = {each.id: each for each in scene.links}
    joints = {each.child: each for each in scene.joints}
    tree: list[Any] = []
    while isinstance(part, Joint | Link) and part not in tree:
        tree.append(part)
        above: Any = joints.get(part.id) if isinstance(part, Link) else links.get(part.parent)
        if above is None or above.model != part.model:
            break
        part = above
    models = {each.id: each for each in scene.models}
    model: Model | None = part if isinstance(part, Model) else models.get(getattr(part, "model", None) or "")
    while model is not None and model not in tree:
        tree.append(model)
        model = models.get(model.parent or "")
    yield from _named(tree)


def _named(nodes: Iterable[Any]) -> Iterator[str]:
    return (use for node in nodes if (use := getattr(node, "use", None)) is not None)
