"""A new value in the notation of the text that stands there: its unit, its separators, the style of a rotation.

No rule of a format stands here. The value that was read from a text shows the meaning of the text: the number 90 beside a value of 1.5708
is in degrees, 5 beside 0.005 in millimetres, and a rotation is stated by the angles or the quaternion that give the one that was read. A
guess may be wrong; the text is read again, and a value that is not the wanted one is tried another way.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from scenec.comparison.tolerance import near_turn
from scenec.ir.pose import Rotation
from scenec.trace import Computed, is_flag

NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
SCALES = (1.0, 180.0 / math.pi, 1000.0, 100.0, 0.001, 1.0 / 9.81, 60.0 / (2.0 * math.pi))
"""Factors of numbers in texts: none, degrees, millimetres and so on. Others are taken if none of these fits."""
FLAGS = (("true", "false"), ("True", "False"), ("1", "0"), ("yes", "no"), ("on", "off"), ("enable", "disable"))
_CLOSE = 1e-9
_WHOLE = re.compile(r"[+-]?\d+\.0*")
"""A whole number with a decimal point."""


class Text(NamedTuple):
    """A text that a value was read from, one of several perhaps. key: of its place, for the caller. name: of the attribute or element that
    it stands in."""

    key: Any
    content: str
    name: str = ""


Beside = Callable[[Any, str], Any]
"""Key of a text and the name of another attribute -> the key of that, which is not there yet; None where there is no room."""


Respelled = dict[Any, str]
"""Key of a place -> its new text."""


def respelled(texts: Sequence[Text], old: Any, new: Any, beside: Beside = lambda key, name: None) -> Iterator[Respelled]:
    """Yield ways to say a new value, the likeliest first. texts: those that the old value was read from. beside: see there."""
    if isinstance(old, Rotation) and isinstance(new, Rotation):
        yield from _rotations(texts, old, new)
    elif is_flag(old) and is_flag(new):
        yield from _flags(texts, bool(new))
    elif isinstance(old, str) and isinstance(new, str):
        yield from _words(texts, str(old), str(new))
    elif isinstance(old, tuple) and isinstance(new, tuple) and all(isinstance(each, (int, float)) for each in (*old, *new)):
        yield from _colours(texts, old, new)
        yield from _of_functions(texts, new)
        yield from _components(texts, old, new, beside)
        yield from _vectors(texts, old, new)
        changed = [(float(a), b) for a, b in zip(old, new, strict=False) if a != b]
        if len(changed) == 1 and changed[0][0]:  # a number that a placeholder puts in
            yield from _numbers(texts, *changed[0])
    elif isinstance(old, (int, float)) and isinstance(new, (int, float)):
        yield from _numbers(texts, float(old), new)


# ---------------------------------------------------------------- numbers


def printed(number: float, like: str = "", *, exact: bool = True) -> str:
    """A number in decimals. like: the one that stood there, whole numbers with a decimal point or without. exact: it is no product with a
    unit."""
    short = f"{number:.15g}"
    text = repr(float(number)) if exact or not math.isclose(float(short), number, rel_tol=2e-15) else repr(float(short))
    if text.endswith(".0") and not _WHOLE.fullmatch(like):
        text = text[:-2]
    return text.removeprefix("-") if text in ("-0", "-0.0") else text


def _scaled(number: float, token: str, scale: float) -> str:
    exact = scale == 1.0 and not isinstance(number, Computed)
    return printed(number if scale == 1.0 else number * scale, token, exact=exact)


def _scales(value: float, token: str) -> Iterator[float]:
    """How the number of a text can come from a value, the likeliest first; nothing if it cannot."""
    number = float(token)
    if not value or not number:
        if not value and not number:
            yield from SCALES[:3]
        return
    ratio = number / value
    known = [scale for scale in SCALES if math.isclose(ratio, scale, rel_tol=_CLOSE)]
    yield known[0] if known else ratio


def numbers_in(content: str) -> list[re.Match[str]]:
    """The numbers of a text, without those of units: the 2 of mm^2."""
    return [each for each in NUMBER.finditer(content) if not (each.start() and re.match(r"[\w^]", content[each.start() - 1]))]


class Answer(NamedTuple):
    """A number in a text, and the value that it gave."""

    number: float
    value: float


def corrected(content: str, before: Answer, now: float, new: float) -> str | None:
    """A text whose number gives a new value, as far as two answers tell: the value may be worked out of other numbers, too, as a tensor
    about another point is. before: an earlier number and value; now: the value that the text gives. None if the text is no one number."""
    tokens = numbers_in(content)
    if len(tokens) != 1 or now == before.value or float(tokens[0][0]) == before.number:
        return None
    number = float(tokens[0][0])
    slope = (now - before.value) / (number - before.number)
    exact = number + (new - now) / slope
    for digits in range(1, 17):  # no more of them than the value needs
        short = float(f"{exact:.{digits}g}")
        if math.isclose(now + (short - number) * slope, new, rel_tol=1e-14, abs_tol=1e-18):
            break
    made = printed(short, tokens[0][0], exact=False)
    return content[: tokens[0].start()] + made + content[tokens[0].end() :]


def _numbers(texts: Sequence[Text], old: float, new: float) -> Iterator[Respelled]:
    tried: list[tuple[int, Respelled]] = []
    for text in texts:
        for found in numbers_in(text.content):
            for n, scale in enumerate(_scales(old, found[0])):
                made = text.content[: found.start()] + _scaled(new, found[0], scale) + text.content[found.end() :]
                tried.append((0 if scale in SCALES else 1 + n, {text.key: made}))
                if scale not in SCALES and new:  # a period beside a rate
                    turned = text.content[: found.start()] + printed(float(found[0]) * old / new, exact=False) + text.content[found.end() :]
                    tried.append((2 + n, {text.key: turned}))
        yield from _symmetric(text, old, new)
    yield from (made for _, made in sorted(tried, key=lambda each: each[0]))
    for text in texts:  # an expression, or a word such as inf
        yield {text.key: printed(new)}


def _symmetric(text: Text, old: float, new: float) -> Iterator[Respelled]:
    """A range from the negative of a number to the number: ``-50 50``."""
    tokens = numbers_in(text.content)
    if len(tokens) != 2 or float(tokens[0][0]) != -float(tokens[1][0]):
        return
    scale = next(_scales(old, tokens[1][0]), 1.0)
    numbers = [float(each[0]) for each in tokens]
    made = [math.copysign(new * abs(scale), each) for each in numbers]
    yield {text.key: _with_numbers(text.content, tokens, numbers, made, 1.0)}


def _vectors(texts: Sequence[Text], old: Sequence[Any], new: Sequence[Any]) -> Iterator[Respelled]:
    for text in texts:
        tokens = list(NUMBER.finditer(text.content))
        for first in range(len(tokens) - len(old) + 1):
            scale = _common_scale(old, [each[0] for each in tokens[first : first + len(old)]])
            if scale is not None:
                yield {text.key: _with_numbers(text.content, tokens[first : first + len(old)], old, new, scale)}
        if len(tokens) < len(old) and tokens:
            yield from _shorter(text, tokens, new)


def _common_scale(old: Sequence[float], tokens: Sequence[str]) -> float | None:
    """Return the factor of all numbers; None if they have none in common."""
    found = 1.0
    for value, token in zip(old, tokens, strict=True):
        number = float(token)
        if bool(value) != bool(number):
            return None
        if value:
            found = next(_scales(float(value), token))
            break
    close = all(math.isclose(float(token), value * found, rel_tol=1e-6, abs_tol=1e-12) for value, token in zip(old, tokens, strict=True))
    return found if close else None


def _with_numbers(content: str, tokens: Sequence[re.Match[str]], old: Sequence[float], new: Sequence[float], scale: float) -> str:
    pieces, done = [], 0
    for token, before, after in zip(tokens, old, new, strict=True):
        pieces += [content[done : token.start()], token[0] if before == after else _scaled(after, token[0], scale)]
        done = token.end()
    return "".join([*pieces, content[done:]])


NAMES = (("x", "y", "z", "w"), ("r", "g", "b", "a"), ("red", "green", "blue", "alpha"))
"""Names of attributes and elements that hold one number of several each."""


def _components(texts: Sequence[Text], old: Sequence[Any], new: Sequence[Any], beside: Beside) -> Iterator[Respelled]:
    """A number in each of several attributes or elements, some of which may be missing where they are 0."""
    for names in NAMES:
        mine = {names.index(text.name): text for text in texts if text.name in names[: len(old)]}
        if not mine:
            continue
        made: Respelled = {}
        scale, unit, model = 1.0, "", ""
        for number, text in mine.items():
            found = NUMBER.search(text.content)
            if found is None:
                return
            scale = next(_scales(float(old[number]), found[0]), scale)
            unit, model = text.content[found.end() :], found[0]
        for number, (before, after) in enumerate(zip(old, new, strict=True)):
            if before == after:
                continue
            if number in mine:
                text = mine[number]
                found = NUMBER.search(text.content)
                assert found is not None  # it was there above
                own = next(_scales(float(before), found[0]), scale)
                made[text.key] = text.content[: found.start()] + _scaled(after, found[0], own) + text.content[found.end() :]
                continue
            key = beside(next(iter(mine.values())).key, names[number])
            if key is None:
                return
            made[key] = _scaled(after, model, scale) + unit
        if made:
            yield made


_HEX = re.compile(r"#(?:[0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})")


def _colours(texts: Sequence[Text], old: Sequence[Any], new: Sequence[Any]) -> Iterator[Respelled]:
    """A colour in hexadecimal, or as a word that stands for one."""
    for text in texts:
        content = text.content.strip()
        if len(old) in (3, 4) and (_HEX.fullmatch(content) or content.isalpha()) and all(0 <= each <= 1 for each in new):
            parts = new if len(new) == 4 and (new[3] != 1 or len(content) in (5, 9)) else new[:3]
            letters = "".join(f"{round(float(each) * 255):02x}" for each in parts)
            yield {text.key: "#" + (letters.upper() if content.upper() == content and content.lower() != content else letters)}


def _of_functions(texts: Sequence[Text], new: Sequence[Any]) -> Iterator[Respelled]:
    """A colour as ``rgb(100%, 0%, 0%)`` or ``rgb(255, 0, 0)``, as CSS has it."""
    for text in texts:
        tokens = list(NUMBER.finditer(text.content))
        if text.content.lstrip().startswith("rgb") and 3 <= len(tokens) <= len(new):
            made: list[str] = []
            done = 0
            for token, value in zip(tokens, new, strict=False):
                unit = 100 if text.content.startswith("%", token.end()) else 255 if len(made) < 6 else 1
                made += [text.content[done : token.start()], printed(round(float(value) * unit, 10), exact=False)]
                done = token.end()
            yield {text.key: "".join([*made, text.content[done:]])}


def _shorter(text: Text, tokens: Sequence[re.Match[str]], new: Sequence[float]) -> Iterator[Respelled]:
    """A text of fewer numbers than the value has: one for all, or without those that are implied."""
    if len(tokens) == 1 and len(set(new)) == 1:
        yield {text.key: _with_numbers(text.content, tokens, [math.nan], [float(new[0])], 1.0)}
    yield {text.key: _with_numbers(text.content, tokens, [math.nan] * len(tokens), list(new[: len(tokens)]), 1.0)}
    yield {text.key: " ".join(printed(float(each)) for each in new)}


# ---------------------------------------------------------------- rotations


Style = tuple[int, Callable[[Sequence[float]], Rotation], Callable[[Rotation], Sequence[float]]]
"""Number of numbers, their rotation, and the numbers of a rotation."""


def _of_rpy(numbers: Sequence[float]) -> Rotation:
    return Rotation.from_rpy(*numbers)


def _of_degrees(numbers: Sequence[float]) -> Rotation:
    return Rotation.from_rpy(*map(math.radians, numbers))


def _of_euler(order: str, unit: float) -> Style:
    """Angles about the axes of an order, each about the turned axes (small letters) or the fixed ones (capitals)."""
    axes = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}

    def read(numbers: Sequence[float]) -> Rotation:
        turned = Rotation((1.0, 0.0, 0.0, 0.0))
        for letter, angle in zip(order, numbers, strict=True):
            part = Rotation.about(axes[letter.lower()], angle * unit)
            turned = turned @ part if letter.islower() else part @ turned
        return turned

    def written(rotation: Rotation) -> Sequence[float]:
        from scenec.edits.euler_angles import euler_angles

        return [angle / unit for angle in euler_angles(rotation, order)]

    return 3, read, written


def _of_axis_angle(unit: float) -> Style:
    def read(numbers: Sequence[float]) -> Rotation:
        x, y, z, angle = numbers
        return Rotation.about((x, y, z), angle * unit)

    def written(rotation: Rotation) -> Sequence[float]:
        w, x, y, z = rotation if rotation[0] >= 0 else [-each for each in rotation]
        length = math.hypot(x, y, z)
        if not length:
            return (1.0, 0.0, 0.0, 0.0)
        return (x / length, y / length, z / length, 2 * math.atan2(length, w) / unit)

    return 4, read, written


def _rpy_of(rotation: Rotation) -> Sequence[float]:
    return rotation.rpy or rotation.to_rpy()


def _styles() -> list[Style]:
    """The likeliest first."""
    degree = math.pi / 180.0
    found: list[Style] = [
        (3, _of_rpy, _rpy_of),
        (3, _of_degrees, lambda rotation: [math.degrees(each) for each in _rpy_of(rotation)]),
        (4, lambda numbers: Rotation.from_quat(*numbers), lambda rotation: tuple(rotation)),
        (4, lambda numbers: Rotation.from_quat(numbers[3], *numbers[:3]), lambda rotation: (*rotation[1:], rotation[0])),
        _of_axis_angle(1.0),
        _of_axis_angle(degree),
    ]
    orders = sorted({"".join(each) for each in product("xyz", repeat=3) if each[0] != each[1] != each[2]})
    for unit in (degree, 1.0):
        found += [_of_euler(order, unit) for order in (*orders, *map(str.upper, orders))]
    return found


def _rotations(texts: Sequence[Text], old: Rotation, new: Rotation) -> Iterator[Respelled]:
    tokens = [(text, found) for text in texts for found in NUMBER.finditer(text.content)]
    for count, read, written in _styles():
        for first in sorted(range(len(tokens) - count + 1), reverse=True):  # behind a position
            here = tokens[first : first + count]
            numbers = [float(found[0]) for _, found in here]
            try:
                fits = near_turn(read(numbers), old, 1e-6)
            except ValueError:  # about no axis
                continue
            if fits:
                yield _with_tokens(texts, here, written(new))


def _with_tokens(texts: Sequence[Text], tokens: Sequence[tuple[Text, re.Match[str]]], numbers: Sequence[float]) -> Respelled:
    made: Respelled = {}
    for text in texts:
        mine = [(found, number) for (owner, found), number in zip(tokens, numbers, strict=True) if owner is text]
        if mine:
            before, after = [float(found[0]) for found, _ in mine], [float(number) for _, number in mine]
            kept = [a if math.isclose(a, b, rel_tol=1e-15) else b for a, b in zip(before, after, strict=True)]
            made[text.key] = _with_numbers(text.content, [found for found, _ in mine], before, kept, 1.0)
    return made


# ---------------------------------------------------------------- words


def _flags(texts: Sequence[Text], new: bool) -> Iterator[Respelled]:
    for text in texts:
        for yes, no in FLAGS:
            if text.content.strip() in (yes, no):
                yield {text.key: yes if new else no}


def _words(texts: Sequence[Text], old: str, new: str) -> Iterator[Respelled]:
    yield from ({text.key: new} for text in texts if text.content == old)
    yield from ({text.key: text.content.replace(old, new)} for text in texts if old and text.content != old and old in text.content)
