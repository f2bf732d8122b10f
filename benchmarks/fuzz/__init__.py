"""Fuzzing: conversions of malformed and extreme files, judged by what must hold for every input (`judge`).

An input is made from a seed and its number alone, so that each can be made again: mutated fixtures (and scenes of the shared corpus,
where it is there), nonsense that keeps to the grammars, spliced and swapped files, broken meshes, images and archives, and small files
that ask for much work.
"""
