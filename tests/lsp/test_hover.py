"""Hover: what an editor says about a rule, a tool, a name, a word."""

from __future__ import annotations

import pytest
from cursor import NOW_NS, calls_of, cut, snapshot

from toolspec.engine.telling.timeline.short import drawn_short
from toolspec.engine.telling.timeline.timeline import timeline
from toolspec.engine.trace import Call, Trace, called
from toolspec.lsp.features.hover import LENGTH_MAX, decides, hover
from toolspec.lsp.text.markup import plain_text

CALLS = (
    called("search", {"q": "rain"})._replace(start_ns=NOW_NS - 10**9, end_ns=NOW_NS),
    called("log", {}),
    called("filter", {"by": "day"})._replace(status="error"),
    called("display"),
)


def said(text: str, calls: tuple[Call, ...] = CALLS, known: bool = False) -> str:
    """Return what is said at the cursor; `known` has the judge's list of calls."""
    plain, offset = cut(text)
    listed = {call.number: call for call in calls_of(calls)} if known else {}
    seen = snapshot(plain, calls)
    judged, _ = decides(seen, offset)
    lines = drawn_short(timeline(Trace(calls), judged)) if judged is not None else []
    sketch = "\n".join(line.text for line in lines)
    found = hover(seen, offset, listed, NOW_NS, sketch)
    return found.markdown if found is not None else ""


def under(text: str) -> str:
    """Return the text that the hover is about."""
    plain, offset = cut(text)
    found = hover(snapshot(plain, CALLS), offset)
    return plain[slice(*found.span)] if found is not None else ""


def test_a_rule_says_its_score_the_reason_and_the_deciding_calls() -> None:
    text = "## Rain *first*.\norder<CURSOR>: search -> sort -> filter -> display"
    assert said(text, known=True) == (
        "**✗ 0.75** against [run](file:///w/runs/run.json)\n\n"
        "3 of 4 expected calls came in order; sort did not\n\n"
        "```\n"
        "1  ✓  search  ── search\n"
        "2                log\n"
        "   ✗  sort       no call\n"
        "3  ✓  filter  ── filter   ← failed\n"
        "4  ✓  display ── display\n"
        "```\n\n"
        '- call 1 `search` `{"q":"rain"}` [line 2](file:///w/runs/run.json#L2) matches\n'
        '- call 3 `filter` `{"by":"day"}` [line 4](file:///w/runs/run.json#L4) matches\n'
        "- call 4 `display` `not recorded` [line 5](file:///w/runs/run.json#L5) matches\n\n"
        "Calls come in this order, the score is the share that does: a call of `search`, then a "
        "call of `sort`, then a call of `filter`, then a call of `display`."
    )


@pytest.mark.parametrize(
    "rule",
    [
        'args search <q: "snow">',
        "output search = 1",
        'require search <q: "snow">',
        "count search = 2",
        "sequence: display -> search",
        "order strict: search",
        "forbid search <must z: 1>",
    ],
)
def test_a_hover_says_nothing_twice_and_no_grammar(rule: str) -> None:
    calls = (called("search", {"q": "rain"}, "wet"), *CALLS[1:])
    shown = said(f"<CURSOR>{rule}", calls, known=True)
    assert "```toolspec" not in shown and "Python" not in shown
    lines = [line.strip("-~ ") for line in shown.split("\n") if len(line) > 12]
    assert len(lines) == len(set(lines)), shown
    said_of_calls = [line.partition("nearest: ")[2] for line in lines if "nearest: " in line]
    assert all(shown.count(one) == 1 for one in said_of_calls), shown


@pytest.mark.parametrize(
    ("rule", "last"),
    [
        ("order: a -> b -> c -> d -> e", "- and 2 more"),
        ("order: a -> b -> c", "3,"),
        ("order: a -> b -> x -> c -> d", "- and 1 more"),
        ("sequence: a -> b -> c -> d -> e", "- and 2 more"),
        ("args: a <>, b <>, c <>, d <>", "- and 1 more"),
        ("require /./", "- and 2 more"),
        ("forbid /./", "5,"),
    ],
)
def test_calls_that_are_not_listed_are_counted(rule: str, last: str) -> None:
    calls = tuple(called(name, {}, "") for name in "abcde")
    shown = said(f"<CURSOR>{rule}", calls).split("\n\n---\n\n")[0].split("\n")[-3]
    assert shown.startswith(last if last.startswith("-") else f"- call {last[0]}"), shown


