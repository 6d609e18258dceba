"""The report as one HTML file: its sections, its data, its charts and the sentence browser."""
