"""Completion scripts, made from the verbs and their parsers: what is offered is what is taken."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, cast

import shtab

from toolspec.cli.commands import VERBS, verb_module


def script(shell: str) -> str:
    """Return the script for `bash`, `zsh` or `fish`."""
    return shtab.complete(whole_parser(), shell)


def whole_parser() -> ArgumentParser:
    """Return one parser of all verbs, which only the scripts are made from.

    A command loads the parser of its own verb alone, to start sooner.
    """
    whole = ArgumentParser(prog="toolspec")
    whole.add_argument("-V", "--version", action="version", version="", help="print the version")
    verbs = whole.add_subparsers(dest="verb")
    for name, description in VERBS.items():
        parser = verb_module(name).parser()
        for action in cast("list[Any]", parser._actions):  # pyright: ignore[reportPrivateUsage]
            if action.nargs == 0 or action.choices:
                continue
            if name == "explain" and not action.option_strings:
                action.choices = explained_words()
            else:
                action.complete = shtab.FILE
        verbs.add_parser(name, parents=[parser], add_help=False, help=description)
    return whole


def explained_words() -> list[str]:
    """Return the words that `toolspec explain` has a page for."""
    from toolspec.dsl.problems import SLUGS
    from toolspec.dsl.topics import TOPICS
    from toolspec.engine.rules import KEYWORDS

    return [*KEYWORDS, *TOPICS, *SLUGS]
