"""Judge only the calls that match a phrase, or only those that do not.

Why. A rule about one agent's work, or about everything but the agent's notes to itself, should not
have to name each tool. `among * by "researcher"` judges only that agent's calls; `ignoring think`
judges as if no `think` had been called, so that `order strict` and `final` do not stumble over it.

How it is judged. The calls left are judged as if they were the whole part: places, such as the
last call, are counted among them. Messages stay. Several tools are one phrase: `ignoring think |
log_*`. Where the phrase is open for a call, the rule is `unknown`, unless its verdict is the same
with and without that call.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

from toolspec.engine.match.near_misses import OffType
from toolspec.engine.parts.clause import Clause, ClauseSyntax, Ways
from toolspec.engine.parts.part import NONE_UNSURE, TracePart
from toolspec.engine.parts.phrase import call_phrase_of, matching, nearly
from toolspec.engine.syntax import Part
from toolspec.engine.trace import Call


class Among(Clause):
    """The calls that match the phrase; with `negated`, those that do not."""

    phrase: Any
    negated: bool = False

    narrows = True
    syntax = ClauseSyntax(
        labels=("among", "ignoring"),
        grammar='among: "among" call\nignoring: "ignoring" call',
        words=("among", "ignoring"),
        forms=("among C", "ignoring C"),
        blocks=(
            'among * by "${1:agent}" {\n\t$0\n}',
            "ignoring ${1:tool} {\n\t$0\n}",
        ),
    )

    @classmethod
    def build(cls, written: Sequence[Part]) -> Self:
        """Make the clause from its part."""
        return cls(call_phrase_of(written[0]), written[0].label == "ignoring")

    def in_words(self) -> str:
        """Return which calls are judged, for a sentence."""
        left = "leaving out every" if self.negated else "looking only at each"
        return f"{left} {self.phrase.in_words()}"

    def divide(self, part: TracePart, most: int) -> Ways:
        """Return the part with only these calls."""
        calls, unsure = self._kept(part)
        wide = calls
        if part.wide is not part.calls:
            wide, _ = self._kept(part.but(calls=part.wide, unsure=NONE_UNSURE))
        return Ways([[part.but(calls=calls, wide=wide, unsure=unsure)]])

    def _kept(self, part: TracePart) -> tuple[list[int], dict[int, str]]:
        matches = matching(self.phrase, part.view)
        certain, could, calls = matches.calls, matches.open, part.calls
        unsure = dict(part.unsure)
        if self.negated:
            out = set(certain)
            kept = [at for place, at in enumerate(calls) if place not in out]
        else:
            kept = [calls[place] for place in sorted([*certain, *could])]
        unsure.update((calls[place], why) for place, why in could.items())
        if unsure:
            left = set(kept)
            unsure = {at: why for at, why in unsure.items() if at in left}
        return kept, unsure

    def phrases(self) -> tuple[Any, ...]:
        """Return the phrase."""
        return (self.phrase,)

    def near_misses(self, part: TracePart) -> Mapping[int, OffType]:
        """Return the calls that are left out, or kept, because of the type of a value."""
        return nearly(part, self.phrase)

    def concerns(self, call: Call) -> bool:
        """Tell whether a call that was not read could change which of the others are judged."""
        return False


CLAUSE = Among
