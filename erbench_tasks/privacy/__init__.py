"""Personal data: recognised, left out of proposals, and asked about only for a reason."""
