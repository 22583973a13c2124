//! `cvg-gen init`: a canonical source that builds at once.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;

use super::schema;
use crate::generate::cli::{Global, exit};
use crate::generate::name::kebab;
use crate::generate::source::CANONICAL;
use crate::ui::Ui;

/// Flags of `init`.
#[derive(Debug, Clone, Args)]
pub struct InitArgs {
    /// The repository; the current folder if left out.
    pub dir: Option<PathBuf>,
    /// Also write a template with a partial, an agent, a script and a host's own passage, to learn from.
    #[arg(long)]
    pub from_examples: bool,
    /// The plugin's name; the folder's name if left out.
    #[arg(long)]
    pub name: Option<String>,
}

/// A file that `init` writes: its path below `canonical/`, its text, its run bit.
struct Sample {
    path: &'static str,
    text: &'static str,
    executable: bool,
}

const fn sample(path: &'static str, text: &'static str) -> Sample {
    Sample { path, text, executable: false }
}

/// What every plugin needs.
const MINIMAL: &[Sample] = &[
    sample("plugin.yaml", include_str!("init/plugin.yaml")),
    sample("marketplace.yaml", include_str!("init/marketplace.yaml")),
    sample("files/README.md.hbs", include_str!("init/README.md.hbs")),
    sample("skills/hello/SKILL.md", include_str!("init/hello.md")),
];

/// The part of plugin.yaml that only the examples need.
const LOSSES: &str = include_str!("init/losses.yaml");
/// The part of the README that only the examples need.
const AGENTS_README: &str = include_str!("init/agents-readme.md.hbs");

/// What shows the rest of the format.
const EXAMPLES: &[Sample] = &[
    sample("hosts/claude.yaml", include_str!("init/claude.yaml")),
    sample("hosts/codex.yaml", include_str!("init/codex.yaml")),
    sample("partials/evidence.md.hbs", include_str!("init/evidence.md.hbs")),
    sample("skills/look-closely/SKILL.md.hbs", include_str!("init/look-closely.md.hbs")),
    sample("skills/look-closely/references/questions.md", include_str!("init/questions.md")),
    Sample {
        path: "skills/look-closely/scripts/recent.sh",
        text: include_str!("init/recent.sh"),
        executable: true,
    },
    sample("agents/second-reader.md.hbs", include_str!("init/second-reader.md.hbs")),
];

/// Runs `init`.
pub fn init(args: &InitArgs, global: &Global, ui: &Ui) -> anyhow::Result<u8> {
    let dir =
        args.dir.clone().or_else(|| global.root.clone()).unwrap_or_else(|| PathBuf::from("."));
    let dir = std::path::absolute(dir)?;
    let canonical = dir.join(CANONICAL);
    anyhow::ensure!(
        !canonical.exists(),
        "`{}` is there already: `cvg-gen build` renders it",
        canonical.display()
    );
    let folder = dir.file_name().map(|name| name.to_string_lossy().into_owned());
    let name = match (&args.name, &folder) {
        (Some(name), _) => name.clone(),
        (None, Some(folder)) if folder.is_ascii() => kebab(folder),
        (None, _) => String::new(),
    };
    anyhow::ensure!(
        kebab(&name) == name && !name.is_empty() && name.len() <= 64,
        "`{name}` is no plugin's name: lower-case letters, digits and hyphens, at most 64; give one with `--name`"
    );
    // Filled beside its place and renamed, so that a kill leaves all or nothing.
    fs::create_dir_all(&dir).with_context(|| format!("cannot make `{}`", dir.display()))?;
    let staging = tempfile::Builder::new()
        .prefix(crate::generate::output::SCRATCH)
        .tempdir_in(&dir)
        .with_context(|| format!("cannot write into `{}`", dir.display()))?;
    let inner = staging.path().join(CANONICAL);
    let samples = MINIMAL.iter().chain(if args.from_examples { EXAMPLES } else { &[] });
    let mut written = Vec::new();
    for sample in samples {
        let mut text = sample.text.replace("PLUGIN-NAME", &name);
        if args.from_examples {
            text.push_str(match sample.path {
                "plugin.yaml" => LOSSES,
                "files/README.md.hbs" => AGENTS_README,
                _ => "",
            });
        }
        write(&inner.join(sample.path), &text, sample.executable)?;
        written.push(sample.path);
    }
    for (file, text) in schema::files() {
        write(&inner.join(".schemas").join(file), &text, false)?;
    }
    fs::rename(&inner, &canonical)
        .with_context(|| format!("cannot write `{}`", canonical.display()))?;
    for path in written {
        ui.out(&format!("{CANONICAL}/{path}\n"))?;
    }
    ui.out(&format!("{CANONICAL}/.schemas/\n"))?;
    ui.note(&format!(
        "\nThe plugin `{name}` is started. Next: set author and description in {CANONICAL}/plugin.yaml,\n\
         then run `cvg-gen` to render it, and put `cvg-gen --check` into your CI.\n"
    ));
    Ok(exit::CLEAN)
}

fn write(path: &Path, text: &str, executable: bool) -> anyhow::Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))?;
    #[cfg(unix)]
    if executable {
        use std::os::unix::fs::PermissionsExt;
        let mode = fs::metadata(path)?.permissions().mode();
        // Run by whoever may read it.
        fs::set_permissions(path, fs::Permissions::from_mode(mode | ((mode & 0o444) >> 2)))?;
    }
    Ok(())
}
