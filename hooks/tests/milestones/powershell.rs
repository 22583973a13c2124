//! Lines of PowerShell.

use cvg_hooks::gate::milestone::find_in_powershell;
use cvg_hooks::shell::{Place, Setting};

use crate::Setup;

#[track_caller]
fn check(gated: &[&str], ignored: &[&str]) {
    let setup = Setup::new();
    let found = |line: &str| find_in_powershell(line, &setup.setting("/repo"), &setup.gate);
    for line in gated {
        assert!(!found(line).milestones.is_empty(), "missed: {line}");
    }
    for line in ignored {
        assert!(found(line).milestones.is_empty(), "found: {line}");
    }
}

#[test]
fn simple_words() {
    check(
        &[
            "git tag v1.0.0",
            "Git Tag v1; git tag v1",
            "git.exe tag v1.0.0",
            "& git tag v1",
            "& 'C:\\Program Files\\Git\\cmd\\git.exe' tag v1",
            "git tag \"v$version\"",
            "git push --tags",
            "git push origin v1.0.0 2>&1 | Out-String",
            "npm.cmd publish",
            "cargo publish; if ($LASTEXITCODE) { exit 1 }",
            "if ($?) { git tag v1 }",
            "$out = git tag v1",
            "foreach ($t in $tags) { git tag $t }",
            "Set-Location packages; npm publish",
            "iex 'git tag v1'",
            "Invoke-Expression \"git tag v1\"",
            "Start-Process git -ArgumentList 'tag','v1' -Wait",
            "cmd /c git tag v1",
            "bash -c 'git tag v1'",
            "pwsh -Command { git tag v1 }",
            "git tag v1 `\n -m x",
            "try { git tag v1 } catch { throw }",
            "$env:X = '1'; git tag v1",
            &("ls; ".repeat(5_000) + "git tag v1"),
            &("(".repeat(100) + "git tag v1"),
        ],
        &[
            "git tag",
            "git tag -l",
            "git tag -d v1",
            "git push",
            "Write-Host 'git tag v1'",
            "echo \"git tag v1\"",
            "# git tag v1",
            "<# git tag v1 #>",
            "@'\ngit tag v1\n'@ | Set-Content x.md",
            "Select-String 'git tag' *.md",
            "$x = 'git tag v1'",
            "npm publish --dry-run",
            "git commit -m 'git tag v1'",
            "git commit -m @'\ngit tag v1\n'@",
            "ssh host 'git tag v1'",
            "Get-Help git-tag",
            "git log > tag",
        ],
    );
}

#[test]
fn folders_of_windows_are_names() {
    let setting = Setting { cwd: Some("C:\\repo".into()), ..Setting::default() };
    let setup = Setup::new();
    let place = |line: &str| {
        let found = find_in_powershell(line, &setting, &setup.gate);
        found.milestones[0].place.clone()
    };
    assert_eq!(place("git tag v1"), Place::At("C:\\repo".into()));
    assert_eq!(place("cd D:\\work\\x; git tag v1"), Place::At("D:/work/x".into()));
}
