"""A local classifier as a judge: a tiny BERT and a tiny RoBERTa that know two words."""

import pytest
from tiny_nli import WORDS, save

from erbench_track.core.errors import InputError
from erbench_track.filters.judge.choose import open_judge
from erbench_track.filters.judge.nli import NLIJudge
from erbench_track.filters.judge.protocol import Accepted, Entailment, Equivalence, SameRationale


@pytest.fixture(scope="module")
def classifier(tmp_path_factory):
    labels = ["CONTRADICTION", "NEUTRAL", "ENTAILMENT"]
    return save(tmp_path_factory.mktemp("nli"), labels)


def probability(verdict):
    return float(verdict.explanation.rpartition(" ")[2])


def test_a_verdict_is_that_of_the_model_itself(classifier):
    import torch
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    tokenizer = AutoTokenizer.from_pretrained(classifier)
    model = AutoModelForSequenceClassification.from_pretrained(classifier).eval()
    judge = NLIJudge(str(classifier), batch_size=2)
    statements = ("Ada was born in Rome.", "Paris is the answer.", "Where?")
    (verdicts,) = judge.judge([Entailment("wiki", "q", "Ada was born in Paris.", statements)])
    for statement, verdict in zip(statements, verdicts, strict=True):
        batch = tokenizer("Ada was born in Paris.", statement, return_tensors="pt")
        with torch.inference_mode():
            likely = model(**batch).logits.softmax(-1)[0]
        assert probability(verdict) == pytest.approx(float(likely[2]), abs=2e-3)
        assert verdict.holds is (int(likely.argmax()) == 2)


def test_the_entailment_label_is_found_by_its_name(tmp_path, classifier):
    import torch
    from transformers import AutoModelForSequenceClassification

    request = Entailment("wiki", "q", "Ada was born in Rome.", ("Ada was born.",))
    for index, labels in enumerate((["entailment", "not_entailment"], ["no", "Entailment"])):
        folder = save(tmp_path / str(index), labels)
        model = AutoModelForSequenceClassification.from_pretrained(folder)
        with torch.no_grad():
            model.classifier.bias[:] = torch.tensor([9.0, -9.0])
        model.save_pretrained(folder)
        ((verdict,),) = NLIJudge(str(folder)).judge([request])
        assert verdict.holds is (index == 0)


@pytest.mark.parametrize("labels", [["LABEL_0", "LABEL_1"], ["positive", "negative"]])
def test_a_classifier_of_something_else_is_refused(tmp_path, labels):
    with pytest.raises(InputError, match=f"none of its labels is 'entailment' \\({labels[0]}"):
        NLIJudge(str(save(tmp_path, labels)))


def test_a_folder_without_a_model_is_one_line(tmp_path):
    with pytest.raises(InputError, match="cannot be loaded") as caught:
        NLIJudge(str(tmp_path / "none"))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_a_response_longer_than_the_model_reads_is_cut_into_overlapping_windows(
    tmp_path, family, monkeypatch
):
    labels = ["contradiction", "neutral", "entailment"]
    judge = NLIJudge(str(save(tmp_path, labels, positions=24, family=family)), batch_size=1)
    most = judge.record()["most_tokens"]
    statement = "Ada was born in Rome."
    for length in (0, 1, 12, 13, 14, 15, 50, 200):
        words = [WORDS[number % len(WORDS)] for number in range(length)]
        with monkeypatch.context() as patch:
            read = inputs_of(family, patch)
            ((verdict,),) = judge.judge([Entailment("wiki", "q", " ".join(words), (statement,))])
        if len(read[0]) < len(read[-1]):  # the last window, since short ones are judged first
            read.append(read.pop(0))
        assert all(len(ids) <= most for ids in read)
        # Every word is in a window, and neighbours share a fourth of what they hold.
        premises = [ids[1 : ids.index(3)] for ids in read]
        overlap = (most - 6 - 3) // 4
        whole = premises[0] + [each for ids in premises[1:] for each in ids[overlap:]]
        assert whole == [4 + number % len(WORDS) for number in range(length)]
        each = [" ".join(WORDS[token - 4] for token in premise) for premise in premises]
        alone = judge.judge([Entailment("wiki", "q", text, (statement,)) for text in each])
        best = max((one.holds, probability(one)) for (one,) in alone)
        assert (verdict.holds, probability(verdict)) == best


def inputs_of(family, patch):
    """Returns a list to which the tokens of each window are added that the model reads."""
    import transformers

    kind = {
        "bert": transformers.BertForSequenceClassification,
        "roberta": transformers.RobertaForSequenceClassification,
    }[family]
    forward, read = kind.forward, []

    def spy(self, input_ids, **more):
        read.append(input_ids[0].tolist())
        return forward(self, input_ids=input_ids, **more)

    patch.setattr(kind, "forward", spy)
    return read


def test_a_statement_as_long_as_the_window_is_cut(classifier):
    judge = NLIJudge(str(classifier))
    statements = ("Rome " * 100, "Rome " * 200)
    (verdicts,) = judge.judge([Entailment("wiki", "q", "Ada " * 50, statements)])
    assert verdicts[0] == verdicts[1]


def test_a_statement_holds_if_one_window_entails_it(classifier):
    judge = NLIJudge(str(classifier))
    statement = "Ada was born in Rome."
    parts = ["ada was born in rome", "where is paris ?", "the answer is paris"]
    long = " ".join(part for part in parts for _ in range(12))
    ((whole,),) = judge.judge([Entailment("wiki", "q", long, (statement,))])
    assert judge.record()["windows"] > 3
    assert judge.record()["most_tokens"] == 32
    assert 0 < probability(whole) < 1


def test_one_of_several_right_statements_suffices(classifier):
    texts = ("Ann met Ben.", "Rain fell.", "It was Ben.")
    alone = NLIJudge(classifier).judge([Entailment("wiki", "", "It rained.", texts)])[0]
    best = max(alone, key=lambda verdict: bool(verdict.holds))
    of_all = Entailment("wiki", "", "It rained.", texts[:1], (Accepted(texts[1:]),))
    (together,) = NLIJudge(classifier).judge([of_all])[0]
    assert together.holds == best.holds
    same = Equivalence("wiki", "Who?", "Ben.", "Ann", Accepted(("Ben",)))
    assert len(NLIJudge(classifier).judge([same])[0]) == 1


def test_the_other_jobs_are_questions_of_entailment_too(classifier):
    judge = NLIJudge(str(classifier))
    verdicts = judge.judge([
        Equivalence("wiki", "Where?", "In Rome.", "Rome"),
        SameRationale("city", "name", "Ada was born in Rome.", "Rome."),
        Equivalence("wiki", "Where?", "In Rome.", "Rome"),
    ])  # fmt: skip
    assert verdicts[0] == verdicts[2]
    assert judge.record()["unjudged"] == 0
    assert judge.record()["windows"] == 2


def test_it_is_chosen_by_its_folder(classifier):
    judge = open_judge({"judge": f"nli/{classifier}", "judge_batch_size": "3"})
    assert judge.name == f"nli/{classifier}"
    assert judge.record()["entailment_label"] == "ENTAILMENT"
