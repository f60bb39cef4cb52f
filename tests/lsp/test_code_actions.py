"""Code actions: what they change, and that what they leave behind can still be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from cursor import calls_of, cut, snapshot

from tests.amounts import amount
from toolspec.dsl.read import read
from toolspec.engine.trace import Call, called
from toolspec.lsp.features.code_actions import code_actions, sound
from toolspec.lsp.features.code_actions.ask import Ask
from toolspec.lsp.text.answers import Action, Edit

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"

CALLS = (
    called("get_weather", {"city": "Tokyo", "days": 3}),
    called("get_weather", {"city": "Tonga"}),
    called("Web Search", {"q": 'x"y', "a b": [1, {"c": None}]}),
    called("fs/read-file"),
)

SOFT = "Let it count in the score only: soft"
"""The last change of each rule that failed."""


def applied(text: str, edits: Sequence[Edit]) -> str:
    for edit in sorted(edits, key=lambda edit: edit.span, reverse=True):
        text = text[: edit.span[0]] + edit.text + text[edit.span[1] :]
    return text


def offered(
    text: str, calls: tuple[Call, ...] = CALLS, only: Sequence[str] | None = None, rest: int = 0
) -> dict[str, str]:
    """Return the actions at the cursor by title, each with the text it leaves behind.

    `rest` is how many characters are selected.
    """
    plain, offset = cut(text)
    ask = Ask(snapshot(plain, calls), (offset, offset + rest), calls_of(calls))
    return {action.title: applied(plain, action.edits) for action in code_actions(ask, only)}


def kinds(actions: Sequence[Action]) -> set[str]:
    return {action.kind for action in actions}


def test_a_problem_is_mended_by_its_fix() -> None:
    assert offered("ordr<CURSOR>: a -> b")["Write order"] == "order: a -> b"
    assert offered("count a <CURSOR>=< 3", only=["quickfix"]) == {"Write <=": "count a <= 3"}


def test_the_findings_an_editor_asks_about_are_mended_from_anywhere_on_their_line() -> None:
    text = "forbd rm <x: 1>"
    here = (len(text), len(text))
    assert "Write forbid" not in [one.title for one in code_actions(Ask(snapshot(text), here))]
    asked = Ask(snapshot(text), here, diagnostic_starts=frozenset({0}))
    (fix,) = [one for one in code_actions(asked) if one.title == "Write forbid"]
    assert applied(text, fix.edits) == "forbid rm <x: 1>"
    warned = "forbid rm\nforbid rm"
    titles = [
        one.title
        for one in code_actions(Ask(snapshot(warned), (19, 19), diagnostic_starts=frozenset({10})))
    ]
    assert "Ignore TS302 here" in titles


@pytest.mark.parametrize(
    ("text", "fixes"),
    [
        ("forbid a <CURSOR><x: 1 weight 2 # c", {"Close the <": "forbid a <x: 1> weight 2 # c"}),
        ('forbid <CURSOR>"a b', {'Close the "': 'forbid "a b"'}),
        ("forbid <CURSOR>/^a", {"Close the /": "forbid /^a/"}),
        ('case <CURSOR>"x"\n  forbid a\n}', {"Open the case": 'case "x" {\n  forbid a\n}'}),
        ('case <CURSOR>"x" {\n  forbid a', {"Close the case": 'case "x" {\n  forbid a\n}'}),
        ("count a<CURSOR>", {"Write = 1": "count a = 1", "Write >= 1": "count a >= 1"}),
        ("require a <CURSOR>“x”", {}),
    ],
)
def test_a_missing_piece_is_written_by_a_quick_fix(text: str, fixes: dict[str, str]) -> None:
    assert offered(text, (), only=["quickfix"]) == fixes


def test_a_misspelt_tool_or_argument_is_changed_to_the_nearest() -> None:
    found = offered("forbid get_wether<CURSOR>")
    assert found["Write get_weather"] == "forbid get_weather"
    found = offered('require get_weather <day<CURSOR>: 3, city: "x">')
    assert found["Change the argument day to days"] == 'require get_weather <days: 3, city: "x">'
    assert not any(
        "argument ci" in title for title in offered("require get_weather <city<CURSOR>: 3>")
    )


def test_a_case_is_given_the_name_of_the_trace_it_resembles() -> None:
    text = 'case "r<CURSOR>nu" {\n}\ncase "xyz" {\n}'
    found = offered(text, only=["quickfix"])
    assert found['Change the case to "run"'] == 'case "run" {\n}\ncase "xyz" {\n}'
    # Two cases of one name are not allowed.
    for other in ('case "r<CURSOR>nu" {\n}\ncase "run" {\n}', 'case "x<CURSOR>yz" {\n}'):
        assert not [title for title in offered(other) if title.startswith("Change the case")]


def test_a_count_is_made_to_fit_with_the_score_in_the_title() -> None:
    found = offered("count get_weather<CURSOR> = 3", only=["quickfix"])
    assert found == {
        "Change to = 2 (score 0.00 → 1.00)": "count get_weather = 2",
        "Change to <= 3 (score 0.00 → 1.00)": "count get_weather <= 3",
        SOFT: "count get_weather = 3 soft",
    }
    found = offered("count: get_weather = 2, log<CURSOR> > 1, fs/* < 1", only=["quickfix"])
    assert (
        found["Change log to = 0 (score 0.33 → 0.67)"]
        == "count: get_weather = 2, log = 0, fs/* < 1"
    )
    assert (
        found["Change all 2 counts to this trace's (score 0.33 → 1.00)"]
        == "count: get_weather = 2, log = 0, fs/* <= 1"
    )


def test_a_strict_count_gains_only_when_all_hold() -> None:
    text = "count strict: get_weather = 1<CURSOR>, log = 3"
    assert offered(text, only=["quickfix"]) == {
        "Change all 2 counts to this trace's (score 0.00 → 1.00)": (
            "count strict: get_weather = 2, log = 0"
        ),
        SOFT: "count strict: get_weather = 1, log = 3 soft",
    }
    text = "count strict: get_weather = 1<CURSOR>, log = 0"
    assert "Change get_weather to = 2 (score 0.00 → 1.00)" in offered(text)


def test_an_order_is_made_to_fit() -> None:
    found = offered("order: get_weather -> x -> fs/*<CURSOR> weight 2", only=["quickfix"])
    assert found == {
        "Drop the 1 that did not come in order (score 0.67 → 1.00)": (
            "order: get_weather -> fs/* weight 2"
        ),
        "Change to the calls of run (score 0.67 → 1.00)": (
            'order: get_weather -> get_weather -> "Web Search" -> fs/read-file weight 2'
        ),
        "Let it pass from 0.66 on (score stays 0.67, fail → pass)": (
            "order: get_weather -> x -> fs/* weight 2 pass 0.66"
        ),
        SOFT: "order: get_weather -> x -> fs/* weight 2 soft",
    }
    found = offered("order strict: get_weather<CURSOR>", only=["quickfix"])
    assert list(found) == ["Change to the calls of run (score 0.00 → 1.00)", SOFT]


def test_a_pass_clause_is_changed_where_there_is_one() -> None:
    found = offered("order: get_weather -> get_nothing pass 0.9<CURSOR>", only=["quickfix"])
    title = "Let it pass from 0.5 on (score stays 0.50, fail → pass)"
    assert found[title] == "order: get_weather -> get_nothing pass 0.5"


def test_the_scores_in_titles_are_those_the_engine_gives() -> None:
    for text in (
        "count: get_weather = 3, x = 1<CURSOR>",
        "order: get_weather -> y -> fs/*<CURSOR>",
    ):
        plain, offset = cut(text)
        ask = Ask(snapshot(plain, CALLS), (offset, offset), calls_of(CALLS))
        promising = [one for one in code_actions(ask, ["quickfix"]) if "→ 1.00)" in one.title]
        assert promising, text
        for action in promising:
            after = snapshot(applied(plain, action.edits), CALLS)
            (score,) = after.scored.shown.values()
            assert score.score == 1, action.title


def test_a_tool_without_a_rule_gets_one() -> None:
    found = offered("forbid get_weather<CURSOR>\norder: a")
    one = "Add require Web Search (1 call in run, no rule yet)"
    assert found[one] == 'forbid get_weather\nrequire "Web Search"\norder: a'
    assert found["Add require for all 2 tools that no rule speaks of"] == (
        'forbid get_weather\nrequire "Web Search"\nrequire fs/read-file\norder: a'
    )
    assert not any(title.startswith("Add") for title in offered("require *<CURSOR>"))


def test_what_the_trace_did_is_recorded() -> None:
    found = offered('case "run" {\n<CURSOR>\n}', only=["refactor.record"])
    assert found == {
        "Record the order of run (4 calls)": 'case "run" {\n'
        '  order: get_weather -> get_weather -> "Web Search" -> fs/read-file\n}',
        "Record the counts of run (3 tools)": 'case "run" {\n'
        '  count: get_weather = 2, "Web Search" = 1, fs/read-file = 1\n}',
        "Record the arguments of run (3 calls)": 'case "run" {\n'
        '  args: get_weather <city: "Tokyo", days: 3>, get_weather <city: "Tonga">, '
        '"Web Search" <q: "x\\"y", "a b": [1, {"c": null}]>\n}',
    }


def test_a_recorded_rule_passes_on_its_trace() -> None:
    found = offered("<CURSOR>", only=["refactor.record"])
    assert len(found) == 3
    for title, after in found.items():
        scores = snapshot(after, CALLS).scored.shown.values()
        assert [score.status for score in scores] == ["pass"], title


def test_a_long_trace_is_recorded_by_its_tools() -> None:
    calls = tuple(called(f"t{number % 7}") for number in range(1000))
    found = offered("<CURSOR>", calls, only=["refactor.record"])
    assert found["Record the order of run (7 calls)"].startswith("order: t0 -> t1 -> ")


def test_a_repeated_pattern_gets_a_name() -> None:
    text = "# head\n\n## why\nforbid get_* | /^read_/<CURSOR>\ncount get_* | /^read_/ = 1\n"
    assert offered(text)["Name get_* | /^read_/ @get_read (2 uses)"] == (
        "# head\n\ntool @get_read = get_* | /^read_/\n"
        "## why\nforbid @get_read\ncount @get_read = 1\n"
    )
    assert not any(title.startswith("Name") for title in offered("forbid a<CURSOR>\nrequire a"))


def test_a_rule_is_put_at_the_end_of_a_case_that_has_blocks() -> None:
    case = 'case "run" {\n  per step {\n    forbid a\n  }\n  forbid b\n'
    found = offered(f"<CURSOR>forbid c\n{case}}}\n")
    assert found['Put 1 rule into case "run"'] == f"{case}  forbid c\n}}\n"
    inside = offered(f"{case}<CURSOR>forbid c\n}}\n")
    assert not any(title.startswith("Put") for title in inside), "it is in the case already"


def test_selected_rules_are_wrapped_in_a_case() -> None:
    text = 'traces "x"\n## why\n<CURSOR>forbid a\norder: a ->\n  b # end\nforbid c'
    found = offered(text, rest=20)
    assert found['Put 2 rules into case "run"'] == (
        'traces "x"\n\ncase "run" {\n  ## why\n  forbid a\n  order: a ->\n    b # end\n}\n\n'
        "forbid c"
    )
    alone = offered("\n\n<CURSOR>forbid a\n\nforbid c\n")
    assert alone['Put 1 rule into case "run"'] == '\n\ncase "run" {\n  forbid a\n}\n\nforbid c\n'
    inside = offered('case "x" {\n  forbid a<CURSOR>\n}')
    assert not any(title.startswith("Put") for title in inside)


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (
            'case "run" {\n  forbid b\n}\n\n## why\nforbid <CURSOR>a\nforbid c\n',
            'case "run" {\n  forbid b\n  ## why\n  forbid a\n}\n\nforbid c\n',
        ),
        (
            'order: a ->\r\n\t<CURSOR>b\r\ncase "run" {\r\n}',
            'case "run" {\r\n\torder: a ->\r\n\t\tb\r\n}',
        ),
        ('\ufeffcase "run" {\n}\nforbid a<CURSOR>', '\ufeffcase "run" {\n  forbid a\n}\n'),
    ],
)
def test_selected_rules_are_moved_into_the_case_there_is(text: str, after: str) -> None:
    assert offered(text)['Put 1 rule into case "run"'] == after


@pytest.mark.parametrize("case", ['case "run" {}', 'case "run" {\n  forbid b'])
def test_no_rule_is_moved_into_a_case_without_a_last_line(case: str) -> None:
    assert not any(title.startswith("Put") for title in offered(f"forbid a<CURSOR>\n{case}"))


def test_a_warning_is_ignored_by_a_comment() -> None:
    assert offered("require nothing<CURSOR>")["Ignore TS310 here"] == (
        "require nothing  # toolspec: ignore TS310"
    )
    assert offered("  require nothing<CURSOR> # why")["Ignore TS310 here"] == (
        "  # toolspec: ignore TS310\n  require nothing # why"
    )


@pytest.mark.parametrize(
    ("comment", "after"),
    [
        ("# toolspec: ignore", "# toolspec: ignore TS310"),
        ("#  toolspec:  ignore  # why", "#  toolspec:  ignore TS310  # why"),
        # A code that silences nothing makes room.
        ("# toolspec: ignore TS303", "# toolspec: ignore TS310"),
        ("# toolspec: ignore TS302", "# toolspec: ignore TS302, TS310"),
        ("# toolspec: ignore TS302, TS303", "# toolspec: ignore TS302, TS310"),
    ],
)
def test_a_code_is_added_to_the_comment_there_is(comment: str, after: str) -> None:
    rules = "require nothing\nrequire noth<CURSOR>ing"
    assert offered(f"{rules} {comment}")["Ignore TS310 here"].endswith(f"nothing {after}")
    above = offered(f"require nothing\n{comment}\nrequire noth<CURSOR>ing")["Ignore TS310 here"]
    assert above == f"require nothing\n{after}\nrequire nothing"


def test_no_comment_silences_a_rule_that_fails_or_an_error() -> None:
    for text in ("count get_weather = 7<CURSOR>", "kount get_weather<CURSOR> = 1"):
        assert not [title for title in offered(text) if title.startswith("Ignore")]


def test_forbid_and_a_count_of_zero_are_the_same() -> None:
    found = offered('  count: a | b<CURSOR> == 0 as "n" # c')
    assert found["Write as forbid a | b"] == '  forbid a | b as "n" # c'
    assert offered("forbid a weight 2<CURSOR>")["Write as count a = 0"] == "count a = 0 weight 2"
    for text in (
        "forbid a <b: 1><CURSOR>",
        "count: a = 0<CURSOR>, b = 0",
        "count a = 0 pass 1<CURSOR>",
    ):
        assert not any(title.startswith("Write as") for title in offered(text))


def test_fixes_for_the_whole_file_come_only_when_asked_for() -> None:
    text = "ordr<CURSOR>: a -> b\ncount a =< 3\nforbid get_wether\n"
    assert not any(title.startswith("Fix") for title in offered(text))
    assert offered(text, only=["source.fixAll"]) == {
        "Fix 1 problem": "ordr: a -> b\ncount a <= 3\nforbid get_wether\n"
    }


def test_what_leaves_a_choice_is_not_fixed_in_the_whole_file() -> None:
    text = "<CURSOR>order: a ->\ncount a\nforbid a weight 2 weight 3\nforbid xyz\n"
    assert offered(text, only=["source.fixAll"]) == {}
    text += "forbid a weight 2 weight 2\n"
    (left,) = offered(text, only=["source.fixAll"]).values()
    assert left.endswith("weight 3\nforbid xyz\nforbid a weight 2\n")


def test_a_fix_far_below_its_problem_hides_none_in_between() -> None:
    text = 'case "x" {\n  ordr<CURSOR>: a -> b\n  count a =< 3\n\nrequires z\n'
    assert offered(text, only=["source.fixAll"]) == {
        "Fix 2 problems": 'case "x" {\n  ordr: a -> b\n  count a <= 3\n}\n\nrequires z\n'
    }


@pytest.mark.parametrize(
    ("only", "expected"),
    [
        ("quickfix", {"quickfix"}),
        ("refactor", {"refactor.add", "refactor.record", "refactor.rewrite"}),
        ("refactor.rewrite", {"refactor.rewrite"}),
        ("source", set[str]()),
        ("other", set[str]()),
    ],
)
def test_only_the_kinds_asked_for_are_offered(only: str, expected: set[str]) -> None:
    plain, offset = cut("count get_<CURSOR>wether = 0\nordr: a")
    ask = Ask(snapshot(plain, CALLS), (offset, offset), calls_of(CALLS))
    assert kinds(code_actions(ask, [only])) == expected


TEXTS = [
    *(path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*/*.toolspec"))),
    "\ufeffforbid get_* # 東京 😀\r\n\torder: a ->\r\n\t\tb pass 0.5\r\n"
    "require get_*\r\ncount x = 0",
    'case "run" {\n## d\n# toolspec: ignore TS310\n  args: get_weather <city: "x">,\n    b <>\n}\n',
    "tool @a = get_* | x\ntool @b = @a\n\n  order strict: @a -> get_* | x -> get_* | x\n\n# end",
    "count: get_weather = 1, get_* > 5, x <= 3 pass 0.9\nsequence: get_* <cit: 1> -> get_*",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_every_action_leaves_a_text_that_can_be_read(text: str) -> None:
    found = snapshot(text, CALLS)
    before = len(read(text).errors)
    seen = 0
    for offset in range(0, len(text) + 1, amount(17, 7)):
        for span in ((offset, offset), (offset, min(len(text), offset + 40))):
            for action in code_actions(Ask(found, span, calls_of(CALLS))):
                after = applied(text, action.edits)
                assert len(read(after).errors) <= before, (action.title, after)
                assert after != text, action.title
                seen += 1
    assert seen


EDITS = ("}", "\n}", "x", ":", "forbid a\n", 'case "new" {\nforbid a\n}', 'case "run" {', "<", "# ")


@pytest.mark.parametrize("text", TEXTS)
def test_an_action_is_offered_just_where_the_whole_text_would_have_no_new_error(text: str) -> None:
    ask = Ask(snapshot(text, CALLS), (0, 0))
    before = Counter(problem.slug for problem in read(text).errors)
    for at in range(0, len(text) + 1, amount(29, 11)):
        for edit in (Edit((at, at + size), new) for size in (0, 9) for new in EDITS):
            after = Counter(one.slug for one in read(applied(text, [edit])).errors)
            offered = sound(ask, [Action("title", (edit,))])
            assert bool(offered) == (not after - before), (edit, applied(text, [edit]))


def test_names_from_traces_make_titles_and_rules_that_are_safe() -> None:
    evil = 'a"\u202e\x1b\n](http://x) ' + "z" * 50
    calls = (called(evil, {evil: evil}), called("", {"": 1}), called("->", {"big": "y" * 10**6}))
    for text in ("<CURSOR>", "count * = 7<CURSOR>", "order: a -> *<CURSOR>"):
        for title, after in offered(text, calls).items():
            assert not {"\u202e", "\x1b", "\n"} & set(title)
            assert len(title) < 300
            assert read(after).errors == (), after
            assert not {"\u202e", "\x1b"} & set(after)
