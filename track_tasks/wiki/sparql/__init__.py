"""Facts from a SPARQL endpoint: Wikidata's own, or any store that holds a copy of Wikidata."""
