"""Tools' spans that name another agent than the one whose run they are in.

The run around a span counts: instrumentations write the name of a workflow, or of the agent that
handed over, into every span of a run. Which agent a rule means is then open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from toolspec.engine.reading.spans.span_tree import Tree
from toolspec.engine.text.plural import plural
from toolspec.engine.trace import Call, Gap, Note


def other_agents(tree: Tree, calls: Sequence[Call], notes: list[Note]) -> Iterator[Gap]:
    """Yield a gap for each such call; what the spans name, and what counts, joins the notes."""
    by_span = {call.span_id: call for call in calls if call.span_id is not None}
    named: dict[tuple[str, str], list[Call]] = {}
    for classified, (_, around, _) in zip(tree.tools, tree.origins, strict=True):
        own = None if classified.dialect is None else classified.dialect.agent(classified.span)
        call = by_span.get(classified.span_id or "")
        if call is not None and own and around and own != around:
            named.setdefault((own, around), []).append(call)
    for (own, around), disputed in named.items():
        what = plural(len(disputed), "call", "calls")
        verb = "names" if len(disputed) == 1 else "name"
        text = f"the span of {what} {verb} the agent `{own}`, in a run of `{around}`, which counts"
        bare = f"the span of {what} {verb} another agent than the run it is in, which counts"
        notes.append(Note(text, disputed[0].place, bare))
        for call in disputed:
            other = call._replace(agent=own)
            text = f"the span of `{call.name}` names another agent than the run it is in"
            yield Gap(text, call.place, call=other, helps=False, adds=False, instead=call)
