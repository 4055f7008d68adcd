"""Looking up what the installed libraries say of their names."""
