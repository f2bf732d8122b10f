"""Writes toy files."""
