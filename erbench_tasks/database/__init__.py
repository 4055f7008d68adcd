"""Reading a relational database, whatever its engine: read-only, streamed, no password in sight."""
