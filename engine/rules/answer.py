"""Look at the answer: the text of the agent's last response.

Why. What the user gets to read is the last thing the agent says. A run that made every right call
and then answered with something else did not help.

How it is judged. The text of the (top) agent's last response matches the value, if it came after
the agent's last call: a text occurs in it, a regex matches in it, a number is a run of its digits.
A last response without text matches nothing, nor does a run that ended with a call. Where the trace
does not record the response, the rule is `unknown`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from toolspec.engine.dialogue import Dialogue, Message
from toolspec.engine.kinds.claims import ANSWER, Claims, SpokenText
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.values import ValuePattern
from toolspec.engine.relations.messages import searched_in_words
from toolspec.engine.syntax import Example, Misuse, Part, Syntax
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.verdict import (
    FAIL,
    PASS,
    UNKNOWN,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
)


def answered_dialogue(text: str | None, after: int = 0) -> Dialogue:
    """Return a dialogue that ends in a response after so many calls, for examples."""
    message = Message("agent", text, after)
    return Dialogue(messages=(message,), last_response=message)


class Answer(Kind):
    """The last response has the value."""

    value: ValuePattern

    searches_text = True
    asks_record = "responses"
    judges_whole = True
    syntax = Syntax(
        keyword="answer",
        grammar="answer_text\nanswer_text: value",
        forms=("answer V",),
        snippets=('answer "${1:text}"', "answer /${1:regex}/"),
    )
    examples = (
        Example(
            'answer "A-1042"',
            (),
            "pass",
            1.0,
            "The text occurs in the last response.",
            said=answered_dialogue("Your order is A-1042."),
        ),
        Example(
            "answer /refunded/i",
            (called("issue_refund"),),
            "fail",
            0.0,
            "The last response says something else.",
            summary='the answer "Done." does not have /refunded/i',
            evidence=(),
            said=answered_dialogue("Done.", after=1),
        ),
        Example(
            "answer 42",
            (),
            "unknown",
            0.0,
            "A trace that records no responses has no last one.",
            summary="the agent's last response is not recorded",
            evidence=(),
        ),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        return f"The agent's last response {searched_in_words(self.value)}."

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts."""
        return cls(rule.value_of("answer_text"))

    def patterns(self) -> tuple[Any, ...]:
        """Return no pattern: the rule is about no call."""
        return ()

    def claims(self, pass_score: float) -> Claims:
        """Say what is in the last response."""
        del pass_score
        return Claims(said=(SpokenText(ANSWER, self.value),))

    def concerns(self, call: Call) -> bool:
        """Tell whether a call could matter: after it, an earlier response is not an answer."""
        return True

    @property
    def more_calls(self) -> MoreCalls:
        """A call after the response makes it no answer."""
        return MoreCalls.HURT

    @property
    def more_of_run(self) -> MoreCalls:
        """A later response is the answer then."""
        return MoreCalls.BOTH

    def takes_clauses(self, written: Sequence[Part]) -> None:
        """Raise Misuse on a clause that divides the trace: there is one answer."""
        for part in written:
            self.refuse_parts(part)

    def refuse_parts(self, part: Part) -> None:
        """Raise Misuse on a clause that divides the trace."""
        if not part.label.startswith("if"):
            raise Misuse("answer-of-whole", part, clause=part.source)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Look for the value in the last response."""
        status, why = self._look(trace)
        return Verdict(status, 1.0 if status is PASS else 0.0, self._explain, trace, status, why)

    def _look(self, trace: Trace) -> tuple[Status, str]:
        response = trace.last_response
        if response is None:
            return UNKNOWN, "the agent's last response is not recorded"
        later = {_is_of(response, call) for call in trace.calls[response.before :]}
        if True in later:
            return FAIL, "the agent gave no answer: its last call came after its last response"
        text = response.text
        if text is None:
            return FAIL, "the agent's last response has no text"
        if not isinstance(text, str):
            return UNKNOWN, "the text of the agent's last response is not recorded"
        if not self.value.in_text(text):
            return FAIL, ""
        if None in later:
            return UNKNOWN, "the agent of a call after the last response is not recorded"
        return PASS, ""

    def _explain(self, trace: Trace, status: Status, why: str, shown: Shown) -> Explanation:
        short = {PASS: "", FAIL: "another answer", UNKNOWN: "answer not recorded"}[status]
        if why:
            return Explanation(why, {"answer": None}, (), short)
        response = trace.last_response
        assert response is not None
        text = response.text if isinstance(response.text, str) else ""
        quoted = shown.short(text)
        does = "has" if status is PASS else "does not have"
        summary = f"the answer {quoted} {does} {self.value.phrase}"
        return Explanation(summary, {"answer": quoted}, (), short)


def _is_of(response: Message, call: Call) -> bool | None:
    """Tell whether the agent that gave a response made a call; None where that is not recorded."""
    if call.agent == response.agent:
        return True
    return None if call.agent is None or response.agent is None else False


RULE = Answer
