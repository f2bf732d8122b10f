"""The little program that asks libsdformat what it reads, compiled against the libsdformat that is installed.

It is compiled when `--verify` first needs it and kept in the user's cache folder, by its source and by what it was compiled against.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile

from scenec.verify.bounded import ask, told

SOURCE = os.path.join(os.path.dirname(__file__), "libsdformat_loader.cpp")
PACKAGES = tuple(f"sdformat{version}" for version in range(16, 10, -1))
"""libsdformat's versions as pkg-config calls them, newest first; older ones lack what the program asks."""
TIMEOUT = 300.0


class NotCompiledError(Exception):
    """Why there is no such program on this machine, and what to do about it."""


def libsdformat_loader() -> str:
    """The path of the program. Raises NotCompiledError."""
    compiler = shutil.which("g++") or shutil.which("c++")
    pkg_config = shutil.which("pkg-config")
    if compiler is None or pkg_config is None:
        raise NotCompiledError("there is no C++ compiler with pkg-config to build scenec's own check")
    with tempfile.TemporaryDirectory(prefix="scenec-verify-") as work:
        flags = _flags(pkg_config, work)
        with open(SOURCE, "rb") as file:
            source = file.read()
        digest = hashlib.sha256(b"\0".join([source, compiler.encode(), *map(str.encode, flags)])).hexdigest()
        place = os.path.join(cache_folder(), f"libsdformat-{digest[:16]}")
        if not os.access(place, os.X_OK):
            _compile([compiler, "-std=c++17", "-O1", SOURCE, "-o", "loader", *flags], work, place)
    return place


def _flags(pkg_config: str, work: str) -> list[str]:
    """What the compiler must know of the newest libsdformat here; its version is in the digest, so that another one is compiled against."""
    for package in PACKAGES:
        version = ask([pkg_config, "--modversion", package], work)
        if version.status == 0 and not version.trouble:
            flags = ask([pkg_config, "--cflags", "--libs", package], work).out.split()
            return [*flags, f"-DLIBSDFORMAT={version.out.strip()}"]
    raise NotCompiledError("there are no headers of libsdformat to build scenec's own check with")


def _compile(command: list[str], work: str, place: str) -> None:
    """Another process may do the same at the same time: each has its own file until it is renamed."""
    try:
        done = ask(command, work, timeout=TIMEOUT)
    except OSError as problem:
        raise NotCompiledError(f"the compiler cannot be started: {problem.strerror}") from None
    if done.status or done.trouble:
        raise NotCompiledError(f"scenec's own check does not compile here: {done.trouble or told(done.err, [work], 200)}")
    os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
    beside = f"{place}.{os.getpid()}"
    try:
        shutil.move(os.path.join(work, "loader"), beside)
        os.replace(beside, place)
    except OSError as problem:
        raise NotCompiledError(f"the cache folder cannot be written: {problem.strerror}") from None


def cache_folder() -> str:
    """The user's cache folder for scenec: nobody else can write there."""
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), "scenec", "Cache")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "scenec")
