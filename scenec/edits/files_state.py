"""The files of a scene with some edits, in memory, and the scene that they give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from scenec.conversion import Origin, read_source
from scenec.edits.archive_members import BEHIND, member_of, with_member
from scenec.edits.places import Places
from scenec.files import read_file, within
from scenec.input import boundary_of
from scenec.ir.scene import Scene
from scenec.reading import Reading
from scenec.syntax.splice import Edit, spliced


class FilesState(NamedTuple):
    """files: absolute path -> content, of those that differ from what is on the disk. origin: the scene that they give."""

    reading: Reading
    files: Mapping[str, bytes]
    origin: Origin

    @classmethod
    def read(cls, reading: Reading, files: Mapping[str, bytes]) -> FilesState:
        """Raises ScenecError for files that the format's reader refuses."""

        def opened(path: str) -> bytes:
            return files[path] if path in files else read_file(path)

        with within(boundary_of(reading.path, reading.base, reading.options)):
            return cls(reading, files, read_source(reading.path, reading.spec, reading.base, None, reading.options, opened))

    @property
    def scene(self) -> Scene:
        return self.origin.scene

    def with_scene(self, scene: Scene) -> FilesState:
        """The same with other ids of parts."""
        return self._replace(origin=msgspec.structs.replace(self.origin, result=msgspec.structs.replace(self.origin.result, scene=scene)))

    @property
    def places(self) -> Places:
        """Where the values and parts of the scene stand in these files. Made anew each time, as it reads the texts."""
        record = self.origin.record
        assert record is not None
        return Places(self.origin.ledger, self.reading.path, record.syntax, self.content)

    def content(self, path: str) -> bytes:
        """The content of a file, or of a member of an archive."""
        archive, _, member = path.partition(BEHIND)
        if member:
            return member_of(self.content(archive), member)
        return self.files[path] if path in self.files else read_file(path)

    def spliced(self, edits: Mapping[str, Sequence[Edit]], places: Places) -> dict[str, bytes]:
        """The files with some edits more. Raises ValueError if two of them are about one piece of text and differ."""
        made = dict(self.files)
        for file, found in edits.items():
            text = places.text(file)
            archive, _, member = file.partition(BEHIND)
            content = text.encoded(spliced(text.text, found))
            made[archive] = with_member(self._replace(files=made).content(archive), member, content) if member else content
        return made
