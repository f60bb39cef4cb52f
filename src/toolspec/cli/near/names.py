"""Names in specs that no judged trace has, while it has one that is nearly the same: notes.

A misspelt tool makes a `forbid` that always passes. A trace need not call every tool of its spec,
so this is a note and changes no verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from toolspec.cli.judging import TOOLS_MAX, Tally
from toolspec.cli.near.keys import said_of
from toolspec.engine.match.tool_pattern import Name
from toolspec.engine.text.escape import short

if TYPE_CHECKING:
    from toolspec.engine.spec import Spec

PAIRS_MAX: Final = 50_000
"""Names times tools that are compared: some tenths of a second."""


def note_near_keys(tally: Tally) -> None:
    """Note each argument key that no call has, where the calls have one of nearly that name."""
    for path, keys in tally.keys.items():
        unseen = list(keys.unseen()) if path else []
        silenced = _silenced(path) if unseen else ()
        for asked, tool, near in unseen:
            if not any(asked.line in rows for rows in silenced):
                tally.note(said_of(asked, tool, near), path, asked.line or None)


def note_near_names(tally: Tally) -> None:
    """Note each name of a spec that is nearly that of a tool its traces call."""
    for path, (spec, tools) in tally.called.items():
        if path and tools and len(tools) <= TOOLS_MAX:
            names = _names(spec)
            if not tools.issuperset(names):
                _note(path, names, tools, tally)


def _names(spec: Spec) -> dict[str, int]:
    """Return the names that rules speak of, each with the line of the first such rule."""
    names: dict[str, int] = {}
    for rule in spec.rules:
        for pattern in rule.kind.patterns():
            for leaf in pattern.flat.leaves:
                if isinstance(leaf, Name):
                    names.setdefault(leaf.name, rule.origin.line or 0)
    return names


def _note(path: str, names: Mapping[str, int], tools: Collection[str], tally: Tally) -> None:
    """Note names that no trace calls, where the tool that is meant is named nowhere in the spec."""
    unseen = {name: line for name, line in names.items() if name not in tools}
    if not _any_may_be_near(unseen, tools):
        return
    from toolspec.dsl.text.suggest import Guesses

    guesses = Guesses(tuple(sorted(tools)))
    likely = {name: guesses.nearest(name) for name in unseen}
    nearly = {name: near for name, near in likely.items() if near and near not in names}
    silenced = _silenced(path) if nearly else ()
    for name, near in nearly.items():
        line = unseen[name]
        if not any(line in rows for rows in silenced):
            text = f"no judged trace calls `{short(name, 60)}`; the traces call `{short(near, 60)}`"
            tally.note(text, path, line or None)


def _any_may_be_near(names: Collection[str], tools: Collection[str]) -> bool:
    """Tell whether it is worth loading the language to compare names: they share most letters.

    Where there are very many of both, no name is a slip.
    """
    if len(names) * len(tools) > PAIRS_MAX:
        return False
    letters = [(len(tool), Counter(tool.casefold())) for tool in tools]
    for name in names:
        own, most = Counter(name.casefold()), max(1, len(name) // 3)
        for length, its in letters:
            apart = abs(length - len(name))
            if apart <= most and max((own - its).total(), (its - own).total()) <= most:
                return True
    return False


def _silenced(path: str) -> list[range]:
    """Return the rows of a spec for which a comment silences the same warning of editors."""
    from toolspec.dsl.read import read
    from toolspec.dsl.workspace.spec_file import UnreadableError, spec_bytes, text_in

    try:
        ignores = read(text_in(spec_bytes(path)), path).ignores
    except UnreadableError:
        return []
    return [
        range(each.first_row, each.last_row + 1)
        for each in ignores
        if any(code == "TS310" for code, _ in each.codes)
    ]
