"""Guided by coverage: atheris keeps inputs that reach new code and changes those further; what it changes them with is ours.

A process of its own, ``python -m benchmarks.fuzz.coverage SEED MINUTES FOLDER``, because code is instrumented while it is imported: nothing
of scenec may have been before.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from benchmarks.fuzz.case import Case

LARGEST = 12_000


def main() -> None:
    """Run for that many minutes (0: until stopped). What breaks a promise is kept in the folder, each kind once."""
    seed, minutes, folder = int(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3])
    try:
        import atheris  # type: ignore[import-not-found, import-untyped, unused-ignore]  # it has no types and is seldom there
    except ImportError:
        raise SystemExit("--coverage needs atheris: pip install atheris") from None
    place = Path(tempfile.mkdtemp(prefix="scenec-fuzz-"))
    with atheris.instrument_imports(include=["scenec"]):
        from benchmarks.fuzz.worker import warm_up

        warm_up(place)  # loads all modules that conversions load
    arguments = [sys.argv[0], str(_corpus(place / "corpus")), f"-max_len={LARGEST}", f"-seed={seed}", "-rss_limit_mb=0", "-timeout=600"]
    if minutes:
        arguments.append(f"-max_total_time={int(60 * minutes)}")
    atheris.Setup([*arguments, "-print_final_stats=1"], _Test(place / "place", folder), custom_mutator=_changed)
    atheris.Fuzz()  # ends the process


class _Test:
    """Judges what atheris makes: the first two bytes choose the pair of formats, the rest is the file."""

    def __init__(self, place: Path, folder: Path) -> None:
        self.place, self.folder = place, folder
        self.known: set[str] = set()

    def __call__(self, data: bytes) -> None:
        from benchmarks.fuzz.case import keep
        from benchmarks.fuzz.judge import judge

        if len(data) < 2:
            return
        case = _case(data)
        for failure in judge(case, self.place).failures:
            if str(failure) not in self.known:
                self.known.add(str(failure))
                print(f"{failure}\n    {failure.detail[:300]}", file=sys.stderr)
                keep(case, self.folder / f"guided-{len(self.known)}", str(failure))


def _case(data: bytes) -> Case:
    from benchmarks.fuzz.case import FORMATS, SUFFIXES, Case

    source, target = FORMATS[data[0] % len(FORMATS)], FORMATS[data[1] % len(FORMATS)]
    return Case(source, target, f"guided{SUFFIXES[source]}", data[2:], made="guided by coverage")


def _changed(given: Any, most: int, number: int) -> bytes:
    """Another input made of one: another pair of formats, or another file."""
    from benchmarks.fuzz.case import FORMATS
    from benchmarks.fuzz.mutations import mutated
    from benchmarks.fuzz.seeds import seeds

    rng = random.Random(number)
    data: bytes = bytes(given) if len(given) >= 2 else rng.randbytes(2)
    other = rng.choice(seeds(FORMATS[data[0] % len(FORMATS)])).data
    if rng.random() < 0.02:
        return data[:2] + other[: most - 2]
    pair = data[:2] if rng.random() < 0.8 else data[:1] + rng.randbytes(1)
    return pair + mutated(data[2:], other, rng)[: most - 2]


def _corpus(folder: Path) -> Path:
    """The seeds as files for atheris to start from."""
    from benchmarks.fuzz.case import FORMATS
    from benchmarks.fuzz.seeds import seeds

    folder.mkdir()
    for place, name in enumerate(FORMATS):
        for number, seed in enumerate(seeds(name)):
            (folder / f"{name}-{number}").write_bytes(bytes((place, number % len(FORMATS))) + seed.data)
    return folder


if __name__ == "__main__":
    main()
