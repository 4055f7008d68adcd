"""Wikidata: its query service and its dumps, whatever is then done with the facts."""
