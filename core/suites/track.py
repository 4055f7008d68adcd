"""TRACK's scenarios and methods: the one list of each.

A scenario needs an entry in `SCENARIOS`, a generator in `track_tasks/scenarios.py`, its prompts
(`templates/track/*_NAME.jinja`) and its judges' prompts (`templates/judge/*_NAME.jinja`); a method
needs an entry in `METHODS`, and a model class if facts do not reach the model in the prompt.
`make tasks` then writes the task files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Scenario:
    """A kind of multi-step question.

    Attributes:
        name: Names its templates, its data and its tasks.
        title: What the paper calls it.
        answers: What its probing questions ask for, in words: the name of an entity, a call of a
            library, or a value. It decides how answers are compared.
        is_chain: Whether each fact leads to the next, so that a question needs all of them.
            Otherwise it stays as long as it has a fact.
        runs_code: Whether the response is a program, which is run.
        libraries: Packages whose installed version its questions depend on.
    """

    name: str
    title: str
    answers: Literal["entity", "call", "value"]
    is_chain: bool = False
    runs_code: bool = False
    libraries: tuple[str, ...] = ()


@dataclass(frozen=True)
class Method:
    """A way of asking for facts or of asking questions (Section 6.1).

    Attributes:
        name: What the names of its tasks end with; those without injection have no suffix.
        title: What the paper's tables call it; empty if it asks for facts.
        injects: Whether unknown facts are injected, so that each scope (KAS) is a run of its own.
        in_prompt: Whether they are in the prompt.
        thinks: Whether the model may think at length.
        memory: The method whose model class injects them in another way; empty if none does.
    """

    name: str
    title: str = ""
    injects: bool = True
    in_prompt: bool = False
    thinks: bool = False
    memory: str = ""

    @property
    def asks_for_facts(self) -> bool:
        """Whether it probes single facts, not questions."""
        return not self.title


PROBE = "probe"
PROBE_AFTER = "probe_ft_ck"
"""Asks for the facts that were unknown, after FT-CK has trained them in."""
CLOSED_BOOK = "closed_book"

# In the order of the paper's tables.
SCENARIOS: Mapping[str, Scenario] = {
    scenario.name: scenario
    for scenario in (
        Scenario("wiki", "WIKI", "entity", is_chain=True),
        Scenario("code", "CODE", "call", runs_code=True, libraries=("numpy", "pandas")),
        Scenario("math", "MATH", "value", libraries=("sympy",)),
    )
}
METHODS: Mapping[str, Method] = {
    method.name: method
    for method in (
        Method(PROBE, injects=False),
        Method(CLOSED_BOOK, "Base Model", injects=False),
        Method("append", "Append", in_prompt=True),
        Method("append_t", "Append-T", in_prompt=True, thinks=True),
        Method("ft_ck", "FT-CK", memory="ft_ck"),
        Method("mello", "MeLLo", memory="mello"),
        Method(PROBE_AFTER, memory="ft_ck"),
    )
}
MODEL_CLASSES: Mapping[str, str] = {
    name: f"track-{name.replace('_', '-')}"
    for name, method in METHODS.items()
    if method.memory == name
}
"""lm_eval's name of the model class that injects a method's facts, by method."""
