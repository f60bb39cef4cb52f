"""Numbers of calls in the words of other languages: `at most 3`, `twice`, `2 times`, `>= 2`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from toolspec.dsl.text.lexer import TOOLS, Token

COMPARISONS = ("=", "==", "!=", "<", "<=", ">", ">=")

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The comparison that holds just where another does not."""

IN_WORDS = {
    "=": "exactly", "<": "fewer than", "<=": "at most",
    ">": "more than", ">=": "at least",
}  # fmt: skip

PHRASES = {
    "at most": "<=", "up to": "<=", "max": "<=", "maximum": "<=", "no more than": "<=",
    "at least": ">=", "minimum": ">=", "min": ">=", "more than": ">", "over": ">", "above": ">",
    "less than": "<", "fewer than": "<", "under": "<", "below": "<",
    "exactly": "=", "is": "=", "equals": "=",
}  # fmt: skip
TIMES = {"never": 0, "once": 1, "twice": 2, "thrice": 3}
NUMBERS = {
    word: number for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}  # fmt: skip
"""Numbers in words."""

NUMBER_MAX = 9
"""Digits of a number of calls; further ones are cut off."""


class WrittenNumber(NamedTuple):
    """How many calls some tokens speak of, and the index after them."""

    sign: str
    number: int
    end: int

    @property
    def fields(self) -> Mapping[str, str]:
        """What a hint may name: the comparison, its opposite, and what each asks for."""
        opposite = OPPOSITE[self.sign]
        return {
            "sign": self.sign,
            "number": str(self.number),
            "least": str(self.number + (self.sign == ">")),
            "asks": asks(self.sign, self.number),
            "opposite": opposite,
            "refuses": asks(opposite, self.number),
        }


def asks(sign: str, number: int) -> str:
    """Return what `count` with a comparison asks for.

    >>> asks("<=", 1), asks("!=", 2)
    ('asks for at most 1 call', 'refuses exactly 2 calls')
    """
    calls = f"{number} call" if number == 1 else f"{number} calls"
    return f"refuses exactly {calls}" if sign == "!=" else f"asks for {IN_WORDS[sign]} {calls}"


def amount_at(tokens: Sequence[Token], at: int) -> WrittenNumber | None:
    """Return the amount that begins with a token, None where none does."""
    texts = [token.text for token in tokens[at : at + 6]]
    if len(texts) > 1 and texts[0] in COMPARISONS and texts[1].isdigit():
        return WrittenNumber("=" if texts[0] == "==" else texts[0], _number(texts[1]), at + 2)
    once = 1 if texts[:1] == ["only"] else 0
    if len(texts) > once and texts[once] in TIMES:
        after = tokens[at + once + 1] if at + once + 1 < len(tokens) else None
        if after is not None and after.kind in TOOLS and after.text not in FOLLOWING:
            return None  # `once b`: after the other call
        return WrittenNumber("=", TIMES[texts[once]], at + once + 1)
    for length in (3, 2, 1, 0):
        sign = PHRASES.get(" ".join(texts[:length]), "" if length else "=")
        if length and sign and texts[length : length + 1] and texts[length] in TIMES:
            return WrittenNumber(sign, TIMES[texts[length]], at + length + 1)
        if sign and len(texts) > length and texts[length].isdigit():
            end = length + 1
            times = texts[end : end + 1] in (["times"], ["time"], ["calls"], ["call"])
            return WrittenNumber(sign, _number(texts[length]), at + end + times)
    return None


FOLLOWING = frozenset(
    {"result", "min", "at", "before", "weight", "pass", "as", "final", "after", "until", "per"}
    | {"among", "ignoring", "if", "soft"}
)
"""The words of rules that may come after a number of calls."""


def _number(digits: str) -> int:
    return int(digits[:NUMBER_MAX])
