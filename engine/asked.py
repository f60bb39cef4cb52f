"""Calls that are only in messages: what models asked for, in traces without any tool span."""

from __future__ import annotations

from collections.abc import Sequence

from toolspec.engine.dialects.dialect import Unreadable
from toolspec.engine.dialects.payload import Outcome, doubted, read_arguments, read_result
from toolspec.engine.seen import Seen
from toolspec.engine.trace import UNRECORDED, Call, Note
from toolspec.engine.tree import Tree


def requested_calls(tree: Tree, depth_max: int, notes: list[Note]) -> list[Call] | Note:
    """Return the calls asked for, each id once, completed where a later message holds the result.

    Responses are asked first; where none of them tells, the conversation an agent's span holds is.
    Only what was answered counts: a history repeated in the input may belong to earlier traces.
    Where some that are asked cannot be read, return why: without all its calls no trace is judged.
    """
    results, unread = _answers((*tree.turns, *tree.agents), depth_max)
    for sources, step_of in ((tree.turns, tree.step_of_turn), (tree.agents, tree.step_of)):
        calls: list[Call] = []
        met: set[str] = set()
        for seen in sources:
            if seen.dialect is None:
                continue
            for asked in seen.dialect.requested(seen.span):
                if isinstance(asked, Unreadable):
                    return missing("calls", asked, seen)
                if asked.id is not None:
                    if asked.id in met:
                        continue
                    met.add(asked.id)
                arguments, doubt, bare = read_arguments(asked.arguments, depth_max)
                if doubt:
                    part = f"`{asked.name}`: arguments"
                    notes.append(doubted(part, doubt, bare, seen.span.place))
                answer = results.get(asked.id) if asked.id is not None else None
                calls.append(
                    Call(
                        asked.name,
                        arguments,
                        UNRECORDED if answer is None else answer.value,
                        step=step_of(seen),
                        completed=answer is not None,
                        id=asked.id,
                        span_id=seen.span.span_id,
                        agent=seen.dialect.agent(seen.span),
                        start_ns=seen.span.start_ns,
                        place=seen.span.place,
                    )
                )
        if calls:
            if not all(call.completed for call in calls):
                notes.extend(unread)
            return calls
    return []


def _answers(sources: Sequence[Seen], depth_max: int) -> tuple[dict[str, Outcome], list[Note]]:
    """Return the results that messages hold by the ids of their calls, and what hides others."""
    results: dict[str, Outcome] = {}
    unread: list[Note] = []
    for seen in sources:
        if seen.dialect is None:
            continue
        for answer in seen.dialect.answered(seen.span):
            if isinstance(answer, Unreadable):
                unread.append(missing("results", answer, seen))
            elif answer.id is not None and answer.id not in results:
                results[answer.id] = read_result(answer.result, depth_max)
    return results, unread


def missing(what: str, where: Unreadable, seen: Seen) -> Note:
    """Return that `"calls"` or `"results"` may be missing, as a span cannot be read."""
    part = f"{what} may be missing from `{where.key}`"
    return doubted(part, where.doubt, where.bare, seen.place)
