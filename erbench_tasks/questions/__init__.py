"""The question types: basic and negated binary, multiple choice, multi-hop, internal knowledge."""
