"""What every folder may use: errors, files, text, HTTP, chat endpoints, lists of the suites."""
