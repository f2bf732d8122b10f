"""Xacro, the macro language that URDF files are written in: `scenec.xacro.expansion.expand` returns the tree of the expanded file.

The rules are those of ROS's xacro 2.1.1, whose results `tests/consumers/test_xacro.py` compares. Expressions are Python's, of which
`scenec.xacro.expressions` evaluates a list of syntax nodes, names and methods itself.
"""
