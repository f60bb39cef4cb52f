"""What a feature answers from: a document and all that is known about it at this moment.

A feature's answer is a plain function of a `Snapshot` and a place in the text. It reads no file and
scores nothing: what it needs was prepared before it was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from typing import NamedTuple
from weakref import WeakKeyDictionary

from toolspec.dsl.read import Entry, Reading
from toolspec.engine.kind import Kind
from toolspec.engine.spec import Rule
from toolspec.lsp.judge.messages import RuleScore, TraceInfo, TraceScore, Unread
from toolspec.lsp.judge.tools import ToolIndex
from toolspec.lsp.state.document import Document
from toolspec.lsp.state.settings import Settings

RuleKey = int
"""What a rule's score depends on, as a number: rules of one key have one score on one trace.

Thousands are looked up at every keystroke, and nothing is looked up faster than a number.
"""

_keys: WeakKeyDictionary[Kind, dict[tuple[float, float, str | None], RuleKey]] = WeakKeyDictionary()
_numbers = count()


def rule_key(rule: Rule) -> RuleKey:
    """Return the key of a rule. Where it stands and what it is called change no score.

    The rule remembers it: a rule stays the same object while others are typed.
    """
    attributes = rule.__dict__
    key: RuleKey | None = attributes.get("_score_key")
    if key is None:
        alike = _keys.setdefault(rule.kind, {})
        about = (rule.weight, rule.pass_score, rule.case)
        key = alike.get(about)
        if key is None:
            key = alike[about] = next(_numbers)
        attributes["_score_key"] = key
    return key


_keys_of: WeakKeyDictionary[Reading, tuple[RuleKey, ...]] = WeakKeyDictionary()


def rule_keys(reading: Reading) -> tuple[RuleKey, ...]:
    """Return the keys of the rules of a text, in their order."""
    keys = _keys_of.get(reading)
    if keys is None:
        keys = _keys_of[reading] = tuple(reading.kept.each(reading.rules, _key_of))
    return keys


def _key_of(entry: Entry) -> RuleKey:
    assert entry.rule is not None
    return rule_key(entry.rule)


class Scored(NamedTuple):
    """A document's scores, as far as they are known.

    `chosen` gives, for each case and for None (the rules outside cases), the id of the trace whose
    scores are shown; `shown` those scores by the rule's key; `all` every trace's. `waiting` is true
    while newer scores are being made. `picked` are those of traces picked for a case that is not
    their own, on the rules of that case. `stale` says that `all` and `picked` are those of other
    rules than the text has now.
    """

    chosen: Mapping[str | None, str] = {}
    shown: Mapping[RuleKey, RuleScore] = {}
    all: tuple[TraceScore, ...] = ()
    waiting: bool = False
    picked: tuple[TraceScore, ...] = ()
    stale: bool = False

    def on(self, case: str | None) -> list[TraceScore]:
        """Return the scores of all traces that some rule is for, or that a case is judged on.

        There are none while those known are of other rules.
        """
        if self.stale:
            return []
        if case is None:
            return self.judged
        return [one for one in (*self.all, *self.picked) if one.case == case]

    @property
    def judged(self) -> list[TraceScore]:
        """The scores of the traces that some rule was for, also of rules of an earlier text."""
        return [one for one in self.all if len(one.rules)]


class Loading(NamedTuple):
    """How many traces were read, of how many that are known of so far."""

    read: int
    total: int


class Snapshot(NamedTuple):
    """A document and what is known about it.

    `traces` are the document's recent traces, newest first; `infos` all traces by id; `skipped` the
    files not read, with the reason. `others` yields the other specs of the workspace.
    `matching_nothing` are the paths of `traces` lines that match no file; `loading` says how far
    the reading of traces is, None where it is over; `stopped` that scoring ended and was not
    started again.
    """

    document: Document
    settings: Settings = Settings()
    tools: ToolIndex = ToolIndex()
    scored: Scored = Scored()
    traces: tuple[TraceInfo, ...] = ()
    infos: Mapping[str, TraceInfo] = {}
    skipped: Mapping[str, Unread] = {}
    others: Callable[[], Iterable[Document]] = tuple
    matching_nothing: frozenset[str] = frozenset()
    loading: Loading | None = None
    stopped: bool = False

    @property
    def too_long(self) -> bool:
        """Whether the document has more lines than the settings allow."""
        return self.document.lines > self.settings.lines_max

    @property
    def reading(self) -> Reading:
        """The document, read."""
        return self.document.reading

    def scores(self) -> Iterator[tuple[Entry, RuleScore]]:
        """Yield the rules that have a score, in the order of the text."""
        if self.too_long:
            return
        reading = self.reading
        scores = map(self.scored.shown.get, rule_keys(reading))
        for entry, score in zip(reading.rules, scores, strict=True):
            if score is not None:
                yield entry, score

    def score_of(self, entry: Entry) -> RuleScore | None:
        """Return the score shown at a rule's line; None where there is none."""
        return None if entry.rule is None else self.scored.shown.get(rule_key(entry.rule))

    def trace_of(self, case: str | None) -> TraceInfo | None:
        """Return the trace that the rules of a case (None: those outside) are shown against."""
        return self.infos.get(self.scored.chosen.get(case, ""))
