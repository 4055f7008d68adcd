"""What knows nothing of either paper: errors, files, text, HTTP, chat endpoints, templates."""
