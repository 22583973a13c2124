//! `corpus TARGET FOLDER`: writes the seeds of a target into `FOLDER/seeds`, one file each,
//! and its tokens into `FOLDER/dictionary`, as libFuzzer wants them. `corpus --line FILE`
//! prints a file as a line of `hooks/tests/fuzz/corpus`.

#[path = "../tests/fuzz/bodies.rs"]
#[expect(dead_code, reason = "only the names of the targets are needed")]
mod bodies;
#[path = "../tests/fuzz/release_words.rs"]
mod release_words;
#[path = "../tests/fuzz/seeds.rs"]
mod seeds;
#[path = "../tests/fuzz/tokens.rs"]
#[expect(dead_code, reason = "pairs are for the other engine")]
mod tokens;

use std::fs;
use std::path::Path;

use bodies::Target;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, folder] = arguments.as_slice() else { panic!("usage: corpus TARGET FOLDER") };
    let all = [Target::Event, Target::Patch, Target::Shell, Target::Effects, Target::Milestones];
    if name == "--line" {
        println!("{}", seeds::line(&fs::read(folder).expect("a file")));
        return;
    }
    let target = all.into_iter().find(|target| target.name() == name);
    let target = target.unwrap_or_else(|| panic!("there is no target `{name}`"));
    let package = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds = Path::new(folder).join("seeds");
    fs::create_dir_all(&seeds).expect("a folder for the seeds");
    for (number, seed) in seeds::of(&package, target).iter().enumerate() {
        fs::write(seeds.join(format!("{number:04}")), seed).expect("a seed is written");
    }
    let dictionary = Path::new(folder).join("dictionary");
    fs::write(dictionary, self::dictionary(target)).expect("the dictionary is written");
}

/// Every token of a target, as libFuzzer reads them.
fn dictionary(target: Target) -> String {
    let quoted = tokens::tokens(target).iter().map(|token| {
        let bytes = token.bytes().map(|byte| match byte {
            b' '..=b'~' if byte != b'"' && byte != b'\\' => char::from(byte).to_string(),
            _ => format!("\\x{byte:02x}"),
        });
        format!("\"{}\"\n", bytes.collect::<String>())
    });
    quoted.collect()
}
