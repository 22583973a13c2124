//! Commands in commands: what carries them, and what does not run here.

use cvg_hooks::gate::milestone::{What, mentions};
use cvg_hooks::shell::{Limit, Reading};

use crate::Setup;

#[test]
fn whatever_carries_a_command() {
    Setup::new().check(
        &[
            "make test && git tag v1",
            "false || git tag v1",
            "git tag v1 &",
            "git tag v1|cat",
            "! git tag v1",
            "{ git tag v1; }",
            "(git tag v1)",
            "((x++)); git tag v1",
            "x=$(git tag v1)",
            "echo \"$(git tag v1)\"",
            "echo `git tag v1`",
            "echo \"${x:-$(git tag v1)}\"",
            "cat <(git tag v1)",
            "ls > >(git tag v1)",
            "if true; then git tag v1; fi",
            "if false; then ls; else git tag v1; fi",
            "while git tag v1; do break; done",
            "until false; do git tag v1; done",
            "for v in v1 v2; do git tag $v; done",
            "while read -r t; do git tag \"$t\"; done < tags.txt",
            "case $x in a) git tag v1;; esac",
            "rel() { git tag \"$1\"; }; rel v1",
            "function rel { npm publish; }; rel",
            "[ -n \"$x\" ] && git tag v1",
            "time git tag v1",
            "command git tag v1",
            "\\git tag v1",
            "exec git tag v1",
            "builtin command git tag v1",
            "nohup git tag v1 &",
            "timeout 60 git tag v1",
            "timeout -k 5 60 npm publish",
            "nice -n 10 git tag v1",
            "env git tag v1",
            "env -i PATH=$PATH git tag v1",
            "env -S 'git tag v1'",
            "env -S'git tag v1'",
            "sudo git tag v1",
            "sudo -u me -- git tag v1",
            "doas git tag v1",
            "stdbuf -oL cargo publish",
            "setsid -w npm publish",
            "flock /tmp/l git tag v1",
            "flock /tmp/l -c 'git tag v1'",
            "watch -n 1 'git tag v1'",
            "script -c 'git tag v1' log",
            "su -c 'git tag v1' me",
            "xargs git tag < x",
            "echo v1 | xargs git tag",
            "echo v1 | xargs -I{} git tag {}",
            "git log --format=%H | xargs -n1 git tag -f x",
            "find . -name VERSION -exec git tag v1 \\;",
            "find . -execdir npm publish \\;",
            "parallel git tag ::: v1 v2",
            "bash -c 'git tag v1'",
            "bash -lc \"git tag v1\"",
            "sh -ec 'set -x; git tag v1'",
            "bash -c 'bash -c \"git tag v1\"'",
            "bash -c \"git tag \\$1\" _ v1",
            "zsh -c 'git tag v1'",
            "eval git tag v1",
            "eval \"git tag v1\"",
            "eval 'git' 'tag' v1",
            "bash <<'EOF'\ngit tag v1\nEOF",
            "bash -s <<< 'git tag v1'",
            "sh <<EOF\ncd packages\nnpm publish\nEOF",
            "echo 'git tag v1' | sh",
            "echo 'git tag v1' | bash -x",
            "printf 'git tag %s\\n' v1 | bash",
            "cat <<'EOF' | sudo bash\ngit tag v1\nEOF",
            "source <(echo 'git tag v1')",
            "bash <(echo 'git tag v1')",
            "trap 'git tag v1' EXIT",
            "python3 -c \"import os; os.system('git tag v1')\"",
            "python3 -c 'import subprocess; subprocess.run([\"git\", \"tag\", \"v1\"])'",
            "node -e 'require(\"child_process\").execSync(\"npm publish\")'",
            "ruby -e 'system(\"git tag v1\")'",
            "perl -e 'system(\"git tag v1\")'",
            "mise exec -- cargo publish",
            "mise x node@20 -- npm publish",
            "direnv exec . git tag v1",
            "bundle exec gem push x.gem",
            "pipenv run twine upload dist/*",
            "doppler run -- npm publish",
            "dotenv -- npm publish",
            "op run -- cargo publish",
            "$'git' tag v1",
            "g\\it ta\\g v1",
            "git \\\n  tag \\\n  v1",
            "git tag v1 \\\n  -m x",
            "git\ttag\tv1",
            "V=1; git tag v$V",
            "git status\ngit tag v1\nls",
            "git status # it's fine\ngit tag v1",
            "ls # a \\\ngit tag v1",
            "echo $'it\\'s'; git tag v1",
            "git tag v1 > /dev/null 2>&1",
            ">log git tag v1",
            "FOO=bar git tag v1",
            "set -e; git tag v1",
            "set -euo pipefail\ngit tag v1",
            "git tag v1\necho 'unterminated",
            "git tag v1\nfi",
            "rtk git tag v1",
            "x='git tag'; $x v1",
            "GIT=/usr/bin/git; \"$GIT\" tag v1",
            "SUDO=sudo; $SUDO git tag v1",
            "${GIT:-git} tag v1",
            "$(echo git) tag v1",
            "alias gt='git tag'\ngt v1",
            "alias git=hub; git tag v1",
            "alias git=echo; git tag v1",
            "tmux new-session -d -s x 'git tag v1'",
            "tmux new -d git tag v1",
            "tmux send-keys -t 0 'git tag v1' Enter",
            "tmux -L x split-window -h 'npm publish'",
            "screen -dmS rel npm publish",
            "nix develop -c cargo publish",
            "nix-shell --run 'npm publish'",
            "aws-vault exec prod -- npm publish",
            "infisical run --env=prod -- npm publish",
            "envchain npm npm publish",
            "su - me -c 'git tag v1'",
            "coproc git tag v1",
            "set -- git tag v1; \"$@\"",
            "f() { \"$@\"; }; f git tag v1",
            "python3 - <<'EOF'\nimport subprocess\nsubprocess.run(['git', 'tag', 'v1'])\nEOF",
            "bash -c \"$(cat <<'EOF'\ngit tag v1\nEOF\n)\"",
            "wsl git tag v1",
            "wsl -d Ubuntu -- git tag v1",
            "pwsh -c 'git tag v1'",
            "pwsh -NoProfile -Command \"git tag v1\"",
            "powershell.exe -ExecutionPolicy Bypass -Command git tag v1",
            "cmd.exe /c git tag v1",
            "cmd //c 'cd packages && npm publish'",
        ],
        &[
            "make release",
            "./release.sh",
            "source release.sh",
            "bash release.sh git tag v1",
            "ssh host 'git tag v1'",
            "ssh -t host git tag v1",
            "ssh host <<'EOF'\ngit tag v1\nEOF",
            "docker exec c git tag v1",
            "docker run --rm rust cargo publish",
            "kubectl exec p -- git tag v1",
            "mygit tag v1",
            "gittag v1",
            "git_tag v1",
            "./git/tag v1",
            "cargo-publisher publish",
            "npm-publish",
            "xgh release create v1",
            "$CMD tag v1",
            "\"$(which git)\" tag v1",
            "git tag v1; }",
            "echo 'open\ngit tag v1",
            "if true; then",
            "",
            " ",
            "\n\n",
            "x=1",
            "pwsh -File release.ps1",
            "pwsh -Command 'Write-Host \"git tag v1\"'",
            "powershell -c \"git tag -l\"",
            "cmd /c dir",
            "wsl ls",
            "unalias git; git status",
            "bash -c 'echo git tag v1'",
            "xargs git tag -d < x",
            "git tag -l | xargs git tag -d",
            "find . -name tag -exec git log {} \\;",
            "python3 -c \"import os; os.system('git tag -l')\"",
            "trap - EXIT",
            "alias git='git -c x=y'; git tag",
            "alias gt='git tag'; gt",
            "x='git tag'; $x",
            "x=echo; $x git tag v1",
            "tmux ls",
            "tmux attach -t tag",
            "tmux display-message 'git tag v1'",
            "screen -ls",
            "nix build",
            "nix develop",
            "aws-vault exec prod -- npm publish --dry-run",
            "tmux new -d -s release",
        ],
    );
}

