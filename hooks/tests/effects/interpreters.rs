//! Programs given to an interpreter.

use super::{check, check_input};

#[test]
fn python_on_the_command_line() {
    check(&[
        ("python3 -c open(\"src/a.rs\",\"w\").write(\"x\")", "src/a.rs"),
        ("python3 -c print(open(\"README.md\").read())", ""),
        ("python -c open(\"a\",mode=\"a\")", "a"),
        ("python -c open(file=\"a\",mode=\"wb\")", "a"),
        ("python -c open(\"a\",\"r\")", ""),
        ("python -c open(\"a\",\"rb\")", ""),
        ("python -c open(\"a\",\"r+\")", "a"),
        ("python -c open(\"a\",encoding=\"ascii\")", ""),
        ("python3.12 -uc open(\"a\",\"x\")", "a"),
        ("python3 -Ic open(\"a\",\"w\")", "a"),
        ("python3 -c 'import os; os.remove(\"a\"); os.rename(\"b\", \"c\")'", "a b/** c"),
        ("python3 -c 'import os; os.makedirs(\"a/b\", exist_ok=True)'", "a/b"),
        ("python3 -c 'import shutil; shutil.copy(\"a\", \"b\"); shutil.rmtree(\"c\")'", "b c/**"),
        ("python3 -c 'import shutil; shutil.move(\"a\", \"b\")'", "a/** b"),
        ("python3 -c 'from pathlib import Path; Path(\"a\").write_text(\"x\")'", "a"),
        ("python3 -c 'import pathlib; pathlib.Path(\"a\").unlink()'", "a"),
        ("python3 -c 'Path(\"a\").rename(\"b\")'", "a/** b"),
        ("python3 -c 'print(Path(\"a\").read_text())'", ""),
        ("python3 -c 'print(\"a\".replace(\"a\", \"b\"))'", ""),
        ("python3 -c '(Path(\"src\") / \"a.py\").write_text(\"x\")'", "src/a.py"),
        ("python3 -c 'open(Path(\"src\") / \"a.py\", \"w\")'", "src/a.py"),
        ("python3 -c 'open(os.path.join(\"src\", \"a.py\"), \"w\")'", "src/a.py"),
        ("python3 -c 'open(f\"src/{n}.py\", \"w\")'", "src/…"),
        ("python3 -c 'open(\"src/\" + n, \"w\")'", "src/…"),
        ("python3 -c 'open(\"src/%s\" % n, \"w\")'", "src/…"),
        ("python3 -c 'open(\"src/{}\".format(n), \"w\")'", "src/…"),
        ("python3 -c 'import sys; open(sys.argv[1], \"w\")' a", "a"),
        ("python3 -c 'import json,sys; print(json.load(sys.stdin)[\"x\"])'", ""),
        ("python3 -c 'print(\"open(1, 2)\")'", ""),
        ("python3 -c 'os.system(\"rm -rf src\")'", "$(rm -rf src)"),
        ("python3 -c 'subprocess.run([\"rm\", \"-rf\", \"src\"])'", "$('rm' '-rf' 'src')"),
        ("python3 -c 'subprocess.run(\"rm x\", shell=True, cwd=\"src\")'", "src$(rm x)"),
        ("python3 -c 'exec(text)'", "?"),
        ("python3 -c …", "?"),
        ("python3 scripts/gen.py", "?"),
        ("python3 -m pytest", "?"),
        ("python3 -m black src", "src/**"),
        ("python3 -m json.tool a", ""),
        ("python3 -m json.tool a b", "b"),
        ("python3 -m venv .venv", ".venv"),
        ("python3 -m http.server", ""),
        ("python3 --version", ""),
        ("python3 -V", ""),
        ("python3", ""),
    ]);
}

