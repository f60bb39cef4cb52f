"""Output of calls: each expected result is found on a call.

Why. A tool that was called and returned the wrong thing explains a wrong answer; and a mock should
return exactly what was agreed.

How it is judged. Each entry needs a call of its own with this result: entries and calls are paired
so that as many entries as possible find a call. Results are compared as JSON, objects and lists as
a whole; text that is JSON is that JSON, and where a result is an object with only the key
`content`, what that key holds counts as well. A string is also compared with the text of the
result. The score is the share of the entries that found a call; with `strict` it is 1 when all did,
otherwise 0.

A result that is not recorded, as on a call that never completed, could be anything: if it decides,
the rule is `unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from typing import Any, Self

from toolspec.engine.json_value import identity, pythonic
from toolspec.engine.kinds.claims import NO_CLAIMS, Claims, needs_of
from toolspec.engine.match.arguments import Fit, ResultPattern, as_python
from toolspec.engine.match.call_pattern import CallPattern
from toolspec.engine.match.qualifiers.result import CallResult
from toolspec.engine.match.values import Exactly
from toolspec.engine.rules.shared.entries import Entry, is_strict, written
from toolspec.engine.rules.shared.paired_entries import PairedEntries
from toolspec.engine.syntax import About, Example, Part, Syntax
from toolspec.engine.trace import UNRECORDED, Call, Trace, called
from toolspec.engine.verdict import Evidence, Shown


class WithResult(Entry):
    """A call of `tool` that returned `result`; `source` is the pattern as written."""

    result: ResultPattern

    @staticmethod
    def parts_of(trace: Trace, /) -> Sequence[Any]:
        """Return the calls' results."""
        return trace.results

    def as_calls(self) -> tuple[CallPattern, ...]:
        """Return the call that it is about."""
        return (CallPattern(self.tool, (CallResult(self.result.value),)),)

    @property
    def test(self) -> Callable[[Any], bool]:
        """A function that tells whether a call's result fits for certain."""
        return self.result.test

    def fits(self, part: Any) -> Fit:
        """Hold a call's result against this."""
        return self.result.fits(part)

    @property
    def effort(self) -> int:
        """What the comparison takes."""
        return self.result.value.effort

    @property
    def searches(self) -> int:
        """How many times the texts of a result are searched at most."""
        return self.result.value.searches

    @property
    def walks(self) -> int:
        """How many comparisons each value in a result can take."""
        return self.result.value.walks

    @property
    def keys(self) -> tuple[Hashable, ...] | None:
        """The value, and the text where it is one."""
        wanted = self.result.value.flat
        if type(wanted) is not Exactly:
            return None
        try:
            value = identity(wanted.value)
        except RecursionError:
            return None
        if isinstance(wanted.value, str):
            return ("value", value), ("text", value)
        return (("value", value),)

    @staticmethod
    def content(call: Call) -> Hashable:
        """Return the result as recorded, or that it is not recorded."""
        return UNRECORDED if call.result is UNRECORDED else identity(call.result.recorded)

    @staticmethod
    def keys_of(call: Call, content: Hashable) -> Sequence[Hashable]:
        """Return the result's values and texts; none where it is not recorded."""
        if call.result is UNRECORDED:
            return ()
        recorded = call.result.recorded
        values = [
            ("value", content if value is recorded else identity(value))
            for value in call.result.values
        ]
        return [*values, *[("text", text) for text in call.result.texts]]

    def closeness(self, call: Call) -> tuple[int, int]:
        """Rank all alike: one result that does not fit is as far from fitting as any other."""
        return 0, 0

    def lacks(self, call: Call, shown: Shown) -> str:
        """Say what was returned instead."""
        if call.result is UNRECORDED:
            return "result not recorded"
        return self.result.value.why_not(call.result.values[-1], shown).of_result()

    @cached_property
    def _text(self) -> str | None:
        """The text that is asked for, None where anything else is."""
        wanted = self.result.value.flat
        return wanted.value if type(wanted) is Exactly and type(wanted.value) is str else None

    @property
    def only(self) -> str | None:
        """The text that is asked for: no other value fits."""
        return None if self._text is None else pythonic(self._text)

    def actual(self, trace: Trace, at: int, shown: Shown) -> str:
        """Write the value that fits, or what is inside a lone `content`."""
        part = trace.results[at]
        if part is UNRECORDED:
            return "not recorded"
        text = self._text
        if text is not None:
            result = text if text in part.strings else part.texts[-1]
            return pythonic(result) if shown.values else shown.value(result)
        holds = self.result.value.test
        for value in part.values:
            if holds(value):
                return shown.value(value)
        return shown.value(part.values[-1])

    @property
    def expected(self) -> str:
        """The value as Python would write it."""
        return as_python(self.result.value)


