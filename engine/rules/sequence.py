"""Require a sequence: matching calls in this order, whatever stands between them.

Why. `order` gives part of the score for part of the way. Where only the whole way counts (validate,
then create), or where the arguments tell the steps apart, `sequence` says yes or no.

How it is judged. From the first call on, the first entry waits for a call that matches; the next
entry waits for a later one, and so on. An entry takes one call, completed or not. The rule passes
when every entry has taken one. An argument marked `must` has to be there on each call of the
pattern of the entry that is waiting: where it is not, the rule is an error.

Arguments that are not recorded leave open whether a call is taken: the rule is `unknown` where both
can end differently.
"""

from __future__ import annotations

from typing import Self

from toolspec.engine.json_value import Json
from toolspec.engine.kind import Example, Kind, Part, Syntax
from toolspec.engine.matcher import Arguments
from toolspec.engine.pattern import ToolPattern
from toolspec.engine.rules.entries import source_of, written
from toolspec.engine.rules.lookup import (
    ANY_ARGUMENTS,
    FAULT,
    MATCH,
    MISS,
    arguments_of,
    call_phrase,
    missing_must,
    outcomes,
)
from toolspec.engine.rules.nearest import lacking, nearest
from toolspec.engine.trace import Trace, called
from toolspec.engine.values import Value
from toolspec.engine.verdict import (
    Evidence,
    Explanation,
    Shown,
    Status,
    Verdict,
    evidence,
    more_than_listed,
)


class Stop(Value):
    """One entry: a call of `tool` with these arguments; `source` is the pattern as written."""

    tool: ToolPattern
    arguments: Arguments = ANY_ARGUMENTS
    source: str = ""

    def __str__(self) -> str:
        source = source_of(self.source, self.tool)
        return f"{source} {self.arguments}" if self.arguments.entries else source


