"""Completion: what can be typed at the cursor, from the grammar and from traces."""

from __future__ import annotations

import pytest
from cursor import NOW_NS, cut, snapshot

from toolspec.engine.trace import Call, called
from toolspec.lsp.features.completion import ITEMS_MAX, completion_list, completions, fits
from toolspec.lsp.features.completion.keywords import start
from toolspec.lsp.text.answers import Item

WEATHER = (
    called("get_weather", {"city": "Tokyo", "days": 3})._replace(
        start_ns=NOW_NS - 120_000_000_000, end_ns=NOW_NS
    ),
    called("get_weather", {"city": "Tonga"}),
    called("Web Search", {"q": "x/y", "a b": True}),
    called("fs/read-file", {"path": "src/a.b"}),
)
TRACES = {"tokyo": WEATHER, "tonga": (called("get_weather", {"city": "Tonga"}),)}


def items(text: str, traces: dict[str, tuple[Call, ...]] = TRACES) -> list[Item]:
    plain, offset = cut(text)
    return completions(snapshot(plain, traces), offset, NOW_NS)


def offers(text: str) -> list[str]:
    """Return each item as `what it replaces>what it writes`, best first."""
    plain, _ = cut(text)
    return [f"{plain[slice(*item.span)]}>{item.text}" for item in items(text)]


def labels(text: str) -> list[str]:
    return [item.label for item in items(text)]


def test_a_line_begins_with_a_keyword_and_a_snippet_for_each_form() -> None:
    assert labels("<CURSOR>")[:4] == [
        "order: tool -> tool",
        "order strict: tool -> tool",
        "sequence: tool -> tool",
        "count tool = 1",
    ]
    assert {"tool @name = tool", 'traces "runs/*.json"', 'case "name" {'} <= set(
        labels("fo<CURSOR>")
    )


def test_a_keyword_before_other_words_is_written_without_a_snippet() -> None:
    assert offers("ord<CURSOR>: a -> b")[0] == "ord>order"


def test_a_case_offers_no_line_that_cannot_stand_in_it() -> None:
    inside = labels('case "x" {\n  <CURSOR>\n}')
    assert "order: tool -> tool" in inside
    assert not any(label.startswith(("tool ", "traces", "case")) for label in inside)


def test_tools_come_most_used_first_with_how_often_and_when() -> None:
    found = items("order: get_w<CURSOR>")
    assert [(item.label, item.detail) for item in found] == [
        ("get_weather", "3 calls in 2 traces, last now"),
        ("Web Search", "1 call in 1 trace, last now"),
        ("fs/read-file", "1 call in 1 trace, last now"),
    ]
    assert found[0].documentation == "called with `city`, `days`"


def test_a_tool_replaces_the_whole_word_with_its_signs() -> None:
    assert "fs/re-a.d:x>fs/read-file" in offers("forbid fs/re-<CURSOR>a.d:x <a: 1>")
    assert 'get>"Web Search"' in offers("order: get<CURSOR> -> b")
    assert '"We">"Web Search"' in offers('order: "We<CURSOR>" -> b')


def test_nothing_typed_replaces_nothing_of_what_follows() -> None:
    assert offers("order: <CURSOR>b -> c")[0] == ">get_weather"


@pytest.mark.parametrize("text", ["order: a -><CURSOR>", "order:<CURSOR>", "count a = 1,<CURSOR>"])
def test_a_space_comes_with_what_is_typed_right_behind_a_sign(text: str) -> None:
    assert "> get_weather" in offers(text)


def test_a_rule_goes_on_in_an_indented_line() -> None:
    assert "get_weather" in labels("order: a ->\n    <CURSOR>")


def test_names_of_tool_lines_are_offered_and_on_their_own_line_only_the_undefined() -> None:
    text = "tool @reader = view | cat\nforbid @<CURSOR>"
    assert [(item.label, item.detail) for item in items(text)] == [("@reader", "view | cat")]
    assert labels("tool @<CURSOR>\nforbid @other") == ["@other"]
    assert "@x" not in labels("tool @x = <CURSOR>")


