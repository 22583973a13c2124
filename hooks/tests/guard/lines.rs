//! Command lines as agents write them, each with its verdict.

use super::*;

/// Plays each line from `cwd`; collects every one that is judged wrongly.
#[track_caller]
fn check(cwd: &str, refused: &[&str], passed: &[&str]) {
    let setup = Setup::guarded("");
    let lines = refused.iter().map(|line| (line, true)).chain(passed.iter().map(|l| (l, false)));
    let wrong: Vec<String> = lines
        .filter(|(line, denied)| setup.run(cwd, line).denied().is_some() != *denied)
        .map(|(line, denied)| format!("{} {line}", if denied { "passed:" } else { "refused:" }))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn closing_a_descriptor_writes_no_file() {
    check(
        "/repo",
        &["ls > 0", "ls 2>&- > src/x", "exec 3>&- 4> src/x"],
        &["ls >&-", "ls 2>&-", "exec 3>&-", "make <&- 2>&- > /dev/null", "exec 3>&1 1>&2 3>&-"],
    );
}

#[test]
fn a_lane_that_the_line_makes_is_one() {
    check(
        "/repo",
        &[
            "git worktree add src/feat -b feat && touch src/x",
            "git worktree add . -b feat && touch src/x",
            "git worktree add src -b feat && touch src/x",
            "git worktree add .worktrees/feat && git commit -m x",
            "git worktree add .worktrees/feat && cd .worktrees/feat && cd ../.. && git commit -m x",
            "git worktree list .worktrees/feat && cd .worktrees/feat && git commit -m x",
            "touch src/feat/x && git worktree add src/feat",
            "cd .worktrees/feat && git commit -m x",
        ],
        &[
            "git worktree add -b f .worktrees/f origin/main && cd .worktrees/f && git commit -m x",
            "git worktree add .worktrees/f -b f && git -C .worktrees/f commit -m x",
            "git worktree add src/f -b f && touch src/f/x && git -C src/f commit -m x",
            "git worktree move .worktrees/lane src/moved && git -C src/moved commit -m x",
            "cvg lane create f && cd .worktrees/f && git commit -m x",
            "for n in a b; do git worktree add .worktrees/$n; git -C .worktrees/$n add .; done",
        ],
    );
}

#[test]
fn arguments_of_a_script_on_the_command_line_are_known() {
    check(
        "/repo",
        &[
            "sh -c 'rm \"$0\"' src/a.rs",
            "sh -c 'rm \"$1\"' _ src/a.rs",
            "find . -name x -exec bash -c 'sed -i s/a/b/ \"$0\"' {} \\;",
        ],
        &["sh -c 'rm \"$0\"' .worktrees/lane/x", "sh -c 'cat \"$0\"' src/a.rs"],
    );
}

#[test]
fn arrays_are_followed() {
    check(
        "/repo",
        &[
            "files=(src/a.rs docs/a.md); for f in \"${files[@]}\"; do sed -i s/a/b/ \"$f\"; done",
            "files=(src/a.rs\n  docs/a.md)\nrm ${files[@]}",
            "f=(x \"src/a b.rs\"); rm \"${f[1]}\"",
            "f=(src/a.rs); rm \"$f\"",
            "f=(.worktrees/lane/x); f+=(src/a.rs); rm \"${f[@]}\"",
            "f=($(git ls-files)); rm \"${f[@]}\"",
            "f=($(rm src/a.rs))",
        ],
        &[
            "files=(src/a.rs); for f in \"${files[@]}\"; do cat \"$f\"; done",
            "f=(.worktrees/lane/x); rm \"${f[@]}\"",
            "f=(src/a.rs); f=/elsewhere/x; rm \"$f\"",
            "f=(src/a.rs .worktrees/lane/x); rm \"${f[1]}\"",
            "rm \"${f[@]}\"",
        ],
    );
}

#[test]
fn a_default_is_taken_for_what_the_line_does_not_set() {
    check(
        "/repo",
        &[
            "DEST=\"${1:-src}\"; cp @/outside/x \"$DEST/\"",
            "echo x > \"${LOG:-\"build.log\"}\"",
            "f() { rm \"${1:-src/a.rs}\"; }; f",
        ],
        &[
            "DEST=\"${OUT:-@/outside}\"; cp src/a.rs \"$DEST/\"",
            "OUT=$(cat x); echo x > \"${OUT:-src/x}\"",
            "f() { rm \"${1:-src/a.rs}\"; }; f .worktrees/lane/x",
            "f() { rm \"${1:-src/a.rs}\"; }; f \"$UNKNOWN\"",
        ],
    );
}

#[test]
fn the_main_checkout_is_found_from_a_lane() {
    check(
        "/repo/.worktrees/lane",
        &[
            "cd \"$(git rev-parse --git-common-dir)/..\" && rm src/a.rs",
            "cd \"$(dirname \"$(git rev-parse --path-format=absolute --git-common-dir)\")\" && git merge x",
            "rm \"$(git rev-parse --git-dir)/index.lock\"",
        ],
        &[
            "cd \"$(git rev-parse --show-toplevel)\" && rm src/a.rs",
            "ls \"$(git rev-parse --git-common-dir)\"",
        ],
    );
}

#[test]
fn programs_in_odd_forms() {
    check(
        "/repo",
        &[
            "python3 -c 'import os; os.unlink(\"src/a.rs\")'",
            "python3 -c 'import os; os.mkdir(\"src/new\")'",
            "python3 -c 'import os; os.chmod(\"src/a.rs\", 0)'",
            "clang-format -i src/a.c",
            "hub commit -m x",
            "jar xf @/outside/x.jar",
            "docker cp c:/x ./x",
            "kubectl cp pod:/x src/x",
            "node -e 'const fs=require(\"fs\"),p=\"x.json\";fs.writeFileSync(p,\"{}\")'",
            "awk -v out=src/x '{print > out}' x",
            "emacs -batch src/a.rs --eval '(save-buffer)'",
            "swift-format -i a.swift",
            "tidy -m index.html",
            "npm exec prettier -- --write .",
            "npx cross-env A=1 rm src/a.rs",
            "setarch x86_64 rm src/a.rs",
            "npm init -y",
            "npm pkg set type=module",
            "pnpm version patch",
        ],
        &[
            "python3 -c 'import os; os.unlink(\".worktrees/lane/x\")'",
            "clang-format --dry-run -i src/a.c",
            "clang-format -n src/a.c",
            "hub pr list",
            "jar tf x.jar",
            "docker cp ./x c:/x",
            "docker cp c:/x @/outside/x",
            "node -e 'const p=\"src/a.rs\",q=\"@/outside/x\";fs.writeFileSync(q,p)'",
            "awk -v out=@/outside/x '{print > out}' x",
            "tidy index.html",
            "npm exec prettier -- --check .",
            "npm version",
            "npm pkg get type",
            "npm init some-tool@latest",
        ],
    );
}

#[test]
fn a_function_may_be_called_as_the_program_in_it() {
    check(
        "/repo",
        &[
            "rm() { command rm -f \"$@\"; }; rm src/a.rs",
            "git() { command git \"$@\"; }; git commit -m x",
        ],
        &["cd() { builtin cd \"$@\" && pwd; }; cd .worktrees/lane && git commit -m x"],
    );
}

#[test]
fn the_folder_of_the_project_is_known() {
    let setup = Setup::guarded("");
    let project = text(&setup.place.at("/repo"));
    let setup = setup.env("CLAUDE_PROJECT_DIR", &project);
    let lane = "/repo/.worktrees/lane";
    refused(&setup.run(lane, "echo x > \"$CLAUDE_PROJECT_DIR/x\""));
    refused(&setup.run(lane, "cd ${CLAUDE_PROJECT_DIR} && git commit -m x"));
    passed(&setup.run(lane, "cp \"$CLAUDE_PROJECT_DIR\"/src/a.rs ."));
    passed(&setup.run("/repo", "echo x > $CLAUDE_PROJECT_DIR/.worktrees/lane/x"));
}

/// A shell that came by a link goes back the same way; a program's `..` does not.
#[test]
fn a_shell_leaves_a_link_as_it_came() {
    let setup = Setup::guarded("");
    setup.place.git("/repo", "worktree add -q /elsewhere/deep -b deep");
    setup.place.link("/repo/.worktrees/ext", setup.place.at("/elsewhere/deep"));
    setup.place.link("/repo/.worktrees/lane/shared", setup.place.at("/repo/src"));
    for line in [
        "cd .worktrees/ext && cd ../.. && rm README.md",
        "cd .worktrees/ext; cd ..; cd ..; rm README.md",
        "pushd .worktrees/ext && pushd ../.. && rm README.md",
        "cd .worktrees/lane/shared && rm ../README.md",
        "cd -P .worktrees/lane/shared && cd .. && rm README.md",
    ] {
        refused(&setup.run("/repo", line));
    }
    for line in [
        "cd .worktrees/ext && touch ../x",
        "cd .worktrees/lane/shared && cd .. && rm x",
        "cd -P .worktrees/ext && cd .. && rm x",
    ] {
        passed(&setup.run("/repo", line));
    }
}

#[test]
fn a_cd_that_fails_leaves_the_shell_where_it_is() {
    check(
        "/repo",
        &[
            "cd .worktrees/gone; rm src/a.rs",
            "cd @/nowhere\nrm src/a.rs",
            "cd .worktrees/gone; cd src && rm a.rs",
        ],
        &[
            "cd .worktrees/gone && rm src/a.rs",
            "cd .worktrees/gone || exit 1; rm src/a.rs",
            "cd .worktrees/lane; rm src/a.rs",
            "mkdir -p .worktrees/new; cd .worktrees/new; touch x",
            "set -e; cd .worktrees/gone; rm src/a.rs",
        ],
    );
}

#[test]
fn a_quote_hides_no_backquote() {
    // Bash ends a substitution at the next backquote; a parser of programs may not.
    check(
        "/repo",
        &[
            "echo `'`; rm -rf src; echo `'`",
            "echo `\"`; rm -rf src; echo `\"`",
            "echo \"`a '` b `rm src/x\n'`\"",
            "echo `a '`; rm src/x #'`",
            "echo `rm src/x\n)` b",
            "echo \"can`'t` `rm src/x\n'`\"",
            "echo \"`: '`\" ; rm src/x ; echo \"`'`\"",
            // Other quotes, braces and brackets around them change nothing.
            "echo $\"`'` `rm src/x` `'`\"",
            "echo $\"a\"`'`; rm src/x; echo `'`",
            "echo {a,b}`'`; rm src/x; echo `'`",
            "echo {a,`'`,`rm src/x`,`'`}",
            "a=(`'` `rm src/x` `'`)",
            "a+=(b `'`); rm src/x; a=(`'`)",
            "a[1]=`'`; rm src/x; a=`'`",
            "echo ${x:-`'` `rm src/x` `'`}",
            "echo $((`'` + `rm src/x` + `'`))",
            "echo \"${x:-`'` `rm src/x` `'`}\"",
            "shopt -s extglob\nls @(`'`|`rm src/x`|`'`)",
            "cat <(echo `'`; rm src/x; echo `'`)",
            "echo $(echo `'`; rm src/x; echo `'`)",
            "cat <<E\n`'`\n`rm src/x`\n`'`\nE",
            "for i in a `'`; do rm src/x; done; echo `'`",
            "case `'` in *) rm src/x;; esac; echo `'`",
            "[[ -n x`'` ]] && rm src/x && echo `'`",
            "ls > `'`; rm src/x; ls > `'`",
            "echo `'`{a,b}; rm src/x; echo `'`",
            "[[ -n x`'` ]] && rm src/x && [[ -n x`'` ]]",
            "(( 1`'` )); rm src/x; (( 1`'` ))",
            "for ((i=0`'`;i<1;i++)); do rm src/x; done; for ((i=0`'`;i<1;i++)); do :; done",
            "f() { echo `'`; }; rm src/x; f() { echo `'`; }",
            "if true; then echo `'`; rm src/x; fi; echo `'`",
            "a[`'`]=1; rm src/x; a[`'`]=1",
            "echo $[1`'`]; rm src/x; echo $[1`'`]",
            // Each of these is a syntax error to a parser that lets something hide a backquote.
            "for i in `echo a #`; do rm src/x\necho `b`; done",
            "for i in a `echo $(`; do rm src/x; done; echo `)`",
            "for i in a `echo ${`; do rm src/x; done; echo `}`",
            "for i in a `cat <<E`; do rm src/x; done\nE\necho `b`",
        ],
        &[
            "echo `ls 'a b'` `cat \"src/a.rs\"`",
            "echo \"`echo \"a b\"` and `pwd`\"",
            "echo 'it`s' \"a `date`\" `pwd`",
            "x=`ls | grep 'a'`; echo ${x:-`pwd`} $((1 + `wc -l < src/a.rs`))",
            "gh pr create --body \"Adds `if` and `case`\"",
            "git log --grep \"Don't use `can't` here\"",
            "echo $\"a `date`\" {a,`b`} `c`",
            "a=(`ls` b `cat 'x y'`); a+=(`pwd`); a[1]=`pwd`",
            "shopt -s extglob\nls @(a|`b 'c'`) `d`",
            "[[ $x =~ ^(a|`b`)|c$ && -n `d` ]] && (( `e` + (1) ))",
            "echo $((a) | b) `c` $((1 + (`d`)))",
            "for ((i=`a`; i<`b`; i++)); do echo `c`; done",
            "f() { echo `a \"b\"`; }; case `c` in `d`) e;; esac",
            "git commit -m \"it's `x`, and `y`",
        ],
    );
}

#[test]
fn a_branch_that_is_not_checked_out_may_be_renamed() {
    check(
        "/repo",
        &["git branch -m main other", "git branch -M refs/heads/main x", "git branch -m x"],
        &["git branch -m other another", "git branch -M a b", "git -C .worktrees/lane branch -m x"],
    );
}

#[test]
fn what_decides_where_the_checkout_is_stays() {
    check(
        "/repo",
        &["git config core.worktree /x", "git config --local core.bare true", "rm -rf .."],
        &[
            "git config user.name x",
            "git config --get core.bare",
            "git config --global core.bare x",
        ],
    );
}

#[test]
fn the_way_to_an_exempt_folder_may_be_made() {
    let setup = Setup::guarded("exempt = [\"docs/plans/\"]");
    for line in ["mkdir -p docs/plans && touch docs/plans/a", "cp src/a.rs docs/plans/"] {
        assert!(setup.run("/repo", line).is_silent(), "{line}");
    }
    fs::create_dir_all(setup.place.at("/repo/docs/plans")).expect("a folder");
    for line in ["cp src/a.rs docs/plans", "mv /outside/x docs/plans"] {
        assert!(setup.run("/repo", line).is_silent(), "{line}");
    }
    for line in ["mkdir docs/other", "touch docs/a", "cp src/a.rs docs", "rm -rf docs"] {
        assert!(setup.run("/repo", line).denied().is_some(), "{line}");
    }
}

#[test]
fn a_build_is_where_its_project_is() {
    let setup = Setup::guarded("opaque = \"deny\"");
    for line in [
        "make -C .worktrees/lane all",
        "cargo build --manifest-path .worktrees/lane/Cargo.toml",
        "cargo test -C .worktrees/lane",
        "npm --prefix .worktrees/lane run build",
        "cd .worktrees/lane && make",
    ] {
        assert!(setup.run("/repo", line).is_silent(), "{line}");
    }
    for line in ["make", "make -C src", "cargo build --manifest-path src/Cargo.toml", "./x --help"]
    {
        assert!(setup.run("/repo", line).denied().is_some(), "{line}");
    }
}
