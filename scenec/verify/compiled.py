"""The little programs that ask libsdformat and urdfdom what they read, compiled against the libraries that are installed.

Each is compiled when `--verify` first needs it and kept in the user's cache folder, by its source and by what it was compiled against.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Callable
from pathlib import Path

from scenec.verify.bounded import ask, cleaned_output

HERE = os.path.dirname(__file__)
PACKAGES = tuple(f"sdformat{version}" for version in range(16, 10, -1))
"""libsdformat's versions as pkg-config calls them, newest first; older ones lack what the program asks."""
TIMEOUT = 300.0


class NotCompiledError(Exception):
    """Why there is no such program on this machine, and what to do about it."""


def libsdformat_loader() -> str:
    """The path of the program that asks libsdformat. Raises NotCompiledError."""
    return _program("libsdformat", _sdformat_flags)


def urdfdom_loader() -> str:
    """The path of the program that asks urdfdom. Raises NotCompiledError."""
    return _program("urdfdom", _urdfdom_flags)


def _program(library: str, flags_of: Callable[[str], list[str]]) -> str:
    """The path of the program of a library. flags_of: what the compiler must know of the library; it gets a folder to work in."""
    compiler = shutil.which("g++") or shutil.which("c++")
    if compiler is None or shutil.which("pkg-config") is None:
        raise NotCompiledError("there is no C++ compiler with pkg-config to build scenec's own check")
    path = os.path.join(HERE, f"{library}_loader.cpp")
    with tempfile.TemporaryDirectory(prefix="scenec-verify-") as work:
        flags = flags_of(work)
        sources = [Path(path).read_bytes(), Path(HERE, "json_text.hpp").read_bytes()]
        digest = hashlib.sha256(b"\0".join([*sources, compiler.encode(), *map(str.encode, flags)])).hexdigest()
        place = os.path.join(cache_folder(), f"{library}-{digest[:16]}")
        if not os.access(place, os.X_OK):
            _compile([compiler, "-std=c++17", "-O1", path, "-o", "loader", *flags], work, place)
    return place


def _sdformat_flags(work: str) -> list[str]:
    """Return what the compiler must know of the newest libsdformat here."""
    for package in PACKAGES:
        flags = _known_to_pkg_config(package, work)
        if flags is not None:
            return flags
    raise NotCompiledError("there are no headers of libsdformat to build scenec's own check with")


def _known_to_pkg_config(package: str, work: str) -> list[str] | None:
    """The flags of a library, None if pkg-config does not know it. Its version is among them, so that another one is compiled against."""
    pkg_config = shutil.which("pkg-config") or ""
    version = ask([pkg_config, "--modversion", package], work)
    if version.status or version.trouble:
        return None
    flags = ask([pkg_config, "--cflags", "--libs", package], work).out.split()
    return [*flags, f"-DLIBRARY_VERSION={version.out.strip()}"]


def urdfdom_folders() -> list[str]:
    """Where pip puts urdfdom (cmeel-urdfdom): beside the packages of this Python, and a folder of our own in the user's cache."""
    packages = dict.fromkeys((sysconfig.get_path("purelib"), sysconfig.get_path("platlib"), os.path.join(cache_folder(), "urdfdom")))
    return [os.path.join(folder, "cmeel.prefix") for folder in packages]


def _urdfdom_flags(work: str) -> list[str]:
    """Return what the compiler must know of urdfdom: that of pip, which is newer, else that of the system."""
    for folder in urdfdom_folders():
        include, library = os.path.join(folder, "include"), os.path.join(folder, "lib")
        if os.path.isfile(os.path.join(include, "urdfdom_headers", "urdf_model", "model.h")) and os.path.isdir(library):
            including = [f"-I{os.path.join(include, name)}" for name in ("urdfdom_headers", "urdfdom", "")]
            versions = sorted(name for name in os.listdir(library) if name.startswith("liburdfdom_model."))
            linked = [f"-L{library}", "-lurdfdom_model", "-lconsole_bridge", "-ltinyxml2", f"-Wl,-rpath,{library}"]
            return [*including, *linked, f"-DLIBRARY_VERSION={versions[-1]}"]
    flags = _known_to_pkg_config("urdfdom", work)
    if flags is None:
        raise NotCompiledError("there are no headers of urdfdom to build scenec's own check with")
    return [*flags, "-lconsole_bridge"]


def _compile(command: list[str], work: str, place: str) -> None:
    """Another process may do the same at the same time: each has its own file until it is renamed."""
    _require_writable(os.path.dirname(place))
    try:
        done = ask(command, work, timeout=TIMEOUT)
    except OSError as problem:
        raise NotCompiledError(f"the compiler cannot be started: {problem.strerror}") from None
    if done.status or done.trouble:
        raise NotCompiledError(f"scenec's own check does not compile here: {done.trouble or cleaned_output(done.err, [work], 200)}")
    beside = f"{place}.{os.getpid()}"
    try:
        shutil.move(os.path.join(work, "loader"), beside)
        os.replace(beside, place)
    except OSError as problem:
        raise NotCompiledError(f"the cache folder cannot be written: {problem.strerror}") from None


def _require_writable(folder: str) -> None:
    """Make a folder, and raise NotCompiledError if nothing can be kept there: asked before the compiler runs, which takes long."""
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        reason = "" if os.access(folder, os.W_OK) else "permission denied"
    except OSError as problem:
        reason = str(problem.strerror).lower()
    if reason:
        raise NotCompiledError(f"the user's cache folder cannot be written: {reason}; name another one with XDG_CACHE_HOME")


def cache_folder() -> str:
    """The user's cache folder for scenec, which no other user can write to."""
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), "scenec", "Cache")
    return os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "scenec")
