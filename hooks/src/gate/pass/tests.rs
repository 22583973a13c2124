use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::*;
use crate::gate::layer::{Need, Run};

/// A repository with one commit, and a cache beside it.
struct Scene {
    folder: tempfile::TempDir,
    environment: Environment,
}

impl Scene {
    fn empty() -> Scene {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let home = fs::canonicalize(folder.path()).expect("it is there");
        let path = Environment::of_process().get("PATH").expect("tests run with a PATH");
        let environment = Environment::of([("HOME", home.into_os_string()), ("PATH", path)]);
        let scene = Scene { folder, environment };
        fs::create_dir_all(scene.at("")).expect("a folder");
        scene.git("", "init -q -b main");
        scene
    }

    fn new() -> Scene {
        let scene = Scene::empty();
        scene.write("a.txt", "one\n");
        scene.write(".gitignore", "/build/\n");
        scene.commit("");
        scene
    }

    fn at(&self, path: &str) -> PathBuf {
        fs::canonicalize(self.folder.path()).expect("it is there").join("repo").join(path)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.at(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    fn git(&self, folder: &str, words: &str) {
        let mut git = git::git(&self.environment, &self.at(folder));
        git.args(["-c", "user.name=T", "-c", "user.email=t@example.com"]);
        git.args(["-c", "protocol.file.allow=always"]);
        git::output(git.args(words.split(' '))).expect(words);
    }

    fn commit(&self, folder: &str) {
        self.git(folder, "add -A");
        self.git(folder, "commit -q --allow-empty -m change");
    }

    fn recorder(&self) -> Recorder<'_> {
        let cache = self.environment.cache_folder().expect("a cache");
        Recorder::new(&self.at(""), &cache, &self.environment).expect("a checkout")
    }

    fn take(&self) -> Content {
        self.recorder().take().expect("a content")
    }

    /// Every file of the git dir with its bytes and time.
    fn git_dir(&self) -> BTreeMap<PathBuf, (Vec<u8>, std::time::SystemTime)> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.at(".git")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let metadata = entry.metadata().expect("it is there");
                let bytes = if metadata.is_dir() {
                    folders.push(entry.path());
                    Vec::new()
                } else {
                    fs::read(entry.path()).expect("a file")
                };
                found.insert(entry.path(), (bytes, metadata.modified().expect("a time")));
            }
        }
        found
    }
}

#[test]
fn the_same_content_is_the_same_whether_or_not_it_is_committed() {
    let scene = Scene::new();
    let clean = scene.take();
    assert_eq!(clean.dirt(), &Dirt::default());
    scene.write("a.txt", "two\n");
    scene.write("new.txt", "new\n");
    let dirty = scene.take();
    assert!(!dirty.is_same(&clean));
    assert_eq!(
        (dirty.dirt().files, &dirty.dirt().names[..]),
        (2, &["a.txt".to_owned(), "new.txt".to_owned()][..])
    );
    scene.git("", "add a.txt");
    assert!(scene.take().is_same(&dirty));
    scene.commit("");
    let committed = scene.take();
    assert!(committed.is_same(&dirty));
    assert_eq!(committed.dirt().files, 0);
}

#[test]
fn every_kind_of_change_counts_and_what_is_ignored_does_not() {
    let scene = Scene::new();
    let before = scene.take();
    scene.write("build/x", "ignored\n");
    assert!(scene.take().is_same(&before));
    fs::remove_file(scene.at("a.txt")).expect("it was there");
    let removed = scene.take();
    assert!(!removed.is_same(&before));
    scene.write("b.txt", "one\n");
    assert!(!scene.take().is_same(&removed));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let before = scene.take();
        fs::set_permissions(scene.at("b.txt"), fs::Permissions::from_mode(0o755)).expect("mine");
        assert!(!scene.take().is_same(&before));
    }
}

/// git takes a file for unchanged if its size and times are those of the index, unless the
/// index is no younger. A copy of the index would be younger than everything.
#[test]
fn a_change_in_the_moment_of_the_commit_counts() {
    let scene = Scene::new();
    let index = fs::metadata(scene.at(".git/index")).expect("an index").modified().expect("a time");
    let file = fs::File::options().write(true).open(scene.at("a.txt")).expect("a file");
    file.set_modified(index).expect("a time");
    scene.git("", "update-index --refresh");
    let set_back = |path: &str| {
        let file = fs::File::options().write(true).open(scene.at(path)).expect("a file");
        file.set_modified(index).expect("a time");
    };
    set_back(".git/index");
    let before = scene.take();
    scene.write("a.txt", "owt\n");
    set_back("a.txt");
    assert!(!scene.take().is_same(&before));
}

