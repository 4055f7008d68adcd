"""The profile of a database: what is in it, for a person or a model that writes questions."""