def test_arguments_come_most_frequent_first_without_those_written() -> None:
    found = items("require get_weather <<CURSOR>")
    assert [(item.label, item.text, item.detail) for item in found] == [
        ("city", "city: ", "in 3 of 3 calls"),
        ("days", "days: ", "in 1 of 3 calls"),
        ("has", "has ", found[2].detail),
        ("must", "must ", "The argument has to be there."),
    ]
    assert labels("require get_weather <<CURSOR>, city: 1>") == ["days", "has", "must"]
    assert offers("require get_weather <ci<CURSOR>ty: 1>")[0] == "city>city"
    assert '"a b": ' in [item.text for item in items('forbid "Web Search" <<CURSOR>')]


def test_arguments_are_those_of_every_tool_the_pattern_means() -> None:
    assert labels("tool @any = get_* | /^fs/\nargs strict subset: @any <<CURSOR>")[:3] == [
        "city",
        "days",
        "path",
    ]


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("require get_weather <<CURSOR>", ">must "),
        ("require get_weather <mu<CURSOR>", "mu>must "),
        ("require get_weather <mu<CURSOR>>", "mu>must "),
        ("require get_weather <days: 1, <CURSOR>>", ">must "),
        ("require get_weather <<CURSOR>city: 1>", ">must "),
        # Of a key that has its value nothing would be left.
        ("require get_weather <city<CURSOR>: 1>", None),
        ("require get_weather <ci<CURSOR>ty: 1>", None),
        ("require get_weather <mu<CURSOR>: 1>", None),
        ("require get_weather <mu<CURSOR> : 1>", None),
    ],
)
def test_must_never_takes_the_place_of_a_key(text: str, offer: str | None) -> None:
    found = [one for one in offers(text) if one.endswith(">must ")]
    assert found == ([offer] if offer is not None else [])


def test_values_come_with_counts_then_patterns_then_dots() -> None:
    found = items("require get_weather <city: <CURSOR>>")
    assert [(item.text, item.detail) for item in found[:2]] == [
        ('"Tonga"', "in 2 of 3 calls"),
        ('"Tokyo"', "in 1 of 3 calls"),
    ]
    assert [item.text for item in found[2:4]] == ["/Tonga/", "..."]
    assert offers('require get_weather <city: "To<CURSOR>">') == [
        '"To">"Tonga"',
        '"To">"Tokyo"',
    ]
    assert offers("forbid fs/read-file <path: /<CURSOR>") == [r"/>/src\/a\.b/"]
    assert [item.text for item in items("require get_weather <days:<CURSOR>")][:2] == [" 3", " ..."]


def test_texts_that_begin_alike_give_a_pattern() -> None:
    traces = {"run": (called("view", {"path": "src/a"}), called("view", {"path": "src/b"}))}
    found = items("forbid view <path: <CURSOR>>", traces)
    assert r"/^src\//" in [item.text for item in found]


def test_a_count_offers_the_numbers_that_traces_have() -> None:
    found = items("count get_weather >= <CURSOR>")
    assert [(item.text, item.detail) for item in found] == [
        ("1", "in 1 of 2 traces"),
        ("2", "in 1 of 2 traces"),
    ]
    assert labels("count: a = 1, nothing_* <= <CURSOR>") == ["0"]


CALL = {"result", "ok", "failed", "took", "by"}
"""Words that may follow a tool in a call phrase."""


PARTS = ["if", "after", "until", "at", "before", "among", "ignoring", "per"]
"""Words that begin a clause for a part of the trace."""


def test_clauses_are_offered_only_where_free_and_of_use() -> None:
    ends = {*PARTS, "weight", "as", "soft"}
    going_on = {"exactly", "<...>", "|"}
    assert set(labels("order: a <CURSOR>")) == {*CALL, *going_on, "->", "pass", *ends}
    assert labels("order: a weight 2 <CURSOR>") == [*PARTS, "pass", "as", "soft"]
    assert set(labels("require a min 2 <CURSOR>")) == {*CALL, "final", *ends}
    assert set(labels("forbid a <b: 1> <CURSOR>")) == {*CALL, *ends}
    assert labels("args a <CURSOR>") == ["<...>", "subset", "|"]


def test_words_about_the_call_come_before_those_about_the_trace() -> None:
    offered = labels("forbid a <CURSOR>")
    assert set(offered[: len(CALL) + 2]) == {*CALL, "exactly", "<...>"}
    demands = labels("each a: before b <CURSOR>")
    assert demands.index("within") < demands.index("if") < demands.index("weight")


def test_mode_words_stand_before_the_colon() -> None:
    assert labels("order <CURSOR>") == ["strict:"]
    assert [label for label in labels("args <CURSOR>") if label.endswith(":")] == [
        "strict:",
        "subset:",
        "strict subset:",
    ]


