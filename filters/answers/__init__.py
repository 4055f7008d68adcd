"""Reading what a response answers: as the paper does, and as a careful person does."""
