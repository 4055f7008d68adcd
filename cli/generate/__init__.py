"""`erbench-track generate`: one file per source."""
