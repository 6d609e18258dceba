// Constituents as a tree over the words. The same as reports/svg/tree.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { chip, chipWidth, group, half, lanes, path, placed, withOthers, wordLine, wordSizes, wordsHeight } = draw;
  const { sizes } = draw.table;

  const longest = (row) =>
    row.parts.reduce((best, part) => {
      const more = part[1] - part[0] - (best[1] - best[0]);
      return more > 0 || (more === 0 && part[0] < best[0]) ? part : best;
    });

  const needs = (panel) => {
    const rows = [...placed(panel.rows, panel.side.words.length).values()];
    const spans = rows.map((row) => [...longest(row), chipWidth(row)]);
    return { sizes: wordSizes(panel.side), spans, links: [] };
  };

  const heights = (panel) => {
    const rows = placed(panel.rows, panel.side.words.length);
    const upwards = [...rows.keys()].reverse();
    const extents = upwards.map((at) => {
      const { parts } = rows.get(at);
      return [parts[0][0], parts[parts.length - 1][1]];
    });
    const found = lanes(extents, panel.side.words.length);
    return new Map(upwards.map((at, number) => [at, found[number]]));
  };

  const levels = (panel) => Math.max(0, ...heights(panel).values());

  // What hangs on each row: rows (true) and words (false).
  const children = (side, rows) => {
    const hanging = new Map([...rows.keys()].map((at) => [at, []]));
    const owner = new Array(side.words.length).fill(-1);
    for (const [at, row] of rows) {
      if (row.parent < at && hanging.has(row.parent)) hanging.get(row.parent).push([true, at]);
      for (const [start, end] of row.parts) owner.fill(at, start, end);
    }
    owner.forEach((at, word) => {
      if (at >= 0) hanging.get(at).push([false, word]);
    });
    for (const [at, some] of hanging) {
      const [start, end] = longest(rows.get(at));
      if (!some.length) for (let word = start; word < end; word++) some.push([false, word]);
    }
    return hanging;
  };

  const middleOf = (row, xs, columns) => {
    const [start, end] = longest(row);
    const wide = chipWidth(row);
    const left = columns.lefts[start] + half(wide);
    const right = columns.rights[end - 1] - wide + half(wide);
    return Math.max(left, Math.min(right, half(xs[0][0] + xs[xs.length - 1][0])));
  };

  const bracket = (x, y, xs) => {
    const low = y + sizes.stem;
    const [first, firstTop] = xs[0];
    const [last, lastTop] = xs[xs.length - 1];
    if (first === x && last === x) return `M${x} ${y}V${firstTop}`;
    const left = Math.min(x, first);
    const right = Math.max(x, last);
    const corner = Math.min(sizes.corner, half(right - left));
    const roundLeft = first === left ? corner : 0;
    const roundRight = last === right ? corner : 0;
    const begin = first === left ? `M${first} ${firstTop}V${low + roundLeft}` : `M${left} ${low}`;
    const curve = roundLeft ? `Q${left} ${low} ${left + roundLeft} ${low}` : "";
    let found = `M${x} ${y}V${low}${begin}${curve}H${right - roundRight}`;
    if (last === right) {
      found += `${roundRight ? `Q${right} ${low} ${right} ${low + roundRight}` : ""}V${lastTop}`;
    }
    xs.forEach(([middle, top], number) => {
      const atLeft = number === 0 && first === left;
      const atRight = number === xs.length - 1 && last === right;
      if (!atLeft && !atRight) found += `M${middle} ${low}V${top}`;
    });
    return found;
  };

  const block = (panel, columns) => {
    const rows = placed(panel.rows, panel.side.words.length);
    const level = heights(panel);
    const base = Math.max(0, ...level.values()) * sizes.level;
    const top = (at) => base - sizes.level * level.get(at);
    const middles = new Map();
    const hanging = children(panel.side, rows);
    const lines = new Map();
    for (const at of level.keys()) {
      const row = rows.get(at);
      const xs = hanging.get(at)
        .map(([isRow, one]) => (isRow ? [middles.get(one), top(one)] : [columns.middle(one), base + 3]))
        .sort(([a, b], [c, d]) => a - c || b - d);
      const middle = middleOf(row, xs, columns);
      middles.set(at, middle);
      let drawn = path(row, bracket(middle, top(at) + sizes.chip, xs));
      if (row.parts.length > 1) {
        const low = top(at) + sizes.chip + sizes.stem;
        drawn = `<path class="bridge" d="M${xs[0][0]} ${low}H${xs[xs.length - 1][0]}"/>${drawn}`;
      }
      lines.set(at, group(row, drawn + chip(row, middle, top(at))));
    }
    const downwards = [...lines.keys()].sort((a, b) => level.get(b) - level.get(a) || a - b);
    const tree = {
      width: columns.width,
      height: base + wordsHeight(panel.side),
      lines: [...downwards.map((at) => lines.get(at)), ...wordLine(panel.side, columns, base, panel.goldTags)],
    };
    return withOthers(tree, panel.rows.filter((_, at) => !rows.has(at)));
  };

  draw.tree = { needs, levels, block };
})();
