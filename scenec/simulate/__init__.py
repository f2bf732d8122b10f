"""Runs a scene in MuJoCo and judges the motion. Nothing here is imported before a simulation is asked for."""
