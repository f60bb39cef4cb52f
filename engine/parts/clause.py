"""What a clause must offer. One clause is one file in `engine/parts`: reason, syntax, meaning.

A clause says which calls a rule judges. It divides a part of a trace into parts, each judged by
itself. Where the trace does not record what decides, it divides in several ways (`Ways`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Self

from toolspec.engine.match.near_misses import OffType
from toolspec.engine.parts.part import TracePart
from toolspec.engine.syntax import About, Part, documented
from toolspec.engine.trace import Call
from toolspec.engine.values import Value

WAYS_MAX = 16
"""In so many ways a rule's trace is divided at most where something is not recorded."""


class ClauseSyntax(NamedTuple):
    """A clause's share of the grammar.

    `grammar` is Lark: rules, each named after what the clause begins with; the clause is one of
    `labels`. `words` are the keywords, `forms` how it is written, for people; `blocks` are bodies
    for editors of blocks that it opens.
    """

    labels: tuple[str, ...]
    grammar: str
    words: tuple[str, ...]
    forms: tuple[str, ...]
    blocks: tuple[str, ...] = ()


class Open(NamedTuple):
    """Why it is not known how a part is divided: `call` may match `phrase`, or may not."""

    call: int
    phrase: str
    missing: str


class Ways(NamedTuple):
    """The ways in which a part may be divided; one, where all that matters is recorded.

    With `nested` there are more: of those, each is between the two that are listed, the one with
    the most calls and the one with the fewest. Without any way listed there are too many.
    """

    ways: Sequence[Sequence[TracePart]]
    opens: Sequence[Open] = ()
    nested: bool = False


class Clause(Value):
    """A clause's meaning, without where it was written."""

    syntax: ClassVar[ClauseSyntax]
    several: ClassVar[bool] = False
    """Whether it makes several parts of one."""
    narrows: ClassVar[bool] = False
    """Whether it only leaves calls out, and never makes it so that nothing is judged."""

    @classmethod
    def build(cls, written: Sequence[Part]) -> Self:
        """Make the clause from its parts as written. Raises Misuse where it is not allowed."""
        raise NotImplementedError

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what each of its words means."""
        return dict.fromkeys(cls.syntax.words, documented(cls, "\n".join(cls.syntax.forms)))

    def in_words(self) -> str:
        """Return which calls are judged, for a sentence."""
        raise NotImplementedError

    def divide(self, part: TracePart, most: int) -> Ways:
        """Divide a part, in at most so many ways."""
        raise NotImplementedError

    def placed(self, part: TracePart, most: int) -> Sequence[Sequence[TracePart]]:
        """Return the parts for each place a lone call may have, where its own is not recorded.

        None, where all are recorded, and where the places are more than `most`.
        """
        return ()

    @property
    def part_name(self) -> tuple[str, str]:
        """What one of its parts, and several of them, are called."""
        return "part", "parts"

    @property
    def hears(self) -> bool:
        """Whether messages matter to how it divides a part: turns are in them, too."""
        from toolspec.engine.parts.phrase import is_about_messages

        return any(is_about_messages(phrase) for phrase in self.phrases())

    def phrases(self) -> tuple[Any, ...]:
        """Return the phrases of the clause."""
        return ()

    def near_misses(self, part: TracePart) -> Mapping[int, OffType]:
        """Return the calls that would divide the part otherwise but for the type of a value."""
        del part
        return {}

    def concerns(self, call: Call) -> bool:
        """Tell whether a call that was not read could change which calls are judged."""
        from toolspec.engine.parts.phrase import could_be

        return any(could_be(phrase, call) for phrase in self.phrases())
