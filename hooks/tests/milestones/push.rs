//! Tags that are pushed.

use crate::Setup;

#[test]
fn options_that_push_tags() {
    Setup::new().check(
        &[
            "git push --tags",
            "git push --tag",
            "git push origin --tags",
            "git push --tags --force origin",
            "git push --follow-tags",
            "git push --follow-tags origin main",
            "git push origin main --follow-tags",
            "git push --no-follow-tags --follow-tags",
            "git push --mirror backup",
            "git push --all --tags",
            "git push -o ci.skip --tags",
            "git push --push-option ci.skip origin --tags",
            "git -C packages push --tags",
            "git -c push.followTags=true push",
            "git -c push.followTags push origin main",
            "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=push.followTags GIT_CONFIG_VALUE_0=1 git push",
            "git push --no-verify --tags",
            "git push --tags || true",
            "git push --tags&",
            "(git push --tags)",
            "git push --tags|cat",
            "git push --tags;",
            "git push --atomic origin main --tags 2>&1 | tail -3",
            "git push --recurse-submodules=on-demand --tags",
            "git send-pack --mirror backup",
        ],
        &[
            "git push",
            "git push origin",
            "git push -u origin main",
            "git push --force-with-lease origin HEAD",
            "git push --all origin",
            "git push --branches",
            "git push --tags --dry-run",
            "git push -n --tags",
            "git push -nf --tags",
            "git push --dry --mirror",
            "git push --no-tags",
            "git push --tags --no-tags",
            "git push --follow-tags --no-follow-tags origin main",
            "git -c push.followTags=true push --no-follow-tags",
            "git -c push.followTags=false push",
            "git -c push.default=current push",
            "git push --help",
            "git push -h",
            "git help push",
            "git push -o --tags origin main",
            "git push --prune origin 'refs/heads/*'",
            "git push origin 'refs/heads/*'",
        ],
    );
}

#[test]
fn refspecs_that_name_a_tag() {
    Setup::new().check(
        &[
            "git push origin v1.0.0",
            "git push origin 1.0.0",
            "git push origin v1",
            "git push origin v1.0.0-rc.1",
            "git push origin main v1.0.0",
            "git push -f origin v1.0.0",
            "git push origin +v1.0.0",
            "git push origin nightly",
            "git push origin loose",
            "git push origin packed",
            "git push origin nightly:latest",
            "git push origin HEAD:nightly",
            "git push origin HEAD:refs/tags/x",
            "git push origin main:refs/tags/x",
            "git push origin refs/tags/x",
            "git push origin tags/x",
            "git push origin 'refs/tags/*'",
            "git push origin 'refs/tags/*:refs/tags/*'",
            "git push backup '+refs/*:refs/*'",
            "git push origin tag x",
            "git push origin main tag x",
            "git push origin tag \"$T\"",
            "git push origin \"refs/tags/$T\"",
            "git push origin \"v$VERSION\"",
            "V=1.2.3; git push origin \"v${V}\"",
            "git push \"$REMOTE\" v1.0.0",
            "git push git@example.com:o/r.git v1.0.0",
            "git push --repo=x origin v1.0.0",
            "git push origin cli@1.2.3",
            "git push origin '@scope/cli@1.2.3'",
            "git push origin :old v1.0.0",
            "git -C @/other push origin v1.0.0",
            "git --git-dir=@/other/.git push origin 2.0",
            "cd @/other && git push origin v3",
            "cd /nowhere/at/all && git push origin v3",
            "git send-pack origin refs/tags/v1",
        ],
        &[
            "git push origin main",
            "git push origin HEAD",
            "git push origin HEAD:main",
            "git push origin feature",
            "git push origin feature:main",
            "git push origin HEAD:refs/heads/v1.0.0",
            "git push origin v1.0.0:refs/heads/deploy",
            "git push origin nightly:refs/heads/deploy",
            "git push origin 2.0",
            "git push origin v3",
            "git push -u origin 2.0:2.0",
            "git push origin release/v1.2.3",
            "git push origin release/v9.9.9",
            "git push origin feature/v2.0.0",
            "git push origin fix-tag-merge-commit",
            "git push origin tagging",
            "git push origin 1.x",
            "git push origin v2-migration",
            "git push origin release-1.2",
            "git push origin tag",
            "git push origin 2026-01-15-fix",
            "git push v1.0.0",
            "git push origin :v1.0.0",
            "git push origin :refs/tags/v1.0.0",
            "git push origin +:refs/tags/v1.0.0",
            "git push --delete origin v1.0.0",
            "git push -d origin v1.0.0",
            "git push origin --delete tag v1.0.0",
            "git push origin --del v1.0.0",
            "git push --dry-run origin v1.0.0",
            "git push -n origin refs/tags/x",
            "git push origin \"$BRANCH\"",
            "git push origin \"$(git branch --show-current)\"",
            "git push origin \"feature/$NAME\"",
            "git push origin :",
            "git push origin '^refs/tags/x' main",
            "git push origin v1.0.0~3:refs/heads/x",
        ],
    );
}

#[test]
fn follow_tags_of_the_repository_counts() {
    let setup = Setup::new();
    setup.place.git("/repo", "config push.followTags true");
    setup.place.git("/other", "config push.followTags true");
    setup.place.write("/home/.gitconfig", "[push]\n\tfollowTags = true\n");
    setup.check(
        &[
            "git push",
            "git push origin main",
            "git -C .worktrees/lane push",
            "cd packages && git push",
        ],
        &[
            "git push --no-follow-tags",
            "git push -n",
            "git push --delete origin x",
            "git -c push.followTags=false push",
            // There is no tag.
            "git -C @/other push",
        ],
    );
    setup.place.git("/repo", "config push.followTags no");
    setup.check(&["git push --follow-tags"], &["git push"]);
}
