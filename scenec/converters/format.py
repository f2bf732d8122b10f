"""What a format is to the driver: one record with a name, suffixes, versions, and a reader or writer or both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.ir.scene import Scene

Implied = Mapping[tuple[str, str], Any]
Adaptation = str | tuple[str, Mapping[str, Any]]
"""See `scenec.adapt.Adaptation`."""


class CarriedRow(msgspec.Struct, frozen=True, gc=False):
    """One row of what a file carries for another format; `scenec.carry.record` says what the words mean. attributes: by name; text: JSON.
    ids: the ledger id of the text in a file where it is a value and no comment."""

    word: str
    attributes: dict[str, str]
    text: str
    ids: tuple[int, ...] = ()

    @property
    def of(self) -> str:
        """The key of the part it is about."""
        return self.attributes.get("of", "")

    @property
    def field(self) -> tuple[str, ...]:
        """The path of the field it is about."""
        path = self.attributes.get("field", "")
        return tuple(path.split(".")) if path else ()


class Carried(msgspec.Struct, frozen=True, gc=False):
    """What a file carries. source: the format that can say all of it, with its version (``simrobot@core2``). damaged: what should be a row
    or a record and cannot be understood."""

    source: str
    rows: tuple[CarriedRow, ...]
    damaged: tuple[str, ...] = ()


class CarriedPlace(Protocol):
    """The module of a format that knows where its files hold what they carry (`Format.carried`)."""

    def embed(self, data: bytes, carried: Carried) -> bytes:
        """The file with a record in it; a file holds one at most."""

    def found(self, data: bytes, ledger: Ledger) -> Carried | None:
        """What a file that was read into a ledger carries. Its values are then consumed."""


class ReadOptions(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a file cannot say itself; a format ignores what does not concern it. confine: the folder outside of which nothing is read
    (but what search_path names); readers need not care, as `scenec.files` does."""

    search_path: tuple[str, ...] = ()
    lenient: bool = False
    parameters: tuple[str, ...] = ()
    constants: dict[str, Any] = {}
    old_light: str = "directional"
    confine: str | None = None
    carry: bool = False


class WriteOptions(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a target is to be written. version: as asked for, "" = the writer's choice. as_: `world`, `model` or "" (by content).
    mesh_format: obj, stl, glb, dae. assets: copy, link, keep. joint_zero: keep, shift. layout: "" or `model`. motors: "", servo,
    velocity. adapt_joints: joints that the target lacks become chains of such as it has. poses: relative, absolute. materials:
    nearest (of those the target's simulator defines), generate (a file that defines them). verify: no writer's business; the driver asks
    those who load the result (`scenec.verify`). carry: take along what the target cannot say; carry_to: inline (in the file, the
    default), sidecar (in one beside it)."""

    version: str = ""
    as_: str = ""
    mesh_format: str = "obj"
    assets: str = "copy"
    joint_zero: str = "keep"
    layout: str = ""
    flatten: bool = False
    split: bool = False
    motors: str = ""
    adapt_joints: bool = False
    poses: str = "relative"
    materials: str = "nearest"
    verify: bool = False
    carry: bool = False
    carry_to: str = ""


class ReadRequest(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One input for a reader.

    data: the entry file's bytes. name: what reports call it (no folder). shown: what errors call it. path: its absolute
    path, None for a stream. folder: absolute folder that relative references start from, None = there is none.
    version: the dialect asked for (`core3`), "" = by content. open: reads another file: absolute path -> bytes; raises OSError;
    readers read files only through it, so that confinement and caching are in one place.
    """

    data: bytes
    name: str
    shown: str
    path: str | None
    folder: str | None
    version: str
    options: ReadOptions
    ledger: Ledger
    open: Callable[[str], bytes]


class ReadResult(msgspec.Struct, frozen=True, gc=False):
    """A scene, the dialect it was found to be in, and the files read (as reports name them). restored: the format (with its version) that
    carried values brought the scene back to, "" for a scene as its file says it. source: the format (with its version) that the scene
    was read from before, where its file says so, as a neutral scene does."""

    scene: Scene
    version: str
    files: tuple[str, ...]
    restored: str = ""
    source: str = ""


class WriteRequest(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One output for a writer. scene: a lens. stem: the file name without suffix. suffix: as asked (`.sdf`, `.world`).
    assets: the folder name for files beside the main file (`robot_assets`, `meshes` in a model directory). source_format,
    source_version: what the scene was read from, "" where that is not known. place_of: in a library that is migrated, where a file
    of it goes (absolute path -> name relative to the main file), None = beside the scene like any other; shared: its folder for
    files that are made, None = `assets`. restored: the scene was brought back to
    source_format from a file of another format, so there is no text of it."""

    scene: Scene
    stem: str
    suffix: str
    assets: str
    options: WriteOptions
    ledger: Ledger
    source_format: str = ""
    source_version: str = ""
    place_of: Callable[[str], str | None] | None = None
    shared: str | None = None
    restored: bool = False


class WriteResult(msgspec.Struct, frozen=True, gc=False):
    """main: the main file's name within `files`; files: relative name with ``/`` -> content; copies: relative name ->
    absolute path of a file to be copied byte for byte; version: what was written; comments: how many of the source's are in it."""

    main: str
    files: dict[str, bytes]
    version: str
    copies: dict[str, str] = {}
    comments: int = 0


class Format(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One format.

    name: in code and on the command line; title: in sentences (`SDFormat`); simulator: what people load its files into, in sentences, ""
    where nothing simulates them. by_content: suffixes of files that others have, too, and that are looked into (`sniff`). suffixes: of
    files it owns, the first is the one
    written. versions: known, oldest first; default_version: written when none is asked. aliases: other names (alias ->
    ``name@version`` or ``name``); sniff: whether some bytes look like it. adaptations: names of `scenec.adapt` steps that bring
    a scene into its range, in order, with parameters where they need any; adaptations_for: the same where options, the source's format
    or that a scene comes home (`WriteRequest.restored`) decide. gravity (m/s^2), step (s): what its simulator takes where a file says
    nothing, None: nothing is known. implied: see `scenec.accounting.settle.Implied`, by version. is_entry: whether a file (a path) of
    a library is converted by itself, as fragments are not; mentions: the files that some content names as its parts, for formats whose
    fragments look like scenes. carried: the
    module that knows where its files hold what they carry for other formats (a `CarriedPlace`), "" = nowhere.
    """

    name: str
    title: str
    simulator: str = ""
    suffixes: Mapping[str, str]
    by_content: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    default_version: str = ""
    aliases: tuple[str, ...] = ()
    sniff: Callable[[bytes], bool] | None = None
    read: Callable[[ReadRequest], ReadResult] | None = None
    write: Callable[[WriteRequest], WriteResult] | None = None
    adaptations: tuple[Adaptation, ...] = ()
    adaptations_for: Callable[[WriteOptions, str, bool], tuple[Adaptation, ...]] | None = None
    implied: Callable[[str], Implied] | None = None
    gravity: tuple[float, float, float] | None = None
    step: float | None = None
    is_entry: Callable[[str], bool] | None = None
    mentions: Callable[[bytes], Iterable[str]] | None = None
    carried: str = ""
