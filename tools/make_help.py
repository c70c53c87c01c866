#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The man page and the completions of bash, zsh and fish, from what the program itself tells by --help.

  tools/make_help.py PROGRAM FOLDER      writes merels.1, merels.bash, _merels, merels.fish
"""
import pathlib
import re
import subprocess
import sys


class Page:
    """One page of help: what it is for, its options as (names, values, text), the commands below it."""

    def __init__(self, program, words):
        lines = subprocess.run([program, *words, "--help"], capture_output=True, text=True, check=True).stdout.splitlines()
        self.words, self.about, self.usage = words, lines[0], lines[1].removeprefix("Usage: ")
        self.options, self.arguments, self.commands, self.footer = [], [], [], ""
        section, entry = None, None
        for line in lines[2:]:
            if re.fullmatch(r"(Positionals|Options|Subcommands):", line):
                section = {"P": self.arguments, "O": self.options, "S": self.commands}[line[0]]
            elif line.startswith("Exit codes:") or (self.footer and line):
                section, self.footer = None, (self.footer + " " + line).strip()
            elif section is not None and line.startswith(" " * 10) and entry is not None:
                entry[1] += (" " if entry[1] else "") + line.strip()
            elif section is not None and line.startswith("  "):
                head, _, text = line[2:].partition("  ")
                entry = [head.strip(), text.strip()]
                section.append(entry)
        self.pages = [Page(program, [*words, head]) for head, _ in self.commands]

    def all(self):
        return [self, *(page for below in self.pages for page in below.all())]

    def option_names(self):
        return [(head.split(" ")[0].split(","), head, text) for head, text in self.options]


def words_of(head):
    """The words that an option allows: TEXT:{small,full}=full."""
    found = re.search(r"\{([^}]*)\}", head)
    return found.group(1).split(",") if found else []


def roff(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", r"\e").replace("-", r"\-"))


def man_page(top, version):
    out = [f'.TH MERELS 1 "" "merels {version}" "User Commands"', ".SH NAME", "merels \\- " + roff(top.about.partition(": ")[2].rstrip(".")),
           ".SH SYNOPSIS", ".B merels", "COMMAND [OPTIONS]", ".SH COMMANDS"]
    for page in top.all()[1:]:
        out += [f'.SS "{roff(page.usage)}"', roff(page.about) + "."]
        for head, text in [*page.arguments, *page.options]:
            if not head.startswith("-h"):
                out += [".TP", f"\\fB{roff(head)}\\fR", roff(text)]
    out += [".SH EXIT STATUS", roff(top.footer), ".SH SEE ALSO", "The page of", ".B merels serve", "explains the games and their tables."]
    return "\n".join(out) + "\n"


def bash(top):
    cases = []
    for page in top.all():
        words = [name for names, _, _ in page.option_names() for name in names if name.startswith("--")]
        words += [head for head, _ in page.commands]
        cases.append(f'        "{" ".join(page.words)}") words="{" ".join(words)}" ;;')
    values = {}
    for page in top.all():
        for names, head, _ in page.option_names():
            if words_of(head):
                values.setdefault(names[-1], set()).update(words_of(head))
    nested = " ".join(page.words[-1] for page in top.all() if page.commands and page.words)
    picks = [f'        {name}) COMPREPLY=($(compgen -W "{" ".join(sorted(words))}" -- "$current")); return ;;'
             for name, words in sorted(values.items())]
    return "\n".join([
        "# bash completion for merels, made by tools/make_help.py", "_merels() {",
        '    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command="" words="" i',
        '    [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}',
        f'    for i in {nested}; do [[ $command == "$i" && $COMP_CWORD -gt 2 ]] && command="$command ${{COMP_WORDS[2]}}"; done',
        '    case $before in', *picks, "    esac", '    case "$command" in', *cases, "    esac",
        '    if [[ -n $words && ( $current == -* || $COMP_CWORD -eq 1 || ${words} != *--db* && ${words} == *[a-z]" "[a-z]* ) ]]; then',
        '        COMPREPLY=($(compgen -W "$words" -- "$current"))', "    else", '        COMPREPLY=($(compgen -f -- "$current"))', "    fi", "}",
        "complete -o filenames -F _merels merels", ""])


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(top):
    out = ["#compdef merels", "# made by tools/make_help.py", "local -a commands options", "commands=("]
    out += ["  " + quoted(f"{head}:{text}") for head, text in top.commands]
    out += [")", "if (( CURRENT == 2 )); then", "  _describe command commands", "  return", "fi", 'case "$words[2]" in']
    for page in top.pages:
        names = [name for below in page.all() for names, _, _ in below.option_names() for name in names]
        out += [f"  {page.words[0]}) options=({' '.join([head for head, _ in page.commands] + names)}) ;;"]
    return "\n".join([*out, "esac", 'if [[ "$words[CURRENT]" == -* ]]; then', "  compadd -- $options", "else", "  _files", "fi", ""])


def fish(top):
    out = ["# made by tools/make_help.py"]
    for head, text in top.commands:
        out.append(f"complete -c merels -n __fish_use_subcommand -f -a {head} -d {quoted(text)}")
    for page in top.all()[1:]:
        condition = quoted("; and ".join(f"__fish_seen_subcommand_from {word}" for word in page.words))
        for head, text in page.commands:
            out.append(f"complete -c merels -n {condition} -f -a {head} -d {quoted(text)}")
        for names, head, text in page.option_names():
            long = [name[2:] for name in names if name.startswith("--")]
            short = [name[1:] for name in names if not name.startswith("--")]
            values = f" -x -a {quoted(' '.join(words_of(head)))}" if words_of(head) else ""
            out.append(f"complete -c merels -n {condition}" + "".join(f" -l {n}" for n in long) + "".join(f" -s {n}" for n in short)
                       + values + f" -d {quoted(text)}")
    return "\n".join(out) + "\n"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    top = Page(program, [])
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[1].rstrip(",")
    for name, text in (("merels.1", man_page(top, version)), ("merels.bash", bash(top)), ("_merels", zsh(top)), ("merels.fish", fish(top))):
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
