"""The files that the text of a model names: meshes, images of textures, height fields, skins."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from scenec import files
from scenec.syntax.tree import Document

FOLDERS = ("meshdir", "texturedir", "assetdir")


def named_files(documents: Iterable[Document]) -> Iterator[str]:
    """Yield the absolute paths of those that are there, below any of the folders that the model looks in."""
    for document in documents:
        if document.path is None:
            continue
        home, elements = os.path.dirname(document.path), [node for _, node in document.walk()]
        folders = {"", *(each.attributes.get(name, "") for each in elements if each.tag == "compiler" for name in FOLDERS)}
        named = {text.replace("\\", "/") for each in elements for name, text in each.attributes.items() if name.startswith("file")}
        for folder in folders:
            for name in named:
                path = os.path.normpath(os.path.join(home, folder, name))
                if files.is_file(path):
                    yield path
