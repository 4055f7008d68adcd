"""The `erbench-track` command: one file per subcommand, and no logic."""
