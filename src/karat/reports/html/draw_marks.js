// Rows ready to be drawn: the sign of the mark, the label, and what is told about them in words.
// The same as reports/svg/marks.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { table, clipped, escaped, printable, width } = draw;
  const FIRST = 6;
  const LAST = 2;

  const className = (sign) => table.marks[sign][0];
  const said = (sign) => (sign === "·" ? "not compared" : className(sign));

  const stretch = (words, start, end) => {
    const count = Math.max(0, end - Math.max(start, 0));
    const shown = count > FIRST + LAST + 1
      ? [...words.slice(start, start + FIRST), "…", ...words.slice(end - LAST, end)]
      : words.slice(Math.max(start, 0), Math.max(end, 0));
    return shown.map((word) => clipped(word)).join(" ") || "–";
  };

  const where = (row, side, kind) => {
    if (kind === "arcs" && row.parts.length === 1) return `${stretch(side.words, ...row.parts[0])} ← root`;
    return row.parts.map((part) => stretch(side.words, ...part)).join(kind === "arcs" ? " ← " : ", ");
  };

  const drawn = (row, sign, side, kind, by = "", told = "") => {
    const label = clipped(row.label) || "()";
    const place = where(row, side, kind);
    let title = sign === " " ? label : `${label}, ${told || said(sign)}`;
    if (place) title += `: ${place}`;
    if (row.why) title += ` (${printable(row.why)})`;
    const caption = sign === " " ? label : `${sign}${by} ${label}`;
    return {
      sign, label, parts: row.parts, parent: row.parent, title, by,
      kind: className(sign), caption, width: width(caption, table.sizes.label),
    };
  };

  const rowsOf = (side, kind) => side.rows.map((row) => drawn(row, row.mark, side, kind));

  const ofAll = (at, sides, names, first, kind) => {
    const signs = [...sides].map(([number, side]) => [number, side.rows[at].mark]);
    const worst = [...table.worst_first].find((sign) => signs.some(([, one]) => one === sign));
    const mine = signs.filter(([, sign]) => sign === worst).map(([number]) => number);
    const row = sides.get(mine[0]).rows[at];
    if (mine.length === signs.length) return drawn(row, worst, first, kind);
    const told = [...table.worst_first]
      .map((sign) => [sign, signs.filter(([, one]) => one === sign)])
      .filter(([, some]) => some.length)
      .map(([sign, some]) => `${said(sign)} by ${some.map(([number]) => printable(names.get(number))).join(", ")}`);
    return drawn(row, worst, first, kind, mine.join(","), told.join("; "));
  };

  const merged = (sides, names, kind) => {
    const first = sides.values().next().value;
    return first.rows.map((_, at) => ofAll(at, sides, names, first, kind));
  };

  const captioned = (row) =>
    row.sign === " " ? escaped(row.label) : `<tspan class="s">${escaped(row.sign + row.by)}</tspan> ${escaped(row.label)}`;

  Object.assign(draw, { className, said, rowsOf, merged, captioned });
})();
