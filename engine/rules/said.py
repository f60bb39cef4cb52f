"""Require or forbid a message: `require agent says V`, `forbid user says V`."""

from __future__ import annotations

from typing import Any

from toolspec.engine.kinds.claims import Claims, SpokenText
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.relations.messages import MessagePattern, searched_in_words
from toolspec.engine.syntax import Misuse, Part
from toolspec.engine.trace import UNRECORDED, Call, Trace
from toolspec.engine.verdict import (
    FAIL,
    PASS,
    UNKNOWN,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    passed,
)


class Said(Kind):
    """A message matches, or with `forbidden` none does."""

    message: MessagePattern
    forbidden: bool = False

    hears_messages = True

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        who, words = self.message.role, searched_in_words(self.message.value)
        if self.forbidden:
            return f"The {who} never says anything that {words}."
        return f"The {who} says something that {words}."

    def patterns(self) -> tuple[Any, ...]:
        """Return no pattern: the rule is about no call."""
        return ()

    def claims(self, pass_score: float) -> Claims:
        """Say that there is such a message, or none."""
        del pass_score
        spoken = (SpokenText(self.message.role, self.message.value),)
        return Claims(unsaid=spoken) if self.forbidden else Claims(said=spoken)

    def concerns(self, call: Call) -> bool:
        """Tell whether a call could matter: none does."""
        return False

    @property
    def more_calls(self) -> MoreCalls:
        """No call changes what was said."""
        return MoreCalls.HURT if self.forbidden else MoreCalls.HELP

    @property
    def syntax(self) -> Any:  # type: ignore[override]
        """That of the rule it is a form of."""
        from toolspec.engine.rules import kind

        return kind("forbid" if self.forbidden else "require").syntax

    def takes_clauses(self, written: Any) -> None:
        """Raise Misuse on a clause that takes messages apart by what only calls have."""
        for part in written:
            self.refuse_parts(part)

    def refuse_parts(self, part: Part) -> None:
        """Raise Misuse on `per step` and `per agent`."""
        if part.label in ("per_step", "per_agent", "per_time"):
            raise Misuse("message-part", part, clause=part.source)

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Look for the message."""
        first, could = -1, -1
        if self.message.is_recorded(trace):
            for at, message in enumerate(trace.messages):
                fits = self.message.fits(message)
                if fits:
                    first = at
                    break
                if fits is None and could < 0:
                    could = at
            status = UNKNOWN if could >= 0 else passed(self.forbidden)
            if first >= 0:
                status = FAIL if self.forbidden else PASS
        else:
            status = UNKNOWN
        score = 1.0 if status is PASS else 0.0
        return Verdict(status, score, self._explain, trace, first, status)

    def _explain(self, trace: Trace, place: int, status: Status, shown: Shown) -> Explanation:
        who = "the user" if self.message.role == "user" else "the agent"
        value = self.message.value.phrase
        if status is UNKNOWN:
            short = "messages not recorded"
            return Explanation(
                f"{self.message.missing} is not recorded", {"message": None}, (), short
            )
        if place < 0:
            short = "" if status is PASS else f"{who} did not say it"
            return Explanation(f"{who} never said {value}", {"message": None}, (), short)
        message = trace.messages[place]
        text = message.text if message.text is not UNRECORDED and message.text else ""
        where = f"before call {message.before + 1}" if message.before < len(trace) else "at the end"
        summary = f"{who} said {shown.short(text)} {where}"
        short = f"{who} said it" if self.forbidden else ""
        tail = f", which has {value}" if shown.values else ""
        return Explanation(summary + tail, {"message": shown.short(text)}, (), short)
