//! Lines and the commands that they run, in a notation of one line each.

use std::path::Path;

use super::*;

/// The commands of a line in `/r`, with `/h` as home: `[folder] words >file <input`,
/// separated by ` | `. The folder is left out where it is `/r`.
fn shown(source: &str) -> String {
    let setting =
        Setting { cwd: Some("/r".into()), home: Some("/h".into()), project: Some("/p".into()) };
    let analysis = analyse(source, &setting);
    let commands: Vec<String> = analysis.commands.iter().map(show).collect();
    let commands = commands.join(" | ");
    match analysis.reading {
        Reading::Whole => commands,
        other => format!("{commands} {other:?}"),
    }
}

fn show(command: &Command) -> String {
    let words: Vec<String> = command.words.iter().map(quoted).collect();
    let mut shown = words.join(" ");
    if command.cwd != Place::At("/r".into()) {
        shown = format!("[{}] {shown}", place(&command.cwd));
    }
    for redirect in &command.redirects {
        let sign = if redirect.writes { '>' } else { '<' };
        shown = format!("{shown} {sign}{}", place(&redirect.place));
    }
    shown
}

fn quoted(word: &Word) -> String {
    let text = word.to_string();
    if text.is_empty() || text.contains([' ', '\n', '|']) { format!("'{text}'") } else { text }
}

fn place(place: &Place) -> String {
    let text = |path: &Path| path.strip_prefix("/r").unwrap_or(path).display().to_string();
    match place {
        Place::At(path) => text(path),
        Place::Below(path) => format!("{}/…", text(path)),
        Place::Unknown => "?".to_owned(),
    }
}

#[test]
fn lines_run_these_commands() {
    for (source, commands) in LINES {
        assert_eq!(shown(source), *commands, "{source}");
    }
}

/// Each command of a group could read what the group is given, and would have a copy of it.
#[test]
fn text_that_many_commands_are_given_is_counted() {
    let setting = Setting::default();
    let script = format!("bash <<'E'\n{}E\n", "git status\n".repeat(5_000));
    let analysis = analyse(&script, &setting);
    assert_eq!((analysis.reading, analysis.commands.len()), (Reading::Whole, 5_000));
    let group = |count| format!("{{ {}}} <<'E'\n{}\nE\n", "cat; ".repeat(count), "x".repeat(9_000));
    assert_eq!(analyse(&group(100), &setting).reading, Reading::Whole);
    assert_eq!(analyse(&group(5_000), &setting).reading, Reading::TooMuch(Limit::Work));
}

#[test]
fn lines_before_an_error_run() {
    let shown = |source: &str| shown(source).replace(" | ", ";");
    for (source, commands) in [
        ("rm a\nrm b\n((\n", "rm a;rm b Leading { lines: 2 }"),
        ("rm a\nif x\nthen rm b\nfi\n)", "rm a;x;rm b Leading { lines: 4 }"),
        ("cat <<E\nrm a\nE\nrm b\n)", "cat;rm b Leading { lines: 4 }"),
        ("rm a \\\n b\n)", "rm a b Leading { lines: 2 }"),
        ("rm a\\\n\n((", "rm a Leading { lines: 2 }"),
        ("rm a\nrm b\nf()\n{ rm c; }\n((", "rm a;rm b Leading { lines: 4 }"),
        ("rm a\nrm b\nfunction f\n{ rm c; }\n((", "rm a;rm b Leading { lines: 4 }"),
        (")\nrm a", " Refused"),
        ("rm a; )", " Refused"),
        ("rm a\nrm b 'c\nrm d", "rm a Leading { lines: 1 }"),
    ] {
        assert_eq!(shown(source), commands, "{source}");
    }
    // However many lines follow that nobody can read.
    let long = format!("rm a\n{}", "((rm c\n".repeat(150));
    let deep = std::thread::Builder::new().stack_size(64 << 20);
    let shown = deep.spawn(move || super::tests::shown(&long)).expect("a thread");
    assert_eq!(shown.join().expect("no panic"), "rm a Leading { lines: 1 }");
}

