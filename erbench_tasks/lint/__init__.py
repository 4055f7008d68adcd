"""What is wrong with questions before anybody asks them, found by looking at all of them."""
