"""`toolspec check --format jsonl` prints a line for each trace as it is judged, and one for all."""

from __future__ import annotations

import io
import json

from tests.cli.cli_files import Run, write
from tests.lsp.conftest import trace_text
from toolspec.cli.render.json import JsonLinesForm


def test_its_lines_are_the_report_in_pieces(run: Run) -> None:
    write("runs/one.json", trace_text("search", "answer"))
    write("runs/two.json", trace_text("pay"))
    write("shop.toolspec", "forbid pay\norder: search -> answer\n")
    ran = run("check", "runs", "shop.toolspec", "--format", "jsonl")
    whole = run("check", "runs", "shop.toolspec", "--format", "json")
    assert (ran.status, whole.status) == (1, 1)
    *traces, head = map(json.loads, ran.out.splitlines())
    assert {**head, "traces": traces} == json.loads(whole.out)


def test_a_spec_that_cannot_be_read_is_in_the_last_line(run: Run) -> None:
    write("one.json", trace_text("pay"))
    write("bad.toolspec", "forbd pay\n")
    ran = run("check", "one.json", "bad.toolspec", "--format", "jsonl")
    (head,) = map(json.loads, ran.out.splitlines())
    assert ran.status == 2
    assert [problem["code"] for problem in head["problems"]] == ["TS102"]


class Flushed(io.StringIO):
    """A stream that remembers what was there when it was flushed."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def flush(self) -> None:
        super().flush()
        self.seen.append(self.getvalue())


class OneTrace:
    def to_dict(self) -> dict[str, str]:
        return {"name": "one"}


def test_a_trace_is_written_before_the_next_one_is_judged() -> None:
    stream = Flushed()
    JsonLinesForm(stream).judged(OneTrace())  # type: ignore[arg-type]
    assert stream.seen == ['{"name": "one"}\n']
