"""What a rule kind must offer. One kind is one file in `engine/rules`: reason, syntax, meaning.

A kind's file gives: its syntax as a fragment of the grammar (text for `dsl`, which this floor only
carries), how its parts become the kind's value (`build`), what that says of a trace (`judge`), and
examples, which are tests and documentation at once. The file's docstring is its documentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast

from toolspec.engine.kinds.drawing import NOTHING, CallPart, Drawing
from toolspec.engine.syntax import About, Example, Misuse, Part, Syntax
from toolspec.engine.trace import Call, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import Explanation, MoreCalls, Verdict

if TYPE_CHECKING:
    from toolspec.engine.kinds.claims import Claims


class Kind(Value):
    """A rule's meaning, without where and how it was written."""

    syntax: ClassVar[Syntax] = Syntax("", "")
    examples: ClassVar[tuple[Example, ...]]
    scores_in_part: ClassVar[bool] = False
    """Whether the score can be between 0 and 1, so that the clause `pass` has a use."""
    hears_messages: ClassVar[bool] = False
    """Whether the rule looks at messages, so that a part must know its own."""
    judges_unsure: ClassVar[bool] = False
    """Whether `judge` looks at the trace's `unsure` calls itself and says what holds anyway."""
    needs_calls: ClassVar[bool] = False
    """Whether it fails for want of a call that matches, so that asking for less can help."""
    frees_keys: ClassVar[bool] = True
    """Whether a call may have other arguments than those written."""
    counts_calls: ClassVar[bool] = False
    """Whether its entries compare the number of matching calls with a number."""
    binds_names: ClassVar[bool] = False
    """Whether a `$name` before its colon stands for a value in what comes after it."""
    searches_text: ClassVar[bool] = False
    """Whether its value is looked for in a text, as after `says`."""
    takes_windows: ClassVar[bool] = True
    """Whether it takes windows and words about steps and turns."""
    judges_whole: ClassVar[bool] = False
    """Whether its line takes no clause that says which part of a trace is judged."""
    offends: ClassVar[str] = "decides against it"
    """What the call did that decides against a rule, where the evidence does not say."""
    offender_part: ClassVar[CallPart | None] = "missing"
    """What a timeline makes of such a call; None where `drawing` says it."""
    evidence_is_sentence: ClassVar[bool] = False
    """Whether its evidence of such a call is a complete sentence, which names the call."""

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the value from the parts of a written rule. Raises Misuse on what is not allowed."""
        raise NotImplementedError

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what words and signs mean in these rules and in no others."""
        return {}

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence; "" where its documentation says it."""
        return ""

    @classmethod
    def written_otherwise(cls, rule: Part) -> tuple[str, Part] | None:
        """Return the rule as another kind writes it, and the last part that this replaces.

        None where no other kind says the same.
        """
        del rule
        return None

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the index of the entry that decides a verdict; None if no single one does."""
        del reason
        return None

    def part_of_offender(self, reason: Explanation) -> CallPart | None:
        """Return what a timeline makes of a call that decides against the rule."""
        del reason
        return self.offender_part

    def drawing(self, trace: Trace, reason: Explanation) -> Drawing:
        """Return what a timeline draws beside the evidence of a verdict. May raise TooMuchError."""
        del trace, reason
        return NOTHING

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Say how the trace does. Never raises; the rule passes from the score `pass_score` on."""
        raise NotImplementedError

    def judge_spans(
        self, trace: Trace, spans: Sequence[tuple[int, int]], pass_score: float = 1.0
    ) -> Iterable[Verdict]:
        """Judge several spans of a trace's calls, each by itself: from one place to another.

        Their evidence counts the calls of the trace.
        """
        from toolspec.engine.parts.spans import each_span

        return each_span(self.judge, trace, spans, pass_score)

    def takes_clauses(self, written: Sequence[Part]) -> None:
        """Look at the part clauses of a rule. Raises Misuse where it does not take one of them."""
        for part in written:
            if part.label == "per_time":
                raise Misuse("rate_without_bound", part, clause=part.source)

    def refuse_parts(self, part: Part) -> None:
        """Raise Misuse where the rule does not take a clause, its own or that of a block."""
        del part

    def with_tools(self, tools: Any) -> Self:
        """Return the rule as it is where the spec lists its tools, a `ToolList`."""
        del tools
        return self

    def in_parts(self) -> Self:
        """Return the rule as it is where it judges a part of a trace and not the whole."""
        return self

    def patterns(self) -> tuple[Any, ...]:
        """Return the tool patterns the rule speaks of, in the order they are written."""
        raise NotImplementedError

    @property
    def more_calls(self) -> MoreCalls:
        """What calls that a trace does not record could do to the rule's verdict."""
        return MoreCalls.BOTH

    @property
    def more_of_run(self) -> MoreCalls:
        """What the rest of a run that has not ended could do to the verdict: calls and messages."""
        return self.more_calls

    @property
    def is_monotone(self) -> bool:
        """Whether what holds of many calls and of some of them holds of all numbers between."""
        return self.more_calls is not MoreCalls.BOTH and not _has_must(self)

    def claims(self, pass_score: float) -> Claims:
        """Return what is certain of every trace that passes the rule from this score on."""
        from toolspec.engine.kinds.claims import NO_CLAIMS

        del pass_score
        return NO_CLAIMS

    def concerns(self, call: Call) -> bool:
        """Tell whether a call that may have been made, and was not read, could matter to the rule.

        Its name is empty where it may be of any tool.
        """
        return not call.name or any(pattern.means(call.name) for pattern in self.patterns())


def _has_must(value: object) -> bool:
    """Tell whether a `must` key stands anywhere in a rule: a call without it is an error."""
    if isinstance(value, tuple):
        return any(_has_must(item) for item in cast("tuple[object, ...]", value))
    if not isinstance(value, Value):
        return False
    return any(
        getattr(value, name) is True if name == "must" else _has_must(getattr(value, name))
        for name in type(value).fields
    )
