#!/bin/sh
echo "on codex: ${HOME} $((1 + 1))"