#[test]
fn python_on_standard_input() {
    check_input(&[
        ("python3 -", "open('src/a.rs','w').write('x')", "src/a.rs"),
        ("python3", "open('src/a.rs','w').write('x')", "src/a.rs"),
        ("python3 - arg", "# open('a','w')\nprint(1)", ""),
        ("python3", "print('''\nopen(\"a\", \"w\")\n''')", ""),
        (
            "python3",
            "p = 'src/a.rs'\ns = open(p).read()\ns = s.replace('a', 'b')\nopen(p, 'w').write(s)",
            "src/a.rs",
        ),
        (
            "python3",
            "from pathlib import Path\np = Path('src/a.rs')\np.write_text(p.read_text().replace('a', 'b'))",
            "src/a.rs",
        ),
        ("python3", "p: Path = Path('a')\np.write_text('x')", "a"),
        ("python3", "root = Path('src')\n(root / 'x' / 'a.py').write_text('x')", "src/x/a.py"),
        ("python3", "for p in ['a', 'b']:\n    open(p, 'w')", "a b"),
        ("python3", "for p, s in [('a', 'x'), ('b', 'y')]:\n    Path(p).write_text(s)", "a b"),
        ("python3", "for p in Path('src').rglob('*.py'):\n    p.write_text('x')", "src/…"),
        ("python3", "import glob\nfor f in glob.glob('src/*.py'):\n    open(f, 'w')", "src/…"),
        (
            "python3",
            "for root, d, files in os.walk('src'):\n  for f in files:\n    open(os.path.join(root, f), 'w')",
            "src/…",
        ),
        (
            "python3",
            "def put(path, s):\n    open(path, 'w').write(s)\nput('a', 'x')\nput('b', 'y')",
            "a b",
        ),
        (
            "python3",
            "p = 'README.md'\nprint(open(p).read())\np = '/tmp/out'\nopen(p, 'w')",
            "/tmp/out",
        ),
        ("python3", "with open('a', 'w') as f:\n    f.write('x')", "a"),
        ("python3", "import os\nos.chdir('src')\nopen('a', 'w')", "src/a"),
        (
            "python3",
            "df.to_csv('a.csv')\nplt.savefig(\"b.png\")\ndf.to_csv(sys.stdout)",
            "a.csv b.png",
        ),
        ("python3", "import zipfile\nzipfile.ZipFile('a.zip').extractall('out')", "out"),
        ("python3", "open(\n    'a',\n    'w',\n)", "a"),
        (
            "python3",
            "import fileinput\nfor l in fileinput.input('a', inplace=True):\n  print(l)",
            "a",
        ),
        ("python3", "open(path, 'w')", "?"),
        ("python3", "[p.write_text('x') for p in Path('src').glob('*.rs')]", "src/…"),
        ("python3", "[os.remove(f) for f in ['a', 'b']]", "a b"),
        ("python3 - src/a.rs", "import sys\np = sys.argv[1]\nopen(p, 'w')", "src/a.rs"),
        ("python3 - a b", "import sys\nfor p in sys.argv[1:]:\n    open(p, 'w')", "a/… b/…"),
        ("python3 - a", "import sys\nopen(sys.argv[2], 'w')", "?"),
        ("python3", "root = 'src'\nopen(f'{root}/a.py', 'w')", "src/a.py"),
        ("python3", "root = 'src'\nopen(f'{root}/{n}.py', 'w')", "src/…"),
        ("python3", "Path('a/b.txt').resolve().write_text('x')", "a/b.txt"),
        (
            "python3",
            "p = Path('a/b.txt')\np.parent.mkdir(parents=True)\np.write_text('x')",
            "a/… a/b.txt",
        ),
        ("python3", "with Path('a').open('w') as f:\n    f.write('x')", "a"),
        ("python3", "with Path('a').open() as f:\n    f.read()", ""),
        ("python3", "p = Path('a')\np.with_name('b').write_text('x')", "./…"),
        ("python3", "text = p.read_text().replace('a', 'b')\nprint(text)", ""),
        ("python3", "import json\nwith open('a.json', 'w') as f: json.dump({}, f)", "a.json"),
        ("python3", "if True:\n    p = 'a'\nelse:\n    p = 'b'\nopen(p, 'w')", "b"),
        (
            "python3",
            "import subprocess\nsubprocess.check_call(['git', '-C', d, 'commit'])",
            "$('git' '-C' ''\"$(cat)\" 'commit')",
        ),
        ("python3", "self.path.write_text('x')", "?"),
        ("cat", "open('a','w')", ""),
        ("python3 x.py", "open('a','w')", "?"),
    ]);
}

