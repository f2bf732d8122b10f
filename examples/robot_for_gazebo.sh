#!/usr/bin/env bash
# A robot for Gazebo: a model folder with its meshes, verified by what is installed to load it, and a page that shows what was lost.
#
#   examples/robot_for_gazebo.sh nao.ros2 models/
set -eu

robot=$1
models=$2
name=$(basename "${robot%.*}")

scenec check "$robot" --fail-on error
scenec convert "$robot" -o "$models/" --to sdformat --layout model --verify \
    --report "$models/$name.html" --report "$models/$name.json" --fail-on never
scenec inspect "$models/$name/model.sdf" --physics --format json >"$models/$name.physics.json"
