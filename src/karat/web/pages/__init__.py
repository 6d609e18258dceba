"""The pages of the workbench, one kind per module, found by folder scan."""