class Walk:
    """How far the calls lead: `taken` while all is certain, then every count that is possible.

    `ends` has the bit `1 << n` where n entries can be taken at the end; `fault` is a call at which
    a `must` key is missing (or could be), `open_at` the first call that leaves something open.
    """

    __slots__ = ("certain", "ends", "fault", "open_at", "taken")

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.ends = 1
        self.fault: int | None = None
        self.open_at: int | None = None
        self.certain = True


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
            "Other calls may stand between.",
        ),
        Example(
            "sequence: poll -> poll",
            (called("poll"), called("done")),
            "fail",
            0.0,
            "One call serves one entry.",
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
        ),
        Example(
            'sequence: write <path: "a.py"> -> bash',
            (called("write"), called("bash")),
            "unknown",
            0.0,
            "The file's path was not recorded.",
        ),
        Example(
            'sequence: write <must path: "a.py"> -> bash',
            (called("write", {"file": "a.py"}), called("bash")),
            "error",
            0.0,
            "`must` says that each call of the waiting entry's tool has the argument.",
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

    def judge(self, trace: Trace, pass_score: float = 1.0) -> Verdict:
        """Walk through the calls with every entry count that is possible so far."""
        walk = self._walk(trace)
        done = 1 << len(self.stops)
        if not walk.ends & done:
            status = Status.FAIL if walk.ends else Status.ERROR
        elif walk.ends == done and walk.fault is None:
            status = Status.PASS
        else:
            status = Status.UNKNOWN
        score = 1.0 if status is Status.PASS else 0.0
        return Verdict(status, score, lambda shown: self._explain(trace, walk, status, shown))

    def _walk(self, trace: Trace) -> Walk:
        """Take calls one by one; what is not recorded leaves several counts of entries possible."""
        walk, stops = Walk(), self.stops
        waiting, last = 0, len(stops)
        calls = trace.calls
        for at, name in enumerate(trace.names):
            stop = stops[waiting]
            if not stop.tool.means(name):
                continue
            can_be = outcomes(stop.arguments, calls[at]) if stop.arguments.entries else MATCH
            if can_be == MATCH:
                walk.taken.append(at)
                waiting += 1
                if waiting == last:
                    break
            elif can_be == FAULT:
                walk.fault = at
                walk.ends = 0
                return walk
            elif can_be != MISS:
                walk.open_at = at
                self._walk_on(trace, walk, waiting, at)
                return walk
        walk.ends = 1 << waiting
        return walk

    def _walk_on(self, trace: Trace, walk: Walk, waiting: int, start: int) -> None:
        """Go on from a call that leaves open whether it is taken, with a bit for each count."""
        states, done = 1 << waiting, 1 << len(self.stops)
        masks: dict[str, int] = {}
        for at in range(start, len(trace)):
            name = trace.names[at]
            mask = masks.get(name)
            if mask is None:
                mask = masks[name] = sum(
                    [1 << n for n, stop in enumerate(self.stops) if stop.tool.means(name)]
                )
            here = states & mask
            call = trace.calls[at]
            while here:
                # From the last state on: what moves up must not be looked at twice.
                bit = 1 << here.bit_length() - 1
                here ^= bit
                can_be = outcomes(self.stops[bit.bit_length() - 1].arguments, call)
                if can_be & FAULT:
                    walk.fault = at
                if not can_be & MISS:
                    states ^= bit
                if can_be & MATCH:
                    states |= bit << 1
            if states == done or not states:
                break
        walk.ends = states

    def _explain(self, trace: Trace, walk: Walk, status: Status, shown: Shown) -> Explanation:
        taken = [call_phrase(trace, at, shown) for at in walk.taken[:50]]
        fields: dict[str, Json] = {"calls_taken": taken, **more_than_listed(walk.taken)}
        matched = evidence(walk.taken, "match")
        if status is Status.PASS:
            return Explanation(
                f"all {len(self.stops)} entries found a call in order", fields, matched
            )
        waiting = len(walk.taken)
        stop = self.stops[waiting]
        fields["first_entry_without_call"] = str(stop)
        if status is Status.ERROR and walk.open_at is None and walk.fault is not None:
            lacks = missing_must(trace.calls[walk.fault], stop.arguments)
            summary = f"{call_phrase(trace, walk.fault, shown)} must have {lacks}, and does not"
            return Explanation(summary, fields, (Evidence(walk.fault, "fault", lacks), *matched))
        if walk.open_at is not None:
            summary = f"the arguments of {call_phrase(trace, walk.open_at, shown)} are not recorded"
            open_call = Evidence(walk.open_at, "open", "arguments not recorded")
            return Explanation(summary, fields, (open_call, *matched))
        return self._miss(trace, walk, stop, shown, fields)

    def _miss(
        self, trace: Trace, walk: Walk, stop: Stop, shown: Shown, fields: dict[str, Json]
    ) -> Explanation:
        """Say which entry found no call, and which call came nearest."""
        after = walk.taken[-1] if walk.taken else -1
        calls = stop.tool.calls_in(trace)
        later = [at for at in calls if at > after]
        where = f" after call {after + 1}" if walk.taken else ""
        matched = evidence(walk.taken, "match")
        summary = f"no call matches entry {len(walk.taken) + 1}, {stop},{where}".rstrip(",")
        if later:
            near = nearest(trace, later, stop.arguments)
            assert near is not None
            lacks = lacking(stop.arguments, trace.calls[near], shown)
            summary += f"; nearest: {call_phrase(trace, near, shown)}: {lacks}"
            return Explanation(summary, fields, (Evidence(near, "nearest", lacks), *matched))
        if calls and walk.taken:
            lacks = f"it came before call {after + 1}" if calls[-1] < after else "it is taken"
            listed = Evidence(calls[-1], "nearest", lacks)
            return Explanation(
                f"{summary}; call {calls[-1] + 1}: {lacks}", fields, (listed, *matched)
            )
        return Explanation(summary, fields, matched)


RULE = Sequence
