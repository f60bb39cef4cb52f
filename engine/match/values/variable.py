"""A name for a value: `$order`. In the subject of `each` it stands for what is there.

In the demands it means a value equal to that. After `has`, a text that it stands for counts only
where no letter, digit or `_` touches it, directly or through one `.` or `-`: `A-10` does not occur
in `A-1001`, nor in `A-10.5`. Under a `not`, any occurrence counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from toolspec.engine.json_value import Json
from toolspec.engine.match.prefixes import matched_lengths
from toolspec.engine.match.values.exact import Exactly
from toolspec.engine.match.values.value import Bindings, Unshown, ValueForm, ValuePattern

FOUND_MAX: Final = 64
"""Occurrences of a text that are looked for one by one, before it is done in linear time."""


class Variable(ValuePattern):
    """What the `$name` stands for: any value in a subject, and that value in a demand."""

    name: str

    form = ValueForm("$name")

    def matches(self, value: Json) -> bool:
        """Take every value: a name that is not bound stands for any."""
        del value
        return True

    def bindings(self, value: Json) -> Bindings | None:
        """Bind the value."""
        return {self.name: value}

    def bound(self, bindings: Bindings, negated: bool = False) -> ValuePattern:
        """Return the value the name stands for."""
        del negated
        if self.name not in bindings:
            return self
        value = bindings[self.name]
        return Secret(value, self.name) if isinstance(bindings, Unshown) else Exactly(value)

    @property
    def searchable(self) -> bool:
        """Whether it can be looked for in a text: what it stands for may be one."""
        return True

    @property
    def names(self) -> frozenset[str]:
        """The name."""
        return frozenset((self.name,))

    @property
    def binds(self) -> frozenset[str]:
        """The name."""
        return frozenset((self.name,))

    @property
    def certain(self) -> bool | None:
        """Every value matches, as long as the name is not bound."""
        return True

    def __str__(self) -> str:
        return f"${self.name}"


class Secret(Exactly):
    """A bound value of which only the name may be written."""

    name: str

    form = ValueForm("")

    def __str__(self) -> str:
        return f"${self.name}"


class Word(Exactly):
    """A bound value after `has`: text counts where it is not part of a longer word."""

    form = ValueForm("")

    def in_text(self, text: str) -> bool:
        """Tell whether the value occurs in a text, as a word of its own where it is text."""
        wanted = self.value
        return has_word(text, wanted) if isinstance(wanted, str) else super().in_text(text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Word) and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((Word, super().__hash__()))


class SecretWord(Word):
    """A bound value after `has`, of which only the name may be written."""

    name: str

    form = ValueForm("")

    def __str__(self) -> str:
        return f"${self.name}"


def has_word(text: str, word: str) -> bool:
    """Tell whether a word occurs in a text and nothing touches it.

    >>> has_word("for A-10.", "A-10"), has_word("A-10.5", "A-10"), has_word("A-1001", "A-10")
    (True, False, False)
    """
    at, tried = text.find(word), 0
    while at >= 0:
        if _alone(text, at, at + len(word)):
            return True
        tried += 1
        if tried == FOUND_MAX:
            places = _occurrences(text, word, at + 1)
            return any(_alone(text, start, start + len(word)) for start in places)
        at = text.find(word, at + 1)
    return False


def _alone(text: str, start: int, end: int) -> bool:
    """Tell whether no letter, digit or `_` touches what is there."""
    return not (_touches(text, start - 1, -1) or _touches(text, end, 1))


def _touches(text: str, at: int, step: int) -> bool:
    if not 0 <= at < len(text):
        return False
    if text[at] in ".-":
        at += step
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")


def _occurrences(text: str, word: str, start: int) -> Iterator[int]:
    """Yield where a word begins in a text, from a place on, in linear time."""
    if not word:
        yield from range(start, len(text) + 1)
        return
    for at, length in enumerate(matched_lengths(word, islice(text, start, None)), start):
        if length == len(word):
            yield at + 1 - length
