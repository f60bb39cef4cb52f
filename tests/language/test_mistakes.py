"""Mistakes people make: which problem tells them, where, and how it is corrected."""

from __future__ import annotations

import pytest

from toolspec.dsl.read import read

MISTAKES = [
    # messages
    ('forbid user says "a" «result» "b"', "TS279", None),
    ('require agent says "a" weight 2 «min» 2', "TS279", None),
    # first words
    ("«forbd» rm", "TS102", "forbid rm"),
    ("«Forbid» rm", "TS102", "forbid rm"),
    ("«ORDER»: a -> b", "TS102", "order: a -> b"),
    ("«xyz» foo", "TS102", None),
    ("«auth» -> verify", "TS104", None),
    ("«search» = 1", "TS104", "count search = 1"),
    ("«/^a/» -> b", "TS104", None),
    ("«\"a b\"» <x: 1>", "TS104", None),
    ("«@reader» final", "TS104", None),
    ("«//» a comment", "TS125", None),
    ("«--» a comment", "TS125", None),
    ("«->» verify", "TS132", None),
    ("«1»", "TS101", None),
    # colons and modes
    ("«order» a -> b", "TS103", "order: a -> b"),
    ("«order» strict a -> b", "TS103", "order strict: a -> b"),
    ("«sequence» a", "TS103", "sequence: a"),
    ("forbid«:» rm", "TS131", "forbid rm"),
    ("require«:» rm", "TS131", "require rm"),
    ("count «exact»: a = 1", "TS129", None),
    ("count «strct»: a = 1", "TS129", "count strict: a = 1"),
    ("order «subset»: a", "TS129", None),
    ("count strict «subset»: a = 1", "TS129", None),
    ("args «subset strict»: a <>", "TS129", "args strict subset: a <>"),
    ("require «strict»: a", "TS129", "require a"),
    ("count a = 1«,» b = 2", "TS128", "count: a = 1, b = 2"),
    # between tools
    ("order: a «b»", "TS105", "order: a -> b"),
    ("order: a -> b «\"c\"»", "TS105", 'order: a -> b -> "c"'),
    ("order: a «=>» b", "TS119", "order: a -> b"),
    ("order: a «→» b", "TS113", "order: a -> b"),
    ("order: a «–>» b", "TS113", "order: a -> b"),
    ("order: a «->»", "TS122", None),
    ("order: a«,» b", "TS119", "order: a -> b"),
    ("forbid a «||» b", "TS119", "forbid a | b"),
    ("count: a = 1 «b» = 2", "TS106", "count: a = 1, b = 2"),
    # comparisons
    ("count a «=<» 2", "TS119", "count a <= 2"),
    ("count a «=>» 2", "TS119", "count a >= 2"),
    ("count a «≥» 2", "TS113", "count a >= 2"),
    ("count a «≠» 2", "TS113", "count a != 2"),
    ("count «a» 1", "TS138", "count a = 1"),
    ("count «a»", "TS138", None),
    ("count a = «two»", "TS133", None),
    ("count a = «-1»", "TS212", None),
    ("count a = «1.5»", "TS212", None),
    ("count a = «01»", "TS115", "count a = 1"),
    ("count a = «+1»", "TS115", "count a = 1"),
    ("count a = «1_000»", "TS115", "count a = 1000"),
    ("output a «==» 1", "TS119", "output a = 1"),
    # words of rules
    ("require a «minimum» 2", "TS120", "require a min 2"),
    ("require a weight 2 «min» 3", "TS121", "require a min 3 weight 2"),
    ("require a as \"n\" weight 2 «final» at step 1", "TS121",
     'require a final as "n" weight 2 at step 1'),
    ("require a min 2 «min 3»", "TS208", None),
    ("require a at step 1 min 2 «at step 1»", "TS208", "require a at step 1 min 2"),
    ("forbid a «min 2»", "TS101", None),
    ("require a before «3»", "TS139", "require a before step 3"),
    ("require a at «1»", "TS139", "require a at step 1"),
    ("require a at «1» before step 3", "TS139", "require a at step 1 before step 3"),
    ("require a at «round» 1", "TS101", None),
    ("require a as «login»", "TS134", 'require a as "login"'),
    ("require a «wieght» 2", "TS120", "require a weight 2"),
    ("order: a pass «0»", "TS210", None),
    ("order: a pass «1.5»", "TS210", None),
    ("forbid a weight «-1»", "TS211", None),
    ("forbid a weight «.5»", "TS115", "forbid a weight 0.5"),
    ("forbid a weight «0.»", "TS115", None),
    ("forbid a weight «1.»", "TS115", "forbid a weight 1.0"),
    ("forbid a weight «-.5»", "TS115", None),
    ("order: a pass «.5»", "TS115", "order: a pass 0.5"),
    ("forbid a «pass 1»", "TS209", None),
    ("require a «min 0»", "TS219", None),
    ("require a «before step 0»", "TS218", None),
    ("forbid a «<>»", "TS217", None),
    # values
    ("forbid a <x: «secret»>", "TS116", 'forbid a <x: "secret">'),
    ("forbid a <x: «True»>", "TS116", "forbid a <x: true>"),
    ("forbid a <x: «None»>", "TS116", "forbid a <x: null>"),
    ("forbid a <x: «any»>", "TS116", "forbid a <x: ...>"),
    ("forbid a <x: not «...»>", "TS126", None),
    ("forbid a <x: not «absent»>", "TS243", None),
    ("forbid a <x: [«absent»]>", "TS243", None),
    ("forbid a <«...»>", "TS126", None),
    ("output a = «...»", "TS126", None),
    ('forbid a <x «=» "b">', "TS127", 'forbid a <x: "b">'),
    ('forbid a <x «"b"»>', "TS127", 'forbid a <x: "b">'),
    ("forbid a <«x»>", "TS137", None),
    ("forbid a <«1»: 2>", "TS137", 'forbid a <"1": 2>'),
    ("forbid a <x: 1 «y»: 2>", "TS106", "forbid a <x: 1, y: 2>"),
    ("forbid a <x: [1 «2»]>", "TS106", "forbid a <x: [1, 2]>"),
    ("forbid a <x: {y: 1, «y»: 2}>", "TS214", None),
    ("forbid a «<»x: 1", "TS107", None),
    ("forbid a <x: [1«>»", "TS108", None),
    ("forbid a <x: 1«]»>", "TS108", None),
    ("forbid a«>»", "TS108", "forbid a"),
    # strings and regexes
    ('forbid «"a»', "TS109", None),
    ("forbid «/a»", "TS110", None),
    ("forbid «'a b'»", "TS136", 'forbid "a b"'),
    ("forbid «`a`»", "TS136", 'forbid "a"'),
    ("forbid «“a b”»", "TS113", 'forbid "a b"'),
    ('forbid "«\\q»"', "TS111", None),
    ('forbid "«\\ud800»"', "TS111", None),
    ('forbid "a«\t»b"', "TS112", None),
    ("forbid /a/«g»", "TS216", None),
    (r"forbid /a«(?=»b)/", "TS215", None),
    (r"forbid /«(»a/", "TS215", None),
    (r"forbid /(a)«\1»/", "TS215", None),
    # characters
    ("forbid «日本»", "TS114", 'forbid "日本"'),
    ("forbid get«%»x", "TS114", 'forbid "get%x"'),
    ("forbid «поиск»", "TS114", 'forbid "поиск"'),
    ("forbid c«а»t", "TS113", "forbid cat"),
    ("forbid«\xa0»a", "TS113", "forbid a"),
    ("forbid a«\x0c»", "TS112", "forbid a"),
    ("forbid a«\u202e»", "TS112", "forbid a"),
    ("forbid a «&» b", "TS117", None),
    ("forbid «$»a", "TS117", None),
    ("forbid a «;»", "TS114", None),
    # blocks and relations
    ("«after» a {\n}", "TS284", None),
    ("«per» step {}", "TS284", None),
    ("after a {\n  «any» {\n    # nothing\n  }\n}", "TS284", None),
    ('case "x" {\n  «until» a {\n  }\n}', "TS284", None),
    ("count a <x: 1«><=»2", "TS254", "count a <x: 1> <=2"),
    ("count a <x: 1«><» 2", "TS254", "count a <x: 1> < 2"),
    ("count a <x: 1«>!=» 2", "TS254", "count a <x: 1> != 2"),
    ("count a <x: length > 1«>>=» 2", "TS254", "count a <x: length > 1> >= 2"),
    ("each a <x: $v>: after b <x: $v> among c <y: «$v»>", "TS245", None),
    ("each a <x: $v>: after b <x: $v> if user says «$v»", "TS245", None),
    ("each a: «right after seeing» b", "TS289", None),
    ("each a: «right before» own b <x: 1>", "TS289", None),
    ("any«:»", "TS101", None),
    ("each a <id: $o>: «$o»", "TS117", None),
    # cases
    ('case «"x"»', "TS140", None),
    ('case «"x"»:', "TS140", None),
    ('case «"x"», "y" {\n}', "TS140", None),
    ('case «"x"»: {\n  forbid a\n}', "TS140", 'case "x" {\n  forbid a\n}'),
    ("case «x» {\n  forbid a\n}", "TS134", 'case "x" {\n  forbid a\n}'),
    ("case «x»:", "TS134", None),
    # names
    ("forbid «@x»", "TS201", None),
    ("tool «@» = a", "TS114", None),
    ("tool «x» = a", "TS101", None),
]  # fmt: skip


