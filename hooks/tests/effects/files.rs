//! Programs that make, change, move and remove files.

use super::check;

#[test]
fn copies_write_the_destination_only() {
    check(&[
        ("cp a b", "b"),
        ("cp a b src", "src/a src/b"),
        ("cp a src/", "src/a"),
        ("cp -r /x/y .", "y"),
        ("cp -t src /tmp/a.rs", "src/a.rs"),
        ("cp -tsrc a", "src/a"),
        ("cp -rt src a b", "src/a src/b"),
        ("cp --target-directory=src a", "src/a"),
        ("cp --target-directory src a", "src/a"),
        ("cp --target src a", "src/a"),
        ("cp -f -- -a b", "b"),
        ("cp README.md LICENSE /tmp/pkg/", "/tmp/pkg/README.md /tmp/pkg/LICENSE"),
        ("cp src/… dst", "dst"),
        ("cp a src/x…", "src/…"),
        ("cp a …", "?"),
        ("cp …", "?"),
        ("cp a", ""),
        ("cp /etc/hosts /dev/null", ""),
        ("cp -a src/. .worktrees/lane/src/", ".worktrees/lane/src/…"),
        ("install -m 755 a bin/b", "bin/b"),
        ("install -d -m 700 a b", "a b"),
        ("install -Dm644 a -t dir", "dir/a"),
        ("scp a host:b", ""),
        ("scp -P 22 host:b src/b", "src/b"),
        ("scp -r user@host:/x .", "."),
    ]);
}

#[test]
fn moves_and_links() {
    check(&[
        ("mv a b", "b a/**"),
        ("mv -f a b dir", "dir/a dir/b a/** b/**"),
        ("mv -t dir a", "dir/a a/**"),
        ("mv -- -x y", "y -x/**"),
        ("mv src/… old", "old src/…/**"),
        ("mv a …", "a/** ?"),
        ("ln -s /tmp/x src/link", "src/link"),
        ("ln -sf ../a", "a"),
        ("ln a b", "b"),
        ("ln -s a b dir", "dir/a dir/b"),
        ("ln -sfn target -t dir", "dir/target"),
        ("rename 's/a/b/' x.txt y.txt", "x.txt y.txt"),
        ("rename -n 's/a/b/' x.txt", ""),
        ("rename .htm .html a.htm", "a.htm"),
    ]);
}

#[test]
fn removals() {
    check(&[
        ("rm a b", "a b"),
        ("rm -rf src", "src/**"),
        ("rm -fR src", "src/**"),
        ("rm --recursive src", "src/**"),
        ("rm --recurs src", "src/**"),
        ("rm -rf -- -x", "-x/**"),
        ("rm -rf …", "?"),
        ("rm src/…", "src/…"),
        ("rm a…", "./…"),
        ("rm -f /w/a", "a"),
        ("rmdir a", "a"),
        ("rmdir -p a/b", "a/b"),
        ("unlink a", "a"),
        ("shred -u -n 3 a", "a"),
        ("trash a", "a/**"),
    ]);
}

#[test]
fn new_files_and_folders() {
    check(&[
        ("mkdir -p a/b c", "a/b c"),
        ("mkdir -m 755 a", "a"),
        ("mkdir --mode 755 a", "a"),
        ("touch a b", "a b"),
        ("touch -d yesterday a", "a"),
        ("touch -r ref a", "a"),
        ("touch --reference=ref a", "a"),
        ("touch src/f…", "src/…"),
        ("truncate -s 0 a", "a"),
        ("truncate --size=0 a", "a"),
        ("mkfifo p", "p"),
        ("mknod p p", "p"),
        ("dd if=a of=b bs=1", "b"),
        ("dd if=a", ""),
        ("dd of=/dev/null", ""),
        ("tee a b", "a b"),
        ("tee -a a", "a"),
        ("tee", ""),
        ("tee /dev/stderr", ""),
        ("sponge a", "a"),
        ("split -b 10 big", "./…"),
        ("split -l 10 big out/part-", "out/…"),
        ("split --filter='cat' big", ""),
        ("csplit -f out/x big /re/", "out/…"),
        ("mktemp", ""),
        ("mktemp -d", ""),
        ("mktemp -p . x.XXXXXX", "./…"),
        ("mktemp dir/x.XXXXXX", "dir/…"),
        ("mktemp /tmp/x.XXXXXX", "/tmp/…"),
        ("mktemp -t x", ""),
        ("mktemp -u x.XXX", ""),
    ]);
}

#[test]
fn modes_and_owners() {
    check(&[
        ("chmod 755 a b", "a b"),
        ("chmod +x a", "a"),
        ("chmod -x a", "a"),
        ("chmod -R u+w src", "src/**"),
        ("chmod --reference=r a", "a"),
        ("chown -R me:me src", "src/**"),
        ("chgrp staff a", "a"),
        ("setfacl -m u:me:rw a", "a"),
    ]);
}

#[test]
fn sorting_and_filtering() {
    check(&[
        ("sort a", ""),
        ("sort -o a a", "a"),
        ("sort -uo a b", "a"),
        ("sort --output=a b", "a"),
        ("sort -k 2 -t , a", ""),
        ("uniq a", ""),
        ("uniq a b", "b"),
        ("uniq -f 1 a b", "b"),
        ("uniq -c", ""),
        ("dos2unix a", "a"),
    ]);
}

#[test]
fn find_writes_with_delete_and_fprint() {
    check(&[
        ("find . -name '*.orig' -delete", "./**"),
        ("find src lib -delete", "src/** lib/**"),
        ("find -name x -delete", "./**"),
        ("find -L src -delete", "src/**"),
        ("find … -delete", "?"),
        ("find . -type f", ""),
        ("find . -fprint out", "out"),
        ("find . -fprintf out %p", "out"),
        ("find src ( -name a -o -name b ) -delete", "src/**"),
    ]);
}

#[test]
fn rsync_writes_local_destinations() {
    check(&[
        ("rsync -a dist/ /srv/www/", "/srv/www/"),
        ("rsync -a --delete dist/ out", "out/**"),
        ("rsync -avn dist/ out", ""),
        ("rsync --dry-run -a dist/ out", ""),
        ("rsync -a src/ host:/srv", ""),
        ("rsync -a host:/srv/ src", "src"),
        ("rsync -a -e 'ssh -p 2' --exclude .git host:/srv/ src", "src"),
        ("rsync -a src/", ""),
        ("rsync -a --remove-source-files src/ /tmp/x", "src/** /tmp/x"),
        ("rsync -a src/ rsync://host/mod", ""),
    ]);
}
