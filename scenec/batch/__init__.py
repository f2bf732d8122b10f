"""Whole libraries: what is in them, where it goes, converting it in parallel, and remembering what was done."""
