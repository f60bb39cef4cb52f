"""`toolspec explain`: the page of a problem, of a rule kind, or of a topic of the language."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Final

from toolspec.cli.options import verb_parser
from toolspec.cli.pages import kind_page, list_of_pages, problem_page, topic_page
from toolspec.engine.text.escape import short

_EPILOG: Final = """\
examples:
  toolspec explain              everything there is to explain
  toolspec explain language     the grammar, on one page
  toolspec explain regex        a topic; also must, step, case, values, completed, ...
  toolspec explain after seeing words as they stand in a rule
  toolspec explain order        a rule kind
  toolspec explain TS104        a problem, by the code its message shows
"""


def parser() -> ArgumentParser:
    """Return the parser of the verb's options."""
    options = verb_parser(
        "explain", "Explain a word of the language, a rule kind or a problem's code.", _EPILOG
    )
    options.add_argument(
        "word",
        nargs="*",
        metavar="NAME",
        help="a word of the language or several, a rule's keyword, or a code",
    )
    return options


def parse(arguments: Sequence[str]) -> Namespace:
    """Return the options; a sign of the language, as `->`, is none."""
    is_sign = bool(arguments) and re.match(r"-[>0-9.]", arguments[0]) is not None
    return parser().parse_args(["--", *arguments] if is_sign else arguments)


def run(options: Namespace) -> int:
    """Print the page, or the list of all; 2 for a word that has none."""
    from toolspec.cli.see_also import OTHER_WORDS
    from toolspec.dsl import topics
    from toolspec.dsl.problems import SLUGS
    from toolspec.engine.rules import KEYWORDS, kind

    word = " ".join(options.word)
    if not word:
        print(list_of_pages(), end="")
        return 0
    lower, code = word.lower(), word.upper()
    slugs = {slug: code for code, slug in SLUGS.items()}
    topic = topics.topic_of(word)
    of_kinds = {own: keyword for keyword in KEYWORDS for own in kind(keyword).syntax.words}
    of_kinds |= {"measure": "limit", "measures": "limit", "=": "count", "==": "count"}
    of_kinds |= {"!=": "count"}
    other = OTHER_WORDS.get(lower)
    if topic is None and lower not in of_kinds and other is not None:
        lower, topic = other, topics.topic_of(other)
    if lower in KEYWORDS:
        print(kind_page(lower), end="")
    elif topic is not None:
        print(topic_page(topic, lower), end="")
    elif lower in of_kinds:
        print(kind_page(of_kinds[lower]), end="")
    elif " " in word and (topic := topics.of_words(word)) is not None:
        print(topic_page(topic), end="")
    elif (own := next((word for word in lower.split() if word in of_kinds), None)) is not None:
        print(kind_page(of_kinds[own]), end="")
    elif code in SLUGS or word in slugs:
        print(problem_page(code if code in SLUGS else slugs[word]), end="")
    else:
        from toolspec.dsl.text.suggest import suggestion

        near = suggestion(
            word, [*KEYWORDS, *topics.TOPICS, *OTHER_WORDS, *of_kinds, *SLUGS, *slugs]
        )
        hint = f"did you mean `{near}`?" if near else "`toolspec explain` lists all"
        print(f"toolspec: nothing to explain under `{short(word, 40)}`; {hint}", file=sys.stderr)
        return 2
    return 0
