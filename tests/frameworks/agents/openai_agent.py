"""The OpenAI SDK in a loop by hand, recorded by OpenInference, Traceloop or OpenTelemetry."""

import json
import os

import recording

instrumentation, api, way = recording.WORDS
if instrumentation == "opentelemetry":
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
    os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "span_only"
if instrumentation == "openinference":
    from openinference.instrumentation.openai import OpenAIInstrumentor
elif instrumentation == "opentelemetry":
    from opentelemetry.instrumentation.openai_v2 import OpenAIInstrumentor
else:
    from opentelemetry.instrumentation.openai import OpenAIInstrumentor
provider = recording.provider()
OpenAIInstrumentor().instrument(tracer_provider=provider)

from openai import OpenAI

client = OpenAI(base_url=f"{recording.MODEL}/v1", api_key="x")
stream = way == "stream"
PARAMETERS = {
    "get_weather": {"city": "string"},
    "flaky": {"n": "integer"},
    "ask_math": {"question": "string"},
    "multiply": {"a": "integer", "b": "integer"},
}


def function(name):
    types = {key: {"type": kind} for key, kind in PARAMETERS[name].items()}
    schema = {"type": "object", "properties": types, "required": list(types)}
    return {"name": name, "description": name, "parameters": schema}


def completion(messages):
    """Return what a chat completion says, and the calls it asks for."""
    tools = [{"type": "function", "function": function(name)} for name in PARAMETERS]
    asked = {"model": "gpt-4o", "messages": messages, "tools": tools}
    if not stream:
        said = client.chat.completions.create(**asked).choices[0].message
        return said.content, [call.model_dump() for call in said.tool_calls or []]
    content, calls = "", {}
    options = {"include_usage": True}
    for chunk in client.chat.completions.create(**asked, stream=True, stream_options=options):
        for choice in chunk.choices:
            content += choice.delta.content or ""
            for part in choice.delta.tool_calls or []:
                empty = {"name": part.function.name, "arguments": ""}
                new = {"id": part.id, "type": "function", "function": empty}
                call = calls.setdefault(part.index, new)
                call["function"]["arguments"] += part.function.arguments or ""
    return content, [calls[at] for at in sorted(calls)]


def chat(name, text):
    messages = [
        {"role": "system", "content": f"AGENT:{name}"},
        {"role": "user", "content": text},
    ]
    while True:
        content, calls = completion(messages)
        if not calls:
            messages.append({"role": "assistant", "content": content})
            return content, messages
        messages.append({"role": "assistant", "content": None, "tool_calls": calls})
        for call in calls:
            asked = call["function"]
            result = result_of(asked["name"], asked["arguments"])
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": result})


def response(name, items):
    asked = {
        "model": "gpt-4o",
        "instructions": f"AGENT:{name}",
        "input": items,
        "tools": [{"type": "function", **function(name)} for name in PARAMETERS],
    }
    if not stream:
        return client.responses.create(**asked)
    for event in client.responses.create(**asked, stream=True):
        if event.type == "response.completed":
            answer = event.response
    return answer


def responses(name, text):
    items = [{"role": "user", "content": text}]
    while True:
        answer = response(name, items)
        items += [item.model_dump(exclude_none=True) for item in answer.output]
        calls = [item for item in answer.output if item.type == "function_call"]
        if not calls:
            return answer.output_text, items
        for call in calls:
            output = result_of(call.name, call.arguments)
            items.append(
                {"type": "function_call_output", "call_id": call.call_id, "output": output}
            )


def result_of(name, arguments):
    try:
        returned = TOOLS[name](**json.loads(arguments))
    except ValueError as error:
        return f"Error: {error}"
    return returned if isinstance(returned, str) else json.dumps(returned)


run = chat if api == "chat" else responses
TOOLS = {
    "get_weather": recording.get_weather,
    "flaky": recording.flaky,
    "multiply": recording.multiply,
    "ask_math": recording.asker(lambda question: run("math", question)[0]),
}
with provider.get_tracer("app").start_as_current_span("agent run"):
    _, history = run("main", "do it")
recording.keep("json", history)
recording.done(provider)