#[test]
fn nothing_is_written_into_the_repository() {
    let scene = Scene::new();
    scene.write("a.txt", "two\n");
    scene.write("new.txt", "new\n");
    let large = "x".repeat(3_000_000);
    scene.write("large.bin", &large);
    scene.git("", "config core.fsmonitor true");
    scene.git("", "config core.splitIndex true");
    scene.write(".gitattributes", "*.bin filter=lfs\n");
    scene.git("", "config filter.lfs.clean false");
    scene.git("", "config filter.lfs.required true");
    scene.write(".git/hooks/post-index-change", "#!/bin/sh\n: > sprung\n");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let hook = scene.at(".git/hooks/post-index-change");
        fs::set_permissions(hook, fs::Permissions::from_mode(0o755)).expect("mine");
    }
    let before = scene.git_dir();
    let recorder = scene.recorder();
    let one = recorder.take().expect("a content");
    let other = recorder.take().expect("a content");
    assert!(one.is_same(&other));
    assert!(one.changes(&other).is_empty());
    drop(recorder);
    let after = scene.git_dir();
    let changed: Vec<_> =
        before.keys().chain(after.keys()).filter(|it| before.get(*it) != after.get(*it)).collect();
    assert!(changed.is_empty(), "{changed:?}");
    assert!(!scene.at("sprung").exists());
    let cache = scene.environment.cache_folder().expect("a cache");
    assert_eq!(fs::read_dir(cache.join("tmp")).expect("a folder").count(), 0);
}

#[test]
fn what_changes_between_two_looks_is_named() {
    let scene = Scene::new();
    let recorder = scene.recorder();
    let before = recorder.take().expect("a content");
    scene.write("Cargo.lock", "lock\n");
    scene.write("a.txt", "two\n");
    let after = recorder.take().expect("a content");
    assert_eq!(before.changes(&after), ["Cargo.lock", "a.txt"]);
}

#[test]
fn a_repository_without_a_commit_has_a_content() {
    let scene = Scene::empty();
    let before = scene.take();
    assert!(before.dirt().is_unborn);
    scene.write("a.txt", "one\n");
    assert!(!scene.take().is_same(&before));
}

#[test]
fn a_lane_has_its_own_content() {
    let scene = Scene::new();
    scene.git("", "worktree add -q build/lane");
    let cache = scene.environment.cache_folder().expect("a cache");
    let lane = Recorder::new(&scene.at("build/lane"), &cache, &scene.environment).expect("a lane");
    let main = scene.take();
    assert!(lane.take().expect("a content").is_same(&main));
    scene.write("build/lane/a.txt", "two\n");
    assert!(!lane.take().expect("a content").is_same(&main));
    assert!(scene.take().is_same(&main));
}

#[test]
fn a_sparse_index_is_enough() {
    let scene = Scene::new();
    scene.write("far/away/x.txt", "x\n");
    scene.write("near/y.txt", "y\n");
    scene.commit("");
    let whole = scene.take();
    scene.git("", "sparse-checkout set --cone --sparse-index near");
    assert!(!scene.at("far").exists());
    let sparse = scene.take();
    assert!(sparse.is_same(&whole));
    scene.write("near/y.txt", "z\n");
    assert!(!scene.take().is_same(&sparse));
}

#[test]
fn changes_in_submodules_count() {
    let scene = Scene::new();
    let source = Scene::new();
    let add = format!("submodule add -q {} sub", source.at("").display());
    scene.git("", &add);
    scene.commit("");
    let before = scene.take();
    assert_eq!(before.dirt().files, 0);
    scene.write("sub/a.txt", "two\n");
    let changed = scene.take();
    assert!(!changed.is_same(&before));
    assert_eq!(changed.dirt().names, ["sub/a.txt"]);
    assert_eq!(before.changes(&changed), ["sub"]);
}

#[test]
fn a_repository_in_it_that_is_not_tracked_is_no_part_of_it() {
    let scene = Scene::new();
    let before = scene.take();
    scene.git("", "worktree add -q lane");
    scene.write("lane/a.txt", "other\n");
    // git fails at one without a commit.
    scene.write("new/x.txt", "x\n");
    scene.git("new", "init -q");
    let after = scene.take();
    assert!(after.is_same(&before));
    assert_eq!(after.dirt().files, 0);
    scene.write("b.txt", "b\n");
    assert_eq!(scene.take().dirt().names, ["b.txt"]);
}

#[test]
fn what_cannot_be_read_has_no_content() {
    let scene = Scene::new();
    // Permissions would not stop a test that runs as root.
    scene.write(".gitattributes", "*.bin filter=broken\n");
    scene.write("x.bin", "x\n");
    scene.git("", "config filter.broken.clean false");
    scene.git("", "config filter.broken.required true");
    let error = scene.recorder().take().expect_err("git cannot add it");
    assert!(error.contains("filter"), "{error}");
    let outside = tempfile::tempdir().expect("a temporary folder");
    let cache = scene.environment.cache_folder().expect("a cache");
    assert!(Recorder::new(outside.path(), &cache, &scene.environment).is_err());
}

