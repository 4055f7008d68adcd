"""ERBench's domains and question types: the one list of them.

A domain needs an entry in `DOMAINS`, its data (`erbench_tasks/data/NAME`), its wordings
(`templates/erbench/NAME`, `templates/training/NAME.jinja`) and its demonstrations
(`plugin/yaml/erbench/_NAME_*_demonstrations`); `make tasks` then writes its task files.
"""

from __future__ import annotations

from dataclasses import dataclass

BINARY = ("bn_yes", "bn_no")
SINGLE_HOP = (*BINARY, "mc")
MULTI_HOP = ("mh_yes", "mh_no")
SINGLE_HOP_KNOWLEDGE = ("known_bn", "known_mc")
MULTI_HOP_KNOWLEDGE = "known_mh"
KNOWLEDGE = (*SINGLE_HOP_KNOWLEDGE, MULTI_HOP_KNOWLEDGE)
# Whose questions join as many functional dependencies as the name of their tasks says.
OF_CHAINS = (*MULTI_HOP, MULTI_HOP_KNOWLEDGE)
ALTERED = ("bn_altered",)  # a false premise; not in the paper
QUESTION_TYPES = (*SINGLE_HOP, *MULTI_HOP, *ALTERED, *KNOWLEDGE)
# As the paper's tables call them; F is a false premise, K what a model knows.
TITLES = {
    **dict.fromkeys(("bn_yes", "mh_yes"), "BN(Y)"),
    **dict.fromkeys(("bn_no", "mh_no"), "BN(N)"),
    "mc": "MC",
    "bn_altered": "BN(F)",
    "known_bn": "BN(K)",
    "known_mc": "MC(K)",
    "known_mh": "BN(K)",
}

# The two readings of a response, each a filter of lm_eval's: what a careful person reads, and the
# paper's rules to the letter.
ROBUST = "robust"
PAPER = "paper"
READINGS = (ROBUST, PAPER)

# Variants of a task, by the suffix of its name.
CHAIN_OF_THOUGHT = "cot"  # demonstrations that reason step by step
WITH_PASSAGE = "ka"  # a passage goes before the question
NONE_OF_THE_ABOVE = "nota"  # an additional option, which is sometimes the right one
SELF_CONSISTENCY = "sc"  # the most frequent one of several responses counts
MULTIMODAL = "mm"  # an image stands for an attribute's text
IMAGES_SUFFIX = f"_{MULTIMODAL}"  # ends the name of a benchmark with images
VARIANTS = (CHAIN_OF_THOUGHT, WITH_PASSAGE, NONE_OF_THE_ABOVE, SELF_CONSISTENCY, MULTIMODAL)


@dataclass(frozen=True)
class Chain:
    """A domain's multi-hop questions.

    Attributes:
        hops: How many functional dependencies they join.
        title: What the paper's tables call them.
    """

    hops: int
    title: str


@dataclass(frozen=True)
class Domain:
    """An embedded database with its questions.

    Attributes:
        name: Names its folder of data, its templates and its tasks.
        chain: Its multi-hop questions, if it has any.
        has_images: Whether its questions are also asked with images (`multimodal.yaml`).
    """

    name: str
    chain: Chain | None = None
    has_images: bool = False


# In the order of the paper's tables.
DOMAINS = (
    Domain("movie", Chain(2, "Movie & Director"), has_images=True),
    Domain("soccer", Chain(3, "Soccer & Olympic"), has_images=True),
    Domain("airport"),
    Domain("music"),
    Domain("book"),
)
DOMAIN_NAMES = tuple(domain.name for domain in DOMAINS)
