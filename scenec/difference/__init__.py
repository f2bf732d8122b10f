"""The difference of two scenes: their parts are matched, and matched parts compared."""
