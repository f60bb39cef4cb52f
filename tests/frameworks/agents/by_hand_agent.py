"""No framework: spans by hand, as OpenTelemetry's GenAI conventions have them."""

import json
import urllib.request

import recording
from opentelemetry.trace import StatusCode

provider = recording.provider()
tracer = provider.get_tracer("by hand")


def answer_of(messages, tools):
    """Ask the model for a chat completion."""
    body = {
        "model": "gpt-4o",
        "messages": messages,
        "tools": [{"type": "function", "function": {"name": name}} for name in tools],
    }
    request = urllib.request.Request(
        f"{recording.MODEL}/v1/chat/completions",
        json.dumps(body).encode(),
        {"content-type": "application/json"},
    )
    with tracer.start_as_current_span("chat gpt-4o") as span:
        with urllib.request.urlopen(request) as response:
            answer = json.load(response)
        message, finish = (answer["choices"][0][key] for key in ("message", "finish_reason"))
        calls = [
            {"type": "tool_call", "id": call["id"], **call["function"]}
            for call in message.get("tool_calls", ())
        ]
        parts = calls or [{"type": "text", "content": message["content"]}]
        told = [{"role": "assistant", "parts": parts, "finish_reason": finish}]
        span.set_attribute("gen_ai.operation.name", "chat")
        span.set_attribute("gen_ai.response.id", answer["id"])
        span.set_attribute("gen_ai.response.finish_reasons", [finish])
        span.set_attribute("gen_ai.output.messages", json.dumps(told))
    return message


def result_of(call, tools):
    """Run the tool of a call; return what the model is told."""
    name, arguments = call["function"]["name"], call["function"]["arguments"]
    with tracer.start_as_current_span(f"execute_tool {name}") as span:
        span.set_attribute("gen_ai.operation.name", "execute_tool")
        span.set_attribute("gen_ai.tool.name", name)
        span.set_attribute("gen_ai.tool.call.id", call["id"])
        span.set_attribute("gen_ai.tool.call.arguments", arguments)
        try:
            returned = tools[name](**json.loads(arguments))
        except ValueError as error:
            span.set_attribute("error.type", type(error).__name__)
            span.set_status(StatusCode.ERROR, str(error))
            returned = f"Error: {error}"
        result = returned if isinstance(returned, str) else json.dumps(returned)
        span.set_attribute("gen_ai.tool.call.result", result)
    return result


def run(name, tools, text):
    """Run an agent to its last answer; return that and its messages."""
    messages = [
        {"role": "system", "content": f"AGENT:{name}"},
        {"role": "user", "content": text},
    ]
    with tracer.start_as_current_span(f"invoke_agent {name}") as span:
        span.set_attribute("gen_ai.operation.name", "invoke_agent")
        span.set_attribute("gen_ai.agent.name", name)
        while True:
            message = answer_of(messages, tools)
            messages.append(message)
            if "tool_calls" not in message:
                return message["content"], messages
            for call in message["tool_calls"]:
                result = {"role": "tool", "tool_call_id": call["id"]}
                messages.append({**result, "content": result_of(call, tools)})


INNER = {"multiply": recording.multiply}
TOOLS = {
    "get_weather": recording.get_weather,
    "flaky": recording.flaky,
    "ask_math": recording.asker(lambda question: run("math", INNER, question)[0]),
}
_, history = run("main", TOOLS, "do it")
recording.keep("json", history)
recording.done(provider)
