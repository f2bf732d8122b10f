"""Guided by coverage: atheris keeps inputs that reach new code and changes those further; what it changes them with is ours."""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from benchmarks.fuzz.case import FORMATS, SUFFIXES, Case, keep
from benchmarks.fuzz.mutations import mutated
from benchmarks.fuzz.seeds import seeds

LARGEST = 12_000


def guided(seed: int, minutes: float, folder: Path) -> int:
    """Run for that long (0: until stopped). What breaks a promise is kept. The first two bytes of an atheris input choose the pair of
    formats, the rest is the file."""
    try:
        import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]
    except ImportError:
        print("--coverage needs atheris: pip install atheris", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["scenec"], exclude=["scenec.accounting.codes"]):
        from benchmarks.fuzz.judge import judge
        from benchmarks.fuzz.worker import warm_up
        from scenec import api  # noqa: F401 - loaded here to be instrumented
    place = Path(tempfile.mkdtemp(prefix="scenec-fuzz-"))
    warm_up(place)
    known: set[str] = set()

    def test(data: bytes) -> None:
        if len(data) < 2:
            return
        case = _case(data)
        for failure in judge(case, place).failures:
            if str(failure) not in known:
                known.add(str(failure))
                print(f"{failure}\n    {failure.detail[:300]}", file=sys.stderr)
                keep(case, folder / f"guided-{len(known)}", str(failure))

    def change(data: bytes, most: int, number: int) -> bytes:
        rng = random.Random(number)
        other = rng.choice(seeds(FORMATS[data[0] % len(FORMATS)] if data else rng.choice(FORMATS))).data
        if len(data) < 2 or rng.random() < 0.02:
            return bytes((rng.randrange(256), rng.randrange(256))) + other[: most - 2]
        return (data[:2] if rng.random() < 0.8 else data[:1] + rng.randbytes(1)) + mutated(data[2:], other, rng)[: most - 2]

    corpus = _corpus()
    arguments = [
        sys.argv[0],
        str(corpus),
        f"-max_len={LARGEST}",
        f"-seed={seed}",
        "-rss_limit_mb=0",
        "-timeout=600",
        "-print_final_stats=1",
    ]
    if minutes:
        arguments.append(f"-max_total_time={int(60 * minutes)}")
    atheris.Setup(arguments, test, custom_mutator=change)
    atheris.Fuzz()  # ends the process, with what it has counted
    return 1 if known else 0


def _case(data: bytes) -> Case:
    source, target = FORMATS[data[0] % len(FORMATS)], FORMATS[data[1] % len(FORMATS)]
    return Case(source, target, f"guided{SUFFIXES[source]}", data[2:], made="guided by coverage")


def _corpus() -> Path:
    """The seeds as files for atheris to start from."""
    folder = Path(tempfile.mkdtemp(prefix="scenec-fuzz-corpus-"))
    for place, name in enumerate(FORMATS):
        for number, seed in enumerate(seeds(name)):
            (folder / f"{name}-{number}").write_bytes(bytes((place, number % len(FORMATS))) + seed.data)
    return folder
