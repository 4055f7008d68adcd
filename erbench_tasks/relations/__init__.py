"""Relations as queries: tuples, other spellings and pictures of values, omissions."""