def test_case_names_are_those_of_traces_without_a_case() -> None:
    assert offers('case "tokyo" {\n}\ncase <CURSOR>') == ['>"tonga" {\n\t$0\n}']
    assert '"to">"tonga" {\n\t$0\n}' in offers('case "to<CURSOR>"')
    assert '"to">"tonga"' in offers('case "to<CURSOR>" {\n}')
    (odd,) = items("case <CURSOR>", {'a$b}"\\': WEATHER})
    assert start(odd.text) == '"a$b}\\"\\\\" {'


RESULTS = {
    "run": (
        called(
            "view", {"o": {"deep": True, "l": [1, {"b": None}]}, "t": "one\ntwo"}, {"n": [1, 2]}
        ),
        called("view", {"o": {}}, '{"content": "ok"}'),
        called("view", {}, "x" * 1000),
    )
}


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("output view = <CURSOR>", ['>"ok"', ">{n: [1, 2]}"]),
        ('output view = "<CURSOR>"', ['"">"ok"']),
        ("output: view = 1, view =<CURSOR>", ['> "ok"', "> {n: [1, 2]}"]),
        ("output view = {<CURSOR>", [">n: [1, 2]}"]),
        ("output view = {<CURSOR>}", [">n: [1, 2]"]),
        ("require view <o: {<CURSOR>", [">deep: true, l: [1, {b: null}]}"]),
        ("require view <o: {d<CURSOR>}>", ["d>deep: true, l: [1, {b: null}]"]),
        ("require view <t: /<CURSOR>", [">".join(("/", "/one/"))]),
    ],
)
def test_values_and_results_are_offered_whole(text: str, offer: list[str]) -> None:
    plain, _ = cut(text)
    found = items(text, RESULTS)
    of_values = [item for item in found if item.kind == "value"]
    assert [f"{plain[slice(*item.span)]}>{item.text}" for item in of_values] == offer


def test_signs_are_offered_where_one_must_follow() -> None:
    signs = [offer for offer in offers("count get_weather <CURSOR>") if offer[-2:-1] in "=<>"]
    assert signs == [">= ", ">>= ", "><= ", ">> ", ">< ", ">!= "]
    assert offers("output: a = 1, b <CURSOR>") == [">= ", ">| "]
    assert not any("=" in offer for offer in offers("count get_weather <CURSOR>= 1"))


@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("forbid a <x: 1 <CURSOR>", "|&"),
        ("forbid a <x: 1 <CURSOR>>", "|&"),
        ('forbid a <x: {y: ["b" <CURSOR>', "|&"),
        ("forbid a <x: $y <CURSOR>", "|&"),
        ("value @a = text <CURSOR>", "|&"),
        ("require a result /b/ <CURSOR>", "|&"),
        ('require user says "b" <CURSOR>', "|&"),
        ("forbid a <x: 1 <CURSOR>| 2>", "&"),
        ("forbid a <x: <CURSOR>", ""),
        ("forbid a <x: 1 | <CURSOR>", ""),
        ("forbid a <x: [1, ... <CURSOR>", ""),
        ("forbid a <CURSOR>", "|"),
        ("order strict: a <CURSOR>", "?+|"),
        ("order strict: a -> (b, c) <CURSOR> -> d", "?+"),
        ("order strict: a <x: 1> <CURSOR>", "?+"),
        ("order strict: a? <CURSOR>", ""),
        ("order strict: (a <CURSOR>", "|"),
        ("order: a <CURSOR>", "|"),
        ("sequence: a -> (b, c) <CURSOR>", ""),
    ],
)
def test_signs_that_go_on_are_offered_where_the_grammar_takes_them(text: str, signs: str) -> None:
    found = [item.label for item in items(text) if item.label in "|&?+"]
    assert "".join(found) == signs


def test_the_colon_that_makes_a_mode_of_strict_is_offered() -> None:
    found = items("args strict <CURSOR>")
    assert [(item.label, item.text, item.filter, item.span) for item in found] == [
        ("strict:", "strict: ", "strict ", (5, 12)),
        ("strict subset:", "strict subset: ", "strict subset", (5, 12)),
    ]
    assert "strict subset: " in [item.text for item in items("args strict sub<CURSOR>")]
    assert labels("order strict <CURSOR>") == ["strict:"]


