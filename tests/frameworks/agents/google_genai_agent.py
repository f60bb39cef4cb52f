"""Google's Gen AI SDK, which calls the tools itself, recorded by OpenInference."""

import recording
from google import genai
from google.genai import types
from openinference.instrumentation.google_genai import GoogleGenAIInstrumentor

provider = recording.provider()
GoogleGenAIInstrumentor().instrument(tracer_provider=provider)
client = genai.Client(api_key="x", http_options=types.HttpOptions(base_url=recording.MODEL))


def agent(name, tools, text):
    config = types.GenerateContentConfig(system_instruction=f"AGENT:{name}", tools=tools)
    return client.models.generate_content(model="gemini-fake", contents=text, config=config)


ask_math = recording.asker(lambda question: agent("math", [recording.multiply], question).text)
tools = [recording.get_weather, recording.flaky, ask_math]
with provider.get_tracer("app").start_as_current_span("agent run"):
    answer = agent("main", tools, "do it")
history = answer.automatic_function_calling_history
recording.keep("contents.json", [one.model_dump(exclude_none=True) for one in history])
recording.done(provider)
