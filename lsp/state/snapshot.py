"""A document and everything known about it at one moment.

A feature's answer is a plain function of a `Snapshot` and a place in the text. It reads no files
and scores nothing; all it needs is already in the snapshot.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import count
from operator import is_
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.reader.reading import Reading
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.rule import Rule
from toolspec.lsp.judge.messages import RuleScore, TraceInfo, TraceScore, Unread
from toolspec.lsp.judge.tools import ToolIndex
from toolspec.lsp.state.document import SpecDocument
from toolspec.lsp.state.settings import Settings

RuleKey = int
"""A number for everything that a rule's score depends on.

Rules with the same key have the same score on a trace. Thousands of keys are looked up at every
keystroke, which is fastest with integers.
"""

_keys: WeakKeyDictionary[Kind, dict[tuple[Any, ...], RuleKey]] = WeakKeyDictionary()
_numbers = count()


def rule_key(rule: Rule) -> RuleKey:
    """Return the key of a rule. Its name and its place in the text do not matter.

    The key is cached on the rule, which stays the same object while other lines are edited.
    """
    attributes = rule.__dict__
    key: RuleKey | None = attributes.get("_score_key")
    if key is None:
        alike = _keys.setdefault(rule.kind, {})
        about = (rule.weight, rule.pass_score, rule.case, rule.clauses, rule.soft)
        key = alike.get(about)
        if key is None:
            key = alike[about] = next(_numbers)
        attributes["_score_key"] = key
    return key


class RuleKeys(NamedTuple):
    """The keys of a spec: of `all` its rules, and of its `own`, which are lines of its text.

    The others come from the specs that it uses. `own` has one for each of `Reading.rules`.
    """

    all: tuple[RuleKey, ...]
    own: tuple[RuleKey, ...]


_keys_of: WeakKeyDictionary[Reading, RuleKeys] = WeakKeyDictionary()


def rule_keys(reading: Reading) -> RuleKeys:
    """Return the keys of the rules of a text, in their order."""
    keys = _keys_of.get(reading)
    if keys is None:
        rules, own = reading.spec.rules, [entry.rule for entry in reading.rules]
        if len(rules) == len(own) and all(map(is_, rules, own)):
            written = tuple(reading.kept.each(reading.rules, _key_of))
            keys = RuleKeys(written, written)
        else:  # it uses other specs, or lists its tools
            keys = RuleKeys(
                tuple(map(rule_key, rules)),
                tuple([rule_key(rule) for rule in rules if rule.file is None]),
            )
        _keys_of[reading] = keys
    return keys


def _key_of(entry: SpecLine) -> RuleKey:
    assert entry.rule is not None
    return rule_key(entry.rule)


class TraceProgress(NamedTuple):
    """How many of some traces are read, or scored, so far."""

    done: int
    total: int


class Scored(NamedTuple):
    """A document's scores, as far as they are known.

    `chosen` gives, for each case and for None (the rules outside cases), the id of the trace whose
    scores are shown; `shown` has those scores by the rule's key, and `all` the scores of every
    trace. `waiting` is true while newer scores are computed. `picked` are the scores of traces that
    the user pinned to another case, on the rules of that case. `stale` says that `all` and `picked`
    belong to rules of an earlier text. `whole` is the score of the whole spec on the trace that is
    shown for rules outside cases, None while it is not known. `progress` says on how many traces
    the newer scores are known, None when they all are. `keys` are those of the rules that `all`
    belongs to. `judged` are the scores of traces with at least one applicable rule, the newest
    first, even if they are stale; `uneven` has the keys of all rules that did not pass on each of
    the newest ones, and maybe some of earlier texts. `traces_seen` is another number whenever the
    traces, or what is in them, have changed.
    """

    chosen: Mapping[str | None, str] = {}
    shown: Mapping[RuleKey, RuleScore] = {}
    all: tuple[TraceScore, ...] = ()
    waiting: bool = False
    picked: tuple[TraceScore, ...] = ()
    stale: bool = False
    whole: TraceScore | None = None
    progress: TraceProgress | None = None
    keys: tuple[RuleKey, ...] = ()
    judged: Sequence[TraceScore] = ()
    uneven: Set[RuleKey] = frozenset()
    traces_seen: int = 0

    def on(self, case: str | None) -> list[TraceScore]:
        """Return the scores of the traces that a case is judged on (None: of all traces).

        There are none while the known scores are stale.
        """
        if self.stale:
            return []
        if case is None:
            return [*self.judged]
        return [score for score in (*self.all, *self.picked) if score.case == case]


class Snapshot(NamedTuple):
    """A document and what is known about it.

    `traces` are the document's recent traces, newest first; `infos` all traces by id; `skipped` the
    files that are not read, with reasons. `others` yields the other specs of the workspace.
    `matching_nothing` are the paths of `traces` lines that match no file. `loading` is the progress
    of reading traces, None when done. `stopped` says that the judge ended and was not restarted.
    """

    document: SpecDocument
    settings: Settings = Settings()
    tools: ToolIndex = ToolIndex()
    scored: Scored = Scored()
    traces: tuple[TraceInfo, ...] = ()
    infos: Mapping[str, TraceInfo] = {}
    skipped: Mapping[str, Unread] = {}
    others: Callable[[], Iterable[SpecDocument]] = tuple
    matching_nothing: frozenset[str] = frozenset()
    loading: TraceProgress | None = None
    stopped: bool = False

    @property
    def too_long(self) -> bool:
        """Whether the document has more lines than the settings allow."""
        return self.document.lines > self.settings.lines_max

    @property
    def reading(self) -> Reading:
        """The parsed document."""
        return self.document.reading

    def scores(self) -> Iterator[tuple[SpecLine, RuleScore]]:
        """Yield the rules that have a score, in the order of the text."""
        if self.too_long:
            return
        reading = self.reading
        scores = map(self.scored.shown.get, rule_keys(reading).own)
        for entry, score in zip(reading.rules, scores, strict=True):
            if score is not None:
                yield entry, score

    def as_scored(self, entry: SpecLine) -> Rule | None:
        """Return the rule of a line as the spec has it, with the tools that the spec lists."""
        if entry.rule is None:
            return None
        own = [rule for rule in self.reading.spec.rules if rule.file is None]
        lines = enumerate(self.reading.rules)
        at = next((at for at, rule_line in lines if rule_line is entry), len(own))
        return own[at] if at < len(own) else entry.rule

    def score_of(self, entry: SpecLine) -> RuleScore | None:
        """Return the score shown for a rule's line; None if there is none."""
        rules, keys = self.reading.rules, rule_keys(self.reading).own
        at = bisect_left(rules, entry.at, key=lambda other: other.at)
        if at == len(rules) or rules[at] is not entry:
            return None
        return self.scored.shown.get(keys[at])

    def trace_of(self, case: str | None) -> TraceInfo | None:
        """Return the trace shown for a case (None: for the rules outside cases)."""
        return self.infos.get(self.scored.chosen.get(case, ""))
