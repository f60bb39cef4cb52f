# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false, reportUnknownParameterType=false
"""Rules of a model: as written, and what they score on a part of which everything is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from random import Random
from typing import Any

from tests.second_part.measures import measure
from tests.second_part.parts import Line, Part, line, whole
from tests.second_part.phrases import Phrase, phrase, phrase_with_must, words
from tests.second_part.world import SECOND, World

Score = Callable[[Part], float | None]
"""None where there is nothing to judge, `ERROR` where a call lacks what it must have."""
ERROR = -1.0
End = tuple[str, float] | None


@dataclass(frozen=True)
class Rule:
    """A rule as written, before its clauses; `passes` is the score from which it passes."""

    written: str
    score: Score
    passes: float = 1.0
    messages: bool = False
    windows: bool = True
    whole_run: bool = False
    any_of: Callable[[Part], End] | None = None

    @property
    def counts_units(self) -> bool:
        """Whether it counts steps or turns."""
        return any(
            f"{unit} {sign}" in self.written for unit in ("steps", "turns") for sign in "<>=!"
        )

    def end(self, part: Part) -> End:
        """Return its status and score; None where there is nothing to judge."""
        if self.any_of is not None:
            return self.any_of(part)
        score = self.score(part)
        if score == ERROR:
            return "error", 0.0
        return None if score is None else ("pass" if score >= self.passes else "fail", score)


COMPARED: dict[str, Callable[[float, float], bool]] = {
    "=": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def compared(rng: Random, top: int = 4) -> tuple[str, Callable[[float], bool]]:
    if rng.random() < 0.2:
        low = rng.randrange(3)
        high = low + rng.randrange(3)
        sign = rng.choice(("=", "!="))
        return f"{sign} {low}..{high}", lambda n: (low <= n <= high) is (sign == "=")
    sign, number = rng.choice(tuple(COMPARED)), rng.randrange(top)
    if sign in ("<",) and number == 0:
        number = 1
    return f"{sign} {number}", lambda n: COMPARED[sign](n, number)


def passing(rng: Random) -> tuple[str, float]:
    if rng.random() < 0.75:
        return "", 1.0
    passes = rng.choice((0.25, 0.5, 0.75))
    return f" pass {passes}", passes


def require(rng: Random) -> Rule:
    asked = phrase_with_must(rng)
    least = rng.choice((1, 1, 1, 2))
    final = rng.random() < 0.2

    def score(part: Part) -> float:
        mine = [at for at in asked.among(part.calls) if part.run.calls[at].completed]
        if asked.fault_among([row for row in part.calls if row[1].completed]):
            return ERROR
        last = part.wide[-1][0] if part.wide else -1
        return float(len(mine) >= least and (not final or last in mine))

    return Rule(
        f"require {asked.written}{' min 2' if least == 2 else ''}{' final' if final else ''}", score
    )


def forbid(rng: Random) -> Rule:
    asked = phrase_with_must(rng)

    def score(part: Part) -> float:
        return ERROR if asked.fault_among(part.calls) else float(not asked.among(part.calls))

    return Rule(f"forbid {asked.written}", score)


def said(rng: Random) -> Rule:
    asked, wanted = words(rng), rng.random() < 0.5

    def score(part: Part) -> float:
        return float(any(asked.fits(one) for _, one in part.heard) is wanted)

    word = "require" if wanted else "forbid"
    return Rule(f"{word} {asked.written}", score, messages=True)


Entry = list[Phrase]


def entries(rng: Random, least: int, *, must: bool = False) -> tuple[str, list[Entry]]:
    made: list[Entry] = []
    for _ in range(rng.choice((least, 2, 2, 3))):
        size = rng.choice((1, 1, 1, 2, 3))
        if size == 1 and must:
            made.append([phrase_with_must(rng)])
        else:
            made.append([phrase(rng, place=size == 1) for _ in range(size)])
    texts = [
        one[0].written if len(one) == 1 else f"({', '.join(part.written for part in one)})"
        for one in made
    ]
    return " -> ".join(texts), made


def in_order(wanted: Sequence[Entry], part: Part) -> bool:
    fits = [[set(one.among(part.calls)) for one in group] for group in wanted]
    places = [at for at, _ in part.calls]

    def after(group: int, beyond: int) -> bool:
        if group == len(fits):
            return True
        free = [at for at in places if at > beyond]
        # The earliest end of the group leaves most for what follows.
        ends = sorted(
            max(chosen)
            for chosen in permutations(free, len(fits[group]))
            if all(at in one for at, one in zip(chosen, fits[group], strict=True))
        )
        return bool(ends) and after(group + 1, ends[0])

    return after(0, -1)


def sequence(rng: Random) -> Rule:
    text, wanted = entries(rng, 1, must=True)

    def score(part: Part) -> float:
        return ERROR if meets_fault(wanted, part) else float(in_order(wanted, part))

    return Rule(f"sequence: {text}", score)


def meets_fault(wanted: Sequence[Entry], part: Part) -> bool:
    """Say whether a call of the entry that waits, from the first call on, lacks a `must` key."""
    waiting, since = 0, 0
    for number, (_, call) in enumerate(part.calls):
        if waiting == len(wanted):
            break
        entry = wanted[waiting]
        if any(one.at_fault(call) for one in entry):
            return True
        seen = {at for at, _ in part.calls[since : number + 1]}
        fits = [[at for at in one.among(part.calls) if at in seen] for one in entry]
        if any(len(set(way)) == len(entry) for way in product(*fits)):
            waiting, since = waiting + 1, number + 1
    return False


def forbidden(rng: Random) -> Rule:
    text, wanted = entries(rng, 2)
    return Rule(f"forbid: {text}", lambda part: float(not in_order(wanted, part)))


def order(rng: Random) -> Rule:
    wanted = [phrase(rng) for _ in range(rng.choice((1, 2, 3)))]
    text, passes = passing(rng)

    def score(part: Part) -> float:
        fits = [set(one.among(part.calls)) for one in wanted]
        best = [0] * (len(wanted) + 1)
        for at, _ in part.calls:
            row = list(best)
            for n, one in enumerate(fits):
                row[n + 1] = max(row[n], best[n + 1], best[n] + (at in one))
            best = row
        return best[-1] / len(wanted)

    return Rule(f"order: {' -> '.join(one.written for one in wanted)}{text}", score, passes)


def order_strict(rng: Random) -> Rule:
    made: list[tuple[str, Entry, str]] = []
    for _ in range(rng.choice((1, 2, 2, 3))):
        size = rng.choice((1, 1, 1, 2))
        group = [phrase(rng, plain=0.7, place=size == 1) for _ in range(size)]
        sign = rng.choice(("", "", "?", "+"))
        inner = ", ".join(one.written for one in group)
        made.append((f"({inner}){sign}" if size > 1 else f"{inner}{sign}", group, sign))

    def score(part: Part) -> float:
        places = [at for at, _ in part.calls]
        fits = [[set(one.among(part.calls)) for one in group] for _, group, _ in made]

        def once(n: int, at: int) -> bool:
            chosen = places[at : at + len(fits[n])]
            return len(chosen) == len(fits[n]) and any(
                all(place in one for place, one in zip(way, fits[n], strict=True))
                for way in permutations(chosen)
            )

        def reads(n: int, at: int, again: bool = False) -> bool:
            if n == len(made):
                return at == len(places)
            sign = made[n][2]
            if (sign == "?" or again) and reads(n + 1, at):
                return True
            if not once(n, at):
                return False
            beyond = at + len(fits[n])
            return reads(n, beyond, True) if sign == "+" else reads(n + 1, beyond)

        return float(reads(0, 0))

    return Rule(f"order strict: {' -> '.join(text for text, _, _ in made)}", score)


def count(rng: Random) -> Rule:
    chosen = [(phrase(rng), *compared(rng)) for _ in range(rng.choice((1, 1, 2)))]
    strict = rng.random() < 0.3
    text, passes = ("", 1.0) if strict else passing(rng)

    def score(part: Part) -> float:
        held = [test(len(one.among(part.calls))) for one, _, test in chosen]
        return float(all(held)) if strict else sum(held) / len(held)

    listed = ", ".join(f"{one.written} {said}" for one, said, _ in chosen)
    return Rule(f"count{' strict' if strict else ''}: {listed}{text}", score, passes)


def rate(rng: Random) -> Rule:
    """Return a `count ... per T`, or a `limit: calls ... per T`."""
    asked, most = phrase(rng, place=False), rng.randrange(1, 4)
    seconds = rng.choice((1, 2, 5))
    every = rng.random() < 0.3

    def score(part: Part) -> float | None:
        if not part.calls:
            return None
        fits: list[bool] = []
        for _, first in part.calls:
            end = first.start + seconds * SECOND
            near = [row for row in part.calls if first.start <= row[1].start <= end]
            fits.append(len(near if every else asked.among(near)) <= most)
        return sum(fits) / len(fits)

    counted = "limit: calls" if every else f"count {asked.written}"
    return Rule(f"{counted} <= {most} per {seconds}s", score, windows=False)


def only(rng: Random) -> Rule:
    wanted = [phrase(rng) for _ in range(rng.choice((1, 2, 2)))]
    text, passes = passing(rng)

    def score(part: Part) -> float:
        mine = {at for one in wanted for at in one.among(part.calls)}
        return len(mine) / len(part.calls) if part.calls else 1.0

    return Rule(f"only: {', '.join(one.written for one in wanted)}{text}", score, passes)


def limit(rng: Random) -> Rule:
    chosen: list[tuple[str, Callable[[Part], bool]]] = []
    for _ in range(rng.choice((1, 1, 2))):
        name, of = measure(rng)
        if name == "duration":
            sign, seconds = rng.choice(("<", "<=", ">", ">=")), rng.randrange(1, 9)
            chosen.append((f"duration {sign} {seconds}s", _bound(of, sign, seconds)))
        elif name.startswith("sum"):
            sign, number = rng.choice(tuple(COMPARED)), rng.choice((0, 1, 2.5, 4))
            if sign in ("=", "!=") and rng.random() < 0.5:
                test = _within(number, number + 1.5, sign == "=")
                chosen.append((f"{name} {sign} {number}..{number + 1.5}", _tested(of, test)))
            else:
                chosen.append((f"{name} {sign} {number}", _bound(of, sign, number)))
        else:
            said, test = compared(rng)
            chosen.append((f"{name} {said}", _tested(of, test)))
    text, passes = passing(rng)

    def score(part: Part) -> float:
        held = [test(part) for _, test in chosen]
        return sum(held) / len(held)

    return Rule(f"limit: {', '.join(said for said, _ in chosen)}{text}", score, passes)


def _within(low: float, high: float, wanted: bool) -> Callable[[float], bool]:
    return lambda n: (low <= n <= high) is wanted


def _bound(of: Callable[[Part], Any], sign: str, number: float) -> Callable[[Part], bool]:
    return lambda part: COMPARED[sign](of(part), number)


def _tested(of: Callable[[Part], Any], test: Callable[[float], bool]) -> Callable[[Part], bool]:
    return lambda part: test(of(part))


def answer(rng: Random) -> Rule:
    asked = words(rng)

    def score(part: Part) -> float:
        told = [one for one in part.run.messages if one.role == "agent"]
        last = told[-1]
        later = part.run.calls[last.before :]
        if last.text is None or any(call.agent == "top" for call in later):
            return 0.0
        return float(asked.found(last.text, {}, False))

    text = asked.written.partition(" says ")[2]
    return Rule(f"answer {text}", score, windows=False, whole_run=True)


def applied(rule: Rule, lines: Sequence[Line], run: World) -> tuple[str, float | None]:
    """Return status and score of a rule on a run of which everything is known."""
    end = together(rule, lines, whole(run))
    return ("skip", None) if end is None else end


def together(rule: Rule, lines: Sequence[Line], part: Part) -> End:
    """Return how a rule ends on a part that clauses divide."""
    ends = [end for end in _ends(rule, lines, part) if end is not None]
    if not ends:
        return None
    statuses = [status for status, _ in ends]
    status = next(one for one in ("fail", "error", "pass") if one in statuses)
    mean = sum(score for _, score in ends) / len(ends)
    return status, 0.0 if status == "error" else mean


def _ends(rule: Rule, lines: Sequence[Line], part: Part) -> Iterator[End]:
    if not lines:
        yield rule.end(part)
        return
    for one in lines[0].divide(part):
        if one is None:
            yield None
        else:
            yield from _ends(rule, lines[1:], one)


def any_of(rng: Random) -> Rule:
    from tests.second_part.each import each
    from tests.second_part.paired import args, output

    makers = (require, forbid, sequence, order, count, only, limit, each, said, args, output)
    inner = [rng.choice(makers)(rng) for _ in range(rng.choice((1, 2, 3)))]
    lines = [[line(rng, division=one.windows)] if rng.random() < 0.3 else [] for one in inner]
    for at, one in enumerate(inner):
        if one.messages and not all(each_one.for_messages for each_one in lines[at]):
            lines[at] = []
        if not one.windows:
            lines[at] = []
    rows = "".join(
        f"  {one.written} {' '.join(each_one.written for each_one in mine)}\n"
        for one, mine in zip(inner, lines, strict=True)
    )

    def end(part: Part) -> End:
        ends = [together(one, mine, part) for one, mine in zip(inner, lines, strict=True)]
        known = [end for end in ends if end is not None]
        if not known:
            return None
        statuses = [status for status, _ in known]
        status = next(one for one in ("pass", "error", "fail") if one in statuses)
        return status, 0.0 if status == "error" else max(score for _, score in known)

    messages = any(one.messages for one in inner)
    text = f"any {{\n{rows}}}"
    return Rule(text, lambda _: None, messages=messages, windows=False, any_of=end)
