"""A model of lm_eval that answers from a script, and keeps what it was asked."""

from lm_eval.api.model import LM

from erbench_track.plugin.compat import new_request


class ScriptedModel(LM):
    """Answers by a function of the prompt.

    Attributes:
        calls: The requests of each batched call.
    """

    def __init__(self, answer):
        super().__init__()
        self.answer = answer
        self.calls = []

    def generate_until(self, requests, disable_tqdm=False):
        self.calls.append(list(requests))
        return [self.answer(request.args[0]) for request in requests]

    @property
    def prompts(self):
        return [[request.args[0] for request in call] for call in self.calls]

    @property
    def tokenizer_name(self):
        return "scripted"

    def apply_chat_template(self, chat_history, add_generation_prompt=True):
        turns = [f"<{turn['role']}>{turn['content']}" for turn in chat_history]
        return "".join([*turns, "<assistant>" if add_generation_prompt else ""])

    def loglikelihood(self, requests, disable_tqdm=False):
        return [("loglikelihood", request) for request in requests]

    def loglikelihood_rolling(self, requests, disable_tqdm=False):
        return [("rolling", request) for request in requests]


def request(doc, prompt, **generation):
    return new_request(prompt, generation, doc)
