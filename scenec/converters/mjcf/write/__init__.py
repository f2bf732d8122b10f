"""The writer of MJCF."""
