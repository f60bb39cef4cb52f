"""The report of `toolspec check --format json` as pydantic models, for its JSON schema."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field


class OpenModel(BaseModel):
    """An object to which later versions may add keys."""

    model_config = ConfigDict(extra="allow")


class PartEntry(OpenModel):
    """What a rule says of one part of a trace."""

    label: str = Field(description='Which part: `order_id "A-1"`, `step 3`, `calls 4-9`.')
    status: Literal["pass", "fail", "unknown", "error", "skip"]
    score: float | None = Field(ge=0, le=1, description="null where there was nothing to judge.")
    summary: str = Field(description="The reason in one sentence.")
    calls: list[dict[str, Any]] = Field(description="The calls that decided.")


class RuleEntry(OpenModel):
    """What one rule says of one trace."""

    kind: str = Field(description="The rule's keyword, such as `order`.")
    line: int = Field(
        ge=0, description="The line of the spec it begins on, from 1; 0 without text."
    )
    name: str | None = Field(description='Its `as "..."`.')
    source: str = Field(description="The rule as written.")
    status: Literal["pass", "fail", "unknown", "error", "skip"] = Field(
        description=(
            "`unknown`: the trace does not record what decides; `skip`: there was nothing to "
            "judge. All but `pass` and `skip` keep the trace from passing, unless the rule is soft."
        )
    )
    score: float | None = Field(ge=0, le=1, description="null where there was nothing to judge.")
    weight: float = Field(gt=0)
    soft: bool = Field(default=False, description="Whether it keeps no trace from passing.")
    file: str | None = Field(default=None, description="The spec it comes from, if another one.")
    parts: list[PartEntry] = Field(
        default=[], description="What it says of each part of the trace that it judges by itself."
    )
    summary: str = Field(description="The reason in one sentence.")
    justification: dict[str, Any] = Field(
        description="The reason in full: the kind's own fields, and `calls`, those that decided."
    )


class TraceEntry(OpenModel):
    """What one spec says of one trace."""

    path: str | None
    id: str | None = Field(description="The trace's id, if it has one.")
    name: str | None = Field(
        description="The trace's own name, or that of its file without endings."
    )
    spec: str | None = Field(description="The path of the spec.")
    case: str | None = Field(description="The case of the spec that the trace was taken for.")
    passed: bool
    score: float = Field(ge=0, le=1, description="The weighted mean of the rules' scores.")
    calls: int = Field(ge=0)
    steps: int = Field(ge=0, description="The top agent's model responses; 0: none is recorded.")
    running: bool = Field(description="Whether more of the trace may still come.")
    not_understood: int = Field(ge=0, description="Records of the trace that no reader understood.")
    rules: list[RuleEntry]


class ProblemEntry(OpenModel):
    """Something that could not be read or judged, or a warning about a spec."""

    path: str | None
    line: int | None
    column: int | None
    code: str | None = Field(description="The code of a spec's problem, for `toolspec explain`.")
    severity: Literal["error", "warning"]
    message: str
    hint: str | None


class NoteEntry(OpenModel):
    """Something a reader should know of a file, and need not act on."""

    text: str
    path: str | None
    line: int | None


class NeverJudgedEntry(OpenModel):
    """A rule that was skipped in every trace it was given."""

    spec: str | None
    line: int = Field(ge=0)
    name: str | None
    source: str
    summary: str = Field(description="What was not found in the first trace.")


class CheckReport(OpenModel):
    """The report of a run of `toolspec check`."""

    toolspec: str = Field(description="The version that wrote it.")
    passed: bool = Field(description="True exactly when the exit status is 0.")
    score: float = Field(ge=0, le=1, description="The mean over `traces`; 0 where there are none.")
    cases_without_trace: list[str]
    never_judged: list[NeverJudgedEntry]
    traces_skipped: int = Field(description="Traces in which no run of an agent was found.")
    problems: list[ProblemEntry]
    notes: list[NoteEntry]
    fail_under: float | None = Field(default=None, ge=0, le=1)
    traces: list[TraceEntry]


def report_schema() -> dict[str, Any]:
    """Return the JSON schema (draft 2020-12) of the report."""
    schema = CheckReport.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
