"""Settings that all tests share."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

# The same examples every time: a change must not fail because of what an earlier one got wrong. SCENEC_EXAMPLES=new looks for others.
settings.register_profile("same", derandomize=True, deadline=None, print_blob=True)
settings.register_profile("new", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("SCENEC_EXAMPLES", "same"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true", help="write into tests/cases what their commands print now")
