"""Drawings of sentences as SVG: trees, arcs, bars and chips, with what matched and what did not.

reports/html/draw*.js draws the same in a browser, the same text byte by byte. So lengths are whole numbers, and
widths of text come from a table of our own.

>>> from karat.analysis.picture import Mark, Pair, Picture, Row, Side
>>> side = Side("gold", ["dogs", "bark"], ["NNS", "VBP"], [Row(Mark.MATCHED, "S", ((0, 2),))])
>>> found = drawing(Picture("tree", "evalb", 1, [Pair(side, side)]))
>>> print(found[:93])
<svg xmlns="http://www.w3.org/2000/svg" class="karat-drawing" role="img" viewBox="0 0 640 338"
"""

from karat.reports.svg.drawing import drawing as drawing
from karat.reports.svg.panels import as_data as as_data
from karat.reports.svg.style import script as script
from karat.reports.svg.style import sheet as sheet
from karat.reports.svg.style import style as style
