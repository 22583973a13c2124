//! The handed cases, in this process.

use cvg_hooks::Event;
use cvg_hooks::config::Gate;
use cvg_hooks::gate::milestone::{Found, of_call};
use cvg_hooks::path::real_path;
use cvg_hooks::shell::Setting;

use crate::support::Place;
use crate::support::cases::{Case, moved};
use crate::support::layout::build;

const HANDED: &str = include_str!("../cases/milestone-gate.jsonl");

#[test]
fn every_handed_case_is_judged_as_it_says() {
    let place = build("std");
    let mut wrong = Vec::new();
    let mut count = 0;
    for case in Case::all(HANDED) {
        // Those of Windows name a folder that is not here: only their words count.
        assert!(matches!(case.layout(), "std" | "win"), "{}", case.id());
        count += 1;
        if let Err(why) = check(&case, &place) {
            wrong.push(format!("{}: {why}", case.id()));
        }
    }
    assert!(count > 60, "{count} cases");
    assert!(wrong.is_empty(), "{} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn check(case: &Case, place: &Place) -> Result<(), String> {
    let found = found(case, place);
    let made = found.map(|found| found.milestones).unwrap_or_default();
    match case.expectation() {
        "ignore" if made.is_empty() => Ok(()),
        "ignore" => Err(format!("it makes {made:?}")),
        "gate" => {
            let Some(first) = made.first() else { return Err("nothing is found".into()) };
            let Some(dir) = case.gate_dir() else { return Ok(()) };
            let wanted = real_path(moved(dir, place).as_ref());
            let own = first.place.path().map(real_path);
            if own.as_ref() == Some(&wanted) { Ok(()) } else { Err(format!("it is in {own:?}")) }
        }
        other => panic!("{}: what is {other}?", case.id()),
    }
}

fn found(case: &Case, place: &Place) -> Option<Found> {
    let stdin = case.stdin(place);
    let event = Event::parse(&stdin, None).expect("a case is an event");
    let setting = Setting {
        cwd: event.cwd().map(Into::into),
        home: Some(place.at("/home/u")),
        project: Some(place.at("/repo")),
    };
    of_call(event.call().expect("a call of a tool"), &setting, &Gate::default())
}
