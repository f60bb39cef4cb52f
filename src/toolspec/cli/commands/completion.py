"""`toolspec completion`: print a script that completes verbs, options and values."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from toolspec.cli.options import verb_parser

_EPILOG: Final = """\
examples:
  eval "$(toolspec completion bash)"                                   in ~/.bashrc
  toolspec completion zsh > ~/.zfunc/_toolspec                         with ~/.zfunc in fpath
  toolspec completion fish > ~/.config/fish/completions/toolspec.fish
"""


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    options = verb_parser("completion", "Print a completion script for a shell.", _EPILOG)
    options.add_argument("shell", choices=("bash", "zsh", "fish"))
    return options


def run(options: Namespace) -> int:
    """Print the script."""
    from toolspec.cli.completion import script

    print(script(options.shell), end="")
    return 0
