"""Run UiPath's evaluators on request, in the environment they are installed in.

One line of JSON in, one out. Nothing of toolspec is imported here.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from importlib import import_module
from typing import Any

from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.trace import SpanContext

# Imported by name: the checker runs in toolspec's environment, which does not have them.
EVALUATORS = import_module("uipath.eval.evaluators")
MODELS = import_module("uipath.eval.models")

CLASSES: dict[str, Any] = {
    "order": EVALUATORS.ToolCallOrderEvaluator,
    "count": EVALUATORS.ToolCallCountEvaluator,
    "args": EVALUATORS.ToolCallArgsEvaluator,
    "args subset": EVALUATORS.ToolCallArgsEvaluator,
    "output": EVALUATORS.ToolCallOutputEvaluator,
}


def readable(at: int, span: dict[str, Any]) -> ReadableSpan:
    """Make the span object an agent's process would hold."""
    return ReadableSpan(
        name=span["name"],
        context=SpanContext(0xABAB, at + 1, is_remote=False),
        start_time=span["start"],
        end_time=span["start"] + 1000,
        attributes=span["attributes"],
    )


def main() -> None:
    """Answer until the input ends."""
    execution: Any = None
    criteria: dict[str, Any] = {}
    loop = asyncio.new_event_loop()
    for line in sys.stdin:
        ask = json.loads(line)
        if ask["do"] == "load":
            spans = [readable(at, span) for at, span in enumerate(ask["spans"])]
            execution = MODELS.WorkloadExecution(
                agent_input={}, workload_output={}, workload_trace=spans
            )
            criteria = ask["criteria"]
            answer: dict[str, Any] = {"loaded": len(spans)}
        else:
            rule = ask["rule"]
            evaluator: Any = CLASSES[rule](
                id="bench",
                evaluatorConfig={"name": "bench", **({"subset": True} if "subset" in rule else {})},
            )
            valid = evaluator.validate_evaluation_criteria(criteria[rule])
            result: Any = None
            began = time.process_time()
            for _ in range(ask["repeat"]):
                result = loop.run_until_complete(evaluator.evaluate(execution, valid))
            answer = {
                "seconds": (time.process_time() - began) / ask["repeat"],
                "score": result.score,
            }
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
