"""A scripted model that breaks embedded WIKI questions down, and believes facts that it is shown.

It tells its steps by the prompts alone, as a language model has to.
"""

from scripted_model import ScriptedModel

from erbench_track.track_tasks.gaps import Gap, GapManifest, Gaps, facts_fingerprint
from erbench_track.track_tasks.scenarios import embedded_questions

QUESTIONS = embedded_questions("wiki")
FACTS = {fact.probe_question: fact for question in QUESTIONS for fact in question.facts}


def knows(fact):
    """Tells whether the model knows a fact: about two of three."""
    return int(fact.fact_id[0], 16) % 3 > 0


def write_gaps(path, is_known=knows):
    """Writes what the model knows of all facts, as a gap dataset."""
    gaps = [Gap(fact.fact_id, *fact.texts, is_known(fact), None, ()) for fact in FACTS.values()]
    fingerprint = facts_fingerprint(gap.fact_id for gap in gaps)
    manifest = GapManifest(
        scenario="wiki", model="believing", identity="", facts_fingerprint=fingerprint
    )
    Gaps(manifest, gaps).write(path)
    return path


def believing_model(is_known=knows):
    """Makes a model that knows some facts."""
    chains = {question.question: question.facts for question in QUESTIONS}

    def answer(prompt):
        text = str(getattr(prompt, "prompt", prompt)).removesuffix("<assistant>")
        *_, step = text.split("Question: ")
        asked, *lines = step.splitlines()
        last = lines[-1] if lines else ""
        if last == "Subquestion:":
            return decomposed(chains[asked], step.count("\nAnswer: "))
        if text.endswith(("\nContradicted:", "\nAnswer:")):
            return answered(dict(line.split(":", 1) for line in text.splitlines()[-4:] if line))
        return reasoned(chains[asked], step)

    def decomposed(chain, done):
        if done == len(chain):
            return " none"
        believed = chain[done].probe_answer if is_known(chain[done]) else "I do not know"
        return f" {chain[done].probe_question}\nTentative answer: {believed}\n"

    def answered(lines):
        fact = FACTS[lines["Subquestion"].strip()]
        if lines.get("Fact", "").strip() == fact.fact:
            return f" yes\nAnswer: {fact.probe_answer}"
        tentative = lines["Tentative answer"].strip()
        return f" no\nAnswer: {tentative}" if "Fact" in lines else f" {tentative}"

    def reasoned(chain, step):
        said = [
            fact.fact if f"- {fact.probe_question} {fact.probe_answer}\n" in step else "Hm."
            for fact in chain
        ]
        return f" {' '.join(said)}\nAnswer: {chain[-1].probe_answer if 'Hm.' not in said else '?'}"

    return ScriptedModel(answer)
