"""Settings that all tests share."""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.asked_findings import _asked, findings, pytest_pyfunc_call  # noqa: F401 - for pytest to find
from tests.processes import adopt_orphans, children, end

# The same examples every time: a change must not fail because of what an earlier one got wrong. SCENEC_EXAMPLES=new looks for others.
settings.register_profile("few", derandomize=True, deadline=None, print_blob=True, database=None, max_examples=20)
settings.register_profile("same", derandomize=True, deadline=None, print_blob=True, database=None)
settings.register_profile("new", deadline=None, print_blob=True)


def pytest_configure(config: pytest.Config) -> None:
    """Take few examples in the default run, and all where random tests are asked for (`-m "sweep or hypothesis"`)."""
    settings.load_profile(os.environ.get("SCENEC_EXAMPLES") or ("same" if "hypothesis" in config.getoption("markexpr") else "few"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept", action="store_true", help="write what is printed now into the cases, pages and tables that hold it; read the difference"
    )


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect without looking for cycles in thousands of tests, which last as long as the process."""
    gc.disable()
    result = yield
    gc.enable()
    gc.freeze()
    return result


# ---------------------------------------------------------------- nothing is left behind


@pytest.fixture(scope="session", autouse=True)
def temporary_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give this process, and those that it starts, a folder of their own for temporary files."""
    adopt_orphans()
    folder = tmp_path_factory.mktemp("temporary")
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    return folder


def _lasts(file: Path) -> bool:
    """Whether a file goes with this process, or is there for all: an unpacked archive, whose meshes are read as long as scenes live, and
    what a migration on a cluster unpacks once for all its workers."""
    return file.name.startswith(("scenec-archive-", "scenec-library-"))


@pytest.fixture(scope="module", autouse=True)
def _nothing_is_left(temporary_files: Path) -> Iterator[None]:
    """Fail a module of tests that leaves a process or a temporary file behind; end the one, and remove the other."""
    folder, before = os.getcwd(), set(temporary_files.iterdir())
    yield
    os.chdir(folder)
    processes, files = children(), {each for each in temporary_files.iterdir() if each not in before and not _lasts(each)}
    for process in processes:
        end(process)
    assert not processes, f"left running: {'; '.join(processes.values())}"
    assert not files, f"temporary files left behind: {', '.join(sorted(each.name for each in files))}"
