"""Inputs by number: the same seed and number make the same case. Numbers go round all pairs of formats."""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from benchmarks.fuzz.bombs import bomb
from benchmarks.fuzz.broken_assets import with_broken_asset
from benchmarks.fuzz.case import FORMATS, SUFFIXES, Case
from benchmarks.fuzz.mutations import mutated
from benchmarks.fuzz.nonsense import nonsense
from benchmarks.fuzz.seeds import Seed, seeds
from scenec.converters import by_suffix

PAIRS = tuple((source, target) for source in FORMATS for target in FORMATS)


def made(seed: int, number: int) -> Case:
    """Input `number` of the run with that seed."""
    rng = random.Random(f"{seed}:{number}")
    source, target = PAIRS[number % len(PAIRS)]
    strategy = rng.choices([one for one, _ in _STRATEGIES], [weight for _, weight in _STRATEGIES])[0]
    return strategy(source, target, rng)


def _mutated(source: str, target: str, rng: random.Random) -> Case:
    seed, other = rng.choice(seeds(source)), rng.choice(seeds(source))
    return _pretending(seed, target, mutated(seed.data, other.data, rng), f"mutated {seed.path.name}")


def _spliced(source: str, target: str, rng: random.Random) -> Case:
    """A file with parts of one of another format."""
    seed, other = rng.choice(seeds(source)), rng.choice(seeds(rng.choice(FORMATS)))
    return _pretending(seed, target, mutated(seed.data, other.data, rng), f"{seed.path.name} spliced with {other.path.name}")


def _nonsense(source: str, target: str, rng: random.Random) -> Case:
    return nonsense(source, target, rng)


def _mutated_nonsense(source: str, target: str, rng: random.Random) -> Case:
    case, other = nonsense(source, target, rng), nonsense(source, target, rng)
    return msgspec.structs.replace(case, data=mutated(case.data, other.data, rng), made=f"mutated {case.made}")


def _swapped(source: str, target: str, rng: random.Random) -> Case:
    """The content of one format under the name of another."""
    other = rng.choice(seeds(rng.choice(FORMATS)))
    return Case(source, target, f"swapped{SUFFIXES[source]}", other.data, made=f"{other.path.name} as {source}")


def _random_bytes(source: str, target: str, rng: random.Random) -> Case:
    start = rng.choice(
        (b"", b"<", b"<sdf version='1.9'>", b"(RSG 0 1)(", b"<Simulation>", b"{", b"PK\x03\x04", b'{"schema": "scenec.scene/1", ')
    )
    return Case(source, target, f"noise{SUFFIXES[source]}", start + rng.randbytes(rng.choice((0, 1, 8, 64, 512))), made="random bytes")


def _bomb(source: str, target: str, rng: random.Random) -> Case:
    return bomb(source, target, rng)


def _broken_asset(source: str, target: str, rng: random.Random) -> Case:
    return with_broken_asset(source, target, rng)


def _pretending(seed: Seed, target: str, data: bytes, made: str) -> Case:
    """A changed file in the place of the one it was, so that its references lead where they led."""
    return Case(by_suffix(seed.path.name) or seed.format, target, seed.path.name, data, folder=str(seed.path.parent), made=made)


_STRATEGIES: tuple[tuple[Callable[[str, str, random.Random], Case], int], ...] = (
    (_mutated, 30),
    (_spliced, 5),
    (_nonsense, 35),
    (_mutated_nonsense, 10),
    (_swapped, 2),
    (_random_bytes, 3),
    (_broken_asset, 12),
    (_bomb, 3),
)
