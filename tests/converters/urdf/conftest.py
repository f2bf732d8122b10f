"""Tests of URDF, which is not in the registry yet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from scenec import converters, options


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """The format has no row in the registry yet; while these tests run, it has."""
    converters.BUILT_IN["urdf"] = converters.Row({".urdf": "", ".xacro": ""})
    forget()
    yield
    del converters.BUILT_IN["urdf"]
    forget()


def forget() -> None:
    """Let the registry look at its rows again."""
    for each in (*vars(converters).values(), *vars(options).values()):
        if hasattr(each, "cache_clear"):
            each.cache_clear()
