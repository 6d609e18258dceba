// The elements of a drawing: groups, lines, texts and chips. The same as reports/svg/elements.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { captioned, escaped, width } = draw;
  const { sizes } = draw.table;
  const half = (length) => Math.floor(length / 2);

  const stacked = (blocks, gap) => {
    const lines = [];
    let wide = 0;
    let high = 0;
    for (const block of blocks) {
      high += lines.length ? gap : 0;
      lines.push(`<g transform="translate(0 ${high})">`);
      for (const line of block.lines) lines.push(line);
      lines.push("</g>");
      wide = Math.max(wide, block.width);
      high += block.height;
    }
    return { width: wide, height: high, lines };
  };

  const text = (kind, x, y, said) => `<text class="${kind}" x="${x}" y="${y}">${escaped(said)}</text>`;

  const path = (row, d) => {
    const line = `<path class="e" d="${d}"/>`;
    return row.kind === "violated" ? `${line}<path class="e in" d="${d}"/>` : line;
  };

  const box = (row, x, y, wide, high) => {
    const shape = `x="${x}" y="${y}" width="${wide}" height="${high}" rx="5"/>`;
    const frame = `<rect class="f" ${shape}`;
    return row.kind === "violated" ? `${frame}<rect class="f in" ${shape}` : frame;
  };

  const chipWidth = (row) => row.width + 2 * sizes.padding;

  const label = (row, x, y) => `<text class="l" x="${x}" y="${y + 4}">${captioned(row)}</text>`;

  const chip = (row, middle, y) => {
    const wide = chipWidth(row);
    return box(row, middle - half(wide), y, wide, sizes.chip) + label(row, middle, y + half(sizes.chip));
  };

  const group = (row, inside) => `<g class="${row.kind}"><title>${escaped(row.title)}</title>${inside}</g>`;

  const flowing = (rows, room) => {
    const lines = [];
    let x = 0;
    let y = 0;
    let widest = 0;
    for (const row of rows) {
      const wide = chipWidth(row);
      if (x && x + wide > room) {
        x = 0;
        y += sizes.chip + 6;
      }
      lines.push(group(row, chip(row, x + half(wide), y)));
      x += wide + 8;
      widest = Math.max(widest, x - 8);
    }
    return { width: widest, height: rows.length ? y + sizes.chip : 0, lines };
  };

  const withOthers = (block, rows) =>
    rows.length ? stacked([block, flowing(rows, Math.max(block.width, sizes.narrowest))], 8) : block;

  const flowingText = (kind, words, room, size) => {
    const lines = [];
    let line = "";
    for (const word of words) {
      let longer = line ? `${line} ${word}` : word;
      if (line && width(longer, sizes[size]) > room) {
        lines.push(line);
        longer = word;
      }
      line = longer;
    }
    if (line) lines.push(line);
    return {
      width: Math.max(0, ...lines.map((one) => width(one, sizes[size]))),
      height: sizes.line * lines.length,
      lines: lines.map((one, at) => text(kind, 0, sizes.line * at + 15, one)),
    };
  };

  Object.assign(draw, { half, stacked, text, path, box, chip, chipWidth, label, group, flowing, withOthers, flowingText });
})();
