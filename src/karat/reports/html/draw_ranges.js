// Stretches of words as bars below the words. The same as reports/svg/ranges.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { box, group, half, label, lanes, path, placed, text, width, withOthers, wordLine, wordSizes, wordsHeight } = draw;
  const { sizes } = draw.table;

  const room = (row, number) =>
    (number ? width(String(number + 1), sizes.label) : row.width) + 2 * sizes.padding;

  const needs = (panel) => {
    const size = panel.side.words.length;
    const spans = [panel.rows, panel.below].flatMap((rows) =>
      [...placed(rows, size).values()].flatMap((row) =>
        row.parts.map(([start, end], number) => [start, end, room(row, number)])));
    return { sizes: wordSizes(panel.side), spans, links: [] };
  };

  const extent = ({ parts }) => [Math.min(...parts.map(([start]) => start)), Math.max(...parts.map(([, end]) => end))];

  // Rows cut into strips whose parts do not overlap; short ones first.
  const stripsOf = (rows, size) => {
    const found = [];
    for (const row of placed(rows, size).values()) {
      const strips = [];
      row.parts.forEach(([start, end], number) => {
        const free = strips.find(({ parts }) => parts.every(([a, b]) => end <= a || b <= start));
        if (free) free.parts.push([start, end, number]);
        else strips.push({ row, parts: [[start, end, number]] });
      });
      found.push(...strips);
    }
    return found
      .map((strip) => [strip, extent(strip)])
      .sort(([, [a, b]], [, [c, d]]) => b - a - (d - c) || a - c)
      .map(([strip]) => strip);
  };

  const lanesOf = (strips, size) => lanes(strips.map(extent), size);

  const levels = (panel) => {
    const size = panel.side.words.length;
    const [above, below] = [panel.rows, panel.below].map((rows) => Math.max(0, ...lanesOf(stripsOf(rows, size), size)));
    return above + below;
  };

  const bars = (strip, y, columns) => {
    const { row, parts } = strip;
    const [start, end] = extent(strip);
    const high = sizes.chip;
    let drawn = "";
    if (parts.length > 1) drawn = path(row, `M${columns.lefts[start]} ${y + half(high)}H${columns.rights[end - 1]}`);
    for (const [a, b, number] of parts) {
      const left = columns.lefts[a];
      const right = columns.rights[b - 1];
      const middle = half(left + right);
      drawn += box(row, left, y, right - left, high);
      drawn += number ? text("l", middle, y + half(high) + 4, String(number + 1)) : label(row, middle, y + half(high));
    }
    return group(row, drawn);
  };

  const block = (panel, columns) => {
    const size = panel.side.words.length;
    const lines = wordLine(panel.side, columns, 0, panel.goldTags);
    let high = wordsHeight(panel.side) + 4;
    const others = [];
    for (const [rows, note] of [[panel.rows, ""], [panel.below, "only in gold"]]) {
      if (rows.length && note) {
        lines.push(text("n", 0, high + 14, note));
        high += sizes.line;
      }
      const strips = stripsOf(rows, size);
      const at = lanesOf(strips, size);
      strips.forEach((strip, number) => lines.push(bars(strip, high + (at[number] - 1) * sizes.strip, columns)));
      high += Math.max(0, ...at) * sizes.strip;
      const known = placed(rows, size);
      others.push(...rows.filter((_, number) => !known.has(number)));
    }
    return withOthers({ width: columns.width, height: high, lines }, others);
  };

  draw.ranges = { needs, levels, block };
})();
