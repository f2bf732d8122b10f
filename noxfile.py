"""Sessions: ``nox`` runs tests, lint and types; ``nox -s proof`` is the long check against real scenes and real consumers."""

from __future__ import annotations

from pathlib import Path

import nox

nox.options.sessions = ["tests", "lint", "types"]
nox.options.reuse_existing_virtualenvs = True


@nox.session(python=["3.10", "3.11", "3.12", "3.13", "3.14"])
def tests(session: nox.Session) -> None:
    """The test suite, on every Python that is here."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", *session.posargs)


@nox.session
def sweeps(session: nox.Session) -> None:
    """The tests that go over all formats, fixtures, pages and sizes; CI runs them behind the others."""
    session.install("-e", ".[test]")
    session.run("pytest", "-q", "-n", "auto", "-m", "sweep or hypothesis", *session.posargs)


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
def docs(session: nox.Session) -> None:
    """The documentation site, in build/site; a warning is an error."""
    session.install("-e", ".[docs]")
    session.run("mkdocs", "build", "--strict", *session.posargs, env={"NO_MKDOCS_2_WARNING": "1"})


@nox.session
def package(session: nox.Session) -> None:
    """The distributions, in dist/, and what PyPI would say of them. Nothing is uploaded."""
    session.install("build", "twine")
    session.run("python", "-m", "build")
    session.run("twine", "check", "--strict", *(str(path) for path in Path("dist").glob("scenec-*")))


@nox.session
def proof(session: nox.Session) -> None:
    """Check what takes long (`benchmarks/proof.py`), some 90 minutes; writes proof.md. Takes `--fuzz-minutes`, `--samples` and `--only`."""
    session.install("-e", ".[test]")
    session.run("python", "-m", "benchmarks.proof", *session.posargs)
