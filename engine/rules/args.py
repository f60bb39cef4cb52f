"""Arguments of calls: each expected call is found with its arguments.

Why. Calling the right tool with the wrong user is worse than not calling it. The entries say which
calls there must be and with what; how far an agent got is worth part of the score.

How it is judged. Each entry needs a call of its own: entries and calls are paired so that as many
entries as possible find a call, so order does not matter. A call fits when it has exactly these
arguments; with `subset` it may have others as well. Values are compared as JSON, as a whole; `<>`
means no arguments, or with `subset` any. Every call counts, completed or not. The score is the
share of the entries that found a call; with `strict` it is 1 when all did, otherwise 0.

Arguments that are not recorded could be anything: if they decide whether the rule passes, it is
`unknown`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, Self

from toolspec.engine.json_value import identity
from toolspec.engine.kinds.claims import NO_CLAIMS, Claims, needs_of
from toolspec.engine.match.arguments import Arguments, Fit, dict_as_python
from toolspec.engine.match.call_pattern import CallPattern, refuse_must
from toolspec.engine.match.qualifiers.arguments import CallArguments, closeness, lacking
from toolspec.engine.rules.shared.entries import Entry, is_strict, written
from toolspec.engine.rules.shared.paired_entries import PairedEntries
from toolspec.engine.syntax import Example, Misuse, Part, Syntax
from toolspec.engine.trace import UNRECORDED, Call, Trace, called
from toolspec.engine.verdict import Evidence, Shown


class WithArguments(Entry):
    """A call of `tool` with `arguments`; `source` is the pattern as written."""

    arguments: Arguments = Arguments((), exact=True)

    any_key = False

    @staticmethod
    def parts_of(trace: Trace, /) -> Sequence[Any]:
        """Return the calls' arguments."""
        return trace.arguments

    def as_calls(self) -> tuple[CallPattern, ...]:
        """Return the call that it is about."""
        return (CallPattern(self.tool, (CallArguments(self.arguments),)),)

    @property
    def test(self) -> Callable[[Any], bool]:
        """A function that tells whether a call's arguments fit for certain."""
        return self.arguments.test

    def fits(self, part: Any) -> Fit:
        """Hold a call's arguments against these."""
        return self.arguments.fits(part)

    @property
    def effort(self) -> int:
        """What the comparison takes."""
        return self.arguments.effort

    @property
    def searches(self) -> int:
        """How many times the texts of the arguments are searched at most."""
        return self.arguments.searches

    @property
    def walks(self) -> int:
        """How many comparisons each value in the arguments can take."""
        return self.arguments.walks

    @property
    def keys(self) -> tuple[Hashable, ...] | None:
        """The arguments as a whole where they are exactly these, else each by itself."""
        plain = self.arguments.plain
        if plain is None:
            return None
        try:
            if self.arguments.exact:
                return (identity(plain),)
            return tuple([(key, identity(value)) for key, value in plain.items()]) or None
        except RecursionError:
            return None

    @staticmethod
    def content(call: Call) -> Hashable:
        """Return the arguments, or that they are not recorded."""
        return UNRECORDED if call.arguments is UNRECORDED else identity(call.arguments)

    @staticmethod
    def keys_of(call: Call, content: Hashable) -> Sequence[Hashable]:
        """Return the arguments as a whole and each by itself; none where they are not recorded."""
        if call.arguments is UNRECORDED:
            return ()
        return (content, *content) if isinstance(content, frozenset) else (content,)  # type: ignore[misc]

    def closeness(self, call: Call) -> tuple[int, int]:
        """Rank by how many arguments fit, then by how few others there are."""
        return closeness(self.arguments, call)

    def lacks(self, call: Call, shown: Shown) -> str:
        """Say which arguments differ."""
        return lacking(self.arguments, call, shown)

    def actual(self, trace: Trace, at: int, shown: Shown) -> str:
        """Write the call's arguments."""
        if shown.values:
            return trace.texts.get(at) or trace.text_of(at)
        part = trace.arguments[at]
        return "not recorded" if part is UNRECORDED else shown.value(part)

    @property
    def expected(self) -> str:
        """The arguments as a Python dictionary."""
        return dict_as_python([(entry.key, entry.value) for entry in self.arguments.entries])


