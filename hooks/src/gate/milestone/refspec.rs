//! Which refspecs of `git push` push a tag.

use crate::shell::Word;

/// Does pushing this refspec create or move a tag? `has` tells whether the repository has a
/// reference.
pub(super) fn pushes_tag(word: &Word, has: impl Fn(&str) -> bool) -> bool {
    let text = word.skeleton();
    let text = text.strip_prefix('+').unwrap_or(text);
    // `^refs/tags/x` leaves something out.
    if text.starts_with('^') {
        return false;
    }
    match text.split_once(':') {
        None => is_tag(text, &has),
        // A deletion.
        Some(("", _)) => false,
        Some((source, "")) => is_tag(source, &has),
        Some((_, target)) if target.starts_with("refs/") || target.starts_with("heads/") => {
            is_tag(target, &has)
        }
        Some((source, target)) => is_tag(target, &has) || is_tag(source, &has),
    }
}

/// Does this side of a refspec name a tag: by its full name, in this repository, or by the
/// look of a version? A branch of that name makes it a branch.
fn is_tag(name: &str, has: &impl Fn(&str) -> bool) -> bool {
    if name.starts_with("refs/tags/") || name.starts_with("tags/") || name.starts_with("refs/*") {
        return true;
    }
    // A commit that is found from a tag is no tag: `v1~2`.
    if name.starts_with("refs/") || name.starts_with("heads/") || name.contains(['^', '~']) {
        return false;
    }
    if let Some((known, _)) = name.split_once('\0') {
        return begins_version(known);
    }
    has(&format!("refs/tags/{name}")) || !has(&format!("refs/heads/{name}")) && is_version(name)
}

/// `v1`, `1.2`, `v1.2.3-rc.1`, `1.0rc1`, `pkg@1.2.3`. Not `1.x`, `v2-migration`, `release/1.2`:
/// branches are called so.
pub(super) fn is_version(name: &str) -> bool {
    let name = after_package(name).unwrap_or(name);
    let (digits, marked) = match name.strip_prefix(['v', 'V']) {
        Some(rest) => (rest, true),
        None => (name, false),
    };
    let mut parts = 0;
    let mut rest = digits;
    loop {
        let end = rest.bytes().take_while(u8::is_ascii_digit).count();
        if end == 0 {
            return false;
        }
        parts += 1;
        rest = &rest[end..];
        match rest.strip_prefix('.') {
            Some(after) => rest = after,
            None => break,
        }
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-+".contains(&byte);
    match rest.as_bytes() {
        [] => parts > 1 || marked,
        // Three numbers are a version, whatever follows; `1.0-fixes` is a branch.
        [b'-' | b'+', more @ ..] => {
            !more.is_empty()
                && more.iter().copied().all(plain)
                && (parts > 2 || parts == 2 && is_stage(&rest[1..]))
        }
        _ => parts > 1 && is_stage(rest),
    }
}

/// `rc1`, `beta.2`, `dev`: what a version that is not final ends in.
fn is_stage(text: &str) -> bool {
    let end = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (word, number) = text.split_at(end);
    let stages =
        ["a", "b", "c", "rc", "alpha", "beta", "pre", "preview", "dev", "post", "final", "m"];
    let known =
        word.is_empty() && !number.is_empty() || stages.contains(&&*word.to_ascii_lowercase());
    known && number.bytes().all(|byte| byte.is_ascii_digit() || b".-+".contains(&byte))
}

/// What follows the package's name in `@scope/pkg@1.2.3`.
fn after_package(name: &str) -> Option<&str> {
    name.rsplit_once('@').filter(|(package, _)| !package.is_empty()).map(|(_, version)| version)
}

/// Does a name that goes on with something unknown begin as versions do: `v$VERSION`?
fn begins_version(known: &str) -> bool {
    match after_package(known) {
        Some("" | "v") => true,
        Some(version) => begins_version(version),
        None => {
            let digits = known.strip_prefix(['v', 'V']).unwrap_or(known);
            !known.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_look_like_versions() {
        for name in [
            "v1",
            "1.2",
            "v1.2.3",
            "V2.0",
            "1.2.3",
            "v1.2.3-rc.1",
            "1.0rc1",
            "1.0.0a1",
            "1.0-beta.2",
            "v2.0-RC1",
            "v1.0.0-anything",
            "2026.1.15",
            "v1.0.0+build.5",
            "pkg@1.2.3",
            "@scope/pkg@1.2.3",
            "pkg@v2",
        ] {
            assert!(is_version(name), "{name}");
        }
        for name in [
            "",
            "v",
            "1",
            "main",
            "1.x",
            "v1.x",
            "v2-migration",
            "release/1.2",
            "release-1.2.3",
            "2026-01-15-fix",
            "v1.0-maintenance",
            "1.0-fixes",
            "1.0x",
            "v1.2.3/x",
            "feature/v2.0.0",
            "v1.",
            "1.2-",
            "@v1x",
            "dev",
        ] {
            assert!(!is_version(name), "{name}");
        }
    }

    #[test]
    fn a_refspec_is_read_as_git_reads_it() {
        let has =
            |name: &str| ["refs/tags/nightly", "refs/heads/2.0", "refs/heads/main"].contains(&name);
        let pushes = |text: &str| pushes_tag(&Word::known(text), has);
        for text in [
            "v1.0.0",
            "nightly",
            "+nightly",
            "HEAD:v1.0.0",
            "HEAD:refs/tags/x",
            "refs/tags/*",
            "refs/tags/*:refs/tags/*",
            "refs/*:refs/*",
            "tags/x",
            "nightly:",
            "v1.0^{}:refs/tags/x",
            "main:nightly",
            "refs/tags/\0",
            "v\0",
            "v1.\0",
            "pkg@\0",
        ] {
            assert!(pushes(text), "{text}");
        }
        for text in [
            "main",
            "2.0",
            "HEAD",
            "HEAD:main",
            ":v1.0.0",
            ":refs/tags/x",
            ":",
            "+:nightly",
            "nightly:refs/heads/main",
            "v1.0.0:refs/heads/x",
            "refs/heads/*",
            "v1~2",
            "^refs/tags/x",
            "\0",
            "release/\0",
            "feature-\0",
        ] {
            assert!(!pushes(text), "{text}");
        }
    }
}
