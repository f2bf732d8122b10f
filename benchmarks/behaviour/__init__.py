"""Robots of six formats, converted and moved in MuJoCo, Drake and Gazebo's physics: `python -m benchmarks.behaviour`."""