#[test]
fn variables_of_git_lead_nowhere_else() {
    let scene = Scene::new();
    let before = scene.take();
    let other = Scene::new();
    other.write("other.txt", "x\n");
    let mut list = scene.environment.all();
    for (name, path) in
        [("GIT_DIR", ".git"), ("GIT_WORK_TREE", ""), ("GIT_INDEX_FILE", ".git/index")]
    {
        list.push((name.into(), other.at(path).into_os_string()));
    }
    let scene = Scene { environment: Environment::of(list), ..scene };
    assert!(scene.take().is_same(&before));
}

#[test]
fn ten_thousand_new_files_are_no_matter() {
    let scene = Scene::new();
    for number in 0..10_000 {
        scene.write(&format!("d{}/{number}.txt", number % 100), &format!("{number}\n"));
    }
    assert_eq!(scene.take().dirt().files, 10_000);
}

fn layer(words: &[&str]) -> Layer {
    Layer {
        name: "x".to_owned(),
        stack: None,
        unit: PathBuf::new(),
        folder: PathBuf::from("/"),
        run: Run::Program(words.iter().map(Into::into).collect()),
        timeout: None,
        env: Vec::new(),
        need: Need::Always,
    }
}

#[test]
fn a_fingerprint_is_of_content_layers_and_tools() {
    let scene = Scene::new();
    let content = scene.take();
    let of = |content: &Content, layers: &[Layer]| {
        Fingerprint::of(content, layers, &scene.at(""), &scene.environment).expect("a hash")
    };
    let tool = scene.at("build/tool");
    scene.write("build/tool", "one");
    let layers = [layer(&[tool.to_str().expect("a name")])];
    let first = of(&content, &layers);
    assert_eq!(first, of(&content, &layers));
    assert_ne!(first, of(&content, &[layer(&["true"])]));
    assert_ne!(first, of(&content, &[]));
    let mut other = layers.clone();
    other[0].env.push(("A".into(), "b".into()));
    assert_ne!(first, of(&content, &other));
    scene.write("build/tool", "another version");
    assert_ne!(first, of(&content, &layers));
    scene.write("a.txt", "two\n");
    assert_ne!(first, of(&scene.take(), &layers));
}

#[test]
fn a_pass_is_kept_and_found() {
    let scene = Scene::new();
    let store = Store::of(&scene.environment).expect("a home");
    let fingerprint = Fingerprint("a".repeat(40));
    assert_eq!(store.find(&fingerprint), None);
    store.keep(&fingerprint, "3 layers").expect("it is kept");
    assert_eq!(store.find(&fingerprint).expect("a pass").summary, "3 layers");
    assert_eq!(store.find(&Fingerprint("b".repeat(40))), None);
    assert_eq!(fs::read_dir(store.folder()).expect("a folder").count(), 1);
}

#[test]
fn a_file_that_is_not_whole_is_no_pass() {
    let scene = Scene::new();
    let store = Store::of(&scene.environment).expect("a home");
    let fingerprint = Fingerprint("a".repeat(40));
    store.keep(&fingerprint, "3 layers").expect("it is kept");
    let file = store.folder().join(fingerprint.as_str());
    let whole = fs::read(&file).expect("a file");
    for length in 0..whole.len() {
        fs::write(&file, &whole[..length]).expect("a file");
        assert_eq!(store.find(&fingerprint), None, "{length}");
    }
    for wrong in [[&whole[..], b"x\n"].concat(), vec![0; whole.len()]] {
        fs::write(&file, wrong).expect("a file");
        assert_eq!(store.find(&fingerprint), None);
    }
    let other = String::from_utf8(whole).expect("text").replace(&"a".repeat(40), &"b".repeat(40));
    fs::write(&file, other).expect("a file");
    assert_eq!(store.find(&fingerprint), None, "a pass of another content");
}

#[test]
fn a_pass_ages() {
    let scene = Scene::new();
    let store = Store::of(&scene.environment).expect("a home");
    let fingerprint = Fingerprint("a".repeat(40));
    store.keep(&fingerprint, "3 layers").expect("it is kept");
    let file = store.folder().join(fingerprint.as_str());
    let text = fs::read_to_string(&file).expect("text");
    let at = text.lines().nth(2).expect("a time");
    let old = crate::clock::now().saturating_sub(LIFE + Duration::from_mins(1));
    fs::write(&file, text.replace(at, &old.as_secs().to_string())).expect("a file");
    assert_eq!(store.find(&fingerprint), None);
}

#[test]
fn gates_for_one_content_take_turns() {
    let scene = Scene::new();
    let store = Store::of(&scene.environment).expect("a home");
    let fingerprint = Fingerprint("a".repeat(40));
    let turn = store.turn(&fingerprint, Instant::now());
    assert!(turn.is_some());
    assert!(store.turn(&fingerprint, Instant::now()).is_none());
    assert!(store.turn(&Fingerprint("b".repeat(40)), Instant::now()).is_some());
    drop(turn);
    // A process that another test starts just now may hold the file open for a moment.
    assert!(store.turn(&fingerprint, Instant::now() + Duration::from_mins(1)).is_some());
}
