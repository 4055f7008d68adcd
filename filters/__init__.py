"""From model text to structure: answers and rationale keywords."""