#[test]
fn text_from_a_pipe_is_read_too() {
    let mut command = super::command("python3");
    let text = Some(cvg_hooks::shell::Word::known("open('a', 'w')"));
    command.input = cvg_hooks::shell::Input::Pipe { names: Vec::new(), text };
    super::check_each([(command, "echo … | python3", "a")].into_iter());

    let mut command = super::command("python3");
    command.input = super::pipe(Vec::new());
    super::check_each([(command, "curl … | python3", "?")].into_iter());
}

#[test]
fn javascript() {
    check(&[
        ("node -e require(\"fs\").writeFileSync(\"src/a.js\",\"x\")", "src/a.js"),
        ("node -e 'const fs = require(\"fs\"); fs.appendFileSync(\"a\", \"x\")'", "a"),
        (
            "node -e 'const p = \"src/a.js\"; fs.writeFileSync(p, fs.readFileSync(p, \"utf8\"))'",
            "src/a.js",
        ),
        ("node --eval 'fs.rmSync(\"a\", {recursive: true})'", "a/**"),
        ("node --eval='fs.mkdirSync(\"a\")'", "a"),
        ("node -p 'fs.readFileSync(\"a\")'", ""),
        ("node -p 'JSON.parse(x).version'", ""),
        ("node -pe 'fs.unlinkSync(\"a\")'", "a"),
        (
            "node --input-type=module -e 'import fs from \"fs\"; fs.promises.writeFile(\"a\", x)'",
            "a",
        ),
        ("node -e 'fs.renameSync(\"a\", \"b\"); fs.copyFileSync(\"c\", \"d\")'", "a/** b d"),
        ("node -e 'fs.createWriteStream(\"a\")'", "a"),
        ("node -e 'fs.openSync(\"a\", \"w\"); fs.openSync(\"b\", \"r\")'", "a"),
        ("node -e 'fs.writeFileSync(`src/${n}.js`, x)'", "src/…"),
        ("node -e 'const d = \"src\"; fs.writeFileSync(`${d}/a.js`, x)'", "src/a.js"),
        ("node -e 'fs.writeFileSync(path.join(\"src\", \"a.js\"), x)'", "src/a.js"),
        ("node -e 'fs.writeFileSync(process.argv[1], x)'", "?"),
        ("node -e 'for (const f of [\"a\", \"b\"]) fs.unlinkSync(f)'", "a b"),
        ("node -e 'require(\"child_process\").execSync(\"rm -rf src\")'", "$(rm -rf src)"),
        ("node -e 'cp.spawnSync(\"rm\", [\"-rf\", \"src\"])'", "$('rm' '-rf' 'src')"),
        ("node -e '/x/.exec(\"a\"); // fs.unlinkSync(\"a\")'", ""),
        ("node -e 'x.match(/[\"]/); fs.unlinkSync(\"a\")'", "a"),
        ("node scripts/x.js", "?"),
        ("node --version", ""),
        ("node -v", ""),
        ("node --check a.js", ""),
        ("node --test", "?"),
        ("deno eval 'Deno.writeTextFile(\"a\", \"x\")'", "a"),
        ("deno eval 'await Deno.remove(\"a\")'", "a/**"),
        ("bun -e 'Bun.write(\"a\", \"x\")'", "a"),
        ("tsx -e 'fs.writeFileSync(\"a\", x)'", "a"),
    ]);
    check_input(&[
        ("node", "fs.writeFileSync('a', 'x')", "a"),
        ("node -", "fs.writeFileSync('a', 'x')", "a"),
        ("node", "console.log('fs.writeFileSync(1)')", ""),
    ]);
}

