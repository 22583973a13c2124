//! The same question put to git: does the line change the tags, here or on the remote?

use std::fs;
use std::path::Path;
use std::process::Command;

use cvg_hooks::config::Gate;

use crate::Setup;
use crate::support::{Place, git};

/// Lines that are read and then run; git's own answer counts. One that git refuses says
/// nothing.
const LINES: &[&str] = &[
    "git tag",
    "git tag new",
    "git tag new HEAD~1",
    "git tag -f nightly HEAD~1",
    "git tag --force nightly HEAD~1",
    "git tag nightly",
    "git tag -a new -m x",
    "git tag -am x new",
    "git tag -m x -a new",
    "git tag -m --help new",
    "git tag -m -d new",
    "git tag --message=x new",
    "git tag --mess x new",
    "git tag -F file new",
    "git tag --no-sign new",
    "git tag --create-reflog new",
    "git tag --sort=-creatordate new",
    "git tag --sort -creatordate new",
    "git tag --format='%(refname)' new",
    "git tag --column new",
    "git tag --cleanup=verbatim -m x new",
    "git tag --trailer a=b -m x new",
    "git tag -- new",
    "git tag -l new",
    "git tag --list new",
    "git tag --lis new",
    "git tag -n new",
    "git tag -n5 new",
    "git tag -d nightly",
    "git tag --delete nightly",
    "git tag -v new",
    "git tag --contains HEAD new",
    "git tag --contains",
    "git tag --contains=HEAD new",
    "git tag --no-contains HEAD new",
    "git tag --merged HEAD new",
    "git tag --merged",
    "git tag --no-merged new",
    "git tag --points-at HEAD new",
    "git tag --points-at",
    "git tag -i new",
    "git tag -i -l new",
    "git tag --omit-empty",
    "git -C . tag new",
    "git -c alias.t=tag t new",
    "git -c 'alias.t=!git tag new' t",
    "git -c alias.t='tag -l' t new",
    "git --git-dir=.git tag new",
    "git --no-pager tag new",
    "git help -g tag",
    "git update-ref refs/tags/new HEAD",
    "git update-ref -d refs/tags/nightly",
    "git update-ref -m x refs/tags/new HEAD",
    "echo 'create refs/tags/new HEAD' | git update-ref --stdin",
    "echo 'delete refs/tags/nightly' | git update-ref --stdin",
    "git rebase -q -x 'git tag -f new' HEAD~1",
    "git push",
    "git push origin",
    "git push origin main",
    "git push origin HEAD",
    "git push --tags",
    "git push --tag",
    "git push --no-tags",
    "git push --tags --no-tags origin main",
    "git push --tags --dry-run",
    "git push -n --tags",
    "git push --follow-tags origin main",
    "git push --no-follow-tags origin main",
    "git push --follow-tags --no-follow-tags origin main",
    "git push --no-follow-tags --follow-tags origin main",
    "git -c push.followTags=true push origin main",
    "git -c push.followTags push origin main",
    "git -c push.followTags=false push origin main",
    "git -c push.followTags=true push --no-follow-tags origin main",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=push.followTags GIT_CONFIG_VALUE_0=yes git push origin main",
    "git push --mirror",
    "git push --mir",
    "git push --all",
    "git push --all --tags",
    "git push --branches",
    "git push --prune origin 'refs/heads/*'",
    "git push origin nightly",
    "git push origin +nightly",
    "git push origin packed",
    "git push origin annotated",
    "git push origin tag nightly",
    "git push origin main tag nightly",
    "git push origin refs/tags/nightly",
    "git push origin tags/nightly",
    "git push origin 'refs/tags/*'",
    "git push origin 'refs/tags/*:refs/tags/*'",
    "git push origin '+refs/*:refs/*'",
    "git push origin HEAD:refs/tags/new",
    "git push origin main:refs/tags/new",
    "git push origin nightly:refs/tags/new",
    "git push origin nightly:",
    "git push origin nightly:new",
    "git push origin HEAD:refs/heads/nightly",
    "git push origin nightly:refs/heads/deploy",
    "git push origin 'annotated^{}:refs/heads/deploy'",
    "git push origin 'annotated^{}:refs/tags/new'",
    "git push origin 2.0",
    "git push origin 2.0:2.0",
    "git push origin HEAD:refs/heads/v9.9.9",
    "git push origin :refs/tags/remote",
    "git push origin :remote",
    "git push --delete origin remote",
    "git push origin --delete tag remote",
    "git push -d origin remote",
    "git push -o x origin main",
    "git push --repo=origin",
    "git push --repo origin --tags",
    "git push --recurse-submodules=check origin main",
    "git push --recurse-submodules check origin nightly",
    "git push origin : nightly",
    "git push origin '^refs/tags/x' 'refs/heads/*'",
    "git push -uf origin main nightly",
    "git push $(git remote) nightly",
    "for t in $(git tag); do git push origin tag $t; done",
    "git fetch --tags",
    "git pull -q --tags --ff-only",
    "git ls-remote --tags",
    "git clone -q . copy",
    "git remote update",
    "git checkout -q nightly",
    "git branch new",
    "git stash push -m 'git tag new'",
    "git commit -q --allow-empty -m 'git tag new'",
    "git archive nightly",
    "git describe --tags",
];

