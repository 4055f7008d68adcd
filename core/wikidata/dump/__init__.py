"""A pass over a Wikidata JSON dump, and the store that it writes."""
