"""LiteLLM in a loop by hand, recorded by OpenInference or by itself."""

import json
import os
import time

os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"

import litellm
import recording

instrumentation, way = recording.WORDS
provider = recording.provider()
if instrumentation == "openinference":
    from openinference.instrumentation.litellm import LiteLLMInstrumentor

    LiteLLMInstrumentor().instrument(tracer_provider=provider)
else:
    from litellm.integrations.opentelemetry import OpenTelemetry

    litellm.callbacks = [OpenTelemetry(tracer_provider=provider)]
PARAMETERS = {"get_weather": {"city": "string"}, "flaky": {"n": "integer"}}
TOOLS = {"get_weather": recording.get_weather, "flaky": recording.flaky}


def tool(name):
    types = {key: {"type": kind} for key, kind in PARAMETERS[name].items()}
    schema = {"type": "object", "properties": types}
    return {"type": "function", "function": {"name": name, "parameters": schema}}


def result_of(call):
    try:
        returned = TOOLS[call.function.name](**json.loads(call.function.arguments))
    except ValueError as error:
        return f"Error: {error}"
    return returned if isinstance(returned, str) else json.dumps(returned)


messages = [{"role": "system", "content": "AGENT:flat"}, {"role": "user", "content": "go"}]
with provider.get_tracer("app").start_as_current_span("agent run"):
    while True:
        answer = litellm.completion(
            model="openai/gpt-4o",
            api_base=f"{recording.MODEL}/v1",
            api_key="x",
            messages=messages,
            tools=[tool(name) for name in PARAMETERS],
            stream=way == "stream",
        )
        if way == "stream":
            answer = litellm.stream_chunk_builder(list(answer), messages=messages)
        said = answer.choices[0].message
        messages.append(said.model_dump(exclude_none=True))
        if not said.tool_calls:
            break
        for call in said.tool_calls:
            result = {"role": "tool", "tool_call_id": call.id, "content": result_of(call)}
            messages.append(result)
time.sleep(1)  # its spans end on a thread of its own
recording.keep("json", messages)
recording.done(provider)
