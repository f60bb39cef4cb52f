"""`toolspec explain`: problems, rule kinds, and the whole language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.cli_files import Run
from toolspec.dsl.problems import SLUGS, by_code
from toolspec.dsl.specs import parse
from toolspec.engine.rules import KEYWORDS, kind
from toolspec.engine.trace import Call, Trace
from toolspec.lsp.text.keyword_docs import docs_about, mark_meanings

WORDS = (
    "must", "weight", "pass", "as", "subset", "strict", "case", "tool", "traces", "step",
    "regex", "glob", "values", "patterns", "results", "language", "result", "at", "before",
    "min", "final", "unknown", "error", "completed", "calls", "arguments", "comments", "turn",
    "order", "sequence", "count", "args", "output", "require", "forbid",
)  # fmt: skip


def test_explain_has_a_page_for_every_problem_kind_and_topic(run: Run) -> None:
    from toolspec.dsl.problems import SLUGS
    from toolspec.dsl.topics import TOPICS
    from toolspec.engine.rules import KEYWORDS

    listed = run("explain")
    assert listed.status == 0
    for word in (*SLUGS, *KEYWORDS, *TOPICS):
        assert f"  {word} " in listed.out
        page = run("explain", word)
        assert page.status == 0
        assert len(page.out.splitlines()) > 2
        assert len(page.out) > 60
        assert word not in KEYWORDS or "Forms:" in page.out
        assert word not in SLUGS or f"[{word}]" in page.out


def test_explain_leaves_no_field_of_a_message_open(run: Run) -> None:
    from toolspec.dsl.problems import SLUGS, by_code

    listed = run("explain").out
    for code in SLUGS:
        problem = by_code(code)
        written = (problem.title, problem.message, problem.why, problem.help)
        fields = {field for text in written for field in re.findall(r"\{[a-z_]*\}", text)}
        page = run("explain", code).out
        assert not [field for field in fields if field in page + listed], code


def test_explain_does_not_send_back_to_itself(run: Run) -> None:
    assert "toolspec explain" not in run("explain", "TS102").out


def test_explain_takes_lower_case_and_guesses_at_others(run: Run) -> None:
    assert run("explain", "ts101").out == run("explain", "TS101").out
    assert "error[TS104]: a rule begins with a keyword" in run("explain", "TS104").out
    assert "Forms:\n  order: " in run("explain", "order").out
    ran = run("explain", "ordr")
    assert ran.status == 2
    assert "did you mean `order`?" in ran.err


@pytest.mark.parametrize("word", WORDS)
def test_every_word_of_the_language_is_explained(run: Run, word: str) -> None:
    assert run("explain", word).status == 0
    assert run("explain", word.upper()).out == run("explain", word).out


SIGNS = """
-> | -> <- | = | == | != | < | <= | > | >= | & | ... | .. | 1..10 | -5..5 | ? | + | ( ) | [ | { | }
, | : | * | get_* | @reader | $order | /^a/i | 30s | 1.5h | per <key> | per T | took OP T
list of V | after C until D | exactly <> | sum <key> | user says V | right after | not | or | # | ##
"""


@pytest.mark.parametrize("written", ["|", *re.split(r"\s*\|\s*|\n", SIGNS.strip())])
def test_every_sign_and_form_of_the_language_is_explained(run: Run, written: str) -> None:
    for arguments in ((written,), tuple(written.split())):
        ran = run("explain", *arguments)
        assert ran.status == 0, ran.err
        assert len(ran.out.splitlines()) > 5


ANSWERS = [
    ("patterns", "In quotes a star has no special meaning"),
    ("glob", 'In quotes a star is only a star: `"get_*"` is a tool of that name'),
    ("completed", "Only `require` leaves out calls that never completed"),
    ("completed", "`order`, `count`, `args`, `sequence` and `forbid` look at every call"),
    ("completed", "An error answer is a result, so a call that failed is completed too"),
    ("case", "The name of a trace is the first of these"),
    ("case", "the attribute `test.case.name` of a span or resource"),
    ("case", "the name of its file, if the file holds one trace, without its endings"),
    ("case", "A trace whose name no case has, or that has no name, is judged by the rules outside"),
    ("regex", "but not the number `21`, a list, or `true`"),
    ("regex", "Without `m`, `$` is the very end of the text"),
    ("regex", "with Windows line endings a `\\r` comes before it, so write `\\r?$`"),
    ("weight", "Weights never change what passes"),
    ("require", "in any order"),
    ("step", "A step is one response of the model"),
    ("step", "a rule that asks for one is then `unknown`"),
    ("$name", "After the colon the same `$name` is that value"),
    ("after", "See also: toolspec explain relations |"),
    ("before", "See also: toolspec explain relations |"),
    ("unless", "For `unless C` there are two"),
    ("allowlist", "Allow only some calls"),
    ("timeout", "Limit what a run may cost"),
    ("contains", "A value may also be one of these patterns"),
    ("each", "See also: toolspec explain relations | variables"),
    ("TS215", r"`\d \w \s \b`"),
]


@pytest.mark.parametrize(("word", "answer"), ANSWERS)
def test_a_question_that_readers_had_is_answered(run: Run, word: str, answer: str) -> None:
    assert answer in " ".join(run("explain", word).out.split())


def test_the_grammar_fits_a_page(run: Run) -> None:
    page = run("explain", "language").out.splitlines()
    assert len(page) < 80
    assert max(map(len, page)) <= 100


def test_what_is_not_simply_meant_is_introduced_by_the_wish_it_serves(run: Run) -> None:
    assert (
        "If `read` must never be called, write:\n\n  count read = 0" in run("explain", "TS303").out
    )
    assert "Write instead:\n\n  forbid rm\n" in run("explain", "TS302").out


@pytest.mark.parametrize(
    ("keyword", "answers"),
    [
        ("args", ["subset Calls may have other arguments as well.", "strict All or nothing."]),
        ("count", ["N a whole number, 0 or more", "`=` `==` `!=` `<` `<=` `>` `>=`", "strict All"]),
        ("require", ["final A matching call is the last call", "[ ] what is in square brackets"]),
        (
            "output",
            ["V a value as in JSON, a `/regex/`, or a pattern", "pass The score from which"],
        ),
        ("order", ["-> Then: the next call of the order.", "... more of the same"]),
    ],
)
def test_a_rule_explains_the_marks_and_words_of_its_forms(
    run: Run, keyword: str, answers: list[str]
) -> None:
    page = " ".join(run("explain", keyword).out.split())
    for answer in answers:
        assert answer in page


@pytest.mark.parametrize("keyword", KEYWORDS)
def test_no_mark_of_a_form_is_left_unexplained(keyword: str) -> None:
    found = kind(keyword)
    known = {*mark_meanings(found), keyword, "=", ":", ","}
    for form in found.syntax.forms:
        bare = form.replace("<...>", "").replace("N..N", "N")
        bare = re.sub(r"[\[\]()]|(?<=C)[?+]", " ", bare)
        assert {word.strip(",:") for word in bare.split()} - {""} <= known


def test_arguments_after_several_tools_are_for_all_of_them(run: Run) -> None:
    assert "belong to the whole pattern before them" in " ".join(run("explain", "<>").out.split())
    assert "are for all of them" in run("explain", "|").out
    spec = parse("forbid a | b <x: 1>")
    assert spec.check(Trace((Call(name="a", arguments={"x": 2}),))).passed
    assert not spec.check(Trace((Call(name="a", arguments={"x": 1}),))).passed
    known = docs_about("|")
    assert known is not None and "for all of them" in known.text


@pytest.mark.parametrize("code", [code for code in SLUGS if by_code(code).files])
def test_a_problem_that_needs_files_shows_its_frame_and_the_files(run: Run, code: str) -> None:
    problem = by_code(code)
    page = run("explain", code).out
    assert f"{problem.severity}[{code}]: " in page
    assert "^^^" in page, "the place is marked"
    for name, text in problem.files.items():
        assert f"`{name}` is:\n\n  {text.splitlines()[0]}" in page


def words_of_the_language() -> set[str]:
    """Return every word that the grammar has, and those of rules, clauses, measures and values."""
    from toolspec.dsl import grammar
    from toolspec.engine.kinds.kind import Kind
    from toolspec.engine.match.qualifiers import qualifiers
    from toolspec.engine.match.values import FORMS
    from toolspec.engine.measures import WORDS as MEASURES
    from toolspec.engine.parts import clauses

    kinds: list[type[Kind]] = [kind(keyword) for keyword in KEYWORDS]
    text = (Path(grammar.__file__).parent / "toolspec.lark").read_text("utf-8")
    found = set(re.findall(r'"([a-z]+)"', text)) | {*KEYWORDS, *MEASURES}
    for syntax in [one.syntax for one in (*kinds, *qualifiers(), *clauses())]:
        found.update(syntax.words)
    return found.union(*[form.form.words for form in FORMS])


@pytest.mark.parametrize("word", sorted(words_of_the_language()))
def test_explain_answers_for_every_word_of_the_language(run: Run, word: str) -> None:
    page = run("explain", word)
    assert page.status == 0
    assert re.search(rf"\b{word}\b", page.out), "the page says nothing of the word itself"
