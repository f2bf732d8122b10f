"""Reads URDF into the neutral scene."""