/// A refspec from a branch to the name of a tag or a version is taken for a tag, since a branch is seldom called so.
/// git makes a branch of it, unless the remote has such a tag.
const GUESSED: &[&str] =
    &["git push origin HEAD:v9.9.9", "git push origin main:v9.9.9", "git push origin HEAD:nightly"];

#[test]
fn git_agrees() {
    let template = Setup { place: Place::new(), gate: Gate::default() };
    layout(&template.place);
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in LINES {
        let setup = Setup { place: Place::new(), gate: Gate::default() };
        copy(&template.place.at("/pair"), &setup.place.at("/pair"));
        let found = !setup.find("/pair/work", line).milestones.is_empty();
        let before = tags(&setup.place);
        let runs = run(&setup.place, line);
        let differ = changes(&before, &tags(&setup.place));
        count += usize::from(differ);
        // What git refuses to do is guarded all the same.
        if differ && !found || found && !differ && runs {
            wrong.push(format!("{line}: found {found}, changes {differ}"));
        }
    }
    assert!(count > 40, "{count}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for line in GUESSED {
        assert!(!template.find("/pair/work", line).milestones.is_empty(), "{line}");
    }
}

/// A repository and its remote, which lie beside each other.
fn layout(place: &Place) {
    place.mkdir("/pair/origin");
    place.git("/pair/origin", "init -q --bare");
    place.repository("/pair/work");
    place.git("/pair/work", "remote add origin ../origin");
    place.git("/pair/work", "tag remote");
    place.git("/pair/work", "push -q -u origin main remote");
    place.write("/pair/work/file", "more\n");
    place.commit("/pair/work");
    place.git("/pair/work", "tag packed");
    place.git("/pair/work", "pack-refs --all");
    place.git("/pair/work", "tag nightly");
    place.git("/pair/work", "tag -a annotated -m x");
    place.git("/pair/work", "branch 2.0");
    place.git("/pair/work", "config push.default current");
    place.git("/pair/work", "config user.name Tester");
    place.git("/pair/work", "config user.email tester@example.com");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("a file");
        }
    }
}

/// The tags of both repositories, with what they stand for, from their files.
fn tags(place: &Place) -> Vec<String> {
    let mut all = Vec::new();
    for dir in ["/pair/work/.git", "/pair/origin"] {
        let packed = fs::read_to_string(place.at(dir).join("packed-refs")).unwrap_or_default();
        for line in packed.lines() {
            let Some((object, name)) = line.split_once(' ') else { continue };
            if let Some(name) = name.strip_prefix("refs/tags/") {
                all.push(format!("{dir} {name} {object}"));
            }
        }
        // A loose one hides a packed one.
        for entry in fs::read_dir(place.at(dir).join("refs/tags")).into_iter().flatten() {
            let entry = entry.expect("an entry");
            let begins = format!("{dir} {} ", entry.file_name().display());
            let object = fs::read_to_string(entry.path()).expect("a file");
            all.retain(|tag: &String| !tag.starts_with(&begins));
            all.push(format!("{begins}{}", object.trim_end()));
        }
    }
    all
}

/// Is there a tag that was not, or elsewhere? A tag that is gone is no milestone.
fn changes(before: &[String], after: &[String]) -> bool {
    after.iter().any(|tag| !before.contains(tag))
}

/// Runs a line in a shell; says whether it went well.
fn run(place: &Place, line: &str) -> bool {
    let dir = place.at("/pair/work");
    let git = git(&dir);
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).current_dir(&dir).env_clear().env("GIT_EDITOR", "true");
    shell.envs(git.get_envs().filter_map(|(key, value)| Some((key, value?))));
    shell.output().expect("sh can be started").status.success()
}
