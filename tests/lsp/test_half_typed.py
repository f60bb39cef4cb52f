"""Every example typed key by key: no feature fails on what is half written."""

from __future__ import annotations

from pathlib import Path

import pytest
from cursor import NOW_NS, URI, calls_of, snapshot

from toolspec.engine.trace import called
from toolspec.lsp.features.code_actions import code_actions
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.features.code_lens import lenses
from toolspec.lsp.features.completion import completions
from toolspec.lsp.features.completion.paths import Listed, folder_wanted
from toolspec.lsp.features.completion.place import place_at
from toolspec.lsp.features.hover import hover
from toolspec.lsp.features.justification import page, table
from toolspec.lsp.features.signature_help import signature
from toolspec.lsp.state.document import SpecDocument

EXAMPLES = sorted((Path(__file__).resolve().parents[2] / "examples").glob("*/*.toolspec"))

CALLS = (
    called("find_customer", {"email": "a@b"}),
    called("get_order", {"order_id": "A-1042"}),
    called("lookup_stock_price", {"ticker": "AMZN"}, "AMZN: $240.98"),
    called("multiply_numbers"),
)

HARD = (
    '\ufeff\ttraces "a b/*.json",\r\n\t\t"東京"\r\n'
    'case "😀 x" {\r\n  args strict subset: a <must "k\\"": [1, {b: /x\\/y/i}], c: ...>,\r\n'
    '    "東 京" <> weight 2 pass .5 as "n"\r\n}\r\n'
    "count strict: fs/read:x >= 2, @n | /^a(b|c)$/ < 3 # toolspec: ignore TS310, TS3\r\n"
    "tool @n = get_* | x.y-z\r\nrequire a at step 1 before step 3 final result /x/ min 2\r\n"
    "output a = {x: [1, ...]} } ] > <a: ( & ~ .. not 'q'\r\n"
)

TEXTS = [*(path.read_text(encoding="utf-8") for path in EXAMPLES), HARD]


@pytest.mark.parametrize("text", TEXTS)
def test_no_prefix_makes_a_feature_fail(text: str) -> None:
    found = snapshot("forbid x", CALLS)
    listed = calls_of(CALLS)
    for end in range(len(text) + 1):
        document = SpecDocument(URI, text[:end], end, "/w/test.toolspec")
        document.know(found.document.tools)
        now = found._replace(document=document)
        for item in completions(now, end, NOW_NS, (Listed("runs", folder=True),)):
            # An edit of a completion stays on the line of the cursor and holds the cursor.
            assert item.span[0] <= end <= item.span[1]
            assert "\n" not in document.text[slice(*item.span)]
        folder_wanted(now, place_at(now, end))
        signature(now, end)
        begin = document.source.line_span(document.source.place(end)[0])[0]
        for offset in {0, begin, (begin + end) // 2, end}:
            hover(now, offset, {}, NOW_NS)
        if end % 5 == 0:
            lenses(now)
            code_actions(Ask(now, (begin, end), listed))
            page(now, len(document.source.starts) - 1)
            table(now, None)


@pytest.mark.parametrize("text", TEXTS)
def test_no_place_in_a_whole_text_makes_a_feature_fail(text: str) -> None:
    now = snapshot(text, CALLS)
    for offset in range(len(text) + 1):
        for item in completions(now, offset, NOW_NS):
            assert item.span[0] <= offset <= item.span[1]
        hover(now, offset, {call.number: call for call in calls_of(CALLS)}, NOW_NS)
        signature(now, offset)
