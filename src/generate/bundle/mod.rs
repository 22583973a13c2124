//! A release bundle: the rendered trees with the programs that their hooks start.
//!
//! It is laid out like the repository, so its folder is a marketplace to both hosts,
//! and `sha256sum --check plugins/SHA256SUMS` works in it. Its bytes depend on the
//! source and the programs alone.

mod archive;
mod cargo;
mod target;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use thiserror::Error;

pub use cargo::{CargoError, compile, preferred_target};
pub use target::{Misfit, Target};

use super::output::{SCRATCH, SUMS, Sum, sums_text};
use super::pipeline::Prepared;
use super::tree::RelPath;

/// A file of the bundle.
#[derive(Debug)]
struct File {
    bytes: Vec<u8>,
    executable: bool,
}

type Files = BTreeMap<RelPath, File>;

/// A program that belongs into the bundle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Wanted {
    /// Its name.
    program: String,
    /// The folder of a tree that it belongs to.
    folder: String,
}

/// A release bundle in memory.
#[derive(Debug)]
pub struct Bundle {
    name: String,
    files: Files,
    wanted: Vec<Wanted>,
}

/// Why there can be no bundle.
#[derive(Debug, Error)]
pub enum BundleError {
    /// A name in `programs` is a path, or names no file.
    #[error("`{0}` in `programs` of plugin.yaml is no file name")]
    Name(String),
    /// A tree has a file where a program belongs.
    #[error("`{0}` is in the tree already, where a program of the bundle belongs")]
    Taken(String),
    /// A file cannot be read or written.
    #[error("`{path}` cannot be read or written")]
    Io {
        /// The path.
        path: String,
        /// Why.
        #[source]
        source: io::Error,
    },
}

/// What is wrong with a program.
#[derive(Debug, Error)]
pub enum ProgramFault {
    /// It is not there.
    #[error("is missing")]
    Missing,
    /// Something else than a file is in its place.
    #[error("is no file")]
    NoFile,
    /// It lacks the run bit.
    #[error("lacks the run bit")]
    NotExecutable,
    /// It is no program for the target.
    #[error(transparent)]
    Misfit(#[from] Misfit),
}

impl Bundle {
    /// Takes what was rendered; the programs are still to come.
    ///
    /// # Errors
    /// A source file cannot be read, or `programs` names no program.
    pub fn new(prepared: &Prepared) -> Result<Self, BundleError> {
        let mut files = Files::new();
        for (path, file) in &prepared.rendition.tree.files {
            let bytes = file.bytes().map_err(|source| fault(path.as_str(), source))?.into_owned();
            files.insert(path.clone(), File { bytes, executable: file.executable });
        }
        let mut wanted = Vec::new();
        for tree in &prepared.rendition.trees {
            for program in &prepared.source.plugins[tree.plugin].config.value.programs {
                if program.contains('/') || RelPath::new(program.as_str()).is_none() {
                    return Err(BundleError::Name(program.clone()));
                }
                wanted.push(Wanted { program: program.clone(), folder: tree.folder.clone() });
            }
        }
        Ok(Self { name: name(prepared), files, wanted })
    }

