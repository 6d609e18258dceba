"""Where a system's errors come from: every missed and every spurious row explained by one cause.

``frame`` has what all analyses share: what an error is, which rows it has, and how it is mended.
There is one module for each kind of rows: ``trees``, ``dependencies``, ``relations``, ``chunks``.
``causes`` ranks what they find. docs/errors.md defines the causes.
"""
