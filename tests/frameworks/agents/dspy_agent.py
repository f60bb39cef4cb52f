"""DSPy's ReAct with its own dummy model, recorded by OpenInference."""

import dspy
import recording
from dspy.utils.dummies import DummyLM
from openinference.instrumentation.dspy import DSPyInstrumentor

provider = recording.provider()
DSPyInstrumentor().instrument(tracer_provider=provider)


def asks(name, **arguments):
    return {"next_thought": "t", "next_tool_name": name, "next_tool_args": arguments}


answers = [
    asks("get_weather", city="Oslo"),
    asks("flaky", n=1),
    asks("flaky", n=2),
    asks("multiply", a=2, b=3),
    asks("finish"),
    {"reasoning": "r", "answer": "6"},
]
dspy.configure(lm=DummyLM(answers))
tools = [recording.get_weather, recording.flaky, recording.multiply]
result = dspy.ReAct("question -> answer", tools=tools)(question="q")
recording.keep("trajectory.json", result.trajectory)
recording.done(provider)
