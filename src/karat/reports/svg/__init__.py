"""Drawings of sentences as SVG: trees, arcs, bars and chips, with what matched and what did not.

reports/html/draw*.js draws the same in a browser, the same text byte by byte. So lengths are whole numbers,
and widths of text come from a table of our own.

>>> from karat.analysis.picture import Mark, Pair, Picture, Row, Side
>>> side = Side("gold", ["dogs", "bark"], ["NNS", "VBP"], [Row(Mark.MATCHED, "S", ((0, 2),))])
>>> for line in drawing(Picture("tree", "evalb", 1, [Pair(side, side)])).splitlines()[1:3]:
...     print(line)
<title>Sentence 1, evalb</title>
<desc>gold: 1 constituent, 1 matched. system: gold: 1 constituent, 1 matched.</desc>
"""

from karat.reports.svg.drawing import drawing as drawing
from karat.reports.svg.panels import as_data as as_data
from karat.reports.svg.style import script as script
from karat.reports.svg.style import sheet as sheet
from karat.reports.svg.style import style as style
