"""The record of a format for the driver, one record with a name, suffixes, versions, and a reader or writer or both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from scenec.accounting.ledger import Ledger
from scenec.accounting.spoken import ElementNames
from scenec.converters.options import Option
from scenec.files import read_file
from scenec.ir.light import Light
from scenec.ir.scene import Scene

if TYPE_CHECKING:
    from scenec.accounting.leaf_uses import LeafUses
    from scenec.accounting.printable import Printable
    from scenec.converters.common.definition_use import DefinitionUse, TextEdit
    from scenec.ir.check import Problem
    from scenec.syntax.claims import Claims
    from scenec.syntax.tree import Document

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
    """Carried values of a file. source: the format that can say all of it, with its version (``simrobot@core2``). damaged: what should be a
    row or a record and cannot be understood."""

    source: str
    rows: tuple[CarriedRow, ...]
    damaged: tuple[str, ...] = ()


class CarriedPlace(Protocol):
    """The module of a format that knows where its files hold what they carry (`Format.carried`)."""

    def embed(self, data: bytes, carried: Carried) -> bytes:
        """The file with a record in it; a file holds one at most."""

    def found(self, data: bytes, ledger: Ledger) -> Carried | None:
        """Return what a file that was read into a ledger carries. Its values are then consumed."""


class FragmentRules(Protocol):
    """The module of a format whose files include others that are no scenes (`Format.fragments`)."""

    def is_fragment(self, data: bytes) -> bool:
        """Whether a file can only be read as a part of a scene."""

    def included(self, data: bytes) -> list[str]:
        """The names of the files that a file includes, relative to its folder."""

    def scene_around(self, data: bytes, name: str) -> bytes:
        """A scene, in the folder of a fragment, that includes and uses it."""


class FileRelations(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a file of a library relates to others. files: absolute paths of the files that it includes, which are parts. patterns: regular
    expressions of absolute paths of files that it may include, or that may be scenes as well: of these, one that cannot be read by itself
    is a part. is_complete: whether every included file is among `files`. makes_scene: whether its own text makes a part of a scene, as
    declarations (of macros, say) do not. no_scene: why it is no scene, "" for a file that may be one. is_program: other files may be its
    output."""

    files: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    is_complete: bool = True
    makes_scene: bool = True
    no_scene: str = ""
    is_program: bool = False


class RelationRules(Protocol):
    """The module of a format whose files include each other though each looks like a scene (`Format.relations`)."""

    def relations_of(self, path: str, data: bytes, search_path: tuple[str, ...]) -> FileRelations:
        """Return how a file relates to others. path: absolute. search_path: folders that hold packages, the first that has one counts."""


class UseRules(Protocol):
    """The module of a format in which a definition stands once and is used by name (`Format.uses`). STATED: fields of a model that its use
    states by elements of its own -> these elements."""

    STATED: Mapping[str, str]

    def ways(self, use: DefinitionUse) -> Iterable[list[TextEdit]]:
        """Edits for a use that states itself what its definition states, one list a way, the smallest first. The scene stays equal. Raises
        NotFoundError where the texts do not show how."""


class NumberRules(Protocol):
    """The module of a format whose elements name each other by numbers (`Format.numbers`). Numbers have the kind of what they belong to."""

    def numbers_of(self, pairs: Iterable[tuple[str, str]], file: Iterable[str], new: Iterable[str]) -> Mapping[tuple[str, int], int]:
        """Return what the numbers of printed elements are in a file. pairs: elements as they are printed and in the file; file: all
        elements of the file; new: printed ones that are not in it, which get free numbers."""

    def exchanged(self, element: str, numbers: Mapping[tuple[str, int], int]) -> str:
        """The text of an element with other numbers."""


