"""What a rule says of a trace, and why."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from typing import Any, Final, NamedTuple

from toolspec.engine.json_value import Json, compact, pythonic


class Status(Enum):
    """How a rule ended. UNKNOWN: the trace does not record what decides; SKIP: nothing to judge.

    `word` is how reports write it: the `value`, which Python takes ten times as long to look up.
    """

    PASS = "pass"
    FAIL = "fail"
    UNKNOWN = "unknown"
    ERROR = "error"
    SKIP = "skip"

    def __init__(self, word: str) -> None:
        self.word = word

    # Each status is one object: an enumeration's own hash, in Python, takes ten times as long.
    __hash__ = object.__hash__


PASS: Final = Status.PASS
FAIL: Final = Status.FAIL
UNKNOWN: Final = Status.UNKNOWN
ERROR: Final = Status.ERROR
SKIP: Final = Status.SKIP
"""The statuses by names of their own, which are looked up faster than the enumeration's."""


class MoreCalls(Enum):
    """What further calls in a trace could do to a rule: make it pass, make it fail, or both."""

    HELP = "help"
    HURT = "hurt"
    BOTH = "both"


class Evidence(NamedTuple):
    """A call that decides a verdict, or came nearest.

    `call` is its index in the trace. `role` is one of `match`, `offender`, `nearest`, `open` (not
    recorded) and `fault` (a `must` key is missing); `lacks` says in a few words what kept it from
    matching, "" where nothing did.
    """

    call: int
    role: str
    lacks: str = ""


class Explanation(NamedTuple):
    """Why a verdict is what it is.

    `summary` is one sentence. `justification` is a JSON object that holds the fields the language
    names for the kind. `evidence` lists the deciding calls, the most telling first. `brief` says in
    a few words what kept the rule from passing (`2 of 3 in order`), without any argument or result
    of the trace; "" where it passes. `of` is the trace whose calls the evidence counts, None where
    that is the one judged.
    """

    summary: str
    justification: Mapping[str, Json]
    evidence: tuple[Evidence, ...] = ()
    brief: str = ""
    of: Any = None


EVIDENCE_MAX: Final = 50
"""Calls an explanation lists before it only says how many more there are."""

MATCHES_MAX: Final = 3
"""Of calls that only do what they should, as many are listed: a justification names the others."""

BRIEF: Final = 32
BRIEF_MAX: Final = 48
"""Characters of `Explanation.brief`: as it should be, and at most."""

SHORT: Final = 200
"""Characters of a value shown in a summary or justification of one call before it is cut."""


class Shown:
    """How values recorded in a trace are written into explanations: as they are, or not at all."""

    def __init__(self, values: bool = True) -> None:
        self.values = values

    def value(self, value: Json) -> str:
        """Return a value as a person reads it: Python's way of writing, as UiPath's evaluators do.

        >>> Shown().value({"a": True, "b": "x"}), Shown(values=False).value("secret")
        ("{'a': True, 'b': 'x'}", '(text)')
        """
        return pythonic(value) if self.values else _kind(value)

    def short(self, value: Json) -> str:
        """Return a value as compact JSON, cut where it is long: for sentences."""
        if not self.values:
            return _kind(value)
        text = compact(value)
        return text if len(text) <= SHORT else shorten(text)


def _kind(value: Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "(true or false)"
        case int() | float():
            return "(number)"
        case str():
            return "(text)"
        case Mapping():
            return "(object)"
        case _:
            return "(list)"


def evidence(calls: Sequence[int], role: str, lacks: str = "") -> tuple[Evidence, ...]:
    """Return evidence of these calls, all in one role, as many as an explanation lists."""
    listed = calls[: _listed[role == "match"]]
    return tuple([Evidence(call, role, lacks) for call in listed])


_listed = [EVIDENCE_MAX, MATCHES_MAX]


@contextmanager
def listing(most: int) -> Generator[None]:
    """Have explanations list so many calls, for one who draws them all."""
    before = _listed[:]
    _listed[:] = most, most
    try:
        yield
    finally:
        _listed[:] = before


def more_than_listed(calls: Sequence[int]) -> dict[str, Json]:
    """Return the justification field that says how many calls are left out, where any are."""
    left_out = len(calls) - EVIDENCE_MAX
    return {"calls_not_listed": left_out} if left_out > 0 else {}


def shorten(text: str, most: int = SHORT) -> str:
    """Return the text, or its beginning and how much is missing.

    >>> shorten("abcdefghij", 4)
    'abcd… (6 more)'
    """
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most} more)"


SHOWN: Final = Shown()
HIDDEN: Final = Shown(values=False)


def brief(*versions: str) -> str:
    """Return the first of these that is brief, or the last, cut where it is far too long.

    >>> brief("a_tool_with_quite_a_long_name called twice", "entry 1 called twice")
    'entry 1 called twice'
    """
    for words in versions:
        if len(words) <= BRIEF:
            return words
    words = versions[-1]
    return words if len(words) <= BRIEF_MAX else words[: BRIEF_MAX - 1] + "…"


class Verdict:
    """One rule on one trace: a status, a score from 0 to 1, and, when asked for, the reason.

    The score of what is skipped is None.

    The reason is worked out on demand, by `explain(*told, shown)`: scoring many traces pays nothing
    for it.
    """

    __slots__ = ("_explain", "_known", "_told", "score", "status")

    def __init__(
        self,
        status: Status,
        score: float | None,
        explain: Callable[..., Explanation],
        *details: Any,
    ) -> None:
        # A function and what it is called with are made faster than a closure over as much.
        self.status = status
        self.score = score
        self._explain = explain
        self._told = details
        self._known: Explanation | None = None

    def explanation(self, shown: Shown | None = None) -> Explanation:
        """Return the reason; with `Shown(values=False)`, without values from the trace."""
        if shown is not None:
            return self._explain(*self._told, shown)
        known = self._known
        if known is None:
            known = self._known = self._explain(*self._told, SHOWN)
        return known

    def __repr__(self) -> str:
        score = "" if self.score is None else f" {self.score:.3g}"
        return f"<Verdict {self.status.word}{score}>"


def passed(holds: bool) -> Status:
    """Return PASS where the rule holds, else FAIL."""
    return PASS if holds else FAIL


def decided(certain: float, possible: float, pass_score: float) -> Status:
    """Return the status of a score that is between two bounds.

    `certain` counts only what is recorded, `possible` all that what is missing could add. Where the
    pass mark is between them, what is not recorded decides: UNKNOWN.

    >>> decided(0.5, 1.0, 1.0), decided(0.0, 0.5, 1.0), decided(1.0, 1.0, 1.0)
    (<Status.UNKNOWN: 'unknown'>, <Status.FAIL: 'fail'>, <Status.PASS: 'pass'>)
    """
    if certain >= pass_score:
        return PASS
    return FAIL if possible < pass_score else UNKNOWN
