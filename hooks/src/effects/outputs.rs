//! Programs that write what an option or their last operand names: compilers,
//! converters, editors of data files.

use crate::shell::Word;
use crate::table::one_of;

use super::args::{Arguments, Style};
use super::found::Found;
use super::rule::{Operands, Rule, Rules, rules};

static TABLE: Rules = rules!(&[
    Rule::reads("openssl")
        .takes("", "out in keyout outform inform config subj days writerand")
        .single_dash()
        .outputs("out keyout writerand"),
    Rule::reads("http https xh xhs httpie").takes("o", "output").outputs("o output"),
    Rule::reads("base64 shuf tree")
        .takes("oLPIwinr", "output wrap head-count random-source level")
        .outputs("o output"),
    Rule::reads("iconv").takes("fto", "from-code to-code output").outputs("o output"),
    Rule::reads("pandoc")
        .takes("oftr", "output from to read write template metadata css extract-media")
        .outputs("o output extract-media"),
    Rule::reads("dot neato fdp circo twopi").takes("oTKGNE", "").outputs("o"),
    Rule::reads("rsvg-convert mmdc")
        .takes("oiwhfbt", "output input output-format width height theme")
        .outputs("o output"),
    Rule::reads("ld lld gold as nasm yasm m4 bison flex yacc lex")
        .takes("o", "output")
        .outputs("o output"),
    Rule::writes("strip ranlib codesign", Operands::All).takes("oKNR", "output-file strip-symbol"),
    Rule::writes("install_name_tool patchelf chrpath", Operands::Last)
        .takes("r", "set-rpath set-interpreter"),
    Rule::writes("xmllint", Operands::Nothing).takes("", "output xpath schema").outputs("output"),
    Rule::reads("xsltproc").takes("o", "output param stringparam").outputs("o output"),
    Rule::writes("xmlstarlet xml", Operands::All).sub("ed").when("L inplace").takes(
        "sriuadtnvmx",
        "subnode update insert append delete type name value move rename expr"
    ),
    Rule::reads("xmlstarlet xml"),
    Rule::reads("gpg gpg2").takes("oru", "output recipient local-user").outputs("o output"),
    Rule::reads("age rage").takes("orRi", "output recipient identity").outputs("o output"),
    Rule::reads("minisign signify").takes("mxsp", "").outputs("x"),
    Rule::reads("ssh-keygen").takes("fbtCNPqmsInVDz", "").outputs("f"),
    Rule::writes("exiftool", Operands::All).when("overwrite_original").single_dash(),
    Rule::writes("optipng jpegoptim pngcrush gifsicle", Operands::All),
    Rule::reads("cwebp dwebp oxipng pngquant")
        .takes("oq", "output out")
        .single_dash()
        .outputs("o output out"),
    Rule::writes("qpdf pdftotext pdftocairo ps2pdf pdf2svg", Operands::Last),
    Rule::writes("convert montage magick composite", Operands::Last)
        .takes(
            "",
            "resize quality density crop gravity background extent geometry fill font \
             pointsize annotate draw size colorspace depth rotate blur sharpen"
        )
        .single_dash(),
    Rule::writes("tidy", Operands::All)
        .takes("f", "config file output-file")
        .outputs("o output-file f")
        .when("m modify"),
    Rule::writes("screencapture", Operands::Last),
    Rule::writes("mogrify", Operands::All)
        .takes("", "resize quality format path crop")
        .single_dash(),
    Rule::writes("sox rec", Operands::Last),
    Rule::reads("jsonnet").takes("omJVA", "output-file multi").outputs("o output-file m multi"),
    Rule::reads("sops age-keygen").takes("o", "output").outputs("o output"),
    Rule::writes("sops", Operands::Last).when("i in-place"),
    Rule::reads("esbuild").takes("", "outfile outdir").outputs("outfile outdir"),
    Rule::reads("quicktype openapi-typescript json2ts swagger-cli")
        .takes("oist", "out output src lang")
        .outputs("o out output"),
    Rule::reads("sass").takes("I", "style"),
    Rule::writes("svgo", Operands::All).unless("s string").takes("oi", "output config"),
    Rule::reads("asciinema").sub("play cat upload"),
    Rule::writes("asciinema", Operands::First).sub("rec").takes("cti", "command title"),
    Rule::reads("pg_dump mysqldump mongodump")
        .takes("fUhpd", "file host port username dbname result-file out")
        .outputs("f file result-file out"),
    Rule::reads("cbindgen bindgen uniffi-bindgen")
        .takes("oclf", "output config lang crate")
        .outputs("o output"),
    Rule::reads("jupytext").takes("o", "to output from").outputs("o output"),
    Rule::reads("gcov lcov genhtml")
        .takes("oadr", "output-file output-directory directory")
        .outputs("o output-file output-directory"),
    Rule::reads("perf").sub("report stat list script annotate diff"),
    Rule::reads("strace ltrace").takes("oepPsuE", "output").outputs("o output"),
]);

/// Judges `name` if it belongs here.
pub(super) fn judge(name: &str, words: &[Word], found: &mut Found) -> bool {
    match name {
        _ if one_of(name, "cc gcc g++ c++ clang clang++ tcc gfortran") => {
            compiler(words, found);
        }
        _ if one_of(name, "rustc javac ghc swiftc dmd ocamlfind ocamlc ocamlopt protoc") => {
            other_compiler(words, found);
        }
        "ffmpeg" | "avconv" => ffmpeg(words, found),
        "objcopy" | "llvm-objcopy" => in_or_out(words, found, "OIjRKNLGWFB"),
        "xxd" => xxd(words, found),
        "yq" => yq(words, found),
        "sqlite3" | "duckdb" => database(words, found),
        "script" => typescript(words, found),
        _ => return Rule::judge(&TABLE, name, words, found),
    }
    true
}

