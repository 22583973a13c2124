//! Archives and compressors: what is unpacked, and what is packed into which file.

use crate::shell::{Place, Word};
use crate::table::one_of;

use super::args::{Arguments, Style};
use super::found::Found;
use super::rule::{Operands, Rule, Rules, rules};

static TABLE: Rules = rules!(&[
    Rule::writes("gzip pigz gunzip unpigz uncompress compress", Operands::All)
        .takes("Sbp", "suffix")
        .unless("c stdout to-stdout l list t test")
        .recursive("r recursive"),
    Rule::writes("bzip2 bunzip2 pbzip2 lbzip2", Operands::All).unless("c stdout t test"),
    Rule::writes("xz unxz lzma unlzma lzip", Operands::All)
        .takes("TMSCF", "threads memlimit suffix format check")
        .unless("c stdout to-stdout l list t test"),
    Rule::reads("zstdmt zstd unzstd lz4 unlz4 brotli").takes("oTMDS", "output-dir-flat"),
    Rule::writes("zip", Operands::First)
        .takes("btnP", "temp-path out output-file")
        .outputs("out output-file O")
        .unless("sf show-files T test"),
    Rule::writes("genisoimage mkisofs mksquashfs", Operands::Second).takes("o", "output"),
    Rule::reads("lha").sub("l v t p"),
    Rule::reads("7z 7za 7zr 7zz").sub("l t h i b"),
    Rule::writes("7z 7za 7zr 7zz", Operands::First).sub("a u d rn"),
    Rule::reads("unrar rar").sub("l lb lt v vb t p"),
    Rule::writes("rar", Operands::First).sub("a u d m f"),
]);

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        _ if one_of(name, "tar gtar bsdtar jar") => tar(words, found),
        "unzip" => unzip(words, found),
        "cpio" => cpio(words, found),
        _ if one_of(name, "ar llvm-ar gar") => object_archive(words, found),
        _ if one_of(name, "zstd zstdmt unzstd lz4 unlz4 brotli") => keeps_source(words, found),
        _ if one_of(name, "7z 7za 7zr 7zz unrar rar") && unpacks(words) => seven(words, found),
        _ => return Rule::judge(&TABLE, name, words, found),
    }
    true
}

/// The options of `tar` that take a value.
const TAR: &str = "fCTXbIKNVgLFH \
     file directory files-from exclude exclude-from use-compress-program transform xform \
     strip-components format mode mtime owner group newer label starting-file listed-incremental \
     blocking-factor checkpoint-action rsh-command to-command sort";

fn tar(words: &[Word], found: &mut Found) {
    let plain = old_style(words);
    let args = Arguments::parse(plain.as_deref().unwrap_or(words), TAR, Style::Gnu);
    let archive = args.value("f file");
    if args.has("x extract get") {
        if args.has("O to-stdout") {
            return;
        }
        if args.has("to-command") {
            found.opaque("`tar` hands the files to a command");
        }
        let start = found.cwd.clone();
        for folder in args.values("C directory") {
            let cwd = found.cwd.resolve(folder);
            found.cwd = cwd;
        }
        match args.value("one-top-level") {
            Some(folder) => found.file(folder),
            None => found.place(found.cwd.clone(), false),
        }
        found.cwd = start;
    } else if args.has("c r u A create append update catenate concatenate delete") {
        if let Some(archive) = archive
            && !archive.prefix().split('/').next().is_some_and(|host| host.contains(':'))
        {
            found.file(archive);
        }
        if args.has("remove-files") {
            for source in &args.operands {
                found.tree(source);
            }
        }
    }
}

/// `tar xzf a.tgz`: letters without a dash, whose values are the next words in order.
fn old_style(words: &[Word]) -> Option<Vec<Word>> {
    let (first, rest) = words.split_first()?;
    let letters = first.text().filter(|text| !text.starts_with('-') && !text.is_empty())?;
    let mut rest = rest.iter();
    let mut plain = Vec::new();
    for letter in letters.chars() {
        plain.push(Word::known(format!("-{letter}")));
        if TAR.split(' ').next().is_some_and(|valued| valued.contains(letter)) {
            plain.extend(rest.next().cloned());
        }
    }
    plain.extend(rest.cloned());
    Some(plain)
}

fn unzip(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "dxP", Style::Plain);
    if args.has("l t p z Z v c") || args.operands.is_empty() {
        return;
    }
    match args.value("d") {
        Some(folder) => found.file(folder),
        None => found.place(found.cwd.clone(), false),
    }
}

fn cpio(words: &[Word], found: &mut Found) {
    let options = "DFOIEHCRM directory file format owner pattern-file";
    let args = Arguments::parse(words, options, Style::Plain);
    if args.has("t list to-stdout") {
        return;
    }
    let start = found.cwd.clone();
    super::files::enter(found, args.value("D directory"));
    if args.has("i extract") {
        found.place(found.cwd.clone(), false);
    } else if args.has("p pass-through") {
        for folder in args.operands.iter().take(1) {
            found.file(folder);
        }
    } else if args.has("o create") {
        found.values(&args, "F O file");
    }
    found.cwd = start;
}

fn object_archive(words: &[Word], found: &mut Found) {
    let words = words.get(1..).map_or(words, |rest| match words[0].prefix() {
        "--plugin" => rest,
        _ => words,
    });
    let (Some(keys), Some(archive)) = (words.first(), words.get(1)) else { return };
    let keys = keys.prefix().trim_start_matches('-');
    match keys.chars().next() {
        Some('t' | 'p') | None => {}
        Some('x') => found.place(found.cwd.clone(), false),
        Some(_) => found.file(archive),
    }
}

/// Compressors that write beside the file that they read, or where `-o` says.
fn keeps_source(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "oTMD output output-dir-flat dict", Style::Plain);
    if args.has("c stdout to-stdout l list t test b") {
        return;
    }
    match args.value("o output output-dir-flat") {
        Some(file) => found.file(file),
        None => {
            for file in &args.operands {
                found.path(file, args.has("r"));
            }
        }
    }
}

fn unpacks(words: &[Word]) -> bool {
    matches!(words.first().and_then(Word::text), Some("x" | "e"))
}

fn seven(words: &[Word], found: &mut Found) {
    let folder = words.iter().find(|word| word.prefix().starts_with("-o"));
    match folder.map(|word| word.after(2)) {
        Some(folder) => found.file(&folder),
        None if found.cwd != Place::Unknown => found.place(found.cwd.clone(), false),
        None => found.unknown(),
    }
}
