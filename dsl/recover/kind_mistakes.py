"""What people get wrong in rules of one kind, which the files in `kinds/` say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Final, NamedTuple

from toolspec.dsl.problem import LineDiagnostic
from toolspec.dsl.recover.row import Row, Teller
from toolspec.dsl.text.lexer import Token
from toolspec.engine.rules import KEYWORDS

FOLDER: Final = "toolspec.dsl.recover.kinds"
"""Its files are loaded by name: they may import whatever is asked of a line."""


class KindMistakes(NamedTuple):
    """What people get wrong in rules of one kind, and what messages say about these rules.

    `rows` are asked in their order, before those of all lines, and `late` after them. `before`
    looks at the words of a line that is not parsed yet; `compared` at what comes where a comparison
    is expected. `other_names` are words with which people begin such a rule, and `own_words` those
    of the rule itself that may follow its tool. `opposite` begins the rule that says the opposite.
    `both` is how a rule about two tools is written where people write `&`, and
    `no_colon` says why no colon follows the keyword. With `seldom_argued`, a word after the tool
    was meant as something else than arguments.
    """

    rows: tuple[Row | Teller, ...] = ()
    late: tuple[Row | Teller, ...] = ()
    before: Callable[[Sequence[Token]], LineDiagnostic | None] | None = None
    compared: Teller | None = None
    other_names: tuple[str, ...] = ()
    own_words: tuple[str, ...] = ()
    opposite: str = ""
    both: str = ""
    no_colon: str = ""
    seldom_argued: bool = False


@cache
def mistakes_in(first: str) -> KindMistakes:
    """Return the mistakes of the kind whose rules begin with a word; none for other words."""
    module = f"{FOLDER}.{first}"
    if first not in KEYWORDS or find_spec(module) is None:
        return KindMistakes()
    return import_module(module).MISTAKES
