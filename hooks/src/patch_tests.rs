use super::*;

fn touched(text: &str) -> Vec<(String, Change)> {
    read(text).files.into_iter().map(|file| (file.path.into_owned(), file.change)).collect()
}

fn of(list: &[(&str, Change)]) -> Vec<(String, Change)> {
    list.iter().map(|&(path, change)| (path.to_owned(), change)).collect()
}

const ALL_KINDS: &str = "*** Begin Patch\n\
    *** Add File: new/x.txt\n+one\n+\n\
    *** Update File: seed.txt\n@@ fn main\n-one\n+ONE\n two\n*** End of File\n\
    *** Update File: old name.txt\n*** Move to: /abs/new name.txt\n@@\n-a\n+b\n\
    *** Delete File: gone.txt\n\
    *** End Patch\n";

fn all_kinds() -> Vec<(String, Change)> {
    of(&[
        ("new/x.txt", Change::Add),
        ("seed.txt", Change::Update),
        ("old name.txt", Change::MoveFrom),
        ("/abs/new name.txt", Change::MoveTo),
        ("gone.txt", Change::Delete),
    ])
}

#[test]
fn every_kind_of_header_is_read() {
    assert_eq!(touched(ALL_KINDS), all_kinds());
    assert_eq!(read(ALL_KINDS).trouble, None);
}

#[test]
fn line_ends_of_windows_blank_lines_around_and_a_here_document_change_nothing() {
    for text in [
        ALL_KINDS.replace('\n', "\r\n"),
        format!("\n\n  {ALL_KINDS}\n \n"),
        format!("<<'EOF'\n{ALL_KINDS}EOF\n"),
        format!("<<\"EOF\"\n{ALL_KINDS}EOF"),
        ALL_KINDS.replace("*** Begin Patch\n", "*** Begin Patch\n*** Environment ID: local\n"),
    ] {
        assert_eq!(touched(&text), all_kinds(), "{text}");
        assert_eq!(read(&text).trouble, None, "{text}");
    }
}

#[test]
fn an_indented_header_counts_where_no_content_can_stand() {
    let text = "*** Begin Patch\n *** Add File: a \n+x\n  *** Delete File: b\n *** End Patch";
    assert_eq!(touched(text), of(&[("a", Change::Add), ("b", Change::Delete)]));
    assert_eq!(read(text).trouble, None);
}

#[test]
fn an_indented_header_in_an_update_is_context() {
    let text = ALL_KINDS.replace("*** Delete", "  *** Delete");
    let expected: Vec<_> =
        all_kinds().into_iter().filter(|(_, change)| *change != Change::Delete).collect();
    assert_eq!(touched(&text), expected);
}

#[test]
fn content_is_never_a_header() {
    let text = "*** Begin Patch\n*** Add File: a\n+*** Delete File: no\n\
        *** Update File: b\n@@\n *** Delete File: no\n+*** Add File: no\n-*** Move to: no\n\
        *** End Patch";
    assert_eq!(touched(text), of(&[("a", Change::Add), ("b", Change::Update)]));
}

#[test]
fn headers_of_a_broken_patch_are_still_seen() {
    let file = of(&[("a", Change::Add)]);
    for (text, trouble) in [
        ("*** Add File: a\n+x\n*** End Patch", Trouble::NoBegin),
        ("*** Begin Patch\n*** Add File: a\n+x\n", Trouble::NoEnd),
        ("*** Begin Patch\nwhat\n*** Add File: a\n*** End Patch", Trouble::Line(2)),
        ("*** Begin Patch\n*** Add File: a\nno plus\n*** End Patch", Trouble::Line(3)),
        ("text\n*** Begin Patch\n*** Add File: a\n*** End Patch\n", Trouble::NoBegin),
    ] {
        assert_eq!(touched(text), file, "{text}");
        assert_eq!(read(text).trouble, Some(trouble), "{text}");
    }
}

#[test]
fn a_move_in_the_wrong_place_is_seen() {
    let text = "*** Begin Patch\n*** Delete File: a\n*** Move to: b\n*** End Patch";
    assert_eq!(touched(text), of(&[("a", Change::Delete), ("b", Change::MoveTo)]));
    assert_eq!(read(text).trouble, Some(Trouble::Line(3)));
}

#[test]
fn text_that_is_no_patch_names_no_file() {
    for text in
        ["", "\n", "<<", "<<'EOF'\nEOF", "*** Begin Patch", "*** Begin Patch\n*** End Patch"]
    {
        assert_eq!(touched(text), [], "{text}");
        assert!(read(text).trouble.is_some(), "{text}");
    }
    assert_eq!(read("*** Begin Patch\n*** End Patch").trouble, Some(Trouble::NoFile));
}
