"""The calls that models asked for in messages on spans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from toolspec.engine.json_value import Json
from toolspec.engine.reading.dialects.dialect import Requested, Unreadable
from toolspec.engine.reading.payloads.marks import marked_status
from toolspec.engine.reading.payloads.payload import doubted, read_arguments
from toolspec.engine.reading.spans.answers import Answers, missing
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.disagreements import Disagreements
from toolspec.engine.reading.spans.joined_requests import Asked, JoinedRequests
from toolspec.engine.reading.spans.span_tree import Tree
from toolspec.engine.trace import UNRECORDED, Call, Note, Unrecorded


class AllAsked(NamedTuple):
    """The calls that a trace's messages ask for, and by turn why others cannot be read."""

    calls: list[Asked]
    unread: dict[int | None, Note]


def asked_calls(tree: Tree, depth_max: int, notes: list[Note]) -> AllAsked:
    """Return the calls that the responses asked for, else those of the conversations on agents.

    Two records of one response are joined.
    """
    turns: dict[int, JoinedRequests] = {}
    unread: dict[int | None, Note] = {}
    for classified in tree.responses:
        number = tree.number_of(classified)
        requests = _of_span(
            tree, classified, tree.step_of_turn(classified), number, depth_max, notes, unread
        )
        if requests:
            turns.setdefault(number, JoinedRequests()).join(requests)
    asked = [turn for number in sorted(turns) for turn in turns[number].asked]
    if asked or unread:
        return AllAsked(asked, unread)
    of_agents = JoinedRequests()
    for classified in tree.agents:
        requests = _of_span(
            tree, classified, tree.step_of(classified), None, depth_max, notes, unread
        )
        of_agents.join(requests)
    return AllAsked(of_agents.asked, unread)


def _of_span(
    tree: Tree,
    classified: ClassifiedSpan,
    step: int | None,
    turn: int | None,
    depth_max: int,
    notes: list[Note],
    unread: dict[int | None, Note],
) -> list[Asked]:
    """Return the calls that one span asks for; why some cannot be read is added to `unread`."""
    requests: list[Asked] = []
    for asked in (
        () if classified.dialect is None else classified.dialect.requested(classified.span)
    ):
        if isinstance(asked, Unreadable):
            unread.setdefault(turn, missing("calls", asked, classified))
            continue
        arguments, doubt, bare = read_arguments(asked.arguments, depth_max)
        if doubt:
            notes.append(doubted(f"`{asked.name}`: arguments", doubt, bare, classified.place))
        requests.append(Asked(_call(asked, arguments, step, tree, classified), turn))
    return requests


def _call(
    asked: Requested,
    arguments: Mapping[str, Json] | Unrecorded,
    step: int | None,
    tree: Tree,
    classified: ClassifiedSpan,
) -> Call:
    span = classified.span
    own = None if classified.dialect is None else classified.dialect.agent(span)
    return Call(
        asked.name,
        arguments,
        step=step,
        completed=False,
        id=asked.id,
        span_id=span.span_id,
        agent=tree.asked(classified).agent or own,
        start_ns=span.start_ns,
        place=span.place,
    )


def requested_calls(
    asked: Sequence[Asked], tree: Tree, depth_max: int, notes: list[Note]
) -> list[Call]:
    """Return the calls of a trace without any tool span, completed where an answer was recorded.

    One that a later response asks for again, under the same id, is the same call, unless its id has
    several answers. Where no answer is recorded in the whole trace, whether a call completed is not
    known, unless it was the last thing the model did.
    """
    answers = Answers(tree, depth_max)
    differ = Disagreements(notes)
    waiting = [(turn, call.id) for call, turn in asked if not answers.of(call.id)]
    known_ids = {call.id for call, _ in asked if call.id is not None}
    other = answers.ids_of_nobody(known_ids, waiting) if waiting else {}
    nobodys = any(id not in known_ids for id in answers.asked_before)
    last = len(tree.turns) - 1
    calls: list[Call] = []
    met: dict[str, JoinedRequests] = {}
    for call, turn in asked:
        known = met.setdefault(call.id, JoinedRequests()) if call.id is not None else None
        outcomes = answers.of(call.id)
        if not outcomes and turn is not None:
            outcomes = answers.of(other.get((turn, call.id)))
        if known is not None and len(outcomes) < 2 and known.has(call):
            continue
        if known is not None:
            known.add(Asked(call, turn))
        if len(outcomes) == 1:
            result = outcomes[0].value
            status = marked_status(result, "error" if outcomes[0].failed else None)
            call = call._replace(completed=True, result=result, status=status)
        elif len(outcomes) > 1:
            # To which of several calls of one id each is, or which one is right, is not known.
            differ.add(call.name, "result", call.place, "the answers in several requests")
            call = call._replace(completed=None)
        elif call.id is None or ((not answers or nobodys) and (turn is None or turn < last)):
            # An answer under another id may be this call's.
            call = call._replace(completed=None)
        calls.append(call)
    shared = {id for id, known in met.items() if len(known.asked) > 1}
    calls = [
        call._replace(completed=None, result=UNRECORDED, status=None)
        if call.id in shared and call.completed
        else call
        for call in calls
    ]
    if not all(call.completed for call in calls):
        notes.extend(answers.unread)
    return calls
