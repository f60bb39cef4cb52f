"""Every feature end to end, as four editors see it, on texts that tell characters from units."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import pytest
import pytest_asyncio
from lsprotocol import types
from pytest_lsp import LanguageClient

from tests.lsp.e2e.editors import ENCODINGS, WITH_LABEL_DETAILS, Text
from toolspec.dsl.format import format_text

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning"),
]

SPEC = """\
# 😀 comments may hold anything: 東京, cafe\u0301
traces "runs/*.json"
tool @ask = "検索" | search
order: @ask -> fetch -> answer   # e\u0301 😀
count "検索" = 1 as "注文 😀"
count "検索" = 2   # 😀
args subset: @ask <n: 0>, fetch <n: 1>
case "東京 😀" {
\tcount fetch >= 1
\tcount   answer == 1
}
kount answer = 1
"""
ENDS = {"lf": "\n", "crlf": "\r\n"}
_numbers = itertools.count()
Got = TypeVar("Got")


def name_of(client: LanguageClient) -> str:
    return vars(client)["editor"]


def result_of(client: LanguageClient) -> types.InitializeResult:
    return vars(client)["result"]


class Open(NamedTuple):
    """A spec that is open in an editor."""

    client: LanguageClient
    uri: str
    text: Text
    written: str

    @property
    def document(self) -> types.TextDocumentIdentifier:
        return types.TextDocumentIdentifier(self.uri)

    def place(self, words: str, at: int = 0, nth: int = 0) -> dict[str, Any]:
        return {"text_document": self.document, "position": self.text.find(words, at, nth)}

    @property
    def whole(self) -> types.Range:
        return types.Range(types.Position(0, 0), self.text.position(len(self.text.lines()) - 1, 0))


async def until(ask: Callable[[], Awaitable[Got]], seconds: float = 30.0) -> Got:
    """Ask until the answer is not empty."""
    end = time.monotonic() + seconds
    while not (got := await ask()):
        assert time.monotonic() < end, "the answer never came"
        await asyncio.sleep(0.02)
    return got


async def opened(
    client: LanguageClient, folder: Path, spec: str, end: str = "\n", mark: str = ""
) -> Open:
    written = mark + spec.replace("\n", end)
    uri = (folder / f"spec {next(_numbers)} 😀.toolspec").as_uri()
    encoding = ENCODINGS[name_of(client)]
    item = types.TextDocumentItem(uri, "toolspec", 1, written)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    return Open(client, uri, Text(written, encoding), written)


async def hints(spec: Open) -> Sequence[types.InlayHint]:
    params = types.InlayHintParams(spec.document, spec.whole)
    return await spec.client.text_document_inlay_hint_async(params) or []


async def findings(spec: Open) -> list[types.Diagnostic]:
    """Return the findings, by the way this editor gets them."""
    if spec.client.capabilities.text_document.diagnostic is None:  # type: ignore[union-attr]
        await until(lambda: _pushed(spec))
        return list(spec.client.diagnostics[spec.uri])
    params = types.DocumentDiagnosticParams(spec.document)
    report = await spec.client.text_document_diagnostic_async(params)
    assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
    return list(report.items)


async def _pushed(spec: Open) -> bool:
    return any(item.code == "fail" for item in spec.client.diagnostics.get(spec.uri, []))


@pytest_asyncio.fixture(loop_scope="module", params=["lf", "crlf", "bom"])
async def spec(editor: LanguageClient, folder: Path, request: pytest.FixtureRequest) -> Open:
    """Return the spec, open and scored, with line ends and marks of all kinds."""
    mark = "\ufeff" if request.param == "bom" else ""
    made = await opened(editor, folder, SPEC, ENDS.get(request.param, "\n"), mark)
    await until(lambda: hints(made))
    return made


async def test_the_agreed_encoding_is_the_editors_own(editor: LanguageClient) -> None:
    agreed = result_of(editor).capabilities.position_encoding
    assert agreed == ENCODINGS[name_of(editor)]


async def test_findings_mark_the_words_they_are_about(spec: Open) -> None:
    await until(lambda: hints(spec))
    found = {str(item.code): item for item in await findings(spec)}
    assert spec.text.of(found["fail"].range) == '"検索" = 2'
    errors = [item for item in found.values() if item.severity == types.DiagnosticSeverity.Error]
    assert [spec.text.of(item.range).split()[0] for item in errors] == ["kount"]
    assert all(item.source == "toolspec" for item in found.values())


async def test_hints_stand_at_the_end_of_each_rules_line(spec: Open) -> None:
    shown = {hint.position.line: hint for hint in await hints(spec)}
    lines = spec.text.lines()
    assert sorted(shown) == [3, 4, 5, 6]
    for line, hint in shown.items():
        assert hint.position == spec.text.position(line, len(lines[line]))
    assert [str(shown[line].label)[:6] for line in (3, 4, 5)] == ["✓ 1.00", "✓ 1.00", "✗ 0.00"]


async def test_a_hover_marks_what_it_speaks_of(spec: Open) -> None:
    params = types.HoverParams(**spec.place('count "検索" = 1', 9))
    hover = await spec.client.text_document_hover_async(params)
    assert hover is not None and hover.range is not None
    assert '"検索"' in spec.text.of(hover.range)


async def test_a_completion_replaces_what_was_typed_and_no_more(
    editor: LanguageClient, folder: Path
) -> None:
    text = 'traces "runs/*.json"\nargs subset: "検索" <n: 0>, fe\n# 😀\n'
    spec = await opened(editor, folder, text)
    params = types.CompletionParams(**spec.place(", fe", 4))

    async def items() -> Sequence[types.CompletionItem]:
        answer = await editor.text_document_completion_async(params)
        listed = answer.items if isinstance(answer, types.CompletionList) else answer or []
        return [item for item in listed if item.label == "fetch"]

    item = (await until(items))[0]
    assert isinstance(item.text_edit, types.TextEdit)
    assert spec.text.of(item.text_edit.range) == "fe"
    shown = item.label_details.description if item.label_details else None
    assert shown == ("2 calls" if name_of(editor) in WITH_LABEL_DETAILS else None)


async def test_a_signature_follows_the_cursor(spec: Open) -> None:
    params = types.SignatureHelpParams(**spec.place("<n: 0>", 4))
    shown = await spec.client.text_document_signature_help_async(params)
    assert shown is not None and "n" in shown.signatures[0].label


def changes(edit: types.WorkspaceEdit) -> dict[str, list[types.TextEdit]]:
    """Return the edits of each document, in whichever of the two forms they came."""
    found = {uri: list(edits) for uri, edits in (edit.changes or {}).items()}
    for change in edit.document_changes or []:
        assert isinstance(change, types.TextDocumentEdit)
        edits = [one for one in change.edits if isinstance(one, types.TextEdit)]
        found[change.text_document.uri] = edits
    return found


async def test_a_quick_fix_mends_the_word_it_is_for(spec: Open) -> None:
    found = [item for item in await findings(spec) if item.severity == 1]
    params = types.CodeActionParams(spec.document, found[0].range, types.CodeActionContext(found))
    actions = await spec.client.text_document_code_action_async(params)
    texts: list[str] = []
    for action in actions or []:
        assert isinstance(action, types.CodeAction)
        if action.kind == types.CodeActionKind.QuickFix and action.edit is not None:
            texts.append(spec.text.edited(changes(action.edit).get(spec.uri, [])))
    assert any("\ncount answer = 1\n" in text for text in texts)


async def test_rules_that_the_trace_supports_are_recorded(spec: Open) -> None:
    last = spec.whole.end
    context = types.CodeActionContext([], only=["refactor.record"])
    params = types.CodeActionParams(spec.document, types.Range(last, last), context)

    async def recorded() -> dict[str, str]:
        texts: dict[str, str] = {}
        for action in await spec.client.text_document_code_action_async(params) or []:
            assert isinstance(action, types.CodeAction)
            if action.edit is not None:
                edits = changes(action.edit)[spec.uri]
                texts[action.title.split(" of ")[0]] = spec.text.edited(edits)
        return texts if {"Record the tools", "Record the limits"} <= texts.keys() else {}

    texts = await until(recorded)
    assert texts["Record the tools"].endswith('\nonly: "検索", fetch, answer')
    assert "\nlimit: calls <= " in texts["Record the limits"]


async def test_a_lens_says_how_the_traces_did(spec: Open) -> None:
    params = types.CodeLensParams(spec.document)
    lenses = await spec.client.text_document_code_lens_async(params)
    assert any("1 trace" in lens.command.title for lens in lenses or [] if lens.command)


async def test_formatting_gives_the_canonical_text(spec: Open) -> None:
    options = types.FormattingOptions(2, True)
    params = types.DocumentFormattingParams(spec.document, options)
    edits = await spec.client.text_document_formatting_async(params)
    expected = format_text(spec.written).replace("\r\n", "\n")
    assert edits
    assert spec.text.edited(list(edits)) == expected
    if "\r\n" in spec.written:
        assert all("\n" not in edit.new_text.replace("\r\n", "") for edit in edits)


async def test_formatting_a_range_leaves_the_rest(spec: Open) -> None:
    start = spec.text.find("count   answer")
    params = types.DocumentRangeFormattingParams(
        spec.document, types.Range(start, start), types.FormattingOptions(2, True)
    )
    edits = await spec.client.text_document_range_formatting_async(params)
    text = spec.text.edited(list(edits or []))
    assert "count answer = 1" in text
    assert "answer   # e" in text


async def test_a_rename_changes_every_mention_in_every_spec(spec: Open, folder: Path) -> None:
    other = folder / "other.toolspec"
    other.write_text('# 😀\norder: "検索" -> answer\n', "utf-8")
    place = spec.place("= 1 as", -2)
    what = await spec.client.text_document_prepare_rename_async(types.PrepareRenameParams(**place))
    assert isinstance(what, types.PrepareRenamePlaceholder)
    assert (spec.text.of(what.range), what.placeholder) == ('"検索"', "検索")
    edit = await spec.client.text_document_rename_async(
        types.RenameParams(new_name="find it", **place)
    )
    assert edit is not None
    text = spec.text.edited(changes(edit)[spec.uri])
    assert "検索" not in text
    assert text.count('"find it"') == 3
    there = Text(other.read_text("utf-8"), spec.text.encoding)
    changed = there.edited(changes(edit)[other.as_uri()])
    assert changed == '# 😀\norder: "find it" -> answer\n'


async def test_references_definition_and_highlight_point_at_the_names(spec: Open) -> None:
    place = spec.place("order: @ask", 9)
    context = types.ReferenceContext(include_declaration=True)
    everywhere = await spec.client.text_document_references_async(
        types.ReferenceParams(context=context, **place)
    )
    assert [spec.text.of(one.range) for one in everywhere or []] == ["@ask"] * 3
    defined = await spec.client.text_document_definition_async(types.DefinitionParams(**place))
    assert isinstance(defined, Sequence) and isinstance(defined[0], types.Location)
    assert defined[0].range.start == spec.text.find("@ask =")
    marked = await spec.client.text_document_document_highlight_async(
        types.DocumentHighlightParams(**place)
    )
    assert [spec.text.of(one.range) for one in marked or []] == ["@ask"] * 3
    linked = await spec.client.text_document_linked_editing_range_async(
        types.LinkedEditingRangeParams(**place)
    )
    assert linked is not None
    assert [spec.text.of(one) for one in linked.ranges] == ["ask"] * 3


async def test_a_tools_definition_is_its_calls_in_the_trace(spec: Open, folder: Path) -> None:
    place = spec.place("-> fetch", 4)
    found = await spec.client.text_document_definition_async(types.DefinitionParams(**place))
    assert isinstance(found, Sequence)
    trace = (folder / "runs" / "tokyo 東京.json").as_uri()
    lines = [one.range.start.line for one in found if isinstance(one, types.Location)]
    assert {one.uri for one in found if isinstance(one, types.Location)} == {trace}
    assert lines == [2, 3]


async def test_symbols_are_named_and_placed(spec: Open) -> None:
    symbols = await spec.client.text_document_document_symbol_async(
        types.DocumentSymbolParams(spec.document)
    )
    named = {one.name: one for one in symbols or []}
    case = named["東京 😀"]
    assert "注文 😀" in named
    if isinstance(case, types.SymbolInformation):  # for an editor that takes no symbols in symbols
        inside = [one for one in symbols or [] if getattr(one, "container_name", "") == case.name]
        assert [one.name.split()[0] for one in inside] == ["count", "count"]
        assert spec.text.of(case.location.range).startswith("case")
        return
    assert spec.text.of(case.selection_range) == '"東京 😀"'
    assert [child.name.split()[0] for child in case.children or []] == ["count", "count"]
    found = await spec.client.workspace_symbol_async(types.WorkspaceSymbolParams("注文"))
    places = [one.location for one in found or [] if one.location.uri == spec.uri]
    assert isinstance(places[0], types.Location)
    assert spec.text.of(places[0].range) == "count"


async def test_folds_and_selections_and_links(spec: Open, folder: Path) -> None:
    folds = await spec.client.text_document_folding_range_async(
        types.FoldingRangeParams(spec.document)
    )
    assert [(fold.start_line, fold.end_line) for fold in folds or []] == [(7, 9)]
    positions = [spec.text.find("fetch <n: 1>", 8), spec.text.find("注文")]
    grown = await spec.client.text_document_selection_range_async(
        types.SelectionRangeParams(spec.document, positions)
    )
    assert grown is not None and len(grown) == 2
    assert spec.text.of(grown[1].range) == '"注文 😀"'
    links = await spec.client.text_document_document_link_async(
        types.DocumentLinkParams(spec.document)
    )
    assert links and links[0].target == (folder / "runs" / "tokyo 東京.json").as_uri()
    assert spec.text.of(links[0].range) == "runs/*.json"


async def test_semantic_tokens_are_the_words_of_the_text(spec: Open) -> None:
    offered = result_of(spec.client).capabilities.semantic_tokens_provider
    assert offered is not None
    answer = await spec.client.text_document_semantic_tokens_full_async(
        types.SemanticTokensParams(spec.document)
    )
    assert answer is not None
    words: list[tuple[str, str]] = []
    line = column = 0
    for at in range(0, len(answer.data), 5):
        step, start, length, kind, _ = answer.data[at : at + 5]
        line, column = line + step, start if step else column + start
        range_ = types.Range(types.Position(line, column), types.Position(line, column + length))
        words.append((spec.text.of(range_), offered.legend.token_types[kind]))
    assert ('"検索"', "event") in words
    assert ("@ask", "variable") in words
    assert ("# e\u0301 😀", "comment") in words
    assert ('"注文 😀"', "string") in words
    assert ("fetch", "event") in words
    # Completion plugins append `()` to what they accept of these.
    assert not {"function", "method"} & set(offered.legend.token_types)
    assert ("count", "keyword") in words


async def test_an_edit_in_the_middle_of_wide_text_lands_where_it_was_made(spec: Open) -> None:
    start = spec.text.find('"検索" = 2', 7)
    end = types.Position(start.line, start.character + 1)
    change = types.TextDocumentContentChangePartial(types.Range(start, end), "1")
    version = types.VersionedTextDocumentIdentifier(2, spec.uri)
    spec.client.text_document_did_change(types.DidChangeTextDocumentParams(version, [change]))

    async def passes() -> bool:
        shown = {hint.position.line: str(hint.label) for hint in await hints(spec)}
        return shown.get(5) == "✓ 1.00"

    assert await until(passes)


async def test_commands_answer_with_the_justification(spec: Open) -> None:
    params = types.ExecuteCommandParams("toolspec.showJustification", [spec.uri, 3])
    answer = await spec.client.workspace_execute_command_async(params)
    assert answer


async def test_closing_takes_pushed_findings_back(spec: Open) -> None:
    await findings(spec)
    spec.client.text_document_did_close(types.DidCloseTextDocumentParams(spec.document))

    async def gone() -> bool:
        return not spec.client.diagnostics.get(spec.uri)

    assert await until(gone)
