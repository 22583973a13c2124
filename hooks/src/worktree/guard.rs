//! The guard at work on one call: configurations, the session, and what was found so far.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use super::refusal;
use super::session::Session;
use super::ward::{Free, Reach, Ruling, Ward, Why, place_in};
use crate::config::{Answer, CodexAsk, Settings, Source, Worktree};
use crate::path::{is_within, real_path, real_path_near};
use crate::repo::{Around, Checkout, Doubt, checkouts_around};
use crate::{Event, Kind, env};

/// Places that are remembered: the folders of the commands in one line, and a few files.
const SEEN: usize = 8;

/// The guard at work on one call.
pub(super) struct Guard<'e> {
    pub(super) event: &'e Event<'e>,
    pub(super) session: Session,
    settings: Settings,
    /// Configurations by main checkout; the flag says whether it is the session's own.
    rules: Vec<(Option<PathBuf>, bool, Rc<Worktree>)>,
    /// The last places with the checkouts around them: the next is often one of them, or
    /// beside the last.
    seen: Vec<(PathBuf, Rc<Around>)>,
    /// The files of the guard itself.
    own_files: Option<Vec<PathBuf>>,
    doubts: Vec<Doubt>,
    /// Lanes that the line itself makes.
    made: Vec<PathBuf>,
    /// Why the call is refused: the first reason.
    pub(super) refusal: Option<String>,
    /// What the user is asked, unless the call is refused.
    pub(super) question: Option<(String, CodexAsk)>,
}

impl<'e> Guard<'e> {
    pub(super) fn new(event: &'e Event<'_>) -> Self {
        Self {
            event,
            session: Session::default(),
            settings: Settings::new(|name| event.environment().get(name)),
            rules: Vec::new(),
            seen: Vec::new(),
            own_files: None,
            doubts: Vec::new(),
            made: Vec::new(),
            refusal: None,
            question: None,
        }
    }

    /// Is the answer certain? With `--explain` everything is looked at all the same.
    pub(super) fn is_done(&self) -> bool {
        self.refusal.is_some() && !self.event.is_explained()
    }

    /// The call is refused for this reason, unless there is one already.
    pub(super) fn refuse(&mut self, reason: String) {
        self.refusal.get_or_insert(reason);
    }

    /// What the configuration says about a call that cannot be judged.
    pub(super) fn answer(&mut self, answer: Answer, rules: &Worktree, reason: String) {
        match answer {
            Answer::Allow => {}
            Answer::Ask => {
                self.question.get_or_insert((reason, rules.ask_on_codex));
            }
            Answer::Deny => self.refuse(reason),
        }
    }

    /// Leaves a line in the log for each repository that could not be read, if somebody
    /// wants it guarded.
    pub(super) fn log_doubts(&mut self) {
        let doubts = std::mem::take(&mut self.doubts);
        if doubts.is_empty() {
            return;
        }
        let session = !self.session_wards().is_empty();
        for doubt in doubts {
            if session || self.rules_of(doubt.path.parent(), true).enforce.on {
                self.event.log(format!("{doubt}: the call passes"));
            }
        }
    }

    /// The call will be refused. Until the reason is written, which takes a look at the lanes
    /// that are there, a shorter one stands ready: a hook that is late refuses nothing.
    pub(super) fn refuses(&self, by: &str, real: &Path, ward: &Ward) {
        let Kind::PreToolUse(call) = self.event.kind() else { return };
        self.event.if_interrupted(call.deny(refusal::in_short(by, real, ward)));
    }

    /// The line makes a lane there. git does so only where nothing is yet.
    pub(super) fn will_be_lane(&mut self, path: &Path) {
        let real = real_path(path);
        if !real.exists() {
            self.made.push(real);
        }
    }

    /// The lane around a real place that the line itself makes.
    pub(super) fn made_lane(&self, real: &Path) -> Option<&Path> {
        self.made.iter().map(PathBuf::as_path).find(|lane| is_within(real, lane))
    }

