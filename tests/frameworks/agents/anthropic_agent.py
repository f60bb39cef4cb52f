"""The Anthropic SDK in a loop by hand, recorded by OpenInference, Traceloop or itself."""

import json

import anthropic
import recording

instrumentation, way = recording.WORDS
provider = recording.provider()
if instrumentation == "openinference":
    from openinference.instrumentation.anthropic import AnthropicInstrumentor
else:
    from opentelemetry.instrumentation.anthropic import AnthropicInstrumentor
if instrumentation != "native":
    AnthropicInstrumentor().instrument(tracer_provider=provider)
client = anthropic.Anthropic(base_url=recording.MODEL, api_key="x")
PARAMETERS = {
    "get_weather": {"city": "string"},
    "flaky": {"n": "integer"},
    "ask_math": {"question": "string"},
    "multiply": {"a": "integer", "b": "integer"},
}


def tool(name):
    types = {key: {"type": kind} for key, kind in PARAMETERS[name].items()}
    schema = {"type": "object", "properties": types, "required": list(types)}
    return {"name": name, "description": name, "input_schema": schema}


def answer_of(**asked):
    if way != "stream":
        return client.messages.create(**asked)
    with client.messages.stream(**asked) as stream:
        for _ in stream:
            pass
        return stream.get_final_message()


def run(name, text):
    messages = [{"role": "user", "content": text}]
    while True:
        answer = answer_of(
            model="claude-sonnet-4-5",
            max_tokens=100,
            system=f"AGENT:{name}",
            messages=messages,
            tools=[tool(name) for name in PARAMETERS],
        )
        content = [block.model_dump(exclude_none=True) for block in answer.content]
        messages.append({"role": "assistant", "content": content})
        uses = [block for block in answer.content if block.type == "tool_use"]
        if not uses:
            return answer.content[0].text, messages
        messages.append({"role": "user", "content": [result_of(use) for use in uses]})


def result_of(use):
    result = {"type": "tool_result", "tool_use_id": use.id}
    try:
        returned = TOOLS[use.name](**use.input)
    except ValueError as error:
        return {**result, "content": f"Error: {error}", "is_error": True}
    return {**result, "content": returned if isinstance(returned, str) else json.dumps(returned)}


TOOLS = {
    "get_weather": recording.get_weather,
    "flaky": recording.flaky,
    "multiply": recording.multiply,
    "ask_math": recording.asker(lambda question: run("math", question)[0]),
}
with provider.get_tracer("app").start_as_current_span("agent run"):
    _, history = run("main", "do it")
recording.keep("anthropic.json", history)
recording.done(provider)
