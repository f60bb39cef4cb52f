"""CrewAI, recorded by OpenInference or Traceloop; its history is not kept by it."""

import os

for name in ("DISABLE_TELEMETRY", "DISABLE_TRACKING"):
    os.environ[f"CREWAI_{name}"] = "true"
os.environ["CREWAI_TRACING_ENABLED"] = "false"

import recording
from crewai import LLM, Agent, Crew, Task
from crewai.tools import tool

(instrumentation,) = recording.WORDS
os.environ["CREWAI_STORAGE_DIR"] = str(recording.FOLDER / "crewai")
provider = recording.provider()
if instrumentation == "openinference":
    from openinference.instrumentation.crewai import CrewAIInstrumentor
else:
    from opentelemetry.instrumentation.crewai import CrewAIInstrumentor
CrewAIInstrumentor().instrument(tracer_provider=provider)


@tool("get_weather")
def get_weather(city: str) -> str:
    """Tell the weather."""
    return recording.get_weather_json(city)


@tool("flaky")
def flaky(n: int) -> str:
    """Fail for 1."""
    return recording.flaky(n)


model = LLM(model="openai/gpt-4o", base_url=f"{recording.MODEL}/v1", api_key="x")
agent = Agent(role="main", goal="g", backstory="AGENT:flat", llm=model, tools=[get_weather, flaky])
task = Task(description="do it", expected_output="x", agent=agent)
Crew(agents=[agent], tasks=[task]).kickoff()
recording.done(provider)
