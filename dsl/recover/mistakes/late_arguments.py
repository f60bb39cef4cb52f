"""Arguments after another qualifier of the call: `forbid a ok <x: 1>`."""

from __future__ import annotations

from toolspec.dsl.recover.row import Row


def _early(words: str, qualifier: str, example: str, repaired: str) -> Row:
    """Return a row for arguments after a qualifier, which come before it."""
    return Row(
        f"«{words} ^ args=BRACKETS»", "unexpected", example, repaired, fix=f"{{args}} {qualifier}",
        hint="arguments come directly after the tool: write `{mended}`",
    )  # fmt: skip


ALL = (
    _early("status=ok/failed", "{status}", "forbid a ok <x: 1>", "forbid a <x: 1> ok"),
    _early("by who=TOOL", "by {who}", "forbid a by b <x: 1>", "forbid a <x: 1> by b"),
    _early("took sign=COMPARES time=TIME", "took {sign} {time}", "forbid a took < 5s <x: 1>",
           "forbid a <x: 1> took < 5s"),
    _early("result value=VALUE", "result {value}", 'forbid a result "b" <x: 1>',
           'forbid a <x: 1> result "b"'),
)  # fmt: skip
