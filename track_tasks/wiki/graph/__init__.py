"""Where chains come from: a graph of claims, and the properties that chains may use."""
