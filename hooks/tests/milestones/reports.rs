//! What was reported of other release gates and command guards in the field, in short: lines
//! that went past them, and lines that they stopped without need.

use cvg_hooks::Event;
use cvg_hooks::config::Gate;
use cvg_hooks::gate::milestone::of_call;

use crate::Setup;

#[test]
fn lines_that_went_past_other_gates() {
    Setup::new().check(
        &[
            // A `cd` that is not the first, or leads back.
            "cd /tmp && cd @/repo && git tag v1",
            "cd .worktrees/lane; cd ../..; git tag v1",
            // Options of git before its verb.
            "git -C @/other tag v1",
            "git -C @/other push --force origin --tags",
            "git -c user.name=x -c user.email=y tag -a v1 -m x",
            "GIT_DIR=@/other/.git git tag v1",
            "GIT_DIR=@/other/.git git -C @/repo tag v1",
            // Options of package managers before their verb.
            "npm --prefix packages/cli publish",
            "cargo +nightly --locked publish",
            // The rest of the line of a here-document.
            "cat <<EOF > notes; git tag v1\nx\nEOF",
            "cat <<EOF | sh\ngit tag v1\nEOF",
            "cat <<EOF; git push --tags\nx\nEOF",
            // Operators without blanks around them; what comes after.
            "git push --tags;",
            "(git push --tags)",
            "git push --tags|cat",
            "git push --tags&",
            "true;git tag v1",
            "gh release create v1 || true; echo done",
            "git push origin v1.0.0 || true; echo done",
            "git push origin v1.0.0 2>&1 | tail -3",
            "(cd packages && git push --tags) &",
            // Substitutions of every kind.
            "echo $(git tag v1)",
            "echo `git tag v1`",
            "diff <(git tag v1) <(ls)",
            "ls > >(git tag v1)",
            "cat <<EOF\n$(git tag v1)\nEOF",
            "git tag | xargs -E x --eof=y git tag new",
            // Carriers.
            "sh -c 'git tag v1'",
            "bash -c 'git tag v1'",
            "env -S'git tag v1'",
            "env -S 'git tag v1'",
            "find . -exec git tag v1 {} +",
            "env -u X A=1 nice -n 5 timeout 3 git tag v1",
            // Quotes, continuations, comments.
            "echo a\\\\\ngit tag v1",
            "echo hi # it's\ngit tag v1",
            "echo hi # comment \\\ngit tag v1",
            "git \\\n  tag v1",
            "$'git' $'tag' v1",
            "g'i't tag v1",
            "# release\ngh release create v1 # now\n",
            "echo one # two; three\ngh release create v1",
            // Here-documents: two, one that comes first, an apostrophe in one.
            "cat <<A <<B\na\nA\nb\nB\ngit tag v1",
            "<<EOF cat; git tag v1\nx\nEOF",
            "git commit -m \"$(cat <<'EOF'\nit's done\nEOF\n)\" && git tag v1",
            // A line that is broken further down.
            "git tag v1\necho \"open",
            // A release that makes the tag itself; refspecs without `--tags`.
            "gh release create v1 --target main --generate-notes",
            "git push origin HEAD:refs/tags/v1",
            "git push origin refs/tags/v1:refs/tags/v1",
        ],
        &[],
    );
}

#[test]
fn lines_that_other_gates_stopped_without_need() {
    Setup::new().check(
        &[],
        &[
            // Prose in here-documents and messages.
            "git commit -F - <<EOF\nthen git tag v1 and npm publish\nEOF",
            "git commit -m 'docs: how to git tag v1' -m 'then git push --tags'",
            "git commit -m \"$(cat <<'EOF'\ndon't cargo publish; git tag v1\nEOF\n)\"",
            "gh issue create --title x --body 'gh release create v1'",
            "gh pr comment 1 --body 'please do not git push --tags'",
            "gh search issues 'npm publish fails'",
            "echo 'git tag v1'",
            "grep -rn 'git tag' .",
            "printf '%s' '{\"tool_input\":{\"command\":\"git tag v1\"}}' | ./hook",
            // Labels beside a dry run; words that are parts of others.
            "echo 'npm publish' && npm publish --dry-run",
            "git checkout -b fix-git-tag-merge-commit",
            "git push origin release-tag-v1-branch",
            "git rev-list --tags",
            "git merge-base tag v1",
            // Modes that only read.
            "git tag --list",
            "git stash list",
            "git push --dry-run --tags",
            "npm publish --dry-run",
            // What nobody can know.
            "eval \"$(ssh-agent -s)\"",
            "$(cat cmd) v1",
            "\"$RELEASE\" publish",
            // Another delimiter, and quoting that hides nothing.
            "cat <<'GIT TAG'\ngit tag v1\nGIT TAG",
            "cat <<\\EOF\n$(git tag v1)\nEOF",
        ],
    );
}

#[test]
fn a_patch_is_no_command_line() {
    let setup = Setup::new();
    for (tool, input) in [
        ("apply_patch", "*** Begin Patch\n*** Add File: x\n+git tag v1\n*** End Patch\ngit tag v1"),
        ("Write", "git tag v1"),
        ("mcp__x__say", "git tag v1"),
    ] {
        let event = serde_json::json!({
            "hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": { "command": input },
        });
        let event = event.to_string();
        let event = Event::parse(&event, None).expect("an event");
        let call = event.call().expect("a call");
        assert_eq!(of_call(call, &setup.setting("/repo"), &Gate::default()), None, "{tool}");
    }
}

#[test]
fn a_call_may_name_its_folder() {
    let setup = Setup::new();
    for (workdir, place) in [("packages", "/repo/packages"), ("/x", "/x")] {
        let event = serde_json::json!({
            "hook_event_name": "PreToolUse", "tool_name": "shell",
            "tool_input": { "command": ["git", "tag", "v1"], "workdir": workdir },
        });
        let event = event.to_string();
        let event = Event::parse(&event, None).expect("an event");
        let call = event.call().expect("a call");
        let found = of_call(call, &setup.setting("/repo"), &Gate::default()).expect("a shell");
        let own = found.milestones[0].place.path().expect("it is known");
        let expected = if workdir == "/x" { place.into() } else { setup.place.at(place) };
        assert_eq!(own, expected);
    }
}

/// Nested openers made other readers take exponential time.
#[test]
fn no_line_takes_long() {
    let setup = Setup::new();
    for line in [
        "$(".repeat(30),
        "$(".repeat(5_000),
        "`$(".repeat(500),
        "git tag $(".repeat(40),
        "{ ".repeat(5_000),
        "git ".repeat(50_000),
        "npx ".repeat(20_000),
        "git -c alias.a=b ".repeat(2_000) + "a",
        "yarn run ".repeat(20_000),
        "env -S 'git tag v1' ".repeat(1_000),
        "python3 -c \"import os; os.system('git tag')\"; ".repeat(500),
        "x=$x$x; ".repeat(200) + "git tag $x",
    ] {
        setup.find("/repo", &line);
    }
}
