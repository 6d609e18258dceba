// Links as arcs: those of the system above the words, those that only gold has below them.
// The same as reports/svg/arcs.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { anchor, ends, group, half, label, lanes, links, path, ports, withOthers, wordLine, wordSizes, wordsHeight } = draw;
  const { sizes } = draw.table;

  const needs = (panel) => {
    const size = panel.side.words.length;
    const wide = wordSizes(panel.side);
    const spans = [];
    const between = [];
    for (const rows of [panel.rows, panel.below]) {
      const found = links(rows, size);
      ends(found, size).forEach((some, at) => { wide[at] = Math.max(wide[at], some.length * sizes.port); });
      for (const one of found.roots) spans.push([one.first, one.first + 1, one.row.width + 8]);
      const place = ports(found, size);
      found.arcs.forEach((one, at) => {
        between.push([one.first, one.second, one.row.width + 4 * sizes.corner + place(at, 2) - place(at, 0)]);
      });
    }
    return { sizes: wide, spans, links: between };
  };

  const levels = (panel) =>
    Math.max(...[panel.rows, panel.below].map((rows) => links(rows, panel.side.words.length).levels));

  const arrow = (x, y, way) => `<path class="a" d="M${x} ${y}L${x - 4} ${y + way * 8}H${x + 4}Z"/>`;

  // The arcs above the words, or those below.
  const halfOf = (rows, size) => {
    const found = links(rows, size);
    const parts = new Map();
    for (const { row } of [...found.arcs, ...found.roots]) {
      for (const part of row.parts) if (part[1] - part[0] > 1) parts.set(part.join(), part);
    }
    const ordered = [...parts.values()].sort(([a, b], [c, d]) => b - a - (d - c) || a - c);
    const heights = lanes(ordered, size);
    const bars = new Map(ordered.map((part, at) => [part.join(), heights[at]]));
    const floor = 2 + sizes.bar * Math.max(0, ...heights);
    const height = found.levels ? floor + sizes.leg + found.levels * sizes.lane : 0;

    const drawn = (columns, base, way) => {
      const place = ports(found, size);
      const yOf = (one) => base + way * (floor + sizes.leg + one.level * sizes.lane - half(sizes.lane));
      const end = (part) => base + way * (bars.has(part.join()) ? 4 + sizes.bar * bars.get(part.join()) : 2);
      const named = (one, x) => {
        const wide = one.row.width + 10;
        const ground = `<rect class="bg" x="${x - half(wide)}" y="${yOf(one) - 8}" width="${wide}" height="16"/>`;
        return group(one.row, ground + label(one.row, x, yOf(one)));
      };
      const arc = (one, x1, x2) => {
        const [dependent, head] = one.row.parts;
        const y = yOf(one);
        const r = sizes.corner;
        const toLeft = anchor(dependent) === one.first;
        const left = end(toLeft ? dependent : head);
        const right = end(toLeft ? head : dependent);
        const line = path(one.row,
          `M${x1} ${left}V${y - way * r}Q${x1} ${y} ${x1 + r} ${y}H${x2 - r}Q${x2} ${y} ${x2} ${y - way * r}V${right}`);
        return line + (toLeft ? arrow(x1, left, way) : arrow(x2, right, way));
      };
      const lines = ordered.map((part) => {
        const y = base + way * (2 + sizes.bar * bars.get(part.join()));
        return `<path class="bar" d="M${columns.lefts[part[0]]} ${y}H${columns.rights[part[1] - 1]}"/>`;
      });
      const labels = [];
      found.arcs.forEach((one, number) => {
        const x1 = columns.middle(one.first) + place(number, 2);
        const x2 = columns.middle(one.second) + place(number, 0);
        lines.push(group(one.row, arc(one, x1, x2)));
        labels.push(named(one, half(x1 + x2)));
      });
      found.roots.forEach((one, number) => {
        const x = columns.middle(one.first) + place(-1 - number, 1);
        const low = end(one.row.parts[0]);
        lines.push(group(one.row, path(one.row, `M${x} ${yOf(one)}V${low}`) + arrow(x, low, way)));
        labels.push(named(one, x));
      });
      return [...lines, ...labels];
    };
    return { others: found.others, height, drawn };
  };

  const block = (panel, columns) => {
    const size = panel.side.words.length;
    const above = halfOf(panel.rows, size);
    const under = halfOf(panel.below, size);
    const low = above.height + wordsHeight(panel.side);
    const lines = [
      ...above.drawn(columns, above.height, -1),
      ...wordLine(panel.side, columns, above.height, panel.goldTags),
      ...under.drawn(columns, low, 1),
    ];
    const arcs = { width: columns.width, height: low + under.height, lines };
    return withOthers(arcs, [...above.others, ...under.others]);
  };

  draw.arcs = { needs, levels, block };
})();
