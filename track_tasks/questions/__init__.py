"""The record of one question with its facts, and files of them."""
