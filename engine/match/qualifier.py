"""What a qualifier of a call phrase must offer. One qualifier is one file in `match/qualifiers`.

A qualifier is one condition on a call: `ok`, `took < 2s`. Its file gives its syntax, which
the grammar of a call phrase is put together from, its test, the words for a call that it does not
fit, and examples. The file's docstring is its documentation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final, NamedTuple, Self

from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.values import Bindings
from toolspec.engine.syntax import Example, Part
from toolspec.engine.trace import Call
from toolspec.engine.values import Value
from toolspec.engine.verdict import Shown

MATCH: Final = 1
MISS: Final = 2
FAULT: Final = 4
"""What a call can turn out to be, as bits: several where what is not recorded decides."""

OUTCOMES: Final = {Fit.YES: MATCH, Fit.NO: MISS, Fit.FAULT: FAULT, Fit.OPEN: MATCH | MISS}


class QualifierSyntax(NamedTuple):
    """A qualifier's share of the grammar.

    `label` is its rule's name in the grammar, and the label of the part made of it; `grammar` is
    Lark: what that rule says on the first line, then further rules of its own. `words` are its
    keywords, `forms` how it is written, for people.
    """

    label: str
    grammar: str
    words: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()


class Qualifier(Value):
    """One condition of a call phrase."""

    syntax: ClassVar[QualifierSyntax]
    examples: ClassVar[tuple[Example, ...]] = ()
    asks_for: ClassVar[str]
    """What it looks at, as a sentence names it: `the status of call 2 is not recorded`."""

    @classmethod
    def build(cls, part: Part) -> Self:
        """Make the qualifier from the part of its label. Raises Misuse where it is not allowed."""
        return cls(*[part.value])

    def test(self, call: Call) -> Fit:
        """Say whether a call of the tool fits; OPEN where what is not recorded decides."""
        raise NotImplementedError

    def outcomes(self, call: Call) -> int:
        """Return the bits of what the call can be, over all contents of what is not recorded."""
        return OUTCOMES[self.test(call)]

    @property
    def names(self) -> frozenset[str]:
        """The `$names` in it, without their `$`."""
        return frozenset()

    @property
    def binds(self) -> frozenset[str]:
        """Those of its `$names` that a matching call gives a value."""
        return frozenset()

    def bound(self, bindings: Bindings, negated: bool = False) -> Qualifier:
        """Return the same with every `$name` replaced by what it stands for."""
        del bindings, negated
        return self

    def bindings(self, call: Call) -> Bindings | None:
        """Return what its `$names` stand for in a call that fits; None where they contradict.

        A name is left out where the trace does not record what it stands for.
        """
        del call
        return {}

    def lacks(self, call: Call, shown: Shown) -> str:
        """Say what keeps the call from fitting, or that it is not recorded; "" where it fits."""
        fit = self.test(call)
        if fit is Fit.OPEN:
            return self.open_words
        return self.differs(call, shown) if fit is Fit.NO else ""

    def differs(self, call: Call, shown: Shown) -> str:
        """Say how a call that does not fit differs from what is asked for."""
        raise NotImplementedError

    def in_words(self, keys: Mapping[str, str] | None = None) -> str:
        """Return what is true of a call that fits, after its tool: `that failed`.

        `keys` are the arguments that `$names` stand for; without them, the names are only given.
        """
        del keys
        return str(self)

    @property
    def open_words(self) -> str:
        """What is said of a call where what is not recorded decides."""
        verb = "are" if self.asks_for.endswith("s") and self.asks_for != "status" else "is"
        return f"its {self.asks_for} {verb} not recorded"

    @property
    def effort(self) -> int:
        """How many comparisons of plain values the test takes at most."""
        return 1