def _plain(text: str) -> str:
    return text.replace("«", "").replace("»", "")


@pytest.mark.parametrize(("marked", "code", "corrected"), MISTAKES)
def test_a_mistake_is_told_where_it_stands(marked: str, code: str, corrected: str | None) -> None:
    text = _plain(marked)
    found = read(text).problems
    assert [(item.code, item.start, item.end) for item in found] == [
        (code, marked.index("«"), marked.index("»") - 1)
    ], [(item.code, item.title, text[item.start : item.end]) for item in found]
    fixes = found[0].fixes
    if corrected is None:
        return
    assert len(fixes) == 1
    assert text[: fixes[0].start] + fixes[0].text + text[fixes[0].end :] == corrected


@pytest.mark.parametrize(("marked", "code", "corrected"), MISTAKES)
def test_a_mistake_costs_one_rule_and_no_other(
    marked: str, code: str, corrected: str | None
) -> None:
    del code, corrected
    spec = read(f"forbid before\n{_plain(marked)}\nforbid behind\n").spec
    kept = [rule.origin.source for rule in spec.rules]
    assert kept[0] == "forbid before" and kept[-1] == "forbid behind"


@pytest.mark.parametrize(
    "keyword", ["order", "sequence", "count", "args", "output", "require", "forbid"]
)
def test_a_keyword_alone_lists_nothing(keyword: str) -> None:
    for text in (keyword, f"{keyword}:"):
        (item,) = read(text).problems
        assert item.code in ("TS123", "TS131")
        assert item.severity == "error"