    /// Decides about a real place.
    pub(super) fn rule(&mut self, real: &Path, reach: Reach) -> Ruling {
        self.session.is_near(real.parent().unwrap_or(real));
        if let Some(ward) = self.installed(real, reach) {
            return Ruling::Guarded(ward);
        }
        if let Some(lane) = self.made_lane(real) {
            return Ruling::Free(Free::Lane(lane.to_path_buf()));
        }
        let around = match reach {
            // What the link leads to is not touched.
            Reach::Link => self.around(real.parent().unwrap_or(real)),
            _ => self.around(real),
        };
        for doubt in &around.doubts {
            if !self.doubts.contains(doubt) {
                self.doubts.push(doubt.clone());
            }
        }
        // A lane hides the main checkouts around it, and what is checked out in it, such as
        // a submodule, is the lane's.
        if let Some(lane) = around.checkouts.iter().find(|checkout| checkout.is_lane()) {
            return Ruling::Free(Free::Lane(lane.root.clone()));
        }
        let mut free = Free::Nowhere;
        let mut wards: Vec<(Ward, &Checkout)> = Vec::new();
        for main in &around.checkouts {
            let Some(rules) = self.enforced(main) else {
                free = Free::Off(main.root.clone());
                continue;
            };
            match place_in(main, &rules, real, reach) {
                Ok(why) => wards.push((Ward::of(main, rules, why), main)),
                Err(reason) => {
                    if matches!(reason, Free::LaneFolder(_)) {
                        wards.clear();
                    }
                    free = reason;
                }
            }
        }
        if let Some(ward) = outermost_of_one(wards) {
            return Ruling::Guarded(ward);
        }
        if reach == Reach::Tree
            && let Some(ward) = self.held(real)
        {
            return Ruling::Guarded(ward);
        }
        Ruling::Free(free)
    }

    /// The checkouts around a real place.
    pub(super) fn around(&mut self, real: &Path) -> Rc<Around> {
        if let Some((_, around)) = self.seen.iter().find(|(seen, _)| seen == real) {
            return Rc::clone(around);
        }
        if let Some((last, around)) = self.seen.last()
            && last.parent() == real.parent()
            // A folder may be a checkout itself, and its siblings are not in it.
            && !(last.is_dir() || real.is_dir())
        {
            return Rc::clone(around);
        }
        let around = Rc::new(checkouts_around(real));
        if self.seen.len() == SEEN {
            self.seen.remove(0);
        }
        self.seen.push((real.to_path_buf(), Rc::clone(&around)));
        around
    }

    /// The configuration of a main checkout, if its enforcement is on.
    fn enforced(&mut self, main: &Checkout) -> Option<Rc<Worktree>> {
        let mut rules = self.rules_of(Some(&main.root), true);
        if rules.enforce.source == Source::Environment && !self.session.owns(self.event, main) {
            rules = self.rules_of(Some(&main.root), false);
        }
        rules.enforce.on.then_some(rules)
    }

    fn rules_of(&mut self, root: Option<&Path>, own: bool) -> Rc<Worktree> {
        let known =
            self.rules.iter().find(|(at, for_own, _)| at.as_deref() == root && *for_own == own);
        if let Some((_, _, rules)) = known {
            return Rc::clone(rules);
        }
        let config = if own { self.settings.of(root) } else { self.settings.of_another(root) };
        let rules = Rc::new(config.worktree);
        self.rules.push((root.map(Path::to_path_buf), own, Rc::clone(&rules)));
        rules
    }