def test_of_hundreds_of_calls_all_are_counted() -> None:
    calls = tuple(called("a", {}, "") for _ in range(200))
    for rule in ("forbid a", "require a", "sequence: " + " -> ".join("a" * 200)):
        shown = said(f"<CURSOR>{rule}", calls).split("\n\n---\n\n")[0].split("\n")
        listed = sum(row.startswith("- call ") for row in shown)
        assert shown[-3] == f"- and {200 - listed} more", rule


def test_names_with_underscores_are_shown_as_they_are() -> None:
    calls = (called("issue_refund", {"order_id": "A_1"}), called("mcp__shop__get-order.v2"))
    text = "order<CURSOR>: request_approval -> issue_refund -> mcp__shop__get-order.v2"
    shown = said(text, calls, known=True).split("\n\n---\n\n")[0]
    assert "; request_approval did not" in shown
    assert "\\" not in shown


def test_the_first_word_of_what_is_no_rule_yet_tells_the_kinds_documentation() -> None:
    assert "```toolspec\norder: C -> C -> ...\n" in said("ord<CURSOR>er:")
    assert "```toolspec\norder: P" not in said("ord<CURSOR>er: search")


def test_arguments_are_shown_value_against_value_as_a_spec_writes_them() -> None:
    text = 'args search <q: <CURSOR>"snow">'
    assert '✗ search\n    expected  {"q": "snow"}\n    actual    {"q": "rain"}\n' in said(text)
    two = 'args: search <q: <CURSOR>"rain">, search <on: true, x: null>'
    assert '✗ search, entry 2\n    expected  {"on": true, "x": null}\n' in said(two)
    assert "✓" not in said(two)


def test_a_rule_that_was_not_scored_says_so() -> None:
    assert "*No trace to score against.*" in said("ord<CURSOR>er: a", ())


def test_a_tool_says_how_it_was_called() -> None:
    assert said("forbid sea<CURSOR>rch") == (
        "`search`: 1 call in 1 trace, 1.0 s on average, none failed, last 1 s ago.\n\n"
        'Arguments:\n\n- `q` 1×: `"rain"` 1×'
    )
    assert "1 failed" in said("order: a -> filter<CURSOR>")
    assert said("forbid serch<CURSOR>") == (
        "`serch` is called in no recent trace. Did you mean `search`?"
    )


def test_a_name_and_a_pattern_say_which_tools_they_mean() -> None:
    assert said("tool @s = search | /^fil/\nforbid @<CURSOR>s") == (
        "`@s = search | /^fil/` means 2 tools of recent traces:\n\n"
        "- `search` 1 call\n- `filter` 1 call"
    )
    assert said("forbid x_<CURSOR>*") == "`x_*` means no tool that a recent trace calls."


@pytest.mark.parametrize(
    ("text", "begins"),
    [
        ("order: a wei<CURSOR>ght 2", "How much the rule's score counts"),
        ("order str<CURSOR>ict: a", "All or nothing."),
        ("order: a -<CURSOR>> b", "Then: the next call"),
        ("count a <<CURSOR>= 2", "At most."),
        ("require a <must<CURSOR> b: 1>", "The argument has to be there."),
        ("tool @a <CURSOR>= b", "Means: the name before it"),
        ("output a <CURSOR>= 1", "Returned: a call of the tool"),
        ("count a = 1, b =<CURSOR> 2", "Equal."),
        ("sequence: a -><CURSOR> b", "Then: a later call."),
        ('ca<CURSOR>se "x" {\n}', "Rules for one test case only."),
        ("require a before st<CURSOR>ep 2", "One response of the model"),
        ('tra<CURSOR>ces "x"', "Name the traces"),
    ],
)
def test_words_and_signs_say_what_they_mean(text: str, begins: str) -> None:
    assert said(text).startswith(begins)


