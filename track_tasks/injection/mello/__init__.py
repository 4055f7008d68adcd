"""MeLLo: facts in an external memory, a question broken down, its steps checked against them.

TRACK, Section 6.1 and Appendix C.2; the method is Zhong et al.'s (2023). The prompts are ours.
"""

from .conversation import Conversation, Subquestion
from .retrieval import Retriever, check_retriever, open_retriever
from .rounds import Ask, Step, converse, final_prompt
from .settings import MelloSettings

__all__ = [
    "Ask",
    "Conversation",
    "MelloSettings",
    "Retriever",
    "Step",
    "Subquestion",
    "check_retriever",
    "converse",
    "final_prompt",
    "open_retriever",
]
