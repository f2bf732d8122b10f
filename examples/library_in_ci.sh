#!/usr/bin/env bash
# A library in CI: everything is converted, losses that are known pass, a new one fails the build.
#
#   examples/library_in_ci.sh models/ simrobot/ simrobot losses.json
#
# The first run writes the list of known losses (commit it); later runs compare with it. Exit status 1: a new loss; 5: a file failed.
set -eu

models=$1
converted=$2
format=$3
known=$4

if [ ! -f "$known" ]; then
    scenec migrate "$models" "$converted" --to "$format" --report "$known" --fail-on never
    echo "wrote $known: commit it, and later runs will fail only on new losses"
    exit 0
fi
scenec migrate "$models" "$converted" --to "$format" --baseline "$known" --fail-on warning --report "$converted/report.html"
