"""Find the models that a file includes: directories with a model.config, which names the file."""

from __future__ import annotations

import os
from collections.abc import Callable

from scenec import files
from scenec.converters.common.locate import Locator
from scenec.converters.sdformat.versions import KNOWN, order
from scenec.errors import ReadError
from scenec.syntax.xml import read_xml


class ModelLocator(Locator):
    """A locator for model directories. open_file: reads the files that it inspects."""

    def __init__(self, search_path: tuple[str, ...], open_file: Callable[[str], bytes]) -> None:
        super().__init__(search_path)
        self.open = open_file

    def model_file(self, directory: str) -> str | None:
        """Return the SDF file of a model directory: the newest known version that model.config lists. None without a model.config."""
        for name in ("model.config", "manifest.xml"):
            path = os.path.join(directory, name)
            if files.is_file(path):
                break
        else:
            return None
        try:
            root = read_xml(self.open(path), name, shown=path, path=path, tinyxml2=True).root
        except (OSError, ReadError):
            return None
        best: tuple[tuple[int, int], str] | None = None
        for element in root.children:
            if element.tag != "sdf" or not element.text:
                continue
            version = element.attributes.get("version", "")
            rank = order(version) if version in KNOWN else (0, 0)
            if best is None or rank > best[0]:
                best = rank, element.text
        return os.path.join(directory, best[1]) if best else None
