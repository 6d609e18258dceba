"""Reading and writing: sources, atomic files, resources, parameter files, objects of other libraries."""
