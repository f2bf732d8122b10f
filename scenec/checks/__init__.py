"""Checks of a scene, independent of its format."""
