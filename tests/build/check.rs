//! `--check` and `diff`: what drifted, said to the byte, and nothing written.

use crate::common::{Output, Repo};

/// Checks, which must find drift, and must write nothing.
fn drifted(repo: &Repo) -> Output {
    let before = repo.output();
    let output = repo.run(&["--check"]).exits(1);
    assert_eq!(repo.output(), before, "a check writes nothing");
    output
}

fn built() -> Repo {
    let repo = Repo::with_skill();
    repo.write("canonical/files/bin/tool", "#!/bin/sh\n").executable("canonical/files/bin/tool");
    repo.build();
    repo
}

#[test]
fn a_clean_tree_says_so() {
    let output = built().run(&["--check"]).exits(0);
    assert_eq!(
        output.out,
        "plugins/claude: 3 files, as the source renders them\n\
         plugins/codex: 3 files, as the source renders them\n"
    );
    assert!(output.err.is_empty(), "{output}");
    let spelled_out = built().run(&["check"]).exits(0);
    assert_eq!(spelled_out.out, output.out, "`check` and `--check` are one");
}

#[test]
fn before_the_first_build_everything_is_missing() {
    let output = drifted(&Repo::with_skill());
    output
        .says("plugins/claude/skills/alpha/SKILL.md: missing\n--- /dev/null\n+++ b/plugins/claude")
        .says("+description: \"Alpha does the first thing\"\n")
        .warns("4 files drifted\nhelp: run `cvg-gen build`\n");
}

#[test]
fn a_missing_file_is_shown_whole() {
    let repo = built();
    repo.remove("plugins/codex/skills/alpha/SKILL.md");
    let output = drifted(&repo);
    assert_eq!(
        output.out,
        "plugins/codex/skills/alpha/SKILL.md: missing\n\
         --- /dev/null\n\
         +++ b/plugins/codex/skills/alpha/SKILL.md\n\
         @@ -0,0 +1,8 @@\n\
         +---\n\
         +name: \"alpha\"\n\
         +description: \"Alpha does the first thing\"\n\
         +---\n\
         +\n\
         +# Alpha\n\
         +\n\
         +Do it.\n"
    );
    assert_eq!(output.err, "1 file drifted\nhelp: run `cvg-gen build`\n");
}

#[test]
fn a_changed_source_makes_its_output_stale() {
    let repo = built();
    repo.edit("canonical/skills/alpha/SKILL.md", "Do it.", "Do it well.");
    drifted(&repo)
        .says(
            "plugins/claude/skills/alpha/SKILL.md: stale: its source changed since the last build\n",
        )
        .says("@@ -5,4 +5,4 @@\n \n # Alpha\n \n-Do it.\n+Do it well.\n")
        .says_nothing_of("SHA256SUMS")
        .warns("2 files drifted\nhelp: run `cvg-gen build`\n")
        .says_nothing_of("edited by hand");
}

#[test]
fn an_edit_by_hand_is_told_from_a_stale_file() {
    let repo = built();
    repo.edit("plugins/claude/skills/alpha/SKILL.md", "Do it.", "Do it my way.");
    drifted(&repo)
        .says("plugins/claude/skills/alpha/SKILL.md: edited by hand\n")
        .says("-Do it my way.\n+Do it.\n")
        .warns("`cvg-gen adopt` carries edits into the source; `cvg-gen build --overwrite` drops")
        .says_nothing_of("stale");
    // Edited and stale at once is an edit: there is something to lose.
    repo.edit("canonical/skills/alpha/SKILL.md", "Do it.", "Do it well.");
    drifted(&repo)
        .says("plugins/claude/skills/alpha/SKILL.md: edited by hand\n")
        .says("plugins/codex/skills/alpha/SKILL.md: stale");
}

#[test]
fn an_edit_back_to_what_an_older_build_wrote_is_no_secret_owner() {
    let repo = built();
    let old = repo.read("plugins/claude/skills/alpha/SKILL.md");
    repo.edit("canonical/skills/alpha/SKILL.md", "Do it.", "Do it well.");
    repo.build();
    repo.write("plugins/claude/skills/alpha/SKILL.md", old);
    drifted(&repo).says("plugins/claude/skills/alpha/SKILL.md: edited by hand\n");
}

