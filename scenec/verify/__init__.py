"""Asking the programs that load a result what they make of it (``--verify``)."""
