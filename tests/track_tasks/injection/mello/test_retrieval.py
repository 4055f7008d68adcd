"""Which fact of a memory goes with a subquestion."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from erbench_track.core.errors import InputError
from erbench_track.track_tasks.injection.mello import check_retriever, open_retriever
from erbench_track.track_tasks.injection.mello.retrieval import DenseRetriever
from erbench_track.track_tasks.scenarios import embedded_questions

LEXICAL = open_retriever("lexical")
WORDS = ["Rome", "Oslo", "river", "was", "built", "by", "the"]
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1).map(" ".join), min_size=1, max_size=6)


def found_in_scope(retriever, questions, scope):
    """Returns the share of probing questions whose fact is retrieved from the batch's facts."""
    right = []
    for start in range(0, len(questions), scope):
        facts = [fact for question in questions[start : start + scope] for fact in question.facts]
        memory = tuple(dict.fromkeys(fact.fact for fact in facts))
        found = retriever.closest([f.probe_question for f in facts], [memory] * len(facts))
        right += [memory[i] == fact.fact for i, fact in zip(found, facts, strict=True)]
    return sum(right) / len(right)


@pytest.mark.parametrize(("scenario", "share"), [("wiki", 0.95), ("code", 0.9), ("math", 0.95)])
def test_words_find_the_right_fact_among_those_of_ten_questions(scenario, share):
    assert found_in_scope(LEXICAL, embedded_questions(scenario, 120), 10) >= share


def test_the_rule_says_that_it_is_one():
    assert LEXICAL.name == "lexical (BM25)"


def test_rare_words_decide_and_not_the_length_or_the_case():
    memory = (
        "The capital of Norway is Oslo.",
        "The capital of the country of which Béla Bartók is a citizen is the capital of Hungary.",
        "Béla Bartók speaks the language of Hungarian.",
    )
    queries = ["what is norway's capital?", "Which language does BELA BARTOK speak?"]
    assert LEXICAL.closest(queries, [memory] * 2) == [0, 2]


def test_every_query_has_a_memory_of_its_own():
    memories = [("Oslo.", "Rome."), ("Rome.", "Oslo."), ("Rome.",)]
    assert LEXICAL.closest(["Rome?"] * 3, memories) == [1, 0, 0]
    assert LEXICAL.closest([], []) == []


def test_a_query_without_a_common_word_gets_the_first_fact():
    assert LEXICAL.closest(["?", "Wer?"], [("A.", "B."), ("...",)]) == [0, 0]


@given(TEXTS, TEXTS)
def test_the_closest_fact_is_one_of_the_memory_whatever_is_asked(queries, facts):
    memory = tuple(facts)
    for index in LEXICAL.closest(queries, [memory] * len(queries)):
        assert 0 <= index < len(memory)
        assert memory.index(memory[index]) == index  # of equal facts the first


@given(st.permutations(WORDS), st.integers(1, 7))
def test_a_fact_is_closest_to_itself(mixed, length):
    memory = tuple(" ".join(mixed[n : n + length]) for n in range(0, len(mixed), length))
    assert LEXICAL.closest(memory, [memory] * len(memory)) == list(range(len(memory)))


@pytest.fixture(scope="module")
def tiny_bert(tmp_path_factory):
    """A randomly initialised two-layer BERT with a vocabulary of its own."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors, trainers
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast

    folder = tmp_path_factory.mktemp("tiny_bert")
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    trainer = trainers.WordPieceTrainer(vocab_size=600, special_tokens=special)
    facts = [f.fact for question in embedded_questions("wiki", 60) for f in question.facts]
    tokenizer.train_from_iterator(facts, trainer)
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    fast = PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
        sep_token="[SEP]", model_max_length=64,
    )  # fmt: skip
    fast.save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(fast), hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
        intermediate_size=64, max_position_embeddings=64,
    )  # fmt: skip
    BertModel(config).save_pretrained(folder)
    return folder


FACTS = tuple(dict.fromkeys(f.fact for q in embedded_questions("wiki", 12)[:5] for f in q.facts))


def test_an_embedding_is_the_mean_over_a_texts_own_tokens(tiny_bert):
    from transformers import AutoModel, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(tiny_bert)
    model = AutoModel.from_pretrained(tiny_bert).eval()
    embedded = DenseRetriever(str(tiny_bert), "cpu")._embeddings(FACTS)
    for fact, embedding in zip(FACTS, embedded, strict=True):
        with torch.inference_mode():
            states = model(**tokenizer(fact, return_tensors="pt")).last_hidden_state
        assert torch.allclose(embedding, states[0].mean(dim=0), atol=1e-5)


def test_a_model_finds_the_same_facts_however_they_are_batched(tiny_bert):
    queries = [f"Is it so that {fact}" for fact in FACTS]
    memories = list(zip(FACTS, FACTS[1:] + FACTS[:1], strict=True))
    one = DenseRetriever(str(tiny_bert), "cpu", batch_size=1).closest(queries, memories)
    many = DenseRetriever(str(tiny_bert), "cpu", batch_size=7).closest(queries, memories)
    assert one == many
    assert set(one) == {0, 1}


def test_a_dot_product_of_embeddings_decides(tiny_bert):
    retriever = DenseRetriever(str(tiny_bert), "cpu")
    query, *facts = retriever._embeddings(["Who?", *FACTS])
    products = [float(query @ fact) for fact in facts]
    assert retriever.closest(["Who?"], [FACTS]) == [products.index(max(products))]


def test_facts_are_embedded_once_for_all_rounds(tiny_bert, monkeypatch):
    retriever = DenseRetriever(str(tiny_bert), "cpu")
    embedded, embed = [], retriever._batch_embeddings
    monkeypatch.setattr(
        retriever, "_batch_embeddings", lambda texts: embedded.extend(texts) or embed(texts)
    )
    memories = [FACTS, FACTS[:3], FACTS]
    for number in range(3):
        retriever.closest([f"Who is {number}?", "Who?", "Who?"], memories)
    assert sorted(text for text in embedded if text in FACTS) == sorted(FACTS)
    assert embedded.count("Who?") == 3


def test_long_texts_are_cut_to_what_the_model_reads(tiny_bert):
    long = "Norway " * 500
    assert DenseRetriever(str(tiny_bert), "cpu").closest([long], [(long, "Oslo.")]) == [0]


@pytest.mark.parametrize("opening", [check_retriever, open_retriever])
@pytest.mark.parametrize("name", ["facebook/contriever-msmarco", "/nowhere/at/all", "lexicl"])
def test_a_model_that_cannot_be_had_is_refused_with_the_way_out(opening, name, monkeypatch):
    with pytest.raises(InputError, match="retriever=lexical") as caught:
        opening(name)
    assert f"retriever: {name} cannot be loaded" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_model_that_is_there_passes_the_check(tiny_bert):
    check_retriever(str(tiny_bert))
    check_retriever("lexical")
    assert open_retriever(str(tiny_bert), "cpu").name == str(tiny_bert)
