"""Reads toy files."""
