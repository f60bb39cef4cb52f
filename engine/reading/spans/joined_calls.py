"""What messages tell of the calls that have spans of their own, joined to what those spans record.

Many an instrumentation writes a tool's span without its arguments or its result, or with another
form of them, and the whole of both into the messages of the responses before and after it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

from toolspec.engine.json_value import same
from toolspec.engine.reading.payloads.marks import Status, marked_status
from toolspec.engine.reading.payloads.payload import ReadOutcome
from toolspec.engine.reading.spans.answers import Answers
from toolspec.engine.reading.spans.disagreements import Disagreements
from toolspec.engine.reading.spans.joined_requests import Asked, agree
from toolspec.engine.reading.spans.span_tree import Tree
from toolspec.engine.trace import UNRECORDED, Call, Result, Unrecorded


def joined_calls(
    tree: Tree,
    calls: list[Call],
    asked: Sequence[Asked],
    depth_max: int,
    differ: Disagreements,
) -> list[Call]:
    """Return the calls with what the messages of the trace tell of them beside their spans.

    A message is about a call where it has the same id; where the call has none, where it is the
    only one like it that the same response asked for. What a span and a message tell differently
    joins those that `differ`, and is not recorded.
    """
    if not tree.responses:
        return calls
    whole, turns = all(map(_is_whole, calls)), _turns(tree)
    joined = _joined(tree, calls, asked, turns, depth_max, differ, whole)
    if whole and asked and any(call.id is None for call in joined):
        return _with_requests(joined, asked, turns)  # nothing lacks but ids
    return joined


def _joined(
    tree: Tree,
    calls: list[Call],
    asked: Sequence[Asked],
    turns: dict[str | None, int | None],
    depth_max: int,
    differ: Disagreements,
    whole: bool,
) -> list[Call]:
    with_requests = calls if whole else _with_requests(calls, asked, turns)
    once = _once(with_requests)
    if asked and once:
        with_requests = _compared(with_requests, asked, once, differ)
    lacking = any(isinstance(call.result, Unrecorded) and call.completed for call in with_requests)
    if not lacking and not (once and tree.requests_tell):
        return with_requests
    answers = Answers(tree, depth_max, None if lacking else once)
    if not answers:
        return with_requests
    return _Answering(tree, answers, turns, once, differ).joined(with_requests)


def _once(calls: Sequence[Call]) -> set[str]:
    """Return the ids that one call has and no other."""
    numbers = Counter(call.id for call in calls)
    return {id for id, number in numbers.items() if id is not None and number == 1}


def _compared(
    calls: Sequence[Call], asked: Sequence[Asked], once: set[str], differ: Disagreements
) -> list[Call]:
    """Return the calls without the arguments that differ from those that a model asked with.

    What was added to these, such as a default, is no difference: the tool was given it.
    """
    given: dict[tuple[str, str], Call] = {}
    for request, _ in asked:
        if request.id in once and not isinstance(request.arguments, Unrecorded):
            given.setdefault((request.name, request.id), request)
    compared: list[Call] = []
    for call in calls:
        other = given.get((call.name, call.id)) if call.id is not None else None
        if other is not None and _contradicts(call, other):
            differ.add(call.name, "arguments", call.place, "its span and the model's request")
            call = call._replace(arguments=UNRECORDED)
        compared.append(call)
    return compared


def _contradicts(call: Call, asked: Call) -> bool:
    if isinstance(call.arguments, Unrecorded) or isinstance(asked.arguments, Unrecorded):
        return False
    own = call.arguments
    return not all(key in own and same(value, own[key]) for key, value in asked.arguments.items())


def _is_whole(call: Call) -> bool:
    recorded = not isinstance(call.arguments, Unrecorded)
    return recorded and not isinstance(call.result, Unrecorded)


def _turns(tree: Tree) -> dict[str | None, int | None]:
    """Return the number of the turn that asked for the tool of each span, by the span's id."""
    turns = zip(tree.tools, tree.tool_turns, strict=True)
    return {
        classified.span_id: turn for classified, turn in turns if classified.span_id is not None
    }


