"""Sessions: ``nox`` runs tests, lint and types; ``nox -s proof`` is the long check against real scenes and real consumers."""

from __future__ import annotations

from pathlib import Path

import nox

nox.options.sessions = ["tests", "lint", "types"]
nox.options.reuse_existing_virtualenvs = True

SHARED = Path(__file__).parent.parent / "shared"


@nox.session(python=["3.10", "3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """The test suite, on every Python that is here."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", *session.posargs)


@nox.session
def lint(session: nox.Session) -> None:
    """Rules and layout of the code."""
    session.install("ruff>=0.8")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """mypy --strict over the package, its tests and benchmarks."""
    session.install("-e", ".[test]")
    session.run("mypy", "--strict")


@nox.session
def proof(session: nox.Session) -> None:
    """Everything that takes long: all reference dumps, a large loss probe, all pairs of formats, an hour of fuzzing, both consumers, the
    benchmarks. Figures
    go to stdout; a check that fails does not keep the others from running."""
    session.install("-e", ".[test]")
    everything = (0, 1)
    seed = str(session.run("git", "rev-list", "--count", "HEAD", external=True, silent=True)).strip()
    if SHARED.exists():
        tools, made = SHARED / "tools", session.create_tmp()
        golden, loss, pairs = f"{made}/golden.json", f"{made}/loss.json", f"{made}/pairs.json"
        often = ("--jobs", "2", "--seed", seed)
        session.run("python", f"{tools}/golden_check.py", "--jobs", "2", "--json", golden, success_codes=everything)
        session.run(
            "python", f"{tools}/loss_probe.py", "--only", ":.*/", "--samples", "40", *often, "--json", loss, success_codes=everything
        )
        session.run("python", f"{tools}/pairs_check.py", "--no-carry", "--all", *often, "--json", pairs, success_codes=everything)
        figures = ("--golden", golden, "--loss", loss, "--pairs", pairs)
        session.run("python", ".ci/floors.py", *figures, *session.posargs, success_codes=everything)
    session.run("python", "-m", "benchmarks.fuzz", "--minutes", "60", "--jobs", "2", "--seed", seed, success_codes=everything)
    session.run("pytest", "-q", "tests/consumers", env={"SCENEC_CONSUMERS": "install", "SCENEC_SCENES": "all"}, success_codes=everything)
    session.run("python", "-m", "benchmarks.speed")
    session.run("python", "-m", "benchmarks.migration")
