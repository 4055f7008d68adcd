"""Fine-tuning on conflicting knowledge (FT-CK): a LoRA adapter per batch of questions.

Source: the TRACK paper, Section 6.1 and Appendix C.2 (Table 6). Many adapters are trained at once,
stacked into one tensor per layer, so that 500 of them need neither 500 loads of the model nor 500
passes over it.
"""
