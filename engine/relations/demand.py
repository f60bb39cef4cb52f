"""What `each` demands of a call: of the call itself, of its schema, or of other calls."""

from __future__ import annotations

import re
from collections.abc import Mapping

from toolspec.engine.effort import Effort
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifier import MATCH, MISS, Qualifier
from toolspec.engine.match.values import Bindings
from toolspec.engine.relations.heard import MessageRelation
from toolspec.engine.relations.related import CallRelation, Outcome, Relation
from toolspec.engine.relations.sentence import related_in_words
from toolspec.engine.relations.valid import Valid
from toolspec.engine.tool_lists.schema import ToolList
from toolspec.engine.trace import Trace
from toolspec.engine.values import Value


class Demand(Value):
    """One condition, or with `negated` its opposite; `source` is how it is written."""

    asked: Qualifier | Relation | Valid
    negated: bool = False
    source: str = ""

    @property
    def names(self) -> frozenset[str]:
        """The `$names` in it."""
        return self.asked.names

    @property
    def relation(self) -> Relation | None:
        """The relation to other calls or messages, None where it is about the call itself."""
        return self.asked if isinstance(self.asked, Relation) else None

    @property
    def pattern(self) -> CallPattern | None:
        """The phrase of the other call, where there is one."""
        relation = self.relation
        if relation is None or not isinstance(relation.other, CallPattern):
            return None
        return relation.other

    def in_words(self, keys: Mapping[str, str]) -> str:
        """Return the demand as the rest of a sentence about a call: `needs an earlier call`."""
        relation, asked = self.relation, self.asked
        if relation is not None:
            needs = "must have no" if self.negated else "needs"
            words = f"{needs} {related_in_words(relation, keys, not self.negated)}"
        elif isinstance(asked, Qualifier):
            words = f"must {'not ' * self.negated}be one {asked.in_words(keys)}"
        else:
            words = f"must {'not ' * self.negated}conform to its tool's schema"
        for name, key in keys.items():
            words = re.sub(rf"\${name}(?!\w)", f"its `{key}`", words)
        return words

    def on(self, trace: Trace, effort: Effort) -> DemandJudge:
        """Return what judges the demand on a trace."""
        return DemandJudge(self, trace, effort)

    def __str__(self) -> str:
        return self.source or f"{'not ' if self.negated else ''}{self.asked}"


class OneOf(Value):
    """Demands of which one suffices; mostly there is one."""

    demands: tuple[Demand, ...]

    def with_tools(self, tools: ToolList) -> OneOf:
        """Return the same with a list of tools for `valid`."""
        return OneOf(
            tuple(
                demand.replace(asked=Valid(tools)) if isinstance(demand.asked, Valid) else demand
                for demand in self.demands
            )
        )

    def __str__(self) -> str:
        return " or ".join([str(demand) for demand in self.demands])


class DemandJudge:
    """A demand on one trace. `related` judges its relation, where it is one."""

    def __init__(self, demand: Demand, trace: Trace, effort: Effort) -> None:
        self.demand, self.trace, self.effort = demand, trace, effort
        self.related: CallRelation | MessageRelation | None = None
        relation = demand.relation
        if relation is not None:
            kind = CallRelation if isinstance(relation.other, CallPattern) else MessageRelation
            self.related = kind(relation, trace, demand.negated, effort)

    def judge(self, at: int, bindings: Bindings) -> Outcome:
        """Say whether the demand is met by a call, for what the names stand for."""
        outcome = self._ask(at, bindings)
        if not self.demand.negated or outcome.holds is None:
            return outcome
        return outcome._replace(holds=not outcome.holds)

    def _ask(self, at: int, bindings: Bindings) -> Outcome:
        if self.related is not None:
            return self.related.judge(at, bindings)
        if isinstance(self.demand.asked, Valid):
            return self._valid(at, bindings)
        return self._qualifier(at, bindings)

    def _valid(self, at: int, bindings: Bindings) -> Outcome:
        del bindings
        asked = self.demand.asked
        assert isinstance(asked, Valid)
        self.effort.spend(10)
        return Outcome(asked.holds(self.trace, at))

    def _qualifier(self, at: int, bindings: Bindings) -> Outcome:
        asked = self.demand.asked
        assert isinstance(asked, Qualifier)
        self.effort.spend(1 + asked.effort)
        if not asked.names <= bindings.keys():
            return Outcome(None)
        can_be = asked.bound(bindings, self.demand.negated).outcomes(self.trace.calls[at])
        return Outcome(True if can_be == MATCH else False if can_be == MISS else None)