#[test]
fn what_is_too_much_to_read_is_one_if_its_text_names_one() {
    let setup = Setup::new();
    let noise = "echo 0123456789\n".repeat(70_000);
    for line in [
        format!("{noise}git tag v1"),
        format!("git tag v1\n{noise}"),
        format!(": {}; git push --tags", "x".repeat(1 << 20)),
        format!("{}git tag v1{}", "echo $(".repeat(200), ")".repeat(200)),
        format!("{noise}\"g\"it tag v1"),
    ] {
        let found = setup.find("/repo", &line);
        assert!(matches!(found.reading, Reading::TooMuch(_)), "{:?}", found.reading);
        assert!(matches!(found.milestones[..], [ref made] if matches!(made.what, What::Unread(_))));
        assert!(found.milestones[0].what.to_string().contains("cannot be read"));
    }
    for line in [noise.clone(), format!("{noise}git log\necho tag"), format!("cat {noise}")] {
        assert!(setup.find("/repo", &line).milestones.is_empty());
        assert!(!mentions(&line));
    }
}

#[test]
fn command_lines_in_command_lines_end_somewhere() {
    let setup = Setup::new();
    let one = "git -c 'alias.x=!git tag v1' x; ";
    assert_eq!(setup.find("/repo", &one.repeat(20)).milestones.len(), 1);
    let endless = "export GIT_CONFIG_KEY_0=alias.x GIT_CONFIG_VALUE_0='!git x'; git x";
    assert!(setup.find("/repo", endless).milestones.is_empty());
    let many = "git -c 'alias.x=!git x' x; ".repeat(300);
    let found = setup.find("/repo", &many);
    assert!(matches!(found.reading, Reading::TooMuch(Limit::Work | Limit::Nesting)));
    assert!(found.milestones.is_empty(), "{:?}", found.milestones);
}

#[test]
fn many_milestones_are_kept_to_a_number() {
    let setup = Setup::new();
    let line: String = (0..2_000).fold(String::new(), |line, n| line + &format!("git tag v{n}; "));
    let count = setup.find("/repo", &line).milestones.len();
    assert!((1..100).contains(&count), "{count}");
}

#[test]
fn the_command_is_shown_as_a_person_would_type_it() {
    let setup = Setup::new();
    for (line, shown) in [
        ("sudo git  tag 'v1'", "git tag v1"),
        ("git tag -m 'First release' v1", "git tag -m 'First release' v1"),
        ("git tag \"v$N\"", "git tag v…"),
        ("npx -y np", "np"),
    ] {
        assert_eq!(setup.find("/repo", line).milestones[0].shown, shown);
    }
}
