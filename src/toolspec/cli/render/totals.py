"""What a whole run comes to, in words.

Everything returned here is safe to print.
"""

from __future__ import annotations

from collections.abc import Iterator

from toolspec.cli.judging import Tally
from toolspec.engine.text.escape import short
from toolspec.engine.text.plural import plural
from toolspec.engine.text.score_text import score_text, scores_apart


def totals(tally: Tally) -> str:
    """Say in one line what the run comes to."""
    if not tally.traces:
        return "nothing was judged"
    failed = tally.traces - tally.passed
    rules = ", ".join(f"{count} {status}" for status, count in tally.rules.items() if count)
    line = f"{plural(tally.traces, 'trace')}: {tally.passed} passed, {failed} did not"
    if tally.skipped:
        line += f", {tally.skipped} skipped, as no agent's run was found in them"
    line += f"; {plural(sum(tally.rules.values()), 'rule')}: {rules}; score "
    if tally.fail_under is None:
        return line + score_text(tally.score)
    below = tally.status == 1
    shown, mark = score_text(tally.score), score_text(tally.fail_under)
    if below:
        shown, mark = scores_apart(tally.score, tally.fail_under)
    under = "below" if below else "at least"
    if tally.rules["unknown"] + tally.rules["error"]:
        under = "with undecided rules, so not judged by --fail-under"
    return f"{line}{shown}, {under} {mark}"


def why_below(tally: Tally) -> str:
    """Say why `--fail-under` fails a run, "" where it does not: all that `--quiet` says at the end.

    Without `--fail-under` the traces that did not pass are shown, and say it.
    """
    if tally.fail_under is None or tally.status != 1:
        return ""
    undecided = tally.rules["unknown"] + tally.rules["error"]
    if undecided:
        are = "rule is" if undecided == 1 else "rules are"
        return f"failed: {undecided:,} {are} `unknown` or `error`, whatever --fail-under says"
    shown, mark = scores_apart(tally.score, tally.fail_under)
    return f"failed: score {shown} is below --fail-under {mark}"


def afterwords(tally: Tally) -> Iterator[str]:
    """Yield what else the reader of the totals must not miss."""
    missing = tally.cases_without_trace
    if missing:
        named = ", ".join(short(name, 60) for name in missing[:10])
        more = f" and {len(missing) - 10} more" if len(missing) > 10 else ""
        yield f"{plural(len(missing), 'case')} without a trace: {named}{more}"
    if tally.unread:
        yield f"{plural(len(tally.unread), 'problem')} above: not everything was judged"