def test_a_keyword_used_as_a_key_or_a_tool_is_no_keyword() -> None:
    assert "has to be there" not in said("require a <must<CURSOR>: 1>")
    assert said("count strict<CURSOR> = 1").startswith("`strict` is called in no recent trace")


@pytest.mark.parametrize(
    "text", ["<CURSOR>\norder: a", "# or<CURSOR>der", "order: a # we<CURSOR>ight"]
)
def test_nothing_is_said_of_blank_lines_and_comments(text: str) -> None:
    assert said(text) == ""


def test_the_range_is_the_word_or_the_rule() -> None:
    assert under("order: a -> sea<CURSOR>rch weight 2") == "search"
    assert under("or<CURSOR>der: a ->\n  search") == "order: a ->\n  search"


def test_an_order_draws_a_name_as_it_is() -> None:
    shown = said('ord<CURSOR>er: "a```b" -> c', (called("a```b"), called("d")))
    assert '````\n1  ✓  "a```b" ── a```b\n' in shown


def test_a_call_that_is_taken_is_listed_once() -> None:
    shown = said("<CURSOR>sequence: display -> *")
    assert "matches" in shown
    assert "nearest" not in shown


def test_text_from_traces_is_escaped_and_short() -> None:
    evil = "](http://x) <img src=y> ``` \n\n# big \u202e\x1b"
    calls = (called(evil, {evil: evil, "long": "z" * 1_000_000}, "r" * 1_000_000),)
    for text in (
        "<CURSOR>forbid *",
        "<CURSOR>order: a",
        "forbid <CURSOR>*",
        '<CURSOR>args * <long: "a">',
        '<CURSOR>output * = "a"',
        "<CURSOR>require * <long: /a/> result /b/",
    ):
        shown = said(text, calls, known=True)
        assert 0 < len(shown) <= LENGTH_MAX + 100
        assert "\u202e" not in shown
        assert "\x1b" not in shown
        outside = "".join(part for at, part in enumerate(shown.split("```")) if at % 2 == 0)
        assert "\n# big" not in outside


def test_an_editor_without_markdown_gets_plain_text() -> None:
    shown = plain_text(said("order: sea<CURSOR>rch") + "\n\n" + said("<CURSOR>forbid search"))
    assert shown.startswith("search: 1 call in 1 trace")
    assert not {"`", "*", "\\"} & set(shown.split("score")[0])


def test_a_case_says_which_trace_it_is_scored_against() -> None:
    link = "[run](file:///w/runs/run.json)"
    assert said('case "r<CURSOR>un" {\n}') == f"The rules in it are scored against {link}."
    nothing = "No recent trace is named `rnu`; did you mean `run`?"
    assert said('case "r<CURSOR>nu" {\n}') == nothing
    assert nothing in said('case "rnu" {\n  ord<CURSOR>er: search\n}')
    assert said('case "x<CURSOR>yz" {\n}') == "No recent trace is named `xyz`."
    assert said('case "r<CURSOR>nu" {\n}', ()).startswith("Rules for one test case only.")


def test_a_rule_says_in_one_line_how_it_does_on_all_traces() -> None:
    traces = {"new": [called("pay")], "old": [called("search")], "odd": [called("pay")]}
    text = "forbid pay\nrequire search\n"
    said = hover(snapshot(text, traces), 2)
    assert said is not None
    assert said.markdown.endswith("`▁▇▁` 1 of 3 pass, fails on new and 1 more")
    said = hover(snapshot(text, {"new": [called("pay")]}), 2)
    assert said is not None
    assert "1 passes" not in said.markdown


def test_a_trace_that_the_rule_is_not_for_is_not_in_its_line() -> None:
    traces = {"x": [called("pay")], "y": [called("pay")], "z": [called("pay")]}
    text = 'forbid search\ncase "x" {\n  forbid pay\n}\n'
    said = hover(snapshot(text, traces), text.index("forbid pay"))
    assert said is not None
    assert "of 3 pass" not in said.markdown
