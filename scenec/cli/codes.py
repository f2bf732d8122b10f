"""All finding codes: the general ones, and those in the ``codes`` module of each format that has one."""

from __future__ import annotations

from scenec.accounting.explain import Codes


def all_codes() -> Codes:
    from scenec.converters import BUILT_IN, codes_of

    return Codes({name: codes_of(name) for name in BUILT_IN})
