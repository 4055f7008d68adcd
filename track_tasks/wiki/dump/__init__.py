"""A Wikidata JSON dump as a source of chains: one pass over it writes a store, which is a graph."""
