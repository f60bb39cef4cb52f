"""What a feature answers from: a document and all that is known about it at this moment.

A feature's answer is a plain function of a `View` and a place in the text. It neither reads a file
nor scores anything: what it needs was made ready before it was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from toolspec.dsl.read import Entry, Reading
from toolspec.engine.kind import Kind
from toolspec.engine.spec import Rule
from toolspec.lsp.document import Document
from toolspec.lsp.judge.messages import RuleScore, TraceInfo, TraceScore
from toolspec.lsp.settings import Settings
from toolspec.lsp.tools import ToolIndex


class RuleKey(NamedTuple):
    """What a rule's score depends on: two rules of one key have one score on one trace."""

    kind: Kind
    pass_score: float
    case: str | None


def rule_key(rule: Rule) -> RuleKey:
    """Return the key of a rule. Where it stands and what it is called change no score.

    The rule remembers it: a rule stays the same object while others are typed.
    """
    held = rule.__dict__
    key: RuleKey | None = held.get("_score_key")
    if key is None:
        key = held["_score_key"] = RuleKey(rule.kind, rule.pass_score, rule.case)
    return key


class Scored(NamedTuple):
    """A document's scores, as far as they are known.

    `chosen` gives, for each case and for None (the rules outside cases), the id of the trace whose
    scores are shown; `shown` those scores by the rule's key; `all` every trace's. `waiting` is true
    while newer scores are being made.
    """

    chosen: Mapping[str | None, str] = {}
    shown: Mapping[RuleKey, RuleScore] = {}
    all: tuple[TraceScore, ...] = ()
    waiting: bool = False


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
    skipped: Mapping[str, str] = {}
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
