"""A byte-level tokenizer, and the sizes, of models that tests build."""

from __future__ import annotations

from typing import Any

# Sizes of a Llama that is built in a second; the ids are those of the tokenizer's special tokens.
TINY_LLAMA = {
    "hidden_size": 32,
    "intermediate_size": 64,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "max_position_embeddings": 4096,
    "bos_token_id": 0,
    "eos_token_id": 1,
    "pad_token_id": 2,
}


def tiny_tokenizer(text: str, *special: str, **roles: Any) -> Any:
    """Trains a tokenizer of 400 tokens, which knows every byte.

    Args:
        text: What it is trained on.
        special: Further special tokens.
        roles: What `PreTrainedTokenizerFast` takes besides.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=400,
        special_tokens=["<s>", "</s>", "<pad>", *special],
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
    )
    tokenizer.train_from_iterator([text] * 8, trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>", **roles
    )
