"""The scenario WIKI: multi-hop questions over chains of Wikidata's facts (Appendix B.1)."""
