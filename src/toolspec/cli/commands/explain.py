"""`toolspec explain`: the page of a problem or of a rule kind."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import Final

from toolspec.cli.escape import short
from toolspec.cli.options import verb_parser
from toolspec.cli.pages import contents, kind_page, problem_page

_EPILOG: Final = """\
examples:
  toolspec explain              everything there is to explain
  toolspec explain TS104        a problem, by the code its message shows
  toolspec explain order        a rule kind
"""


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    made = verb_parser("explain", "Explain a problem's code or a rule kind.", _EPILOG)
    made.add_argument(
        "word", nargs="?", metavar="CODE", help="TS and a number, or a rule's keyword"
    )
    return made


def run(options: Namespace) -> int:
    """Print the page, or the list of all; 2 for a word that has none."""
    from toolspec.dsl.problems import SLUGS
    from toolspec.engine.rules import KEYWORDS

    word = options.word
    if word is None:
        print(contents(), end="")
        return 0
    code = word.upper()
    slugs = {slug: code for code, slug in SLUGS.items()}
    if word.lower() in KEYWORDS:
        print(kind_page(word.lower()), end="")
    elif code in SLUGS or word in slugs:
        print(problem_page(code if code in SLUGS else slugs[word]), end="")
    else:
        from toolspec.dsl.suggest import nearest

        near = nearest(word, [*KEYWORDS, *SLUGS, *slugs])
        hint = f"did you mean `{near}`?" if near else "`toolspec explain` lists all"
        print(f"toolspec: nothing to explain under `{short(word, 40)}`; {hint}", file=sys.stderr)
        return 2
    return 0
