"""Versions compare as numbers of their parts, not as text."""

from __future__ import annotations

import pytest

from scenec.converters.sdformat import profile, versions


def test_ten_comes_after_nine() -> None:
    assert versions.order("1.10") > versions.order("1.9")
    assert versions.at_least("1.10", "1.9")
    assert not versions.at_least("1.6", "1.10")
    assert versions.newest("1.9", "1.12", "1.10") == "1.12"


def test_known_versions_are_in_order_and_the_default_can_be_written() -> None:
    assert sorted(versions.KNOWN, key=versions.order) == list(versions.KNOWN)
    assert profile.DEFAULT_VERSION in profile.WRITABLE
    assert profile.WRITABLE[0] == "1.4"


def test_what_is_no_version_is_an_error() -> None:
    with pytest.raises(ValueError, match="latest"):
        versions.order("latest")
