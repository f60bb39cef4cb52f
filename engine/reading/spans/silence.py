"""What spans say happened without telling what: the gaps in a trace made of spans.

A model's response that ended in a tool call and holds none, an agent's run without any response, a
tool's span without a name: the trace may hold calls that nobody recorded, so that no rule may take
their absence for granted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from toolspec.engine.reading.dialects.dialect import Role, ends_in_call
from toolspec.engine.reading.spans.asked_calls import AllAsked
from toolspec.engine.reading.spans.classified_span import ClassifiedSpan
from toolspec.engine.reading.spans.joined_requests import Asked, agree
from toolspec.engine.reading.spans.left_out import dropped
from toolspec.engine.reading.spans.lost_calls import Requests
from toolspec.engine.reading.spans.overlooked import overlooked, overlooked_beside
from toolspec.engine.reading.spans.span_tree import Tree
from toolspec.engine.reading.spans.spoken_calls import named_in_prose, prose
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Call, Gap

_BARE: Final = frozenset(
    {"gen_ai.agent.name", "gen_ai.input.messages", "gen_ai.operation.name", "gen_ai.provider.name"}
    | {"gen_ai.request.model", "gen_ai.tool.definitions", "gen_ai.usage.input_tokens"}
    | {"gen_ai.usage.output_tokens", "openinference.span.kind", "test.case.name"}
)
"""A span without an instrumentation scope that has no other attributes was written by hand, and
says no more than that an agent ran or a model was asked: it is taken at its word."""

_CAPTURE: Final = "set OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT=span_only"
_SWITCHES: Final = (
    ("openinference", "unset OPENINFERENCE_HIDE_OUTPUTS and OPENINFERENCE_HIDE_OUTPUT_MESSAGES"),
    ("opentelemetry.instrumentation.openai_v2", _CAPTURE),
    ("opentelemetry.instrumentation.", "set TRACELOOP_TRACE_CONTENT=true"),
    ("traceloop", "set TRACELOOP_TRACE_CONTENT=true"),
)
"""What makes an instrumentation record content, by its scope; for others the standard's switch."""


def gaps_of(
    tree: Tree,
    calls: Sequence[Call],
    asked: AllAsked,
    strange: Sequence[ClassifiedSpan],
    spans: Sequence[ClassifiedSpan],
) -> list[Gap]:
    """Return what the spans of a trace say happened and do not tell, each kind once.

    `calls` are those of the trace, `asked` those that its messages ask for; `strange` are the spans
    of no known kind, `spans` all spans in order.
    """
    asked_for = [call.call for call in asked.calls]
    requests = Requests(tree, calls, asked_for)
    telling = (*tree.responses, *tree.agents, *strange)
    gaps = [
        *_without_span(tree, calls, asked.calls),
        *_silent_responses(tree, asked),
        *_nameless_tools(tree),
        *_lone_agents(tree),
        *_disputed(strange),
        *dropped(spans),
        *requests.lost(),
        *overlooked(telling, calls, asked_for),
        *overlooked_beside(spans, calls, asked_for, requests.before),
        *(
            named_in_prose(tree.responses, calls or asked_for)
            if calls or asked_for
            else prose(tree.responses)
        ),
    ]
    kinds: dict[tuple[str, str], Gap] = {}
    for gap in gaps:
        known = kinds.setdefault((gap.text, gap.call.name), gap)
        if known.call.arguments != gap.call.arguments:
            kinds[gap.text, gap.call.name] = known._replace(call=Call(gap.call.name))
    return list(kinds.values())


