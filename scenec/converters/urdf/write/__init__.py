"""Writes the neutral scene as URDF."""