def _with_requests(
    calls: Sequence[Call], asked: Sequence[Asked], turns: dict[str | None, int | None]
) -> list[Call]:
    """Return the calls with the ids and arguments that models asked for them with."""
    by_id: dict[tuple[str, str], list[Call]] = {}
    by_turn: dict[tuple[str, int], list[Call]] = {}
    for request, turn in asked:
        if request.id is not None:
            by_id.setdefault((request.name, request.id), []).append(request)
            if turn is not None:
                by_turn.setdefault((request.name, turn), []).append(request)
    taken = {call.id for call in calls}
    waiting = Counter(
        (call.name, turns.get(call.span_id)) for call in calls if (call.name, call.id) not in by_id
    )
    with_requests: list[Call] = []
    for call in calls:
        turn = turns.get(call.span_id)
        if turn is not None and (call.name, call.id) not in by_id:
            open_to = [
                request for request in by_turn.get((call.name, turn), ()) if request.id not in taken
            ]
            likely = [request for request in open_to if agree(request, call._replace(id=None))]
            alone = waiting[call.name, turn] == 1 or not isinstance(call.arguments, Unrecorded)
            if len(likely) == 1 and alone:
                taken.add(likely[0].id)
                # Frameworks count calls in their own way: an id that nobody asked with stays.
                known = call.arguments
                given = likely[0].arguments if isinstance(known, Unrecorded) else known
                call = call._replace(id=call.id or likely[0].id, arguments=given)
        if isinstance(call.arguments, Unrecorded) and call.id is not None:
            same = by_id.get((call.name, call.id), ())
            if len(same) == 1 or (same and all(agree(same[0], request) for request in same)):
                call = call._replace(arguments=same[0].arguments)
        with_requests.append(call)
    return with_requests


class _Answering:
    """What is needed to join the results that models were sent to the calls they are of."""

    def __init__(
        self,
        tree: Tree,
        answers: Answers,
        turns: dict[str | None, int | None],
        once: set[str],
        differ: Disagreements,
    ) -> None:
        self.tree, self.answers, self.turns = tree, answers, turns
        self.once, self.differ = once, differ

    def joined(self, calls: Sequence[Call]) -> list[Call]:
        """Return the calls with their results and statuses as spans and answers tell both."""
        waiting = [
            (self.turns.get(call.span_id), call.id)
            for call in calls
            if isinstance(call.result, Unrecorded)
            and call.completed
            and not self.answers.of(call.id)
        ]
        ids = [call.id for call in calls if call.id is not None]
        other = self.answers.ids_of_nobody(ids, waiting) if waiting else {}
        texts = self._texts(calls)
        with_answers: list[Call] = []
        for call in calls:
            if not call.completed or (call.id is not None and call.id not in self.once):
                with_answers.append(
                    call
                )  # of several calls of one id it is not known which is whose
            elif isinstance(call.result, Unrecorded):
                with_answers.append(self._filled(call, other))
            else:
                with_answers.append(self._compared(call, texts))
        return with_answers

    def _texts(self, calls: Sequence[Call]) -> dict[int | None, str]:
        """Return the results of each turn as one text, as Arize's processor of Strands sends them.

        It writes the results of all parallel calls into the message about the last of them.
        """
        by_turn: dict[int | None, list[str]] = {}
        for call in calls:
            own = None if isinstance(call.result, Unrecorded) else call.result.recorded
            if isinstance(own, str):
                by_turn.setdefault(self.turns.get(call.span_id), []).append(own)
        return {
            turn: " ".join(texts)
            for turn, texts in by_turn.items()
            if turn is not None and len(texts) > 1
        }

    def _filled(self, call: Call, other: Mapping[tuple[int, str | None], str]) -> Call:
        """Return a call with the result that the one answer to it tells."""
        turn, id = self.turns.get(call.span_id), call.id
        if not self.answers.of(id) and turn is not None:
            id = other.get((turn, call.id))
        outcomes = self.answers.of(id)
        if len(outcomes) > 1:
            self.differ.add(call.name, "result", call.place, "the answers in several requests")
        if len(outcomes) != 1 or self.differ.about(call, "result"):
            return call
        call = call._replace(result=outcomes[0].value, id=call.id or id)
        return call._replace(status=self._status(call, outcomes[0]))

    def _compared(self, call: Call, texts: Mapping[int | None, str]) -> Call:
        """Return a call whose span tells its result, unless the answer to it is another one."""
        outcomes = self.answers.of(call.id)
        if not outcomes:
            return call
        # Later requests may hold less of an answer than the first, to be short.
        answer = outcomes[0].value
        turn = self.turns.get(call.span_id)
        if turn in texts and isinstance(answer, Result) and answer.recorded == texts[turn]:
            return call
        result = self.differ.result(call, answer, _RECORDS)
        return call._replace(result=result, status=self._status(call, outcomes[0]))

    def _status(self, call: Call, answer: ReadOutcome) -> Status:
        """Return a call's status as its span and an answer tell it; None where they differ."""
        own = call.status
        status: Status = None if answer.failed is None else "error" if answer.failed else "ok"
        status = marked_status(answer.value, status)
        if status is None or own is None or status == own:
            return own or status
        if status == "error" and call.span_id not in self._succeeded:
            return status  # that a span has no mark says little
        self.differ.add(call.name, "status", call.place, _RECORDS)
        return None

    @cached_property
    def _succeeded(self) -> set[str | None]:
        """The ids of the tools' spans that say themselves that all went well."""
        return {
            classified.span_id for classified in self.tree.tools if classified.span.status == "ok"
        }


_RECORDS: Final = "its span and the answer in the next request"
