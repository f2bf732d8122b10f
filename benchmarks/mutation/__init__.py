"""Mutation check of the writers: a deleted or swapped printing statement must not pass unnoticed. See `benchmarks.mutation.__main__`."""
