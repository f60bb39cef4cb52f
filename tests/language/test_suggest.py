"""Did you mean: the right word, and never at the price of a long wait."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from toolspec.dsl.read import read
from toolspec.dsl.text import suggest
from toolspec.dsl.text.suggest import CELLS_MAX, Guesses, distance, suggestion
from toolspec.engine.kinds.claims import Claims
from toolspec.engine.rules.order import Order

WORDS = st.text("abAB_é", max_size=9)
MANY = 2_000
UNDEFINED = "\n".join(f"tool @name{at} = a{at}\nforbid @nmae{at}" for at in range(MANY))


def edits(left: str, right: str) -> int:
    """Count letters added, dropped, changed or swapped, from the whole table."""
    rows = [list(range(len(right) + 1))]
    for i in range(1, len(left) + 1):
        row = [i]
        for j in range(1, len(right) + 1):
            changed = rows[-1][j - 1] + (left[i - 1] != right[j - 1])
            cost = min(rows[-1][j] + 1, row[-1] + 1, changed)
            if i > 1 and j > 1 and left[i - 2 : i] == right[j - 2 : j][::-1]:
                cost = min(cost, rows[-2][j - 2] + 1)
            row.append(cost)
        rows.append(row)
    return rows[-1][-1]


def likeliest(word: str, candidates: list[str]) -> str:
    """Do what `nearest` promises without any haste."""
    for one in candidates:
        if one.casefold() == word.casefold():
            return one
    ranked = sorted((edits(word, one), one) for one in set(candidates))
    near = [rank for rank in ranked if rank[0] <= max(1, len(word) // 3)]
    return near[0][1] if near and (len(near) == 1 or near[0][0] < near[1][0]) else ""


@given(WORDS, st.lists(WORDS, max_size=6))
@example("A", ["", "B"])
def test_the_guess_is_that_of_comparing_with_all(word: str, candidates: list[str]) -> None:
    assert suggestion(word, candidates) == likeliest(word, candidates)
    assert Guesses(tuple(candidates)).nearest(word) == likeliest(word, candidates)


@given(WORDS, WORDS, st.integers(0, 10))
def test_a_distance_is_exact_up_to_the_most_asked_for(left: str, right: str, most: int) -> None:
    assert min(distance(left, right, most), most + 1) == min(edits(left, right), most + 1)


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return what each two words that are compared cost, in cells."""
    cells: list[int] = []

    def counted(left: str, right: str, most: int) -> int:
        cells.append(len(left) * min(len(right), 2 * most + 1))
        return distance(left, right, most)

    monkeypatch.setattr(suggest, "distance", counted)
    return cells


def test_many_undefined_names_are_all_reported_and_the_first_with_a_guess(
    compared: list[int],
) -> None:
    reading = read(UNDEFINED)
    hints = [found.help for found in reading.problems if found.code == "TS201"]
    assert len(hints) == MANY
    assert "did you mean `@name0`?" in hints[0]
    assert "did you mean" not in hints[-1]
    assert sum(compared) <= 2 * CELLS_MAX


def test_the_same_text_has_the_same_guesses_when_read_again(compared: list[int]) -> None:
    first = [(found.start, found.message) for found in read(UNDEFINED + "\n# again").problems]
    compared.clear()
    again = [(found.start, found.message) for found in read(UNDEFINED + "\n# more").problems]
    assert first == again
    assert not compared


def test_many_unseen_tools_are_compared_once_and_not_at_each_keystroke(
    compared: list[int],
) -> None:
    tools = [f"tool_number_{at}_name" for at in range(1_000)]
    text = "".join(f"require toll_nmber_{at}_nme\n" for at in range(300))
    first = read(text, None, tools)
    assert len(first.problems) == 300
    assert sum(compared) <= 2 * CELLS_MAX
    compared.clear()
    assert len(read(text + "\n", None, tools).problems) == 300
    assert not compared


def test_words_of_many_letters_are_not_compared_to_the_end(compared: list[int]) -> None:
    text = f"tool @{'ab' * 20_000} = x\nforbid @{'ab' * 15_000 + 'ba' * 5_000}\n"
    assert any("TS201" in found.code for found in read(text).problems)
    assert sum(compared) <= CELLS_MAX


def test_a_hundred_slips_among_a_thousand_tools_all_have_their_guess() -> None:
    parts = [f"{a}{b}{c}" for a in "bdfgklmnpr" for b in "aeiou" for c in "nstvxz"]
    tools = [f"{one}_{two}" for one in parts[:30] for two in parts[-34:]]
    slips = [tool.replace("_", "__", 1) for tool in tools[:100]]
    text = "".join(f"require {slip}\n" for slip in slips)
    hints = [found.help for found in read(text, None, tools).problems]
    assert [hint.count("did you mean") for hint in hints] == [1] * 100


def test_what_a_rule_forbids_is_asked_once_and_not_for_each_unseen_tool(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[Order] = []
    claims = Order.claims

    def counted(kind: Order, pass_score: float) -> Claims:
        asked.append(kind)
        return claims(kind, pass_score)

    monkeypatch.setattr(Order, "claims", counted)
    names = [f"step_{number}" for number in range(300)]
    found = read(f"order: {' -> '.join(names)}", tools=["search"]).problems
    assert len(found) == len(names)
    assert len(asked) < 10
