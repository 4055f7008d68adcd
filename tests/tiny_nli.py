"""A tiny cross-encoder for natural language inference."""

WORDS = ["rome", "paris", "ada", "was", "born", "in", "the", "answer", "is", ".", "where", "?"]


def save(folder, labels, positions=32, family="bert"):
    """A classifier with random weights; its bias makes the first label the likeliest."""
    import torch
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import (
        BertConfig,
        BertForSequenceClassification,
        PreTrainedTokenizerFast,
        RobertaConfig,
        RobertaForSequenceClassification,
    )

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    vocabulary = {word: number for number, word in enumerate(special + WORDS)}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]",
        sep_token="[SEP]",
    ).save_pretrained(folder)  # fmt: skip
    torch.manual_seed(0)
    config, kind = {
        "bert": (BertConfig, BertForSequenceClassification),
        "roberta": (RobertaConfig, RobertaForSequenceClassification),
    }[family]
    model = kind(
        config(
            vocab_size=len(vocabulary), hidden_size=16, num_hidden_layers=1, pad_token_id=0,
            num_attention_heads=2, intermediate_size=16, max_position_embeddings=positions,
            type_vocab_size=2, id2label=dict(enumerate(labels)),
            label2id={label: number for number, label in enumerate(labels)},
        )
    )  # fmt: skip
    model.save_pretrained(folder)
    return folder
