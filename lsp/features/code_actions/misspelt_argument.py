"""Replace an argument that the tool was never called with by a similar one."""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.dsl.text.spec_text import key_text
from toolspec.dsl.text.suggest import suggestion
from toolspec.lsp.features.code_actions.ask import NAME_MAX, Ask
from toolspec.lsp.state.argument_stats import stats_before
from toolspec.lsp.text.answers import Action, Edit
from toolspec.lsp.text.escape import plain
from toolspec.lsp.text.line_tokens import angles, key_of

KIND = "quickfix"


def actions(ask: Ask) -> Iterator[Action]:
    """Yield a change for each such argument here."""
    for entry in ask.entries:
        if entry.line.kind != "code":
            continue
        for angle in angles(entry.line):
            stats = stats_before(ask.snapshot, angle)
            written = {key_of(word) for word, _ in angle.keys}
            for word, _ in angle.keys:
                span = (entry.line.start + word.start, entry.line.start + word.end)
                key = key_of(word)
                if not ask.touches(span) or key in stats.total.keys or not stats.calls:
                    continue
                near = suggestion(
                    key, [known for known in stats.total.keys if known not in written]
                )
                if near:
                    title = f"Change the argument {plain(key, NAME_MAX)} to {plain(near, NAME_MAX)}"
                    text = key_text(near)
                    yield Action(title, (Edit(span, text),), KIND)
