"""A generated benchmark on disk: written, read, compared with another one, published."""
