"""`result V`: the call returned this.

A text or a regex is compared with each of the result's texts: the text as a whole, the regex
anywhere in it. Any other value is compared with the result as JSON, or with its content where it is
an object with only the key `content`. Whether a call matches whose result is not recorded is open.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Self

from toolspec.engine.match.arguments import Fit, ResultPattern
from toolspec.engine.match.qualifier import Qualifier, QualifierSyntax
from toolspec.engine.match.values import Bindings, Text, ValuePattern
from toolspec.engine.syntax import Example, Part
from toolspec.engine.trace import Call, Unrecorded, called
from toolspec.engine.verdict import Evidence, Shown


class CallResult(Qualifier):
    """The call's result matches `value`."""

    value: ValuePattern

    syntax = QualifierSyntax(
        label="result",
        grammar='"result" value',
        words=("result",),
        forms=("result V",),
    )
    asks_for = "result"
    examples = (
        Example(
            "require bash result /BUILD SUCCEEDED/",
            (called("bash", {"command": "make"}, "BUILD FAILED"),),
            "fail",
            0.0,
            "A regex is looked for in the result's text.",
            summary=(
                'no call matches; nearest: call 1, bash <command: "make">: '
                'its result "BUILD FAILED" does not have /BUILD SUCCEEDED/'
            ),
            evidence=(
                Evidence(
                    0,
                    "nearest",
                    'its result "BUILD FAILED" does not have /BUILD SUCCEEDED/',
                ),
            ),
        ),
        Example(
            "forbid charge result {approved: false}",
            (called("charge", {"id": 1}, {"approved": False}),),
            "fail",
            0.0,
            "Anything but a text or a regex is compared with the result as JSON.",
            summary="call 1, charge <id: 1> is forbidden",
            evidence=(Evidence(0, "offender"),),
        ),
    )

    @cached_property
    def pattern(self) -> ResultPattern:
        """The value as something to compare results with."""
        return ResultPattern(self.value)

    def test(self, call: Call) -> Fit:
        """Say whether the result fits; OPEN where it is not recorded and would decide."""
        return self.pattern.fits(call.result)

    def in_words(self, keys: Mapping[str, str] | None = None) -> str:
        """Say what the call returned."""
        return f"whose result {self.value.in_words()}"

    def differs(self, call: Call, shown: Shown) -> str:
        """Say what was returned instead."""
        if isinstance(call.result, Unrecorded):
            return f"no result is {self.value}"
        if isinstance(self.value.flat, Text):
            return f"its result {shown.short(call.result.text)} does not have {self.value}"
        return self.value.why_result(call.result, shown).of_result()

    @property
    def names(self) -> frozenset[str]:
        """The names in the value."""
        return self.value.names

    @property
    def binds(self) -> frozenset[str]:
        """The names that the value binds."""
        return self.value.binds

    def bound(self, bindings: Bindings, negated: bool = False) -> CallResult:
        """Return the value with its names replaced."""
        return CallResult(self.value.bound(bindings, negated)) if self.names else self

    def bindings(self, call: Call) -> Bindings | None:
        """Return what the names stand for in the call's result."""
        if isinstance(call.result, Unrecorded):
            return {}
        return self.value.result_bindings(call.result)

    @classmethod
    def build(cls, part: Part) -> Self:
        """Make it from its part, whose value is the pattern of a result."""
        return cls(part.value.value)

    @property
    def effort(self) -> int:
        """What the comparison takes."""
        return self.value.effort

    def __str__(self) -> str:
        return f"result {self.value}"


QUALIFIER = CallResult
