"""Require a sequence: there are matching calls in this order, with any calls in between.

Why. `order` gives part of the score for part of the way. Where only the whole way counts (validate,
then create), or where arguments tell the calls apart, `sequence` says yes or no.

How it is judged. The first entry takes the first call that matches, the next entry the first
matching call after that, and so on. An entry takes one call, completed or not. The rule passes when
every entry has taken one.

`sequence: a -> b` says that such calls are there, and no more. It does not say that every `b` had
an `a` before it: the calls b, a, b pass. And a trace without `b` fails. That every `b` comes after
an `a` is said by `each b: after a`, or of the first `a` by `forbid b until a`.

`must` arguments are checked on every call of the tool that the next unmatched entry names, until
all entries are matched. A call without the argument makes the rule's status `error`.

Where arguments are not recorded, it is open whether a call is taken: the rule is `unknown` if that
could change the verdict.
"""

from __future__ import annotations

from itertools import chain

from toolspec.engine.kinds.claims import Claims, members, needs_of
from toolspec.engine.rules.shared.calls_in_order import CallsInOrder
from toolspec.engine.rules.shared.entries import has_position
from toolspec.engine.rules.shared.sequence_match import Walk
from toolspec.engine.rules.shared.sequence_words import (
    fault_of,
    miss_of,
    open_of,
    taken_fields,
    whatever_of,
)
from toolspec.engine.syntax import About, Example, Syntax
from toolspec.engine.trace import Trace, called
from toolspec.engine.verdict import (
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    evidence,
)


class Sequence(CallsInOrder):
    """A call for each of `entries`, or one for each call of a group, in this order."""

    needs_calls = True
    syntax = Syntax(
        keyword="sequence",
        grammar='":" sequence_entry ("->" sequence_entry)*\nsequence_entry: _call | call_group',
        forms=("sequence: C -> C -> ...", "sequence: C -> (C, C, ...) -> ..."),
        snippets=("sequence: ${1:tool} -> ${2:tool}",),
        entry="sequence_entry",
        sample="sequence: auth -> verify",
    )
    examples = (
        Example(
            "sequence: /^validate_/ -> /^(create|update)_/",
            (called("validate_user"), called("log"), called("update_user")),
            "pass",
            1.0,
            "Other calls may come in between.",
        ),
        Example(
            "sequence: poll -> poll",
            (called("poll"), called("done")),
            "fail",
            0.0,
            "One call serves one entry.",
            summary=(
                "no call matches entry 2, poll, after call 1; "
                "call 1: it is already taken by entry 1"
            ),
            evidence=(
                Evidence(0, "nearest", "it is already taken by entry 1"),
                Evidence(0, "match"),
            ),
        ),
        Example(
            'sequence: write <path: "a.py"> -> bash <command: /test/>',
            (
                called("bash", {"command": "make test"}),
                called("write", {"path": "a.py", "mode": "w"}),
            ),
            "fail",
            0.0,
            "The test came before the file was written.",
            summary=(
                "no call matches entry 2, bash <command: /test/>, after call 2; "
                "call 1: it came before call 2"
            ),
            evidence=(Evidence(0, "nearest", "it came before call 2"), Evidence(1, "match")),
        ),
        Example(
            'sequence: write <path: "a.py"> -> bash',
            (called("write"), called("bash")),
            "unknown",
            0.0,
            "The file's path was not recorded.",
            summary="the arguments of call 1, write are not recorded",
            evidence=(Evidence(0, "open", "arguments not recorded"),),
        ),
        Example(
            'sequence: write <must path: "a.py"> -> bash',
            (called("write", {"file": "a.py"}), called("bash")),
            "error",
            0.0,
            "`must` says that each call of the tool that the next entry names has the argument.",
            summary='call 1, write <file: "a.py"> must have the argument `path`, and does not',
            evidence=(Evidence(0, "fault", "the argument `path`"),),
        ),
    )

    def in_words(self) -> str:
        """Return what the rule asks, as one plain sentence."""
        entries = ", then ".join([entry.with_article() for entry in self.entries])
        return f"There are calls in this order, with any others in between: {entries}."

    @classmethod
    def meanings(cls) -> dict[str, About]:
        """Return what `->` means here: calls may come in between."""
        return {
            "->": About(
                "Then: a later call. Others may come in between.",
                "Each entry takes one call after the call of the entry before. An entry's tool may "
                "also be called earlier: the rule says only that such calls are there.",
                "sequence: login -> create_order <express: true> -> logout",
            )
        }

    def deciding_entry(self, reason: Explanation) -> int | None:
        """Return the first entry that took no call."""
        taken = reason.justification.get("calls_taken")
        return len(taken) if isinstance(taken, list | tuple) else None

    @property
    def more_calls(self) -> MoreCalls:
        """Only keep the rule, for other calls may come between; but `first` can become second."""
        return MoreCalls.BOTH if has_position(self.entries) else MoreCalls.HELP

    def claims(self, pass_score: float) -> Claims:
        """Say that there are calls for all entries, in their order."""
        del pass_score
        groups = tuple([members(entry) for entry in self.entries])
        return Claims(needs_of(chain.from_iterable(groups)), apart=True, in_order=groups)

    def _status(self, walk: Walk, done: int) -> Status:
        if not walk.ends & done:
            return Status.FAIL if walk.ends else Status.ERROR
        if walk.ends == done and walk.fault is None:
            return Status.PASS
        return Status.UNKNOWN

    def _explain(self, trace: Trace, walk: Walk, status: Status, shown: Shown) -> Explanation:
        fields = taken_fields(trace, walk, shown)
        if status is Status.PASS:
            count = len(self.entries)
            summary = (
                f"all {count} entries found a call in order"
                if count > 1
                else "the entry found a call"
            )
            return Explanation(summary, fields, evidence(walk.taken, "match"))
        if walk.waiting < len(self.entries):
            fields["first_entry_without_call"] = str(self.entries[walk.waiting])
        if status is Status.ERROR and walk.open_at is None:
            return fault_of(trace, walk, self.entries, shown, fields)
        if walk.open_at is None:
            return miss_of(trace, walk, self.entries, shown, fields)
        if status is Status.UNKNOWN:
            return open_of(trace, walk, self.entries, shown, fields)
        return whatever_of(trace, walk, len(self.entries), shown, fields)


RULE = Sequence