fn compiler(words: &[Word], found: &mut Found) {
    let mut output = false;
    let mut prints = false;
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match word.prefix() {
            "-o" => {
                output = true;
                if let Some(file) = rest.next() {
                    found.file(file);
                }
            }
            "-MF" => {
                if let Some(file) = rest.next() {
                    found.file(file);
                }
            }
            text if one_of(text, "-E -fsyntax-only -v -M -MM -dumpversion -dumpmachine -###") => {
                prints = true;
            }
            text if text.starts_with("-o") => {
                output = true;
                found.file(&word.after(2));
            }
            text if text.starts_with("-print-") => prints = true,
            _ => {}
        }
    }
    if !output && !prints && !words.is_empty() {
        if words.iter().any(|word| matches!(word.prefix(), "-c" | "-S")) {
            // `a.o` beside the working directory, whatever the source's folder.
            found.inside(&Word::known("."), &Word::unknown());
        } else {
            found.file(&Word::known("a.out"));
        }
    }
}

/// Compilers that say where to by some option, and write into the working directory without.
fn other_compiler(words: &[Word], found: &mut Found) {
    let options = "- o d out-dir outputdir odir C L l I A W D F cfg emit crate-type crate-name \
                   edition target print cap-lints class-path classpath cp source release explain \
                   error-format module-path";
    let args = Arguments::parse(words, options, Style::Single);
    let mut told = args.has("explain print version V v vV h help");
    for (name, value) in &args.options {
        let is_output = one_of(name, "o d out-dir outputdir odir");
        if let Some(place) = value
            && (is_output || name.ends_with("_out"))
        {
            told = true;
            found.file(place);
        }
    }
    if !told && !args.operands.is_empty() {
        found.inside(&Word::known("."), &Word::unknown());
    }
}

fn ffmpeg(words: &[Word], found: &mut Found) {
    match words {
        [] | [_] => {}
        [.., option, _] if option.prefix() == "-i" => {}
        [.., last] if last.prefix().starts_with('-') || last.prefix().starts_with("pipe:") => {}
        [.., last] => found.file(last),
    }
}

/// One operand is rewritten; of two, the second.
fn in_or_out(words: &[Word], found: &mut Found, options: &'static str) {
    let args = Arguments::parse(words, options, Style::Plain);
    if let Some(file) = args.operands.get(1).or(args.operands.first()) {
        found.file(file);
    }
}

fn xxd(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "- c g l n o s R cols", Style::Single);
    if let Some(file) = args.operands.get(1) {
        found.file(file);
    }
}

fn yq(words: &[Word], found: &mut Found) {
    let options = "opsIef/j output-format input-format split-exp indent expression from-file";
    let args = Arguments::parse(words, options, Style::Plain);
    // The expression comes first, or as an option; older versions have `write`.
    let skip = usize::from(!args.has("e expression from-file"));
    if args.has("i inplace in-place") {
        found.by = String::from("yq -i");
        let files =
            args.operands.iter().skip_while(|word| word.is_one_of("e eval ea eval-all w write"));
        for file in files.skip(skip) {
            found.file(file);
        }
    }
    if args.has("s split-exp") {
        found.inside(&Word::known("."), &Word::unknown());
    }
}

/// SQL words after which the database file is another one, and commands of the shell
/// that write files.
const CHANGES: &[&str] = &[
    "insert", "update", "delete", "create", "drop", "alter", "replace", "vacuum", "reindex",
    "attach", "copy", "begin", ".import", ".restore", ".read", ".output", ".once", ".backup",
    ".save", ".clone", ".system", ".shell",
];

fn database(words: &[Word], found: &mut Found) {
    let options = "- cmd separator init nullvalue newline maxsize mmap vfs c";
    let args = Arguments::parse(words, options, Style::Single);
    let Some((file, statements)) = args.operands.split_first() else { return };
    if args.has("readonly") {
        return;
    }
    let stdin = match &found.command.input {
        crate::shell::Input::Text(text) => Some(text),
        crate::shell::Input::File(_) if statements.is_empty() => return found.file(file),
        _ => None,
    };
    let mut texts = statements.iter().copied().chain(args.values("cmd c")).chain(stdin);
    let changes = texts.any(|text| {
        !text.is_known()
            || text
                .prefix()
                .to_ascii_lowercase()
                .split(|letter: char| {
                    !letter.is_ascii_alphanumeric() && !matches!(letter, '.' | '_')
                })
                .any(|word| CHANGES.contains(&word))
    });
    if changes && file.text() != Some(":memory:") {
        found.file(file);
    }
}

/// `script` keeps what a terminal shows; a command is given with `-c`, or after the
/// file where the BSD form is used.
fn typescript(words: &[Word], found: &mut Found) {
    let args = Arguments::parse(words, "cEIOBTmo command log-out log-in log-io", Style::Plain);
    found.values(&args, "O I B T log-out log-in log-io");
    match args.operands.first() {
        Some(file) => found.file(file),
        None if args.has("O B log-out log-io") => {}
        None => found.file(&Word::known("typescript")),
    }
    if let Some(command) = args.value("c command") {
        found.shell_word(command);
    } else if args.operands.len() > 1 {
        let mut line = String::new();
        for word in args.after(1) {
            super::push_quoted(&mut line, word);
        }
        found.shell(line);
    } else {
        found.opaque("`script` starts a shell");
    }
}
