"""Personal data: recognised, and asked about only for a reason."""
