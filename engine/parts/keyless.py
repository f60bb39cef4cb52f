"""Calls that a rule speaks of and that `per <key>` leaves out, because they do not have the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from toolspec.engine.match.arguments import Fit
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.values import written_key
from toolspec.engine.parts.among import Among
from toolspec.engine.parts.part import TracePart
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import UNRECORDED
from toolspec.engine.values import Value


class Keyless(NamedTuple):
    """A rule's kind and clauses, and the parts that were divided by an argument, with its key."""

    kind: Value
    clauses: Sequence[Value]
    by_key: Sequence[tuple[TracePart, str]]

    def said(self) -> str:
        """Name the calls that were left out: `; 1 call not judged: it has no `order_id``."""
        if not self.by_key:
            return ""
        among = tuple(
            [clause for clause in self.clauses if isinstance(clause, Among) and not clause.negated]
        )
        phrases = list(_phrases(self.kind)) or list(_phrases(among))
        without: dict[str, set[int]] = {}
        for part, key in self.by_key:
            for at in part.calls:
                call = part.trace.calls[at]
                if call.arguments is UNRECORDED or key in call.arguments:
                    continue
                if any(phrase.fits(call) is Fit.YES for phrase in phrases):
                    without.setdefault(key, set()).add(at)
        return "".join(
            [
                f"; {plural(len(calls), 'call')} not judged: "
                f"{'it has' if len(calls) == 1 else 'they have'} no `{written_key(key)}`"
                for key, calls in without.items()
            ]
        )


def _phrases(value: object) -> Iterator[CallPattern]:
    """Yield the call phrases that stand anywhere in a rule."""
    if isinstance(value, CallPattern):
        yield value
    elif isinstance(value, tuple):
        for item in cast("tuple[object, ...]", value):
            yield from _phrases(item)
    elif isinstance(value, Value) and "tool" in type(value).fields:
        yield CallPattern(getattr(value, "tool"))  # noqa: B009 - an entry of `args` or `output`
    elif isinstance(value, Value):
        for name in type(value).fields:
            yield from _phrases(getattr(value, name))