    /// The guarded main checkouts that the session works in, innermost first. Where it works
    /// in no repository and is guarded all the same, one without a root.
    pub(super) fn session_wards(&mut self) -> Vec<Ward> {
        let mut wards: Vec<Ward> = Vec::new();
        let mut checkouts = Vec::new();
        for checkout in self.session.checkouts(self.event) {
            checkouts.push(checkout.clone());
        }
        for checkout in &checkouts {
            let Some(root) = checkout.main_root() else { continue };
            if wards.iter().any(|ward| ward.root.as_deref() == Some(root)) {
                continue;
            }
            let rules = self.rules_of(Some(root), true);
            if rules.enforce.on {
                wards.push(Ward {
                    root: Some(root.to_path_buf()),
                    common_dir: checkout.common_dir.clone(),
                    rules,
                    why: Why::Holds,
                });
            }
        }
        if checkouts.is_empty() {
            let rules = self.rules_of(None, true);
            if rules.enforce.on {
                wards.push(Ward { root: None, common_dir: PathBuf::new(), rules, why: Why::Holds });
            }
        }
        wards
    }

    /// The configuration that counts where the session stands, guarded or not.
    pub(super) fn rules_at_session(&mut self) -> Rc<Worktree> {
        let root = self.session_root();
        self.rules_of(root.as_deref(), true)
    }

    /// What is wrong with the configuration that counts where the session stands.
    pub(super) fn session_faults(&mut self) -> Vec<String> {
        let root = self.session_root();
        let config = self.settings.of(root.as_deref());
        config.faults.iter().map(ToString::to_string).collect()
    }

    /// The main checkout of the session, if its enforcement is off.
    pub(super) fn unguarded_root(&mut self) -> Option<PathBuf> {
        let root = self.session_root()?;
        (!self.rules_of(Some(&root), true).enforce.on).then_some(root)
    }

    fn session_root(&self) -> Option<PathBuf> {
        let mut checkouts = self.session.checkouts(self.event);
        checkouts.find_map(Checkout::main_root).map(Path::to_path_buf)
    }

    /// A main checkout of the session that lies in the folder.
    fn held(&mut self, folder: &Path) -> Option<Ward> {
        let mut wards = self.session_wards().into_iter();
        wards.find(|ward| ward.root.as_deref().is_some_and(|root| is_within(root, folder)))
    }

    /// The guard of the session, if the place belongs to the guard itself.
    fn installed(&mut self, real: &Path, reach: Reach) -> Option<Ward> {
        let event = self.event;
        let settings = &self.settings;
        // A link that is to be removed is no real folder itself.
        let known = real.parent().unwrap_or(real);
        let own = self.own_files.get_or_insert_with(|| {
            let environment = event.environment();
            let mut own = Vec::new();
            for root in [env::CLAUDE_PLUGIN_ROOT, env::PLUGIN_ROOT] {
                if let Some(folder) = environment.folder(root) {
                    own.push(real_path_near(&folder, known));
                }
            }
            if let Some(file) = settings.user_file() {
                own.push(real_path_near(file, known));
            }
            own.extend(env::program());
            own
        });
        let hit = own
            .iter()
            .any(|own| is_within(real, own) || reach == Reach::Tree && is_within(own, real));
        if !hit {
            return None;
        }
        if reach == Reach::Tree
            && let Some(ward) = self.held(real)
        {
            return Some(ward);
        }
        let ward = self.session_wards().into_iter().next()?;
        Some(Ward { why: Why::Installed, ..ward })
    }
}

impl Ward {
    fn of(main: &Checkout, rules: Rc<Worktree>, why: Why) -> Self {
        Self { root: Some(main.root.clone()), common_dir: main.common_dir.clone(), rules, why }
    }
}

/// Of main checkouts in each other, innermost first, the one whose lanes a person would
/// take: a submodule is part of what encloses it, another repository is not.
fn outermost_of_one(wards: Vec<(Ward, &Checkout)>) -> Option<Ward> {
    let mut wards = wards.into_iter();
    let mut chosen = wards.next()?;
    for (ward, main) in wards {
        if chosen.1.git_dir.starts_with(&main.git_dir) {
            chosen = (ward, main);
        }
    }
    Some(chosen.0)
}
