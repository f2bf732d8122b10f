"""What differs between two scenes: which part of one is which of the other, and what is not the same about it."""
