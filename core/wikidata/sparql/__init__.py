"""A SPARQL endpoint with Wikidata's facts: one polite client, and answers that are kept."""
