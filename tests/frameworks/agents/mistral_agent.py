"""The Mistral SDK in a loop by hand, recorded by OpenInference."""

import json

import recording
from mistralai.client import Mistral
from openinference.instrumentation.mistralai import MistralAIInstrumentor

provider = recording.provider()
MistralAIInstrumentor().instrument(tracer_provider=provider)
client = Mistral(api_key="x", server_url=recording.MODEL)
PARAMETERS = {"get_weather": {"city": "string"}, "flaky": {"n": "integer"}}
TOOLS = {"get_weather": recording.get_weather, "flaky": recording.flaky}


def tool(name):
    types = {key: {"type": kind} for key, kind in PARAMETERS[name].items()}
    schema = {"type": "object", "properties": types}
    return {"type": "function", "function": {"name": name, "parameters": schema}}


def result_of(call):
    arguments = call.function.arguments
    try:
        held = json.loads(arguments) if isinstance(arguments, str) else arguments
        return json.dumps(TOOLS[call.function.name](**held))
    except ValueError as error:
        return f"Error: {error}"


messages = [{"role": "system", "content": "AGENT:flat"}, {"role": "user", "content": "go"}]
with provider.get_tracer("app").start_as_current_span("agent run"):
    while True:
        tools = [tool(name) for name in PARAMETERS]
        answer = client.chat.complete(model="mistral-fake", messages=messages, tools=tools)
        said = answer.choices[0].message
        messages.append(json.loads(said.model_dump_json(exclude_none=True)))
        if not said.tool_calls:
            break
        messages += [
            {"role": "tool", "tool_call_id": call.id, "content": result_of(call)}
            for call in said.tool_calls
        ]
recording.keep("json", messages)
recording.done(provider)
