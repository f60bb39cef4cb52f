"""What a feature answers from: a document and all that is known about it at this moment.

A feature's answer is a plain function of a `View` and a place in the text. It neither reads a file
nor scores anything: what it needs was made ready before it was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import NamedTuple

from toolspec.dsl.read import Entry, Reading
from toolspec.engine.kind import Kind
from toolspec.engine.spec import Rule
from toolspec.lsp.document import Document
from toolspec.lsp.judge.messages import RuleScore, TraceInfo, TraceScore, Unread
from toolspec.lsp.settings import Settings
from toolspec.lsp.tools import ToolIndex

KEYS_MAX = 100_000
"""How many keys are known at once; then new numbers are given, and scores asked for anew."""


class RuleKey(int):
    """What a rule's score depends on, as a number: rules of one key have one score on one trace.

    Thousands are looked up at every keystroke, and nothing is looked up faster than a number.
    """

    kind: Kind
    pass_score: float
    case: str | None


_keys: dict[tuple[Kind, float, str | None], RuleKey] = {}
_numbers = count()


def rule_key(rule: Rule) -> RuleKey:
    """Return the key of a rule. Where it stands and what it is called change no score.

    The rule remembers it: a rule stays the same object while others are typed.
    """
    held = rule.__dict__
    key: RuleKey | None = held.get("_score_key")
    if key is None:
        key = held["_score_key"] = _key_of((rule.kind, rule.pass_score, rule.case))
    return key


def _key_of(depends_on: tuple[Kind, float, str | None]) -> RuleKey:
    key = _keys.get(depends_on)
    if key is None:
        if len(_keys) >= KEYS_MAX:
            _keys.clear()
        key = _keys[depends_on] = RuleKey(next(_numbers))
        key.kind, key.pass_score, key.case = depends_on
    return key


class Scored(NamedTuple):
    """A document's scores, as far as they are known.

    `chosen` gives, for each case and for None (the rules outside cases), the id of the trace whose
    scores are shown; `shown` those scores by the rule's key; `all` every trace's. `waiting` is true
    while newer scores are being made. `picked` are those of traces picked for a case that is not
    their own, on the rules of that case.
    """

    chosen: Mapping[str | None, str] = {}
    shown: Mapping[RuleKey, RuleScore] = {}
    all: tuple[TraceScore, ...] = ()
    waiting: bool = False
    picked: tuple[TraceScore, ...] = ()

    def on(self, case: str | None) -> list[TraceScore]:
        """Return the scores of all traces, or of those that a case is judged on."""
        if case is None:
            return [*self.all]
        return [one for one in (*self.all, *self.picked) if one.case == case]


class View(NamedTuple):
    """A document and what is known about it.

    `traces` are the document's recent traces, newest first; `infos` all traces by id; `skipped` the
    files not read, with the reason. `others` yields the other specs of the workspace. `too_long`
    says that the document is beyond the limit, so that nothing is read in it.
    """

    document: Document
    settings: Settings = Settings()
    tools: ToolIndex = ToolIndex()
    scored: Scored = Scored()
    traces: tuple[TraceInfo, ...] = ()
    infos: Mapping[str, TraceInfo] = {}
    skipped: Mapping[str, Unread] = {}
    others: Callable[[], Iterable[Document]] = tuple

    @property
    def too_long(self) -> bool:
        """Whether the document has more lines than the settings allow."""
        return self.document.lines > self.settings.lines_max

    @property
    def reading(self) -> Reading:
        """The document, read."""
        return self.document.reading

    def score_of(self, entry: Entry) -> RuleScore | None:
        """Return the score shown at a rule's line; None where there is none."""
        return None if entry.rule is None else self.scored.shown.get(rule_key(entry.rule))

    def trace_of(self, case: str | None) -> TraceInfo | None:
        """Return the trace that the rules of a case (None: those outside) are shown against."""
        return self.infos.get(self.scored.chosen.get(case, ""))
