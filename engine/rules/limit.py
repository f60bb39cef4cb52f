"""Limit what a run may cost: calls, repeats, loops, failures, sums, steps, turns, time, tokens.

Why. An agent that reaches its goal with forty calls, or after the same search six times, is one
that nobody wants to pay for. A budget says so in one line.

How it is judged. Each entry compares one measure with a number (`duration` with a length of time).
The score is the share of the entries that hold; the rule passes when all do, or from the score of
its `pass` clause on. What the trace does not record is `unknown`, unless the other entries decide.

`calls` counts calls, completed or not. `repeats` is the most times that one call, with the same
tool and equal arguments, was made again; `loops` the most times that a block of up to 8 calls came
again directly after itself. `failures` counts failed calls. `sum <key>` adds up an argument.
`steps` counts the agent's model responses, `turns` the user's messages. `duration` is the time from
the first start to the last end. `tokens` are those of the model's responses, input and output.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf
from typing import Any, Self

from toolspec.engine.json_value import Json, spaced
from toolspec.engine.kinds.claims import NO_CLAIMS, Bound, Claims
from toolspec.engine.kinds.kind import Kind
from toolspec.engine.match.comparison import COMPARISONS, IN_WORDS
from toolspec.engine.match.duration import Duration, read_duration, readable
from toolspec.engine.match.sorted_calls import call_phrase
from toolspec.engine.measures import WORDS, measure, measures
from toolspec.engine.measures.measure import Amount, Measure, measured
from toolspec.engine.syntax import About, Example, Misuse, Part, Syntax, documented
from toolspec.engine.trace import Call, Trace, called
from toolspec.engine.values import Value
from toolspec.engine.verdict import (
    PASS,
    UNKNOWN,
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    brief,
    decided,
)

_DIGITS_MAX = 15


class Limit(Value):
    """One entry: a measure, compared with a number, or with a range up to `highest`."""

    measure: Measure
    comparison: str
    number: Any
    highest: float | None = None

    def in_words(self) -> str:
        """Return the entry, for a sentence: `calls at most 20`."""
        top = f" to {self.highest}" if self.highest is not None else ""
        if top:
            return f"{self.measure} {'not ' * (self.comparison == '!=')}{self.number}{top}"
        return f"{self.measure} {IN_WORDS[self.comparison]} {self.number}"

    @property
    def bound(self) -> float:
        """The number it is compared with; of a length of time, its nanoseconds."""
        return self.number.ns if isinstance(self.number, Duration) else self.number

    def holds(self, amount: float) -> bool:
        """Tell whether so much is right."""
        if self.highest is not None:
            return (self.bound <= amount <= self.highest) == (self.comparison == "=")
        return COMPARISONS[self.comparison](amount, self.bound)

    def judged(self, amount: Amount) -> bool | None:
        """Tell whether the entry holds, None where what is not recorded decides."""
        if amount.is_certain:
            return self.holds(amount.least)
        # Where the answer changes, it does so beside the numbers written.
        edges = {amount.least, amount.most}
        for edge in (self.bound, self.bound if self.highest is None else self.highest):
            edges.update((edge - 1, edge, edge + 1))
        outcomes = {self.holds(edge) for edge in edges if amount.least <= edge <= amount.most}
        return outcomes.pop() if len(outcomes) == 1 else None

    @property
    def expected(self) -> str:
        """The comparison and what it compares with: `<= 20`."""
        number = str(self.number) if isinstance(self.number, Duration) else spaced(self.number)
        number = number if self.highest is None else f"{number}..{self.highest}"
        return f"{self.comparison} {number}"

    def written(self, amount: float) -> str:
        """Return an amount as a person reads it."""
        if self.measure.unit == "duration":
            return readable(int(amount))
        return spaced(amount)

    def __str__(self) -> str:
        return f"{self.measure} {self.expected}"


class LimitRule(Kind):
    """Every entry holds; `divided` says that it is judged of a part of the trace."""

    entries: tuple[Limit, ...]
    divided: bool = False

    offender_part = "extra"
    scores_in_part = True
    syntax = Syntax(
        keyword="limit",
        grammar=(
            '":" limit_entry ("," limit_entry)*\n'
            "limit_entry: limit_measure comparison limit_number\n"
            'limit_measure: "calls" | "repeats" | "loops" | "failures" | "sum" "<" _key ">"'
            ' | "steps" | "turns" | "duration" | "tokens"\n'
            "limit_number: NUMBER"
        ),
        words=WORDS,
        forms=("limit: MEASURE <= N, ...",),
        snippets=("limit: ${1|" + ",".join(WORDS) + "|} <= ${2:20}",),
        entry="limit_entry",
    )
    examples = (
        Example(
            "limit: calls <= 3, loops = 0",
            (called("search", {"q": "a"}), called("read", {"id": 1})),
            "pass",
            1.0,
            "Two calls, and none came again.",
        ),
        Example(
            "limit: calls <= 3, repeats = 0",
            (called("search", {"q": "a"}), called("read", {"id": 1}), called("search", {"q": "a"})),
            "fail",
            0.5,
            "The same search was made again.",
            summary='one call was made again once, not = 0: call 3, search <q: "a">',
            evidence=(Evidence(2, "offender", "one call was made again once"),),
        ),
        Example(
            "limit: failures = 0",
            (called("deploy"),),
            "unknown",
            0.0,
            "The trace does not say whether the call failed.",
            summary="failures = 0: the status is not recorded",
            evidence=(),
        ),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        parts = [entry.in_words() for entry in self.entries]
        return f"There are limits: {', '.join(parts)}."

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what its measures measure."""
        return {
            measure.word: documented(measure, f"limit: {measure.written}") for measure in measures()
        }

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse on a number that fits no measure."""
        return cls(tuple(_entry(part) for part in rule.all("limit_entry")))

    def patterns(self) -> tuple[Any, ...]:
        """Return no pattern: every call counts."""
        return ()

    def claims(self, pass_score: float) -> Claims:
        """Say what the measures are."""
        if pass_score < 1:
            return NO_CLAIMS
        return Claims(
            bounds=tuple(
                [
                    Bound(
                        str(entry.measure), entry.comparison, entry.bound, entry.highest, str(entry)
                    )
                    for entry in self.entries
                ]
            )
        )

    def concerns(self, call: Call) -> bool:
        """Tell whether the call could matter: every call counts."""
        return True

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the first entry that does not hold, by what the reason says in a few words."""
        short = reason.brief.split(": ")[-1]
        for at, entry in enumerate(self.entries):
            if short in (str(entry), _off(entry)):
                return at
        return None

    @property
    def more_calls(self) -> MoreCalls:
        """Only make measures that grow more; what that does depends on the comparisons."""
        if not all(entry.measure.grows for entry in self.entries):
            return MoreCalls.BOTH
        comparisons = {entry.comparison for entry in self.entries}
        if comparisons <= {">", ">="}:
            return MoreCalls.HELP
        zero = all(entry.comparison in ("<", "<=") or entry.bound == 0 for entry in self.entries)
        return MoreCalls.HURT if comparisons <= {"<", "<=", "="} and zero else MoreCalls.BOTH

    def in_parts(self) -> Self:
        """Return the rule as it measures a part."""
        return self.replace(divided=True)

    def takes_clauses(self, written: Sequence[Part]) -> None:
        """Raise Misuse on a measure of the whole trace with a clause that divides it."""
        for part in written:
            self.refuse_parts(part)

    def refuse_parts(self, part: Part) -> None:
        """Raise Misuse where an entry measures the whole trace alone."""
        for entry in self.entries:
            if not entry.measure.of_parts and not part.label.startswith("if"):
                raise Misuse(
                    "measure-of-whole", part, measure=str(entry.measure), clause=part.source
                )

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Score how many entries hold; be unknown where what is not recorded decides."""
        amounts = [measured(entry.measure, trace, self.divided) for entry in self.entries]
        outcomes = [
            entry.judged(amount) for entry, amount in zip(self.entries, amounts, strict=True)
        ]
        total = len(outcomes)
        score = sum([outcome is True for outcome in outcomes]) / total
        status = decided(
            score, sum([outcome is not False for outcome in outcomes]) / total, pass_score
        )
        score = 0.0 if status is UNKNOWN else score
        return Verdict(status, score, self._explain, trace, amounts, outcomes, status)

    def _explain(
        self,
        trace: Trace,
        amounts: list[Amount],
        outcomes: list[bool | None],
        status: Status,
        shown: Shown,
    ) -> Explanation:
        fields: dict[str, Json] = {}
        reasons: list[str] = []
        listed: list[Evidence] = []
        for entry, amount, holds in zip(self.entries, amounts, outcomes, strict=True):
            was = self._was(entry, amount, shown)
            fields[str(entry)] = was if amount.is_certain else f"{amount.missing} not recorded"
            if holds is False:
                sentence = entry.measure.says(was)
                words = f"{sentence}, not {entry.expected}"
                last = next(iter(amount.calls), None)
                if last is not None:
                    listed.append(Evidence(last, "offender", sentence))
                    words += f": {call_phrase(trace, last, shown)}"
                reasons.append(words)
            elif holds is None and status is UNKNOWN:
                verb = (
                    "are" if amount.missing.endswith("s") and amount.missing != "status" else "is"
                )
                reasons.append(f"{entry}: the {amount.missing} {verb} not recorded")
        off = [
            entry for entry, holds in zip(self.entries, outcomes, strict=True) if holds is not True
        ]
        if not off:
            reasons = [
                entry.measure.says(self._was(entry, amount, shown))
                for entry, amount in zip(self.entries, amounts, strict=True)
                if amount.is_certain
            ][:3] or ["every entry holds"]
        short = "" if status is PASS else brief(str(off[0]), _off(off[0])) if off else ""
        summary = "; ".join(reasons) or "every entry holds"
        summary += "".join([entry.measure.near_misses(trace, shown) for entry in self.entries])
        return Explanation(summary, {"limits": fields}, tuple(listed), short)

    def _was(self, entry: Limit, amount: Amount, shown: Shown) -> str:
        if entry.measure.unit == "number" and not shown.values:
            return "(number)"
        number = amount.least
        whole = int(number) if abs(number) != inf and number == int(number) else number
        return entry.written(whole)


def _off(entry: Limit) -> str:
    return f"{entry.measure.word} off"


def _entry(part: Part) -> Limit:
    written = part.one("limit_measure")
    word = written.source.split("<")[0].strip()
    kind = measure(word)
    measured = kind(*([written.value] if word == "sum" else []))
    comparison, number = part.one("comparison"), part.one("limit_number")
    sign = "=" if comparison.value == "==" else comparison.value
    bound = _bound(measured, number, sign)
    low, highest = bound if isinstance(bound, tuple) else (bound, None)
    return Limit(measured, sign, low, highest)


def _bound(
    measured: Measure, part: Part, sign: str
) -> int | float | Duration | tuple[float, float]:
    """Return what an entry compares with. Raises Misuse where that is not of its unit."""
    text = part.source
    fields = {"measure": str(measured), "number": text}
    if measured.unit == "duration":
        duration = read_duration(text)
        if duration is None:
            raise Misuse("bad-duration", part, duration=text)
        return duration
    low, dots, high = text.partition("..")
    ends = [low, high] if dots else [low]
    if measured.unit == "number":
        try:
            numbers = [_number(end) for end in ends]
        except ValueError:
            fields |= {"what": "a number", "instead": "a number"}
            raise Misuse("limit-number", part, **fields) from None
    elif all(end.isascii() and end.isdigit() and len(end) <= _DIGITS_MAX for end in ends):
        numbers = [int(end) for end in ends]
    else:
        what = "a whole number, 0 or more"
        raise Misuse("limit-number", part, **fields, what=what, instead=_meant(text) or what)
    if not dots:
        return numbers[0]
    if sign not in ("=", "!="):
        raise Misuse("range-comparison", part, comparison=sign, low=low, high=high)
    if numbers[0] > numbers[1]:
        raise Misuse("empty-range", part, range=text, corrected=f"{high}..{low}")
    return numbers[0], numbers[1]


def _number(text: str) -> int | float:
    whole = text.removeprefix("-").isdigit() and len(text) <= _DIGITS_MAX
    return int(text) if whole else float(text)


_SHORT = re.compile(r"([0-9_]{1,12})([kKmM]?)")


def _meant(text: str) -> str:
    """Return the number that `10k` or `10_000` most likely is, in `code`, "" for none."""
    match = _SHORT.fullmatch(text)
    digits = match[1].replace("_", "") if match else ""
    if match is None or not digits:
        return ""
    zeros = {"k": "000", "m": "000000", "": ""}[match[2].lower()]
    return f"`{int(digits)}{zeros}`"


RULE = LimitRule
