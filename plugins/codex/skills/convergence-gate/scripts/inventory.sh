#!/bin/sh
# Shows how far each repository has drifted: branch, dirty files, last tag,
# stashes, severity. It only reads. A repository inside another one (nested,
# submodule or linked worktree) counts as a unit of its own.
#
# Usage: inventory.sh [REPOSITORY ...]      (default: the current directory)
# Exit:  0 everything was read, 2 wrong usage or a path without a work tree
set -eu

usage() {
    sed -n '2,/^set /{s/^# \{0,1\}//;/^set /d;p;}' "$0"
}

# The limits of the convergence gate, in dirty files.
YELLOW_AT=10
RED_AT=25

# A caller such as a git hook may point git at another repository.
git_env=$(git rev-parse --local-env-vars) || exit 2
# shellcheck disable=SC2086 # the list is meant to split
unset $git_env
LC_ALL=C
GIT_OPTIONAL_LOCKS=0
export LC_ALL GIT_OPTIONAL_LOCKS

nl='
'

# The repository may configure a file system monitor, which is a program of its choice.
git_in() {
    git_dir=$1
    shift
    git -C "$git_dir" -c core.fsmonitor=false "$@"
}

severity() {
    if [ "$1" -ge "$RED_AT" ]; then
        echo RED
    elif [ "$1" -ge "$YELLOW_AT" ]; then
        echo YELLOW
    else
        echo GREEN
    fi
}

# Adds a work tree to $units unless it is there already.
add_unit() {
    case "$nl$units" in
    *"$nl$1$nl"*) ;;
    *) units="$units$1$nl" ;;
    esac
}

# Adds every repository below the work tree $1. Directories of installed
# dependencies are left out: what lies in them is not being worked on.
add_nested() {
    dot_gits=$(find "$1" \( -name node_modules -o -name .venv \) -prune -o -name .git -prune -print) || true
    while IFS= read -r dot_git; do
        [ -n "$dot_git" ] || continue
        nested=${dot_git%/.git}
        nested_top=$(git_in "${nested:-/}" rev-parse --show-toplevel 2>/dev/null) || nested_top=
        if [ "$nested_top" = "${nested:-/}" ]; then
            add_unit "$nested_top"
        else
            printf 'inventory: skipped, not a repository: %s\n' "$dot_git" >&2
        fi
    done <<EOF
$dot_gits
EOF
}

branch_of() {
    name=$(git_in "$1" symbolic-ref --quiet --short HEAD) || name=
    commit=$(git_in "$1" rev-parse --quiet --verify --short HEAD) || commit=
    if [ -z "$commit" ]; then
        echo "$name (no commits yet)"
    elif [ -z "$name" ]; then
        echo "detached at $commit"
    elif apart=$(git_in "$1" rev-list --left-right --count "@{upstream}...HEAD" 2>/dev/null); then
        behind=${apart%%[!0-9]*}
        ahead=${apart##*[!0-9]}
        echo "$name (ahead $ahead, behind $behind)"
    else
        echo "$name (no upstream)"
    fi
}

tag_of() {
    if tag=$(git_in "$1" describe --tags --abbrev=0 2>/dev/null); then
        since=$(git_in "$1" rev-list --count "refs/tags/$tag..HEAD")
        echo "$tag, commits since: $since"
    else
        all=$(git_in "$1" rev-list --count HEAD 2>/dev/null) || all=0
        echo "none, commits: $all"
    fi
}

# Prints what git status lists in the work tree $1, one path a line, without
# the paths that belong to a unit below it. A submodule whose recorded commit
# has moved is a change of the outer repository and stays.
changes_of() {
    unit=$1
    prefix=${unit%/}/
    set -- .
    while IFS= read -r other; do
        case "$other" in
        "$prefix"?*)
            inner=${other#"$prefix"}
            staged=$(git_in "$unit" ls-files --stage -- ":(literal)$inner")
            case "$staged" in
            160000*) ;;
            *) set -- "$@" ":(exclude,literal)$inner" ;;
            esac
            ;;
        esac
    done <<EOF
$units
EOF
    git_in "$unit" -c status.renames=true status --porcelain=v1 \
        --untracked-files=normal --ignore-submodules=dirty -- "$@"
}

report() {
    if ! changes=$(changes_of "$1"); then
        printf 'inventory: git status failed: %s\n' "$1" >&2
        status=2
        return
    fi
    dirty=$(printf '%s' "$changes" | grep -c '' || true)
    untracked=$(printf '%s' "$changes" | grep -c '^??' || true)
    stashes=$(git_in "$1" rev-list --walk-reflogs --count refs/stash -- 2>/dev/null) || stashes=0
    branch=$(branch_of "$1")
    last_tag=$(tag_of "$1")
    printf '%s\n' "$1"
    printf '  branch    %s\n' "$branch"
    printf '  dirty     %s (%s untracked)\n' "$dirty" "$untracked"
    printf '  last tag  %s\n' "$last_tag"
    printf '  stashes   %s\n' "$stashes"
    printf '  severity  %s\n\n' "$(severity "$dirty")"
    total=$((total + dirty))
    count=$((count + 1))
}

case "${1-}" in
-h | --help)
    usage
    exit 0
    ;;
--) shift ;;
-*)
    printf 'inventory: unknown option: %s\n' "$1" >&2
    usage >&2
    exit 2
    ;;
esac
[ "$#" -gt 0 ] || set -- .

units=
status=0
for path do
    if top=$(git_in "$path" rev-parse --show-toplevel) && [ -n "$top" ]; then
        add_unit "$top"
        add_nested "$top"
    else
        printf 'inventory: no git work tree: %s\n' "$path" >&2
        status=2
    fi
done

total=0
count=0
while IFS= read -r each; do
    [ -z "$each" ] || report "$each"
done <<EOF
$units
EOF
[ "$count" -eq 0 ] || printf 'work trees: %s, dirty: %s, severity: %s\n' "$count" "$total" "$(severity "$total")"
exit "$status"
