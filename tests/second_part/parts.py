"""Parts of a run, and the clauses of a model that divide it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from tests.second_part.phrases import Phrase, Rows, Words, phrase, words
from tests.second_part.world import Said, World

Heard = Sequence[tuple[int, Said]]


@dataclass(frozen=True)
class Part:
    """Calls and messages that are judged by themselves; `wide` are without step and turn words."""

    run: World
    calls: Rows
    wide: Rows
    heard: Heard
    turns: Sequence[int]
    is_part: bool = False


Divide = Callable[[Part], list[Part] | None]
"""None where there is nothing to judge."""


@dataclass(frozen=True)
class Line:
    """Clauses of one line: as written, and how they divide a part."""

    written: str = ""
    steps: tuple[Divide, ...] = ()
    for_messages: bool = True
    if_only: bool = True

    def divide(self, part: Part) -> list[Part | None]:
        parts: list[Part | None] = [part]
        for step in self.steps:
            made: list[Part | None] = []
            for one in parts:
                found = None if one is None else step(one)
                made += [None] if found is None else found
            parts = made
        return parts


def whole(run: World) -> Part:
    rows = list(enumerate(run.calls))
    return Part(run, rows, rows, list(enumerate(run.messages)), range(run.turns))


def events(asked: Phrase | Words, part: Part) -> list[tuple[int, int, int]]:
    """Return where the events lie that match, in the order of the run."""
    if isinstance(asked, Phrase):
        return [(at, 1, 0) for at in asked.among(part.calls)]
    return sorted((said.before, 0, at) for at, said in part.heard if asked.fits(said))


def _lies(begin: tuple[int, int, int] | None, end: tuple[int, int, int] | None, part: Part) -> Part:
    def inside(key: tuple[int, int, int]) -> bool:
        return (begin is None or key > begin) and (end is None or key < end)

    calls = [row for row in part.calls if inside((row[0], 1, 0))]
    heard = [row for row in part.heard if inside((row[1].before, 0, row[0]))]
    return replace(
        part,
        calls=calls,
        wide=[row for row in part.wide if inside((row[0], 1, 0))],
        heard=heard,
        turns=sorted({c.turn for _, c in calls} | {m.turn for _, m in heard if m.turn is not None}),
        is_part=True,
    )


def window(first: Phrase | Words | None, last: Phrase | Words | None) -> Divide:
    def divide(part: Part) -> list[Part] | None:
        closing = events(last, part) if last is not None else []
        if first is None:
            return [_lies(None, closing[0] if closing else None, part)]
        opening = events(first, part)
        if last is None:
            return [_lies(opening[0], None, part)] if opening else None
        made: list[Part] = []
        now: tuple[int, int, int] | None = None
        for at in opening:
            if now is not None and at < now:
                continue
            ends = [one for one in closing if one > at]
            made.append(_lies(at, ends[0] if ends else None, part))
            if not ends:
                break
            now = ends[0]
        return made or None

    return divide


def numbered(unit: str, relation: str, wanted: int) -> Divide:
    compare: dict[str, Callable[[int], bool]] = {
        "at": lambda number: number == wanted,
        "before": lambda number: number < wanted,
        "after": lambda number: number > wanted,
    }

    def divide(part: Part) -> list[Part]:
        holds = compare[relation]
        heard = [
            row for row in part.heard if (of := getattr(row[1], unit)) is not None and holds(of)
        ]
        turns = [turn for turn in part.turns if unit != "turn" or holds(turn)]
        calls = [row for row in part.calls if holds(getattr(row[1], unit))]
        return [replace(part, calls=calls, heard=heard, turns=turns, is_part=True)]

    return divide


def among(asked: Phrase, keep: bool) -> Divide:
    def divide(part: Part) -> list[Part]:
        mine, wide = set(asked.among(part.calls)), set(asked.among(part.wide))
        calls = [row for row in part.calls if (row[0] in mine) is keep]
        wider = [row for row in part.wide if (row[0] in wide) is keep]
        return [replace(part, calls=calls, wide=wider, is_part=True)]

    return divide


def condition(asked: Phrase | Words, wanted: bool) -> Divide:
    return lambda part: [part] if bool(events(asked, part)) is wanted else None


def per(unit: str) -> Divide:
    def divide(part: Part) -> list[Part] | None:
        groups: dict[str, list[int]] = {}
        of_turn: dict[str, int] = {}
        if unit == "turn":
            for turn in part.turns:
                groups[str(turn)], of_turn[str(turn)] = [], turn
        for at, call in part.wide:
            value = _group(unit, call)
            if value is not None and (any(at == one for one, _ in part.calls) or value in groups):
                groups.setdefault(value, []).append(at)
        # A group exists only with a judged call; its wide calls are all of that value.
        judged = {_group(unit, call) for _, call in part.calls} - {None}
        made: list[Part] = []
        for value in groups:
            if unit != "turn" and value not in judged:
                continue
            calls = [row for row in part.calls if _group(unit, row[1]) == value]
            heard = part.heard
            if unit == "turn":
                heard = [row for row in part.heard if row[1].turn == of_turn.get(value)]
            made.append(
                replace(
                    part,
                    calls=calls,
                    wide=[row for row in part.wide if _group(unit, row[1]) == value],
                    heard=heard,
                    turns=[of_turn[value]]
                    if value in of_turn
                    else sorted(
                        {c.turn for _, c in calls}
                        | {m.turn for _, m in heard if m.turn is not None}
                    ),
                    is_part=True,
                )
            )
        return made or None

    return divide


def _group(unit: str, call: object) -> str | None:
    from json import dumps

    if unit == "step":
        return f"{call.agent} {call.step}"  # type: ignore[attr-defined]
    if unit in ("turn", "agent"):
        return str(getattr(call, unit))
    args = call.args  # type: ignore[attr-defined]
    return dumps(args[unit]) if unit in args else None


def line(rng: Random, *, messages: bool = True, division: bool = True) -> Line:
    """Return some clauses of one line."""
    written: list[str] = []
    steps: list[tuple[int, Divide]] = []
    for_messages, if_only = True, True
    asked: Phrase | Words

    def event() -> Phrase | Words:
        return words(rng) if messages and rng.random() < 0.3 else phrase(rng)

    chosen = rng.sample(
        ("if", "window", "words", "among", "ignoring", "per"), rng.choice((1, 1, 2))
    )
    if "window" in chosen and "per" in chosen:
        chosen.remove("per")
    for name in chosen:
        if name in ("window", "per") and not division:
            continue
        if_only = if_only and name == "if"
        if name == "if":
            asked, wanted = event(), rng.random() < 0.6
            written.append(f"if {'' if wanted else 'not '}{asked.written}")
            steps.append((0, condition(asked, wanted)))
        elif name == "window":
            kind = rng.randrange(3)
            first = event() if kind != 1 else None
            last = event() if kind != 0 else None
            said = [f"after {first.written}"] if first else []
            said += [f"until {last.written}"] if last else []
            written.append(" ".join(said))
            steps.append((1, window(first, last)))
        elif name == "words":
            unit, relation = rng.choice(("step", "turn")), rng.choice(("at", "before", "after"))
            number = rng.randrange(1 if relation == "before" else 0, 3)
            written.append(f"{relation} {unit} {number}")
            steps.append((2, numbered(unit, relation, number)))
        elif name in ("among", "ignoring"):
            asked = phrase(rng, place=False)
            written.append(f"{name} {asked.written}")
            steps.append((3, among(asked, name == "among")))
        else:
            unit = rng.choice(("step", "turn", "agent", "k", "k", "n"))
            written.append(f"per {unit if len(unit) > 1 else f'<{unit}>'}")
            for_messages = for_messages and unit not in ("step", "agent")
            steps.append((5, per(unit)))
    rng.shuffle(written)
    steps.sort(key=lambda one: one[0])
    return Line(" ".join(written), tuple(step for _, step in steps), for_messages, if_only)
