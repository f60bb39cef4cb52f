"""Completion scripts, made from the verbs and their parsers: what is offered is what is taken."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any, Final, NamedTuple, cast

from toolspec.cli.commands import VERBS, load


class Option(NamedTuple):
    """An option as a shell completes it; `values` are the words that may follow it."""

    flags: tuple[str, ...]
    says: str
    takes_value: bool
    values: tuple[str, ...]


def script(shell: str) -> str:
    """Return the script for `bash`, `zsh` or `fish`."""
    return {"bash": _bash, "zsh": _zsh, "fish": _fish}[shell]()


def options_of(parser: ArgumentParser) -> list[Option]:
    """Return the options a parser takes."""
    actions = cast("list[Any]", parser._actions)  # pyright: ignore[reportPrivateUsage]
    return [
        Option(
            tuple(action.option_strings),
            # `%` is argparse's own sign in helps; ours have none.
            (action.help or "").split("\n")[0],
            action.nargs != 0,
            tuple(map(str, action.choices or ())),
        )
        for action in actions
        if action.option_strings
    ]


def words_of(verb: str, parser: ArgumentParser) -> list[str]:
    """Return the words, other than paths, that may stand behind a verb."""
    if verb == "explain":
        from toolspec.dsl.problems import SLUGS
        from toolspec.dsl.topics import TOPICS
        from toolspec.engine.rules import KEYWORDS

        return [*KEYWORDS, *TOPICS, *SLUGS]
    actions = cast("list[Any]", parser._actions)  # pyright: ignore[reportPrivateUsage]
    return [
        str(word)
        for action in actions
        if not action.option_strings
        for word in action.choices or ()
    ]


_BASH: Final = """\
# bash completion for toolspec; made by `toolspec completion bash`
_toolspec() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} verb=${{COMP_WORDS[1]}}
    local before=${{COMP_WORDS[COMP_CWORD-1]}}
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "{verbs} --help --version" -- "$word"))
        return
    fi
    case "$verb $before" in
{values}
    esac
    local options words
    case $verb in
{verb_words}
    esac
    case $word in
        -*) COMPREPLY=($(compgen -W "$options" -- "$word")) ;;
        *)
            if [ -n "$words" ]; then
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            else
                local IFS=$'\\n'
                COMPREPLY=($(compgen -f -- "$word"))
                compopt -o filenames 2>/dev/null
            fi ;;
    esac
}}
complete -F _toolspec toolspec
"""


def _bash() -> str:
    values: list[str] = []
    verb_words: list[str] = []
    for verb in VERBS:
        parser = load(verb).parser()
        options = options_of(parser)
        flags = " ".join(flag for option in options for flag in option.flags)
        words = " ".join(words_of(verb, parser))
        verb_words.append(f'        {verb}) options="{flags}" words="{words}" ;;')
        for option in options:
            if option.values:
                cases = "|".join(f'"{verb} {flag}"' for flag in option.flags)
                offered = " ".join(option.values)
                values.append(
                    f'        {cases}) COMPREPLY=($(compgen -W "{offered}" -- "$word")); return ;;'
                )
    return _BASH.format(
        verbs=" ".join(VERBS), values="\n".join(values), verb_words="\n".join(verb_words)
    )


def _zsh() -> str:
    lines = ["#compdef toolspec", "# made by `toolspec completion zsh`", "_toolspec() {"]
    lines += ["  local -a verbs", "  verbs=("]
    lines += [f"    {_single(f'{verb}:{says}')}" for verb, says in VERBS.items()]
    lines += ["  )", "  if (( CURRENT == 2 )); then", "    _describe verb verbs; return", "  fi"]
    lines += ["  local verb=$words[2]", "  shift words; (( CURRENT-- ))", "  case $verb in"]
    for verb in VERBS:
        parser = load(verb).parser()
        specs = [
            _zsh_option(option, flag) for option in options_of(parser) for flag in option.flags
        ]
        words = words_of(verb, parser)
        rest = f"*:word:({' '.join(words)})" if words else "*:file:_files"
        lines.append(f"    {verb}) _arguments {' '.join(specs)} {_single(rest)} ;;")
    lines += ["  esac", "}", "compdef _toolspec toolspec 2>/dev/null", '_toolspec "$@"']
    return "\n".join(lines) + "\n"


def _zsh_option(option: Option, flag: str) -> str:
    says = option.says.replace("[", "(").replace("]", ")").replace(":", " ")
    value = ""
    if option.takes_value:
        value = f":value:({' '.join(option.values)})" if option.values else ":value:_files"
    return _single(f"{flag}[{says}]{value}")


def _fish() -> str:
    return "\n".join(_fish_lines()) + "\n"


def _fish_lines() -> Iterator[str]:
    yield "# made by `toolspec completion fish`"
    yield "complete -c toolspec -n __fish_use_subcommand -f -l help -l version"
    for verb, says in VERBS.items():
        yield f"complete -c toolspec -n __fish_use_subcommand -f -a {verb} -d {_single(says)}"
    for verb in VERBS:
        parser = load(verb).parser()
        seen = f"complete -c toolspec -n '__fish_seen_subcommand_from {verb}'"
        words = words_of(verb, parser)
        if words:
            yield f"{seen} -f -a {_single(' '.join(words))}"
        for option in options_of(parser):
            flags = " ".join(
                f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}"
                for flag in option.flags
            )
            takes = " -r" if option.takes_value else ""
            offered = f" -f -a {_single(' '.join(option.values))}" if option.values else ""
            yield f"{seen} {flags}{takes}{offered} -d {_single(option.says)}"


def _single(text: str) -> str:
    """Return the text in single quotes for a shell."""
    return "'" + text.replace("'", "'\\''") + "'"
