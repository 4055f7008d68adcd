"""A randomly initialised LLaVA, small enough to be built in a second, and its processor."""

from __future__ import annotations

from pathlib import Path

from tiny_tokenizer import TINY_LLAMA, tiny_tokenizer

SIDE, PATCH = 28, 14  # pixels
TOKENS = (SIDE // PATCH) ** 2


def build(folder: Path) -> Path:
    """Saves the model, its tokenizer (trained here) and its processor."""
    import torch
    from transformers import (
        CLIPImageProcessor,
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
    )

    tokenizer = _tokenizer()
    image_processor = CLIPImageProcessor(
        size={"shortest_edge": SIDE}, crop_size={"height": SIDE, "width": SIDE}
    )
    LlavaProcessor(
        image_processor=image_processor,
        tokenizer=tokenizer,
        patch_size=PATCH,
        vision_feature_select_strategy="default",
        num_additional_image_tokens=1,
        chat_template=_CHAT,
    ).save_pretrained(folder)
    torch.manual_seed(0)
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=2,
            image_size=SIDE,
            patch_size=PATCH,
            projection_dim=32,
        ),
        text_config=LlamaConfig(vocab_size=len(tokenizer), **TINY_LLAMA),
        image_token_index=tokenizer.convert_tokens_to_ids("<image>"),
        image_seq_length=TOKENS,
        vision_feature_layer=-1,
    )
    LlavaForConditionalGeneration(config).save_pretrained(folder)
    return folder


_CHAT = (
    "{% for message in messages %}[{{ message.role }}]"
    "{% for part in message.content %}"
    "{% if part.type == 'image' %}<image>{% else %}{{ part.text }}{% endif %}"
    "{% endfor %}\n{% endfor %}"
    "{% if add_generation_prompt %}[assistant]{% endif %}"
)


def _tokenizer():
    text = "Is the movie, released in? Yes. No. Option 1:"
    return tiny_tokenizer(text, "<image>", extra_special_tokens={"image_token": "<image>"})
