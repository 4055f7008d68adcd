"""How far scorers can be trusted: a sample for people to label, agreement, corrected rates."""
