"""Converts robot and simulation scene descriptions into each other and accounts for every value.

``import scenec`` loads nothing but this file; each name below is loaded when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; importing `typing` for it would be most of this module's cost
if TYPE_CHECKING:
    from scenec.accounting.report import Report
    from scenec.api import convert, diff, read, write
    from scenec.batch.migrate import migrate
    from scenec.errors import ReadError, ScenecError, UnknownFormatError, UsageError, WriteError
    from scenec.ir.scene import Scene

__version__ = "0.1.0"

__all__ = [
    "ReadError",
    "Report",
    "Scene",
    "ScenecError",
    "UnknownFormatError",
    "UsageError",
    "WriteError",
    "__version__",
    "convert",
    "diff",
    "migrate",
    "read",
    "write",
]

_HOME = {
    "ReadError": "scenec.errors",
    "Report": "scenec.accounting.report",
    "Scene": "scenec.ir.scene",
    "ScenecError": "scenec.errors",
    "UnknownFormatError": "scenec.errors",
    "UsageError": "scenec.errors",
    "WriteError": "scenec.errors",
    "convert": "scenec.api",
    "diff": "scenec.api",
    "migrate": "scenec.batch.migrate",
    "read": "scenec.api",
    "write": "scenec.api",
}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'scenec' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
