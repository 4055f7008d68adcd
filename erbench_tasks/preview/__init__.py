"""What a person reads of a specification before signing: a few of its questions, and why."""
