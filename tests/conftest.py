"""Settings that all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# In CI the same examples every time: a change must not fail because of what an earlier one got wrong. At a desk new ones each time.
settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("desk", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write into tests/cases what their commands print now")
