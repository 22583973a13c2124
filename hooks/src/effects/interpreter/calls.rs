//! The calls of each language that write files, or hand text to a shell. One line adds
//! a call.

use super::lex::Language;
use crate::table::{Table, packed};

/// What a call does with its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    /// Writes what its first argument names.
    First,
    /// Writes its second argument: the destination of a copy, a link's name.
    Second,
    /// Moves the first to the second.
    Move,
    /// Writes or removes its first argument with everything below.
    Tree,
    /// Writes all its arguments.
    All,
    /// Writes all but the first, which is a mode.
    AfterFirst,
    /// Opens its first argument; the second one says how.
    Open,
    /// Perl's `open`: a handle, then how, then what.
    OpenHandle,
    /// Writes what it is called on, if that is a path.
    Receiver,
    /// Moves what it is called on to the first argument, if that is a path.
    MoveReceiver,
    /// Opens what it is called on; the first argument says how.
    OpenReceiver,
    /// Writes its first argument where that is a literal, and else nothing known.
    Perhaps,
    /// Unpacks into its first argument or the working directory.
    Unpack,
    /// Edits in place if it is told so.
    InPlace,
    /// Gives its first argument, or a list of words, to a shell.
    Shell,
    /// Changes into its first argument.
    Enter,
    /// Runs text that is not known.
    Anything,
}

/// A line of the table: names, what they must be called on (empty: anything), effect.
type Call = (&'static str, &'static str, Does);

/// A packed table of such lines.
type Calls = Table<2, Does>;

macro_rules! calls {
    ($lines:expr) => {
        packed!($lines, |line| [line.0, line.1], line.2 => Does)
    };
}

/// The calls of a language: names, what they must be called on, effect.
pub(super) fn of(language: Language) -> &'static Calls {
    static PYTHON_CALLS: Calls = calls!(PYTHON);
    static JAVASCRIPT_CALLS: Calls = calls!(JAVASCRIPT);
    static RUBY_CALLS: Calls = calls!(RUBY);
    static PERL_CALLS: Calls = calls!(PERL);
    static PHP_CALLS: Calls = calls!(PHP);
    static LUA_CALLS: Calls = calls!(LUA);
    static AWK_CALLS: Calls = calls!(AWK);
    match language {
        Language::Python => &PYTHON_CALLS,
        Language::JavaScript => &JAVASCRIPT_CALLS,
        Language::Ruby => &RUBY_CALLS,
        Language::Perl => &PERL_CALLS,
        Language::Php => &PHP_CALLS,
        Language::Lua => &LUA_CALLS,
        Language::Awk => &AWK_CALLS,
    }
}

const PYTHON: &[Call] = &[
    ("open", " io codecs gzip bz2 lzma os tarfile aiofiles builtins", Does::Open),
    ("ZipFile", "", Does::Open),
    ("open", "", Does::OpenReceiver),
    ("write_text write_bytes", "", Does::Receiver),
    ("touch mkdir unlink rmdir chmod symlink_to hardlink_to", "", Does::Receiver),
    ("rename replace move", "os shutil", Does::Move),
    ("rename replace", "", Does::MoveReceiver),
    ("remove unlink mkdir rmdir removedirs truncate chmod chown utime mkfifo", "os", Does::First),
    ("makedirs", "", Does::First),
    ("symlink link", "os", Does::Second),
    ("copy copyfile copy2 copytree copymode unpack_archive", "shutil", Does::Second),
    ("copyfile copytree copy2", "", Does::Second),
    ("rmtree", "", Does::Tree),
    ("make_archive", "", Does::First),
    ("urlretrieve", "", Does::Second),
    ("FileHandler", "", Does::First),
    (
        "to_csv to_json to_excel to_parquet to_html savefig save savez savetxt imsave imwrite",
        "",
        Does::Perhaps,
    ),
    ("extractall", "", Does::Unpack),
    ("input FileInput", "fileinput", Does::InPlace),
    ("system popen", "os", Does::Shell),
    (
        "run call check_call check_output Popen getoutput getstatusoutput",
        "subprocess sp",
        Does::Shell,
    ),
    ("Popen check_call check_output", "", Does::Shell),
    ("chdir", "os", Does::Enter),
    ("exec eval", " builtins", Does::Anything),
    ("run_path run_module", "runpy", Does::Anything),
    ("execv execve execvp spawnl spawnv", "os", Does::Anything),
];

