"""What a program calls: a visitor of its syntax tree that follows values and their types."""
