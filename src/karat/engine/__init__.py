"""Running schemes over files: in blocks, on all cores, with memory that does not grow."""