#[test]
fn ruby_perl_php_lua() {
    check(&[
        ("ruby -e 'File.write(\"a\", \"x\")'", "a"),
        ("ruby -e 'File.write \"a\", \"x\"'", "a"),
        ("ruby -e 'File.open(\"a\", \"w\") { |f| f << 1 }'", "a"),
        ("ruby -e 'puts File.open(\"a\").read'", ""),
        ("ruby -e 'puts File.read(\"a\")'", ""),
        ("ruby -e 'FileUtils.rm_rf(\"a\")'", "a/**"),
        ("ruby -e 'FileUtils.mv(\"a\", \"b\")'", "a/** b"),
        ("ruby -e 'system(\"rm x\")'", "$(rm x)"),
        ("ruby -e '`rm x`'", "$(rm x)"),
        ("ruby -i -pe 'gsub(/a/, 1)' f", "f"),
        ("ruby x.rb", "?"),
        ("perl -pi -e s/a/b/ src/a.rs", "src/a.rs"),
        ("perl -pi.bak -e s/a/b/ a b", "a b"),
        ("perl -i -pe s/a/b/ a", "a"),
        ("perl -i.bak -ne print a", "a"),
        ("perl -0pi -e s/a/b/ a", "a"),
        ("perl -0777 -i -pe s/a/b/ a", "a"),
        ("perl -p -i -e s/a/b/ src/…", "src/…"),
        ("perl -MFoo -pi -e s/a/b/ a", "a"),
        ("perl -lpi -e s/a/b/ a", "a"),
        ("perl -pe s/a/b/ a", ""),
        ("perl -ne print a", ""),
        ("perl -lane 'print $F[0]' a", ""),
        ("perl -e 'open(my $f, \">\", \"a\")'", "a"),
        ("perl -e 'open(F, \">>a\")'", "a"),
        ("perl -e 'open(F, \"<\", \"a\"); open(G, \"b\")'", ""),
        ("perl -e 'unlink \"a\", \"b\"'", "a b"),
        ("perl -e 'unlink(\"a\") or die'", "a"),
        ("perl -e 'my $p = \"a\"; open(my $f, \">\", $p)'", "a"),
        ("perl -e 'system(\"rm x\")'", "$(rm x)"),
        ("perl -e 'open(my $f, \">\", \"src/$n\")'", "src/…"),
        ("perl -e 'my $d = \"src\"; open(my $f, \">\", \"$d/a\")'", "src/a"),
        ("ruby -e 'd = \"src\"; File.write(\"#{d}/a\", 1)'", "src/a"),
        ("perl x.pl", "?"),
        ("perl -v", ""),
        ("perl -c x.pl", ""),
        ("php -r 'file_put_contents(\"a\", 1);'", "a"),
        ("php -r 'echo file_get_contents(\"a\");'", ""),
        ("php -l a.php", ""),
        ("php a.php", "?"),
        ("lua -e 'io.open(\"a\", \"w\"):write(1)'", "a"),
        ("lua -e 'print(io.open(\"a\"):read())'", ""),
        ("osascript -e 'display notification \"x\"'", ""),
        ("osascript -e 'do shell script \"rm x\"'", "?"),
    ]);
}

#[test]
fn awk_programs() {
    check(&[
        ("awk '$1 > 5 {print $2}' data.txt", ""),
        ("awk '$1 > \"b\" {print $2}' data.txt", ""),
        ("awk '{print}' a", ""),
        ("awk '{print $1 > \"out.txt\"}' a", "out.txt"),
        ("awk '{print $1 >> \"out.txt\"}' a", "out.txt"),
        ("awk '{print > \"/dev/stderr\"}' a", ""),
        ("awk '{print > (\"out/\" $1)}' a", "out/…"),
        ("awk '{print > \"out/\" $1}' a", "out/…"),
        ("awk '{print > $1}' a", "?"),
        ("awk '{print ($1 > 2)}' a", ""),
        ("awk -F: -v x=1 '{print x}' a", ""),
        ("awk '{print | \"sort > x\"}' a", "$(sort > x)"),
        ("awk 'BEGIN { system(\"rm x\") }'", "$(rm x)"),
        ("awk -f prog.awk a", "?"),
        ("gawk -i inplace '{print}' a", "a"),
        ("awk '/>/ {print}' a", ""),
    ]);
}
