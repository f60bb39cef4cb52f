"""`toolspec traces --timeline`: each trace drawn call by call, coloured by a rule.

`--compare` draws two of them side by side.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Namespace
from itertools import islice
from typing import TYPE_CHECKING, Final

from toolspec.cli.cache import Cache
from toolspec.cli.judging import Tally
from toolspec.cli.paths import sorted_paths
from toolspec.cli.refusal import Refusal
from toolspec.cli.spec_files import load_specs
from toolspec.cli.terminal import wants_color
from toolspec.cli.trace_files import as_named_now, traces_of

if TYPE_CHECKING:
    from toolspec.engine.rule import Rule

PIPED: Final = 120
"""Columns of a line that no terminal shows."""

COLORS: Final = {"taken": 32, "missing": 31, "forbidden": 31, "extra": 33, "open": 36}


def show_timelines(options: Namespace) -> int:
    """Draw every trace of the files, or two side by side.

    Return 2 where one could not be read, or there is no such rule.
    """
    from toolspec.engine.telling.timeline.compare import compared
    from toolspec.engine.telling.timeline.compare_drawn import drawn_side_by_side
    from toolspec.engine.telling.timeline.drawn import drawn_timeline
    from toolspec.engine.telling.timeline.timeline import timeline

    rule: Rule | None = None
    if options.rule is not None:
        rule_or_refusal = _rule(options.rule)
        if isinstance(rule_or_refusal, Refusal):
            rule_or_refusal.tell()
            return 2
        rule = rule_or_refusal
    gathered = sorted_paths(options.paths, options.exclude)
    tally = Tally()
    tally.refusals.extend(gathered.refusals)
    color, width = wants_color(None, sys.stdout), _width()
    pictures = (
        timeline(trace, rule)
        for file in gathered.traces
        for trace in traces_of(as_named_now(file), tally, salvage=options.salvage)
    )
    if options.compare:
        listed = [*islice(pictures, 3)]
        if len(listed) != 2 and not tally.refusals:
            tally.refusals.append(Refusal("two traces are compared", hint=_two(len(listed))))
        drawings = [drawn_side_by_side(compared(*listed), width)] if len(listed) == 2 else []
    else:
        drawings = (drawn_timeline(picture, width) for picture in pictures)
    for lines in drawings:
        shown = [_colored(line.text, line.part) if color else line.text for line in lines]
        print("\n".join(shown) + "\n")
    sys.stdout.flush()
    for refusal in tally.refusals:
        refusal.tell()
    return 2 if tally.refusals or not gathered.traces else 0


def _two(count: int) -> str:
    many = "one was" if count == 1 else "more were" if count > 2 else "none was"
    return f"{many} read: name two files with one trace each"


def _rule(named: str) -> Rule | Refusal:
    """Return the rule that `SPEC:LINE` names, or why there is none."""
    match = re.fullmatch(r"(.+):(\d+)", named)
    if match is None:
        hint = "name a spec and the line of a rule: --rule shop.toolspec:4"
        return Refusal(f"`{named}` names no rule", hint=hint)
    path, line = match[1], int(match[2])
    specs, problems = load_specs([path], Cache(None))
    errors = [problem for problem in problems if not problem.warning]
    if errors or not specs:
        return errors[0] if errors else Refusal("no spec", path)
    own = [rule for rule in specs[0].rules if rule.file is None]
    for rule in own:
        if rule.origin.line <= line <= max(rule.origin.line, rule.origin.end_line):
            return rule
    lines = ", ".join([str(rule.origin.line) for rule in own[:10]])
    hint = f"its rules are on the lines {lines}" if own else "it has no rules"
    return Refusal("there is no rule on this line", path, line, hint=hint)


def _colored(text: str, part: str) -> str:
    """Return a line with its sign in the colour of what the rule made of the call."""
    color = COLORS.get(part)
    if color is None:
        return text
    at = min((place for place in map(text.find, "✓✗+?!") if place >= 0), default=-1)
    if at < 0:
        return text
    return f"{text[:at]}\x1b[{color}m{text[at]}\x1b[0m{text[at + 1 :]}"


def _width() -> int:
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
    except (OSError, ValueError):
        return PIPED
