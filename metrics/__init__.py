"""Pure functions from structured answers to numbers."""
