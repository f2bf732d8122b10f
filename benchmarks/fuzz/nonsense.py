"""Files that keep to their format's grammar and say nothing sensible, made from its vocabulary.

Those of a format are the `MAKERS` of the module ``nonsense_<format>`` in this folder. A format without one gets changed files instead.
"""

from __future__ import annotations

import random
from functools import cache
from importlib import import_module
from importlib.util import find_spec

from benchmarks.fuzz.case import SUFFIXES, Case
from benchmarks.fuzz.mutations import mutated
from benchmarks.fuzz.seeds import seeds
from benchmarks.fuzz.values import Maker, Wild

_SHARES = (0.0, 0.0, 0.005, 0.02, 0.05, 0.2)


@cache
def makers(source: str) -> tuple[Maker, ...]:
    """Return what makes nonsense of a format."""
    name = f"benchmarks.fuzz.nonsense_{source}"
    found: tuple[Maker, ...] = import_module(name).MAKERS if find_spec(name) is not None else ()
    return found


def nonsense(source: str, target: str, rng: random.Random) -> Case:
    if not makers(source):
        seed, other = rng.choice(seeds(source)), rng.choice(seeds(source))
        return Case(source, target, f"nonsense{SUFFIXES[source]}", mutated(seed.data, other.data, rng), made=f"changed {seed.path.name}")
    wild = Wild(rng, rng.choice(_SHARES))
    make, spec, suffix = rng.choice(makers(source))
    text = make(wild)
    name = f"nonsense{suffix or SUFFIXES[source]}"
    return Case(spec or source, target, name, text.encode("utf-8", "surrogatepass"), made=f"{make.__name__}, {wild.share:.1%} wild")
