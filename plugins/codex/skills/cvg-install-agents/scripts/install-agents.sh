#!/bin/sh
# Copies the agents of this plugin to where Codex looks for agents:
# $CODEX_HOME/agents, by default ~/.codex/agents.
#
# Usage: install-agents.sh [--force | --remove] [--dry-run]
#   --force    replace an installed agent whose content differs
#   --remove   delete the installed agents that are unchanged
#   --dry-run  say what would happen and change nothing
# Exit:  0 done, 2 wrong usage or nothing to copy, 6 a differing file was left alone
set -eu

usage() {
    sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p;}' "$0"
}

force=no
remove=no
dry_run=no
for option do
    case "$option" in
    --force) force=yes ;;
    --remove) remove=yes ;;
    --dry-run) dry_run=yes ;;
    -h | --help)
        usage
        exit 0
        ;;
    *)
        printf 'install-agents: unknown option: %s\n' "$option" >&2
        usage >&2
        exit 2
        ;;
    esac
done
if [ "$force" = yes ] && [ "$remove" = yes ]; then
    echo 'install-agents: --force and --remove exclude each other' >&2
    exit 2
fi

# This script lies in skills/cvg-install-agents/scripts of the plugin.
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
source_dir=${here%/skills/*}/agents

if [ -n "${CODEX_HOME-}" ]; then
    target_dir=$CODEX_HOME/agents
elif [ -n "${HOME-}" ]; then
    target_dir=$HOME/.codex/agents
else
    echo 'install-agents: neither CODEX_HOME nor HOME is set' >&2
    exit 2
fi

temporary=
trap '[ -z "$temporary" ] || rm -f -- "$temporary"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

would=
[ "$dry_run" = no ] || would='would be '

# Puts the file $1 in place as $2 in one step, so that Codex never reads half of it.
put() {
    [ "$dry_run" = no ] || return 0
    mkdir -p -- "$target_dir"
    temporary=$(mktemp "$target_dir/.install-agents.XXXXXX")
    cat -- "$1" >"$temporary"
    chmod 644 "$temporary"
    mv -f -- "$temporary" "$2"
    temporary=
}

install_agent() {
    if [ -d "$2" ]; then
        printf 'left alone, it is a directory: %s\n' "$2"
        status=6
    elif [ ! -e "$2" ] && [ ! -L "$2" ]; then
        put "$1" "$2"
        printf '%sinstalled: %s\n' "$would" "$2"
    elif cmp -s -- "$1" "$2"; then
        printf 'up to date: %s\n' "$2"
    elif [ "$force" = yes ]; then
        put "$1" "$2"
        printf '%sreplaced: %s\n' "$would" "$2"
    else
        printf 'left alone, its content differs (--force replaces it): %s\n' "$2"
        status=6
    fi
}

remove_agent() {
    if [ ! -e "$2" ] && [ ! -L "$2" ]; then
        printf 'not installed: %s\n' "$2"
    elif [ -f "$2" ] && cmp -s -- "$1" "$2"; then
        [ "$dry_run" = yes ] || rm -f -- "$2"
        printf '%sremoved: %s\n' "$would" "$2"
    else
        printf 'left alone, its content differs: %s\n' "$2"
        status=6
    fi
}

status=0
found=no
for agent in "$source_dir"/*.toml; do
    [ -f "$agent" ] || continue
    found=yes
    target=$target_dir/${agent##*/}
    if [ "$remove" = yes ]; then
        remove_agent "$agent" "$target"
    else
        install_agent "$agent" "$target"
    fi
done
if [ "$found" = no ]; then
    printf 'install-agents: no agents in %s\n' "$source_dir" >&2
    exit 2
fi
exit "$status"
