"""The least that a conversion has to do: start Python, parse the files, parse their numbers, write as many bytes.

    python floor.py FOLDER SIZE,SIZE,... FILE...

What takes less than this is not Python; what takes a multiple of it can be made faster.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from xml.parsers.expat import ParserCreate

import numpy as np

_OF_NUMBERS = tuple("0123456789+-.#")


def parse_numbers(file: str) -> int:
    """How many numbers stand in the text of the file's elements."""
    texts: list[str] = []
    count = 0

    def end(_tag: str) -> None:
        nonlocal count
        text = "".join(texts)
        texts.clear()
        if text and text.strip()[:1] in _OF_NUMBERS:
            try:
                count += np.fromstring(re.sub("#.*", "", text) if "#" in text else text, sep=" ").size
            except ValueError:  # a word that begins like a number
                return

    parser = ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = 1 << 20
    parser.CharacterDataHandler = texts.append
    parser.StartElementHandler = lambda _tag, _attributes: texts.clear()
    parser.EndElementHandler = end
    parser.Parse(Path(file).read_bytes(), True)
    return count


def parse_atoms(file: str) -> int:
    """How many numbers stand in S-expressions."""
    count = 0
    for atom in re.findall(r"[^\s()]+", re.sub(";.*", "", Path(file).read_text("latin-1"))):
        try:
            float(atom)
        except ValueError:
            continue
        count += 1
    return count


def main() -> None:
    folder, sizes, *files = sys.argv[1:]
    for file in files:
        if file.endswith(".rsg"):
            parse_atoms(file)
        else:
            parse_numbers(file)
    for number, size in enumerate(sizes.split(",")):
        (Path(folder) / f"{number}.out").write_bytes(bytes(int(size)))


if __name__ == "__main__":
    main()
