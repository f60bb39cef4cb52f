"""The hover of what is not a scored rule: a block and its end, a rule of `any`, a key, an agent."""

from __future__ import annotations

from toolspec.dsl.document.spec_line import SpecLine
from toolspec.dsl.text.lexer import Token
from toolspec.engine.rule import Rule
from toolspec.engine.rules.any import AnyOfRules
from toolspec.lsp.features.hover.rule import with_code
from toolspec.lsp.state.argument_stats import stats_of
from toolspec.lsp.state.snapshot import Snapshot
from toolspec.lsp.state.tool_schemas import arguments_of_tools
from toolspec.lsp.text.escape import code, escaped
from toolspec.lsp.text.humanize import times
from toolspec.lsp.text.keyword_docs import docs_about
from toolspec.lsp.text.line_tokens import agents_in, angles, code_words, heads_around, key_of, meant

VALUES_MAX = 3
LENGTH = 80
TEXT_MAX = 300


def about_line(snapshot: Snapshot, entry: SpecLine) -> str:
    """Return what a line says that has no rule of its own; "" if nothing is known of it."""
    words = code_words(entry.line)
    if entry.what == "case_close":
        head = next(heads_around(snapshot.reading, entry.line.start), None)
        return f"Ends {code(_written(head), LENGTH)}." if head is not None else ""
    one_of = _one_of(snapshot, entry)
    if one_of is not None:
        return f"One of the rules of which one has to pass: {with_code(one_of.in_words())}"
    known = docs_about(words[0].text) if words else None
    if entry.block:
        clauses = with_code("; ".join(clause.in_words() for clause in entry.block))
        title = known.title if known is not None else ""
        return f"{title}\n\nThe rules up to its `}}`: {clauses}." if clauses else title
    return known.markdown if known is not None else ""


def _one_of(snapshot: Snapshot, entry: SpecLine) -> Rule | None:
    """Return the rule of a line whose block makes one result of its rules."""
    head = next(heads_around(snapshot.reading, entry.line.start), None)
    if head is None or head.rule is None or not isinstance(head.rule.kind, AnyOfRules):
        return None
    rules = head.rule.kind.rules
    return next((rule for rule in rules if rule.origin.line == entry.line.row), None)


def _written(head: SpecLine) -> str:
    return head.line.text.rstrip().removesuffix("{").rstrip()


def about_key(snapshot: Snapshot, entry: SpecLine, word: Token) -> str:
    """Return what is known of an argument at its key; "" elsewhere and if nothing is known."""
    if word.kind not in ("key", "string"):
        return ""
    for angle in angles(entry.line):
        if all(key != word for key, _ in angle.keys):
            continue
        pattern, key = meant(snapshot.reading, angle.pattern), key_of(word)
        stats = stats_of(snapshot, pattern)
        listed = arguments_of_tools(snapshot, pattern).get(key)
        calls = stats.total.keys.get(key, 0)
        if not calls and listed is None:
            return ""
        paragraphs = [f"{code(key, LENGTH)}{f': {listed.about}' if listed is not None else ''}"]
        if listed is not None and listed.description:
            paragraphs.append(escaped(listed.description, TEXT_MAX))
        if calls:
            values = ", ".join(code(value, LENGTH) for value, _ in stats.values(key)[:VALUES_MAX])
            such = f", such as {values}" if values else ""
            paragraphs.append(f"In {calls} of {times(stats.calls, 'call')} of recent traces{such}.")
        return "\n\n".join(paragraphs)
    return ""


def about_agent(snapshot: Snapshot, entry: SpecLine, word: Token) -> str:
    """Return the calls of the agents that a name or pattern after `by` means; "" elsewhere."""
    part = next(
        (agent for agent in agents_in(entry) if agent.span[0] <= word.start < agent.span[1]), None
    )
    if part is None or word.kind not in ("name", "string", "regex") or word.text[0] == "@":
        return ""
    pattern = meant(snapshot.reading, (word,))
    calls = {
        agent: sum(used.agents.get(agent, 0) for used in snapshot.tools.tools.values())
        for used in snapshot.tools.tools.values()
        for agent in used.agents
        if pattern is not None and pattern.matches(agent)
    }
    callers = ", ".join(
        f"{code(agent, LENGTH)} made {times(many, 'call')}" for agent, many in calls.items()
    )
    return (
        f"{callers} in recent traces."
        if callers
        else f"No recent trace names {code(word.text, LENGTH)} as an agent."
    )