def _without_span(tree: Tree, calls: Sequence[Call], asked: Sequence[Asked]) -> Iterator[Gap]:
    """Yield a gap for each call that a model asked for and that alone has no span.

    Where frameworks count calls in their own way, a span may have another id, which nobody asked
    with: it is of the call like it that the same response asked for.
    """
    if not tree.tools:
        return
    recorded: dict[str, list[Call]] = {}
    for call in calls:
        recorded.setdefault(call.name, []).append(call)
    alone: list[Asked] = []
    for request in asked:
        spans = recorded.get(request.call.name, [])
        match = next((call for call in spans if agree(call, request.call)), None)
        if match is None:
            alone.append(request)
        else:
            spans.remove(match)
    ids = {request.call.id for request in asked}
    for request in alone:
        spans = recorded.get(request.call.name, [])
        alike = (call for call in spans if call.id not in ids and call.step == request.call.step)
        match = next((call for call in alike if agree(call._replace(id=None), request.call)), None)
        if match is not None:
            spans.remove(match)
            continue
        text = f"the model asked for a call of `{request.call.name}` that has no span"
        yield Gap(text, request.call.place, call=request.call)


def _silent_responses(tree: Tree, asked: AllAsked) -> Iterator[Gap]:
    """Yield a gap where a response ended in a call, or does not tell how, and no call is known."""
    calling = {call.turn for call in asked.calls}
    calling.update(tree.tool_turns)
    calling.update(tree.asked(classified).turn for classified in tree.phantoms)
    turns: dict[int, list[ClassifiedSpan]] = {}
    for classified in tree.responses:
        turns.setdefault(tree.number_of(classified), []).append(classified)
    for number, seen_as in turns.items():
        if number in asked.unread:
            yield Gap("a model response whose messages cannot be read", seen_as[0].place)
            continue
        if number in calling:
            continue
        reasons = [_ended(classified) for classified in seen_as]
        if any(map(ends_in_call, reasons)):
            text = "a model response ended in a tool call, and none is recorded"
            yield Gap(text, seen_as[0].place, _switch(seen_as[0]))
        elif not tree.tools and not any(reasons) and not any(map(_tells, seen_as)):
            text = "a model response of which neither the content nor why it ended is recorded"
            yield Gap(text, seen_as[0].place, _switch(seen_as[0]))


def _ended(classified: ClassifiedSpan) -> str | None:
    return None if classified.dialect is None else classified.dialect.ended(classified.span)


def _tells(classified: ClassifiedSpan) -> bool:
    """Tell whether a response's span holds what was answered, or was written by hand."""
    if classified.dialect is None or _by_hand(classified):
        return True
    return classified.dialect.tells(classified.span)


def _by_hand(classified: ClassifiedSpan) -> bool:
    return not classified.scope and classified.span.attributes.keys() <= _BARE


def _nameless_tools(tree: Tree) -> Iterator[Gap]:
    """Yield a gap for tool spans that name no tool and are not a hand-over."""
    nameless = [
        classified
        for classified in tree.phantoms
        if classified.dialect is None or not classified.dialect.hands_over(classified.span)
    ]
    if nameless:
        what = plural(len(nameless), "tool span that names", "tool spans that name")
        yield Gap(f"{what} no tool", nameless[0].place)


def _lone_agents(tree: Tree) -> Iterator[Gap]:
    """Yield a gap where agents ran and neither a model nor a tool has a span."""
    if tree.responses or tree.tools or tree.phantoms:
        return
    for classified in tree.agents:
        whole = classified.dialect is not None and classified.dialect.holds_conversation(
            classified.span
        )
        if not whole and not _by_hand(classified):
            text = "an agent's run without a span of any model or tool"
            yield Gap(text, classified.place, "instrument the model's client or the tools too")
            return


def _disputed(strange: Sequence[ClassifiedSpan]) -> Iterator[Gap]:
    """Yield a gap for a span that is read neither as one thing nor as the other."""
    for classified in strange:
        if classified.role is Role.DISPUTED:
            text = "a span that two instrumentations take for different things"
            yield Gap(text, classified.place, "instrument the agent once")
            return


def _switch(classified: ClassifiedSpan) -> str:
    """Return what would record the content of a span, by the instrumentation that wrote it."""
    return next((hint for scope, hint in _SWITCHES if classified.scope.startswith(scope)), _CAPTURE)