const JAVASCRIPT: &[Call] = &[
    (
        "writeFileSync appendFileSync writeFile appendFile createWriteStream writeTextFile writeTextFileSync appendText",
        "",
        Does::First,
    ),
    (
        "outputFile outputFileSync outputJson outputJsonSync writeJson writeJsonSync ensureDir ensureDirSync ensureFile ensureFileSync",
        "",
        Does::First,
    ),
    ("write", "Bun", Does::First),
    ("remove removeSync mkdir create createSync truncate chmod", "Deno", Does::Tree),
    (
        "unlinkSync mkdirSync truncateSync chmodSync utimesSync mkdtempSync chownSync",
        "",
        Does::First,
    ),
    ("unlink mkdir truncate chmod utimes chown", "fs fsp promises fsPromises )", Does::First),
    ("rmSync rmdirSync rimraf rimrafSync emptyDirSync emptyDir removeSync", "", Does::Tree),
    ("rm rmdir remove", "fs fsp promises fsPromises fse )", Does::Tree),
    ("renameSync moveSync", "", Does::Move),
    ("rename move", "fs fsp promises fsPromises fse Deno )", Does::Move),
    ("copyFileSync cpSync copySync symlinkSync linkSync", "", Does::Second),
    ("copyFile cp copy symlink link", "fs fsp promises fsPromises fse Deno )", Does::Second),
    ("openSync", "", Does::Open),
    ("open", "fs fsp promises fsPromises )", Does::Open),
    ("execSync spawnSync execFileSync execFile execa execaCommandSync", "", Does::Shell),
    ("exec spawn", " cp child_process childProcess )", Does::Shell),
    ("chdir", "process Deno", Does::Enter),
    ("eval", " ", Does::Anything),
    ("Command spawn spawnSync", "Deno Bun", Does::Anything),
];

const RUBY: &[Call] = &[
    ("write binwrite", "File IO", Does::First),
    ("open new", "File IO", Does::Open),
    ("open", " ", Does::Open),
    ("delete unlink", "File Dir", Does::All),
    ("mkdir rmdir", "Dir", Does::First),
    ("rename", "File", Does::Move),
    ("symlink link", "File", Does::Second),
    ("truncate", "File", Does::First),
    ("chmod", "File", Does::AfterFirst),
    ("write binwrite delete unlink mkpath rmtree mkdir", "", Does::Receiver),
    (
        "cp cp_r copy copy_file copy_entry install ln ln_s ln_sf symlink link",
        "FileUtils",
        Does::Second,
    ),
    ("mv move", "FileUtils", Does::Move),
    (
        "rm_r rm_rf rmtree remove_dir remove_entry remove_entry_secure rmdir",
        "FileUtils",
        Does::Tree,
    ),
    ("rm rm_f remove touch mkdir mkdir_p makedirs mkpath safe_unlink", "FileUtils", Does::First),
    ("chmod chmod_R", "FileUtils", Does::Second),
    ("system exec spawn", " Kernel", Does::Shell),
    ("popen", "IO", Does::Shell),
    ("chdir cd", "Dir FileUtils", Does::Enter),
    ("eval instance_eval load", " ", Does::Anything),
];

const PERL: &[Call] = &[
    ("open", "", Does::OpenHandle),
    ("unlink", "", Does::All),
    ("rename move", "", Does::Move),
    ("mkdir rmdir truncate", "", Does::First),
    ("symlink link copy", "", Does::Second),
    ("chmod utime chown", "", Does::AfterFirst),
    ("rmtree remove_tree", "", Does::Tree),
    ("make_path mkpath write_file append_file", "", Does::First),
    ("spew spew_utf8 spew_raw append append_utf8 touch remove edit edit_lines", "", Does::Receiver),
    ("system exec", "", Does::Shell),
    ("chdir", "", Does::Enter),
];

const PHP: &[Call] = &[
    ("file_put_contents unlink mkdir rmdir touch chmod", "", Does::First),
    ("fopen", "", Does::Open),
    ("rename", "", Does::Move),
    ("copy symlink link move_uploaded_file", "", Does::Second),
    ("exec shell_exec system passthru popen proc_open", "", Does::Shell),
    ("chdir", "", Does::Enter),
    ("eval", "", Does::Anything),
];

const LUA: &[Call] = &[
    ("open", "io", Does::Open),
    ("output", "io", Does::First),
    ("remove", "os", Does::First),
    ("rename", "os", Does::Move),
    ("execute", "os", Does::Shell),
    ("popen", "io", Does::Shell),
    ("mkdir rmdir", "lfs", Does::First),
];

const AWK: &[Call] = &[("system", "", Does::Shell)];
