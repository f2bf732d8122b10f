"""YAML as Python values: numbers, texts, lists and maps, as PyYAML's safe loader reads them. `scenec.syntax.yaml` makes a tree with places
of it instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from scenec.errors import ReadError
from scenec.source import Source
from scenec.syntax.decoding import decoded

DEEPEST = 100
"""Maps and lists nested deeper are refused."""
_NUMBERS = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
_MOST_NUMBERS = 2000
"""Keys of a map. Numbers whose hashes are equal can be made at will, and then take time with their square."""


def read_yaml_values(
    data: bytes, shown: str, *, most: int, tags: Mapping[str, Callable[[str], Any]], make_map: Callable[[dict[Any, Any]], Any] = dict
) -> Any:
    """Return what a YAML file says.

    shown: what errors call the file. most: maps, lists and scalars, those counted again that an alias stands for. tags: what makes a value
    of the text of a scalar with this tag (``!degrees``); errors of it pass through. make_map: what makes the value of a map.

    Raises ReadError for what is not YAML in UTF-8, for other tags, and for what is larger or nested deeper.
    """
    import yaml

    text = decoded(data.removeprefix(b"\xef\xbb\xbf"), shown)
    fast: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(fast):  # type: ignore[misc]  # a class of its own for each file: constructors are registered with the class
        pass

    for tag, convert in tags.items():
        Loader.add_constructor(tag, lambda loader, node, convert=convert: convert(loader.construct_scalar(node)))
    loader = None
    try:
        _refuse_depth(text, fast, most, shown)
        loader = Loader(text)
        node = loader.get_single_node()
        if node is None:
            return None
        _refuse_size(node, most, shown)
        return _with_maps(loader.construct_document(node), make_map)
    except yaml.MarkedYAMLError as error:
        raise ReadError(
            f"not well-formed YAML: {error.problem or error.context}", _place(error.problem_mark or error.context_mark, shown)
        ) from None
    except (yaml.YAMLError, ValueError, TypeError, RecursionError) as error:
        message = str(error).splitlines() or ["nested too deep"]
        raise ReadError(f"not well-formed YAML: {message[0]}", Source(shown, 1, 1)) from None
    finally:
        if loader is not None:
            loader.dispose()


def _refuse_depth(text: str, fast: Any, most: int, shown: str) -> None:
    """Raise ReadError for what is nested too deep, or has too many parts: the loader descends by a call for each level, and keeps all."""
    import yaml

    depth = parts = 0
    for event in yaml.parse(text, Loader=fast):
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            depth += 1
            if depth > DEEPEST:
                raise ReadError(f"nested deeper than {DEEPEST} maps and lists", _place(event.start_mark, shown))
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            depth -= 1
        else:
            parts += 1
            if parts > most:
                raise ReadError(f"more than {most:,} values", _place(event.start_mark, shown))


def _refuse_size(root: Any, most: int, shown: str) -> None:
    """Raise ReadError for aliases that lead in circles, and where more nodes than `most` are meant. Each node is looked at once."""
    import yaml

    sizes: dict[int, int] = {}
    open_nodes: set[int] = set()
    waiting = [(root, False)]
    while waiting:
        node, is_done = waiting.pop()
        if not is_done and id(node) in sizes:
            continue
        below = _below(node)
        if is_done:
            size = sizes[id(node)] = 1 + sum(sizes[id(each)] for each in below)
            open_nodes.discard(id(node))
            if size > most:
                raise ReadError(f"more than {most:,} values", _place(node.start_mark, shown), hint="use fewer aliases")
            continue
        if isinstance(node, yaml.MappingNode) and sum(key.tag in _NUMBERS for key, _ in node.value) > _MOST_NUMBERS:
            raise ReadError(f"a map with more than {_MOST_NUMBERS:,} numbers as keys", _place(node.start_mark, shown), "words as keys")
        open_nodes.add(id(node))
        waiting.append((node, True))
        for each in below:
            if id(each) in open_nodes:
                raise ReadError("an alias inside of what it stands for", _place(node.start_mark, shown))
            waiting.append((each, False))


def _below(node: Any) -> list[Any]:
    if isinstance(node.value, str):
        return []
    return [each for item in node.value for each in (item if isinstance(item, tuple) else (item,))]


def _with_maps(value: Any, make_map: Callable[[dict[Any, Any]], Any]) -> Any:
    """A value whose maps are made by `make_map`."""
    if isinstance(value, dict):
        return make_map({key: _with_maps(each, make_map) for key, each in value.items()})
    return [_with_maps(each, make_map) for each in value] if isinstance(value, list) else value


def _place(mark: Any, shown: str) -> Source:
    return Source(shown, mark.line + 1, mark.column + 1) if mark is not None else Source(shown, 1, 1)
