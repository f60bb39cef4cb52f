"""Google's Agent Development Kit, recorded by itself or by OpenInference."""

import asyncio
import os

import recording

(way,) = recording.WORDS
if way == "content":
    os.environ["OTEL_SEMCONV_STABILITY_OPT_IN"] = "gen_ai_latest_experimental"
    os.environ["OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"] = "span_only"

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import InMemoryRunner
from google.genai import types

provider = recording.provider()
if way == "openinference":
    from openinference.instrumentation.google_adk import GoogleADKInstrumentor

    GoogleADKInstrumentor().instrument(tracer_provider=provider)
CITIES = [("get_weather", {"city": "Oslo"}), ("get_weather", {"city": "Rome"})]
SCRIPTS = {
    "main": [
        CITIES,
        [("flaky", {"n": 1})],
        [("flaky", {"n": 2})],
        [("ask_math", {"question": "2*3"})],
        "All done.",
    ],
    "math": [[("multiply", {"a": 2, "b": 3})], "6"],
}


class Scripted(BaseLlm):
    """A model that says what its script says."""

    who: str = "main"

    async def generate_content_async(self, request, stream=False):
        """Answer with the next turn."""
        turns = [
            content
            for content in request.contents
            if content.role == "model" and any(part.function_call for part in content.parts)
        ]
        turn = SCRIPTS[self.who][len(turns)]
        if isinstance(turn, str):
            parts = [types.Part(text=turn)]
        else:
            parts = [
                types.Part(
                    function_call=types.FunctionCall(
                        name=name, args=arguments, id=f"call_{self.who}_{len(turns)}_{at}"
                    )
                )
                for at, (name, arguments) in enumerate(turn)
            ]
        yield LlmResponse(content=types.Content(role="model", parts=parts))


def flaky(n: int) -> dict:
    """Fail for 1."""
    try:
        return {"result": recording.flaky(n)}
    except ValueError as error:
        return {"error": str(error)}


async def run(agent, text):
    runner = InMemoryRunner(agent=agent, app_name="t")
    session = await runner.session_service.create_session(app_name="t", user_id="u")
    message = types.Content(role="user", parts=[types.Part(text=text)])
    events = [
        event
        async for event in runner.run_async(user_id="u", session_id=session.id, new_message=message)
    ]
    known = await runner.session_service.get_session(
        app_name="t", user_id="u", session_id=session.id
    )
    return events, known


async def answer(question):
    events, _ = await run(math, question)
    return events[-1].content.parts[0].text


math = LlmAgent(name="math", model=Scripted(model="f", who="math"), tools=[recording.multiply])
tools = [recording.get_weather, flaky, recording.awaiting_asker(answer)]
main = LlmAgent(name="main", model=Scripted(model="f", who="main"), tools=tools)
events, session = asyncio.run(run(main, "do it"))
lines = "\n".join(event.model_dump_json(exclude_none=True) for event in events)
recording.keep("events.jsonl", lines)
recording.keep("session.json", session.model_dump_json())
recording.done(provider)