class Args(PairedEntries):
    """A share of `entries` found a call of its own with its arguments."""

    field = "explained_tool_calls_args"
    missing = "arguments not recorded"
    frees_keys = False
    syntax = Syntax(
        keyword="args",
        grammar=(
            '(args_mode? ":" args_entry ("," args_entry)* | args_single)\n'
            "args_mode: STRICT_MODE SUBSET_MODE? | SUBSET_MODE\n"
            "args_entry: pattern arguments\n"
            "args_single: pattern subset? arguments -> args_entry"
        ),
        words=("strict", "subset"),
        forms=("args P [subset] <...>", "args [strict] [subset]: P <...>, P <...>, ..."),
        snippets=(
            "args ${1:tool} <${2:key}: ${3:value}>",
            "args ${1:tool} subset <${2:key}: ${3:value}>",
            "args strict: ${1:tool} <${2:key}: ${3:value}>",
        ),
        entry="args_entry",
        modes=("strict", "subset", "strict subset"),
        sample='args search <query: "...">',
    )
    examples = (
        Example(
            "args update_user <user_id: 123, notify: true>",
            (called("update_user", {"user_id": 123, "notify": True}),),
            "pass",
            1.0,
            "Exactly these arguments.",
            {
                "explained_tool_calls_args": {
                    "update_user_0": "Actual: {'user_id': 123, 'notify': True}, "
                    "Expected: {'user_id': 123, 'notify': True}, Score: 1.0"
                }
            },
        ),
        Example(
            'args send_email subset <to: "user@example.com">',
            (called("send_email", {"to": "user@example.com", "cc": "boss@example.com"}),),
            "pass",
            1.0,
            "With `subset` other arguments are free; without it they are a miss.",
        ),
        Example(
            "args: validate <data: {id: 1}>, fetch <id: 1>, fetch <id: 2>",
            (
                called("validate", {"data": {"id": 1}}),
                called("fetch", {"id": 2}),
                called("fetch", {"id": 9}),
            ),
            "fail",
            2 / 3,
            "Each entry needs a call of its own; two of three found one.",
            summary="2 of 3 entries found a call; fetch: `id` is 9, not 1",
            evidence=(Evidence(2, "nearest", "`id` is 9, not 1"),),
        ),
        Example(
            "args: fetch <id: /^1/>, fetch <id: ...>",
            (called("fetch", {"id": "12"}), called("fetch", {"id": "7"})),
            "pass",
            1.0,
            "Entries and calls are paired so that most entries find a call, in any order.",
        ),
        Example(
            "args strict: login <>, fetch <id: 1>",
            (called("login", {}), called("fetch")),
            "unknown",
            0.0,
            "The arguments of `fetch` were not recorded: they could be these.",
            summary="1 of 2 entries found a call; fetch: arguments not recorded",
            evidence=(Evidence(1, "open", "arguments not recorded"),),
        ),
    )

    def claims(self, pass_score: float) -> Claims:
        """Say that each entry has a call with its arguments of its own."""
        if pass_score < 1 and not self.strict:
            return NO_CLAIMS
        calls = [call for entry in self.entries for call in entry.as_calls()]
        return Claims(needs_of(tuple(calls)), apart=True)

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where an argument says `must`."""
        free = "subset" in rule.value_of("mode", ())
        return cls(tuple(_entry(part, free) for part in rule.all("args_entry")), is_strict(rule))


def _entry(part: Part, free: bool) -> WithArguments:
    free = free or part.get("subset") is not None
    pattern, arguments = part.one("pattern"), part.one("arguments")
    if arguments.value.has:
        raise Misuse("has-in-args", arguments)
    refuse_must(arguments, part.label)
    return WithArguments(
        tool=pattern.value,
        arguments=arguments.value.replace(exact=not free),
        source=written(pattern),
    )


RULE = Args
