//! Programs that only read or print, and what the shell itself does.

use crate::table::one_of;

/// Does this program never write a file that its arguments name?
pub(super) fn knows(name: &str) -> bool {
    READERS.iter().any(|line| one_of(name, line))
}

/// A line per kind; the order within a line means nothing.
const READERS: &[&str] = &[
    // Text
    "cat bat grep egrep fgrep zgrep rg ag ack ugrep head tail wc cut tr column nl fold fmt paste \
     join comm rev tac expand unexpand jq gojq fx less more most hexyl od hexdump strings \
     diff colordiff delta difft cmp sdiff diff3 icdiff look pr zcat bzcat xzcat zstdcat zless tsort \
     numfmt base32 basenc glow mdcat pygmentize highlight gron htmlq pup xq tokei scc \
     cloc",
    // Files and folders
    "ls dir vdir exa eza lsd stat file du df locate mlocate plocate which whereis \
     type readlink realpath basename dirname pathchk namei lsof fuser getfacl lsattr getfattr mdls \
     mdfind cksum sum md5 md5sum sha1sum sha224sum sha256sum sha384sum sha512sum shasum b2sum b3sum \
     xxhsum crc32 lsblk findmnt blkid nm objdump readelf ldd otool size c++filt addr2line zipinfo \
     identify ffprobe mediainfo pdfinfo pdffonts",
    // The shell
    ": true false test [ [[ (( let echo printf print read mapfile readarray exit return break \
     continue export declare typeset local readonly set unset shift shopt setopt unsetopt alias \
     unalias hash cd pushd popd dirs pwd wait jobs fg bg disown kill ulimit umask times getopts \
     compgen complete bind history fc enable help caller autoload zmodload whence logout suspend",
    // The machine and the session
    "date cal ncal sleep printenv id whoami who w users groups logname hostname hostnamectl \
     uname arch nproc uptime free vmstat iostat mpstat ps pgrep pkill killall pstree top htop btop \
     pidof pidwait lscpu lsmem lspci lsusb sysctl dmesg journalctl last tty stty tput clear reset \
     locale getconf getent ulimit sw_vers system_profiler seq expr factor bc dc yes \
     logger notify-send say open xdg-open pbcopy pbpaste xclip xsel wl-copy wl-paste man info \
     apropos whatis tldr cheat crontab sync cowsay figlet lolcat fzf sk gum uuidgen \
     pwgen mcookie cmatrix neofetch fastfetch",
    // Convergo's own hooks
    "enforce-worktree milestone-gate drift-detector loop-guard",
    // The network
    "ping ping6 traceroute tracepath mtr dig host nslookup whois ip ifconfig ss netstat nc ncat \
     telnet ssh ssh-add ssh-agent grpcurl websocat",
];
