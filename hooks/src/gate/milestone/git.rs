//! git: tags that are created, moved or pushed.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use super::What;
use super::call::{Call, Made, is_on};
use super::refspec;
use crate::effects::args::{Arguments, Spec, Style};
use crate::effects::git::{self, Asked};
use crate::path::real_path;
use crate::repo;
use crate::shell::{Input, Place, Word};

/// What a call of git comes to.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    pub(super) made: Option<Made>,
    /// Command lines that git hands to a shell, and where.
    pub(super) scripts: Vec<(String, Place)>,
}

/// Judges `git` and the old form `git-tag`; `None` if it is another program. `home` is where
/// the user's own aliases are.
pub(super) fn judge(call: &Call<'_>, home: Option<&Path>) -> Option<Outcome> {
    let mut git = git::Call::new(call.command, call.cwd.clone());
    let asked = match call.name {
        "git" | "hub" => git.read(call.words, |git, name| alias(git, name, home)),
        name => match name.strip_prefix("git-") {
            Some(verb) if git::is_known(verb) => {
                Asked::Verb { name: verb.to_owned(), words: call.words.to_vec() }
            }
            _ => return None,
        },
    };
    let mut outcome = Outcome::default();
    match asked {
        Asked::Verb { name, words } => {
            let repository = Repository::of(&git);
            if name == "rebase" {
                outcome.scripts = rebase(&words, &git.dir);
            }
            let what = what(&git, &repository, &name, &words, &call.command.input);
            outcome.made = what.map(|what| Made { what, place: repository.place });
        }
        Asked::Shell(script) => outcome.scripts.push((script, git.dir)),
        Asked::Nothing | Asked::Unknown(_) => {}
    }
    Some(outcome)
}

fn what(
    git: &git::Call,
    repository: &Repository,
    name: &str,
    words: &[Word],
    input: &Input,
) -> Option<What> {
    // `-h` is help where it is the only argument.
    if matches!(words, [only] if only.text() == Some("-h")) {
        return None;
    }
    match name {
        "tag" => tag(words),
        "push" | "send-pack" => push(git, repository, words).then_some(What::PushTags),
        "update-ref" => update_ref(words, input),
        "flow" => flow(words),
        _ => None,
    }
}

/// Options of `git tag` that list, verify or delete. With `--sort` or `--format` alone it
/// lists only where it gets no name.
const NO_NEW_TAG: &str = "l list d delete v verify n contains no-contains with without merged \
     no-merged points-at help";

fn tag(words: &[Word]) -> Option<What> {
    let options = "mFu/n message file local-user cleanup sort format trailer contains \
         no-contains with without merged no-merged points-at";
    let args = Arguments::parse(words, options, Style::Gnu);
    let name = args.operands.first()?;
    (!args.has(NO_NEW_TAG)).then(|| What::Tag { name: name.text().map(str::to_owned) })
}

fn push(git: &git::Call, repository: &Repository, words: &[Word]) -> bool {
    let options = "o repo receive-pack exec push-option recurse-submodules";
    let args = Arguments::parse(words, options, Style::Gnu);
    if args.has("d delete help") || is_on(&args, "n dry-run") {
        return false;
    }
    let named = args.has("follow-tags no-follow-tags");
    let follows =
        if named { is_on(&args, "follow-tags") } else { repository.pushes_tags_along(git) };
    if follows || is_on(&args, "tags") || is_on(&args, "mirror") {
        return true;
    }
    let refspecs = args.operands.get(1..).unwrap_or_default();
    refspecs.iter().enumerate().any(|(at, word)| {
        // `tag v1` stands for `refs/tags/v1:refs/tags/v1`.
        let named = at > 0 && refspecs[at - 1].text() == Some("tag");
        named || refspec::pushes_tag(word, |name| repository.has(name))
    })
}

