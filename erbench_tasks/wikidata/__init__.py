"""Wikidata as a source of ERBench's domains: from a domain's file to a database of its own."""
