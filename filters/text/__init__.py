"""Reading a response: its answer, its reasoning, its programs, its words."""
