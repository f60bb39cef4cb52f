"""The use cases of Vally's page on its tool-calls grader as toolspec text, and its sentences."""

from __future__ import annotations

from typing import NamedTuple

import pytest
from spans import judged

from toolspec.engine.trace import Call, Trace, called


class Doc(NamedTuple):
    """A use case: the comment above it, its toolspec twin, calls that pass and that do not."""

    comment: str
    spec: str
    right: tuple[Call, ...]
    wrong: tuple[Call, ...]


def bash(command: str, result: str = "") -> Call:
    return called("bash", {"command": command}, result)


DOCS = (
    Doc(
        "Agent must use the create tool at some point",
        "require /create/",
        (called("view"), called("create_file")),
        (called("view"),),
    ),
    Doc(
        "Agent must run npm test via bash",
        "require /bash/ <must command: /npm test/>",
        (bash("cd app && npm test"),),
        (bash("npm run build"),),
    ),
    Doc(
        "Agent must use either bash or powershell",
        "require /^(bash|powershell)$/",
        (called("powershell"),),
        (called("bashful"),),
    ),
    Doc(
        "Agent must not view sensitive files",
        r"forbid /view/ <must path: /\.env$/>",
        (called("view", {"path": ".env.example"}),),
        (called("view", {"path": "app/.env"}),),
    ),
    Doc(
        "Combine required and disallowed (required)",
        r"require /edit/ <must path: /src\/.*\.ts$/>",
        (called("edit", {"path": "src/app.ts"}),),
        (called("edit", {"path": "src/app.js"}),),
    ),
    Doc(
        "Combine required and disallowed (disallowed)",
        "forbid /bash/ <must command: /rm -rf/>",
        (bash("rm file"),),
        (bash("rm -rf /"),),
    ),
    Doc(
        "Agent must validate before it mutates",
        "sequence: /^validate_.*/ -> /^(create|update)_.*/",
        (called("validate_user"), called("log"), called("update_user")),
        (called("update_user"), called("validate_user")),
    ),
    Doc(
        "Agent must load the skill early, in the first three steps",
        "require /^load_skill$/ before step 3",
        (called("load_skill", step=2),),
        (called("load_skill", step=3),),
    ),
    Doc(
        "Agent must validate in the very first step",
        "require /^validate$/ at step 0",
        (called("validate", step=0),),
        (called("validate", step=1),),
    ),
    Doc(
        "Agent must try the upload at least twice",
        "require /^upload$/ min 2",
        (called("upload"), called("upload")),
        (called("upload"),),
    ),
    Doc(
        "Agent must search for a specific query",
        "require /^web_search$/ <query: /release notes/>",
        (called("web_search", {"query": "release notes 3.12"}),),
        (called("web_search", {"q": "release notes"}),),
    ),
    Doc(
        "Agent's build must succeed",
        "require /^bash$/ <must command: /npm run build/> result /BUILD SUCCEEDED/",
        (bash("npm run build", "BUILD SUCCEEDED"),),
        (bash("npm run build", "BUILD FAILED"),),
    ),
    Doc(
        "Agent must finish by reporting its result",
        "require /^report_result$/ final",
        (called("search"), called("report_result")),
        (called("report_result"), called("search")),
    ),
)


@pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.comment)
def test_a_documented_use_case_passes_and_fails_as_documented(doc: Doc) -> None:
    assert judged(doc.spec, Trace(doc.right)).status == "pass"
    missed = judged(doc.spec, Trace(doc.wrong))
    assert (missed.status, missed.score) == ("fail", 0.0)
    assert missed.summary


@pytest.mark.parametrize(
    ("sentence", "spec", "calls", "status"),
    [
        (
            "command/path raise a configuration error where they are absent",
            "forbid bash <must command: /rm/>",
            (called("bash", {"script": "ls"}),),
            "error",
        ),
        (
            "args simply treats the call as a non-match",
            "forbid bash <command: /rm/>",
            (called("bash", {"script": "ls"}),),
            "pass",
        ),
        (
            "only string-valued arguments are matchable",
            "require fetch <page: /1/>",
            (called("fetch", {"page": 1}),),
            "fail",
        ),
        (
            "for command/path other values count as absent",
            "require bash <must command: /1/>",
            (called("bash", {"command": 1}),),
            "error",
        ),
        (
            "non-string results are JSON-stringified before matching",
            r'require read result /"ok":true/',
            (called("read", {}, {"ok": True}),),
            "pass",
        ),
        (
            "repeated entries require that many distinct calls in order",
            "sequence: poll -> poll",
            (called("poll"),),
            "fail",
        ),
        (
            "the required call must be completed",
            "require create",
            (called("create", completed=False),),
            "fail",
        ),
        (
            "sequence entries match at invocation time",
            "sequence: create",
            (called("create", completed=False),),
            "pass",
        ),
        (
            "both at_step and before_step",
            "require check at step 0 before step 1",
            (called("check", step=0),),
            "pass",
        ),
    ],
)
def test_a_documented_sentence_holds(
    sentence: str, spec: str, calls: tuple[Call, ...], status: str
) -> None:
    assert judged(spec, Trace(calls)).status == status, sentence
