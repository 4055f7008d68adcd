"""From a database to a specification: what is worth asking about, found by looking."""
