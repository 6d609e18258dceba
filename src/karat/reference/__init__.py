"""The reference programs that karat equals: their parameter files, their reading, their output."""