class Output(PairedEntries):
    """A share of `entries` found a call of its own with its result."""

    field = "explained_tool_calls_outputs"
    missing = "result not recorded"
    syntax = Syntax(
        keyword="output",
        grammar=(
            '(mode? ":" output_entry ("," output_entry)* | output_entry)\n'
            'output_entry: pattern "=" value'
        ),
        forms=("output P = V", "output [strict]: P = V, P = V, ..."),
        snippets=("output ${1:tool} = ${2:value}",),
        entry="output_entry",
        modes=("strict",),
        sample="output search = 3",
    )
    examples = (
        Example(
            'output get_temperature = {temperature: 25.0, unit: "fahrenheit"}',
            (called("get_temperature", {}, '{"unit": "fahrenheit", "temperature": 25}'),),
            "pass",
            1.0,
            "Recorded as text that is JSON, a result is that JSON.",
        ),
        Example(
            "output get_humidity = {humidity: 65}",
            (called("get_humidity", {}, {"content": {"humidity": 65}}),),
            "pass",
            1.0,
            "A lone `content` is looked into.",
            {
                "explained_tool_calls_outputs": {
                    "get_humidity_0": "Actual: {'humidity': 65}, Expected: {'humidity': 65}, "
                    "Score: 1.0"
                }
            },
        ),
        Example(
            'output: build = "ok", test = /^\\d+ passed/',
            (called("build", {}, "ok"), called("test", {}, "3 failed")),
            "fail",
            0.5,
            "Text is compared as it is, or searched with a regex.",
            summary=r'1 of 2 entries found a call; test: it returned "3 failed", not /^\d+ passed/',
            evidence=(Evidence(1, "nearest", r'it returned "3 failed", not /^\d+ passed/'),),
        ),
        Example(
            'output strict: build = "ok", test = "ok"',
            (called("build", {}, "ok"), called("test", {}, "failed")),
            "fail",
            0.0,
            "With `strict` every entry needs its call.",
            summary='1 of 2 entries found a call; test: it returned "failed", not "ok"',
            evidence=(Evidence(1, "nearest", 'it returned "failed", not "ok"'),),
        ),
        Example(
            'output build = "ok"',
            (called("build", {}, completed=False),),
            "unknown",
            0.0,
            "A call that never completed has no recorded result.",
            summary="the entry found no call; build: result not recorded",
            evidence=(Evidence(0, "open", "result not recorded"),),
        ),
    )

    def claims(self, pass_score: float) -> Claims:
        """Say that each entry has a call of its own."""
        if pass_score < 1 and not self.strict:
            return NO_CLAIMS
        return Claims(
            needs_of(tuple([CallPattern(entry.tool) for entry in self.entries])), apart=True
        )

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what `=` means here."""
        return {
            "=": About(
                "Returned: a call of the tool before it has the result after it.",
                "They are compared as JSON; a string also with the result's text.",
                'output get_temperature = {temperature: 25.0, unit: "celsius"}',
            )
        }

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts."""
        return cls(tuple(_entry(part) for part in rule.all("output_entry")), is_strict(rule))


def _entry(part: Part) -> WithResult:
    pattern = part.one("pattern")
    return WithResult(
        tool=pattern.value,
        result=ResultPattern(part.value_of("value"), whole=True),
        source=written(pattern),
    )


RULE = Output
