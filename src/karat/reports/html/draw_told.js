// A drawing in words, and what its marks mean. The same as reports/svg/described.py and legend.py.
(() => {
  "use strict";
  const draw = karat.draw;
  const { className, clipped, path, printable, said, text, width } = draw;
  const { kinds, limits, marks, sizes } = draw.table;
  const SAMPLE = 30;
  const all = (panel) => [...panel.rows, ...panel.below];

  const many = (kind, count) => `${count} ${kinds[kind][count === 1 ? 0 : 1]}`;

  // The reasons why rows and words were not compared, each with what it is about.
  const reasons = (side) => {
    const found = new Map();
    const add = (why, what) => found.set(printable(why), [...(found.get(printable(why)) ?? []), what]);
    for (const row of side.rows) if (row.mark === "·" && row.why) add(row.why, clipped(row.label) || "()");
    const words = Object.keys(side.left_out).map(Number).sort((a, b) => a - b);
    for (const at of words) add(side.left_out[at], clipped(side.words[at]) || '""');
    return found;
  };

  const firstOf = (some) => {
    const rest = some.length - limits.described;
    return rest > 0 ? [...some.slice(0, limits.described), `and ${rest} more`] : some;
  };

  const described = (kind, panel) => {
    if (panel.tooLarge) return `${panel.name}: ${many(kind, panel.side.rows.length)}, not drawn.`;
    const rows = all(panel);
    const told = Object.keys(marks)
      .map((sign) => [sign, rows.filter((row) => row.sign === sign).length])
      .filter(([sign, count]) => count && sign !== " ")
      .map(([sign, count]) => `${count} ${said(sign)}`);
    const more = panel.said.join("; ");
    let first = `${panel.name}${more ? ` (${more})` : ""}: ${many(kind, rows.length)}`;
    first += told.length ? `, ${told.join(", ")}.` : ".";
    const wrong = firstOf(rows.filter((row) => !"=· ".includes(row.sign)).map((row) => row.title));
    const out = [...reasons(panel.side)].map(([why, what]) => `${firstOf(what).join(", ")} (${why})`);
    return [first, wrong.length ? `${wrong.join("; ")}.` : "", out.length ? `Left out: ${out.join("; ")}.` : ""]
      .filter(Boolean).join(" ");
  };

  const description = (kind, shown) => shown.map((panel) => described(kind, panel)).join(" ");

  const entries = (shown) => {
    const rows = shown.flatMap(all);
    const used = new Set(rows.map((row) => row.sign));
    if (shown.some((panel) => Object.keys(panel.side.left_out).length)) used.add("·");
    if (shown.some((panel) => panel.side.odd >= 0)) used.add("!");
    const found = Object.entries(marks)
      .filter(([sign, [, meaning]]) => used.has(sign) && meaning)
      .map(([sign, [, meaning]]) => [sign, `${sign} ${meaning}`]);
    if (shown.some((panel) => panel.side.wrong_tags.length)) found.push([" ", "≠ tag that is not gold's"]);
    if (rows.some((row) => row.by)) found.push([" ", "-2 missed by system 2 only"]);
    return found;
  };

  const legend = (shown, room) => {
    const lines = [];
    let x = 0;
    let y = 0;
    for (const [sign, meaning] of entries(shown)) {
      const wide = SAMPLE + width(meaning, sizes.label);
      if (x && x + wide > room) {
        x = 0;
        y += sizes.line;
      }
      const kind = className(sign);
      const line = "=-X+x·".includes(sign) ? path({ kind }, `M${x} ${y + 10}H${x + SAMPLE - 8}`) : "";
      const left = line ? x + SAMPLE : x;
      lines.push(`<g class="${kind}">${line}${text("k", left, y + 14, meaning)}</g>`);
      x = left + width(meaning, sizes.label) + 20;
    }
    return { width: room, height: lines.length ? y + sizes.line : 0, lines };
  };

  Object.assign(draw, { description, legend });
})();