class ReadOptions(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Options of a reading; a format ignores what does not concern it. confine: the folder outside of which nothing is read
    (except what search_path names); `scenec.files` sees to that, so readers need not. own: options of formats that have no field here, by
    name (`Option.of` returns the value of either kind)."""

    search_path: tuple[str, ...] = ()
    lenient: bool = False
    parameters: tuple[str, ...] = ()
    constants: dict[str, Any] = {}
    old_light: str = "directional"
    confine: str | None = None
    carry: bool = False
    own: Mapping[str, Any] = {}


class WriteOptions(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How a target is to be written. version: as asked for, "" = the writer's choice. as_: `world`, `model` or "" (by content).
    mesh_format: obj, stl, glb, dae. assets: copy, link, keep. joint_zero: keep, shift. layout: "" or `model`. motors: "", servo,
    velocity. adapt_joints: joints that the target lacks become chains of such as it has. poses: relative, absolute. materials:
    nearest (of those the target's simulator defines), generate (a file that defines them). verify: no writer's business; the driver asks
    those who load the result (`scenec.verify`). carry: take along what the target cannot say; carry_to: inline (in the file, the
    default), sidecar (in one beside it). own: as in `ReadOptions`."""

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
    own: Mapping[str, Any] = {}


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


class LintRequest(msgspec.Struct, frozen=True, gc=False):
    """A file that was read, to be judged by its own format's lints.

    scene: what its reader made of it (SI, plain nodes). version: its dialect. ledger: `ledger.documents` are the source trees of the file
    and of all that it includes; nothing may be reported there. path: the absolute path of the file, None for a stream. open: reads
    another file (absolute path -> bytes); raises OSError.
    """

    scene: Scene
    version: str
    ledger: Ledger
    path: str | None
    open: Callable[[str], bytes]


class SourceFormat(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The format that a scene comes from, "" where that is not known. file: that of the file that was read. name, version: the one that the
    scene is of: that of the file, or the one that a neutral file or carried values name. restored: the scene is on its way home to it."""

    file: str = ""
    name: str = ""
    version: str = ""
    restored: bool = False


class WriteRequest(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One output for a writer. scene: stamped, its values know their leaves (`scenec.accounting.leaf_uses`). unstamped: the same scene as
    it was, to compare or encode as a whole; None if it was let go of (`scenec.conversion.Origin`). stem: the file name without suffix.
    suffix: as asked (`.sdf`, `.world`). assets: the folder name for files beside the main file (`robot_assets`, `meshes` in a model
    directory). source_format, source_version: what the scene was read from, "" where that is not known. place_of: in a library that is
    migrated, where a file of it goes (absolute path -> name relative to the main file), None = beside the scene like any other; shared: its
    folder for files that are made, None = `assets`. folder: the absolute path of the one that the main file goes to, None = unknown.
    restored: the scene was brought back to source_format from a file of another format, so there is no text of it. open: reads a file of
    the source as the reader found it (absolute path -> content). in_range: brings another scene into the range of the format as this one
    was, for comparing."""

    scene: Scene
    unstamped: Scene | None
    stem: str
    suffix: str
    assets: str
    options: WriteOptions
    ledger: Ledger
    source_format: str = ""
    source_version: str = ""
    place_of: Callable[[str], str | None] | None = None
    shared: str | None = None
    folder: str | None = None
    restored: bool = False
    open: Callable[[str], bytes] = read_file
    in_range: Callable[[Scene], Scene] = lambda scene: scene

    @property
    def uses(self) -> LeafUses:
        """The leaves of the scene, and the claims of them."""
        return self.ledger.uses

    def is_of(self, name: str) -> bool:
        """Whether the scene is one of a format: it was read from such a file, or carried values brought it back to one. Then what stands in
        it is what the format's program reads: nothing is named or completed that was not, and no finding says what the program makes of
        it. All else, as limits of a joint, is the same for every scene."""
        return self.source_format == name


class WriteResult(msgspec.Struct, frozen=True, gc=False):
    """main: the main file's name within `files`; files: relative name with ``/`` -> content; copies: relative name ->
    absolute path of a file to be copied byte for byte; version: what was written; comments: how many of the source's are in it. claims:
    relative name -> what the file says of the scene; read_back: reads such a file (content, name) into a tree with places. kept: relative
    name -> the document of the source whose text the file is, perhaps with other names of files in it; also of a file that is copied.
    placed: relative name -> ledger id, line and column of each value in a file that has the text of the source with other parts in it.
    """

    main: str
    files: dict[str, bytes]
    version: str
    copies: dict[str, str] = {}
    comments: int = 0
    claims: dict[str, Claims] = {}
    read_back: Callable[[bytes, str], Document] | None = None
    kept: dict[str, Document] = {}
    placed: dict[str, list[tuple[int, int, int]]] = {}


class Layout(msgspec.Struct, frozen=True, gc=False):
    """A folder that a format writes instead of a file (`--layout`). main: the name of the main file in it; assets: the folder in it for
    meshes and images; marker: the file by which such a folder is recognised."""

    main: str
    assets: str
    marker: str


class Format(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One format: all that the driver, the command line, the tests and the documentation need to know of it.

    **Names.** name: in code and on the command line. title: in sentences (`SDFormat`). simulator: what people load its files into, in
    sentences, "" where nothing simulates them. aliases: other names -> the version that they stand for, "" for none.

    **Files.** suffixes: of files it owns, each with its dot -> the version that they stand for, "" for none; the first is the one written.
    refused: those of dialects that its reader refuses in its own words. by_content: suffixes that files of other kinds have, too, so that
    they are looked into (`sniff`). sniff: whether some bytes look like it. versions: known, oldest first; default_version: written when
    none is asked. syntax: of its files, as `scenec.syntax.splice.SourceText` takes it. layouts: folders that it writes, by name. is_entry:
    whether a file (a path) of a library is converted by itself, as fragments are not; mentions: the files that some content names as its
    parts, for formats whose fragments look like scenes.

    relations: the module that tells how the files of a library include each other (`RelationRules`), "" = by `mentions`.

    **Package.** package: the name of the format's package. What the record does not state is looked for there, and loaded when it is first
    used: read: ``read.scene:read``; write: ``write.scene:write``; lints: ``lints:lints``; implied: ``profile:implied``; printable:
    ``unwritten:printable``. A format without the module lacks the ability. ``findings:CODES`` in the package are its finding codes
    (`scenec.converters.codes_of`).
    lints: what its simulator refuses, crashes on or shows otherwise although it can be read, for `scenec check` and `--verify`.
    implied: see `scenec.accounting.settle.Implied`, by version.
    printable: see `scenec.accounting.printable.Printable`, by version. carried: the module that knows where files hold what they carry for
    other formats (a `CarriedPlace`), "" = nowhere. fragments: the module that knows the parts which only scenes can include
    (`FragmentRules`), "" = every file can be read by itself. uses: the module that states at the use of a definition what the definition
    states (`UseRules`), "" = there are none. numbers: the module that exchanges the numbers by which elements name each other
    (`NumberRules`), "" = they do not.

    **Options.** options: those that concern this format.

    **Range.** adaptations: names of `scenec.adapt` steps that bring a scene into its range, in order, with parameters where they need any;
    adaptations_for: the same where options or what the scene comes from decide. gravity
    (m/s^2), step (s), lights: what its simulator takes where a file says nothing (lights: where a scene has none), None: nothing is known.
    needs_mass: which moving links its simulator cannot do without a mass: each, only the last of a chain of joints (`end`), none ("").
    says: (kind, aspect) of values that it has a place for, beyond the concepts of the support matrix.
    elements: how its files name what they hold, for findings.

    **Consumers.** consumers: programs that load its files, by name, which `--verify` asks; verified_by: ``module:function`` that asks them
    (as `scenec.verify.consumers.sdformat_verdicts`).
    """

    name: str
    title: str
    package: str = ""
    syntax: str = "xml"
    simulator: str = ""
    suffixes: Mapping[str, str]
    aliases: Mapping[str, str] = {}
    refused: tuple[str, ...] = ()
    by_content: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    default_version: str = ""
    layouts: Mapping[str, Layout] = {}
    options: tuple[Option, ...] = ()
    sniff: Callable[[bytes], bool] | None = None
    read: Callable[[ReadRequest], ReadResult] | None = None
    write: Callable[[WriteRequest], WriteResult] | None = None
    adaptations: tuple[Adaptation, ...] = ()
    adaptations_for: Callable[[WriteOptions, SourceFormat], tuple[Adaptation, ...]] | None = None
    implied: Callable[[str], Implied] | None = None
    printable: Callable[[str], Printable] | None = None
    gravity: tuple[float, float, float] | None = None
    step: float | None = None
    lights: tuple[Light, ...] = ()
    needs_mass: Literal["", "each", "end"] = ""
    says: tuple[tuple[str, str], ...] = ()
    elements: ElementNames = ElementNames()
    is_entry: Callable[[str], bool] | None = None
    mentions: Callable[[bytes], Iterable[str]] | None = None
    relations: str = ""
    lints: Callable[[LintRequest], Iterable[Problem]] | None = None
    carried: str = ""
    fragments: str = ""
    uses: str = ""
    numbers: str = ""
    consumers: tuple[str, ...] = ()
    verified_by: str = ""

    def suffix(self, version: str = "") -> str:
        """Return the suffix of a file that is written, of a version that may have its own."""
        return next((suffix for suffix, implied in self.suffixes.items() if implied == version), next(iter(self.suffixes)))

    def __post_init__(self) -> None:
        for ability, (folder, module, function) in _IN_PACKAGE.items():
            if self.package and getattr(self, ability) is None and find_spec(f"{self.package}.{folder}") is not None:
                msgspec.structs.force_setattr(self, ability, _loaded_later(f"{self.package}.{module}", function))


_IN_PACKAGE = {
    "read": ("read", "read.scene", "read"),
    "write": ("write", "write.scene", "write"),
    "lints": ("lints", "lints", "lints"),
    "implied": ("profile", "profile", "implied"),
    "printable": ("unwritten", "unwritten", "printable"),
}
"""Field of a record -> what in a format's package says that it is there, and the module and function that are called."""


def _loaded_later(module: str, function: str) -> Callable[[Any], Any]:
    """A function that loads another one when it is first called."""
    loaded: Callable[[Any], Any] | None = None

    def call(argument: Any) -> Any:
        nonlocal loaded
        if loaded is None:
            loaded = getattr(import_module(module), function)
        return loaded(argument)

    return call