def test_ignore_comments_take_the_codes_of_warnings_those_here_first() -> None:
    found = offers("forbid get_wether # toolspec: ignore TS3<CURSOR>")
    assert found[:3] == ["TS3>TS306", "TS3>TS310", "TS3>TS301"]
    assert not any(">TS1" in one for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "# get<CURSOR>",
        "order: a # we<CURSOR>",
        'order: a as "we<CURSOR>"',
        'output get_weather = "To<CURSOR>',
        "require a result /ab<CURSOR>/",
        "weather <CURSOR>",
        'forbid "a"<CURSOR>',
    ],
)
def test_nothing_is_offered_where_nothing_is_known(text: str) -> None:
    assert labels(text) == []


def test_many_tools_are_cut_to_those_that_fit_what_is_typed() -> None:
    traces = {"run": tuple(called(f"tool_{number:03d}") for number in range(300))}
    text, offset = cut("forbid <CURSOR>")
    found, more = completion_list(snapshot(text, traces), offset, 0, lambda _: ())
    assert (len(found), more) == (ITEMS_MAX, True)
    text, offset = cut("forbid t29<CURSOR>")
    found, more = completion_list(snapshot(text, traces), offset, 0, lambda _: ())
    assert more
    assert {"tool_290", "tool_299"} <= {item.label for item in found}
    assert all(fits("t29", item.label) for item in found)


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_wide_letters_tabs_and_line_ends_move_nothing(end: str) -> None:
    before = f'# 東京 😀 é{end}\tforbid "😀"{end}'
    assert offers(f"{before}order: get_w<CURSOR>{end}\tforbid x") == [
        "get_w>get_weather",
        'get_w>"Web Search"',
        "get_w>fs/read-file",
    ]


FOREIGN = (
    called("検索", {"名": "東京", "naïve": 1}),
    called("répéter", {}),
    called("a", {"naïve": 2}),
)


@pytest.mark.parametrize(
    ("text", "offer", "filtered"),
    [
        ("require 検<CURSOR>", '検>"検索"', "検索"),
        ("order: a -> 検<CURSOR>", '検>"検索"', "検索"),
        ("order: a -><CURSOR>検", '> "検索"', "検索"),
        ("forbid a | 検<CURSOR>索 <a: 1>", '検索>"検索"', "検索"),
        ('require "検索" <名<CURSOR>', '名>"名": ', "名"),
        ('require "検索" <must 名<CURSOR>: 1>', '名>"名"', "名"),
        ("require a <naï<CURSOR>", 'naï>"naïve": ', "naïve"),
        ("require a <na<CURSOR>ïv: 1>", 'naïv>"naïve"', "naïve"),
        ("require rép<CURSOR>", 'rép>"répéter"', "répéter"),
        ("require r<CURSOR>épé", 'répé>"répéter"', "répéter"),
        ("require re\u0301p<CURSOR>", 're\u0301p>"répéter"', "répéter"),
        ('require "検索" <"名": <CURSOR>>', '>"東京"', '"東京"'),
        ('require "検索" <"名": 東<CURSOR>>', '東>"東京"', '東京"'),
    ],
)
def test_a_word_that_needs_quotes_is_found_without_and_written_with_them(
    text: str, offer: str, filtered: str
) -> None:
    plain, _ = cut(text)
    found = {
        f"{plain[slice(*item.span)]}>{item.text}": item.filter
        for item in items(text, {"run": FOREIGN})
    }
    assert found.get(offer) == filtered, found


@pytest.mark.parametrize("text", ["require 検 <CURSOR>", 'require "検"<CURSOR>', "→<CURSOR>"])
def test_no_tool_is_offered_behind_a_word_that_is_over(text: str) -> None:
    assert '"検索"' not in [item.text for item in items(text, {"run": FOREIGN})]


def test_what_traces_say_cannot_be_seen_as_anything_but_text() -> None:
    evil = "a\u202e\x1b[31m\n[x](http://y)"
    traces = {"run": (called(evil, {evil: evil, "big": "y" * 1_000_000}),)}
    for text in ("forbid <CURSOR>", "forbid * <<CURSOR>", "forbid * <big: <CURSOR>"):
        for item in items(text, traces):
            assert len(item.label) < 250
            assert not {"\u202e", "\x1b", "\n"} & set(item.label + item.detail)
            assert not {"\u202e", "\x1b"} & set(item.documentation + item.text)
