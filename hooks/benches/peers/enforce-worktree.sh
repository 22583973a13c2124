#!/usr/bin/env bash
# The Edit part of enforce-worktree for bash and jq: what the bench measures beside ours. It starts
# jq once to read and once to answer, and nothing else.
set -u
{ read -r tool && read -r target; } < <(jq -r '.tool_name, (.tool_input.file_path // "")')
case $tool in Edit | Write) ;; *) exit 0 ;; esac
folder=${target%/*}
until [ -d "$folder" ]; do folder=${folder%/*}; done
cd -P "$folder" || exit 0
root=$PWD
until [ -e "$root/.git" ]; do
  [ "$root" ] || exit 0
  root=${root%/*}
done
# In a linked worktree `.git` is a file.
[ -d "$root/.git" ] || exit 0
guarded=
while read -r line; do
  [[ $line =~ ^enforce\ *=\ *true ]] && guarded=yes
done 2>/dev/null <"$root/convergo.toml"
[ "$guarded" ] || exit 0
jq -nc --arg reason "\`$target\` lies in the main checkout: git worktree add .worktrees/NAME" \
  '{hookSpecificOutput: {hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: $reason}}'