#[test]
fn extra_files_are_told_apart_by_who_wrote_them() {
    let repo = built();
    repo.write("plugins/claude/notes.txt", "mine\n");
    repo.write("plugins/claude/skills/alpha/references/new.md", "mine too\n");
    repo.remove("canonical/files");
    repo.edit("plugins/codex/bin/tool", "sh", "bash");
    drifted(&repo)
        .says("plugins/claude/notes.txt: extra: cvg-gen did not write it\n--- a/plugins/claude/notes.txt\n+++ /dev/null\n")
        .says("plugins/claude/skills/alpha/references/new.md: extra: cvg-gen did not write it\n")
        .says("plugins/claude/bin/tool: extra: its source is gone\n")
        .says("plugins/codex/bin/tool: extra: its source is gone, and it was edited by hand\n")
        .warns("move what is not ours into `canonical/files/`, or out of the tree");
}

#[test]
fn a_run_bit_is_drift() {
    let repo = built();
    repo.mode("plugins/codex/bin/tool", 0o644).mode("plugins/codex/skills/alpha/SKILL.md", 0o755);
    let output = drifted(&repo);
    assert_eq!(
        output.out,
        "plugins/codex/bin/tool: has the wrong run bit\nold mode 100644\nnew mode 100755\n\
         plugins/codex/skills/alpha/SKILL.md: has the wrong run bit\n\
         old mode 100755\nnew mode 100644\n"
    );
}

#[test]
fn a_link_in_place_of_a_file_is_drift_even_if_its_bytes_agree() {
    let repo = built();
    let path = "plugins/claude/skills/alpha/SKILL.md";
    repo.write("elsewhere.md", repo.read(path)).remove(path);
    repo.link(path, "../../../../elsewhere.md");
    drifted(&repo)
        .says(&format!("{path}: is not a file: a symbolic link, or something in its way\n"));
    let before = repo.output();
    repo.run(&[]).exits(6).warns(&format!("error: `{path}` is in the way: nothing was written"));
    assert_eq!(repo.output(), before);
}

#[test]
fn a_folder_in_place_of_a_file_is_drift() {
    let repo = built();
    let path = "plugins/claude/skills/alpha/SKILL.md";
    repo.remove(path).write(&format!("{path}/x"), "");
    drifted(&repo).says(&format!("{path}: is not a file"));
    repo.run(&[]).exits(6);
}

#[test]
fn binary_files_are_not_shown() {
    let repo = Repo::with_skill();
    repo.write("canonical/files/logo.bin", [0, 159, 146, 150]);
    repo.build();
    repo.write("canonical/files/logo.bin", [0, 159, 146, 151]);
    drifted(&repo).says(
        "plugins/claude/logo.bin: stale: its source changed since the last build\n\
         Binary files a/plugins/claude/logo.bin and b/plugins/claude/logo.bin differ\n",
    );
}

#[test]
fn sums_that_git_could_not_merge_do_not_make_files_foreign() {
    let repo = built();
    let sums = repo.read("plugins/SHA256SUMS");
    let conflict = format!("<<<<<<< HEAD\n{sums}=======\n{sums}>>>>>>> other\n");
    repo.write("plugins/SHA256SUMS", conflict);
    drifted(&repo)
        .says("plugins/SHA256SUMS: does not hold the sums of these trees\n")
        .says("-<<<<<<< HEAD\n")
        .warns("1 file drifted\nhelp: run `cvg-gen build`\n");
    repo.build();
    assert_eq!(repo.read("plugins/SHA256SUMS"), sums);
}

#[test]
fn lost_sums_cost_nothing_while_the_files_are_right() {
    let repo = built();
    let sums = repo.read("plugins/SHA256SUMS");
    repo.remove("plugins/SHA256SUMS");
    drifted(&repo).says("plugins/SHA256SUMS: missing\n");
    repo.build();
    assert_eq!(repo.read("plugins/SHA256SUMS"), sums);
}

#[test]
fn diff_shows_the_same_and_is_no_failure() {
    let repo = built();
    repo.edit("canonical/skills/alpha/SKILL.md", "Do it.", "Do it well.");
    let check = repo.run(&["--check"]).exits(1);
    let before = repo.output();
    let diff = repo.run(&["diff"]).exits(0);
    assert_eq!(diff.out, check.out);
    assert_eq!(repo.output(), before);
    repo.build();
    assert!(repo.run(&["diff"]).exits(0).out.is_empty());
}

#[test]
fn an_error_in_the_source_is_told_before_any_drift() {
    let repo = built();
    repo.append("canonical/plugin.yaml", "nmae: x\n");
    drifted(&repo).warns("error[CVG145]").says_nothing_of("drifted");
}
