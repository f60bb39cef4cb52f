"""Text from traces as Markdown: it shows as it is, whatever it is and whatever is around it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from toolspec.lsp.text.escape import cell, code, escaped, plain
from toolspec.lsp.text.markup import plain_text

RENDERER = MarkdownIt("commonmark").enable(["table", "strikethrough"])

PLACES = {
    "alone": "{}",
    "in a list": "- call 1: {}\n- call 2",
    "in a list alone": "- {}\n- {}",
    "behind a name": "**a**: {}",
    "as a name": "**x{}x**: a",
    "as a label": "against [{}](file:///t) so",
    "before a link": "{}[line 3](file:///t)",
    "below a line": "a line\n\n{}\n\n---\n\nanother",
}
OWN = {"file:///t"}

SIGNS = [
    *"\\`*_{}[]()#+-.!|<>&~:@=\"'/ \t\n\r123ab東😀",
    *(
        "](http://x)",
        "![",
        "<b>",
        "<a@b.c>",
        "<p: ",
        "<a:b>",
        "http://x.y",
        "www.x.y",
        "a@b.c",
        "&lt;",
        "&#60;",
    ),
    *("```", "---", "***", "# ", "1. ", "- ", "issue_refund", "__init__", "| a |", "|---|", "[x]:"),
    *("C:\\Users", "\\", "\u2028", "\u00a0", "\u202e", "  \n", "~~", "<!--", "$x$", "[^1]"),
]
TEXTS = st.lists(st.sampled_from(SIGNS), max_size=12).map("".join) | st.text(max_size=30)


def tokens(markdown: str) -> Iterator[Token]:
    for token in RENDERER.parse(markdown):
        yield token
        yield from token.children or ()


def words(text: str) -> list[str]:
    return text.split()


def seen(markdown: str) -> str:
    """Return the text a reader sees."""
    shown = (
        token.content if token.type in ("text", "text_special", "code_inline") else " "
        for token in tokens(markdown)
        if token.type not in ("inline", "strong_open", "strong_close", "link_open", "link_close")
    )
    return "".join(shown)


@pytest.mark.parametrize("place", PLACES)
@given(text=TEXTS)
@example(text="![x")
@example(text="a!")
@example(text="[a]: http://x")
@example(text="a\u2028# b")
@example(text="1) a")
def test_no_text_becomes_more_than_text(place: str, text: str) -> None:
    around = PLACES[place]
    made = around.replace("{}", escaped(text))
    usual = around.replace("{}", "x")
    kinds = [token.type for token in tokens(made) if token.type not in TEXTUAL]
    empty = not escaped(text)
    assert empty or kinds == [t.type for t in tokens(usual) if t.type not in TEXTUAL], made
    assert {str(token.attrs["href"]) for token in tokens(made) if "href" in token.attrs} <= OWN
    if "x{}" not in around:
        plainly = plain(text).strip()
        assert empty or words(seen(made)) == words(
            seen(around.replace("{}", "X")).replace("X", plainly)
        )


@given(text=TEXTS, other=TEXTS)
@example(text="a\\|", other="|\\")
def test_no_text_ends_its_cell(text: str, other: str) -> None:
    table = f"| a | b |\n| --- | --- |\n| {cell(text)} | [{cell(other)}](file:///t) |\n"
    kinds = [token.type for token in tokens(table)]
    assert kinds.count("td_open") == 2
    assert not {"image", "html_inline", "heading_open", "code_inline"} & set(kinds)
    assert {str(token.attrs["href"]) for token in tokens(table) if "href" in token.attrs} <= OWN


TEXTUAL = ("text", "text_special")


@given(text=TEXTS)
def test_what_is_escaped_reads_the_same_as_plain_text(text: str) -> None:
    assert plain_text(escaped(text)) == plain(text).strip()


@pytest.mark.parametrize(
    "text",
    [
        "issue_refund",
        "mcp__orders__issue_refund-now.v2",
        "3 of 4 expected calls came in order; sort did not",
        "find_customer -> get_order -> issue_refund",
        "0 calls, expected >= 1 (at most 2), #5 at 12:30",
        'issue_refund(amount=20.0, to="a b") = {"x": 1}',
        "2 < 3 & 4 > 1 - yes! and so on",
        "C:\\Users\\me",
        "runs/2024-01-02.json",
        "-1 + 2 = 1",
        'issue_refund <order_id: "A-1042", user-id: 7> came before',
    ],
)
def test_what_means_nothing_in_markdown_is_not_escaped(text: str) -> None:
    assert escaped(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("# big", "\\# big"),
        ("- x", "\\- x"),
        ("12. x", "12\\. x"),
        ("> x", "\\> x"),
        ("===", "\\==="),
        ("|---|", "\\|---|"),
        ("_x_", "\\_x\\_"),
        ("__init__", "\\_\\_init\\_\\_"),
        ("delete_*", "delete\\_\\*"),
        ("<img src=x>", "\\<img src=x>"),
        ("a <must path: b>", "a \\<must path: b>"),
        ("![a](b)", "!\\[a\\]\\(b)"),
        ("see www.x.y", "see www\\.x.y"),
        ("https://x.y", "https\\://x.y"),
        ("a@b.c", "a\\@b.c"),
        ("&lt;", "\\&lt;"),
        ("a\\", "a\\\\"),
    ],
)
def test_what_means_something_is_escaped(text: str, shown: str) -> None:
    assert escaped(text) == shown


@given(text=TEXTS)
def test_inline_code_holds_its_text_and_no_escapes(text: str) -> None:
    (inner,) = [token for token in tokens(f"a {code(text)} b") if token.type == "code_inline"]
    assert words(inner.content) == words(plain(text))
