"""The problems a spec can have, each one file named after it.

`TS1..` are faults of writing, `TS2..` faults of meaning, `TS3..` warnings. A code stays with its
problem for ever: a problem that goes takes its number with it. A new problem is its file and its
line here.
"""

from __future__ import annotations

from importlib import import_module

from toolspec.dsl.problem import Problem

SLUGS = {
    "TS101": "unexpected",
    "TS102": "unknown_keyword",
    "TS103": "missing_colon",
    "TS104": "keyword_missing",
    "TS105": "missing_arrow",
    "TS106": "missing_comma",
    "TS107": "unclosed_bracket",
    "TS108": "unopened_bracket",
    "TS109": "unterminated_string",
    "TS110": "unterminated_regex",
    "TS111": "bad_escape",
    "TS112": "control_character",
    "TS113": "confusable",
    "TS114": "unknown_character",
    "TS115": "bad_number",
    "TS116": "bare_word_value",
    "TS117": "reserved_sign",
    "TS119": "wrong_operator",
    "TS120": "unknown_word",
    "TS121": "wrong_order",
    "TS122": "unfinished",
    "TS123": "nothing_listed",
    "TS124": "trailing_text",
    "TS125": "comment_sign",
    "TS126": "misplaced_dots",
    "TS127": "missing_key_colon",
    "TS128": "several_need_colon",
    "TS129": "unknown_mode",
    "TS130": "too_deep",
    "TS131": "superfluous_colon",
    "TS132": "leading_sign",
    "TS133": "number_expected",
    "TS134": "string_expected",
    "TS136": "single_quotes",
    "TS137": "key_expected",
    "TS138": "comparison_expected",
    "TS139": "missing_step",
    "TS140": "unopened_case",
    "TS151": "block_unopened",
    "TS152": "foreign_clause",
    "TS153": "one_phrase",
    "TS154": "per_what",
    "TS201": "undefined_name",
    "TS202": "circular_name",
    "TS203": "doubled_name",
    "TS204": "doubled_case",
    "TS205": "nested_case",
    "TS206": "unclosed_case",
    "TS207": "outside_case",
    "TS208": "doubled_clause",
    "TS209": "pass_without_parts",
    "TS210": "pass_out_of_range",
    "TS211": "weight_out_of_range",
    "TS212": "not_a_count",
    "TS213": "number_too_large",
    "TS214": "doubled_key",
    "TS215": "regex_refused",
    "TS216": "regex_flag",
    "TS217": "empty_arguments",
    "TS218": "empty_step_window",
    "TS219": "zero_minimum",
    "TS220": "unreadable_file",
    "TS221": "must_in_args",
    "TS222": "name_too_deep",
    "TS223": "number_too_small",
    "TS224": "names_too_wide",
    "TS225": "too_large",
    "TS226": "too_many_errors",
    "TS227": "regexes_too_large",
    "TS240": "empty_range",
    "TS241": "bad_length",
    "TS242": "impossible_value",
    "TS243": "misplaced_absent",
    "TS244": "not_in_has",
    "TS245": "unbound_name",
    "TS246": "name_of_other_sort",
    "TS247": "has_in_args",
    "TS250": "bad_duration",
    "TS251": "duration_comparison",
    "TS252": "range_comparison",
    "TS253": "strict_only",
    "TS254": "space_after_arguments",
    "TS255": "has_with_exactly",
    "TS261": "two_divisions",
    "TS262": "rate_without_bound",
    "TS264": "block_clause",
    "TS265": "case_in_block",
    "TS266": "outside_block",
    "TS267": "unclosed_block",
    "TS268": "blocks_too_deep",
    "TS270": "not_bound",
    "TS271": "own_twice",
    "TS272": "own_under",
    "TS273": "message_relation",
    "TS274": "bad_distance",
    "TS275": "not_searchable",
    "TS276": "limit_number",
    "TS277": "measure_of_whole",
    "TS278": "answer_of_whole",
    "TS279": "message_words",
    "TS280": "message_part",
    "TS281": "window_on_each",
    "TS282": "any_clause",
    "TS283": "in_any",
    "TS284": "empty_any",
    "TS285": "unusable_file",
    "TS286": "circular_use",
    "TS287": "used_name",
    "TS288": "limit_phrase",
    "TS301": "unused_name",
    "TS302": "doubled_rule",
    "TS303": "never_holds",
    "TS304": "always_holds",
    "TS305": "conflicting_rules",
    "TS306": "unknown_ignore",
    "TS307": "unused_ignore",
    "TS308": "dots_in_string",
    "TS309": "empty_case",
    "TS310": "unseen_tool",
    "TS311": "too_many_warnings",
    "TS312": "foreign_pattern",
    "TS321": "required_until",
    "TS322": "required_after",
    "TS340": "doubled_alternative",
    "TS341": "has_or",
    "TS342": "closed_result",
    "TS353": "used_case",
    "TS354": "idle_variable",
}
"""Each code's file."""


def by_slug(slug: str) -> Problem:
    """Return a problem by its file's name. Raises KeyError where there is none."""
    if slug not in _CODES:
        raise KeyError(slug)
    problem: Problem = import_module(f"{__name__}.{slug}").PROBLEM
    return problem


def by_code(code: str) -> Problem:
    """Return a problem by its code. Raises KeyError where there is none."""
    return by_slug(SLUGS[code])


_CODES = {slug: code for code, slug in SLUGS.items()}
