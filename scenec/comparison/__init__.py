"""Comparing two scenes: the parts, places, shapes and joints of each, made once, and one rule for when two of them are the same."""
