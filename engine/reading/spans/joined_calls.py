"""What messages tell of the calls that have spans of their own, joined to what those spans record.

Many an instrumentation writes a tool's span without its arguments or its result, or with another
form of them, and the whole of both into the messages of the responses before and after it.
"""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.reading.payloads.marks import marked_status
from toolspec.engine.reading.spans.answers import Answers
from toolspec.engine.reading.spans.asked_calls import Asked, agree
from toolspec.engine.reading.spans.span_tree import Tree
from toolspec.engine.trace import Call, Unrecorded


def joined_calls(
    tree: Tree, calls: list[Call], asked: Sequence[Asked], depth_max: int
) -> list[Call]:
    """Return the calls with what the messages of the trace tell of them beside their spans.

    A message is about a call where it has the same id; where the call has none, where it is the
    only one like it that the same response asked for. What a span records itself stays.
    """
    if all(map(_is_whole, calls)) or not tree.responses:
        return calls
    turns = _turns(tree)
    found = _with_requests(calls, asked, turns)
    if not any(isinstance(call.result, Unrecorded) and call.completed for call in found):
        return found
    answers = Answers(tree, depth_max)
    return _with_answers(found, answers, turns) if answers else found


def _is_whole(call: Call) -> bool:
    recorded = not isinstance(call.arguments, Unrecorded)
    return recorded and not isinstance(call.result, Unrecorded)


def _turns(tree: Tree) -> dict[str | None, int | None]:
    """Return the number of the turn that asked for the tool of each span, by the span's id."""
    turns = zip(tree.tools, tree.tool_turns, strict=True)
    return {seen.span_id: turn for seen, turn in turns if seen.span_id is not None}


def _with_requests(
    calls: Sequence[Call], asked: Sequence[Asked], turns: dict[str | None, int | None]
) -> list[Call]:
    """Return the calls with the ids and arguments that models asked for them with."""
    by_id: dict[tuple[str, str], list[Call]] = {}
    by_turn: dict[tuple[str, int], list[Call]] = {}
    for one, turn in asked:
        if one.id is not None:
            by_id.setdefault((one.name, one.id), []).append(one)
            if turn is not None:
                by_turn.setdefault((one.name, turn), []).append(one)
    taken = {call.id for call in calls}
    waiting: dict[tuple[str, int], int] = {}
    for call in calls:
        turn = turns.get(call.span_id)
        if call.id is None and turn is not None:
            waiting[call.name, turn] = waiting.get((call.name, turn), 0) + 1
    found: list[Call] = []
    for call in calls:
        turn = turns.get(call.span_id)
        if call.id is None and turn is not None:
            open_to = [one for one in by_turn.get((call.name, turn), ()) if one.id not in taken]
            likely = [one for one in open_to if agree(one, call)]
            alone = waiting[call.name, turn] == 1 or not isinstance(call.arguments, Unrecorded)
            if len(likely) == 1 and alone:
                taken.add(likely[0].id)
                call = call._replace(id=likely[0].id)
        if isinstance(call.arguments, Unrecorded) and call.id is not None:
            same = by_id.get((call.name, call.id), ())
            if len(same) == 1 or (same and all(agree(same[0], one) for one in same)):
                call = call._replace(arguments=same[0].arguments)
        found.append(call)
    return found


def _with_answers(
    calls: Sequence[Call], answers: Answers, turns: dict[str | None, int | None]
) -> list[Call]:
    """Return the calls with the results that models were sent."""
    lacking = [call for call in calls if isinstance(call.result, Unrecorded) and call.completed]
    waiting = [(turns.get(call.span_id), call.id) for call in lacking if not answers.of(call.id)]
    other = answers.ids_of_nobody([call.id for call in calls if call.id is not None], waiting)
    numbers: dict[str, int] = {}
    for call in calls:
        if call.id is not None:
            numbers[call.id] = numbers.get(call.id, 0) + 1
    found: list[Call] = []
    for call in calls:
        if isinstance(call.result, Unrecorded) and call.completed:
            turn = turns.get(call.span_id)
            id = call.id
            if not answers.of(id) and turn is not None:
                id = other.get((turn, call.id))
            outcomes = answers.of(id)
            # Of several answers, or calls, of one id it is not known which is whose.
            if len(outcomes) == 1 and numbers.get(call.id or "", 1) == 1:
                value = outcomes[0].value
                status = "error" if outcomes[0].failed else call.status
                call = call._replace(
                    result=value, id=call.id or id, status=marked_status(value, status)
                )
        found.append(call)
    return found