    /// The programs that it needs, each once, in order.
    pub fn programs(&self) -> Vec<String> {
        let mut names: Vec<String> = self.wanted.iter().map(|w| w.program.clone()).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Is there anything that it could be installed from?
    pub fn is_marketplace(&self) -> bool {
        self.files.keys().any(|path| path.as_str().ends_with("/marketplace.json"))
    }

    /// Puts every program that it needs from `folder` into each tree that wants it;
    /// gives what is wrong with them. With a fault the bundle is not to be written.
    ///
    /// # Errors
    /// A program cannot be read, or its place is taken.
    pub fn add_programs(
        &mut self,
        folder: &Path,
        target: &Target,
    ) -> Result<Vec<(PathBuf, ProgramFault)>, BundleError> {
        let mut faults = Vec::new();
        for program in self.programs() {
            let path = folder.join(&program);
            match read_program(&path, target)? {
                Ok(bytes) => self.add_program(&program, target, &bytes)?,
                Err(fault) => faults.push((path, fault)),
            }
        }
        Ok(faults)
    }

    fn add_program(
        &mut self,
        program: &str,
        target: &Target,
        bytes: &[u8],
    ) -> Result<(), BundleError> {
        for wanted in self.wanted.iter().filter(|wanted| wanted.program == program) {
            let path = format!("{}/bin/{target}/{program}", wanted.folder);
            let taken = || BundleError::Taken(path.clone());
            let place = RelPath::new(path.as_str()).ok_or_else(taken)?;
            let file = File { bytes: bytes.to_vec(), executable: true };
            if self.files.insert(place, file).is_some() {
                return Err(taken());
            }
        }
        Ok(())
    }

    /// Writes `<name>.tar.gz` into a folder, whole or not at all; gives its path and its sum.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn write(mut self, out: &Path, target: Option<&Target>) -> Result<Written, BundleError> {
        let name = match target {
            Some(target) => format!("{}-{}", self.name, target.label()),
            None => self.name.clone(),
        };
        let sums: BTreeMap<RelPath, Sum> =
            self.files.iter().map(|(path, file)| (path.clone(), Sum::of(&[&file.bytes]))).collect();
        if let Some(path) = RelPath::new(SUMS) {
            let bytes = sums_text(&sums).into_bytes();
            self.files.insert(path, File { bytes, executable: false });
        }
        let path = out.join(format!("{name}.tar.gz"));
        let shown = path.display().to_string();
        let bytes = archive::pack(&name, &self.files).map_err(|source| fault(&shown, source))?;
        replace(out, &path, &bytes).map_err(|source| fault(&shown, source))?;
        let size = bytes.len() as u64;
        Ok(Written { path, sum: Sum::of(&[&bytes]), files: self.files.len(), size })
    }
}

/// A bundle that was written.
#[derive(Debug)]
pub struct Written {
    /// The archive.
    pub path: PathBuf,
    /// Its sum.
    pub sum: Sum,
    /// How many files are in it.
    pub files: usize,
    /// Its bytes.
    pub size: u64,
}

fn fault(path: &str, source: io::Error) -> BundleError {
    BundleError::Io { path: path.to_owned(), source }
}

/// Name and version of the plugin; of several, the marketplace's name, and the version
/// if they share it.
fn name(prepared: &Prepared) -> String {
    let plugins = &prepared.source.plugins;
    let [plugin] = plugins.as_slice() else {
        let market = prepared.source.marketplace.as_ref();
        let name = market.map_or("plugins", |config| config.value.name.as_str());
        let mut versions = plugins.iter().map(|plugin| plugin.config.value.version.as_str());
        let first = versions.next().unwrap_or_default();
        return if versions.all(|version| version == first) {
            format!("{name}-{first}")
        } else {
            name.to_owned()
        };
    };
    format!("{}-{}", plugin.config.value.name, plugin.config.value.version)
}

/// Reads a program, if it is one for the target.
fn read_program(
    path: &Path,
    target: &Target,
) -> Result<Result<Vec<u8>, ProgramFault>, BundleError> {
    let failed = |source| fault(&path.display().to_string(), source);
    let metadata = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Err(ProgramFault::Missing));
        }
        other => other.map_err(failed)?,
    };
    if !metadata.is_file() {
        return Ok(Err(ProgramFault::NoFile));
    }
    if !may_run(&metadata) {
        return Ok(Err(ProgramFault::NotExecutable));
    }
    let bytes = fs::read(path).map_err(failed)?;
    Ok(target.accepts(&bytes).map(|()| bytes).map_err(ProgramFault::from))
}

#[cfg(unix)]
fn may_run(metadata: &fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

/// Windows keeps no run bits.
#[cfg(not(unix))]
fn may_run(_: &fs::Metadata) -> bool {
    true
}

/// Writes a file beside its place, and renames it over once it is on the disk.
fn replace(folder: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(SCRATCH).suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}
