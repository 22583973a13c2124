#!/bin/sh
# Lists the files of the last commits, newest first.
set -eu
git log --name-only --pretty=format: -n "${1:-5}" | sed '/^$/d' | awk '!seen[$0]++'
