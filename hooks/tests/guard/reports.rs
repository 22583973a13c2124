//! What was reported of other guards in the field, in short: lines that went past them, and
//! lines that they refused without need.

use super::*;

/// A line in `/repo`, or in the lane where it begins with `lane: `.
const REFUSED: &[&str] = &[
    // Guards that only look at tools which edit.
    "sed -i s/a/b/ src/a.rs",
    "perl -pi -e s/a/b/ src/a.rs",
    "echo x | tee src/a.rs",
    "cp /etc/hosts src/a.rs",
    "cat > src/a.rs <<'EOF'\nx\nEOF",
    // A `cd` that is not the first, or leads back.
    "lane: cd @/repo && git commit -m x",
    "lane: cd /tmp && cd @/repo && git commit -m x",
    "cd .worktrees/lane; cd ../..; git commit -m x",
    "(cd .worktrees/lane); git commit -m x",
    // Options of git before its verb.
    "lane: git -C @/repo commit -m x",
    "lane: git -C @/repo push origin HEAD --force; git -C @/repo reset --hard",
    "git -c user.name=x commit -m x",
    "lane: git --git-dir=@/repo/.git --work-tree=@/repo checkout -- .",
    "lane: GIT_DIR=@/repo/.git GIT_WORK_TREE=@/repo git checkout -- .",
    // The rest of the line of a here-document.
    "cat <<EOF > src/a.rs\nx\nEOF",
    "cat <<EOF; rm -rf src\nx\nEOF",
    "cat <<'EOF' > /tmp/f; rm src/a.rs\nx\nEOF",
    "cat <<EOF | tee src/a.rs\nx\nEOF",
    // Operators without blanks around them.
    "true;rm src/a.rs",
    "(rm src/a.rs)",
    "true&&rm src/a.rs&",
    "true|tee src/a.rs|cat",
    // Substitutions, paths, xargs.
    "rm ../../../../../../../../..@/repo/src/a.rs",
    "echo $(rm src/a.rs)",
    "echo `rm src/a.rs`",
    "find src -name '*.rs' | xargs rm",
    "diff <(rm src/a.rs) <(ls)",
    "ls > >(tee src/a.rs)",
    "cat <<EOF\n$(rm src/a.rs)\nEOF",
    // Carriers.
    "sh -c 'rm src/a.rs'",
    "bash -c 'echo x > a.txt'",
    "env -S'rm src/a.rs'",
    "env -S 'rm src/a.rs'",
    "echo src/a.rs | xargs -E x --eof=y rm",
    "find src -exec rm {} +",
    "env -u X A=1 nice -n 5 timeout 3 rm src/a.rs",
    // Quotes, continuations, comments.
    "rm \\\n  src/a.rs",
    "echo a\\\\\nrm src/a.rs",
    "echo hi # it's\nrm src/a.rs",
    "echo hi # comment \\\nrm src/a.rs",
    "rm $'src/a.rs'",
    "r'm' src/a.rs",
    "\\rm src/a.rs",
    // Several here-documents; one that comes first.
    "cat <<A <<B > src/a.rs\na\nA\nb\nB",
    "<<A tee src/a.rs\na\nA",
    // Programs on the command line with a literal path.
    "python3 -c \"open('src/a.rs','w').write('x')\"",
    "python3 - <<'EOF'\nfrom pathlib import Path\nPath('src/a.rs').write_text('x')\nEOF",
    // A patch by the shell.
    "apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: src/a.rs\n*** End Patch\nEOF",
    // The verb, not its name in passing.
    "git stash",
    "git stash pop",
    "git merge topic",
    "git pull",
];

const PASSED: &[&str] = &[
    // What an orchestrator does in the root.
    "git worktree add .worktrees/next -b next",
    "git worktree remove .worktrees/lane",
    "git worktree list && git worktree prune",
    "git fetch --all && git pull --ff-only",
    "git branch -d done",
    "git push origin main",
    // Devices, descriptors, sources.
    "ls 2>/dev/null >&2",
    "cp src/a.rs /tmp/ 2>/dev/null",
    "cat src/a.rs > /tmp/x 2>&1",
    // Targets elsewhere, whatever the folder.
    "sed -i s/a/b/ /tmp/x",
    "python3 - <<'EOF'\nopen('/tmp/x','w')\nEOF",
    "echo x > @/outside/x",
    "lane: rm src/a.rs",
    "cd .worktrees/lane && git commit -am x",
    "git -C .worktrees/lane commit -m x",
    // Text is no command.
    "lane: git commit -F - <<'EOF'\nrestore the file; git checkout -- x > y\nEOF",
    "lane: git commit -m \"$(cat <<'EOF'\nit's a fix: rm -rf src\nEOF\n)\"",
    "gh issue create --title x --body 'git reset --hard && rm -rf src'",
    "gh pr comment 3 --body \"git push --force; rm src/a.rs\"",
    "grep -rn 'rm -rf src' docs",
    "echo '{\"command\": \"rm src/a.rs\"}' | jq .",
    "echo 'git branch -D x; git worktree remove y'",
    "lane: git commit -m 'branch -D and worktree remove'",
    "git log topic-merge-commit",
    "git rev-parse topic-merge-commit",
    // Verbs that only read.
    "git stash list",
    "git stash show -p",
    "git rev-list HEAD",
    "git merge-base HEAD lane",
    "git log --grep='git commit -m' --format='%h > %s'",
    // Nobody knows, so it is no write.
    "eval \"$(ssh-agent -s)\"",
    "g=git; $g commit -m x",
    "$(which git) commit -m x",
];

fn played(setup: &Setup, line: &str) -> Played {
    match line.strip_prefix("lane: ") {
        Some(line) => setup.run("/repo/.worktrees/lane", line),
        None => setup.run("/repo", line),
    }
}

#[test]
fn what_went_past_other_guards_is_refused() {
    let setup = Setup::guarded("");
    let past: Vec<_> = REFUSED.iter().filter(|line| played(&setup, line).is_silent()).collect();
    assert!(past.is_empty(), "{past:#?}");
}

#[test]
fn what_other_guards_refused_without_need_passes() {
    let setup = Setup::guarded("");
    let refused: Vec<_> =
        PASSED.iter().filter_map(|line| Some((line, played(&setup, line).denied()?))).collect();
    assert!(refused.is_empty(), "{refused:#?}");
}
