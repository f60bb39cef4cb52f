"""What a rule kind must offer. One kind is one file in `engine/rules`: reason, syntax, meaning.

A kind's file gives: its syntax as a fragment of the grammar (text for `dsl`, which this floor only
carries), how its parts become the kind's value (`build`), what that says of a trace (`judge`), and
examples, which are tests and documentation at once. The file's docstring is its documentation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, NamedTuple, Self, cast

from toolspec.engine.trace import Call, Trace
from toolspec.engine.values import Value
from toolspec.engine.verdict import Evidence, MoreCalls, Verdict


class Syntax(NamedTuple):
    """A kind's share of the grammar.

    `keyword` is the rule's first word; `grammar` is Lark: a first line that says what follows the
    keyword, then further rules of the kind's own, each named `<keyword>_...`. It is put together
    from the base grammar's rules (`pattern`, `arguments`, `value`, ...: `dsl/base.lark`); a base or
    own rule named in it becomes a `Part` of that label. `words` are the kind's other keywords,
    `forms` how the rule is written, one per form, for people; `snippets` are bodies for editors
    (`${1:tool}`).
    """

    keyword: str
    grammar: str
    words: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    snippets: tuple[str, ...] = ()


class Part:
    """One labelled piece of a written rule: its value, its text as written, the pieces inside it.

    `span` is the offsets of the text in its source, for those who point at it; `facts` is room for
    what a reader works out from this piece alone, so that it is worked out once.
    """

    __slots__ = ("_facts", "label", "parts", "source", "span", "value")

    def __init__(
        self,
        label: str,
        value: Any = None,
        source: str = "",
        span: tuple[int, int] = (0, 0),
        parts: Sequence[Part] = (),
    ) -> None:
        self.label, self.value, self.source, self.span = label, value, source, span
        self.parts = tuple(parts)
        self._facts: dict[object, Any] | None = None

    @property
    def facts(self) -> dict[object, Any]:
        """What readers have worked out from this piece."""
        if self._facts is None:
            self._facts = {}
        return self._facts

    def all(self, label: str) -> Iterator[Part]:
        """Yield the pieces of that label, in order."""
        return (part for part in self.parts if part.label == label)

    def get(self, label: str) -> Part | None:
        """Return the first piece of that label, or None."""
        for part in self.parts:  # asked of every rule many times: no generator
            if part.label == label:
                return part
        return None

    def one(self, label: str) -> Part:
        """Return the piece of that label; the grammar promises that it is there."""
        part = self.get(label)
        assert part is not None, f"{self.label} without {label}"
        return part

    def value_of(self, label: str, default: Any = None) -> Any:
        """Return the value of the piece of that label, or a default."""
        part = self.get(label)
        return default if part is None else part.value


class Misuse(ValueError):  # noqa: N818 - a fault of the spec, not of the program
    """A rule that is well-formed and yet cannot stand, such as an empty step window.

    `problem` names the problem's file in `dsl/problems`; `part` is the piece to point at, None for
    the whole rule; `fields` fill its message.
    """

    def __init__(self, problem: str, part: Part | None = None, **fields: str) -> None:
        super().__init__(problem)
        self.problem, self.part, self.fields = problem, part, fields


class Example(NamedTuple):
    """A rule, calls, and what it says of them: a test and a piece of documentation.

    `spec` is the rule as written; `says` is the sentence that introduces it in the documentation.
    Where the status is not `pass`, `summary` is the very sentence that a report gives as the
    reason, and `evidence` the calls it names, with what each of them lacks.
    """

    spec: str
    calls: tuple[Call, ...]
    status: str
    score: float | None
    says: str = ""
    justification: dict[str, Any] | None = None
    summary: str = ""
    evidence: tuple[Evidence, ...] | None = None
    said: Any = None
    """What was said in the run: a `Dialogue`."""

    @property
    def trace(self) -> Trace:
        """The run."""
        return Trace(self.calls, said=self.said)


class Kind(Value):
    """A rule's meaning, without where and how it was written."""

    syntax: ClassVar[Syntax]
    examples: ClassVar[tuple[Example, ...]]
    scores_in_part: ClassVar[bool] = False
    """Whether the score can lie between 0 and 1, so that the clause `pass` has a use."""
    hears_messages: ClassVar[bool] = False
    """Whether the rule looks at messages, so that a part must know its own."""
    judges_unsure: ClassVar[bool] = False
    """Whether `judge` looks at the trace's `unsure` calls itself and says what holds anyway."""

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the value from the parts of a written rule. Raises Misuse where it cannot stand."""
        raise NotImplementedError

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Say how the trace does. Never raises; the rule passes from the score `pass_score` on."""
        raise NotImplementedError

    def judge_spans(
        self, trace: Trace, spans: Sequence[tuple[int, int]], pass_score: float = 1.0
    ) -> Iterable[Verdict]:
        """Judge several spans of a trace's calls, each by itself: from one place to another.

        Their evidence counts the calls of the trace.
        """
        from toolspec.engine.rules.shared.spans import each_span

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
    def is_monotone(self) -> bool:
        """Whether what holds of many calls and of some of them holds of all numbers between."""
        return self.more_calls is not MoreCalls.BOTH and not _has_must(self)

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
