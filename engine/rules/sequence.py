"""Require a sequence: there are matching calls in this order, with any calls in between.

Why. `order` gives part of the score for part of the way. Where only the whole way counts (validate,
then create), or where arguments tell the calls apart, `sequence` says yes or no.

How it is judged. The first entry takes the first call that matches, the next entry the first
matching call after that, and so on. An entry takes one call, completed or not. The rule passes when
every entry has taken one.

`sequence: a -> b` says that such calls are there, and no more. It does not say that every `b` had
an `a` before it: the calls b, a, b pass. And a trace without `b` fails. No rule can say yet that a
call comes only after another.

`must` arguments are checked on every call of the tool that the next unmatched entry names, until
all entries are matched. A call without the argument makes the rule's status `error`.

Where arguments are not recorded, it is open whether a call is taken: the rule is `unknown` if that
could change the verdict.
"""

from __future__ import annotations

from typing import Self

from toolspec.engine.effort import TooMuchError, too_much
from toolspec.engine.json_value import Json
from toolspec.engine.kind import Example, Kind, Part, Syntax
from toolspec.engine.match.tool_pattern import ToolPattern
from toolspec.engine.rules.shared.entries import written
from toolspec.engine.rules.shared.lookup import (
    arguments_of,
    brief_of_fault,
    call_phrase,
    missing_must,
)
from toolspec.engine.rules.shared.nearest import lacking, nearest
from toolspec.engine.rules.shared.sequence_match import Stop, Walk, walk_through
from toolspec.engine.trace import Trace, called
from toolspec.engine.verdict import (
    Evidence,
    Explanation,
    MoreCalls,
    Shown,
    Status,
    Verdict,
    evidence,
    more_than_listed,
)


class Sequence(Kind):
    """A call for each of `stops`, in this order."""

    stops: tuple[Stop, ...]

    syntax = Syntax(
        keyword="sequence",
        grammar=('":" sequence_entry ("->" sequence_entry)*\nsequence_entry: pattern arguments?'),
        forms=("sequence: P [<...>] -> P [<...>] -> ...",),
        snippets=("sequence: ${1:tool} -> ${2:tool}",),
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

    @classmethod
    def build(cls, rule: Part) -> Self:
        """Make the rule from its parts. Raises Misuse where an entry's arguments are empty."""
        return cls(
            tuple(
                Stop(part.value_of("pattern"), arguments_of(part), written(part.one("pattern")))
                for part in rule.all("sequence_entry")
            )
        )

    def patterns(self) -> tuple[ToolPattern, ...]:
        """Return the entries' patterns."""
        return tuple(stop.tool for stop in self.stops)

    @property
    def more_calls(self) -> MoreCalls:
        """Only keep the rule: other calls may come between."""
        return MoreCalls.HELP

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Walk through the calls with every entry count that is possible so far."""
        try:
            walk = walk_through(self.stops, trace)
        except TooMuchError as error:
            return too_much(error)
        done = 1 << len(self.stops)
        if not walk.ends & done:
            status = Status.FAIL if walk.ends else Status.ERROR
        elif walk.ends == done and walk.fault is None:
            status = Status.PASS
        else:
            status = Status.UNKNOWN
        score = 1.0 if status is Status.PASS else 0.0
        return Verdict(status, score, self._explain, trace, walk, status)

    def _explain(self, trace: Trace, walk: Walk, status: Status, shown: Shown) -> Explanation:
        taken = [call_phrase(trace, at, shown) for at in walk.taken[:50]]
        fields: dict[str, Json] = {"calls_taken": taken, **more_than_listed(walk.taken)}
        matched = evidence(walk.taken, "match")
        if status is Status.PASS:
            count = len(self.stops)
            found = (
                f"all {count} entries found a call in order"
                if count > 1
                else "the entry found a call"
            )
            return Explanation(found, fields, matched)
        waiting = len(walk.taken)
        stop = self.stops[waiting]
        fields["first_entry_without_call"] = str(stop)
        if status is Status.ERROR and walk.open_at is None and walk.fault is not None:
            lacks = missing_must(trace.calls[walk.fault], stop.arguments)
            summary = f"{call_phrase(trace, walk.fault, shown)} must have {lacks}, and does not"
            listed = (Evidence(walk.fault, "fault", lacks), *matched)
            few = brief_of_fault(trace.calls[walk.fault], stop.arguments)
            return Explanation(summary, fields, listed, few)
        if walk.open_at is not None and status is not Status.UNKNOWN:
            return _whatever(trace, walk, len(self.stops), shown, fields)
        if walk.open_at is not None:
            summary = f"the arguments of {call_phrase(trace, walk.open_at, shown)} are not recorded"
            open_call = Evidence(walk.open_at, "open", "arguments not recorded")
            return Explanation(summary, fields, (open_call, *matched), "arguments not recorded")
        return self._miss(trace, walk, stop, shown, fields)

    def _miss(
        self, trace: Trace, walk: Walk, stop: Stop, shown: Shown, fields: dict[str, Json]
    ) -> Explanation:
        """Say which entry found no call, and which call came nearest."""
        after = walk.taken[-1] if walk.taken else -1
        calls = stop.tool.calls_in(trace)
        later = [at for at in calls if at > after]
        where = f", after call {trace.number(after)}" if walk.taken else ""
        matched = evidence(walk.taken, "match")
        few = f"entry {len(walk.taken) + 1} found none"
        summary = f"no call matches entry {len(walk.taken) + 1}, {stop}{where}"
        if later:
            near = nearest(trace, later, stop.arguments)
            assert near is not None
            lacks = lacking(stop.arguments, trace.calls[near], shown)
            summary += f"; nearest: {call_phrase(trace, near, shown)}: {lacks}"
            return Explanation(summary, fields, (Evidence(near, "nearest", lacks), *matched), few)
        if calls and walk.taken:
            lacks = f"it came before call {trace.number(after)}"
            if calls[-1] == after:
                lacks = f"it is already taken by entry {len(walk.taken)}"
            listed = Evidence(calls[-1], "nearest", lacks)
            return Explanation(
                f"{summary}; call {trace.number(calls[-1])}: {lacks}",
                fields,
                (listed, *matched),
                few,
            )
        return Explanation(summary, fields, matched, few)


def _whatever(
    trace: Trace, walk: Walk, entries: int, shown: Shown, fields: dict[str, Json]
) -> Explanation:
    """Say how far the calls can lead at most, with the best content of what is not recorded."""
    matched = evidence(walk.taken, "match")
    if not walk.ends and walk.fault is not None:
        lacks = "an argument that must be there"
        summary = f"{call_phrase(trace, walk.fault, shown)} lacks {lacks}"
        listed = (Evidence(walk.fault, "fault", lacks), *matched)
        return Explanation(summary, fields, listed, "an argument is missing")
    most = walk.ends.bit_length() - 1
    summary = f"at most {most} of {entries} entries find a call, whatever is not recorded"
    return Explanation(summary, fields, matched, f"at most {most} of {entries} found")


RULE = Sequence