const LINES: &[(&str, &str)] = &[
    ("rm src/a.rs", "rm src/a.rs"),
    ("cd sub && rm a; rm b", "cd sub | [sub] rm a | [sub] rm b"),
    ("(cd sub; rm a); rm b", "cd sub | [sub] rm a | rm b"),
    ("cd sub | rm a; rm b", "cd sub | rm a | rm b"),
    ("cd x || exit 1; rm a", "cd x | exit 1 | [x] rm a"),
    ("cd x || cd y; rm a", "cd x | cd y | [?] rm a"),
    ("[ -d x ] && cd x; rm a", "[ -d x ] | cd x | [x] rm a"),
    ("if [ -d x ]; then cd x; else exit; fi; rm a", "[ -d x ] | cd x | exit | [x] rm a"),
    (
        r#"echo "$(rm a)" `rm b` <(rm c) >(tee d)"#,
        "rm a | rm b | rm c | tee d | echo … … /dev/fd/1000 /dev/fd/1001",
    ),
    (
        "cat <<EOF > out
$(rm a) `rm b` ${x:-$(rm c)} $HOME
EOF
rm d",
        "rm a | rm b | rm c | cat >out | rm d",
    ),
    (
        "cat <<'EOF'
$(rm a)
EOF",
        "cat",
    ),
    (
        "bash <<EOF
rm $HOME/x $y/z
EOF",
        "rm /h/x …/z",
    ),
    ("bash -lc 'cd sub && echo x > a.txt'", "cd sub | [sub] echo x >sub/a.txt"),
    (r#"sh -c "rm $HOME/a \$1 $x/b" _ arg"#, "rm /h/a arg …/b"),
    (r#"f() { rm "$1"; "$@"; }; f a b"#, "rm a | a b"),
    ("for i in 1 2; do touch src/f$i; done", "touch src/f1 | touch src/f2"),
    ("for f in *.rs src/*.c; do rm $f; done", "rm ./….rs | rm src/….c"),
    ("find src -name '*.rs' | xargs rm", "find src -name *.rs | rm src/…"),
    (
        r#"find . -exec rm {} + -o -exec sh -c 'mv "$1" x' _ {} \;"#,
        r#"rm ./… | mv ./… x | find . -exec rm {} + -o -exec sh -c 'mv "$1" x' _ {} ;"#,
    ),
    (r"find src -execdir rm {} \;", "[src/…] rm ./… | find src -execdir rm {} ;"),
    ("git ls-files | xargs -I{} cp {} /tmp/{}", "git ls-files | cp ./… /tmp/./…"),
    ("echo a b | xargs -n1 rm -f", "echo a b | rm -f a b"),
    ("echo 'rm x' | sh", "echo 'rm x' | rm x"),
    ("FOO=1 timeout 30 nice -n 5 rm src/a.rs", "rm src/a.rs"),
    ("sudo -u root env A=1 tee src/a.rs < /tmp/x", "tee src/a.rs </tmp/x"),
    ("env -S'rm a' b; env -C sub rm c; env -u X FOO=2 rm d", "rm a b | [sub] rm c | rm d"),
    (r#"eval "rm a"; eval rm b; eval "$(ssh-agent -s)""#, "rm a | rm b | ssh-agent -s | eval …"),
    ("g=git; $g commit -m x", "… commit -m x"),
    (r#"d=sub; cd $d; rm a; f=~/x; echo > "$f""#, "cd sub | [sub] rm a | [sub] echo >/h/x"),
    (
        r#"cd "$(git rev-parse --show-toplevel)/x"; rm a"#,
        "git rev-parse --show-toplevel | cd …/x | [?] rm a",
    ),
    ("cd $(pwd)/y && rm a", "pwd | cd /r/y | [y] rm a"),
    ("rm {a,b}.rs src/{x,y/{1..3}}", "rm a.rs b.rs src/x src/y/1 src/y/2 src/y/3"),
    (r#"rm a* ? [ab] -- --x=*.c "a*" 'b*' \*"#, "rm a… ./… ./…ab] -- --x=*.c a* b* *"),
    (
        r#"printf '%s\n' a 'b c' | while read -r f; do rm "$f"; done"#,
        r"printf %s\n a 'b c' | read -r f | rm …",
    ),
    (r#"find src | while read f; do rm "$f"; done"#, "find src | read f | rm src/…"),
    ("while read f; do rm $f; done < <(find src)", "find src |  </dev/fd/1000 | read f | rm src/…"),
    ("time rm a; ! rm b; coproc rm c", "rm a | rm b | rm c"),
    ("case $x in a) rm a;; b) cd q;& *) rm c;; esac; rm d", "rm a | cd q | [?] rm c | [?] rm d"),
    (
        "[[ -f $(rm a) ]] && (( x = $(rm b) )); for ((i=$(rm c);;)); do rm d; done",
        "rm a | rm b | rm c | rm d",
    ),
    ("{ echo a; echo b; } > out 2>/dev/null", " >out >/dev/null | echo a | echo b"),
    ("x 2>&1 >&2 &>all >|clob <>rw >>app 3>three {fd}>four", "x >all >clob >rw >app >three >four"),
    (
        "cat > a <<A; rm b
body
A",
        "cat >a | rm b",
    ),
    (r#"echo "unterminated > src/a.rs"#, " Refused"),
    (
        r#"rm a
echo "unterminated"#,
        "rm a Leading { lines: 1 }",
    ),
    (
        "echo hi # don't stop
rm src/a.rs",
        "echo hi | rm src/a.rs",
    ),
    (
        r"printf x\\
rm src/a.rs",
        r"printf x\ | rm src/a.rs",
    ),
    ("parallel rm ::: a b", "rm a | rm b"),
    ("ls src/*.c | parallel 'mv {} {.}.x'", "ls src/….c | mv src/….c src/….c.x"),
    ("fd . src -x rm {}", "rm src/… | fd . src"),
    (
        "pushd sub; rm a; popd; rm b; cd -; rm c",
        "pushd sub | [sub] rm a | [sub] popd | rm b | cd - | [sub] rm c",
    ),
    (
        "watch -n1 'rm a'; su root -c 'rm b'; flock /tmp/l rm c; script -qc 'rm d' /dev/null",
        "rm a | rm b | rm c >/tmp/l |  >/dev/null | rm d",
    ),
    (
        r#"git -C sub commit -m "$(cat <<'EOF'
it's a "message"; rm -rf x
EOF
)""#,
        r#"cat | git -C sub commit -m 'it's a "message"; rm -rf x'"#,
    ),
    (
        r#"f=$(mktemp); echo > "$f"; d=$(dirname /x/y); rm $d/a"#,
        "mktemp | echo >/tmp/… | dirname /x/y | rm /x/a",
    ),
    ("rm ${f%.rs} ; f=a.rs; rm ${f%.rs}.o ${f##*/}", "rm … | rm a.o a.rs"),
    (r#"rm ~/a ~root/b "~/c" ~ x=~/d"#, "rm /h/a …/b ~/c /h x=/h/d"),
    ("export D=sub; rm $D/a; A=sub2 rm $A/b", "export D=sub | rm sub/a | rm …/b"),
    (r#"set -- a b; rm "$@" $1"#, "set -- a b | rm a b a"),
    ("trap 'rm a' EXIT", "trap 'rm a' EXIT"),
    (
        r"alias x=y; command rm a; \rm b; 'rm' c; builtin cd sub; rm d",
        "alias x=y | rm a | rm b | rm c | cd sub | [sub] rm d",
    ),
    ("exec > log; exec rm a", " >log | rm a"),
    (
        "bash <(echo rm a); . ./env.sh; bash script.sh; bash -n script.sh",
        "echo rm a | rm a | . ./env.sh | bash script.sh | bash -n script.sh",
    ),
    ("ls | sed 's/x/y/' > o & rm a", "ls | sed s/x/y/ >o | rm a"),
    ("function g { cd sub; }; g; rm a", "cd sub | [sub] rm a"),
    (
        r#"a=$'x\ny'; rm $a; rm "$a""#,
        "rm x y | rm 'x
y'",
    ),
    ("!(rm a)", "rm a"),
    ("rm !(a|b)", "rm '!…a|b)'"),
    (":(){ :|:& };:", ""),
    (r#"cd a; cd ..; rm x; cd "$x" && rm a"#, "cd a | [a] cd .. | rm x | cd … | [?] rm a"),
    (r#"bash -c "bash -c 'rm a'""#, "rm a"),
    ("xargs -a list rm; xargs rm < list; ls | xargs", "rm … | rm … <list | ls | echo ./…"),
    (
        r#"ssh host 'rm a'; cat script | bash; curl x | sh; sh -c "$x"; sh -c "$(cat script)""#,
        "ssh host 'rm a' | cat script | bash | curl x | sh | sh -c … | cat script | sh -c …",
    ),
    ("for d in a b; do (cd $d && rm x); done", "cd a | [a] rm x | cd b | [b] rm x"),
    ("rm a; }", " Refused"),
    ("cat <<A > f; rm x", "cat >f | rm x"),
    (
        r#"bash -c 'rm "$@"' _ a b; find src -exec sh -c 'for f; do rm "$f"; done' _ {} +"#,
        r#"rm a b | rm src/… | find src -exec sh -c 'for f; do rm "$f"; done' _ {} +"#,
    ),
    (">a rm b; > c; x=1 y=2; >&2 echo > d", "rm b >a |  >c | echo >d"),
    (
        "command -v rm; type rm; sudo -n -- rm a; sudo -u bob -- env X=1 rm b; sudo -D sub rm c",
        "command -v rm | type rm | rm a | rm b | [sub] rm c",
    ),
    (
        "timeout -s KILL 5 rm a; timeout --signal=KILL 5 rm b; nice -10 rm c; stdbuf -oL rm d; setsid -w rm e",
        "rm a | rm b | rm c | rm d | rm e",
    ),
    ("time -p rm a; /usr/bin/time -o log rm b; nohup rm c &", "rm a | rm b >log | rm c"),
    (
        "find . -print0 | xargs -0 -P4 rm; ls | xargs -n 1 -I % mv % %.bak; ls | xargs -i rm {}; ls | xargs --replace=% rm %",
        "find . -print0 | rm ./… | ls | mv ./… ./….bak | ls | rm ./… | ls | rm ./…",
    ),
    (
        "doas rm a; busybox rm b; exec -a x rm c; env - PATH=x rm d; env -i A=b rm e",
        "rm a | rm b | rm c | rm d | rm e",
    ),
    (
        "sudo su -c 'rm a'; su - bob -c 'rm b'; sudo -s <<< 'rm c'; sudo bash -c 'rm d'",
        "rm a | rm b | rm c | rm d",
    ),
    (r#"command eval "rm a"; builtin eval rm b"#, "rm a | rm b"),
    (
        r#"echo "rm a" | bash -s -- x; bash -s <<< "rm b"; bash -euo pipefail -c 'rm c'; bash -o errexit -c 'rm d'; bash --norc -c 'rm e'"#,
        "echo 'rm a' | rm a | rm b | rm c | rm d | rm e",
    ),
    (r#"ls | xargs bash -c 'rm "$@"' _"#, "ls | rm ./…"),
    ("while :; do rm a; break; done; rm b", ": | rm a | break | rm b"),
    ("f() { rm a; } > log; f", " >log | rm a"),
    (
        "cat > out <<EOF && rm b
x
EOF",
        "cat >out | rm b",
    ),
    (r#"a=(x y); rm "${a[@]}" ${#a} $((1+2)) $((3)) ${!x}"#, "rm x y … … 3 …"),
    ("echo {1..3}{a,b} {a} {a,b", "echo 1a 1b 2a 2b 3a 3b {a} {a,b"),
    (
        "cd -- sub && rm a; cd -P sub2; rm b; cd; rm c",
        "cd -- sub | [sub] rm a | [sub] cd -P sub2 | [sub/sub2] rm b | [sub/sub2] cd | [/h] rm c",
    ),
    (r#"rm $'a\x2eb' $PWD/a "$OLDPWD" ${HOME}/x ${PWD%/*}/y"#, "rm a.b /r/a … /h/x /y"),
    ("ls > >(tee a); exec 3> b; echo x >&3", "tee a | ls >/dev/fd/1000 |  >b | echo x"),
    (
        r"rm a \
  b",
        "rm a b",
    ),
    (
        r#"cd $(dirname "$0") && rm a; cd "${BASH_SOURCE%/*}"; rm b"#,
        "dirname … | cd … | [?] rm a | [?] cd … | [?] rm b",
    ),
    ("echo x | tee a | tee b > c", "echo x | tee a | tee b >c"),
    (
        "flock -n lock -c 'rm a'; script -c 'rm b' log; echo a.rs | entr -r rm /_",
        " >lock | rm a |  >log | rm b | echo a.rs | rm a.rs",
    ),
    ("git -c alias.x='!rm a' x", "git -c 'alias.x=!rm a' x"),
    (
        r#"rm "$(git ls-files src)" $(git ls-files src lib) $(cat list) $(ls)"#,
        "git ls-files src | git ls-files src lib | cat list | ls | rm src/… src/… lib/… … ./…",
    ),
    (
        r#"local x=a; rm $x; declare -r y="b c"; rm $y "$y"; read z <<< w; rm $z"#,
        "local x=a | rm a | declare -r 'y=b c' | rm b c 'b c' | read z | rm w",
    ),
    (r#"x="a b"; rm $x; x+=c; rm "$x"; x=; rm $x d "$x""#, "rm a b | rm 'a bc' | rm d ''"),
    ("case a in *) cd x;; esac; rm a", "cd x | [x] rm a"),
    ("for f in a b c d e f g h i j k l m n o p q; do rm src/$f; done", "rm src/…"),
    ("for f; do rm $f; done; select f in a; do rm $f; done", "rm … | rm a"),
    ("until rm a; do rm b; done", "rm a | rm b"),
    ("trap 'cd x' EXIT; rm a", "trap 'cd x' EXIT | rm a"),
    (
        "if rm a; then rm b; elif rm c; then rm d; else rm e; fi > out",
        " >out | rm a | rm b | rm c | rm d | rm e",
    ),
    ("{ cd x && rm a; } 2>&1 | tail; rm b", "cd x | [x] rm a | tail | rm b"),
    ("cd x & rm a", "cd x | rm a"),
    ("cd x && ls; cd /y || exit; rm b", "cd x | [x] ls | [x] cd /y | [x] exit | [/y] rm b"),
    (r#"walk() { for f in "$1"/*; do walk "$f"; done; rm "$1"; }; walk src"#, "rm src/… | rm src"),
    ("rm a # b; rm c", "rm a"),
    (
        r#"echo 'it'\''s'; rm "a
b""#,
        "echo it's | rm 'a
b'",
    ),
    (
        "cat <<-EOF | sh
	rm a
	EOF",
        "cat | rm a",
    ),
    (
        r#"cat << 'A' <<"B" > x
a
A
b
B
rm c"#,
        "cat >x | rm c",
    ),
    (
        "x=$(cat <<'E'
)
E
); rm a",
        "cat | rm a",
    ),
    (r#"echo "a `rm \`rm b\``""#, "rm b | rm … | echo 'a …'"),
    (
        "rm <(echo) ; diff <(cd sub; rm a) <(rm b)",
        "echo | rm /dev/fd/1000 | cd sub | [sub] rm a | rm b | diff /dev/fd/1001 /dev/fd/1002",
    ),
    ("test -f x && exit 0; cd sub; rm a", "test -f x | exit 0 | cd sub | [sub] rm a"),
    ("(( a )) || rm b; [[ a =~ (b|c) ]] && rm d", "rm b | rm d"),
    (
        "hyperfine 'rm a' --prepare 'rm b'; strace -o log rm c; systemd-run --user rm d",
        "rm a | rm b | rm c >log | rm d",
    ),
    (
        "cd sub; pushd ../x; rm a; pushd; rm b; popd +1; rm c",
        "cd sub | [sub] pushd ../x | [x] rm a | [x] pushd | [sub] rm b | [sub] popd +1 | [?] rm c",
    ),
    ("ls |& rm a; ls >| b; ls &>> c", "ls | rm a | ls >b | ls >c"),
    ("PATH=/x:$PATH make -C sub; X=~/a:~/b; rm $X", "make -C sub | rm /h/a:~/b"),
    (
        r"printf -v x '%s' a; rm $x; printf 'rm %s' a | sh; printf 'rm a\n' | sh",
        r"printf -v x %s a | rm … | printf 'rm %s' a | rm a | printf 'rm a\n' | rm a",
    ),
    ("rm file://a* http://x?y=1 a:b", "rm file://a* http://x?y=1 a:b"),
    (
        "source <(echo 'rm a; cd sub'); rm b; . <(cat x); source f",
        "echo 'rm a; cd sub' | rm a | cd sub | [sub] rm b | [sub] cat x | [sub] . /dev/fd/1001 | [sub] source f",
    ),
    ("env A=1; env; exec; sudo; nice; xargs", "env A=1 | env | sudo | nice | echo …"),
];