/// `git update-ref refs/tags/v1 HEAD` is a tag by other means.
fn update_ref(words: &[Word], input: &Input) -> Option<What> {
    let args = Arguments::of(words, &Spec::new("m", ""));
    if args.has("stdin") {
        let (Input::Text(text) | Input::Pipe { text: Some(text), .. }) = input else { return None };
        let name = text.skeleton().split(['\n', '\0']).find_map(|line| {
            let rest = line.strip_prefix("create ").or_else(|| line.strip_prefix("update "))?;
            rest.split(' ').next()?.strip_prefix("refs/tags/")
        });
        return name.map(|name| What::Tag { name: Some(name.to_owned()) });
    }
    let reference = args.operands.first()?;
    let name = reference.prefix().strip_prefix("refs/tags/")?;
    let name = reference.is_known().then(|| name.to_owned());
    (!args.has("d delete")).then_some(What::Tag { name })
}

/// git-flow tags what it finishes.
fn flow(words: &[Word]) -> Option<What> {
    let args = Arguments::of(words, &Spec::new("mufT", "message signingkey messagefile tagname"));
    let finishes = matches!(args.operand(0), Some("release" | "hotfix"))
        && args.operand(1) == Some("finish")
        && !args.has("n notag help h");
    finishes.then_some(What::Tag { name: None })
}

/// `git rebase --exec 'git tag x'`
fn rebase(words: &[Word], dir: &Place) -> Vec<(String, Place)> {
    let options = "xsXC/S onto exec strategy strategy-option whitespace empty";
    let args = Arguments::parse(words, options, Style::Gnu);
    args.values("x exec").filter_map(|word| Some((word.text()?.to_owned(), dir.clone()))).collect()
}

/// The repository that a call addresses, looked up once and only if somebody asks.
struct Repository {
    place: Place,
    /// A git dir that has no checkout of its own.
    bare: Option<PathBuf>,
    common_dir: OnceCell<Option<PathBuf>>,
}

impl Repository {
    fn of(git: &git::Call) -> Self {
        let mut bare = None;
        let place = match &git.git_dir {
            None => git.dir.clone(),
            Some(named) => match git.dir.resolve(named) {
                Place::At(path) => {
                    let checkout = repo::checkout_of_git_dir(&path);
                    let work_tree = git.work_tree.as_ref().map(|word| git.dir.resolve(word));
                    bare = Some(path.clone());
                    match (checkout, work_tree) {
                        (Some(checkout), _) => Place::At(checkout.root),
                        (None, Some(place)) => place,
                        (None, None) => Place::At(path),
                    }
                }
                other => other,
            },
        };
        Self { place, bare, common_dir: OnceCell::new() }
    }

    fn common_dir(&self) -> Option<&Path> {
        let found = self.common_dir.get_or_init(|| {
            let Place::At(path) = &self.place else { return None };
            let around = repo::checkouts_around(&real_path(path));
            let innermost = around.checkouts.into_iter().next();
            innermost.map(|checkout| checkout.common_dir).or_else(|| self.bare.clone())
        });
        found.as_deref()
    }

    fn has(&self, reference: &str) -> bool {
        self.common_dir().and_then(|dir| repo::has_reference(dir, reference)) == Some(true)
    }

    /// Is `push.followTags` on, for the line or for the repository, and is there a tag? The
    /// user's own configuration is not asked: every push of theirs would be a milestone.
    fn pushes_tags_along(&self, git: &git::Call) -> bool {
        if let Some(value) = git.setting("push.followtags") {
            return value.text().is_some_and(repo::is_true);
        }
        let Some(dir) = self.common_dir() else { return false };
        repo::setting(&dir.join("config"), "push", "followtags")
            .is_some_and(|value| repo::is_true(&value))
            && repo::has_tags(dir) != Some(false)
    }
}

/// An alias of the repository or the user.
fn alias(git: &git::Call, name: &str, home: Option<&Path>) -> Option<String> {
    let own = Repository::of(git).common_dir().map(|dir| dir.join("config"));
    let users = home
        .into_iter()
        .flat_map(|home| [home.join(".gitconfig"), home.join(".config/git/config")]);
    let key = name.to_ascii_lowercase();
    own.into_iter().chain(users).find_map(|file| repo::setting(&file, "alias", &key))
}
