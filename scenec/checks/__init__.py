"""Checks of a scene, whatever format it came from."""
