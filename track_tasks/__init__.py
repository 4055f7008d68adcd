"""What TRACK asks: questions with the facts that they need, knowledge gaps, injected facts."""
