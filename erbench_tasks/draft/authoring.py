"""How a draft comes about: a model writes, the database answers, and a critic reads questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ...core.chat.replies import Refused
from ...core.jinja import environment
from ...core.values.kinds import KINDS
from ..items.item import Item
from ..profile.text import tokens
from .correspondence import Correspondence
from .draft import Draft
from .reply import Fault, Reply, read, schema
from .verification import Verdict, Verification

FEWEST, MOST = 5, 8  # entries
MOST_REPAIRS = 2
_MOST_LINES = 5  # that are said of an entry
_FRESH = 1  # the seed with which a critic's changes are verified: questions that it did not see


@dataclass(frozen=True)
class Assignment:
    """What an author gets.

    Attributes:
        profile: The profile, as text.
        dialect: The database's, for people.
        instructions: What the user wants, if they say so.
        language: The language of the wordings; empty for English.
    """

    profile: str
    dialect: str
    instructions: str = ""
    language: str = ""

    @property
    def prompt(self) -> str:
        """The whole prompt of the first draft."""
        return _rendered(
            "author", profile=self.profile, dialect=self.dialect, kinds=", ".join(KINDS),
            instructions=self.instructions, language=self.language, fewest=FEWEST, most=MOST,
        )  # fmt: skip


@dataclass
class Author:
    """Has a draft written, mended and criticised.

    Attributes:
        assignment: What is asked for.
        correspondence: Asks the models.
        verification: Asks the database.
        author: The model that writes.
        critic: The model that reads the questions.
        tell: Gets a line about each step.
        faults: What the critic found.
    """

    assignment: Assignment
    correspondence: Correspondence
    verification: Verification
    author: str
    critic: str
    tell: Callable[[str], None]
    faults: list[Fault] = field(default_factory=list)

    def written(self, draft: Draft) -> dict[str, Verdict]:
        """Fills a draft, and returns what the database says of its entries in the end.

        Raises:
            InputError: An endpoint fails, or the database cannot be read.
        """
        refused = self._take(draft, "draft", self.author, self.assignment.prompt)
        verdicts = self._repaired(draft, self.verification.verdicts(draft.parts), refused)
        holding = [id_ for id_, verdict in verdicts.items() if not verdict.failed]
        if holding:
            verdicts = self._criticised(draft, verdicts, holding)
        return verdicts

    def _take(self, draft: Draft, stage: str, model: str, prompt: str) -> list[str]:
        """Asks for a reply, adds it to the draft, and returns what of it cannot be used."""
        reply = self._reply(stage, model, prompt)
        draft.take(reply)
        self.faults += reply.faults
        return reply.refused

    def _reply(self, stage: str, model: str, prompt: str) -> Reply:
        self.tell(f"{stage}: asking {model} (about {tokens(prompt):,} tokens)")
        try:
            return read(self.correspondence.ask(stage, model, prompt, schema()))
        except Refused as error:
            self.tell(f"{stage}: {error}")
            return Reply(refused=[str(error)])

    def _repaired(
        self, draft: Draft, verdicts: dict[str, Verdict], refused: list[str]
    ) -> dict[str, Verdict]:
        """Has the author mend what fails, as often as that is allowed."""
        for number in range(1, MOST_REPAIRS + 1):
            failing = sum(verdict.failed for verdict in verdicts.values())
            self.tell(f"{len(verdicts)} entries, of which {failing} fail")
            if not failing and not refused and verdicts:
                break
            prompt = self._prompt(draft, verdicts, refused)
            refused = self._take(draft, f"repair {number}", self.author, prompt)
            verdicts = self.verification.verdicts(draft.parts)
        return verdicts

    def _prompt(self, draft: Draft, verdicts: Mapping[str, Verdict], refused: list[str]) -> str:
        """Returns the prompt of a repair."""
        return _rendered(
            "repair", assignment=self.assignment.prompt, draft=draft.to_json(draft.entries),
            findings=_findings(draft, verdicts, refused),
        )  # fmt: skip

    def _criticised(
        self, draft: Draft, verdicts: dict[str, Verdict], holding: list[str]
    ) -> dict[str, Verdict]:
        """Has the critic read questions; what it changes is verified, and has to hold."""
        shown = {id_: verdicts[id_].questions for id_ in holding}
        prompt = _rendered(
            "critic", assignment=self.assignment.prompt, draft=draft.to_json(shown),
            questions="\n\n".join(_questions(id_, items) for id_, items in shown.items()),
        )  # fmt: skip
        refused = self._take(draft, "critic", self.critic, prompt)
        read = sum(map(len, shown.values()))
        self.tell(f"the critic found {len(self.faults)} faults in {read} questions")
        fresh = self._afresh(draft)
        if any(fresh[id_].failed for id_ in holding if id_ in fresh):
            prompt = self._prompt(draft, fresh, refused)
            self._take(draft, "repair of the critic's changes", self.critic, prompt)
            fresh = self._afresh(draft)
        return fresh

    def _afresh(self, draft: Draft) -> dict[str, Verdict]:
        """Verifies it on questions that nobody has seen, and on those that `generate` makes."""
        known, fresh = (self.verification.verdicts(draft.parts, seed) for seed in (0, _FRESH))
        return {id_: known[id_] if known[id_].failed else fresh[id_] for id_ in fresh}


def _rendered(name: str, **values: Any) -> str:
    prompts = environment(autoescape=False)
    return prompts.get_template(f"draft/{name}.jinja").render(**values)


def _findings(draft: Draft, verdicts: Mapping[str, Verdict], refused: list[str]) -> str:
    """Says what is wrong with a draft, entry by entry."""
    lines = [f"- not usable: {line}" for line in refused]
    for id_, verdict in verdicts.items():
        state = "fails" if verdict.failed else f"holds, {verdict.items:,} questions"
        lines.append(f"- {id_} ({draft.entries[id_].type}): {state}")
        lines += [f"  - {line}" for line in verdict.lines[:_MOST_LINES]]
    return "\n".join(lines) or "- there is no entry"


def _questions(id_: str, items: Sequence[Item]) -> str:
    lines = [f"## {id_}"]
    for number, item in enumerate(items, 1):
        options = [f"   Option {n}: {option}" for n, option in enumerate(item.options, 1)]
        named = [f"{e.attribute}: {' / '.join(e.values[:4])}" for e in item.rationale]
        right = f"   Right: {item.answer}" + f"; must name {'; '.join(named)}" * bool(named)
        lines += [f"{number}. {item.question}", *options, right]
    return "\n".join(lines)
